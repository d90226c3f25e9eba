//! What the rules say of a game's end and of the flag, told a second time and without the engine's code: the
//! explorer holds every step of the engine against it.

use outflank_othello::{Color, DefaultPolicy, Goal, Moment, PerColor, Position, Turn};

/// What each side gets at the first fall, ms.
pub const GRANT_MS: i64 = 120_000;
const LONGEST_DELIVERY_MS: i64 = 2_000;

/// What ended a game.
#[derive(Clone, Copy, Debug)]
pub enum End {
    Board,
    Fall(Color),
    Resigned(Color),
}

/// The game as the oracle sees it.
pub struct Ended<'a> {
    pub policy: &'a DefaultPolicy,
    pub goal: Goal,
    pub draw_winner: Option<Color>,
    pub position: &'a Position,
    /// Who fell first, before the end.
    pub first: Option<Color>,
    pub end: End,
    /// Who has made a move of his own.
    pub moved: PerColor<bool>,
}

/// The official score and the winner.
pub fn result(game: &Ended<'_>) -> ((u8, u8), Option<Color>) {
    let narrow = |winner| (scored(game.goal, winner, 33), Some(winner));
    let whole = |winner| (scored(game.goal, winner, 64), Some(winner));
    let board = board_score(game.position);
    let by_board = |winner: Color| {
        if leader(game.goal, board) == Some(winner) {
            (board, Some(winner))
        } else {
            narrow(winner)
        }
    };
    match (game.first, game.end) {
        (None, End::Board) => (board, leader(game.goal, board).or(game.draw_winner)),
        (None, End::Resigned(loser)) => whole(loser.opponent()),
        (None, End::Fall(loser)) => match game.policy {
            DefaultPolicy::LossOnBoard if *game.moved.get(loser) => by_board(loser.opponent()),
            _ => whole(loser.opponent()),
        },
        (Some(first), End::Board) => by_board(first.opponent()),
        (Some(first), End::Fall(who) | End::Resigned(who)) if who == first => whole(who.opponent()),
        (Some(_), End::Fall(winner) | End::Resigned(winner)) => narrow(winner),
    }
}

/// `most` discs of 64 for the winner, or for the loser where fewer win.
fn scored(goal: Goal, winner: Color, most: u8) -> (u8, u8) {
    let black_has_most = (winner == Color::Black) == (goal == Goal::Most);
    if black_has_most {
        (most, 64 - most)
    } else {
        (64 - most, most)
    }
}

fn board_score(position: &Position) -> (u8, u8) {
    let (black, white) = (
        position.discs(Color::Black).count(),
        position.discs(Color::White).count(),
    );
    let empty = 64 - black - white;
    if black > white {
        (black + empty, white)
    } else if white > black {
        (black, white + empty)
    } else {
        (32, 32)
    }
}

fn leader(goal: Goal, (black, white): (u8, u8)) -> Option<Color> {
    if black == white {
        return None;
    }
    let black_wins = (black > white) == (goal == Goal::Most);
    Some(if black_wins {
        Color::Black
    } else {
        Color::White
    })
}

/// When the flag falls for the mover whose command has these stamps.
pub fn due_ms(turn: Turn, remaining_ms: i64, moment: &Moment) -> i64 {
    let delivered = moment.stamps.and_then(|stamps| stamps.delivered_at_ms);
    let start_ms = match delivered {
        Some(at_ms) if turn.until_delivered => at_ms
            .max(turn.from_ms)
            .min(turn.from_ms + LONGEST_DELIVERY_MS),
        _ => turn.from_ms,
    };
    start_ms + remaining_ms
}

/// When the flag falls at the latest, whenever the turn was delivered.
pub fn latest_due_ms(turn: Turn, remaining_ms: i64) -> i64 {
    latest_start_ms(turn) + remaining_ms
}

/// From when the turn is charged at the latest.
pub fn latest_start_ms(turn: Turn) -> i64 {
    turn.from_ms
        + if turn.until_delivered {
            LONGEST_DELIVERY_MS
        } else {
            0
        }
}

/// What a clock shows that is stopped at this instant.
pub fn stopped_ms(turn: Turn, remaining_ms: i64, at_ms: i64) -> i64 {
    let charged_ms = (at_ms - latest_start_ms(turn)).max(0);
    (remaining_ms - charged_ms).max(0)
}
