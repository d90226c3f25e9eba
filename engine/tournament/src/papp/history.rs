//! What the rounds so far say about each player, as PAPP reads it.

use crate::half_points::HalfPoints;
use crate::pairing::{PairingRequest, VirtualPoints};
use crate::player_index::PlayerIndex;
use crate::table::{Colour, PlayerRound, TableProblem};

/// The latest recorded float and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Float {
    /// Own score before that game less the opponent's: -1 floated up, +1 down, 0 an even game.
    pub direction: i64,
    /// Whether the result was the one to be expected: no points after floating up, a win after floating
    /// down. Never after a bye.
    pub as_expected: bool,
}

/// One player's past.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct History {
    /// Points so far.
    pub score: HalfPoints,
    /// Blacks minus whites.
    pub balance: i64,
    /// Colour of each round from the event's first; none after a bye, an absence or a game that was not played.
    pub colours: Vec<Option<Colour>>,
    /// Opponent of each round's game; none before the part that counts.
    pub opponents: Vec<Option<PlayerIndex>>,
    /// Number of byes in the part that counts.
    pub byes: i64,
    /// Whether the preceding round was a bye in the part that counts.
    pub bye_last: bool,
    pub float: Float,
}

impl History {
    /// Colour of the immediately preceding round.
    pub fn last_colour(&self) -> Option<Colour> {
        self.colours.last().copied().flatten()
    }

    fn take(
        &mut self,
        cell: PlayerRound,
        own: HalfPoints,
        before: &[HalfPoints],
        reading: Reading,
    ) {
        let mut met = None;
        self.bye_last = false;
        match cell {
            PlayerRound::Unplayed | PlayerRound::NotMissed => {}
            PlayerRound::Granted { half_points } => self.score += half_points,
            PlayerRound::Bye => {
                self.score += reading.bye_half_points;
                if reading.counts {
                    self.byes += 1;
                    self.bye_last = true;
                    self.float = Float {
                        direction: 1,
                        as_expected: false,
                    };
                }
            }
            PlayerRound::Game {
                opponent,
                colour,
                result,
            } => {
                let points = result.map_or(HalfPoints::ZERO, |result| result.half_points(colour));
                self.score += points;
                if result.is_none_or(|result| result.counts().meeting) {
                    met = Some((PlayerIndex(opponent), colour));
                    self.balance += match colour {
                        Colour::Black => 1,
                        Colour::White => -1,
                    };
                    if reading.counts {
                        let other = before.get(opponent).copied().unwrap_or_default();
                        let direction = (own - other).0.signum();
                        let expected = HalfPoints(if direction < 0 { 0 } else { 2 });
                        self.float = Float {
                            direction,
                            as_expected: direction != 0 && result.is_some() && points == expected,
                        };
                    }
                }
            }
        }
        self.colours.push(met.map(|(_, colour)| colour));
        let counted = met.filter(|_| reading.counts);
        self.opponents.push(counted.map(|(opponent, _)| opponent));
    }
}

/// How one round counts.
#[derive(Clone, Copy)]
struct Reading {
    counts: bool,
    bye_half_points: HalfPoints,
}

/// Every player's past, by index: points and colours of all rounds, the rest from the request's part on.
pub(super) fn histories(
    request: &PairingRequest<'_>,
    more: &VirtualPoints,
) -> Result<Vec<History>, TableProblem> {
    let table = request.table;
    let rows = table.by_player()?;
    let mut players: Vec<History> = table
        .players
        .iter()
        .map(|player| History {
            score: player.starting_half_points + player.adjustment_half_points,
            ..History::default()
        })
        .collect();
    for (round, number) in (0..table.rounds.len()).zip(1_u32..) {
        let before: Vec<HalfPoints> = players
            .iter()
            .enumerate()
            .map(|(player, history)| history.score + more.in_round(PlayerIndex(player), number))
            .collect();
        let reading = Reading {
            counts: number >= request.since_round,
            bye_half_points: request.bye_half_points,
        };
        for ((player, row), &own) in players.iter_mut().zip(&rows).zip(&before) {
            if let Some(&cell) = row.get(round) {
                player.take(cell, own, &before, reading);
            }
        }
    }
    Ok(players)
}
