//! Who enters, leaves and comes back.

use outflank_casual::{
    Contest, ContestCommand, ContestEvent, ContestPhase, Form, Founding, MOST_ENTRANTS,
    MOST_ENTRIES, MOST_LINES,
};
use outflank_othello::Color;

use super::{
    ARENA, FOUNDER, HOUR_MS, LADDER, MODERATOR, Stream, admitting, both, challenge, end, founding,
    join, leave, remove,
};
use crate::casual::support::NOON_MS;

fn joined(account: String) -> ContestEvent {
    ContestEvent::Joined {
        account,
        operator: None,
        by_key: false,
    }
}

#[test]
fn everybody_enters_once_and_comes_back_after_leaving() {
    for form in both() {
        let mut stream = Stream::of(form, "");
        let table = [
            (leave("a"), Err("not_in_contest")),
            (join("a"), Ok(())),
            (join("a"), Err("entered_already")),
            (leave("a"), Ok(())),
            (leave("a"), Err("not_in_contest")),
            (join("a"), Ok(())),
            (join("b"), Ok(())),
            // Whoever founded it enters as everybody does.
            (leave(FOUNDER.0), Err("not_in_contest")),
            (join(FOUNDER.0), Ok(())),
        ];
        stream.follow(NOON_MS, &table);
        assert_eq!(stream.state.entrants(), 3);
    }
}

#[test]
fn who_enters_by_a_key_is_a_program_until_he_comes_back_without_one() {
    for form in both() {
        let mut stream = Stream::under(admitting(form), "a");
        let is_by_key = |stream: &Stream, account| {
            let entrant = stream.state.entrant(account).unwrap();
            entrant.is_by_key()
        };
        // A program's own account is none that it plays under.
        for (is_program, by_key) in [(false, true), (true, false), (true, true), (false, false)] {
            let enter = ContestCommand::Join {
                account: "b".to_owned(),
                operator: is_program.then(|| "operator".to_owned()),
                by_key,
            };
            stream.follow(NOON_MS, &[(enter, Ok(()))]);
            assert_eq!(is_by_key(&stream, "b"), by_key);
            // Leaving tells nothing new.
            stream.follow(NOON_MS, &[(leave("b"), Ok(()))]);
            assert_eq!(is_by_key(&stream, "b"), by_key);
            assert!(!is_by_key(&stream, "a"));
        }
    }
}

#[test]
fn nobody_enters_or_leaves_an_arena_that_is_over() {
    let over_ms = NOON_MS + ARENA.length_ms;
    let mut stream = Stream::arena("ab");
    let last = [(join("c"), Ok(())), (leave("c"), Ok(()))];
    stream.follow(over_ms - 1, &last);
    let table = [
        (join("c"), Err("contest_over")),
        (leave("a"), Err("contest_over")),
        (end(FOUNDER), Err("contest_over")),
        (end(("a", false)), Err("contest_over")),
        (challenge("b", "a"), Err("no_ladder")),
        (remove("a", FOUNDER), Err("contest_over")),
        (remove("a", MODERATOR), Ok(())),
        // Who moderates is a founder in his own contest all the same.
        (remove("b", (FOUNDER.0, true)), Err("contest_over")),
    ];
    stream.follow(over_ms, &table);
}

#[test]
fn nobody_enters_more_often_than_one_may() {
    for form in both() {
        let mut stream = Stream::of(form, "");
        for _ in 0..MOST_ENTRIES {
            let table = [(join("a"), Ok(())), (leave("a"), Ok(()))];
            stream.follow(NOON_MS, &table);
        }
        assert_eq!(stream.state.entrant("a").unwrap().entries, MOST_ENTRIES);
        let refused = stream.state.decide(&join("a"), NOON_MS).unwrap_err();
        let sentence = "You have entered this contest and left it 20 times, as often as one may.";
        assert_eq!(refused.to_string(), sentence);
        let table = [(join("a"), Err("entered_already")), (join("b"), Ok(()))];
        stream.follow(NOON_MS, &table);
        assert_eq!(stream.state.entrant("b").unwrap().entries, 1);
    }
}

#[test]
fn a_contest_is_founded_once() {
    for (form, other) in both().into_iter().zip(both().into_iter().rev()) {
        let mut stream = Stream::of(form, "ab");
        stream.play(NOON_MS, ("a", "b"), Some(Color::Black));
        let before = stream.state.clone();
        let again = Founding {
            founder: "a".to_owned(),
            title: "Friday".to_owned(),
            starts_at_ms: NOON_MS + HOUR_MS,
            ..founding(other)
        };
        stream.append(NOON_MS + 1, ContestEvent::Founded(again));
        assert_eq!(stream.state, before);
    }
}

#[test]
fn before_a_contest_begins_all_but_its_games_is_there() {
    for form in both() {
        let coming = Founding {
            starts_at_ms: NOON_MS + HOUR_MS,
            ..founding(form)
        };
        let mut stream = Stream::founded(coming);
        let table = [
            (join("a"), Ok(())),
            (join("b"), Ok(())),
            (leave("a"), Ok(())),
            (join("a"), Ok(())),
            (remove("b", FOUNDER), Ok(())),
            (end(FOUNDER), Ok(())),
        ];
        stream.follow(NOON_MS, &table);
    }
}

#[test]
fn a_contest_is_to_come_runs_and_is_over_by_the_clock() {
    let (start_ms, over_ms) = (NOON_MS + HOUR_MS, NOON_MS + 2 * HOUR_MS);
    let of = |form| Founding {
        starts_at_ms: start_ms,
        ..founding(form)
    };
    let (arena, ladder) = (of(Form::Arena(ARENA)), of(Form::Ladder(LADDER)));
    assert_eq!(arena.ends_at_ms(), Some(over_ms));
    assert_eq!(ladder.ends_at_ms(), None);
    let (arena, ladder) = (Stream::founded(arena), Stream::founded(ladder));
    for (at_ms, of_arena, of_ladder) in [
        (i64::MIN, ContestPhase::Coming, ContestPhase::Coming),
        (start_ms - 1, ContestPhase::Coming, ContestPhase::Coming),
        (start_ms, ContestPhase::Running, ContestPhase::Running),
        (over_ms - 1, ContestPhase::Running, ContestPhase::Running),
        (over_ms, ContestPhase::Over, ContestPhase::Running),
        (i64::MAX, ContestPhase::Over, ContestPhase::Running),
    ] {
        assert_eq!(arena.state.phase(at_ms), of_arena, "{at_ms}");
        assert_eq!(ladder.state.phase(at_ms), of_ladder, "{at_ms}");
        // Whoever knows nothing of a contest but its times says the same of it.
        let told = |over_ms, ended| ContestPhase::at(at_ms, (start_ms, over_ms), ended);
        assert_eq!(told(Some(over_ms), false), of_arena, "{at_ms}");
        assert_eq!(told(None, false), of_ladder, "{at_ms}");
        assert_eq!(told(Some(over_ms), true), ContestPhase::Ended, "{at_ms}");
    }
    assert_eq!(Contest::default().phase(NOON_MS), ContestPhase::Coming);
}

#[test]
fn a_contest_takes_so_many_and_counts_those_who_take_part() {
    let mut stream = Stream::arena("abc");
    stream.play(NOON_MS, ("a", "b"), None);
    for number in 3..MOST_ENTRANTS {
        let account = number.to_string();
        stream.append(NOON_MS, joined(account));
    }
    let refused = stream.state.decide(&join("x"), NOON_MS).unwrap_err();
    let sentence = "This contest has 1000 entrants, as many as there may be.";
    assert_eq!(refused.to_string(), sentence);
    let table = [
        (join("x"), Err("contest_full")),
        // Who has played and left keeps his line, takes nobody's room, and comes back where there is some.
        (leave("a"), Ok(())),
        (join("x"), Ok(())),
        (join("a"), Err("contest_full")),
        // So does who has not played.
        (leave("c"), Ok(())),
        (join("a"), Ok(())),
        (join("c"), Err("contest_full")),
        (remove("b", FOUNDER), Ok(())),
        (join("c"), Ok(())),
        (join("y"), Err("contest_full")),
    ];
    stream.follow(NOON_MS, &table);
    assert_eq!(stream.state.entrants(), MOST_ENTRANTS);
    assert_eq!(stream.state.list().len(), MOST_ENTRANTS + 1);
    assert_eq!(stream.state.entrant("a").unwrap().draws, 1);
}

#[test]
fn a_contest_keeps_so_many_lines() {
    for form in both() {
        let mut stream = Stream::of(form, "");
        for number in 0..MOST_LINES {
            let account = number.to_string();
            let left = ContestEvent::Left {
                account: account.clone(),
            };
            stream.append(NOON_MS, joined(account));
            stream.append(NOON_MS, left);
        }
        assert_eq!(stream.state.entrants(), 0);
        let refused = stream.state.decide(&join("x"), NOON_MS).unwrap_err();
        let sentence = "This contest has 10000 entrants, as many as there may be.";
        assert_eq!(refused.to_string(), sentence);
        let table = [
            (join("x"), Err("contest_full")),
            // Who has a line comes back to it.
            (join("7"), Ok(())),
            (remove("8", FOUNDER), Ok(())),
            (join("x"), Err("contest_full")),
        ];
        stream.follow(NOON_MS, &table);
        assert_eq!(stream.state.list().len(), MOST_LINES);
    }
}
