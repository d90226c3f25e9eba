//! Live ratings.

use outflank_casual::{LiveRating, PERIOD_MS, SETTLED_DEVIATION, rated};
use outflank_othello::{Color, PerColor};
use proptest::prelude::*;

use super::support::NOON_MS;

fn rating(rating: i64, deviation: i64) -> LiveRating {
    LiveRating {
        rating,
        deviation,
        games: 1,
        at_ms: NOON_MS,
        ..LiveRating::default()
    }
}

/// The first game of Glickman's example, "Example of the Glicko-2 system" (2013): 1500/200 beats 1400/30, each taken as a
/// period of its own.
#[test]
fn a_game_moves_ratings_as_glickman_reckons() {
    let before = PerColor::new(rating(150_000, 20_000), rating(140_000, 4_500));
    let after = rated(before, Some(Color::Black), NOON_MS);
    // By hand: g = 0.9876, E = 0.6373, v = 4.436; the rating rises by about 64 points, the deviation falls to about 178.
    assert!(
        (156_000..157_000).contains(&after.black.rating),
        "{after:?}"
    );
    assert!(
        (17_000..18_500).contains(&after.black.deviation),
        "{after:?}"
    );
    assert!(after.white.rating < before.white.rating);
    assert_eq!((after.black.games, after.black.at_ms), (2, NOON_MS));
}

#[test]
fn who_does_not_play_is_less_sure_with_time_and_never_less_than_nothing() {
    let settled = rating(150_000, 5_000);
    assert!(!settled.is_provisional(NOON_MS));
    assert_eq!(settled.at(NOON_MS + PERIOD_MS - 1), settled);
    let later = settled.at(NOON_MS + 10 * PERIOD_MS);
    assert!(later.deviation > settled.deviation && later.rating == settled.rating);
    let forgotten = settled.at(i64::MAX);
    assert!(forgotten.deviation <= LiveRating::default().deviation);
    assert!(forgotten.deviation > SETTLED_DEVIATION);
    assert!(LiveRating::default().is_provisional(NOON_MS));
    // Clocks may go back.
    assert_eq!(settled.at(0), settled);
}

#[test]
fn a_draw_of_equals_changes_nothing_but_how_sure_it_is() {
    let before = PerColor::new(rating(150_000, 20_000), rating(150_000, 20_000));
    let after = rated(before, None, NOON_MS);
    assert_eq!((after.black.rating, after.white.rating), (150_000, 150_000));
    assert!(after.black.deviation < 20_000);
}

fn any_rating() -> impl Strategy<Value = LiveRating> {
    (
        any::<i64>(),
        any::<i64>(),
        any::<i64>(),
        any::<u32>(),
        any::<i64>(),
    )
        .prop_map(|(rating, deviation, volatility, games, at_ms)| LiveRating {
            rating: 10_000 + rating.rem_euclid(390_001),
            deviation: 4_500 + deviation.rem_euclid(30_501),
            volatility: 10_000 + volatility.rem_euclid(90_001),
            games,
            at_ms,
        })
}

proptest! {
    #![proptest_config(crate::property::cases(200))]

    #[test]
    fn ratings_stay_within_their_bounds_and_winning_never_lowers_one(
        black in any_rating(),
        white in any_rating(),
        at_ms: i64,
    ) {
        let before = PerColor::new(black, white);
        for winner in [Some(Color::Black), Some(Color::White), None] {
            let after = rated(before, winner, at_ms);
            for color in Color::BOTH {
                let (was, is) = (before.get(color), after.get(color));
                prop_assert!((10_000..=400_000).contains(&is.rating));
                prop_assert!((4_500..=35_000).contains(&is.deviation));
                prop_assert!((10_000..=100_000).contains(&is.volatility));
                if winner == Some(color) {
                    prop_assert!(is.rating >= was.rating);
                } else if winner.is_some() {
                    prop_assert!(is.rating <= was.rating);
                }
            }
            prop_assert_eq!(rated(before, winner, at_ms), after);
        }
    }
}
