//! Tables as the contract shows them.

use outflank_othello::{Color, Phase, Played, Square, clocks};
use outflank_proto::play::v1 as proto;

use crate::app::{Game, result_kind};

/// The table with its clocks at `now_ms`.
pub(crate) fn table(game: &Game, now_ms: i64) -> proto::Table {
    let state = &game.state;
    let position = state.position();
    let phase = state.phase();
    let over = phase == Phase::Finished;
    let counts = position.disc_counts();
    let place = state.place();
    let entrant = |color| {
        let seats = state.seats();
        seats.map_or_else(String::new, |seats| seats.get(color).entrant.clone())
    };
    let terms = state.terms();
    proto::Table {
        game_id: game.id.clone(),
        tournament_id: place.map_or_else(String::new, |place| place.tournament.clone()),
        round: place.map_or(0, |place| place.round),
        table: place.map_or(0, |place| place.table),
        black_entrant_id: entrant(Color::Black),
        white_entrant_id: entrant(Color::White),
        seq: game.seq,
        phase: table_phase(phase).into(),
        starts_at_ms: state.starts_at_ms().unwrap_or(0),
        board: board(game),
        to_move: if over {
            proto::Color::Unspecified.into()
        } else {
            color(position.to_move()).into()
        },
        ply: state.next_ply(),
        legal_squares: state.legal_moves().iter().map(name).collect(),
        must_pass: state.turn().is_some_and(|turn| turn.must_pass),
        last_square: game.last_disc.map_or_else(String::new, |disc| name(disc.0)),
        last_flips: game
            .last_disc
            .map_or_else(Vec::new, |disc| disc.1.iter().map(name).collect()),
        clocks: Some(table_clocks(game, now_ms)),
        defaulted: optional(state.defaulter()),
        result: state.finished().map(|finished| proto::TableResult {
            black_discs: finished.black_discs.into(),
            white_discs: finished.white_discs.into(),
            winner: optional(finished.winner),
            reason: result_kind(finished).to_owned(),
            ..Default::default()
        }),
        plies: state
            .record()
            .iter()
            .map(|played| ply(game, played))
            .collect(),
        black_discs: counts.black.into(),
        white_discs: counts.white.into(),
        main_time_ms: terms.map_or(0, |terms| terms.time_control.initial_ms()),
        ..Default::default()
    }
}

fn table_phase(phase: Phase) -> proto::TablePhase {
    match phase {
        Phase::Empty => proto::TablePhase::Unspecified,
        Phase::Waiting => proto::TablePhase::Armed,
        Phase::Live => proto::TablePhase::Live,
        Phase::Paused => proto::TablePhase::Paused,
        Phase::Adjourned => proto::TablePhase::Adjourned,
        Phase::Annulled => proto::TablePhase::Annulled,
        Phase::Finished => proto::TablePhase::Finished,
    }
}

fn board(game: &Game) -> String {
    let position = game.state.position();
    let (black, white) = (position.discs(Color::Black), position.discs(Color::White));
    Square::all()
        .map(|square| match square {
            square if black.contains(square) => '*',
            square if white.contains(square) => 'O',
            _ => '-',
        })
        .collect()
}

fn table_clocks(game: &Game, now_ms: i64) -> proto::Clocks {
    let shown = clocks(&game.state, now_ms);
    proto::Clocks {
        black_ms: shown.remaining_ms.black,
        white_ms: shown.remaining_ms.white,
        running: optional(shown.running),
        as_of_ms: now_ms,
        ..Default::default()
    }
}

fn ply(game: &Game, played: &Played) -> proto::PlayedPly {
    let fell = game.fell_before(played.ply);
    proto::PlayedPly {
        ply: played.ply,
        color: color(played.color).into(),
        square: played.square.map_or_else(String::new, name),
        charged_ms: played.charged_ms.saturating_add(fell.unwrap_or(0)),
        flag_fell: fell.is_some(),
        ..Default::default()
    }
}

fn name(square: Square) -> String {
    square.to_string()
}

pub(super) fn color(color: Color) -> proto::Color {
    match color {
        Color::Black => proto::Color::Black,
        Color::White => proto::Color::White,
    }
}

fn optional(side: Option<Color>) -> i32 {
    side.map_or(proto::Color::Unspecified, color).into()
}
