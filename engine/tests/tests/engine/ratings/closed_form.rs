//! Small lists whose answer can be written down.

use outflank_rating_list::Outcome::{FirstWon, SecondWon};
use outflank_rating_list::{Game, POINTS_PER_UNIT};

use super::support::{all_drew, drawn, game, lead, near, player, rating, rating_list, won};

#[test]
fn two_hundred_points_are_odds_of_three_to_one() {
    near(lead(3.0), 200.0);
    near(POINTS_PER_UNIT * 3_f64.ln(), 200.0);
    // Of four games against each of the others the upper five win three.
    let (upper, lower) = (1..6, 6..11);
    let mut games = [all_drew(upper.clone()), all_drew(lower.clone())].concat();
    for one in upper {
        for other in lower.clone() {
            games.extend([
                won(one, other),
                won(other, one),
                won(one, other),
                won(one, other),
            ]);
        }
    }
    let list = rating_list(&games);
    for row in &list.players {
        near(row.rating, if row.id < 6 { 1900.0 } else { 1700.0 });
    }
}

/// Somebody who played one opponent alone leads him by what his results come to, whatever that one did elsewhere.
fn lead_of_a_guest(results: &[Game]) -> f64 {
    let mut games = all_drew(1..11);
    games.extend([won(1, 2), won(3, 1), won(4, 1)]);
    games.extend(results);
    let list = rating_list(&games);
    rating(&list, 50) - rating(&list, 1)
}

#[test]
fn a_guest_leads_by_the_odds_of_his_results() {
    let (wins, loses) = (won(50, 1), game(0, 50, SecondWon, 1));
    let draws = drawn(1, 50);
    for (results, odds) in [
        (vec![draws], 1.0),
        (vec![wins, loses], 1.0),
        (vec![wins, wins, loses], 2.0),
        (vec![wins, loses, loses, loses], 1.0 / 3.0),
        (vec![wins, draws], 3.0),
        (vec![loses, draws, draws], 0.5),
        ([vec![wins; 500], vec![draws]].concat(), 1001.0),
    ] {
        near(lead_of_a_guest(&results), lead(odds));
    }
}

/// A new win against an old loss leads by the odds of their weights.
#[test]
fn results_weigh_by_their_age() {
    for (age, counts) in [
        (0, 150.0),
        (6, 150.0),
        (7, 100.0),
        (13, 100.0),
        (14, 60.0),
        (25, 60.0),
        (26, 30.0),
        (37, 30.0),
        (38, 1.0),
        (500, 1.0),
    ] {
        let results = [game(0, 50, FirstWon, 1), game(age, 1, FirstWon, 50)];
        near(lead_of_a_guest(&results), lead(150.0 / counts));
    }
}

/// Whoever plays much moves the mean much: nine draw with one whose other games make him count for more.
#[test]
fn the_mean_is_weighted_by_what_everybody_played() {
    let mut games = all_drew(1..11);
    // Two guests, the one of many new games and the other of few old ones.
    for _ in 0..30 {
        games.extend([won(50, 1), won(50, 1), won(1, 50)]);
    }
    games.extend([game(20, 51, FirstWon, 2), game(20, 2, FirstWon, 51)]);
    let list = rating_list(&games);
    let played = |id| match id {
        50 => 90.0 * 300.0,
        1 => 90.0 * 300.0 + 9.0 * 300.0,
        51 => 2.0 * 120.0,
        2 => 9.0 * 300.0 + 2.0 * 120.0,
        _ => 9.0 * 300.0,
    };
    let rows = || list.players.iter();
    let sum: f64 = rows().map(|row| row.rating * played(row.id)).sum();
    let all: f64 = rows().map(|row| played(row.id)).sum();
    near(sum / all, 1800.0);
    near(rating(&list, 50) - rating(&list, 1), lead(2.0));
    near(rating(&list, 51), rating(&list, 2));
    near(rating(&list, 1), rating(&list, 9));
}

/// Ours: one standard deviation by the player's own games, where a new game is one and an older one less.
#[test]
fn the_uncertainty_falls_with_the_root_of_the_games() {
    let of = |results: &[Game]| {
        let games = [all_drew(1..11), results.to_vec()].concat();
        player(&rating_list(&games), 50).uncertainty
    };
    let draws = |count, age| -> Vec<Game> {
        let draw = Game {
            month: game(age, 1, FirstWon, 2).month,
            ..drawn(50, 1)
        };
        vec![draw; count]
    };
    // A game between equals tells a quarter.
    near(of(&draws(1, 0)), POINTS_PER_UNIT * 2.0);
    near(of(&draws(4, 0)), POINTS_PER_UNIT);
    near(of(&draws(25, 6)), POINTS_PER_UNIT / 2.5);
    near(of(&draws(3, 7)), POINTS_PER_UNIT * 2_f64.sqrt());
    near(of(&draws(150, 40)), POINTS_PER_UNIT * 2.0);
}
