//! Streams of bookings.

use outflank_casual::{
    Bookings, ENTRIES_A_STREAM, Event, Freed, LONGEST_SEEK_MS, LiveRating, MEETINGS_COUNT_MS,
    Origin, Outcome, Player, Released, Seek, Terms, Variant, Wanted,
};
use outflank_othello::{BookedAt, Color, PerColor};
use proptest::prelude::*;

use super::support::{NOON_MS, Stream, minutes, pairs, player, same, seek};

fn program(account: &str, operator: &str) -> Player {
    Player {
        operator: Some(operator.to_owned()),
        by_key: true,
        ..player(account)
    }
}

fn wanted(challenger: &str, opponent: &str) -> Wanted {
    Wanted {
        challenger: player(challenger),
        opponent: player(opponent),
        terms: minutes(5),
        color: Some(Color::White),
        origin: Origin::Challenge {
            id: "challenge".to_owned(),
        },
        drawn_before: None,
    }
}

fn played(at: BookedAt, counts: bool) -> Freed {
    Freed {
        booked_at: at,
        outcome: Some(Outcome {
            discs: PerColor::new(40, 24),
            winner: Some(Color::Black),
            counts,
        }),
        ratings: PerColor::default(),
        by_key: PerColor::default(),
    }
}

#[test]
fn two_who_agree_are_booked_unless_either_plays() {
    let mut stream = Stream::default();
    let booking = stream.state.book(&wanted("a", "b"), (1, NOON_MS)).unwrap();
    assert_eq!(booking.players.white.account, "a");
    assert_eq!(booking.players.black.account, "b");
    assert!(booking.starts_at_ms > NOON_MS);
    stream.book(NOON_MS, vec![booking]);
    let refused = |challenger, opponent| {
        let refused = stream
            .state
            .book(&wanted(challenger, opponent), (1, NOON_MS));
        refused.unwrap_err().name()
    };
    assert_eq!(refused("a", "c"), "opponent_booked");
    assert_eq!(refused("c", "a"), "already_booked");
    assert_eq!(refused("c", "c"), "own_opponent");
    assert!(stream.state.book(&wanted("c", "d"), (1, NOON_MS)).is_ok());
}

#[test]
fn a_game_frees_its_players_once_and_is_rated_where_both_had_moved() {
    for counts in [true, false] {
        let mut stream = Stream::default();
        let booking = stream.state.book(&wanted("a", "b"), (1, NOON_MS)).unwrap();
        let at = stream.book(NOON_MS, vec![booking])[0];
        let released = stream.state.free(&played(at, counts), NOON_MS + 1).unwrap();
        assert_eq!(released.ratings.is_some(), counts);
        stream.append(NOON_MS + 1, &Event::Freed(released));
        assert!(stream.state.of_account("a").is_none());
        assert!(stream.state.open().next().is_none());
        assert!(
            stream
                .state
                .free(&played(at, counts), NOON_MS + 2)
                .is_none()
        );
    }
}

#[test]
fn a_game_of_a_person_with_his_own_program_is_played_and_not_rated() {
    let own = [
        (player("a"), program("p", "a")),
        (program("p", "a"), program("q", "a")),
    ];
    let others = [
        (player("b"), program("p", "a")),
        (program("p", "a"), program("q", "b")),
    ];
    let rates = |(challenger, opponent): (Player, Player)| {
        let agreed = Wanted {
            challenger,
            opponent,
            ..wanted("", "")
        };
        let mut stream = Stream::default();
        let booking = stream.state.book(&agreed, (1, NOON_MS)).unwrap();
        let at = stream.book(NOON_MS, vec![booking])[0];
        let released = stream.state.free(&played(at, true), NOON_MS + 1).unwrap();
        released.ratings.is_some()
    };
    assert_eq!(own.map(rates), [false, false]);
    assert_eq!(others.map(rates), [true, true]);
}

#[test]
fn a_game_in_which_the_stronger_had_the_corners_is_played_and_not_rated() {
    let is_rated = |variant: Variant, (black, white): (i64, i64), counts: bool| {
        let of = |rating: i64| LiveRating {
            rating,
            ..LiveRating::default()
        };
        let agreed = Wanted {
            terms: Terms {
                variant,
                ..minutes(5)
            },
            ..wanted("a", "b")
        };
        let mut stream = Stream::default();
        let booking = stream.state.book(&agreed, (1, NOON_MS)).unwrap();
        let at = stream.book(NOON_MS, vec![booking])[0];
        let freed = Freed {
            ratings: PerColor::new(of(black), of(white)),
            ..played(at, counts)
        };
        let released = stream.state.free(&freed, NOON_MS + 1).unwrap();
        assert_eq!(released.outcome, freed.outcome);
        released.ratings.is_some()
    };
    for variant in Variant::ALL {
        let has_corners = variant.handicap().is_some();
        for (ratings, of_corners) in [
            ((140_000, 180_000), true),
            ((150_000, 150_000), true),
            // Both are shown as 1500, and so compared: their seeks give the corners to either.
            ((150_049, 149_950), true),
            ((150_100, 150_000), false),
            ((180_000, 140_000), false),
        ] {
            let expected = of_corners || !has_corners;
            let found = is_rated(variant, ratings, true);
            assert_eq!(found, expected, "{variant} {ratings:?}");
            assert!(!is_rated(variant, ratings, false), "{variant} {ratings:?}");
        }
    }
}

#[test]
fn moves_by_key_are_found_of_whom_nobody_knew() {
    let agreed = Wanted {
        opponent: program("p", "x"),
        ..wanted("a", "p")
    };
    for (by_key, found) in [
        ((false, true), (false, false)),
        ((true, true), (true, false)),
        ((true, false), (true, false)),
        ((false, false), (false, false)),
    ] {
        let mut stream = Stream::default();
        let booking = stream.state.book(&agreed, (1, NOON_MS)).unwrap();
        let at = stream.book(NOON_MS, vec![booking])[0];
        // The challenger has white.
        let freed = Freed {
            by_key: PerColor::new(by_key.1, by_key.0),
            ..played(at, true)
        };
        let released = stream.state.free(&freed, NOON_MS + 1).unwrap();
        assert_eq!(released.by_key, PerColor::new(found.1, found.0));
    }
}

#[test]
fn a_pair_that_was_made_may_be_booked_while_both_its_seeks_stand() {
    let seeks = [seek("a", 1_000), seek("b", 1_000)];
    let since_ms = NOON_MS - 1_000;
    let mut made = Bookings::default().match_seeks(&seeks, same, (1, NOON_MS));
    let pair = made.remove(0);
    // Somebody was booked for another game a minute before, and is free of it since then.
    let played_by = |who: &str, freed_ms: Option<i64>| {
        let (mut stream, booked_ms) = (Stream::default(), since_ms - 60_000);
        let booking = stream.state.book(&wanted(who, "x"), (1, booked_ms));
        let at = stream.book(booked_ms, vec![booking.unwrap()])[0];
        if let Some(freed_ms) = freed_ms {
            let released = stream.state.free(&played(at, true), freed_ms).unwrap();
            stream.append(freed_ms, &Event::Freed(released));
        }
        stream.state
    };
    for (what, bookings, expected) in [
        ("nobody played", Bookings::default(), true),
        ("others play", played_by("c", None), true),
        ("others are free", played_by("c", Some(NOON_MS)), true),
        ("the one plays", played_by("a", None), false),
        ("the other plays", played_by("b", None), false),
        ("free before", played_by("a", Some(since_ms - 1)), true),
        ("free as he sought", played_by("a", Some(since_ms)), false),
        ("the one was freed", played_by("a", Some(NOON_MS)), false),
        ("the other was freed", played_by("b", Some(NOON_MS)), false),
    ] {
        let may = bookings.may_book(&pair, &seeks, NOON_MS);
        assert_eq!(may, expected, "{what}");
    }
    let free = Bookings::default();
    let last_ms = since_ms + LONGEST_SEEK_MS - 1;
    assert!(free.may_book(&pair, &seeks, last_ms));
    assert!(!free.may_book(&pair, &seeks, last_ms + 1));
    // Not of seeks that stand no more, and not twice.
    let again = Seek {
        id: "another".to_owned(),
        ..seek("b", 1_000)
    };
    for others in [&seeks[..1], &seeks[1..], &[seek("a", 1_000), again], &[]] {
        assert!(!free.may_book(&pair, others, NOON_MS), "{others:?}");
    }
    let mut stream = Stream::default();
    stream.book(NOON_MS, vec![pair.clone()]);
    assert!(!stream.state.may_book(&pair, &seeks, NOON_MS));
}

/// "a" and "b" are booked with each other, and free again at once.
fn meet(stream: &mut Stream, at_ms: i64) {
    let booking = stream.state.book(&wanted("a", "b"), (1, at_ms)).unwrap();
    let at = stream.book(at_ms, vec![booking])[0];
    let released = stream.state.free(&played(at, true), at_ms).unwrap();
    stream.append(at_ms, &Event::Freed(released));
}

/// Whether "a" and "b" meet again, who have both waited so long then.
fn fits_after(stream: &Stream, at_ms: i64, waited_ms: i64) -> bool {
    let waiting = |account| Seek {
        since_ms: at_ms - waited_ms,
        ..seek(account, 0)
    };
    let seeks = [waiting("a"), waiting("b")];
    let made = stream.state.match_seeks(&seeks, same, (1, at_ms));
    !made.is_empty()
}

/// How often "a" and "b" have met, as far as it makes a difference then: each time they wait five seconds more.
fn met(stream: &Stream, at_ms: i64) -> i64 {
    let waited = (0..=12).find(|times| fits_after(stream, at_ms, times * 5_000));
    let times = waited.unwrap();
    assert!(times == 0 || !fits_after(stream, at_ms, times * 5_000 - 1));
    times
}

#[test]
fn meetings_count_for_an_hour() {
    let mut stream = Stream::default();
    meet(&mut stream, NOON_MS);
    meet(&mut stream, NOON_MS + 1);
    let now_ms = NOON_MS + 600_000;
    assert!(!fits_after(&stream, now_ms, 9_999));
    assert!(fits_after(&stream, now_ms, 10_000));
    assert!(fits_after(&stream, NOON_MS + 1 + MEETINGS_COUNT_MS, 0));
}

#[test]
fn each_meeting_counts_for_an_hour_of_its_own() {
    // However long two go on meeting every fifty minutes, they have met once within the hour as they meet again.
    let mut stream = Stream::default();
    for number in 0..10 {
        let at_ms = NOON_MS + number * 50 * 60_000;
        assert_eq!(met(&stream, at_ms), number.min(1));
        meet(&mut stream, at_ms);
    }
    let mut stream = Stream::default();
    for number in 0..20 {
        let at_ms = NOON_MS + number * 120_000;
        assert_eq!(met(&stream, at_ms), number.min(12));
        meet(&mut stream, at_ms);
    }
    // The last twelve were those of the minutes 16 to 38.
    for (minute, expected) in [(75, 12), (76, 11), (97, 1), (98, 0)] {
        let at_ms = NOON_MS + minute * 60_000;
        assert_eq!(met(&stream, at_ms), expected, "minute {minute}");
        // The stream that follows knows as much.
        let mut next = Stream::default();
        let json = serde_json::to_string(&Event::Carried(stream.state.carried(2))).unwrap();
        next.append(at_ms, &serde_json::from_str(&json).unwrap());
        assert_eq!(met(&next, at_ms), expected, "minute {minute}");
    }
}

#[test]
fn meetings_that_were_carried_without_their_times_count_from_the_last_of_them() {
    for (games, expected) in [(1, 1), (3, 3), (40, 12)] {
        let carried = serde_json::json!({
            "type": "carried", "stream": 1, "open": [], "freed": [],
            "meetings": [["a", "b", {"games": games, "last_ms": NOON_MS}]],
        });
        let mut stream = Stream::default();
        stream.append(NOON_MS, &serde_json::from_value(carried).unwrap());
        for (after_ms, expected) in [
            (0, expected),
            (MEETINGS_COUNT_MS - 1, expected),
            (MEETINGS_COUNT_MS, 0),
        ] {
            let found = met(&stream, NOON_MS + after_ms);
            assert_eq!(found, expected, "{games} games, {after_ms} ms");
        }
        let at_ms = NOON_MS + MEETINGS_COUNT_MS - 1;
        meet(&mut stream, at_ms);
        assert_eq!(met(&stream, at_ms + 60_000), 1);
    }
}

#[test]
fn a_full_stream_is_closed_and_its_successor_carries_what_is_open() {
    let mut stream = Stream::default();
    let one = stream.state.book(&wanted("a", "b"), (1, NOON_MS)).unwrap();
    let open = stream.book(NOON_MS, vec![one])[0];
    let two = stream.state.book(&wanted("c", "d"), (1, NOON_MS)).unwrap();
    let over = stream.book(NOON_MS, vec![two])[0];
    let released = stream.state.free(&played(over, true), NOON_MS + 5).unwrap();
    stream.append(NOON_MS + 5, &Event::Freed(released));
    assert!(stream.state.closing((1, ENTRIES_A_STREAM - 1)).is_none());
    let closed = stream.state.closing((1, ENTRIES_A_STREAM)).unwrap();
    stream.append(NOON_MS + 6, &closed);
    assert_eq!(stream.state.next(), Some(2));
    assert!(stream.state.closing((1, ENTRIES_A_STREAM + 1)).is_none());
    let mut next = Bookings::default();
    next.evolve(
        (2, 1, NOON_MS + 6),
        &Event::Carried(stream.state.carried(2)),
    );
    assert_eq!(next.of_account("a").map(|(at, _)| at), Some(open));
    assert!(next.of_account("c").is_none());
    assert_eq!(next.next(), None);
    // What was true of the old stream is of the new one.
    let early = [seek("c", 0), seek("e", 0)];
    assert!(
        next.match_seeks(&early, same, (1, NOON_MS + 60_000))
            .is_empty()
    );
    assert_eq!(next.carried(2).meetings, stream.state.carried(2).meetings);
    let released = next.free(&played(open, true), NOON_MS + 7).unwrap();
    next.evolve((2, 2, NOON_MS + 7), &Event::Freed(released));
    assert!(next.of_account("a").is_none());
}

/// What happens to a stream next.
#[derive(Debug, Clone)]
enum Doing {
    Match(Vec<(u8, i64)>),
    Agree(u8, u8),
    Finish(usize, bool),
    Close,
}

fn any_doing() -> impl Strategy<Value = Doing> {
    prop_oneof![
        prop::collection::vec((0..12_u8, 0..90_000_i64), 0..8).prop_map(Doing::Match),
        (0..12_u8, 0..12_u8).prop_map(|(one, other)| Doing::Agree(one, other)),
        (any::<prop::sample::Index>(), any::<bool>())
            .prop_map(|(which, counts)| Doing::Finish(which.index(1_000), counts)),
        Just(Doing::Close),
    ]
}

proptest! {
    #![proptest_config(crate::property::cases(200))]

    /// A model that keeps a plain list of games: nobody is in two of them, and the stream says the same.
    #[test]
    fn nobody_is_ever_booked_twice(doings in prop::collection::vec(any_doing(), 0..60)) {
        let (mut state, mut stream, mut seq, mut now_ms) = (Bookings::default(), 1, 0, NOON_MS);
        let mut games: Vec<(BookedAt, String, String)> = Vec::new();
        let mut append = |state: &mut Bookings, stream: u32, now_ms: i64, event: &Event| {
            seq += 1;
            let json = serde_json::to_string(event).unwrap();
            state.evolve((stream, seq, now_ms), &serde_json::from_str(&json).unwrap());
            seq
        };
        for doing in doings {
            now_ms += 1_000;
            let made = match doing {
                Doing::Match(who) => {
                    let seeks: Vec<Seek> = who.iter().enumerate().map(|(number, (account, waited_ms))| Seek {
                        id: format!("{now_ms} {number}"),
                        since_ms: now_ms - waited_ms,
                        ..seek(&account.to_string(), 0)
                    }).collect();
                    state.match_seeks(&seeks, same, (1, now_ms))
                }
                Doing::Agree(one, other) => {
                    let wanted = wanted(&one.to_string(), &other.to_string());
                    state.book(&wanted, (1, now_ms)).into_iter().collect()
                }
                Doing::Finish(which, counts) => {
                    if !games.is_empty() {
                        let (at, ..) = games.remove(which % games.len());
                        let released = state.free(&played(at, counts), now_ms).unwrap();
                        append(&mut state, stream, now_ms, &Event::Freed(released));
                    }
                    Vec::new()
                }
                Doing::Close => {
                    let closed = state.closing((stream, ENTRIES_A_STREAM)).unwrap();
                    append(&mut state, stream, now_ms, &closed);
                    stream += 1;
                    let carried = state.carried(stream);
                    state = Bookings::default();
                    append(&mut state, stream, now_ms, &Event::Carried(carried));
                    Vec::new()
                }
            };
            if !made.is_empty() {
                let found = pairs(&made);
                let seq = append(&mut state, stream, now_ms, &Event::Booked { bookings: made });
                for (pair, (one, other)) in (1..).zip(found) {
                    for game in &games {
                        for player in [&one, &other] {
                            prop_assert!(game.1 != *player && game.2 != *player, "{player} twice");
                        }
                    }
                    games.push((BookedAt { stream, seq, pair }, one, other));
                }
            }
            prop_assert_eq!(state.open().len(), games.len());
            for (at, one, other) in &games {
                prop_assert_eq!(state.of_account(one).map(|(at, _)| at), Some(*at));
                prop_assert_eq!(state.of_account(other).map(|(at, _)| at), Some(*at));
            }
        }
    }
}

#[test]
fn what_streams_hold_reads_as_it_was_written_for_ever() {
    let golden = r#"[{"type":"booked","bookings":[{"players":{"black":{"account":"a","seek":"s1"},"white":{"account":"b"}},"terms":{"variant":"reversi_1883","main_ms":300000,"increment_ms":5000},"origin":{"kind":"rematch","of":"g"},"seed":7,"starts_at_ms":1784365203000}]},{"type":"freed","booked_at":{"stream":1,"seq":1,"pair":1},"outcome":{"discs":{"black":40,"white":24},"winner":"black","counts":true},"ratings":{"black":{"rating":166231,"deviation":29032,"volatility":60000,"games":1,"at_ms":1784365300000},"white":{"rating":133769,"deviation":29032,"volatility":60000,"games":1,"at_ms":1784365300000}}},{"type":"closed","next":2},{"type":"carried","stream":2,"open":[],"freed":[["a",1784365300000]],"meetings":[["a","b",{"games":1,"last_ms":1784365200000}]]}]"#;
    let events: Vec<Event> = serde_json::from_str(golden).unwrap();
    assert_eq!(serde_json::to_string(&events).unwrap(), golden);
    let programs = r#"[{"type":"booked","bookings":[{"players":{"black":{"account":"p","seek":"s1","operator":"a","by_key":true},"white":{"account":"b"}},"terms":{"variant":"othello","main_ms":300000,"increment_ms":0},"origin":{"kind":"seeks"},"seed":7,"starts_at_ms":1784365203000}]},{"type":"freed","booked_at":{"stream":1,"seq":1,"pair":1},"outcome":null,"by_key":{"black":false,"white":true}}]"#;
    let told: Vec<Event> = serde_json::from_str(programs).unwrap();
    assert_eq!(serde_json::to_string(&told).unwrap(), programs);
    let Event::Freed(Released { ratings, .. }) = &events[1] else {
        panic!("the second is one");
    };
    let first = LiveRating::default();
    let after = outflank_casual::rated(
        PerColor::new(first, first),
        Some(Color::Black),
        1_784_365_300_000,
    );
    assert_eq!(*ratings, Some(after));
}
