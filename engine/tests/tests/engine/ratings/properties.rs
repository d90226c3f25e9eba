//! What holds of every list, on drawn results.

use outflank_rating_list::{Game, Outcome, RatingList, SETTLED};
use proptest::prelude::*;

use super::model::{Line, Model, judge};
use super::support::{NOW, before, month, rating_list};

fn result() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        5 => Just(Outcome::FirstWon),
        1 => Just(Outcome::Drawn),
        4 => Just(Outcome::SecondWon),
    ]
}

/// Games of a few dozen players, few enough that components of every size come about.
fn games() -> impl Strategy<Value = Vec<Game>> {
    (2_u32..48, 0_usize..240).prop_flat_map(|(players, most)| {
        let game = (0..players, 0..players, 0_u32..60, result());
        proptest::collection::vec(game, 0..=most).prop_map(|rows| {
            let rows = rows.into_iter();
            rows.map(|(first, second, age, outcome)| Game {
                month: before(age),
                first,
                second,
                outcome,
            })
            .collect()
        })
    })
}

fn line(game: &Game) -> Line {
    let ago = month(NOW).since(game.month).unwrap();
    let months = i64::from(NOW.0) * 12 + i64::from(NOW.1) - 1 - i64::from(ago);
    Line {
        year: months / 12,
        month: months % 12 + 1,
        first: game.first,
        second: game.second,
        first_halves: match game.outcome {
            Outcome::FirstWon => 2,
            Outcome::Drawn => 1,
            Outcome::SecondWon => 0,
        },
    }
}

fn with_ids(games: &[Game], id: impl Fn(u32) -> u32) -> Vec<Game> {
    let games = games.iter();
    games
        .map(|game| Game {
            first: id(game.first),
            second: id(game.second),
            ..*game
        })
        .collect()
}

fn turned(game: &Game) -> Game {
    Game {
        first: game.second,
        second: game.first,
        outcome: match game.outcome {
            Outcome::FirstWon => Outcome::SecondWon,
            Outcome::Drawn => Outcome::Drawn,
            Outcome::SecondWon => Outcome::FirstWon,
        },
        ..*game
    }
}

fn ratings(list: &RatingList) -> Vec<f64> {
    list.players.iter().map(|row| row.rating).collect()
}

fn near(one: &[f64], other: &[f64]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(one, other)| (one - other).abs() < 1e-4)
}

/// Who reaches whom by wins and draws, in every number of steps.
fn reaches(games: &[Game]) -> Vec<Vec<bool>> {
    let players = games
        .iter()
        .map(|game| game.first.max(game.second) as usize + 1);
    let players = players.max().unwrap_or(0);
    let mut reaches = vec![vec![false; players]; players];
    for game in games {
        let (first, second) = (game.first as usize, game.second as usize);
        reaches[first][second] |= game.outcome != Outcome::SecondWon;
        reaches[second][first] |= game.outcome != Outcome::FirstWon;
    }
    for over in 0..players {
        for from in 0..players {
            for to in 0..players {
                reaches[from][to] |= reaches[from][over] && reaches[over][to];
            }
        }
    }
    reaches
}

proptest! {
    #![proptest_config(crate::property::cases(256))]

    #[test]
    fn it_is_the_top_of_the_likelihood_with_the_mean_1800(games in games()) {
        let lines: Vec<Line> = games.iter().map(line).collect();
        let model = Model::of(&lines, i64::from(NOW.0), i64::from(NOW.1));
        let list = rating_list(&games);
        let worst = judge(&model, &list);
        prop_assert!(worst <= SETTLED, "{worst}");
        prop_assert!(list.gradient <= SETTLED);
    }

    #[test]
    fn rated_is_who_is_reached_from_and_reaches_ten(games in games()) {
        let reaches = reaches(&games);
        let list = rating_list(&games);
        let of = |id: u32| list.players.iter().find(|row| row.id == id).map(|row| row.component);
        let sizes = |id: usize| (0..reaches.len()).filter(|to| *to == id || reaches[id][*to] && reaches[*to][id]).count();
        for (one, row) in (0..).zip(&reaches) {
            prop_assert_eq!(of(one).is_some(), sizes(one as usize) >= 10);
            for (other, there) in (0..).zip(row) {
                let same = one == other || *there && reaches[other as usize][one as usize];
                if let (Some(one), Some(other)) = (of(one), of(other)) {
                    prop_assert_eq!(one == other, same);
                }
            }
        }
    }

    /// To the last bit.
    #[test]
    fn neither_order_nor_side_nor_a_shift_of_numbers_says_anything(
        (games, mixed) in games().prop_flat_map(|games| (Just(games.clone()), Just(games).prop_shuffle())),
        shift in 0..u32::MAX - 100,
    ) {
        let list = rating_list(&games);
        prop_assert_eq!(&rating_list(&mixed), &list);
        let turned: Vec<Game> = games.iter().map(turned).collect();
        prop_assert_eq!(&rating_list(&turned), &list);
        let mut back = rating_list(&with_ids(&games, |id| id + shift));
        back.players.iter_mut().for_each(|row| row.id -= shift);
        prop_assert_eq!(&back, &list);
    }

    /// To a ten-thousandth of a point: sums are taken in another order.
    #[test]
    fn neither_numbers_nor_how_often_all_was_played_say_anything(games in games()) {
        let list = rating_list(&games);
        let mut other = rating_list(&with_ids(&games, |id| 1_000 - id));
        other.players.reverse();
        prop_assert!(near(&ratings(&other), &ratings(&list)));
        let twice = [games.clone(), games].concat();
        prop_assert!(near(&ratings(&rating_list(&twice)), &ratings(&list)));
    }

    /// Results as they are, and the same with winners and losers changed: the mirror image.
    #[test]
    fn who_wins_what_others_lose_stands_as_high_as_they_stood_low(games in games()) {
        let upside_down: Vec<Game> = games.iter().map(|game| Game { outcome: turned(game).outcome, ..*game }).collect();
        let list = ratings(&rating_list(&games));
        let mirrored: Vec<f64> = ratings(&rating_list(&upside_down)).iter().map(|points| 3600.0 - points).collect();
        prop_assert!(near(&mirrored, &list));
    }

    /// One more win never lowers the winner against the loser.
    #[test]
    fn a_win_raises_the_winner(games in games(), (one, other) in (0_u32..48, 0_u32..48)) {
        let apart = |list: &RatingList| {
            let of = |id| list.players.iter().find(|row| row.id == id);
            let (one, other) = (of(one)?, of(other)?);
            (one.component == other.component).then_some(one.rating - other.rating)
        };
        let before = apart(&rating_list(&games));
        let more = [games, vec![super::support::won(one, other)]].concat();
        let after = apart(&rating_list(&more));
        if let (Some(before), Some(after)) = (before, after) {
            prop_assert!(one == other || after > before - 1e-4, "{before} {after}");
        }
    }
}
