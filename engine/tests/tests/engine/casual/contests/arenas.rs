//! What games are worth in an arena, and its list.

use outflank_casual::{ArenaRules, ContestEvent, ContestGame, Entrant, Form};
use outflank_othello::{Color, PerColor};

use super::{ARENA, FOUNDER, Stream, end, game, join, leave, remove, shown};
use crate::casual::support::NOON_MS;

/// The points of "a" after each game that he won, drew or lost, with either colour in turn.
fn points_of(rules: ArenaRules, results: &str) -> Vec<u32> {
    let mut stream = Stream::of(Form::Arena(rules), "ab");
    let mut points = Vec::new();
    for (number, result) in (0..).zip(results.chars()) {
        let own = Color::BOTH[number % 2];
        let winner = match result {
            'W' => Some(own),
            'L' => Some(own.opponent()),
            _ => None,
        };
        let PerColor { black, white } = PerColor::of(own, "a", "b");
        stream.play(NOON_MS, (black, white), winner);
        points.push(stream.state.entrant("a").unwrap().points);
    }
    points
}

#[test]
fn after_wins_in_a_row_games_count_double_until_one_is_not_won() {
    let rules = |win, draw, loss, streak| ArenaRules {
        win,
        draw,
        loss,
        streak,
        ..ARENA
    };
    let table = [
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
    ];
    for (rules, results, expected) in table {
        let about = format!("{results} under {rules:?}");
        assert_eq!(points_of(rules, results), expected, "{about}");
    }
}

#[test]
fn a_game_counts_for_both_its_players() {
    let mut stream = Stream::arena("ab");
    stream.play(NOON_MS, ("a", "b"), Some(Color::White));
    let lost = Entrant {
        losses: 1,
        discs: -16,
        black_over_white: 1,
        ..Entrant::default()
    };
    let won = Entrant {
        points: 2,
        wins: 1,
        discs: 16,
        streak: 1,
        black_over_white: -1,
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
    // Who leaves keeps the place that he has won, and who has won none goes.
    stream.follow(NOON_MS, &[(leave("e"), Ok(())), (leave("g"), Ok(()))]);
    assert_eq!(shown(&stream.state), "1e 1f 3b 3d -a -c");
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
    // His first game: he is shown for it, and takes part again when he enters again.
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
