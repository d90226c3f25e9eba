//! G13: transcripts as people write them.

use outflank_othello::transcript::{
    IllegalReason, Outcome, Token, canonical, grid, linear, parse, replay, replay_squares, steps,
};
use outflank_othello::{Board, Color, PerColor, Square, Squares};
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

proptest! {
    #![proptest_config(crate::property::cases(256))]

    #[test]
    fn steps_are_the_positions_of_a_replay(text in "([a-h][1-8]|--){0,70}") {
        let tokens = read(&text);
        let whole = replay(&tokens);
        let steps = steps(&Board::OTHELLO, tokens);
        let last = steps.last().unwrap();
        prop_assert_eq!((last.position, last.ply), (whole.position, whole.plies));
        let moved: Vec<(Color, Square)> = steps
            .iter()
            .filter_map(|step| step.played.and_then(|(color, token)| Some((color, token.square()?))))
            .collect();
        prop_assert_eq!(moved, whole.moves);
        for (number, step) in (0..).zip(&steps) {
            prop_assert_eq!(step.ply, number);
            let discs = step.position.disc_counts();
            let passes = steps.iter().take_while(|one| one.ply <= step.ply)
                .filter(|one| matches!(one.played, Some((_, Token::Pass)))).count();
            prop_assert_eq!(usize::from(discs.black + discs.white) + passes, 4 + usize::try_from(number).unwrap());
        }
    }
}

#[test]
fn steps_tell_who_played_what_it_turned_and_what_each_side_could_play() {
    let (bare, _) = game_with_pass();
    let steps = steps(&Board::OTHELLO, bare.into_iter().map(Token::Move));
    let start = steps.first().unwrap();
    assert_eq!(
        (start.ply, start.played, start.flipped),
        (0, None, Squares::EMPTY)
    );
    assert_eq!(
        Board::OTHELLO.mobility(&start.position),
        PerColor::new(4, 4)
    );
    let first = steps.get(1).unwrap();
    assert_eq!(first.played.map(|(color, _)| color), Some(Color::Black));
    assert_eq!(first.flipped.count(), 1);
    assert_eq!(Board::OTHELLO.mobility(&first.position).white, 3);
    // A pass is a step of its own, whether the transcript has it or not.
    let passes: Vec<u32> = steps
        .iter()
        .filter(|step| matches!(step.played, Some((_, Token::Pass))))
        .map(|step| step.ply)
        .collect();
    assert!(!passes.is_empty(), "nobody passed");
    for ply in passes {
        let step = steps.iter().find(|step| step.ply == ply).unwrap();
        let before = steps.iter().find(|step| step.ply + 1 == ply).unwrap();
        assert_eq!(step.position.disc_counts(), before.position.disc_counts());
        let (color, _) = step.played.unwrap();
        assert_eq!(*Board::OTHELLO.mobility(&before.position).get(color), 0);
    }
}
