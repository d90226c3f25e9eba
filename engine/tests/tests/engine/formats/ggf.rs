//! GGF: the properties, several games on a line, other starts, and what is no game.

use outflank_formats::ggf::{
    GgfIllegal, GgfMove, GgfRecord, GgfResult, GgfSetup, looks_like_ggf, read_ggf, untimed_moves,
    write_ggf,
};
use outflank_formats::wthor::read_games;
use outflank_othello::transcript::{IllegalReason, Token, replay_squares};
use outflank_othello::{BoardSize, Color, Goal, Position, Square, Squares};
use proptest::prelude::*;

use super::corpus;

const BOARD: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

fn square(name: &str) -> Token {
    Token::Move(name.parse().unwrap())
}

#[test]
fn a_game_with_all_its_properties() {
    let text = format!(
        "1 (;GM[Othello]PC[Club]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[1800]RW[1700]TI[05:00//02:00]\n\
         TY[8]RE[-12.000:r]BO[{BOARD}]B[F5//0.38]W[d6/1.5/2]B[PA//0.38]W[pass];)"
    );
    assert!(looks_like_ggf(text.as_bytes()));
    let parsed = read_ggf(text.as_bytes());
    assert_eq!(parsed.problems, vec![]);
    let [game] = parsed.value.as_slice() else {
        panic!("{:?}", parsed.value)
    };
    assert_eq!(
        (game.line, game.black.as_str(), game.white.as_str()),
        (1, "Ann", "Bob")
    );
    assert_eq!(game.setup, GgfSetup::default());
    let moves = [
        (Color::Black, square("f5")),
        (Color::White, square("d6")),
        (Color::Black, Token::Pass),
        (Color::White, Token::Pass),
    ];
    assert_eq!(game.moves, moves);
    assert_eq!(
        game.result,
        Some(GgfResult {
            disc_difference: Some(-12),
            on_the_board: false
        })
    );
}

#[test]
fn results_of_every_shape() {
    for (text, disc_difference, on_the_board) in [
        ("+2.000", Some(2), true),
        ("0", Some(0), true),
        ("-64.00:t", Some(-64), false),
        ("+4.000:s", Some(4), false),
        ("+2.500", None, true),
        ("?", None, true),
    ] {
        let parsed = read_ggf(format!("(;GM[Othello]RE[{text}];)").as_bytes());
        assert_eq!(
            parsed.value[0].result,
            Some(GgfResult {
                disc_difference,
                on_the_board
            }),
            "{text}"
        );
    }
}

#[test]
fn several_games_and_other_starts() {
    let other = "8 ******** -------- -------- -------- -------- -------- -------- OOOOOOOO O";
    let text = format!("2 (;GM[Othello]B[f5];)(;GM[Othello]BO[{other}];)\n\n1 (;GM[Othello];)\n");
    let parsed = read_ggf(text.as_bytes());
    assert_eq!(parsed.problems, vec![]);
    assert_eq!(
        parsed
            .value
            .iter()
            .map(|game| game.line)
            .collect::<Vec<_>>(),
        vec![1, 1, 3]
    );
    let start = Position::new(Squares(0xff), Squares(0xff << 56), Color::White).unwrap();
    assert_eq!(parsed.value[1].setup.start, start);
}

#[test]
fn other_boards_and_goals_and_where_a_game_of_them_breaks_the_rules() {
    let small = "BO[6 ------ ------ --O*-- --*O-- ------ ------ *]";
    let of = |text: &str| {
        let parsed = read_ggf(format!("(;GM[Othello]{text};)").as_bytes());
        assert_eq!(parsed.problems, vec![], "{text}");
        parsed.value[0].clone()
    };
    let game = of(&format!("TY[6]RE[+2.000]{small}B[b3]W[b2]"));
    let setup = (game.setup.size, game.setup.goal);
    assert_eq!(setup, (BoardSize::Six, Goal::Most));
    assert_eq!(game.setup.start, game.setup.board().start());
    let after = game.played().unwrap();
    assert_eq!(
        (after.disc_counts().black, after.to_move()),
        (3, Color::Black)
    );
    // Black won: his discs are fewer.
    let anti = of("TY[8a]RE[+2.000]");
    assert_eq!(anti.setup.goal, Goal::Fewest);
    assert_eq!(anti.result.unwrap().disc_difference, Some(-2));
    for (moves, number, square, reason) in [
        ("B[b3]W[g2]", 2, Some("g2"), IllegalReason::OutsideBoard),
        ("B[a1]", 1, Some("a1"), IllegalReason::FlipsNothing),
        ("B[b3]W[pa]", 2, None, IllegalReason::NotForced),
    ] {
        let illegal = GgfIllegal {
            number,
            square: square.map(|name| name.parse().unwrap()),
            reason,
        };
        assert_eq!(of(&format!("{small}{moves}")).played(), Err(illegal));
    }
}

#[test]
fn the_type_says_the_board_where_no_position_is_written() {
    for (text, size, goal) in [
        ("", BoardSize::Eight, Goal::Most),
        ("TY[a]", BoardSize::Eight, Goal::Fewest),
        ("TY[8]", BoardSize::Eight, Goal::Most),
        ("TY[s8r18]", BoardSize::Eight, Goal::Most),
        ("TY[6]", BoardSize::Six, Goal::Most),
        ("TY[4a]", BoardSize::Four, Goal::Fewest),
    ] {
        let parsed = read_ggf(format!("(;GM[Othello]{text};)").as_bytes());
        assert_eq!(parsed.problems, vec![], "{text}");
        let setup = parsed.value[0].setup;
        assert_eq!((setup.size, setup.goal), (size, goal), "{text}");
        assert_eq!(setup.start, setup.board().start(), "{text}");
    }
}

#[test]
fn a_type_of_no_board_and_one_of_another_than_the_position_are_problems() {
    let small = "BO[4 ---- -O*- -*O- ---- *]";
    let usual = format!("BO[{BOARD}]");
    for (kind, board, what) in [
        ("10", "", "TY is of no board of 4x4, 6x6 or 8x8 cells"),
        ("8", small, "TY is not of 4x4 cells, and BO is"),
        ("6a", usual.as_str(), "TY is not of 8x8 cells, and BO is"),
        ("s10", usual.as_str(), "TY is not of 8x8 cells, and BO is"),
    ] {
        let parsed = read_ggf(format!("(;GM[Othello]TY[{kind}]{board};)").as_bytes());
        assert_eq!(parsed.value, vec![], "{kind}");
        let problems = parsed.problems.iter();
        let told: Vec<_> = problems.map(|of| (of.code, &*of.what)).collect();
        assert_eq!(told, [("not_a_game", what)], "{kind}");
    }
}

#[test]
fn what_is_no_game_is_a_problem_with_its_line_and_the_rest_is_read() {
    let text = "(;GM[Go];)\n(;GM[Othello]B[z9];)\n(;GM[Othello]BO[10 --];)\n(;GM[Othello]B[f5\n(;GM[Othello]B[d3];)\n(;GM[Othello]?\n(;GM[Othello]W[e6];)\n";
    let parsed = read_ggf(text.as_bytes());
    let lines: Vec<u32> = parsed.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, vec![1, 2, 3, 4, 6]);
    assert_eq!(
        parsed
            .value
            .iter()
            .map(|game| game.line)
            .collect::<Vec<_>>(),
        vec![7]
    );
    let empty = read_ggf(b"nothing here");
    assert_eq!(
        empty
            .problems
            .iter()
            .map(|problem| problem.code)
            .collect::<Vec<_>>(),
        vec!["no_games"]
    );
}

proptest! {
    #![proptest_config(crate::property::cases(256))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300), text in "[(;)\\[\\]GMBOREWf5 8*O:+.\n-]{0,300}") {
        let _ = read_ggf(&bytes);
        let _ = read_ggf(text.as_bytes());
    }
}

#[test]
fn what_is_written_is_read_back() {
    let moves = [
        (Color::Black, Some("f5"), 5_129),
        (Color::White, Some("d6"), 0),
        (Color::Black, None, -1),
    ];
    let game = GgfRecord {
        place: "Town [hall]; (;".to_owned(),
        date: "2026.07.18_09:00:00.UTC".to_owned(),
        black: ("O'Tarn].".to_owned(), Some(1_800)),
        white: ("Ærø".to_owned(), None),
        time_ms: Some((1_500_000, 5_000)),
        setup: GgfSetup::default(),
        result: (-12, Some('t')),
        moves: moves
            .map(|(color, square, spent_ms)| GgfMove {
                color,
                square: square.map(|name| name.parse().unwrap()),
                spent_ms: Some(spent_ms),
            })
            .to_vec(),
    };
    let text = write_ggf(&[
        game.clone(),
        GgfRecord {
            result: (0, None),
            ..game
        },
    ]);
    assert_eq!(text.lines().count(), 2);
    for property in [
        "1 (;GM[Othello]PC[Town (hall); (;]DT[2026.07.18_09:00:00.UTC]PB[O'Tarn).]PW[Ærø]RB[1800]TI[25:00/00:05]TY[8]",
        "RE[-12.000:t]",
        "RE[+0.000]",
        "B[F5//5.12]W[D6//0.00]B[PA//0.00];)",
    ] {
        assert!(text.contains(property), "{property} in {text}");
    }
    let read = read_ggf(text.as_bytes());
    assert_eq!(read.problems, vec![]);
    assert_eq!(read.value.len(), 2);
    assert_eq!(read.value[0].setup, GgfSetup::default());
    assert_eq!(read.value[0].white, "Ærø");
    let expected = [
        (Color::Black, square("f5")),
        (Color::White, square("d6")),
        (Color::Black, Token::Pass),
    ];
    assert_eq!(read.value[0].moves, expected);
    let results = [(-12, false), (0, true)].map(|(difference, on_the_board)| {
        Some(GgfResult {
            disc_difference: Some(difference),
            on_the_board,
        })
    });
    assert_eq!([read.value[0].result, read.value[1].result], results);
}

/// What nobody timed is written without times, and read back with every pass in its place.
#[test]
fn games_that_nobody_timed_keep_their_passes() {
    let base = read_games(&corpus::read("wthor/WTH_1978.wtb")).unwrap();
    let mut passes = 0;
    for record in &base.value.records {
        let replay = replay_squares(&record.moves);
        let moves = untimed_moves(&record.moves);
        let squares: Vec<Square> = moves.iter().filter_map(|played| played.square).collect();
        assert_eq!(squares, record.moves);
        assert_eq!(moves.len(), replay.plies as usize);
        passes += moves.len() - squares.len();
        let game = GgfRecord {
            place: "Sample Open".to_owned(),
            date: "1978".to_owned(),
            black: ("Ann".to_owned(), None),
            white: ("Bob".to_owned(), None),
            time_ms: None,
            setup: GgfSetup::default(),
            result: (2, None),
            moves: moves.clone(),
        };
        let text = write_ggf(&[game]);
        assert!(!text.contains("TI[") && !text.contains("//"), "{text}");
        let read = read_ggf(text.as_bytes());
        assert_eq!(read.problems, vec![]);
        let played = read.value[0].moves.iter();
        let played: Vec<_> = played
            .map(|(color, token)| (*color, token.square()))
            .collect();
        let wanted: Vec<_> = moves.iter().map(|of| (of.color, of.square)).collect();
        assert_eq!(played, wanted);
    }
    assert!(passes > 0);
    // Nothing is played behind what is not legal.
    let f5 = "f5".parse().unwrap();
    assert_eq!(untimed_moves(&[f5, f5]).len(), 1);
}
