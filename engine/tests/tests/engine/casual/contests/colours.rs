//! Who has which colour in the games of contests.

use std::collections::BTreeSet;

use outflank_casual::{Bookings, Entrant, Seek, Standing, Terms, UNBOUNDED_AFTER_MS, Variant};

use super::{
    ARENA,
    matching::{of_arena, of_ladder, with_points},
};
use crate::casual::support::{NOON_MS, minutes, rated, seek};

/// Whoever has had black so much more often than white.
fn with_blacks(black_over_white: i64, rating: i64) -> Standing {
    let entrant = Entrant {
        black_over_white,
        ..Entrant::default()
    };
    rated(rating).of_entrant(&entrant, Some(&ARENA))
}

#[test]
fn white_is_for_who_has_had_black_more_often() {
    let plain = ["a", "b"].map(|account| seek(account, 30_000));
    let arena = ["a", "b"].map(|account| of_arena(account, 30_000));
    let ladder = [of_ladder("a", "b"), of_ladder("b", "a")];
    let whites = |seeks: &[Seek], (of_a, of_b): (i64, i64)| -> BTreeSet<String> {
        let standing =
            |seek: &Seek| with_blacks(if seek.account == "a" { of_a } else { of_b }, 1_500);
        let white = |seed| {
            let made = Bookings::default().match_seeks(seeks, standing, (seed, NOON_MS));
            made[0].players.white.account.clone()
        };
        (0..32).map(white).collect()
    };
    let names = |names: &[&str]| -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    };
    for (blacks, of_contest) in [
        ((1, 0), names(&["a"])),
        ((-1, 0), names(&["b"])),
        ((3, 4), names(&["b"])),
        ((-2, -3), names(&["a"])),
        ((i64::MIN, i64::MAX), names(&["b"])),
        ((2, 2), names(&["a", "b"])),
    ] {
        assert_eq!(whites(&arena, blacks), of_contest, "{blacks:?}");
        assert_eq!(whites(&ladder, blacks), of_contest, "{blacks:?}");
        // Where no contest is sought the lot falls either way.
        assert_eq!(whites(&plain, blacks), names(&["a", "b"]), "{blacks:?}");
    }
}

#[test]
fn in_contests_as_well_corners_go_to_the_weaker_by_the_ratings() {
    let terms = Terms {
        variant: Variant::OthelloTwoCorners,
        ..minutes(5)
    };
    let arena = ["a", "b"].map(|account| of_arena(account, UNBOUNDED_AFTER_MS));
    let ladder = [of_ladder("a", "b"), of_ladder("b", "a")];
    for (a, b, expected) in [
        // The weaker has had black more often, or has won more points.
        (with_blacks(5, 1_400), with_blacks(0, 1_800), "a"),
        (with_points(9, 1_400), with_points(0, 1_800), "a"),
        (with_points(9, 1_800), with_points(0, 1_400), "b"),
        (with_points(0, 1_501), with_points(9, 1_500), "b"),
        // Of equals, whoever has had it less often.
        (with_blacks(5, 1_500), with_blacks(0, 1_500), "b"),
        (with_blacks(0, 1_500), with_blacks(5, 1_500), "a"),
    ] {
        for seeks in [&arena, &ladder] {
            let seeks = seeks.clone().map(|seek| Seek { terms, ..seek });
            let standing = |seek: &Seek| if seek.account == "a" { a } else { b };
            for seed in 0..4 {
                let made = Bookings::default().match_seeks(&seeks, standing, (seed, NOON_MS));
                let black = &made[0].players.black.account;
                assert_eq!(black, expected, "{a:?} {b:?}");
            }
        }
    }
}
