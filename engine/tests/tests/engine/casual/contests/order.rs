//! Who keeps order in a contest: its founder until it is over, and moderators who do not play in it.

use outflank_casual::{ContestPhase, Form};
use outflank_othello::Color;

use super::{
    ARENA, FOUNDER, LADDER, MODERATOR, Stream, Taken, admitting, both, end, enter, join, leave,
    remove,
};
use crate::casual::support::NOON_MS;

#[test]
fn whose_program_plays_in_a_contest_keeps_no_order_there() {
    let own: Taken = Err("concerns_yourself");
    for form in both() {
        let mut stream = Stream::under(admitting(form), "a");
        let table = [
            (enter("program", MODERATOR.0), Ok(())),
            (remove("a", MODERATOR), own),
            (end(MODERATOR), own),
            (end(("another", true)), Ok(())),
        ];
        stream.follow(NOON_MS, &table);
    }
}

#[test]
fn founders_and_moderators_end_a_contest_and_it_stays_ended() {
    for form in both() {
        for by in [FOUNDER, MODERATOR] {
            let mut stream = Stream::of(form.clone(), "ab");
            let table = [
                (end(("a", false)), Err("not_your_contest")),
                (end(by), Ok(())),
                (end(by), Err("contest_over")),
                (join("c"), Err("contest_over")),
                (leave("a"), Err("contest_over")),
                // Who cheated may be found out later, which is not for who founded it to say.
                (remove("a", FOUNDER), Err("contest_over")),
                (remove("a", ("b", false)), Err("contest_over")),
                (remove("b", MODERATOR), Ok(())),
            ];
            stream.follow(NOON_MS + 1, &table);
            for at_ms in [NOON_MS, NOON_MS + 1, i64::MAX] {
                assert_eq!(stream.state.phase(at_ms), ContestPhase::Ended);
            }
        }
    }
}

#[test]
fn who_plays_in_a_contest_keeps_order_there_only_if_he_founded_it() {
    let own: Taken = Err("concerns_yourself");
    for form in both() {
        let mut stream = Stream::of(form, "abcd");
        let (playing, founder) = (("a", true), (FOUNDER.0, true));
        let table = [
            (remove("b", playing), own),
            (remove("a", playing), own),
            (remove("nobody", playing), own),
            (end(playing), own),
            // Leaving it lets nobody judge those whom he has played.
            (leave("a"), Ok(())),
            (remove("b", playing), own),
            (end(playing), own),
            (remove("a", MODERATOR), Ok(())),
            (end(playing), own),
            (join(FOUNDER.0), Ok(())),
            (remove("b", founder), Ok(())),
            (remove("c", FOUNDER), Ok(())),
            (end(founder), Ok(())),
            (remove("d", playing), own),
            (remove("d", founder), Err("contest_over")),
        ];
        stream.follow(NOON_MS, &table);
    }
}

#[test]
fn a_moderator_takes_the_title_of_what_is_over_once_and_nothing_else_of_it() {
    let over_ms = NOON_MS + ARENA.length_ms;
    for (form, ended_ms) in [
        (Form::Arena(ARENA), None),
        (Form::Arena(ARENA), Some(NOON_MS)),
        (Form::Ladder(LADDER), Some(NOON_MS)),
    ] {
        let mut stream = Stream::of(form, "ab");
        stream.play(NOON_MS, ("a", "b"), Some(Color::Black));
        if let Some(ended_ms) = ended_ms {
            stream.follow(ended_ms, &[(end(FOUNDER), Ok(()))]);
        }
        let of = |stream: &Stream| (stream.state.phase(over_ms), super::shown(&stream.state));
        let before = of(&stream);
        assert_eq!(stream.state.title(), "Thursday");
        let table = [
            (end(FOUNDER), Err("contest_over")),
            (end((FOUNDER.0, true)), Err("contest_over")),
            (end(("b", false)), Err("contest_over")),
            (end(("b", true)), Err("concerns_yourself")),
        ];
        stream.follow(over_ms, &table);
        assert_eq!(stream.state.title(), "Thursday");
        let table = [
            (end(MODERATOR), Ok(())),
            (end(MODERATOR), Err("contest_over")),
            (end(("another", true)), Err("contest_over")),
        ];
        stream.follow(over_ms, &table);
        assert_eq!((stream.state.title(), of(&stream)), ("", before));
    }
}

#[test]
fn what_a_moderator_ends_has_no_title_any_more_unless_he_founded_it() {
    for (by, title) in [(MODERATOR, ""), ((FOUNDER.0, true), "Thursday")] {
        let mut stream = Stream::ladder("ab");
        stream.follow(NOON_MS, &[(end(by), Ok(()))]);
        assert_eq!(stream.state.title(), title);
    }
}
