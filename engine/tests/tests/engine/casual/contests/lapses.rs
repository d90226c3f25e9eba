//! Challenges that time ends.

use outflank_casual::{
    Comings, ContestEvent, ContestRules, Form, LONGEST_INCREMENT_MS, LONGEST_MAIN_MS,
    LadderChallenge, LadderRules, SHORTEST_MAIN_MS, Taking, Terms,
};
use outflank_othello::Color;

use super::{
    DAY_MS, HOUR_MS, LADDER, LONGEST_GAME_MS, MINUTE_MS, Stream, challenge, rule_set, sought_by,
    withdraw,
};
use crate::casual::support::{NOON_MS, minutes};

/// When a challenge from noon is due.
const DUE_MS: i64 = NOON_MS + LADDER.play_within_ms;

/// "d" has challenged "b" at noon, and these came to play it on its only day.
fn challenged(taking: Taking, came: &str) -> Stream {
    let rules = LadderRules { taking, ..LADDER };
    let mut stream = Stream::of(Form::Ladder(rules), "abcd");
    stream.follow(NOON_MS, &[(challenge("d", "b"), Ok(()))]);
    for account in came.chars() {
        assert!(stream.come(DUE_MS - 1, &account.to_string()));
    }
    stream
}

#[test]
fn a_challenge_says_since_when_it_stands_who_came_and_until_when_its_game_begins() {
    let mut stream = challenged(Taking::Insert, "");
    let expected = LadderChallenge {
        challenger: "d".to_owned(),
        challenged: "b".to_owned(),
        at_ms: NOON_MS,
        due_ms: DUE_MS,
        challenger_came: Comings::default(),
        challenged_came: Comings::default(),
        met_ms: None,
    };
    assert_eq!(stream.state.challenge_of("b"), Some(&expected));
    // That somebody came is told once in a day, and not when it has lapsed.
    assert!(stream.come(NOON_MS + 1, "b"));
    assert!(!stream.come(NOON_MS + 2, "b"));
    let late = stream
        .state
        .comes(("d", &sought_by("d", &expected)), DUE_MS);
    assert_eq!(late.unwrap_err().name(), "no_challenge");
    assert_eq!(days(&stream), [0, 1]);
    assert!(stream.come(DUE_MS - 1, "d"));
    assert_eq!(days(&stream), [1, 1]);
}

/// Days on which challenger and challenged came, of the challenge that "b" is in.
fn days(stream: &Stream) -> [u32; 2] {
    let challenge = stream.state.challenge_of("b").unwrap();
    [&challenge.challenger_came, &challenge.challenged_came].map(|came| came.days)
}

#[test]
fn days_of_a_challenge_are_of_24_hours_from_when_it_was_made() {
    let mut stream = over_days();
    let challenge = stream.state.challenge_of("d").unwrap().clone();
    for (after_ms, day) in [
        (0, 0),
        (DAY_MS - 1, 0),
        (DAY_MS, 1),
        (2 * DAY_MS - 1, 1),
        (2 * DAY_MS, 2),
    ] {
        let now_ms = NOON_MS + after_ms;
        assert_eq!(sought_by("d", &challenge).day(now_ms), day, "{after_ms} ms");
        // That is the day on which he comes anew.
        assert_eq!(stream.come(now_ms, "d"), after_ms == day * DAY_MS);
        let came = stream.state.challenge_of("d").unwrap().challenger_came.days;
        assert_eq!(i64::from(came), day + 1, "{after_ms} ms");
    }
}

/// There are three days for the game that "d" has challenged "b" to at noon.
fn over_days() -> Stream {
    let rules = LadderRules {
        play_within_ms: 3 * DAY_MS,
        ..LADDER
    };
    let mut stream = Stream::of(Form::Ladder(rules), "abcd");
    stream.follow(NOON_MS, &[(challenge("d", "b"), Ok(()))]);
    stream
}

#[test]
fn who_comes_is_counted_once_in_each_day_from_the_challenge() {
    let mut stream = over_days();
    let evening_ms = NOON_MS + 10 * HOUR_MS;
    for (at_ms, is_new) in [
        (evening_ms, true),
        (evening_ms + 1, false),
        // Neither midnight nor a day after he came begins another one, but each day after the challenge.
        (NOON_MS + DAY_MS - 1, false),
        (NOON_MS + DAY_MS, true),
        (evening_ms + DAY_MS, false),
        (NOON_MS + 2 * DAY_MS - 1, false),
        (NOON_MS + 3 * DAY_MS - 1, true),
    ] {
        assert_eq!(stream.come(at_ms, "d"), is_new, "{at_ms}");
    }
    assert_eq!(days(&stream), [3, 0]);
    // The other's days are his own.
    assert!(stream.come(NOON_MS + 3 * DAY_MS - 1, "b"));
    assert_eq!(days(&stream), [3, 1]);
    // What is written twice counts once.
    let account = "b".to_owned();
    stream.append(NOON_MS + 3 * DAY_MS - 1, ContestEvent::Came { account });
    assert_eq!(days(&stream), [3, 1]);
}

/// Days on which the challenger comes and on which the challenged does, and whether the place changes hands.
type Days<'a> = (&'a [i64], &'a [i64], bool);

#[test]
fn the_place_goes_to_a_challenger_who_came_on_more_days() {
    let table: [Days<'_>; 12] = [
        (&[], &[], false),
        (&[], &[0], false),
        (&[0], &[], true),
        (&[2], &[], true),
        (&[0], &[0], false),
        (&[0], &[2], false),
        (&[0], &[0, 1], false),
        (&[0, 1], &[0], true),
        (&[1, 2], &[0], true),
        (&[0, 1], &[1, 2], false),
        (&[0, 1, 2], &[0, 2], true),
        (&[0, 1], &[0, 1, 2], false),
    ];
    let due_ms = NOON_MS + 3 * DAY_MS;
    for (challenger, challenged, moves) in table {
        let about = format!("{challenger:?} {challenged:?}");
        let mut stream = over_days();
        for day in 0..3 {
            for (account, days) in [("d", challenger), ("b", challenged)] {
                if days.contains(&day) {
                    assert!(stream.come(NOON_MS + day * DAY_MS, account), "{about}");
                }
            }
        }
        assert!(stream.state.is_settled(due_ms - 1), "{about}");
        assert_eq!(stream.order(due_ms - 1), "abcd", "{about}");
        let expected = if moves { "adbc" } else { "abcd" };
        assert_eq!(stream.order(due_ms), expected, "{about}");
        assert!(!stream.state.is_settled(due_ms), "{about}");
    }
}

#[test]
fn a_place_changes_hands_as_the_ladder_has_it_where_the_challenged_never_came() {
    for (came, inserted, swapped) in [
        ("", "abcd", "abcd"),
        ("b", "abcd", "abcd"),
        ("d", "adbc", "adcb"),
        // Both did, and never at the same time.
        ("bd", "abcd", "abcd"),
    ] {
        for (taking, expected) in [(Taking::Insert, inserted), (Taking::Swap, swapped)] {
            let stream = challenged(taking, came);
            let early = stream.state.clone().settled(DUE_MS - 1);
            assert!(early.challenge_of("b").is_some(), "{came}");
            assert!(stream.state.is_settled(DUE_MS - 1));
            assert_eq!(stream.order(DUE_MS - 1), "abcd", "{came}");
            let due = stream.state.clone().settled(DUE_MS);
            assert!(due.challenges().is_empty(), "{came}");
            assert!(!stream.state.is_settled(DUE_MS));
            assert_eq!(stream.order(DUE_MS), expected, "{came} {taking:?}");
            assert_eq!(stream.order(i64::MAX), expected, "{came} {taking:?}");
        }
    }
}

#[test]
fn where_two_have_met_their_challenge_lapses_when_a_game_under_the_terms_is_over() {
    let terms = |main_ms, increment_ms| Terms {
        main_ms,
        increment_ms,
        ..minutes(0)
    };
    let second_ms = 1_000;
    // Thirty-two moves a side; a day beside the clocks comes on top.
    for (terms, game_ms) in [
        (minutes(5), 10 * MINUTE_MS),
        (terms(SHORTEST_MAIN_MS, 0), MINUTE_MS),
        (terms(MINUTE_MS, second_ms), 3 * MINUTE_MS + 4 * second_ms),
        (
            terms(5 * MINUTE_MS, 10 * second_ms),
            20 * MINUTE_MS + 40 * second_ms,
        ),
        (
            terms(LONGEST_MAIN_MS, LONGEST_INCREMENT_MS),
            184 * MINUTE_MS,
        ),
    ] {
        let rules = ContestRules {
            terms,
            ..rule_set(Form::Ladder(LADDER))
        };
        let mut stream = Stream::under(rules, "ab");
        stream.follow(NOON_MS, &[(challenge("b", "a"), Ok(()))]);
        assert!(stream.come(NOON_MS, "a"));
        assert!(stream.come(DUE_MS - 1, "b"));
        // Of two who have not met nothing is under way.
        let apart = stream.state.clone();
        assert!(apart.settled(DUE_MS).challenges().is_empty());
        assert!(stream.meet(DUE_MS - 1, "b"));
        let lapses_ms = DUE_MS - 1 + game_ms + DAY_MS;
        for (at_ms, stands) in [(lapses_ms - 1, true), (lapses_ms, false)] {
            let now = stream.state.clone().settled(at_ms);
            assert_eq!(now.challenge_of("b").is_some(), stands, "{terms:?} {at_ms}");
        }
    }
}

/// The same, where both came and met for the game as late as they may.
fn met() -> Stream {
    let mut stream = challenged(Taking::Insert, "bd");
    assert!(stream.meet(DUE_MS - 1, "d"));
    stream
}

/// When that challenge lapses.
const OVER_MS: i64 = DUE_MS - 1 + LONGEST_GAME_MS;

#[test]
fn where_two_have_met_either_may_end_their_challenge_after_it_is_due() {
    let stream = met();
    for (at_ms, stands) in [(DUE_MS, true), (OVER_MS - 1, true), (OVER_MS, false)] {
        let now = stream.state.clone().settled(at_ms);
        assert_eq!(now.challenge_of("d").is_some(), stands, "{at_ms}");
        assert_eq!(stream.state.is_settled(at_ms), stands);
        assert_eq!(stream.order(at_ms), "abcd");
    }
    // Nobody begins a game by then, but either may end it.
    let mut ended = stream;
    ended.follow(DUE_MS, &[(withdraw("d"), Ok(()))]);
    assert_eq!(ended.order(OVER_MS), "abcd");
}

#[test]
fn a_challenge_waits_for_the_game_for_which_two_met_last_and_for_none_that_is_over_by_then() {
    let mut stream = over_days();
    let due_ms = NOON_MS + 3 * DAY_MS;
    for (met_ms, lapses_ms) in [
        (NOON_MS, due_ms),
        (due_ms - LONGEST_GAME_MS, due_ms),
        (due_ms - LONGEST_GAME_MS + 1, due_ms + 1),
        (due_ms - 1, due_ms - 1 + LONGEST_GAME_MS),
    ] {
        assert!(stream.meet(met_ms, "b"));
        assert!(stream.state.is_settled(lapses_ms - 1), "{met_ms}");
        assert!(!stream.state.is_settled(lapses_ms), "{met_ms}");
    }
}

#[test]
fn two_meet_for_the_challenge_that_stands_between_them_and_before_it_is_due() {
    let mut stream = challenged(Taking::Insert, "bd");
    stream.follow(NOON_MS, &[(challenge("c", "a"), Ok(()))]);
    for (both, challenged_at_ms, at_ms, expected) in [
        (["b", "d"], NOON_MS, NOON_MS, Ok(())),
        (["d", "b"], NOON_MS, DUE_MS - 1, Ok(())),
        (["d", "b"], NOON_MS, DUE_MS, Err("no_challenge")),
        (["d", "b"], NOON_MS - 1, NOON_MS, Err("no_challenge")),
        (["d", "c"], NOON_MS, NOON_MS, Err("no_challenge")),
        (["nobody", "b"], NOON_MS, NOON_MS, Err("no_challenge")),
    ] {
        let met = stream.state.meet(both, challenged_at_ms, at_ms);
        let told = met.map(drop).map_err(|refusal| refusal.name());
        assert_eq!(told, expected, "{both:?} {challenged_at_ms} {at_ms}");
    }
    // Nor while it waits for a game that is under way.
    let late = met();
    let told = late.state.meet(["b", "d"], NOON_MS, DUE_MS);
    assert_eq!(told.unwrap_err().name(), "no_challenge");
    // One that has ended is none any more.
    stream.follow(NOON_MS, &[(withdraw("d"), Ok(()))]);
    let told = stream.state.meet(["b", "d"], NOON_MS, NOON_MS);
    assert_eq!(told.unwrap_err().name(), "no_challenge");
}

#[test]
fn a_game_that_ends_after_its_challenge_was_due_counts_all_the_same() {
    let won = |at_ms| {
        let mut stream = met();
        stream.play(at_ms, ("d", "b"), Some(Color::Black));
        let games = stream.state.entrant("d").unwrap().games();
        (stream.order(at_ms), games)
    };
    assert_eq!(won(DUE_MS), ("adbc".to_owned(), 1));
    assert_eq!(won(OVER_MS - 1), ("adbc".to_owned(), 1));
    assert_eq!(won(OVER_MS), ("abcd".to_owned(), 1));
}

#[test]
fn what_has_lapsed_is_over_for_whoever_acts_next() {
    let mut stream = challenged(Taking::Insert, "");
    let table = [(challenge("c", "b"), Err("opponent_challenged"))];
    stream.follow(DUE_MS - 1, &table);
    stream.follow(DUE_MS, &[(withdraw("d"), Err("no_challenge"))]);
    stream.follow(DUE_MS, &[(challenge("c", "b"), Ok(()))]);
    assert_eq!(stream.order(DUE_MS), "abcd");
    // What is written of one that has lapsed says nothing of another one.
    let account = "d".to_owned();
    stream.append(DUE_MS, ContestEvent::Came { account });
    let challenger = "d".to_owned();
    stream.append(DUE_MS, ContestEvent::Withdrawn { challenger });
    let stands = stream.state.challenge_of("c").unwrap();
    let came = [&stands.challenger_came, &stands.challenged_came];
    assert_eq!(came.map(|came| came.days), [0, 0]);
}

#[test]
fn the_two_of_a_challenge_that_lapsed_rest_for_as_long_as_it_stood() {
    for (mut stream, lapses_ms) in [(challenged(Taking::Insert, "bd"), DUE_MS), (met(), OVER_MS)] {
        let refused = [(challenge("d", "b"), Err("rests_from_each_other"))];
        stream.follow(lapses_ms, &refused);
        let rested_ms = lapses_ms + LADDER.play_within_ms;
        stream.follow(rested_ms - 1, &refused);
        // Meanwhile others may challenge whom one kept waiting.
        let mut others = stream.clone();
        others.follow(lapses_ms, &[(challenge("c", "b"), Ok(()))]);
        stream.follow(rested_ms, &[(challenge("d", "b"), Ok(()))]);
    }
}

#[test]
fn challenges_lapse_each_at_its_time() {
    let mut stream = Stream::ladder("abcdef");
    stream.follow(NOON_MS, &[(challenge("f", "d"), Ok(()))]);
    stream.follow(NOON_MS + 1, &[(challenge("c", "a"), Ok(()))]);
    let standing = stream.state.challenges().into_iter();
    let challengers: Vec<&str> = standing.map(|one| one.challenger.as_str()).collect();
    assert_eq!(challengers, ["f", "c"]);
    for account in ["c", "f"] {
        assert!(stream.come(NOON_MS + 2, account));
    }
    assert_eq!(stream.order(DUE_MS - 1), "abcdef");
    assert_eq!(stream.order(DUE_MS), "abcfde");
    assert_eq!(stream.order(DUE_MS + 1), "cabfde");
    // An entry from long after it finds both of them lapsed.
    stream.play(DUE_MS + HOUR_MS, ("b", "e"), None);
    assert_eq!(stream.order(DUE_MS + HOUR_MS), "cabfde");
    assert!(stream.state.is_settled(i64::MAX));
}
