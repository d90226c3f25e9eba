//! Why a round could not be paired.

use thiserror::Error;

use crate::table::TableProblem;

/// Most players of one Swiss round; beyond it the search would take minutes.
pub const MAX_SWISS_PLAYERS: usize = 1024;

/// Why a round could not be paired.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PairingError {
    /// Fewer than two players are present.
    #[error("{present} players are present; a round needs at least 2")]
    TooFewPlayers {
        /// Players present.
        present: usize,
    },
    /// More players than one round is paired for.
    #[error("{present} players are present; a Swiss round takes at most {MAX_SWISS_PLAYERS}")]
    TooManyPlayers {
        /// Players present.
        present: usize,
    },
    /// The list of players present is wrong.
    #[error("player number {index} is named twice as present, or is not in the table")]
    WrongPresence {
        /// The index.
        index: usize,
    },
    /// The pairing to be judged is not one of those players.
    #[error("the pairing does not pair each player present exactly once")]
    NotAPairing,
    /// The results are contradictory.
    #[error(transparent)]
    Table(#[from] TableProblem),
    /// A condition names a player who is not present.
    #[error("a condition names player {player}, who is not present")]
    NotPresent {
        /// His id.
        player: String,
    },
    /// Two conditions give one player a place.
    #[error("the conditions give player {player} two places; he can have one game or the bye")]
    TwoPlaces {
        /// His id.
        player: String,
    },
    /// A pair is both locked and forbidden.
    #[error("{one} - {two} is both locked and forbidden; lift one of the two conditions")]
    LockedAndForbidden {
        /// Id of one player.
        one: String,
        /// Id of the other.
        two: String,
    },
    /// Black of a locked pair is neither of its players.
    #[error("black of the locked pair {one} - {two} must be one of the two")]
    WrongBlack {
        /// Id of one player.
        one: String,
        /// Id of the other.
        two: String,
    },
    /// A bye is set although the number present is even.
    #[error("{player} cannot have the bye: {present} players are present, an even number")]
    NoBye {
        /// His id.
        player: String,
        /// Players present.
        present: usize,
    },
    /// One player is to have the bye and not to have it.
    #[error("{player} is both to have the bye and not to have it; lift one of the two conditions")]
    ByeAndNoBye {
        /// His id.
        player: String,
    },
    /// No complete pairing meets the conditions.
    #[error("no complete pairing meets the conditions: {}", unavoidable(pairs, bye.as_deref()))]
    Infeasible {
        /// The fewest forbidden pairs that a complete pairing must have, by ids.
        pairs: Vec<(String, String)>,
        /// The player who has the bye in it although he is not to.
        bye: Option<String>,
    },
    /// The director makes the first round's pairs, and some are missing.
    #[error("the director pairs the first round, and {without_place} players have no place yet")]
    ManualFirstRound {
        /// Number of players without a place.
        without_place: usize,
    },
    /// The levels' ranges do not fit the weights.
    #[error("the results are too far apart to be paired: their weights need more than 120 bits")]
    TooWide,
}

fn unavoidable(pairs: &[(String, String)], bye: Option<&str>) -> String {
    let mut named: Vec<String> = pairs
        .iter()
        .map(|(one, two)| format!("{one} - {two}"))
        .collect();
    named.extend(bye.map(|player| format!("the bye of {player}")));
    format!(
        "the fewest forbidden ones that remain are {}",
        named.join(", ")
    )
}
