//! Results such as no players make: the list ends, and is right where it can be.

use outflank_rating_list::Outcome::{FirstWon, SecondWon};
use outflank_rating_list::{Game, SETTLED};
use proptest::prelude::*;

use super::support::{all_drew, before, drawn, game, lead, near, rating, rating_list, won};

/// A million games of two players, and a weight of many millions on one of them.
#[test]
fn a_million_games_of_two_players() {
    let mut games = all_drew(1..11);
    let old = game(38, 50, SecondWon, 1);
    games.push(old);
    games.extend(std::iter::repeat_n(won(50, 1), 1_000_000));
    let list = rating_list(&games);
    assert!(list.gradient <= SETTLED);
    let found = rating(&list, 50) - rating(&list, 1);
    // A whole old game against as many new ones.
    assert!((found - lead(150_000_000.0)).abs() < 0.01, "{found}");
    let found = list.players.iter().find(|row| row.id == 50).unwrap();
    assert_eq!(found.games, 1_000_001);
}

#[test]
fn numbers_of_every_size() {
    let ids = [
        0,
        1,
        2,
        1 << 16,
        1 << 31,
        u32::MAX - 4,
        u32::MAX - 3,
        u32::MAX - 2,
        u32::MAX - 1,
        u32::MAX,
    ];
    let mut games = Vec::new();
    for (at, one) in ids.iter().enumerate() {
        for other in &ids[at + 1..] {
            games.push(drawn(*other, *one));
        }
    }
    games.extend([won(0, u32::MAX), won(0, u32::MAX)]);
    let list = rating_list(&games);
    let found: Vec<u32> = list.players.iter().map(|row| row.id).collect();
    assert_eq!(found, ids);
    near(rating(&list, 0) + rating(&list, u32::MAX), 3600.0);
    assert!(rating(&list, 0) > 1800.0);
}

/// Each beats the next twice, and loses to him once.
fn chain(length: u32) -> Vec<Game> {
    (1..length)
        .flat_map(|player| {
            [
                won(player, player + 1),
                won(player, player + 1),
                won(player + 1, player),
            ]
        })
        .collect()
}

/// Each leads the next by the same: the ends are far apart.
#[test]
fn a_long_chain() {
    let length = 3_000;
    let list = rating_list(&chain(length));
    assert_eq!(list.players.len(), length as usize);
    assert!(list.gradient <= SETTLED, "{}", list.gradient);
    for pair in list.players.windows(2) {
        near(pair[0].rating - pair[1].rating, lead(2.0));
    }
}

/// As many steps as a chain is long would be too many: the list says that it is not settled.
#[test]
fn a_chain_that_is_too_long_ends_all_the_same() {
    let length = 100_000;
    let list = rating_list(&chain(length));
    assert_eq!(list.players.len(), length as usize);
    assert!(list.players.iter().all(|row| row.rating.is_finite()));
    let apart = list.players[0].rating - list.players[length as usize - 1].rating;
    let wanted = lead(2.0) * f64::from(length - 1);
    println!(
        "{apart:.0} points from end to end, not {wanted:.0}; gradient {:.1e}",
        list.gradient
    );
    assert!(list.gradient > SETTLED || (apart - wanted).abs() < 1.0);
}

#[test]
fn a_circle_of_many() {
    let length = 100_000;
    let games: Vec<Game> = (0..length)
        .map(|player| won(player, (player + 1) % length))
        .collect();
    let list = rating_list(&games);
    assert_eq!(list.players.len(), length as usize);
    list.players.iter().for_each(|row| near(row.rating, 1800.0));
}

/// Everything new went one way and one old draw the other, between two halves.
#[test]
fn two_halves_that_hardly_hang_together() {
    let mut games = [all_drew(0..20), all_drew(20..40)].concat();
    for one in 0..20 {
        for other in 20..40 {
            games.extend([won(one, other); 10]);
        }
    }
    let old = Game {
        month: before(300),
        ..drawn(3, 25)
    };
    games.push(old);
    let list = rating_list(&games);
    assert!(list.gradient <= SETTLED, "{}", list.gradient);
    let apart = rating(&list, 0) - rating(&list, 39);
    // 4,000 new games were won, and half a point of an old one was not.
    let odds = 4_000.0 * 300.0 + 1.0;
    assert!(
        (apart - lead(odds)).abs() < 1.0,
        "{apart}, not {}",
        lead(odds)
    );
}

/// Everybody won everything of everybody below, and the last of the first: one component, by a single game.
#[test]
fn an_order_with_one_upset() {
    let mut games = Vec::new();
    for one in 0..60 {
        for other in one + 1..60 {
            games.extend([won(one, other); 3]);
        }
    }
    games.push(game(200, 59, FirstWon, 0));
    let list = rating_list(&games);
    assert_eq!(list.players.len(), 60);
    assert!(
        list.players
            .is_sorted_by(|one, other| one.rating >= other.rating - 1e-6)
    );
    assert!(list.gradient <= SETTLED, "{}", list.gradient);
}

proptest! {
    #![proptest_config(crate::property::cases(64))]

    /// Few players and results of every weight: ill-conditioned more often than not.
    #[test]
    fn whatever_results_there_are(
        rows in proptest::collection::vec((0_u32..16, 0_u32..16, 0_u32..900, 1_usize..2_000), 0..80),
    ) {
        let mut games = Vec::new();
        for (one, other, age, times) in rows {
            games.extend(std::iter::repeat_n(game(age, one, FirstWon, other), times));
        }
        let list = rating_list(&games);
        prop_assert!(list.players.iter().all(|row| row.rating.is_finite() && row.uncertainty.is_finite()));
        prop_assert!(list.gradient <= SETTLED, "{}", list.gradient);
    }
}
