//! What the rounds so far say about each player, as pairings read it.

use std::cmp::Ordering;

use crate::half_points::HalfPoints;
use crate::pairing::{PairingRequest, VirtualPoints};
use crate::player_index::PlayerIndex;
use crate::result_kind::Counts;
use crate::table::{Colour, PlayerRound, TableProblem};

/// The direction of a float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Float {
    /// Met an opponent with more points.
    Up,
    /// Met an opponent with fewer points, or had the bye.
    Down,
}

impl Float {
    /// The float of a player whose points compare like this with the opponent's.
    #[inline]
    pub(super) const fn against(to_opponent: Ordering) -> Option<Self> {
        match to_opponent {
            Ordering::Equal => None,
            Ordering::Greater => Some(Self::Down),
            Ordering::Less => Some(Self::Up),
        }
    }
}

/// One player's past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct History {
    /// Points so far, with the virtual ones of an accelerated round.
    pub points: HalfPoints,
    /// Blacks minus whites.
    pub balance: i64,
    /// Colour of each round; none after a bye, an absence or a game that was not played.
    pub colours: Vec<Option<Colour>>,
    /// Opponents met in the part that counts, once for each game.
    pub met: Vec<PlayerIndex>,
    /// Opponents met in the earlier part whose colours are to be reversed, and the own colour then.
    earlier: Vec<(PlayerIndex, Colour)>,
    /// Number of byes in the part that counts.
    pub byes: u32,
    /// The latest float of the part that counts.
    pub float: Option<Float>,
}

/// Every player's past, by index.
pub(super) struct Histories {
    players: Vec<History>,
    /// Number of rounds in the table.
    pub rounds: usize,
}

/// How one round counts.
#[derive(Clone, Copy)]
struct Reading {
    counts: bool,
    reverses: bool,
    bye_half_points: HalfPoints,
}

impl Histories {
    pub fn of(request: &PairingRequest<'_>, more: &VirtualPoints) -> Result<Self, TableProblem> {
        let table = request.table;
        let rows = table.by_player()?;
        let rounds = table.rounds.len();
        let mut players: Vec<History> = table
            .players
            .iter()
            .map(|player| {
                let start = player.starting_half_points;
                History::new(start + player.adjustment_half_points, rounds)
            })
            .collect();
        for (round, number) in (0..rounds).zip(1_u32..) {
            let before: Vec<HalfPoints> = players
                .iter()
                .enumerate()
                .map(|(player, history)| {
                    history.points + more.in_round(PlayerIndex(player), number)
                })
                .collect();
            let reading = Reading {
                counts: number >= request.since_round,
                reverses: number < request.reverse_colours_before,
                bye_half_points: request.bye_half_points,
            };
            for ((player, row), &own) in players.iter_mut().zip(&rows).zip(&before) {
                if let Some(&cell) = row.get(round) {
                    player.take(cell, own, &before, reading);
                }
            }
        }
        let next = u32::try_from(rounds).unwrap_or(u32::MAX).saturating_add(1);
        for (index, player) in players.iter_mut().enumerate() {
            player.points += more.in_round(PlayerIndex(index), next);
            player.met.sort_unstable();
        }
        Ok(Self { players, rounds })
    }

    #[inline]
    pub fn get(&self, player: PlayerIndex) -> &History {
        &self.players[player.0]
    }
}

impl History {
    fn new(points: HalfPoints, rounds: usize) -> Self {
        Self {
            points,
            balance: 0,
            colours: Vec::with_capacity(rounds),
            met: Vec::with_capacity(rounds),
            earlier: Vec::new(),
            byes: 0,
            float: None,
        }
    }

    fn take(
        &mut self,
        cell: PlayerRound,
        own: HalfPoints,
        before: &[HalfPoints],
        reading: Reading,
    ) {
        let mut colour_had = None;
        match cell {
            PlayerRound::Unplayed | PlayerRound::NotMissed => {}
            PlayerRound::Granted { half_points } => self.points += half_points,
            PlayerRound::Bye => {
                self.points += reading.bye_half_points;
                if reading.counts {
                    self.byes += 1;
                    self.float = Some(Float::Down);
                }
            }
            PlayerRound::Game {
                opponent,
                colour,
                result,
            } => {
                self.points += result.map_or(HalfPoints::ZERO, |result| result.half_points(colour));
                // A game that is not over counts as one.
                let counts = result.map_or(Counts::GAME, |result| result.counts());
                if counts.colour {
                    colour_had = Some(colour);
                    self.balance += match colour {
                        Colour::Black => 1,
                        Colour::White => -1,
                    };
                }
                if counts.meeting {
                    self.meet(PlayerIndex(opponent), colour, reading);
                }
                if counts.float && reading.counts {
                    self.float_against(own, before.get(opponent).copied().unwrap_or(own));
                }
            }
        }
        self.colours.push(colour_had);
    }

    fn meet(&mut self, opponent: PlayerIndex, colour: Colour, reading: Reading) {
        if reading.reverses {
            self.earlier.push((opponent, colour));
        }
        if reading.counts {
            self.met.push(opponent);
        }
    }

    fn float_against(&mut self, own: HalfPoints, other: HalfPoints) {
        self.float = Float::against(own.cmp(&other)).or(self.float);
    }

    /// How often this player met that opponent.
    #[inline]
    pub fn meetings(&self, opponent: PlayerIndex) -> usize {
        self.met.iter().filter(|&&met| met == opponent).count()
    }

    /// The colour that this player has against that opponent because they met in the earlier part: the
    /// other one than at their latest meeting there.
    #[inline]
    pub fn forced_colour(&self, opponent: PlayerIndex) -> Option<Colour> {
        let latest = self.earlier.iter().rev().find(|(met, _)| *met == opponent);
        latest.map(|(_, colour)| colour.other())
    }

    /// Colour of the immediately preceding round.
    #[inline]
    pub fn last_colour(&self) -> Option<Colour> {
        self.colours.last().copied().flatten()
    }
}
