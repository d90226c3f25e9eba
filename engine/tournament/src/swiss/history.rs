//! What the rounds so far say about each player, as pairings read it.

use crate::table::{Colour, PlayerRound, ResultTable, TableProblem};

/// The direction of a float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float {
    /// Met an opponent with more points.
    Up,
    /// Met an opponent with fewer points, or had the bye.
    Down,
}

/// One player's past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct History {
    /// Points so far, in half-points.
    pub points: i64,
    /// Blacks minus whites.
    pub balance: i64,
    /// Colour of each round; none after a bye, an absence or a game that was not played.
    pub colours: Vec<Option<Colour>>,
    /// Opponents met, once for each game.
    pub met: Vec<usize>,
    /// Number of byes.
    pub byes: u32,
    /// The latest float.
    pub float: Option<Float>,
}

/// Every player's past, by index.
pub(super) struct Histories {
    players: Vec<History>,
    /// Number of rounds in the table.
    pub rounds: usize,
}

impl Histories {
    pub fn of(table: &ResultTable) -> Result<Self, TableProblem> {
        let rows = table.by_player()?;
        let empty = History {
            points: 0,
            balance: 0,
            colours: Vec::with_capacity(table.rounds.len()),
            met: Vec::new(),
            byes: 0,
            float: None,
        };
        let mut players = vec![empty; rows.len()];
        for (history, player) in players.iter_mut().zip(&table.players) {
            history.points = player
                .starting_half_points
                .saturating_add(player.adjustment_half_points);
        }
        for round in 0..table.rounds.len() {
            let before: Vec<i64> = players.iter().map(|player| player.points).collect();
            for ((player, row), &own) in players.iter_mut().zip(&rows).zip(&before) {
                player.take(row[round], own, &before);
            }
        }
        for player in &mut players {
            player.met.sort_unstable();
        }
        Ok(Self {
            players,
            rounds: table.rounds.len(),
        })
    }

    pub fn get(&self, player: usize) -> &History {
        &self.players[player]
    }
}

impl History {
    fn take(&mut self, cell: PlayerRound, own: i64, before: &[i64]) {
        let mut colour_had = None;
        match cell {
            PlayerRound::Unplayed => {}
            PlayerRound::Granted { half_points } => self.points += i64::from(half_points),
            PlayerRound::Bye => {
                self.points += 2;
                self.byes += 1;
                self.float = Some(Float::Down);
            }
            PlayerRound::Game {
                opponent,
                colour,
                result,
            } => {
                self.points += result.map_or(0, |result| i64::from(result.half_points(colour)));
                if !result.is_some_and(|result| result.unplayed()) {
                    colour_had = Some(colour);
                    self.met.push(opponent);
                    self.balance += match colour {
                        Colour::Black => 1,
                        Colour::White => -1,
                    };
                    self.float = match own.cmp(&before[opponent]) {
                        std::cmp::Ordering::Less => Some(Float::Up),
                        std::cmp::Ordering::Greater => Some(Float::Down),
                        std::cmp::Ordering::Equal => self.float,
                    };
                }
            }
        }
        self.colours.push(colour_had);
    }

    /// How often this player met that opponent.
    pub fn meetings(&self, opponent: usize) -> usize {
        let from = self.met.partition_point(|&met| met < opponent);
        let to = self.met.partition_point(|&met| met <= opponent);
        to - from
    }

    /// Colour of the immediately preceding round.
    pub fn last_colour(&self) -> Option<Colour> {
        self.colours.last().copied().flatten()
    }
}
