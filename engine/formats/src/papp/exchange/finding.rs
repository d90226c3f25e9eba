use std::fmt;

use outflank_othello::refusal::{Parameter, Parameters, Value};
use thiserror::Error;

use crate::papp::folder::FolderProblem;

/// A player as sentences name one: `SAMPLE, Ann (12)`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NumberedPlayer {
    /// The number in PAPP's files.
    pub number: u32,
    /// The name, the number where nothing tells one.
    pub name: String,
}

/// A pair of a round, black first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedPair {
    /// Who has black.
    pub black: NumberedPlayer,
    /// Who has white.
    pub white: NumberedPlayer,
}

impl fmt::Display for NumberedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, name } = self;
        if *name == number.to_string() {
            return write!(f, "player {number}");
        }
        write!(f, "{name} ({number})")
    }
}

impl fmt::Display for NumberedPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} – {}", self.black, self.white)
    }
}

/// What stands in the way of taking what PAPP held. Nothing here is ever overwritten by it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExchangeFinding {
    /// A statement of the work file that says nothing, or not all that it should.
    #[error("{} line {}: {}", .0.file, .0.problem.line, .0.problem.what)]
    File(FolderProblem),
    /// A player who is nobody's entrant here.
    #[error("{0} is no entrant here: enter the player here first, or give the entrant that number")]
    UnknownPlayer(NumberedPlayer),
    /// A round that both have, with other pairs.
    #[error(
        "round {round} is paired otherwise: here {}, in PAPP {}; take the round back here before it has results, or correct PAPP's file",
        listed(here),
        listed(there)
    )]
    PairingDiffers {
        /// The round, from 1.
        round: u32,
        /// Pairs that stand here alone.
        here: Vec<NumberedPair>,
        /// Pairs that stand in PAPP alone.
        there: Vec<NumberedPair>,
    },
    /// A round that both have, with another bye.
    #[error(
        "round {round}: the bye is {} here and {} in PAPP",
        listed(here),
        listed(there)
    )]
    ByeDiffers {
        /// The round, from 1.
        round: u32,
        /// Who has it here.
        here: Vec<NumberedPlayer>,
        /// Who has it in PAPP.
        there: Vec<NumberedPlayer>,
    },
    /// A result that is another here.
    #[error(
        "round {round}: {pair} is {} to {} here and {} to {} in PAPP; correct whichever is wrong",
        .here.0, .here.1, .there.0, .there.1
    )]
    ResultDiffers {
        /// The round, from 1.
        round: u32,
        /// Who played.
        pair: NumberedPair,
        /// Black's and white's discs here.
        here: (u32, u32),
        /// Black's and white's discs in PAPP.
        there: (u32, u32),
    },
    /// A round that is over in PAPP with a board that has no result on either side.
    #[error("round {round} is over in PAPP without a result of {pair}: enter it in PAPP or here")]
    NoResult {
        /// The round, from 1.
        round: u32,
        /// Who played.
        pair: NumberedPair,
    },
    /// A round of PAPP in which several players have no opponent.
    #[error(
        "round {round}: {} are there in PAPP without an opponent; here one has the bye, and the others are absent",
        listed(players)
    )]
    SeveralByes {
        /// The round, from 1.
        round: u32,
        /// The players.
        players: Vec<NumberedPlayer>,
    },
    /// Somebody plays in PAPP whom this event has for gone, or not yet in.
    #[error("round {round}: {player} plays in PAPP and is not in that round here")]
    NotInRound {
        /// The round, from 1.
        round: u32,
        /// The player.
        player: NumberedPlayer,
    },
    /// A round that the qualification does not have.
    #[error(
        "round {round} of PAPP is none of the {planned} rounds planned here; finals, extra rounds and other stages are not taken from PAPP: enter them by hand"
    )]
    NotPlanned {
        /// The round, from 1.
        round: u32,
        /// The rounds of the qualification.
        planned: u32,
    },
    /// A round that is under way in PAPP, of an event whose games run on the server's clocks.
    #[error(
        "round {round} is under way in PAPP, and taken now its clocks would start here: enter its results in PAPP first, or have the rules say that the event is held over the board"
    )]
    UnderWay {
        /// The round, from 1.
        round: u32,
    },
    /// A board on which PAPP's score is none.
    #[error(
        "PAPP's scores are those of 64 squares where the most discs win; this event plays otherwise"
    )]
    OtherGame,
}

impl ExchangeFinding {
    /// A stable name in snake case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::File(found) => found.problem.code,
            Self::UnknownPlayer(_) => "unknown_player",
            Self::PairingDiffers { .. } => "pairing_differs",
            Self::ByeDiffers { .. } => "bye_differs",
            Self::ResultDiffers { .. } => "result_differs",
            Self::NoResult { .. } => "no_result",
            Self::SeveralByes { .. } => "several_byes",
            Self::NotInRound { .. } => "not_in_round",
            Self::NotPlanned { .. } => "not_planned",
            Self::UnderWay { .. } => "under_way",
            Self::OtherGame => "other_game",
        }
    }

    /// What its sentence is made of, by name: players by name and number, scores in discs.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let numbered = |name, number: &u32| (name, number.parameter());
        let of_round = |round: &u32| numbered("round", round);
        match self {
            Self::File(found) => vec![
                ("file", found.file.parameter()),
                numbered("line", &found.problem.line),
            ],
            Self::UnknownPlayer(player) => vec![("player", word(player))],
            Self::PairingDiffers { round, here, there } => vec![
                of_round(round),
                ("here", words(here)),
                ("there", words(there)),
            ],
            Self::ByeDiffers { round, here, there } => vec![
                of_round(round),
                ("here", words(here)),
                ("there", words(there)),
            ],
            Self::ResultDiffers {
                round,
                pair,
                here,
                there,
            } => vec![
                of_round(round),
                ("pair", word(pair)),
                numbered("black_here", &here.0),
                numbered("white_here", &here.1),
                numbered("black_there", &there.0),
                numbered("white_there", &there.1),
            ],
            Self::NoResult { round, pair } => vec![of_round(round), ("pair", word(pair))],
            Self::SeveralByes { round, players } => {
                vec![of_round(round), ("players", words(players))]
            }
            Self::NotInRound { round, player } => vec![of_round(round), ("player", word(player))],
            Self::NotPlanned { round, planned } => {
                vec![of_round(round), numbered("planned", planned)]
            }
            Self::UnderWay { round } => vec![of_round(round)],
            Self::OtherGame => Vec::new(),
        }
    }

    /// The round that it is about, from 1.
    #[must_use]
    pub const fn round(&self) -> Option<u32> {
        match self {
            Self::File(_) | Self::UnknownPlayer(_) | Self::OtherGame => None,
            Self::PairingDiffers { round, .. }
            | Self::ByeDiffers { round, .. }
            | Self::ResultDiffers { round, .. }
            | Self::NoResult { round, .. }
            | Self::SeveralByes { round, .. }
            | Self::NotInRound { round, .. }
            | Self::NotPlanned { round, .. }
            | Self::UnderWay { round } => Some(*round),
        }
    }

    /// The numbers of the players whom it is about.
    #[must_use]
    pub fn players(&self) -> Vec<u32> {
        let of_pair = |pair: &NumberedPair| [pair.black.number, pair.white.number];
        match self {
            Self::File(_) | Self::NotPlanned { .. } | Self::UnderWay { .. } | Self::OtherGame => {
                Vec::new()
            }
            Self::UnknownPlayer(player) | Self::NotInRound { player, .. } => vec![player.number],
            Self::PairingDiffers { here, there, .. } => {
                here.iter().chain(there).flat_map(of_pair).collect()
            }
            Self::ByeDiffers { here, there, .. } => {
                here.iter().chain(there).map(|one| one.number).collect()
            }
            Self::ResultDiffers { pair, .. } | Self::NoResult { pair, .. } => {
                of_pair(pair).to_vec()
            }
            Self::SeveralByes { players, .. } => players.iter().map(|one| one.number).collect(),
        }
    }
}

fn word(one: &impl fmt::Display) -> Parameter {
    Parameter::Text(one.to_string())
}

fn words(all: &[impl fmt::Display]) -> Parameter {
    Parameter::List(all.iter().map(ToString::to_string).collect())
}

/// So many are named in one sentence.
const MOST_LISTED: usize = 6;

fn listed(all: &[impl fmt::Display]) -> String {
    if all.is_empty() {
        return "nobody".to_owned();
    }
    let mut named: Vec<String> = all
        .iter()
        .take(MOST_LISTED)
        .map(ToString::to_string)
        .collect();
    let more = all.len().saturating_sub(MOST_LISTED);
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named.join(", ")
}
