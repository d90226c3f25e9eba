//! Challenges on a ladder: who makes them of whom, and what becomes of the order.

use outflank_casual::{ContestCommand, Form, Founding, LadderRules, Taking};
use outflank_othello::{Color, PerColor};

use super::{
    DAY_MS, FOUNDER, HOUR_MS, LADDER, Stream, Taken, challenge, end, founding, join, leave, remove,
    shown, withdraw, yields,
};
use crate::casual::support::NOON_MS;

#[test]
fn one_challenges_who_stands_a_few_places_above() {
    let stream = Stream::ladder("abcd");
    for (challenger, challenged, expected) in [
        ("b", "a", Ok(())),
        ("c", "a", Ok(())),
        ("d", "b", Ok(())),
        ("d", "a", Err("not_in_reach")),
        // Below, himself, and nobody there.
        ("a", "b", Err("not_in_reach")),
        ("b", "b", Err("not_in_reach")),
        ("b", "nobody", Err("not_in_reach")),
        ("nobody", "a", Err("not_in_contest")),
        ("nobody", "nobody", Err("not_in_contest")),
    ] {
        let taken = stream
            .clone()
            .take(NOON_MS, &challenge(challenger, challenged));
        assert_eq!(taken, expected, "{challenger} {challenged}");
    }
    let refused = stream.state.decide(&challenge("d", "a"), NOON_MS);
    let sentence = "On this ladder one challenges who stands up to 2 places above.";
    assert_eq!(refused.unwrap_err().to_string(), sentence);
}

#[test]
fn challenges_belong_to_ladders_that_run() {
    let all = |expected: &'static str| -> [(ContestCommand, Taken); 3] {
        [
            (challenge("b", "a"), Err(expected)),
            (withdraw("b"), Err(expected)),
            (yields("a"), Err(expected)),
        ]
    };
    Stream::arena("ab").follow(NOON_MS, &all("no_ladder"));
    let mut coming = Stream::founded(Founding {
        starts_at_ms: NOON_MS + HOUR_MS,
        ..founding(Form::Ladder(LADDER))
    });
    coming.follow(NOON_MS, &[(join("a"), Ok(())), (join("b"), Ok(()))]);
    coming.follow(NOON_MS + HOUR_MS - 1, &all("not_begun"));
    coming.follow(NOON_MS + HOUR_MS, &[(challenge("b", "a"), Ok(()))]);
    let mut ended = coming;
    ended.follow(NOON_MS + HOUR_MS, &[(end(FOUNDER), Ok(()))]);
    ended.follow(NOON_MS + HOUR_MS, &all("contest_over"));
    assert!(ended.state.challenges().is_empty());
}

#[test]
fn everybody_is_in_one_challenge_at_a_time() {
    let mut stream = Stream::ladder("abcdef");
    let table = [
        (challenge("d", "b"), Ok(())),
        (challenge("d", "b"), Err("challenged_already")),
        (challenge("d", "c"), Err("challenged_already")),
        // Whoever is challenged is in a challenge as well.
        (challenge("b", "a"), Err("challenged_already")),
        (challenge("e", "d"), Err("opponent_challenged")),
        (challenge("c", "b"), Err("opponent_challenged")),
        (challenge("e", "c"), Ok(())),
    ];
    stream.follow(NOON_MS, &table);
    let standing = stream.state.challenges();
    let pairs: Vec<(&str, &str)> = standing
        .iter()
        .map(|one| (one.challenger.as_str(), one.challenged.as_str()))
        .collect();
    assert_eq!(pairs, [("d", "b"), ("e", "c")]);
    assert_eq!(stream.state.challenge_of("b"), Some(standing[0]));
    assert_eq!(stream.state.challenge_of("f"), None);
}

#[test]
fn who_wins_against_whom_he_challenged_has_the_place() {
    for (taking, won) in [(Taking::Insert, "adbce"), (Taking::Swap, "adcbe")] {
        for color in Color::BOTH {
            for (winner, expected) in [
                (Some(color), won),
                (Some(color.opponent()), "abcde"),
                (None, "abcde"),
            ] {
                let rules = LadderRules { taking, ..LADDER };
                let mut stream = Stream::of(Form::Ladder(rules), "abcde");
                stream.follow(NOON_MS, &[(challenge("d", "b"), Ok(()))]);
                let PerColor { black, white } = PerColor::of(color, "d", "b");
                stream.play(NOON_MS + 1, (black, white), winner);
                let order = stream.order(NOON_MS + 1);
                assert_eq!(order, expected, "{taking:?}, {color} {winner:?}");
                assert!(stream.state.challenges().is_empty());
                let games = |account| stream.state.entrant(account).unwrap().games();
                assert_eq!((games("d"), games("b"), games("a")), (1, 1, 0));
            }
        }
    }
}

#[test]
fn games_of_no_challenge_move_nobody() {
    let mut stream = Stream::ladder("abcd");
    stream.follow(NOON_MS, &[(challenge("d", "b"), Ok(()))]);
    stream.play(NOON_MS, ("d", "a"), Some(Color::Black));
    stream.play(NOON_MS, ("c", "b"), Some(Color::Black));
    assert_eq!(stream.order(NOON_MS), "abcd");
    // The challenge still stands for its game.
    assert!(stream.state.challenge_of("d").is_some());
    stream.play(NOON_MS, ("d", "b"), Some(Color::Black));
    assert_eq!(stream.order(NOON_MS), "adbc");
    // Once it was played another game of the two is nothing of it.
    stream.play(NOON_MS, ("b", "d"), Some(Color::Black));
    assert_eq!(stream.order(NOON_MS), "adbc");
}

#[test]
fn who_was_in_reach_when_he_was_challenged_stays_so() {
    let mut stream = Stream::ladder("abcde");
    let table = [(challenge("d", "b"), Ok(())), (challenge("e", "c"), Ok(()))];
    stream.follow(NOON_MS, &table);
    stream.play(NOON_MS, ("e", "c"), Some(Color::Black));
    assert_eq!(stream.order(NOON_MS), "abecd");
    stream.play(NOON_MS, ("d", "b"), Some(Color::Black));
    assert_eq!(stream.order(NOON_MS), "adbec");
}

#[test]
fn the_challenger_takes_his_challenge_back_and_the_challenged_gives_his_place() {
    let stream = Stream::ladder("abcd");
    let mut challenged = stream;
    challenged.follow(NOON_MS, &[(challenge("d", "b"), Ok(()))]);
    let sentences = [
        (
            withdraw("b"),
            "You have challenged nobody on this ladder; a challenge that somebody made of you is his to take back.",
        ),
        (yields("d"), "Nobody has challenged you on this ladder."),
        (
            yields("c"),
            "You are in no challenge of this ladder whose game may begin now.",
        ),
        (
            withdraw("nobody"),
            "This account does not take part in the contest; enter first.",
        ),
    ];
    for (command, sentence) in &sentences {
        let refused = challenged.state.decide(command, NOON_MS).unwrap_err();
        assert_eq!(refused.to_string(), *sentence);
    }
    let mut withdrawn = challenged.clone();
    let table = [
        (withdraw("d"), Ok(())),
        (withdraw("d"), Err("no_challenge")),
        (yields("b"), Err("no_challenge")),
    ];
    withdrawn.follow(NOON_MS, &table);
    assert_eq!(withdrawn.order(NOON_MS), "abcd");
    let mut yielded = challenged;
    let table = [
        (yields("b"), Ok(())),
        (yields("b"), Err("no_challenge")),
        (withdraw("d"), Err("no_challenge")),
    ];
    yielded.follow(NOON_MS, &table);
    assert_eq!(yielded.order(NOON_MS), "adbc");
    assert_eq!(yielded.state.entrant("d").unwrap().wins, 0);
}

#[test]
fn who_leaves_or_is_removed_has_no_place_and_no_challenge() {
    let goes = |command, account, order: &str| {
        let mut stream = Stream::ladder("abcd");
        let table = [(challenge("d", "b"), Ok(())), (command, Ok(()))];
        stream.follow(NOON_MS, &table);
        assert_eq!(stream.order(NOON_MS), order);
        assert!(stream.state.challenges().is_empty());
        assert!(stream.state.challenge_of(account).is_none());
        stream
    };
    let mut left = goes(leave("b"), "b", "acd");
    assert_eq!(shown(&left.state), "1a 2c 3d -b");
    goes(leave("d"), "d", "abc");
    assert_eq!(
        shown(&goes(remove("b", FOUNDER), "b", "acd").state),
        "1a 2c 3d -b"
    );
    assert_eq!(
        shown(&goes(remove("d", FOUNDER), "d", "abc").state),
        "1a 2b 3c -d"
    );
    // Whoever comes back is the last.
    let table = [
        (challenge("d", "c"), Ok(())),
        (challenge("d", "b"), Err("not_in_reach")),
        (join("b"), Ok(())),
        (challenge("b", "c"), Err("opponent_challenged")),
    ];
    left.follow(NOON_MS, &table);
    assert_eq!(left.order(NOON_MS), "acdb");
}

/// How a challenge of "c" to "b" ends, and who challenges whom then.
type Ending = (
    &'static str,
    fn(&mut Stream, i64),
    (&'static str, &'static str),
);

#[test]
fn the_same_two_rest_from_each_other_however_their_challenge_ended() {
    let endings: [Ending; 6] = [
        (
            "withdrawn",
            |stream, at_ms| stream.follow(at_ms, &[(withdraw("c"), Ok(()))]),
            ("c", "b"),
        ),
        (
            "yielded",
            |stream, at_ms| stream.follow(at_ms, &[(yields("b"), Ok(()))]),
            ("b", "c"),
        ),
        (
            "won",
            |stream, at_ms| stream.play(at_ms, ("b", "c"), Some(Color::White)),
            ("b", "c"),
        ),
        (
            "lost",
            |stream, at_ms| stream.play(at_ms, ("b", "c"), Some(Color::Black)),
            ("c", "b"),
        ),
        (
            "drawn",
            |stream, at_ms| stream.play(at_ms, ("b", "c"), None),
            ("c", "b"),
        ),
        (
            "left and come back",
            |stream, at_ms| {
                stream.follow(at_ms, &[(leave("b"), Ok(())), (join("b"), Ok(()))]);
            },
            ("b", "c"),
        ),
    ];
    // Longer than who has let a challenge go makes no other.
    let rules = LadderRules {
        rest_ms: 2 * DAY_MS,
        ..LADDER
    };
    let ended_ms = NOON_MS + HOUR_MS;
    let paused_ms = ended_ms + rules.play_within_ms;
    let rested_ms = ended_ms + rules.rest_ms;
    for (how, ending, (challenger, challenged)) in endings {
        let mut stream = Stream::of(Form::Ladder(rules.clone()), "abc");
        stream.follow(NOON_MS, &[(challenge("c", "b"), Ok(()))]);
        ending(&mut stream, ended_ms);
        let again = challenge(challenger, challenged);
        let at_once = if how == "withdrawn" {
            "challenge_not_played"
        } else {
            "rests_from_each_other"
        };
        for (at_ms, expected) in [
            (ended_ms, at_once),
            (paused_ms, "rests_from_each_other"),
            (rested_ms - 1, "rests_from_each_other"),
        ] {
            assert_eq!(stream.take(at_ms, &again), Err(expected), "{how}");
        }
        // Of others nobody rests.
        let mut meanwhile = stream.clone();
        let taken = meanwhile.take(paused_ms, &challenge(challenger, "a"));
        assert_eq!(taken, Ok(()), "{how}");
        assert_eq!(stream.take(rested_ms, &again), Ok(()), "{how}");
    }
}

#[test]
fn where_nobody_rests_places_are_not_handed_to_and_fro_all_the_same() {
    let rules = LadderRules {
        rest_ms: 0,
        ..LADDER
    };
    let mut stream = Stream::of(Form::Ladder(rules), "ab");
    let table = [
        (challenge("b", "a"), Ok(())),
        (yields("a"), Ok(())),
        (challenge("a", "b"), Err("rests_from_each_other")),
    ];
    stream.follow(NOON_MS, &table);
    let again = challenge("a", "b");
    let early_ms = NOON_MS + HOUR_MS - 1;
    assert_eq!(stream.take(early_ms, &again), Err("rests_from_each_other"));
    assert_eq!(stream.take(NOON_MS + HOUR_MS, &again), Ok(()));
    // After a game they challenge each other at once.
    let over_ms = NOON_MS + 2 * HOUR_MS;
    stream.play(over_ms, ("a", "b"), Some(Color::White));
    assert_eq!(stream.take(over_ms, &again), Ok(()));
}
