//! Which games of contests count, and for what: those of other challenges, and those that programs played.

use outflank_casual::{ContestEvent, ContestGame, ContestRules, Form, LadderRules};
use outflank_othello::{Color, PerColor};

use super::{
    ARENA, HOUR_MS, LADDER, LONGEST_GAME_MS, MINUTE_MS, Stream, challenge, game, join, leave,
    rule_set, withdraw, yields,
};
use crate::casual::support::NOON_MS;

#[test]
fn on_a_ladder_games_are_told_of_for_no_points() {
    let mut ladder = Stream::ladder("ab");
    ladder.play(NOON_MS, ("a", "b"), Some(Color::Black));
    let won = ladder.state.entrant("a").unwrap();
    assert_eq!((won.wins, won.points, won.discs), (1, 0, 16));
    let lost = ladder.state.entrant("b").unwrap();
    assert_eq!((lost.losses, lost.points, lost.discs), (1, 0, -16));
}

/// Sides that moved by a key, who won by the discs, and who has won as it counts: `None` where it counts for nothing.
type Keyed = ((bool, bool), Option<Color>, Option<Option<Color>>);

const BLACK: Option<Color> = Some(Color::Black);
const WHITE: Option<Color> = Some(Color::White);

/// Of games where programs do not play.
const KEYED: [Keyed; 11] = [
    ((false, false), BLACK, Some(BLACK)),
    ((false, false), WHITE, Some(WHITE)),
    ((false, false), None, Some(None)),
    ((true, false), BLACK, Some(WHITE)),
    ((true, false), WHITE, Some(WHITE)),
    ((true, false), None, Some(WHITE)),
    ((false, true), BLACK, Some(BLACK)),
    ((false, true), WHITE, Some(BLACK)),
    ((false, true), None, Some(BLACK)),
    ((true, true), BLACK, None),
    ((true, true), None, None),
];

/// The same of games where they do.
fn admitted() -> impl Iterator<Item = Keyed> {
    let table = KEYED.into_iter();
    table.map(|(by_key, winner, _)| (by_key, winner, Some(winner)))
}

/// Games won, drawn and lost by "b", who has black, and by "a".
fn records(expected: Option<Option<Color>>) -> [(u32, u32, u32); 2] {
    match expected {
        None => [(0, 0, 0); 2],
        Some(None) => [(0, 1, 0); 2],
        Some(Some(Color::Black)) => [(1, 0, 0), (0, 0, 1)],
        Some(Some(Color::White)) => [(0, 0, 1), (1, 0, 0)],
    }
}

/// Whether a program plays under these accounts.
fn marked(stream: &Stream, accounts: [&str; 2]) -> [bool; 2] {
    accounts.map(|account| stream.state.entrant(account).unwrap().is_by_key())
}

#[test]
fn a_side_that_moved_by_a_key_has_lost_where_programs_do_not_play() {
    let closed = KEYED.into_iter().map(|row| (false, row));
    let open = admitted().map(|row| (true, row));
    for (programs, (by_key, winner, expected)) in closed.chain(open) {
        let about = format!("{by_key:?} {winner:?}, programs: {programs}");
        for form in [Form::Arena(ARENA), Form::Ladder(LADDER)] {
            let is_ladder = form == Form::Ladder(LADDER);
            let rules = ContestRules {
                programs,
                ..rule_set(form)
            };
            let mut stream = Stream::under(rules, "ab");
            if is_ladder {
                stream.follow(NOON_MS, &[(challenge("b", "a"), Ok(()))]);
            }
            let played = ContestGame {
                by_key: PerColor::new(by_key.0, by_key.1),
                challenged_at_ms: is_ladder.then_some(NOON_MS),
                ..game(("b", "a"), winner)
            };
            stream.append(NOON_MS + 1, ContestEvent::Played(played));
            let of = |account: &str| {
                let one = stream.state.entrant(account).unwrap();
                assert_eq!(one.games() == 0, expected.is_none(), "{about}");
                (one.wins, one.draws, one.losses)
            };
            assert_eq!([of("b"), of("a")], records(expected), "{about}");
            let keyed = [by_key.0, by_key.1].map(|keyed| keyed && expected.is_some());
            assert_eq!(marked(&stream, ["b", "a"]), keyed, "{about}");
            if is_ladder {
                let order = if expected == Some(BLACK) { "ba" } else { "ab" };
                assert_eq!(stream.order(NOON_MS + 1), order, "{about}");
                // What counts for nothing has not played the challenge either.
                let stands = stream.state.challenge_of("b").is_some();
                assert_eq!(stands, expected.is_none(), "{about}");
            } else {
                let points = match expected {
                    Some(Some(Color::Black)) => 2,
                    Some(None) => 1,
                    _ => 0,
                };
                let own = stream.state.entrant("b").unwrap();
                assert_eq!(own.points, points, "{about}");
            }
        }
    }
}

#[test]
fn who_moved_by_a_key_is_a_program_however_he_comes_back() {
    let mut stream = Stream::arena("ab");
    let played = ContestGame {
        by_key: PerColor::new(true, false),
        ..game(("a", "b"), BLACK)
    };
    stream.append(NOON_MS, ContestEvent::Played(played));
    stream.play(NOON_MS, ("a", "b"), BLACK);
    assert_eq!(stream.state.entrant("a").unwrap().games_by_key, 1);
    for account in ["a", "b"] {
        let back = [(leave(account), Ok(())), (join(account), Ok(()))];
        stream.follow(NOON_MS, &back);
    }
    assert_eq!(marked(&stream, ["a", "b"]), [true, false]);
}

#[test]
fn who_never_began_a_game_of_a_challenge_has_lost_it() {
    for (winner, expected) in [(BLACK, "ba"), (WHITE, "ab")] {
        let mut stream = Stream::ladder("ab");
        stream.follow(NOON_MS, &[(challenge("b", "a"), Ok(()))]);
        let played = ContestGame {
            begun: false,
            challenged_at_ms: Some(NOON_MS),
            ..game(("b", "a"), winner)
        };
        stream.append(NOON_MS + 1, ContestEvent::Played(played));
        assert_eq!(stream.order(NOON_MS + 1), expected);
        assert!(stream.state.challenges().is_empty());
        let games = ["a", "b"].map(|account| stream.state.entrant(account).unwrap().games());
        assert_eq!(games, [1, 1]);
    }
}

#[test]
fn what_counts_for_nothing_changes_nothing() {
    let mut stream = Stream::arena("ab");
    stream.follow(NOON_MS, &[(leave("a"), Ok(()))]);
    let before = stream.state.clone();
    let played = ContestGame {
        by_key: PerColor::new(true, true),
        ..game(("a", "b"), BLACK)
    };
    stream.append(NOON_MS + 1, ContestEvent::Played(played));
    assert_eq!(stream.state, before);
}

/// How a challenge of "b" to "a" ends, when, how long after it the next one comes, and who challenges whom then.
type Ending = (
    &'static str,
    (i64, i64),
    fn(&mut Stream, i64),
    (&'static str, &'static str),
);

#[test]
fn a_game_of_an_earlier_challenge_does_not_decide_the_next_of_the_same_two() {
    let soon_ms = NOON_MS + MINUTE_MS;
    // They met at noon: it stands until a game of five minutes a side may have ended.
    let lapses_ms = NOON_MS + LONGEST_GAME_MS;
    let endings: [Ending; 4] = [
        (
            "withdrawn",
            // Who takes a challenge back makes no other for as long as it could have stood.
            (soon_ms, LADDER.play_within_ms),
            |stream, at_ms| stream.follow(at_ms, &[(withdraw("b"), Ok(()))]),
            ("b", "a"),
        ),
        (
            "yielded",
            (soon_ms, HOUR_MS),
            |stream, at_ms| stream.follow(at_ms, &[(yields("a"), Ok(()))]),
            ("a", "b"),
        ),
        (
            "left and come back",
            (soon_ms, 0),
            |stream, at_ms| stream.follow(at_ms, &[(leave("a"), Ok(())), (join("a"), Ok(()))]),
            ("a", "b"),
        ),
        (
            "lapsed",
            (lapses_ms, LADDER.play_within_ms),
            |_, _| (),
            ("b", "a"),
        ),
    ];
    for (how, (ended_ms, later_ms), ending, (challenger, challenged)) in endings {
        let rules = LadderRules {
            rest_ms: 0,
            ..LADDER
        };
        let mut stream = Stream::of(Form::Ladder(rules), "ab");
        stream.follow(NOON_MS, &[(challenge("b", "a"), Ok(()))]);
        for account in ["a", "b"] {
            assert!(stream.come(NOON_MS, account));
        }
        assert!(stream.meet(NOON_MS, "a"));
        ending(&mut stream, ended_ms);
        let again_ms = ended_ms + later_ms;
        let table = [(challenge(challenger, challenged), Ok(()))];
        stream.follow(again_ms, &table);
        let before = [challenged, challenger].concat();
        let won = |challenged_at_ms| {
            ContestEvent::Played(ContestGame {
                challenged_at_ms,
                ..game((challenger, challenged), BLACK)
            })
        };
        // It counts, and so does one that played no challenge; the place is for the game of this one.
        for (games, stale) in [(1, Some(NOON_MS)), (2, Some(again_ms - 1)), (3, None)] {
            stream.append(again_ms + HOUR_MS, won(stale));
            assert_eq!(stream.order(again_ms + HOUR_MS), before, "{how}");
            let stands = stream.state.challenge_of(challenger).unwrap();
            assert_eq!(stands.at_ms, again_ms, "{how}");
            let own = stream.state.entrant(challenger).unwrap();
            assert_eq!(own.wins, games, "{how}");
        }
        stream.append(again_ms + HOUR_MS, won(Some(again_ms)));
        let after = [challenger, challenged].concat();
        assert_eq!(stream.order(again_ms + HOUR_MS), after, "{how}");
        assert!(stream.state.challenges().is_empty(), "{how}");
    }
}
