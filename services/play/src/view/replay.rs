//! A game position by position.

use outflank_othello::transcript::{Step, Token, steps};
use outflank_othello::{Board, Color, DrawnOpening, Played, Squares};
use outflank_proto::play::v1 as proto;

use super::{cells, color, name, optional};
use crate::app::Game;

/// The steps of a game, from its start.
pub(crate) fn steps_of(game: &Game) -> Vec<Step> {
    let record = game.state.record().iter();
    steps(&game.state.board(), record.map(Played::token))
}

/// Those steps from the one after so many plies on, as the contract shows them.
pub(crate) fn positions(game: &Game, steps: &[Step], from_ply: u32) -> Vec<proto::ReplayPosition> {
    let board = game.state.board();
    let wanted = steps.iter().filter(|step| step.ply >= from_ply);
    wanted
        .map(|step| {
            let mut shown = position(&board, step);
            if let Some(played) = game.state.committed(step.ply) {
                let fallen_ms = game.fell_before(step.ply).unwrap_or(0);
                shown.charged_ms = Some(played.charged_ms.saturating_add(fallen_ms));
                shown.remaining_ms = Some(played.remaining_ms);
            }
            shown
        })
        .collect()
}

/// One step on this board.
pub(crate) fn position(board: &Board, step: &Step) -> proto::ReplayPosition {
    let at = &step.position;
    let counts = at.disc_counts();
    let mobility = board.mobility(at);
    let choice = board.flip_choice(at);
    let token = step.played.map(|(_, token)| token);
    proto::ReplayPosition {
        ply: step.ply,
        color: optional(step.played.map(|(by, _)| by)),
        square: token.and_then(Token::square).map_or_else(String::new, name),
        flip: token.and_then(Token::flip).map_or_else(String::new, name),
        flips: names(step.flipped),
        board: cells(board, at),
        to_move: if board.is_over(at) {
            proto::Color::Unspecified.into()
        } else {
            color(at.to_move()).into()
        },
        legal_squares: names(board.legal_moves(at)),
        flippable_squares: choice.map_or_else(Vec::new, |choice| names(choice.discs)),
        must_flip: choice.is_some_and(|choice| choice.required),
        black_discs: counts.black.into(),
        white_discs: counts.white.into(),
        black_mobility: (*mobility.get(Color::Black)).into(),
        white_mobility: (*mobility.get(Color::White)).into(),
        charged_ms: None,
        remaining_ms: None,
    }
}

/// All discs of a game in a line from the usual start, those of a drawn opening first; passes are left out.
pub(crate) fn transcript(game: &Game) -> String {
    let drawn = game.state.board().drawn;
    let drawn = drawn.iter().flat_map(DrawnOpening::plies);
    let record = game.state.record().iter().map(Played::token);
    let discs = record.filter(|token| token.square().is_some());
    let drawn = drawn.map(ToString::to_string);
    drawn.chain(discs.map(|token| token.to_string())).collect()
}

fn names(squares: Squares) -> Vec<String> {
    squares.iter().map(name).collect()
}
