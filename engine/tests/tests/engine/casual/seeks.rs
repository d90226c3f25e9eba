//! Which seeks become games.

use std::collections::BTreeSet;

use outflank_casual::{
    Apart, Bookings, LONGEST_SEEK_MS, Seek, Seeker, Standing, Terms, UNBOUNDED_AFTER_MS, Variant,
    fit,
};
use outflank_othello::{Color, PerColor};
use proptest::prelude::*;

use super::support::{NOON_MS, Stream, minutes, pairs, program_seek, rated, same, seek};

fn at(points: i64) -> impl Fn(&Seek) -> Seeker<'_> {
    move |seek| Seeker {
        seek,
        standing: rated(points),
    }
}

/// What it is about, two seeks, the ratings of who seeks, how often they met, and whether they fit.
type Case<'a> = (&'a str, Seek, Seek, (i64, i64), u32, bool);

/// Two seeks, the ratings of who seeks, how often they met, and whether they fit at noon.
#[test]
fn two_fit_as_their_wishes_and_their_waiting_say() {
    let plain = |account: &str| seek(account, 0);
    let of = |account: &str, change: &dyn Fn(&mut Seek)| {
        let mut changed = plain(account);
        change(&mut changed);
        changed
    };
    let black = |seek: &mut Seek| seek.color = Some(Color::Black);
    let white = |seek: &mut Seek| seek.color = Some(Color::White);
    let program =
        |account: &str, operator: &str| super::support::program_seek(account, operator, 0);
    let table: [Case<'_>; 21] = [
        (
            "as they come",
            plain("a"),
            plain("b"),
            (1_500, 1_500),
            0,
            true,
        ),
        (
            "nobody plays himself",
            plain("a"),
            plain("a"),
            (1_500, 1_500),
            0,
            false,
        ),
        (
            "nobody plays his own program",
            plain("a"),
            program("p", "a"),
            (1_500, 1_500),
            0,
            false,
        ),
        (
            "nor do two of his programs play each other",
            program("p", "a"),
            program("q", "a"),
            (1_500, 1_500),
            0,
            false,
        ),
        (
            "programs of two people",
            program("p", "a"),
            program("q", "b"),
            (1_500, 1_500),
            0,
            true,
        ),
        (
            "another's program",
            plain("b"),
            program("p", "a"),
            (1_500, 1_500),
            0,
            true,
        ),
        (
            "another time",
            plain("a"),
            of("b", &|seek| seek.terms = minutes(3)),
            (1_500, 1_500),
            0,
            false,
        ),
        (
            "another variant",
            plain("a"),
            of("b", &|seek| seek.terms.variant = Variant::AntiReversi),
            (1_500, 1_500),
            0,
            false,
        ),
        (
            "both want black",
            of("a", &black),
            of("b", &black),
            (1_500, 1_500),
            0,
            false,
        ),
        (
            "both want white",
            of("a", &white),
            of("b", &white),
            (1_500, 1_500),
            0,
            false,
        ),
        (
            "a colour each",
            of("a", &black),
            of("b", &white),
            (1_500, 1_500),
            0,
            true,
        ),
        (
            "one does not mind",
            of("a", &black),
            plain("b"),
            (1_500, 1_500),
            0,
            true,
        ),
        (
            "150 points apart",
            plain("a"),
            plain("b"),
            (1_500, 1_650),
            0,
            true,
        ),
        (
            "151 points apart",
            plain("a"),
            plain("b"),
            (1_500, 1_651),
            0,
            false,
        ),
        (
            "both have waited for that",
            seek("a", 1_000),
            seek("b", 1_000),
            (1_500, 1_675),
            0,
            true,
        ),
        (
            "one has not",
            seek("a", 1_000),
            seek("b", 999),
            (1_500, 1_675),
            0,
            false,
        ),
        (
            "after long anybody will do",
            seek("a", UNBOUNDED_AFTER_MS),
            seek("b", UNBOUNDED_AFTER_MS),
            (800, 2_900),
            0,
            true,
        ),
        (
            "what is wanted is wanted however long",
            of("a", &|seek| {
                (seek.lowest, seek.since_ms) = (Some(1_800), NOON_MS - UNBOUNDED_AFTER_MS)
            }),
            seek("b", UNBOUNDED_AFTER_MS),
            (1_900, 1_799),
            0,
            false,
        ),
        (
            "a bound of one's own widens nothing and narrows nothing",
            of("a", &|seek| {
                (seek.lowest, seek.highest) = (Some(1_400), Some(1_900))
            }),
            of("b", &|seek| seek.lowest = Some(1_000)),
            (1_100, 1_900),
            0,
            true,
        ),
        (
            "they have just met",
            seek("a", 4_999),
            seek("b", 9_000),
            (1_500, 1_500),
            1,
            false,
        ),
        (
            "they met, and both waited",
            seek("a", 5_000),
            seek("b", 9_000),
            (1_500, 1_500),
            1,
            true,
        ),
    ];
    for (what, one, other, (a, b), met, fits) in &table {
        let (one, other) = (at(*a)(one), at(*b)(other));
        assert_eq!(fit(&one, &other, *met, NOON_MS), *fits, "{what}");
        assert_eq!(
            fit(&other, &one, *met, NOON_MS),
            *fits,
            "{what}, the other way round"
        );
    }
}

#[test]
fn the_same_two_never_wait_longer_than_a_minute_to_meet_again() {
    let (a, b) = (seek("a", 60_000), seek("b", 60_000));
    assert!(fit(&at(1_500)(&a), &at(1_500)(&b), 1_000, NOON_MS));
}

#[test]
fn the_oldest_comes_first_with_the_oldest_that_fits() {
    let stream = Stream::default();
    let seeks = [
        seek("d", 100),
        seek("a", 400),
        seek("c", 200),
        seek("b", 300),
        seek("e", 50),
    ];
    let made = stream.state.match_seeks(&seeks, same, (7, NOON_MS));
    let expected = [("a", "b"), ("c", "d")].map(|(one, other)| (one.to_owned(), other.to_owned()));
    assert_eq!(pairs(&made), expected);
    let ids: BTreeSet<_> = made
        .iter()
        .flat_map(|booking| [&booking.players.black.seek, &booking.players.white.seek])
        .collect();
    assert_eq!(ids.len(), 4);
}

#[test]
fn wishes_for_colours_are_kept_and_lots_are_drawn_by_the_seed() {
    let stream = Stream::default();
    let mut wants_white = seek("a", 10);
    wants_white.color = Some(Color::White);
    let made = stream
        .state
        .match_seeks(&[wants_white, seek("b", 20)], same, (1, NOON_MS));
    assert_eq!(made[0].players.white.account, "a");
    let black = |seed| {
        let made = stream
            .state
            .match_seeks(&[seek("a", 10), seek("b", 20)], same, (seed, NOON_MS));
        made[0].players.black.account.clone()
    };
    let drawn: Vec<String> = (0..64).map(black).collect();
    assert!(drawn.iter().filter(|account| *account == "a").count() >= 16);
    assert!(drawn.iter().filter(|account| *account == "b").count() >= 16);
    assert_eq!(drawn, (0..64).map(black).collect::<Vec<_>>());
}

#[test]
fn who_is_booked_or_was_when_the_seek_began_is_not_matched() {
    let mut stream = Stream::default();
    let first = stream
        .state
        .match_seeks(&[seek("a", 10), seek("b", 10)], same, (1, NOON_MS));
    let at = stream.book(NOON_MS, first)[0];
    let seeks = [seek("a", 5), seek("c", 5)];
    assert!(
        stream
            .state
            .match_seeks(&seeks, same, (2, NOON_MS + 1_000))
            .is_empty()
    );
    let over = outflank_casual::Released {
        booked_at: at,
        outcome: None,
        ratings: None,
        by_key: PerColor::default(),
    };
    let freed_ms = NOON_MS + 60_000;
    stream.append(freed_ms, &outflank_casual::Event::Freed(over));
    // A seek from before the game was over is the one that it ended.
    let seeks = [seek("a", 5), seek("c", 5)];
    let now_ms = freed_ms + 30_000;
    assert!(
        stream
            .state
            .match_seeks(&seeks, same, (3, now_ms))
            .is_empty()
    );
    let again = Seek {
        since_ms: freed_ms + 1,
        ..seek("a", 0)
    };
    let made = stream
        .state
        .match_seeks(&[again, seek("c", 5)], same, (3, now_ms));
    assert_eq!(pairs(&made), [("a".to_owned(), "c".to_owned())]);
}

#[test]
fn a_seek_ends_after_an_hour_and_one_that_breaks_the_rules_never_stands() {
    let stream = Stream::default();
    let old = [seek("a", LONGEST_SEEK_MS), seek("b", 0)];
    assert!(
        stream
            .state
            .match_seeks(&old, same, (1, NOON_MS))
            .is_empty()
    );
    let endless = |account: &str| Seek {
        terms: Terms {
            main_ms: i64::MAX,
            ..minutes(5)
        },
        ..seek(account, 0)
    };
    let made = stream
        .state
        .match_seeks(&[endless("a"), endless("b")], same, (1, NOON_MS));
    assert!(made.is_empty());
}

#[test]
fn whom_a_person_has_blocked_meets_none_of_his_programs_either() {
    let stream = Stream::default();
    let met = |blocks: &[(&str, &str)], one: Seek, other: Seek| {
        let blocks = blocks.iter();
        let apart: Apart = blocks
            .map(|(one, other)| ((*one).to_owned(), (*other).to_owned()))
            .collect();
        let seeks = [one, other];
        let draw = (1, NOON_MS);
        let made = stream.state.match_seeks_but(&seeks, same, &apart, draw);
        made.len()
    };
    let of_b = || program_seek("program", "b", 0);
    for blocks in [[("a", "b")], [("b", "a")], [("a", "program")]] {
        assert_eq!(met(&blocks, seek("a", 0), of_b()), 0, "{blocks:?}");
        assert_eq!(met(&blocks, program_seek("of a", "a", 0), of_b()), 0);
        assert_eq!(met(&blocks, seek("c", 0), of_b()), 1, "{blocks:?}");
    }
    // A block of a program is none of who operates it, nor of his others.
    let blocks = [("a", "program")];
    assert_eq!(met(&blocks, seek("a", 0), seek("b", 0)), 1);
    assert_eq!(met(&blocks, seek("a", 0), program_seek("other", "b", 0)), 1);
}

fn any_seek() -> impl Strategy<Value = Seek> {
    let color = prop_oneof![
        Just(None),
        Just(Some(Color::Black)),
        Just(Some(Color::White)),
    ];
    let bound = |from: i64| prop::option::weighted(0.3, from..from + 600);
    (
        0..40_u32,
        0..3_i64,
        color,
        bound(1_000),
        bound(1_600),
        0..40_000_i64,
    )
        .prop_map(
            |(account, minutes, color, lowest, highest, waited_ms)| Seek {
                terms: super::support::minutes(minutes + 1),
                color,
                lowest,
                highest,
                operator: operator(account),
                ..seek(&format!("account {account}"), waited_ms)
            },
        )
}

/// Some of the accounts are programs of a few of the others.
fn operator(account: u32) -> Option<String> {
    (account >= 20).then(|| format!("account {}", account % 4))
}

/// A rating of each account, the same for every variant.
fn points(seek: &Seek) -> Standing {
    let number: i64 = seek.account.rsplit(' ').next().unwrap().parse().unwrap();
    rated(1_000 + number * 37 % 1_200)
}

proptest! {
    #![proptest_config(crate::property::cases(200))]

    #[test]
    fn nobody_is_matched_twice_and_no_two_that_fit_are_left(
        seeks in prop::collection::vec(any_seek(), 0..60),
        seed: u64,
    ) {
        let seeks: Vec<Seek> = seeks
            .into_iter()
            .enumerate()
            .map(|(number, seek)| Seek { id: number.to_string(), ..seek })
            .collect();
        let stream = Stream::default();
        let made = stream.state.match_seeks(&seeks, points, (seed, NOON_MS));
        let mut placed = BTreeSet::new();
        for booking in &made {
            for player in [&booking.players.black, &booking.players.white] {
                prop_assert!(placed.insert(player.account.clone()), "{} twice", player.account);
                let own = seeks.iter().find(|seek| Some(&seek.id) == player.seek.as_ref()).unwrap();
                prop_assert_eq!(&own.account, &player.account);
                prop_assert_eq!(own.terms, booking.terms);
                prop_assert_eq!(player.person(), own.person());
            }
            prop_assert!(!booking.is_of_one_person(), "{:?}", booking.players);
        }
        let left: Vec<&Seek> = seeks.iter().filter(|seek| !placed.contains(&seek.account)).collect();
        for one in &left {
            for other in &left {
                let (one, other) = (
                    Seeker { seek: one, standing: points(one) },
                    Seeker { seek: other, standing: points(other) },
                );
                prop_assert!(!fit(&one, &other, 0, NOON_MS));
            }
        }
        // The same seeks in another order give the same pairs.
        let mut reversed = seeks.clone();
        reversed.reverse();
        prop_assert_eq!(stream.state.match_seeks(&reversed, points, (seed, NOON_MS)), made);
    }

    #[test]
    fn who_is_kept_apart_is_never_matched_and_all_others_are(
        seeks in prop::collection::vec(any_seek(), 0..60),
        blocks in prop::collection::vec((0..40_u32, 0..40_u32), 0..60),
        seed: u64,
    ) {
        let seeks: Vec<Seek> = seeks
            .into_iter()
            .enumerate()
            .map(|(number, seek)| Seek { id: number.to_string(), ..seek })
            .collect();
        let account = |number: u32| format!("account {number}");
        let apart: Apart = blocks.iter().map(|(one, other)| (account(*one), account(*other))).collect();
        let stream = Stream::default();
        let made = stream.state.match_seeks_but(&seeks, points, &apart, (seed, NOON_MS));
        let mut placed = BTreeSet::new();
        for booking in &made {
            let (one, other) = (&booking.players.black, &booking.players.white);
            for judged in one.judged_by() {
                for opponent in other.judged_by() {
                    prop_assert!(!apart.are(judged, opponent) && !apart.are(opponent, judged));
                }
            }
            placed.extend([one.account.clone(), other.account.clone()]);
        }
        let left: Vec<&Seek> = seeks.iter().filter(|seek| !placed.contains(&seek.account)).collect();
        for one in &left {
            for other in &left {
                let fits = fit(
                    &Seeker { seek: one, standing: points(one) },
                    &Seeker { seek: other, standing: points(other) },
                    0,
                    NOON_MS,
                );
                prop_assert!(!fits || apart.keep(one.judged_by(), other.judged_by()));
            }
        }
    }
}

#[test]
fn corners_go_to_the_weaker_whatever_colours_are_wanted() {
    let terms = Terms {
        variant: Variant::OthelloTwoCorners,
        ..minutes(5)
    };
    let of = |account: &str, color| Seek {
        terms,
        color,
        ..seek(account, 30_000)
    };
    let points = |seek: &Seek| {
        rated(if seek.account == "strong" {
            1_800
        } else {
            1_400
        })
    };
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (strong, weak) in [
        (None, None),
        (black, None),
        (None, white),
        (black, black),
        (white, black),
    ] {
        for seed in 0..4 {
            let seeks = [of("strong", strong), of("weak", weak)];
            let booked = Bookings::default().match_seeks(&seeks, points, (seed, NOON_MS));
            assert_eq!(booked[0].players.black.account, "weak");
        }
    }
}
