//! Who lets a challenge go challenges nobody for as long as it could have stood.

use outflank_othello::Color;

use super::{
    DAY_MS, HOUR_MS, LADDER, MINUTE_MS, Stream, Taken, challenge, join, leave, withdraw, yields,
};
use crate::casual::support::NOON_MS;

const PAUSED: Taken = Err("challenge_not_played");
/// When a challenge from noon is due.
const DUE_MS: i64 = NOON_MS + LADDER.play_within_ms;

/// That one has challenged the other at noon, on a ladder of five.
fn challenged(challenger: &str, whom: &str) -> Stream {
    let mut stream = Stream::ladder("abcde");
    stream.follow(NOON_MS, &[(challenge(challenger, whom), Ok(()))]);
    stream
}

/// How a challenge ends, and what is heard of another one then.
type Ending = (fn(&mut Stream, i64), &'static str);

#[test]
fn who_takes_a_challenge_back_makes_no_other_for_as_long_as_it_could_have_stood() {
    let (taken_back_ms, mut stream) = (NOON_MS + HOUR_MS, challenged("c", "a"));
    stream.follow(taken_back_ms, &[(withdraw("c"), Ok(()))]);
    let refused = stream.state.decide(&challenge("c", "b"), taken_back_ms);
    let sentence = "You let your last challenge on this ladder go without a game; challenge again when its time would have been over.";
    assert_eq!(refused.unwrap_err().to_string(), sentence);
    let again_ms = taken_back_ms + LADDER.play_within_ms;
    for (at_ms, expected) in [
        (taken_back_ms, PAUSED),
        (DUE_MS, PAUSED),
        (again_ms - 1, PAUSED),
        (again_ms, Ok(())),
    ] {
        for whom in ["a", "b"] {
            let taken = stream.clone().take(at_ms, &challenge("c", whom));
            assert_eq!(taken, expected, "{at_ms} {whom}");
        }
    }
    // Whoever was challenged is free at once, and nobody else waits either.
    let table = [(challenge("b", "a"), Ok(())), (challenge("e", "d"), Ok(()))];
    stream.clone().follow(taken_back_ms, &table);
    // Neither leaving nor another place ends it.
    let table = [(leave("c"), Ok(())), (join("c"), Ok(()))];
    stream.follow(taken_back_ms, &table);
    stream.follow(again_ms - 1, &[(challenge("c", "d"), PAUSED)]);
    stream.follow(again_ms, &[(challenge("c", "d"), Ok(()))]);
}

#[test]
fn who_leaves_with_a_challenge_of_his_own_pauses_as_if_he_had_taken_it_back() {
    let (left_ms, mut stream) = (NOON_MS + HOUR_MS, challenged("e", "c"));
    let table = [
        (leave("e"), Ok(())),
        (join("e"), Ok(())),
        (challenge("e", "d"), PAUSED),
    ];
    stream.follow(left_ms, &table);
    let again_ms = left_ms + LADDER.play_within_ms;
    stream.follow(again_ms - 1, &[(challenge("e", "d"), PAUSED)]);
    stream.follow(again_ms, &[(challenge("e", "d"), Ok(()))]);
}

#[test]
fn what_else_stands_in_the_way_of_a_challenge_is_said_first_and_a_rest_last() {
    let mut stream = Stream::ladder("abcdef");
    let table = [
        (challenge("c", "a"), Ok(())),
        (withdraw("c"), Ok(())),
        (challenge("c", "d"), Err("not_in_reach")),
        // The two would rest as well.
        (challenge("c", "a"), PAUSED),
        (challenge("d", "b"), Ok(())),
        (challenge("c", "b"), Err("opponent_challenged")),
        // He is challenged as anybody is.
        (challenge("e", "c"), Ok(())),
        (challenge("c", "a"), Err("challenged_already")),
    ];
    stream.follow(NOON_MS, &table);
}

#[test]
fn who_never_came_to_his_own_challenge_makes_no_other_for_as_long_as_it_has_stood() {
    for came in ["", "a"] {
        let mut stream = challenged("c", "a");
        for account in came.chars() {
            assert!(stream.come(NOON_MS, &account.to_string()));
        }
        let again_ms = DUE_MS + LADDER.play_within_ms;
        stream.follow(DUE_MS, &[(challenge("c", "b"), PAUSED)]);
        stream.follow(again_ms - 1, &[(challenge("c", "b"), PAUSED)]);
        stream.follow(again_ms, &[(challenge("c", "b"), Ok(()))]);
    }
    // It counts from when it lapsed, whenever somebody looks.
    let mut late = challenged("c", "a");
    let again_ms = DUE_MS + LADDER.play_within_ms;
    late.follow(again_ms, &[(challenge("c", "b"), Ok(()))]);
}

#[test]
fn who_came_to_his_challenge_makes_another_at_once() {
    for (came, order, whom) in [("e", "abecd", "a"), ("ec", "abcde", "d")] {
        let mut stream = challenged("e", "c");
        for account in came.chars() {
            assert!(stream.come(NOON_MS, &account.to_string()));
        }
        assert_eq!(stream.order(DUE_MS), order);
        let table = [
            (challenge("e", whom), Ok(())),
            // Whoever was challenged does too, even if he never came.
            (challenge("c", "b"), Ok(())),
        ];
        stream.follow(DUE_MS, &table);
    }
}

#[test]
fn a_challenge_that_was_played_or_yielded_to_or_ended_by_who_left_pauses_nobody() {
    let soon_ms = NOON_MS + MINUTE_MS;
    // How it ends, and whom the challenger challenges then.
    let endings: [Ending; 4] = [
        (
            |stream, at_ms| stream.play(at_ms, ("e", "c"), Some(Color::White)),
            "d",
        ),
        (|stream, at_ms| stream.play(at_ms, ("c", "e"), None), "d"),
        (
            |stream, at_ms| stream.follow(at_ms, &[(yields("c"), Ok(()))]),
            "b",
        ),
        (
            |stream, at_ms| stream.follow(at_ms, &[(leave("c"), Ok(()))]),
            "d",
        ),
    ];
    for (number, (ending, whom)) in endings.into_iter().enumerate() {
        let mut stream = challenged("e", "c");
        ending(&mut stream, soon_ms);
        let taken = stream.take(soon_ms, &challenge("e", whom));
        assert_eq!(taken, Ok(()), "{number}");
    }
}

#[test]
fn the_last_challenge_that_somebody_let_go_counts() {
    let mut stream = challenged("c", "a");
    stream.follow(NOON_MS, &[(withdraw("c"), Ok(()))]);
    let second_ms = NOON_MS + LADDER.play_within_ms;
    let table = [(challenge("c", "b"), Ok(())), (withdraw("c"), Ok(()))];
    stream.follow(second_ms, &table);
    // Of others it says nothing, and theirs say nothing of his.
    let table = [(challenge("e", "d"), Ok(())), (withdraw("e"), Ok(()))];
    stream.follow(second_ms + HOUR_MS, &table);
    for (at_ms, of_c, of_e) in [
        (second_ms + DAY_MS - 1, PAUSED, PAUSED),
        (second_ms + DAY_MS, Ok(()), PAUSED),
        (second_ms + DAY_MS + HOUR_MS, Ok(()), Ok(())),
    ] {
        let mut stream = stream.clone();
        assert_eq!(stream.take(at_ms, &challenge("c", "b")), of_c, "{at_ms}");
        assert_eq!(stream.take(at_ms, &challenge("e", "d")), of_e, "{at_ms}");
    }
}
