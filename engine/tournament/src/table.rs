//! The plain table of results on which pairings and rankings are computed.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::half_points::HalfPoints;
use crate::result_kind::{Counts, ResultKind};

/// A player's colour. Black (the dark side) moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Black, who moves first.
    Black,
    /// White.
    White,
}

impl Colour {
    /// Its name in the contract: `black` or `white`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// Everything that rankings and pairings depend on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResultTable {
    /// The players; everything else names them by their index here.
    pub players: Vec<TablePlayer>,
    /// The published rounds, first to last.
    pub rounds: Vec<TableRound>,
}

/// One player of a [`ResultTable`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TablePlayer {
    /// Unique id; the canonical order of players is the order of their ids.
    pub id: String,
    /// Country code, for the country level of a pairing.
    pub country: Option<String>,
    /// Rating, for first rounds paired by rating and for McMahon bands.
    pub rating: Option<i32>,
    /// Withdrew during the qualification (a withdrawal after the last qualifying round does not count).
    pub withdrew: bool,
    /// Score before the first round, in half-points (McMahon); part of the final score.
    pub starting_half_points: HalfPoints,
    /// Half-points given or taken by rulings, negative for a penalty; part of the score at once.
    pub adjustment_half_points: HalfPoints,
    /// What rulings do to the place, after everything else is ranked (MSO 5.1).
    pub fall: Fall,
}

/// What rulings do to a player's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fall {
    /// Finishing positions dropped.
    pub positions: u32,
    /// Disqualified: behind everybody else, where the rules say so.
    pub disqualified: bool,
}

impl Fall {
    /// Whether it does anything.
    #[must_use]
    pub fn falls(self) -> bool {
        self.disqualified || self.positions > 0
    }
}

/// One round of a [`ResultTable`]. A player in neither list did not play: an unplayed round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableRound {
    /// The paired games.
    pub games: Vec<TableGame>,
    /// The players who had a bye: one at most, more only where a round robin lost players.
    pub byes: Vec<usize>,
    /// Players who did not play the round and score for it all the same, in half-points: late entrants and
    /// announced absences, where the director grants it. An unplayed round in everything else.
    pub granted: Vec<(usize, HalfPoints)>,
    /// A Swiss round beside the semi-finals: who does not play it missed nothing (EGP II.2).
    pub beside: bool,
}

impl TableRound {
    fn empty(&self) -> PlayerRound {
        if self.beside {
            PlayerRound::NotMissed
        } else {
            PlayerRound::Unplayed
        }
    }
}

/// One paired game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableGame {
    /// Index of the player with black.
    pub black: usize,
    /// Index of the player with white.
    pub white: usize,
    /// The result in force; `None` while the game is not over.
    pub result: Option<GameResult>,
    /// Whose flag fell, for rankings by fewest timeouts.
    pub flag_fell: Option<Colour>,
}

/// The result of a paired game. Points follow the winner, never the discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Black's final discs, empties counted.
    pub black_discs: u32,
    /// White's final discs, empties counted.
    pub white_discs: u32,
    /// The winner; `None` is a draw, or a game that both lost.
    pub winner: Option<Colour>,
    /// How it came about.
    #[serde(default)]
    pub kind: ResultKind,
    /// Black lost without having made a move: an unplayed round for both, the point stands.
    pub black_absent: bool,
    /// White lost without having made a move.
    pub white_absent: bool,
}

impl GameResult {
    /// A played game with black's discs out of 64; the winner follows from them.
    #[must_use]
    pub fn played(black_discs: u32) -> Self {
        let black_discs = black_discs.min(64);
        let white_discs = 64 - black_discs;
        Self {
            black_discs,
            white_discs,
            winner: match black_discs.cmp(&white_discs) {
                std::cmp::Ordering::Greater => Some(Colour::Black),
                std::cmp::Ordering::Less => Some(Colour::White),
                std::cmp::Ordering::Equal => None,
            },
            kind: ResultKind::Played,
            black_absent: false,
            white_absent: false,
        }
    }

    /// The kind by which it counts.
    #[must_use]
    pub fn counted_kind(&self) -> ResultKind {
        self.kind
            .with_absent(self.black_absent || self.white_absent)
    }

    /// What it counts as, beside its points and discs.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counted_kind().counts()
    }

    /// What the player with that colour scores.
    #[must_use]
    pub fn half_points(&self, colour: Colour) -> HalfPoints {
        match self.winner {
            Some(winner) if winner == colour => HalfPoints::WIN,
            Some(_) => HalfPoints::ZERO,
            None if self.lost_by_both() => HalfPoints::ZERO,
            None => HalfPoints::DRAW,
        }
    }

    /// Neither appeared, or both forfeited.
    fn lost_by_both(&self) -> bool {
        (self.black_absent && self.white_absent && (self.black_discs, self.white_discs) == (0, 0))
            || self.kind == ResultKind::DoubleForfeit
    }

    /// Discs of the player with that colour.
    #[must_use]
    pub fn discs(&self, colour: Colour) -> u32 {
        match colour {
            Colour::Black => self.black_discs,
            Colour::White => self.white_discs,
        }
    }
}

/// What a player did in one round, seen from that player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlayerRound {
    Unplayed,
    /// A round beside the semi-finals in which he was not: none that he missed.
    NotMissed,
    /// Unplayed, but scored.
    Granted {
        half_points: HalfPoints,
    },
    Bye,
    Game {
        opponent: usize,
        colour: Colour,
        result: Option<GameResult>,
    },
}

/// Why a [`ResultTable`] cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableProblem {
    /// Two players have one id.
    #[error("player {id} is listed twice; every player needs an id of his own")]
    RepeatedPlayer {
        /// The id.
        id: String,
    },
    /// A round names a player that the table does not have.
    #[error("round {round} names player number {index}, but the table has only {players} players")]
    UnknownPlayer {
        /// Round, from 1.
        round: usize,
        /// Index that was named.
        index: usize,
        /// Number of players.
        players: usize,
    },
    /// A player appears more than once in a round (or against himself).
    #[error("player {id} appears more than once in round {round}; he can have one game or one bye")]
    TwiceInRound {
        /// Round, from 1.
        round: usize,
        /// The player.
        id: String,
    },
}

impl ResultTable {
    /// Each player's rounds, by player and then by round.
    ///
    /// # Errors
    /// A [`TableProblem`] when ids repeat, an index has no player or a player appears twice in a round.
    pub(crate) fn by_player(&self) -> Result<Vec<Vec<PlayerRound>>, TableProblem> {
        self.check_ids()?;
        let empty: Vec<PlayerRound> = self.rounds.iter().map(TableRound::empty).collect();
        let mut rows = vec![empty; self.players.len()];
        for (index, round) in self.rounds.iter().enumerate() {
            for game in &round.games {
                for (player, opponent, colour) in [
                    (game.black, game.white, Colour::Black),
                    (game.white, game.black, Colour::White),
                ] {
                    self.place(
                        &mut rows,
                        index,
                        player,
                        PlayerRound::Game {
                            opponent,
                            colour,
                            result: game.result,
                        },
                    )?;
                }
            }
            for &player in &round.byes {
                self.place(&mut rows, index, player, PlayerRound::Bye)?;
            }
            for &(player, half_points) in &round.granted {
                self.place(
                    &mut rows,
                    index,
                    player,
                    PlayerRound::Granted { half_points },
                )?;
            }
        }
        Ok(rows)
    }

    /// The players' indexes in canonical order, the order of their ids.
    pub(crate) fn canonical_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| self.players[a].id.cmp(&self.players[b].id));
        order
    }

    fn check_ids(&self) -> Result<(), TableProblem> {
        let order = self.canonical_order();
        for pair in order.windows(2) {
            if self.players[pair[0]].id == self.players[pair[1]].id {
                return Err(TableProblem::RepeatedPlayer {
                    id: self.players[pair[0]].id.clone(),
                });
            }
        }
        Ok(())
    }

    fn place(
        &self,
        rows: &mut [Vec<PlayerRound>],
        round: usize,
        player: usize,
        cell: PlayerRound,
    ) -> Result<(), TableProblem> {
        let Some(slot) = rows.get_mut(player).and_then(|row| row.get_mut(round)) else {
            return Err(TableProblem::UnknownPlayer {
                round: round + 1,
                index: player,
                players: self.players.len(),
            });
        };
        if !matches!(slot, PlayerRound::Unplayed | PlayerRound::NotMissed) {
            return Err(TableProblem::TwiceInRound {
                round: round + 1,
                id: self.players[player].id.clone(),
            });
        }
        *slot = cell;
        Ok(())
    }
}
