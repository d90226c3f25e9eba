//! Casual games of every variant in the Generic Game Format: what is written is read back.

use outflank_casual::Variant;
use outflank_formats::ggf::{GgfRecord, moves_on, read_ggf, write_ggf};
use outflank_othello::{Color, Command, EndReason, Phase, TableState, score_on};
use proptest::prelude::*;

use super::variants::Game;

/// A game that is over, as one line.
fn written(variant: Variant, state: &TableState) -> String {
    let plies = state.record().iter();
    let plies = plies.map(|ply| (ply.token(), Some(ply.charged_ms)));
    let (setup, moves) = moves_on(&state.board(), variant.goal(), plies);
    let finished = state.finished().unwrap();
    let resigned = finished.reason == EndReason::Resignation;
    write_ggf(&[GgfRecord {
        place: "Outflank".to_owned(),
        date: "2026.07.18_09:00:00.UTC".to_owned(),
        black: ("a".to_owned(), Some(1_500)),
        white: ("b".to_owned(), None),
        time_ms: Some((300_000, 0)),
        setup,
        result: (
            i64::from(finished.black_discs) - i64::from(finished.white_discs),
            resigned.then_some('r'),
        ),
        moves,
    }])
}

proptest! {
    #![proptest_config(crate::property::cases(96))]

    #[test]
    fn a_game_of_every_variant_is_read_back_to_its_position_and_its_score(
        variant in prop::sample::select(Variant::ALL.to_vec()),
        choices in prop::collection::vec(0..32_usize, 1..64),
        seed in any::<u64>(),
        plies in prop_oneof![Just(u32::MAX), 0..40_u32],
    ) {
        let mut game = Game::of(variant, seed);
        game.play_to(&choices, plies);
        if game.state.phase() == Phase::Live {
            let color = game.state.turn().unwrap().seat();
            game.accept(&Command::Resign { color });
        }
        let finished = *game.state.finished().unwrap();
        let text = written(variant, &game.state);
        let read = read_ggf(text.as_bytes());
        prop_assert!(read.problems.is_empty(), "{:?}", read.problems);
        prop_assert_eq!(read.value.len(), 1);
        let read = &read.value[0];
        prop_assert_eq!((read.setup.size, read.setup.goal), (variant.size(), variant.goal()));
        prop_assert_eq!(read.played(), Ok(*game.state.position()));
        let discs = [finished.black_discs, finished.white_discs].map(i32::from);
        let result = read.result.unwrap();
        prop_assert_eq!(result.disc_difference, Some(discs[0] - discs[1]));
        let on_the_board = finished.reason == EndReason::BoardComplete;
        prop_assert_eq!(result.on_the_board, on_the_board);
        if on_the_board {
            let score = score_on(&read.played().unwrap(), read.setup.size);
            prop_assert_eq!([score.black, score.white].map(i32::from), discs);
        }
        // Who does not ask what wins takes it from the sign.
        let sign = match finished.winner {
            Some(Color::Black) => "RE[+",
            Some(Color::White) => "RE[-",
            None => "RE[+0.000",
        };
        prop_assert!(text.contains(sign), "{}", text);
    }
}

#[test]
fn each_variant_is_told_by_its_type_and_its_board() {
    for (variant, told) in [
        (
            Variant::Othello,
            "TY[8]RE[-64.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[",
        ),
        (
            Variant::AntiReversi,
            "TY[8a]RE[-64.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[",
        ),
        (
            Variant::Othello6x6,
            "TY[6]RE[-36.000:r]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[",
        ),
        (
            Variant::Othello4x4,
            "TY[4]RE[-16.000:r]BO[4 ---- -O*- -*O- ---- *]B[",
        ),
        // d4, e4, d5 and e5, placed in turn.
        (
            Variant::Reversi1883,
            "BO[8 -------- -------- -------- ---*O--- ---*O--- -------- -------- -------- *]B[",
        ),
        (
            Variant::OthelloTwoCorners,
            "BO[8 *------- -------- -------- ---O*--- ---*O--- -------- -------- -------* O]W[",
        ),
        // From where its eight plies were drawn.
        (
            Variant::OthelloDrawnOpening,
            "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[",
        ),
    ] {
        let mut game = Game::of(variant, 7);
        let (plies, moves, untimed) = match variant {
            Variant::Reversi1883 => (6, 2, 0),
            Variant::OthelloDrawnOpening => (2, 10, 8),
            _ => (2, 2, 0),
        };
        game.play_to(&[0], plies);
        let color = game.state.turn().unwrap().seat();
        game.accept(&Command::Resign { color });
        let text = written(variant, &game.state);
        assert!(text.contains(told), "{text}");
        let written = text.matches("]B[").count() + text.matches("]W[").count();
        let timed = text.matches("//").count();
        assert_eq!((written, written - timed), (moves, untimed), "{text}");
    }
}
