//! What games are worth in an arena, and its list.

use outflank_casual::{ArenaRules, ContestEvent, ContestGame, Entrant, Form};
use outflank_othello::{Color, PerColor};

use super::{ARENA, FOUNDER, Stream, end, game, join, leave, remove, shown};
use crate::casual::support::NOON_MS;

/// The points of "a" after each game that he won, drew or lost, with either colour in turn; a small letter is one that a side
/// never began.
fn points_of(rules: ArenaRules, results: &str) -> Vec<u32> {
    let mut stream = Stream::of(Form::Arena(rules), "ab");
    let mut points = Vec::new();
    for (number, result) in (0..).zip(results.chars()) {
        let own = Color::BOTH[number % 2];
        let winner = match result.to_ascii_uppercase() {
            'W' => Some(own),
            'L' => Some(own.opponent()),
            _ => None,
        };
        let PerColor { black, white } = PerColor::of(own, "a", "b");
        let played = ContestGame {
            begun: result.is_ascii_uppercase(),
            ..game((black, white), winner)
        };
        stream.append(NOON_MS, ContestEvent::Played(played));
        points.push(stream.state.entrant("a").unwrap().points);
    }
    points
}

const fn rules(win: u8, draw: u8, loss: u8, streak: u32) -> ArenaRules {
    ArenaRules {
        win,
        draw,
        loss,
        streak,
        ..ARENA
    }
}

/// Holds the points after each of these games against what they should be.
fn assert_points<const N: usize>(table: [(ArenaRules, &str, Vec<u32>); N]) {
    for (rules, results, expected) in table {
        let about = format!("{results} under {rules:?}");
        assert_eq!(points_of(rules, results), expected, "{about}");
    }
}

#[test]
fn after_wins_in_a_row_games_count_double_until_one_is_not_won() {
    assert_points([
        // The first two wins count once, and what ends a streak counts double.
        (
            rules(2, 1, 0, 2),
            "WWWDWWWLW",
            vec![2, 4, 8, 10, 12, 14, 18, 18, 20],
        ),
        (
            rules(2, 1, 0, 2),
            "WWLWWWWW",
            vec![2, 4, 4, 6, 8, 12, 16, 20],
        ),
        (rules(2, 1, 0, 2), "WDWWDD", vec![2, 3, 5, 7, 9, 10]),
        (rules(2, 1, 0, 2), "DDDLL", vec![1, 2, 3, 3, 3]),
        (
            rules(3, 2, 1, 1),
            "WWLLDWDD",
            vec![3, 9, 11, 12, 14, 17, 21, 23],
        ),
        (
            rules(2, 1, 0, 3),
            "WWWDWWWLW",
            vec![2, 4, 6, 8, 10, 12, 14, 14, 16],
        ),
        (rules(2, 1, 0, 3), "WWWW", vec![2, 4, 6, 10]),
        // Without a streak none does.
        (
            rules(2, 1, 0, 0),
            "WWWDWWWLW",
            vec![2, 4, 6, 7, 9, 11, 13, 13, 15],
        ),
        (rules(10, 10, 10, 1), "WLD", vec![10, 30, 40]),
    ]);
}

#[test]
fn a_game_that_was_never_begun_is_won_or_lost_and_no_part_of_a_streak() {
    assert_points([
        // It is not doubled, and the streak goes on after it as it was.
        (rules(2, 1, 0, 2), "WWwWW", vec![2, 4, 6, 10, 14]),
        // It does not count for one either.
        (rules(2, 1, 0, 2), "wwWWW", vec![2, 4, 6, 8, 12]),
        (rules(2, 1, 0, 2), "WwWW", vec![2, 4, 6, 10]),
        // Who does not begin ends his own.
        (rules(2, 1, 0, 2), "WWlWWW", vec![2, 4, 4, 6, 8, 12]),
        (rules(3, 2, 1, 1), "WlLw", vec![3, 4, 5, 8]),
        (rules(3, 2, 1, 1), "WwL", vec![3, 6, 8]),
    ]);
    let mut stream = Stream::arena("ab");
    for _ in 0..2 {
        stream.play(NOON_MS, ("b", "a"), Some(Color::Black));
    }
    let absent = ContestGame {
        begun: false,
        ..game(("a", "b"), Some(Color::Black))
    };
    stream.append(NOON_MS, ContestEvent::Played(absent));
    let of = |account| {
        let one = stream.state.entrant(account).unwrap();
        (one.points, one.wins, one.losses, one.streak)
    };
    assert_eq!((of("a"), of("b")), ((2, 1, 2, 0), (4, 2, 1, 0)));
    let discs = stream.state.entrant("a").unwrap().discs;
    assert_eq!(discs, -16);
}

#[test]
fn a_game_counts_for_both_its_players() {
    let mut stream = Stream::arena("ab");
    stream.play(NOON_MS, ("a", "b"), Some(Color::White));
    let lost = Entrant {
        losses: 1,
        discs: -16,
        black_over_white: 1,
        entries: 1,
        ..Entrant::default()
    };
    let won = Entrant {
        points: 2,
        wins: 1,
        discs: 16,
        streak: 1,
        black_over_white: -1,
        entries: 1,
        ..Entrant::default()
    };
    assert_eq!(stream.state.entrant("a"), Some(&lost));
    assert_eq!(stream.state.entrant("b"), Some(&won));
    assert_eq!((lost.games(), won.games()), (1, 1));
    stream.play(NOON_MS, ("b", "a"), None);
    let drawn = stream.state.entrant("b").unwrap();
    assert_eq!((drawn.points, drawn.streak, drawn.games()), (3, 0, 2));
    assert_eq!(drawn.black_over_white, 0);
    assert_eq!(stream.state.entrant("c"), None);
}

#[test]
fn a_place_is_shared_by_those_who_are_level_and_who_was_removed_has_none() {
    let mut stream = Stream::arena("abcdefg");
    assert_eq!(shown(&stream.state), "1a 1b 1c 1d 1e 1f 1g");
    stream.play(NOON_MS, ("a", "b"), Some(Color::Black));
    stream.play(NOON_MS, ("d", "c"), Some(Color::White));
    // As many points as a win, with fewer wins.
    for _ in 0..2 {
        stream.play(NOON_MS, ("e", "f"), None);
    }
    assert_eq!(shown(&stream.state), "1a 1c 3e 3f 5g 6b 6d");
    stream.follow(NOON_MS, &[(remove("c", FOUNDER), Ok(()))]);
    assert_eq!(shown(&stream.state), "1a 2e 2f 4g 5b 5d -c");
    stream.follow(NOON_MS, &[(remove("a", FOUNDER), Ok(()))]);
    assert_eq!(shown(&stream.state), "1e 1f 3g 4b 4d -a -c");
    // Who leaves keeps his line and his place, whether he has played or not.
    stream.follow(NOON_MS, &[(leave("e"), Ok(())), (leave("g"), Ok(()))]);
    assert_eq!(shown(&stream.state), "1e 1f 3g 4b 4d -a -c");
    let left = ["e", "g"].map(|account| stream.state.entrant(account).unwrap().left);
    assert_eq!(left, [true, true]);
    assert_eq!(stream.state.entrants(), 3);
}

#[test]
fn points_come_first_then_wins_then_discs() {
    let mut stream = Stream::arena("abcdef");
    let won_by = |players, black: u8| {
        ContestEvent::Played(ContestGame {
            discs: PerColor::new(black, 64 - black),
            ..game(players, Some(Color::Black))
        })
    };
    stream.append(NOON_MS, won_by(("a", "b"), 33));
    stream.append(NOON_MS, won_by(("c", "d"), 64));
    assert_eq!(shown(&stream.state), "1c 2a 3e 3f 5b 6d");
    for _ in 0..3 {
        stream.play(NOON_MS, ("e", "f"), None);
    }
    assert_eq!(shown(&stream.state), "1e 1f 3c 4a 5b 6d");
}

#[test]
fn who_comes_back_goes_on_where_he_left() {
    let mut stream = Stream::arena("ab");
    for _ in 0..2 {
        stream.play(NOON_MS, ("a", "b"), Some(Color::Black));
    }
    stream.follow(NOON_MS, &[(leave("a"), Ok(())), (join("a"), Ok(()))]);
    let back = stream.state.entrant("a").unwrap();
    assert_eq!((back.points, back.streak, back.left), (4, 2, false));
    assert_eq!(back.entries, 2);
    stream.play(NOON_MS, ("a", "b"), Some(Color::Black));
    assert_eq!(stream.state.entrant("a").unwrap().points, 8);
}

#[test]
fn a_game_that_goes_on_counts_whatever_happens_meanwhile() {
    let over_ms = NOON_MS + ARENA.length_ms;
    let points = |stream: &Stream| {
        let of = |account| stream.state.entrant(account).map(|one| one.points);
        (of("a"), of("b"))
    };
    let mut late = Stream::arena("ab");
    late.play(over_ms + 600_000, ("a", "b"), Some(Color::Black));
    assert_eq!(points(&late), (Some(2), Some(0)));
    let mut ended = Stream::arena("ab");
    ended.follow(NOON_MS, &[(end(FOUNDER), Ok(()))]);
    ended.play(NOON_MS + 1, ("a", "b"), None);
    assert_eq!(points(&ended), (Some(1), Some(1)));
    let mut removed = Stream::arena("ab");
    removed.follow(NOON_MS, &[(remove("a", FOUNDER), Ok(()))]);
    removed.play(NOON_MS + 1, ("a", "b"), None);
    assert_eq!(points(&removed), (Some(1), Some(1)));
    assert_eq!(shown(&removed.state), "1b -a");
    // His first game: it counts in his line, and he takes part again when he enters again.
    let mut left = Stream::arena("ab");
    left.follow(NOON_MS, &[(leave("a"), Ok(()))]);
    left.play(NOON_MS + 1, ("a", "b"), Some(Color::Black));
    assert_eq!(points(&left), (Some(2), Some(0)));
    assert_eq!(
        (shown(&left.state), left.state.entrants()),
        ("1a 2b".to_owned(), 1)
    );
    left.follow(NOON_MS + 2, &[(join("a"), Ok(()))]);
    assert_eq!(
        (points(&left), left.state.entrants()),
        ((Some(2), Some(0)), 2)
    );
}
