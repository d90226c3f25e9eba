//! Tables and messages as the contract shows them, in answers and in what is told to those who watch.

mod clocks;
mod private;
mod replay;

pub(crate) use private::expelled_accounts;
pub(crate) use replay::{position, positions, steps_of, transcript};

use std::collections::BTreeMap;

use outflank_othello::{
    AdjournmentStage, Audience, Board, Color, Event, GameRules, Pause, PauseCause, Phase, Played,
    Position, Spectators, Square, TableState,
};
use outflank_proto::play::v1 as proto;

use crate::app::{Channel, ChatOrder, Game, KeptMessage, result_kind, statement};

/// How a table is to be shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Showing<'a> {
    /// The instant that clocks are shown at, ms of cluster time.
    pub as_of_ms: i64,
    /// Who looks.
    pub audience: Audience,
    /// Who may watch.
    pub policy: Spectators,
    /// Entries after this table's are held back.
    pub delayed: bool,
    /// What lies on the board is hidden from all but the officials.
    pub board_hidden: bool,
    /// What spectators write is shown.
    pub chat_shown: bool,
    /// Officials' reasons by id.
    pub reasons: &'a BTreeMap<String, String>,
}

impl<'a> Showing<'a> {
    /// The same to another audience.
    pub fn to(&self, audience: Audience) -> Showing<'a> {
        Showing { audience, ..*self }
    }
}

/// The table as `showing` says.
pub(crate) fn table(game: &Game, showing: &Showing<'_>) -> proto::Table {
    table_from(game, showing, 0)
}

/// The same without so many of its first plies.
pub(crate) fn table_from(game: &Game, showing: &Showing<'_>, plies: usize) -> proto::Table {
    let state = &game.state;
    let phase = state.phase();
    let over = matches!(phase, Phase::Finished | Phase::Annulled);
    let place = state.place();
    let game_rules = state.game_rules();
    let mut table = proto::Table {
        game_id: game.id.clone(),
        tournament_id: place.map_or_else(String::new, |place| place.tournament.clone()),
        round: place.map_or(0, |place| place.round),
        table: place.map_or(0, |place| place.table),
        black_entrant_id: entrant(state, Color::Black),
        white_entrant_id: entrant(state, Color::White),
        seq: game.seq,
        phase: table_phase(phase).into(),
        starts_at_ms: state.starts_at_ms().unwrap_or(0),
        to_move: if over {
            proto::Color::Unspecified.into()
        } else {
            color(state.position().to_move()).into()
        },
        ply: state.next_ply(),
        board_hidden: showing.board_hidden,
        clocks: Some(clocks::clocks(state, showing.as_of_ms)),
        defaulted: optional(state.defaulter()),
        result: state.finished().map(|finished| proto::TableResult {
            black_discs: finished.black_discs.into(),
            white_discs: finished.white_discs.into(),
            winner: optional(finished.winner),
            reason: result_kind(finished).to_owned(),
            both_absent: finished.both_absent,
        }),
        pause: state.pause().map(pause),
        spectators: Some(spectators(game, showing)),
        ..proto::Table::default()
    };
    if !showing.board_hidden {
        on_board(game, plies).lay_on(&mut table);
    }
    adjournment(&mut table, state);
    if let Some(game_rules) = game_rules {
        procedure(&mut table, game_rules);
    }
    private::inside(game, showing).show_on(&mut table);
    table
}

/// What an audience sees on a table in place of what stands there for another.
pub(crate) fn inside(game: &Game, showing: &Showing<'_>) -> proto::TableInside {
    private::inside(game, showing)
}

/// What lies on the board, and the plies after so many.
fn on_board(game: &Game, plies: usize) -> proto::BoardInside {
    let state = &game.state;
    let counts = state.position().disc_counts();
    let choice = state.flip_choice();
    proto::BoardInside {
        board: cells(&state.board(), state.position()),
        legal_squares: state.legal_moves().iter().map(name).collect(),
        must_pass: state.turn().is_some_and(|turn| turn.must_pass),
        last_square: game.last_disc.map_or_else(String::new, |disc| name(disc.0)),
        last_flips: game
            .last_disc
            .map_or_else(Vec::new, |disc| disc.1.iter().map(name).collect()),
        plies: state
            .record()
            .iter()
            .skip(plies)
            .map(|played| ply(game, played))
            .collect(),
        black_discs: counts.black.into(),
        white_discs: counts.white.into(),
        flippable_squares: choice
            .map_or_else(Vec::new, |choice| choice.discs.iter().map(name).collect()),
        must_flip: choice.is_some_and(|choice| choice.required),
    }
}

/// A chat message, as it stands or held back.
pub(crate) fn chat_message(message: &KeptMessage, held: bool) -> proto::ChatMessage {
    proto::ChatMessage {
        number: message.number,
        game_id: message.game_id.clone(),
        channel: channel(message.channel).into(),
        account_id: message.account.clone(),
        role: message.role.to_owned(),
        text: message.text.clone(),
        at_ms: message.at_ms,
        removed: message.removed,
        addressed_to: optional(message.addressed_to),
        held,
    }
}

/// How order is kept, for officials.
pub(crate) fn chat_order(order: ChatOrder) -> proto::ChatOrder {
    let silenced = order.silenced.into_iter();
    proto::ChatOrder {
        silenced: silenced
            .map(|known| proto::SilencedWriter {
                account_id: known.account_id,
                by_account_id: known.official_id,
                reason: known.reason,
                at_ms: known.at_ms,
            })
            .collect(),
        open_to_spectators: order.open_to_spectators,
    }
}

pub(crate) fn channel(channel: Channel) -> proto::ChatChannel {
    match channel {
        Channel::Players => proto::ChatChannel::Players,
        Channel::Spectators => proto::ChatChannel::Spectators,
        Channel::Officials => proto::ChatChannel::Officials,
    }
}

fn adjournment(table: &mut proto::Table, state: &TableState) {
    let Some(adjournment) = state.adjournment() else {
        return;
    };
    table.adjourns_at_ms = adjournment.at_ms;
    if matches!(
        adjournment.stage,
        AdjournmentStage::Sealed | AdjournmentStage::Illegal
    ) {
        table.sealed_by = color(state.position().to_move()).into();
    }
}

fn procedure(table: &mut proto::Table, game_rules: &GameRules) {
    table.main_time_ms = game_rules.control(Color::Black).main_ms();
    table.draw_winner = optional(game_rules.draw_winner);
    table.black_time_control = Some(clocks::time_control(game_rules.control(Color::Black)));
    table.white_time_control = Some(clocks::time_control(game_rules.control(Color::White)));
    clocks::default_policy(game_rules).clone_into(&mut table.default_policy);
    table.absence_limit_ms = game_rules.absence_limit_ms.unwrap_or(0);
    table.premoves = game_rules.premoves;
    game_rules.goal.as_str().clone_into(&mut table.goal);
    game_rules.opening.as_str().clone_into(&mut table.opening);
    table.board_size = game_rules.size.side().into();
    table.first_move_limit_ms = game_rules.first_move_limit_ms.unwrap_or(0);
    if let Some(drawn) = game_rules.drawn_opening {
        table.drawn_squares = drawn.plies().iter().copied().map(name).collect();
    }
    if let Some(handicap) = game_rules.handicap {
        table.handicap_to = color(handicap.to).into();
        let corners = handicap.squares(game_rules.size);
        table.handicap_squares = corners.iter().map(name).collect();
    }
}

fn spectators(game: &Game, showing: &Showing<'_>) -> proto::Spectators {
    let (policy, delay_plies, delay_ms) = match showing.policy {
        Spectators::On => ("on", 0, 0),
        Spectators::Off => ("off", 0, 0),
        Spectators::Delayed { plies, ms } => ("delayed", plies, ms),
    };
    proto::Spectators {
        policy: policy.to_owned(),
        delay_plies,
        delay_ms,
        delayed_to_seq: if showing.delayed { game.seq } else { 0 },
        is_delayed: showing.delayed,
        chat_shown: showing.chat_shown,
    }
}

/// How far a game is.
pub(crate) fn table_phase(phase: Phase) -> proto::TablePhase {
    match phase {
        Phase::Empty => proto::TablePhase::Unspecified,
        Phase::Waiting => proto::TablePhase::Armed,
        Phase::Live => proto::TablePhase::Live,
        Phase::Paused => proto::TablePhase::Paused,
        Phase::Adjourned => proto::TablePhase::Adjourned,
        Phase::Finished => proto::TablePhase::Finished,
        Phase::Annulled => proto::TablePhase::Annulled,
    }
}

fn pause(pause: &Pause) -> proto::Pause {
    proto::Pause {
        cause: match pause.cause {
            PauseCause::Official => "official",
            PauseCause::Call => "call",
            PauseCause::ServerFault => "server_fault",
            PauseCause::Transfer => "move",
        }
        .to_owned(),
        since_ms: pause.since_ms,
        until_ms: pause.until_ms.unwrap_or(0),
    }
}

fn entrant(state: &TableState, color: Color) -> String {
    let seats = state.seats();
    seats.map_or_else(String::new, |seats| seats.get(color).entrant.clone())
}

fn cells(board: &Board, position: &Position) -> String {
    let (black, white) = (position.discs(Color::Black), position.discs(Color::White));
    let squares = board.size.squares();
    squares
        .iter()
        .map(|square| match square {
            square if black.contains(square) => '*',
            square if white.contains(square) => 'O',
            _ => '-',
        })
        .collect()
}

fn ply(game: &Game, played: &Played) -> proto::PlayedPly {
    let fell = game.fell_before(played.ply);
    proto::PlayedPly {
        ply: played.ply,
        color: color(played.color).into(),
        square: played.square.map_or_else(String::new, name),
        flip: played.flip.map_or_else(String::new, name),
        charged_ms: played.charged_ms.saturating_add(fell.unwrap_or(0)),
        flag_fell: fell.is_some(),
        lag_credit_ms: played.lag_credit_ms,
    }
}

/// The ply that an event plays, as it follows from the event alone, and the discs that it flips; none of other events.
pub(crate) fn followed(event: &Event) -> Option<(proto::PlayedPly, Vec<String>)> {
    match event {
        Event::Moved {
            ply,
            color: by,
            square,
            flip,
            flipped,
            charged_ms,
            lag_credit_ms,
            ..
        } => {
            let played = proto::PlayedPly {
                ply: *ply,
                color: color(*by).into(),
                square: name(*square),
                flip: flip.map_or_else(String::new, name),
                charged_ms: *charged_ms,
                flag_fell: false,
                lag_credit_ms: *lag_credit_ms,
            };
            Some((played, flipped.iter().map(name).collect()))
        }
        Event::Passed {
            ply,
            color: by,
            charged_ms,
            lag_credit_ms,
            ..
        } => {
            let played = proto::PlayedPly {
                ply: *ply,
                color: color(*by).into(),
                charged_ms: *charged_ms,
                lag_credit_ms: *lag_credit_ms,
                ..proto::PlayedPly::default()
            };
            Some((played, Vec::new()))
        }
        _ => None,
    }
}

fn name(square: Square) -> String {
    square.name().to_owned()
}

pub(crate) fn color(color: Color) -> proto::Color {
    match color {
        Color::Black => proto::Color::Black,
        Color::White => proto::Color::White,
    }
}

fn optional(side: Option<Color>) -> i32 {
    side.map_or(proto::Color::Unspecified, color).into()
}

/// The text under a countersignature.
fn signed_text(game_id: &str, digest: &str) -> String {
    statement(game_id, digest)
}
