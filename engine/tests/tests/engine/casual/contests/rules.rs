//! What may be founded: rule sets, and when a contest begins.

use outflank_casual::{
    ArenaRules, ContestCommand, ContestEvent, ContestRules, Form, Founding, LONGEST_AHEAD_MS,
    LadderRules, Refusal,
};

use super::{ARENA, HOUR_MS, LADDER, MINUTE_MS, Stream, founding, rule_set};
use crate::casual::support::{NOON_MS, minutes};

const LENGTH: &str = "An arena lasts 10 minutes to 12 hours, in whole minutes.";
const POINTS: &str =
    "A win is worth 1 to 10 points, a draw at most as many, and a loss at most as many as a draw.";
const STREAK: &str = "Games count double after at most 10 wins in a row, or never with 0.";
const REACH: &str = "On a ladder one challenges 1 to 20 places above.";
const TIME: &str = "A challenge leaves 1 hour to 30 days for its game, in whole hours.";
const REST: &str = "Two rest from each other for 30 days at most, in whole hours.";
const START: &str = "A contest begins now or within 30 days.";

/// Holds the check of that form against the sentence that it is refused in.
fn assert_refused(form: Form, expected: Option<&str>) {
    let about = format!("{form:?}");
    let refused = rule_set(form).check().err();
    let sentence = refused.as_ref().map(ToString::to_string);
    assert_eq!(sentence.as_deref(), expected, "{about}");
    if let Some(refusal) = refused {
        assert_eq!(refusal.name(), "bad_contest_rules", "{about}");
        assert!(refusal.is_about_the_request());
    }
}

#[test]
fn an_arena_has_a_length_points_in_their_order_and_a_short_streak() {
    let length = |length_ms| ArenaRules { length_ms, ..ARENA };
    let points = |win, draw, loss| ArenaRules {
        win,
        draw,
        loss,
        ..ARENA
    };
    let streak = |streak| ArenaRules { streak, ..ARENA };
    for (rules, refused) in [
        (ARENA, None),
        (length(10 * MINUTE_MS - 1), Some(LENGTH)),
        (length(9 * MINUTE_MS), Some(LENGTH)),
        (length(10 * MINUTE_MS), None),
        (length(10 * MINUTE_MS + 1), Some(LENGTH)),
        (length(11 * MINUTE_MS), None),
        (length(12 * HOUR_MS), None),
        (length(12 * HOUR_MS + MINUTE_MS), Some(LENGTH)),
        (length(0), Some(LENGTH)),
        (length(-HOUR_MS), Some(LENGTH)),
        (length(i64::MIN), Some(LENGTH)),
        (length(i64::MAX), Some(LENGTH)),
        (points(1, 0, 0), None),
        (points(10, 10, 10), None),
        (points(10, 0, 0), None),
        (points(0, 0, 0), Some(POINTS)),
        (points(11, 1, 0), Some(POINTS)),
        (points(2, 3, 0), Some(POINTS)),
        (points(2, 1, 2), Some(POINTS)),
        (points(u8::MAX, u8::MAX, u8::MAX), Some(POINTS)),
        (streak(0), None),
        (streak(1), None),
        (streak(10), None),
        (streak(11), Some(STREAK)),
        (streak(u32::MAX), Some(STREAK)),
    ] {
        assert_refused(Form::Arena(rules), refused);
    }
}

#[test]
fn a_ladder_has_a_reach_a_time_for_the_game_and_a_rest() {
    let reach = |reach| LadderRules { reach, ..LADDER };
    let within = |play_within_ms| LadderRules {
        play_within_ms,
        ..LADDER
    };
    let rest = |rest_ms| LadderRules { rest_ms, ..LADDER };
    let month = 30 * 24 * HOUR_MS;
    for (rules, refused) in [
        (LADDER, None),
        (reach(0), Some(REACH)),
        (reach(1), None),
        (reach(20), None),
        (reach(21), Some(REACH)),
        (reach(u32::MAX), Some(REACH)),
        (within(0), Some(TIME)),
        (within(HOUR_MS - 1), Some(TIME)),
        (within(HOUR_MS), None),
        (within(HOUR_MS + 1), Some(TIME)),
        (within(HOUR_MS + MINUTE_MS), Some(TIME)),
        (within(month), None),
        (within(month + HOUR_MS), Some(TIME)),
        (within(-HOUR_MS), Some(TIME)),
        (within(i64::MIN), Some(TIME)),
        (within(i64::MAX), Some(TIME)),
        (rest(0), None),
        (rest(1), Some(REST)),
        (rest(HOUR_MS), None),
        (rest(month), None),
        (rest(month + HOUR_MS), Some(REST)),
        (rest(-HOUR_MS), Some(REST)),
        (rest(i64::MIN), Some(REST)),
        (rest(i64::MAX), Some(REST)),
    ] {
        assert_refused(Form::Ladder(rules), refused);
    }
}

#[test]
fn what_is_played_is_what_casual_play_has() {
    for form in [Form::Arena(ARENA), Form::Ladder(LADDER)] {
        let rules = ContestRules {
            terms: minutes(0),
            ..rule_set(form)
        };
        let refused = rules.check().map_err(|refusal| refusal.name());
        assert_eq!(refused, Err("main_time_out_of_range"));
        let found = ContestCommand::Found(Founding {
            rules,
            ..founding(Form::Arena(ARENA))
        });
        let taken = Stream::default().take(NOON_MS, &found);
        assert_eq!(taken, Err("main_time_out_of_range"));
    }
}

#[test]
fn a_contest_begins_now_or_within_a_month() {
    for form in [Form::Arena(ARENA), Form::Ladder(LADDER)] {
        for (ahead_ms, expected) in [
            (i64::MIN, Some(START)),
            // A start that was now when it was chosen is some moments past when it arrives.
            (-5_001, Some(START)),
            (-5_000, None),
            (-1, None),
            (0, None),
            (1, None),
            (LONGEST_AHEAD_MS, None),
            (LONGEST_AHEAD_MS + 1, Some(START)),
            (i64::MAX, Some(START)),
        ] {
            let asked = Founding {
                starts_at_ms: NOON_MS.saturating_add(ahead_ms),
                ..founding(form.clone())
            };
            let found = ContestCommand::Found(asked.clone());
            let decided = Stream::default().state.decide(&found, NOON_MS);
            // It stays as it was given.
            let founded = decided.as_ref().ok();
            assert!(founded.is_none_or(|event| *event == ContestEvent::Founded(asked)));
            let refused = decided.as_ref().err();
            let sentence = refused.map(ToString::to_string);
            assert_eq!(sentence.as_deref(), expected, "{ahead_ms}");
            assert!(refused.is_none_or(|refusal| refusal.name() == "bad_contest_start"));
            assert!(refused.is_none_or(Refusal::is_about_the_request));
        }
    }
}

#[test]
fn programs_play_where_the_rules_say_so() {
    for (programs, is_program, expected) in [
        (false, false, Ok(())),
        (false, true, Err("no_programs")),
        (true, false, Ok(())),
        (true, true, Ok(())),
    ] {
        let rules = ContestRules {
            programs,
            ..rule_set(Form::Arena(ARENA))
        };
        let admitted = rules.admit(is_program);
        let admitted = admitted.map_err(|refusal| refusal.name());
        assert_eq!(admitted, expected, "{programs} {is_program}");
        // By an account of its own, or by a key of somebody's.
        for (is_program, by_key) in [(is_program, false), (false, is_program)] {
            let mut stream = Stream::founded(Founding {
                rules: rules.clone(),
                ..founding(Form::Arena(ARENA))
            });
            let enter = ContestCommand::Join {
                account: "a".to_owned(),
                operator: is_program.then(|| "operator".to_owned()),
                by_key,
            };
            assert_eq!(stream.take(NOON_MS, &enter), expected);
        }
    }
}
