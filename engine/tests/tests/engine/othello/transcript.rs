//! G13: transcripts as people write them.

use outflank_othello::transcript::{
    IllegalReason, Outcome, Token, canonical, grid, linear, parse, replay, replay_squares,
};
use outflank_othello::{Color, PerColor, Square};
use proptest::prelude::*;

/// A short game that wipes white out after nine moves.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

fn read(text: &str) -> Vec<Token> {
    parse(text).unwrap()
}

fn moves(text: &str) -> Vec<Square> {
    read(text).into_iter().filter_map(Token::square).collect()
}

#[test]
fn many_hands_one_game() {
    let plain = read("f5d6c3");
    assert_eq!(plain.len(), 3);
    for text in [
        "F5D6C3",
        "f5 d6 c3",
        " f5-d6-c3\r\n",
        "1. f5 2. d6 3. c3",
        "1.F5, 2.D6; 3.C3.",
        "1 f5\n2 d6\n3 c3\n",
        "1:f5 2:d6 3:c3",
        "1) f5 | 2) d6 | 3) c3",
        "f5/d6/c3",
        "f52d63c3",
        "[f5] [d6] [c3]",
        "f5 --- d6 - c3",
    ] {
        assert_eq!(read(text), plain, "{text:?}");
    }
    for pass in ["--", "pa", "ps", "pass", "PASS", "Pa"] {
        assert_eq!(
            read(&format!("f5 {pass} d6")).get(1),
            Some(&Token::Pass),
            "{pass}"
        );
    }
}

#[test]
fn a_bad_word_is_named_with_its_column() {
    for (text, column, found) in [
        ("f5x6", 3, "x6"),
        ("f5 d9 c3", 4, "d9"),
        ("f5 d", 4, "d"),
        ("é", 1, "é"),
        ("f5 i1", 4, "i1"),
        ("p", 1, "p"),
    ] {
        let error = parse(text).unwrap_err();
        assert_eq!(
            (error.column, error.found.as_str()),
            (column, found),
            "{text}"
        );
        assert!(
            error
                .to_string()
                .starts_with(&format!("column {column}: `{found}`"))
        );
    }
}

#[test]
fn replays_end_in_one_of_three_ways() {
    let finished = replay(&read(WIPE_OUT));
    assert_eq!(
        finished.outcome,
        Outcome::Finished {
            discs: PerColor::new(64, 0)
        }
    );
    assert_eq!((finished.moves.len(), finished.plies), (9, 9));
    assert_eq!(
        replay(&[]).outcome,
        Outcome::Unfinished {
            to_move: Color::Black
        }
    );
    assert_eq!(
        replay(&read("f5")).outcome,
        Outcome::Unfinished {
            to_move: Color::White
        }
    );
    for (text, ply, number, square, reason) in [
        ("f5f5", 2, 2, Some("f5"), IllegalReason::SquareTaken),
        ("f5a1", 2, 2, Some("a1"), IllegalReason::FlipsNothing),
        ("f5 -- d6", 2, 2, None, IllegalReason::NotForced),
        ("d4", 1, 1, Some("d4"), IllegalReason::SquareTaken),
        (
            "e6f4e3f6g5d6e7f5c5 a1",
            10,
            10,
            Some("a1"),
            IllegalReason::GameOver,
        ),
        (
            "e6f4e3f6g5d6e7f5c5 pass",
            10,
            10,
            None,
            IllegalReason::GameOver,
        ),
    ] {
        let square = square.map(|name| name.parse::<Square>().unwrap());
        assert_eq!(
            replay(&read(text)).outcome,
            Outcome::Illegal {
                ply,
                number,
                square,
                reason
            },
            "{text}"
        );
    }
}

/// A game in which a side must pass, found by playing the lowest square always.
fn game_with_pass() -> (Vec<Square>, Vec<Token>) {
    let (mut bare, mut written) = (Vec::new(), Vec::new());
    let mut position = outflank_othello::Position::START;
    while !position.is_over() {
        if let Some(passed) = position.pass() {
            written.push(Token::Pass);
            position = passed;
        }
        let square = position.legal_moves().iter().next().unwrap();
        bare.push(square);
        written.push(Token::Move(square));
        position = position.play(square).unwrap();
    }
    (bare, written)
}

#[test]
fn passes_are_inferred_or_written_alike() {
    let (bare, written) = game_with_pass();
    assert!(written.len() > bare.len(), "the game has no pass");
    let inferred = replay_squares(&bare);
    assert!(matches!(inferred.outcome, Outcome::Finished { .. }));
    assert_eq!(replay(&written), inferred);
    assert_eq!(usize::try_from(inferred.plies).unwrap(), written.len());
}

#[test]
fn the_line_is_bare_and_canonical_games_start_at_f5() {
    assert_eq!(linear(moves("1. F5 2. D6 3. C3")), "f5d6c3");
    for (first, line) in [
        ("f5", "f5d6c3"),
        ("c4", "c4e3f6"),
        ("d3", "d3c5f6"),
        ("e6", "e6f4c3"),
    ] {
        let turned = canonical(&moves(line));
        assert_eq!(linear(turned.iter().copied()), "f5d6c3", "{first}");
    }
    assert_eq!(linear(canonical(&moves("a1b2"))), "a1b2");
    assert!(canonical(&[]).is_empty());
}

#[test]
fn the_grid_numbers_the_moves() {
    let sheet = grid(&moves(WIPE_OUT));
    assert_eq!(sheet.number("c5".parse().unwrap()), Some(9));
    assert_eq!(sheet.number("d4".parse().unwrap()), None);
    let expected = "   a  b  c  d  e  f  g  h
1 .. .. .. .. .. .. .. ..
2 .. .. .. .. .. .. .. ..
3 .. .. .. ..  3 .. .. ..
4 .. .. .. () ##  2 .. ..
5 .. ..  9 ## ()  8  5 ..
6 .. .. ..  6  1  4 .. ..
7 .. .. .. ..  7 .. .. ..
8 .. .. .. .. .. .. .. ..";
    assert_eq!(sheet.to_string(), expected);
}

proptest! {
    #![proptest_config(crate::property::cases(256))]

    #[test]
    fn any_text_is_read_or_refused_without_panic(text in "\\PC{0,80}|[a-h1-8 pas\\-.]{0,120}") {
        if let Ok(tokens) = parse(&text) {
            let game = replay(&tokens);
            let line = linear(game.moves.iter().map(|(_, square)| *square));
            let again = replay(&read(&line));
            prop_assert_eq!(again.moves, game.moves);
        }
    }
}
