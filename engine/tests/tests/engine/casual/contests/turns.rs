//! Whose turn it is to challenge somebody: nobody is kept from him by others who take turns.

use outflank_casual::{Form, LadderRules, Refusal};
use outflank_othello::{Color, refusal::Milliseconds};

use super::{DAY_MS, HOUR_MS, LADDER, Stream, Taken, challenge, leave, withdraw};
use crate::casual::support::NOON_MS;

const OTHERS_FIRST: Taken = Err("rests_from_each_other");

/// Three places above may be challenged, and nobody rests after a game.
const RULES: LadderRules = LadderRules {
    reach: 3,
    rest_ms: 0,
    ..LADDER
};

/// Somebody challenges "a", and loses the game at once.
fn lose(stream: &mut Stream, at_ms: i64, challenger: &str) {
    stream.follow(at_ms, &[(challenge(challenger, "a"), Ok(()))]);
    stream.play(at_ms, ("a", challenger), Some(Color::Black));
}

#[test]
fn who_has_challenged_somebody_less_recently_goes_first_for_a_day() {
    let mut stream = Stream::of(Form::Ladder(RULES), "abcd");
    lose(&mut stream, NOON_MS, "b");
    stream.follow(NOON_MS, &[(challenge("b", "a"), OTHERS_FIRST)]);
    lose(&mut stream, NOON_MS + 1, "c");
    let table = [
        (challenge("b", "a"), OTHERS_FIRST),
        (challenge("c", "a"), OTHERS_FIRST),
    ];
    stream.follow(NOON_MS + 1, &table);
    lose(&mut stream, NOON_MS + 2, "d");
    // All have had their turn: it is that of the first again.
    let table = [
        (challenge("c", "a"), OTHERS_FIRST),
        (challenge("d", "a"), OTHERS_FIRST),
    ];
    stream.follow(NOON_MS + 3, &table);
    lose(&mut stream, NOON_MS + 3, "b");
    let over_ms = NOON_MS + 3 + DAY_MS;
    for (at_ms, of_b) in [(over_ms - 1, OTHERS_FIRST), (over_ms, Ok(()))] {
        let taken = stream.clone().take(at_ms, &challenge("b", "a"));
        assert_eq!(taken, of_b, "{at_ms}");
    }
    // Of whom nobody has challenged for a day nothing is kept: each goes before whoever challenges him next.
    lose(&mut stream, over_ms, "d");
    stream.follow(over_ms, &[(challenge("d", "a"), OTHERS_FIRST)]);
    stream.follow(over_ms, &[(challenge("b", "a"), Ok(()))]);
}

#[test]
fn a_refusal_says_until_when_others_go_first() {
    let mut stream = Stream::of(Form::Ladder(RULES), "abc");
    lose(&mut stream, NOON_MS, "b");
    for (after_ms, hours, said) in [
        (1, 24, "1 day"),
        (HOUR_MS - 1, 24, "1 day"),
        (HOUR_MS, 23, "23 hours"),
        (DAY_MS - 1, 1, "1 hour"),
    ] {
        let refused = stream
            .state
            .decide(&challenge("b", "a"), NOON_MS + after_ms);
        let refused = refused.unwrap_err();
        let expected = Refusal::OthersGoFirst {
            until_ms: NOON_MS + DAY_MS,
            wait_ms: Milliseconds(hours * HOUR_MS),
        };
        assert_eq!(refused, expected);
        let sentence = format!(
            "You have challenged this player already, and others may do so first; challenge him again in {said}."
        );
        assert_eq!(refused.to_string(), sentence);
    }
}

#[test]
fn where_challenges_stand_for_less_than_a_day_others_go_first_for_as_long() {
    let rules = LadderRules {
        play_within_ms: HOUR_MS,
        ..RULES
    };
    let mut stream = Stream::of(Form::Ladder(rules), "abc");
    lose(&mut stream, NOON_MS, "b");
    let table = [(challenge("b", "a"), OTHERS_FIRST)];
    stream.follow(NOON_MS + HOUR_MS - 1, &table);
    stream.follow(NOON_MS + HOUR_MS, &[(challenge("b", "a"), Ok(()))]);
}

#[test]
fn who_alone_may_challenge_somebody_waits_for_nobody() {
    for (reach, gone) in [(1, ""), (3, "cd")] {
        let rules = LadderRules { reach, ..RULES };
        let mut stream = Stream::of(Form::Ladder(rules), "abcd");
        lose(&mut stream, NOON_MS, "b");
        for account in gone.chars() {
            stream.follow(NOON_MS, &[(leave(&account.to_string()), Ok(()))]);
        }
        lose(&mut stream, NOON_MS, "b");
    }
}

#[test]
fn a_challenge_of_his_own_leaves_others_no_less_time_to_challenge_him_and_no_more() {
    for after_ms in [0, 6 * HOUR_MS] {
        let mut stream = Stream::of(Form::Ladder(RULES), "eabc");
        lose(&mut stream, NOON_MS, "b");
        let own_ms = NOON_MS + after_ms;
        stream.follow(own_ms, &[(challenge("a", "e"), Ok(()))]);
        for account in ["a", "e"] {
            assert!(stream.come(own_ms, account));
        }
        // A day in all in which he is in no challenge.
        let (free_ms, over_ms) = (own_ms + DAY_MS, NOON_MS + 2 * DAY_MS);
        for (at_ms, expected) in [
            (free_ms - 1, Err("opponent_challenged")),
            (free_ms, OTHERS_FIRST),
            (over_ms - 1, OTHERS_FIRST),
            (over_ms, Ok(())),
        ] {
            let taken = stream.clone().take(at_ms, &challenge("b", "a"));
            assert_eq!(taken, expected, "{after_ms} {at_ms}");
        }
        stream.follow(free_ms, &[(challenge("c", "a"), Ok(()))]);
    }
}

#[test]
fn who_idles_keeps_nobody_for_longer_from_one_who_challenges_others_meanwhile() {
    let mut stream = Stream::of(Form::Ladder(RULES), "efabc");
    lose(&mut stream, NOON_MS, "b");
    for (hours, whom) in [(12, "f"), (18, "e")] {
        let at_ms = NOON_MS + hours * HOUR_MS;
        stream.follow(at_ms, &[(challenge("a", whom), Ok(()))]);
        stream.play(at_ms, (whom, "a"), Some(Color::Black));
    }
    let over_ms = NOON_MS + DAY_MS;
    stream.follow(over_ms - 1, &[(challenge("b", "a"), OTHERS_FIRST)]);
    stream.follow(over_ms, &[(challenge("b", "a"), Ok(()))]);
}

/// What was done at noon.
type Before = fn(&mut Stream);

#[test]
fn who_may_not_challenge_somebody_now_goes_before_nobody() {
    let take_back: Before = |stream| {
        let table = [(challenge("c", "a"), Ok(())), (withdraw("c"), Ok(()))];
        stream.follow(NOON_MS, &table);
    };
    let let_run_out: Before = |stream| {
        stream.follow(NOON_MS, &[(challenge("c", "a"), Ok(()))]);
        for account in ["a", "c"] {
            assert!(stream.come(NOON_MS, account));
        }
    };
    let is_challenged: Before = |stream| {
        stream.follow(NOON_MS, &[(challenge("d", "c"), Ok(()))]);
    };
    let rules = LadderRules { reach: 2, ..RULES };
    let table: [(&str, Before, i64, Taken); 6] = [
        ("is free", |_| {}, NOON_MS, OTHERS_FIRST),
        ("pauses", take_back, NOON_MS + DAY_MS - 1, Ok(())),
        ("has paused", take_back, NOON_MS + DAY_MS, OTHERS_FIRST),
        ("rests", let_run_out, NOON_MS + 2 * DAY_MS - 1, Ok(())),
        (
            "has rested",
            let_run_out,
            NOON_MS + 2 * DAY_MS,
            OTHERS_FIRST,
        ),
        // Or others would take turns at keeping him in one.
        ("is in another", is_challenged, NOON_MS, OTHERS_FIRST),
    ];
    for (how, before, at_ms, expected) in table {
        let mut stream = Stream::of(Form::Ladder(rules.clone()), "abcd");
        before(&mut stream);
        lose(&mut stream, at_ms, "b");
        let taken = stream.take(at_ms, &challenge("b", "a"));
        assert_eq!(taken, expected, "{how}");
    }
}

/// How a challenge of somebody ends an hour before it is due.
type Ending = fn(&mut Stream, i64, &str);

#[test]
fn whoever_looks_once_in_a_day_is_not_kept_out_by_others_who_take_turns() {
    let endings: [(&str, Ending); 4] = [
        ("runs out", |_, _, _| {}),
        ("is taken back", |stream, at_ms, by| {
            stream.follow(at_ms, &[(withdraw(by), Ok(()))]);
        }),
        ("is lost", |stream, at_ms, by| {
            stream.play(at_ms, ("a", by), Some(Color::Black));
        }),
        ("is drawn", |stream, at_ms, by| {
            stream.play(at_ms, ("a", by), None);
        }),
    ];
    for (how, end) in endings {
        for looks_at in 0..24 {
            let mut stream = Stream::of(Form::Ladder(RULES), "abcd");
            let found = (0..5 * 24).find(|hour| {
                let now_ms = NOON_MS + hour * HOUR_MS;
                let now = stream.state.clone().settled(now_ms);
                if let Some(stands) = now.challenge_of("a") {
                    // Both come, so that nothing is decided by that.
                    for account in ["a", stands.challenger.as_str()] {
                        stream.come(now_ms, account);
                    }
                    if now_ms == stands.due_ms - HOUR_MS {
                        end(&mut stream, now_ms, &stands.challenger);
                    }
                }
                for by in ["b", "c"] {
                    // Refused or not, whenever he may.
                    let _ = stream.take(now_ms, &challenge(by, "a"));
                }
                hour % 24 == looks_at && stream.take(now_ms, &challenge("d", "a")).is_ok()
            });
            assert!(found.is_some(), "{how}, {looks_at}");
        }
    }
}
