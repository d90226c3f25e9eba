//! Which seeks of contests become games.

use std::collections::BTreeSet;

use outflank_casual::{
    Apart, ArenaRules, Booking, Bookings, Entrant, MOST_POINTS, Seek, Seeker, SoughtChallenge,
    SoughtIn, Standing, UNBOUNDED_AFTER_MS, fit,
};
use outflank_othello::PerColor;
use proptest::prelude::*;

use super::ARENA;
use crate::casual::support::{NOON_MS, minutes, pairs, program_seek, rated, same, seek};

/// The same seek, of a game of that contest; on a ladder of the challenge with that opponent, made then.
fn within(seek: Seek, contest: &str, challenge: Option<(&str, i64)>) -> Seek {
    let challenge = challenge.map(|(opponent, at_ms)| SoughtChallenge {
        opponent: opponent.to_owned(),
        at_ms,
    });
    Seek {
        contest: Some(SoughtIn {
            id: contest.to_owned(),
            challenge,
        }),
        ..seek
    }
}

pub(super) fn of_arena(account: &str, waited_ms: i64) -> Seek {
    within(seek(account, waited_ms), "arena", None)
}

pub(super) fn of_ladder(account: &str, opponent: &str) -> Seek {
    within(seek(account, 0), "ladder", Some((opponent, NOON_MS)))
}

/// When its challenge was made, where it is of one.
fn challenged_at(seek: &Seek) -> Option<i64> {
    let within = seek.contest.as_ref()?;
    within.challenge.as_ref().map(|challenge| challenge.at_ms)
}

/// Whoever has so many points of an arena, and that rating.
pub(super) fn with_points(points: u32, rating: i64) -> Standing {
    where_a_win_brings(ARENA.win, (points, rating))
}

/// The same of an arena with so many points for a win.
fn where_a_win_brings(win: u8, (points, rating): (u32, i64)) -> Standing {
    let entrant = Entrant {
        points,
        ..Entrant::default()
    };
    rated(rating).of_entrant(&entrant, Some(&ArenaRules { win, ..ARENA }))
}

/// Whether two seeks fit, the one way and the other.
fn both_fit((one, a): (&Seek, Standing), (other, b): (&Seek, Standing), met: u32) -> bool {
    let one = Seeker {
        seek: one,
        standing: a,
    };
    let other = Seeker {
        seek: other,
        standing: b,
    };
    let fits = fit(&one, &other, met, NOON_MS);
    assert_eq!(fit(&other, &one, met, NOON_MS), fits, "{one:?} {other:?}");
    fits
}

/// A seek of that account which has waited so long, ms.
type Seeks = fn(&str, i64) -> Seek;

#[test]
fn in_an_arena_those_near_in_points_meet_first_whatever_their_ratings() {
    let long = UNBOUNDED_AFTER_MS;
    for (apart, waited_ms, expected) in [
        (0, 0, true),
        (3, 0, true),
        (4, 0, false),
        (4, 1_999, false),
        (4, 2_000, true),
        (40, long - 1, false),
        (40, long, true),
        (u32::MAX - 10, long - 1, false),
        (u32::MAX - 10, long, true),
    ] {
        let (a, b) = (of_arena("a", waited_ms), of_arena("b", waited_ms));
        let (low, high) = (with_points(10, 2_900), with_points(10 + apart, 800));
        let fits = both_fit((&a, low), (&b, high), 0);
        assert_eq!(fits, expected, "{apart} points, {waited_ms} ms");
    }
    let seeks = ["a", "b", "c", "d"].map(|account| of_arena(account, 3_000));
    let points = |seek: &Seek| {
        let points = match seek.account.as_str() {
            "a" | "c" => 2,
            _ => 12,
        };
        with_points(points, 1_500)
    };
    let made = Bookings::default().match_seeks(&seeks, points, (1, NOON_MS));
    assert_eq!(named(&made), ["ac", "bd"]);
}

#[test]
fn how_near_two_are_in_an_arena_follows_from_wins_whatever_a_win_brings() {
    for (win, apart, expected) in [
        (1, 1, true),
        (1, 2, false),
        (2, 3, true),
        (2, 4, false),
        (3, 4, true),
        (3, 5, false),
        (MOST_POINTS, 15, true),
        (MOST_POINTS, 16, false),
        // Nobody founds such a one.
        (0, 1, true),
        (0, 2, false),
    ] {
        let (a, b) = (of_arena("a", 0), of_arena("b", 0));
        let low = where_a_win_brings(win, (10, 2_900));
        let high = where_a_win_brings(win, (10 + apart, 800));
        let fits = both_fit((&a, low), (&b, high), 0);
        assert_eq!(fits, expected, "{apart} points, {win} for a win");
    }
}

fn named(bookings: &[Booking]) -> Vec<String> {
    let of = pairs(bookings).into_iter();
    of.map(|(one, other)| one + &other).collect()
}

#[test]
fn two_who_have_just_met_in_an_arena_wait_before_they_meet_again() {
    let standing = with_points(4, 1_500);
    for (met, waited_ms, expected) in [
        (0, 0, true),
        (1, 4_999, false),
        (1, 5_000, true),
        (3, 14_999, false),
        (3, 15_000, true),
        (100, 60_000, true),
    ] {
        let (a, b) = (of_arena("a", waited_ms), of_arena("b", waited_ms));
        let fits = both_fit((&a, standing), (&b, standing), met);
        assert_eq!(fits, expected, "{met} games, {waited_ms} ms");
    }
}

/// What it is about, two seeks, and whether they fit.
type Case<'a> = (&'a str, Seek, Seek, bool);

#[test]
fn who_seeks_in_a_contest_meets_those_alone_who_seek_the_same() {
    let long = UNBOUNDED_AFTER_MS;
    let other_terms = Seek {
        terms: minutes(3),
        ..of_arena("b", long)
    };
    let program = |account: &str, operator: &str| {
        within(program_seek(account, operator, long), "arena", None)
    };
    let of_challenge = Some(("a", NOON_MS));
    let own = within(program_seek("p", "a", 0), "ladder", of_challenge);
    let earlier = Some(("a", NOON_MS - 60_000));
    let table: [Case<'_>; 13] = [
        ("one arena", of_arena("a", long), of_arena("b", long), true),
        (
            "another arena",
            of_arena("a", long),
            within(seek("b", long), "other", None),
            false,
        ),
        ("no contest", of_arena("a", long), seek("b", long), false),
        ("other terms", of_arena("a", long), other_terms, false),
        (
            "his own program",
            of_arena("a", long),
            program("p", "a"),
            false,
        ),
        (
            "another's program",
            of_arena("a", long),
            program("p", "b"),
            true,
        ),
        (
            "programs of one person",
            program("p", "a"),
            program("q", "a"),
            false,
        ),
        (
            "a challenge",
            of_ladder("a", "b"),
            of_ladder("b", "a"),
            true,
        ),
        (
            "two challenges",
            of_ladder("a", "b"),
            of_ladder("b", "c"),
            false,
        ),
        (
            "a challenge of another ladder",
            of_ladder("a", "b"),
            within(seek("b", long), "other", of_challenge),
            false,
        ),
        (
            "one that the two had earlier",
            of_ladder("a", "b"),
            within(seek("b", long), "ladder", earlier),
            false,
        ),
        (
            "who seeks nobody of the ladder",
            of_ladder("a", "b"),
            within(seek("b", long), "ladder", None),
            false,
        ),
        (
            "a challenge of his own program",
            of_ladder("a", "p"),
            own,
            false,
        ),
    ];
    for (what, one, other, expected) in &table {
        let standing = with_points(0, 1_500);
        let fits = both_fit((one, standing), (other, standing), 0);
        assert_eq!(fits, *expected, "{what}");
        let made = Bookings::default().match_seeks(
            &[one.clone(), other.clone()],
            |_| standing,
            (1, NOON_MS),
        );
        assert_eq!(made.len(), usize::from(*expected), "{what}");
        for booking in made {
            assert_eq!(booking.contest_id(), one.contest(), "{what}");
            let of = booking.contest.unwrap();
            assert_eq!(of.challenged_at_ms, challenged_at(one), "{what}");
        }
    }
}

#[test]
fn blocks_hold_in_no_contest() {
    let plain = ["a", "b"].map(|account| seek(account, UNBOUNDED_AFTER_MS));
    let arena = ["a", "b"].map(|account| of_arena(account, UNBOUNDED_AFTER_MS));
    let ladder = [of_ladder("a", "b"), of_ladder("b", "a")];
    for (one, other) in [("a", "b"), ("b", "a")] {
        let apart: Apart = [(one.to_owned(), other.to_owned())].into_iter().collect();
        for (seeks, expected) in [(&plain, 0), (&arena, 1), (&ladder, 1)] {
            let draw = (1, NOON_MS);
            let made = Bookings::default().match_seeks_but(seeks, same, &apart, draw);
            assert_eq!(made.len(), expected, "{one} blocks {other}: {seeks:?}");
        }
    }
    // Nobody chooses whom he meets there: of three it is who comes first.
    let apart: Apart = [("a".to_owned(), "b".to_owned())].into_iter().collect();
    let table: [(Seeks, &str); 2] = [(of_arena, "ab"), (seek, "ac")];
    for (waiting, expected) in table {
        let seeks = ["a", "b", "c"].map(|account| waiting(account, 0));
        let made = Bookings::default().match_seeks_but(&seeks, same, &apart, (1, NOON_MS));
        assert_eq!(named(&made), [expected]);
    }
}

#[test]
fn a_challenge_is_played_however_strong_and_however_often() {
    let (a, b) = (of_ladder("a", "b"), of_ladder("b", "a"));
    let (weak, strong) = (with_points(0, 800), with_points(0, 2_900));
    assert!(both_fit((&a, weak), (&b, strong), 1_000));
    let seeks = [a, of_ladder("c", "d"), b, of_ladder("d", "c")];
    let made = Bookings::default().match_seeks(&seeks, same, (1, NOON_MS));
    assert_eq!(named(&made), ["ab", "cd"]);
}

/// A seek of no contest, of one of two arenas, or of a challenge of a ladder.
fn any_seek() -> impl Strategy<Value = Seek> {
    let account = |number: u8| format!("account {number}");
    (0..24_u8, 0..4_u8, (0..24_u8, 0..2_i64), 0..30_000_i64).prop_map(
        move |(number, contest, (opponent, made), waited_ms)| {
            let plain = seek(&account(number), waited_ms);
            match contest {
                0 => plain,
                1 => within(plain, "one", None),
                2 => within(plain, "two", None),
                _ => within(
                    plain,
                    "ladder",
                    Some((account(opponent).as_str(), NOON_MS + made)),
                ),
            }
        },
    )
}

/// Points and colours of each account, the same in every contest.
fn standing(seek: &Seek) -> Standing {
    let number: u32 = seek.account.rsplit(' ').next().unwrap().parse().unwrap();
    let entrant = Entrant {
        points: number * 7 % 40,
        black_over_white: i64::from(number % 5) - 2,
        ..Entrant::default()
    };
    rated(1_500).of_entrant(&entrant, Some(&ARENA))
}

proptest! {
    #![proptest_config(crate::property::cases(200))]

    #[test]
    fn no_game_mixes_contests_and_no_two_that_fit_are_left(
        seeks in prop::collection::vec(any_seek(), 0..60),
        seed: u64,
    ) {
        let seeks: Vec<Seek> = seeks
            .into_iter()
            .enumerate()
            .map(|(number, seek)| Seek { id: number.to_string(), ..seek })
            .collect();
        let made = Bookings::default().match_seeks(&seeks, standing, (seed, NOON_MS));
        let mut placed = BTreeSet::new();
        for booking in &made {
            let PerColor { black, white } = &booking.players;
            let found = [black, white].map(|player| {
                seeks.iter().find(|seek| Some(&seek.id) == player.seek.as_ref()).unwrap()
            });
            for own in found {
                prop_assert!(placed.insert(own.account.clone()), "{} twice", own.account);
                prop_assert_eq!(own.contest(), booking.contest_id());
                let of = booking.contest.as_ref();
                prop_assert_eq!(challenged_at(own), of.and_then(|of| of.challenged_at_ms));
            }
            let opponents = found.map(|own| {
                let challenge = own.contest.as_ref().and_then(|of| of.challenge.as_ref());
                challenge.map(|challenge| &challenge.opponent)
            });
            let named = opponents == [Some(&white.account), Some(&black.account)];
            prop_assert!(named || opponents == [None, None], "{opponents:?}");
            let blacks = found.map(|own| standing(own).black_over_white);
            prop_assert!(booking.contest.is_none() || blacks[0] <= blacks[1], "{blacks:?}");
        }
        let left: Vec<&Seek> = seeks.iter().filter(|seek| !placed.contains(&seek.account)).collect();
        for &one in &left {
            for &other in &left {
                let fits = both_fit((one, standing(one)), (other, standing(other)), 0);
                prop_assert!(!fits, "{one:?} {other:?}");
            }
        }
    }
}
