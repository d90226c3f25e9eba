//! Who may seek a game of a contest, and with whom.

use outflank_casual::{ContestRules, Form, Founding, LadderRules, SoughtChallenge};

use super::{
    ARENA, FOUNDER, HOUR_MS, LADDER, Stream, challenge, end, founding, join, leave, remove,
    rule_set, withdraw, yields,
};
use crate::casual::support::NOON_MS;

/// What an account may seek then: `Ok(None)` for whoever comes.
fn sought(
    stream: &Stream,
    account: &str,
    at_ms: i64,
) -> Result<Option<SoughtChallenge>, &'static str> {
    let sought = stream.state.sought_by((account, false), at_ms);
    sought.map_err(|refusal| refusal.name())
}

/// A game of the challenge from then against that opponent.
fn against(opponent: &str, at_ms: i64) -> SoughtChallenge {
    SoughtChallenge {
        opponent: opponent.to_owned(),
        at_ms,
    }
}

#[test]
fn who_takes_part_seeks_while_an_arena_runs() {
    let (start_ms, over_ms) = (NOON_MS + HOUR_MS, NOON_MS + 2 * HOUR_MS);
    let mut stream = Stream::founded(Founding {
        starts_at_ms: start_ms,
        ..founding(Form::Arena(ARENA))
    });
    stream.follow(NOON_MS, &[(join("a"), Ok(())), (join("b"), Ok(()))]);
    for (at_ms, expected) in [
        (NOON_MS, Err("not_begun")),
        (start_ms - 1, Err("not_begun")),
        (start_ms, Ok(None)),
        (over_ms - 1, Ok(None)),
        (over_ms, Err("contest_over")),
        (i64::MAX, Err("contest_over")),
    ] {
        assert_eq!(sought(&stream, "a", at_ms), expected, "{at_ms}");
    }
    // Whether it runs is said before who takes part in it.
    assert_eq!(sought(&stream, "nobody", NOON_MS), Err("not_begun"));
    assert_eq!(sought(&stream, "nobody", start_ms), Err("not_in_contest"));
    stream.follow(start_ms, &[(leave("a"), Ok(()))]);
    assert_eq!(sought(&stream, "a", start_ms), Err("not_in_contest"));
    stream.follow(start_ms, &[(join("a"), Ok(()))]);
    assert_eq!(sought(&stream, "a", start_ms), Ok(None));
    stream.follow(start_ms, &[(remove("a", FOUNDER), Ok(()))]);
    assert_eq!(sought(&stream, "a", start_ms), Err("not_in_contest"));
    assert_eq!(sought(&stream, "b", start_ms), Ok(None));
    stream.follow(start_ms, &[(end(FOUNDER), Ok(()))]);
    assert_eq!(sought(&stream, "b", start_ms), Err("contest_over"));
}

#[test]
fn programs_seek_where_the_rules_admit_them() {
    for form in [Form::Arena(ARENA), Form::Ladder(LADDER)] {
        for programs in [false, true] {
            let rules = ContestRules {
                programs,
                ..rule_set(form.clone())
            };
            let mut stream = Stream::founded(Founding {
                rules,
                ..founding(Form::Arena(ARENA))
            });
            stream.follow(NOON_MS, &[(join("a"), Ok(()))]);
            // Whoever entered as a person may seek over a line that a key opened.
            let sought = stream.state.sought_by(("a", true), NOON_MS);
            let refused = sought.err().map(|refusal| refusal.name());
            assert_eq!(refused == Some("no_programs"), !programs, "{refused:?}");
        }
    }
}

#[test]
fn on_a_ladder_the_two_of_a_challenge_seek_each_other_until_it_is_due() {
    let due_ms = NOON_MS + LADDER.play_within_ms;
    let mut stream = Stream::ladder("abcd");
    assert_eq!(sought(&stream, "c", NOON_MS), Err("no_challenge"));
    stream.follow(NOON_MS, &[(challenge("c", "a"), Ok(()))]);
    // They meet, so that the challenge stands on when it is due.
    assert!(stream.meet(NOON_MS, "a"));
    for at_ms in [NOON_MS, due_ms - 1] {
        let of_c = sought(&stream, "c", at_ms);
        assert_eq!(of_c, Ok(Some(against("a", NOON_MS))));
        let of_a = sought(&stream, "a", at_ms);
        assert_eq!(of_a, Ok(Some(against("c", NOON_MS))));
        assert_eq!(sought(&stream, "b", at_ms), Err("no_challenge"));
        assert_eq!(sought(&stream, "nobody", at_ms), Err("not_in_contest"));
    }
    for account in ["a", "c"] {
        assert!(stream.state.challenge_of(account).is_some());
        assert_eq!(sought(&stream, account, due_ms), Err("no_challenge"));
    }
    let mut withdrawn = stream.clone();
    withdrawn.follow(NOON_MS, &[(withdraw("c"), Ok(()))]);
    assert_eq!(sought(&withdrawn, "a", NOON_MS), Err("no_challenge"));
    stream.follow(NOON_MS, &[(end(FOUNDER), Ok(()))]);
    assert_eq!(sought(&stream, "a", NOON_MS), Err("contest_over"));
}

/// "a" gave his place to "b", who had challenged him, and challenges him a minute later; "d" challenges "c".
fn challenged_again() -> Stream {
    let rules = LadderRules {
        rest_ms: 0,
        ..LADDER
    };
    let mut stream = Stream::of(Form::Ladder(rules), "abcd");
    let table = [
        (challenge("b", "a"), Ok(())),
        (yields("a"), Ok(())),
        (challenge("d", "c"), Ok(())),
    ];
    stream.follow(NOON_MS, &table);
    stream.follow(NOON_MS + HOUR_MS, &[(challenge("a", "b"), Ok(()))]);
    stream
}

#[test]
fn the_two_of_a_challenge_seek_that_one_and_none_that_they_had_before() {
    let (stream, again_ms) = (challenged_again(), NOON_MS + HOUR_MS);
    for (account, expected) in [
        ("a", against("b", again_ms)),
        ("b", against("a", again_ms)),
        ("c", against("d", NOON_MS)),
        ("d", against("c", NOON_MS)),
    ] {
        let found = sought(&stream, account, again_ms);
        assert_eq!(found, Ok(Some(expected)), "{account}");
    }
}

#[test]
fn somebody_comes_once_in_a_day_to_the_challenge_that_stands_and_to_no_other() {
    let (mut stream, again_ms) = (challenged_again(), NOON_MS + HOUR_MS);
    // Who waits for the game of which challenge, and whether that counts for a day.
    for (account, waits_for, expected) in [
        ("b", against("a", NOON_MS), Err("no_challenge")),
        ("a", against("b", NOON_MS), Err("no_challenge")),
        ("b", against("a", again_ms), Ok(true)),
        ("b", against("a", again_ms), Ok(false)),
        ("b", against("a", NOON_MS), Err("no_challenge")),
        ("a", against("b", again_ms), Ok(true)),
        ("d", against("c", again_ms), Err("no_challenge")),
        ("d", against("c", NOON_MS), Ok(true)),
        ("nobody", against("a", again_ms), Err("no_challenge")),
    ] {
        let comes = stream.state.comes((account, &waits_for), again_ms);
        let comes = comes.map_err(|refusal| refusal.name());
        let is_new = comes.as_ref().map(Option::is_some).map_err(|name| *name);
        assert_eq!(is_new, expected, "{account} {waits_for:?}");
        if let Ok(Some(came)) = comes {
            stream.append(again_ms, came);
        }
    }
    let came = |account: &str| {
        let challenge = stream.state.challenge_of(account).unwrap();
        let of_both = [&challenge.challenger_came, &challenge.challenged_came];
        of_both.map(|came| came.days)
    };
    assert_eq!((came("b"), came("d")), ([1, 1], [1, 0]));
}
