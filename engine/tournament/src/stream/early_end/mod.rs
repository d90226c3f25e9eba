//! An event that ends otherwise than planned: fewer rounds, an early end, abandoned, cancelled. Every such act has its
//! reason on record, and says what becomes of a round that is not finished.

mod folding;
pub(super) mod shortening;
pub(super) mod stopping;
mod unfinished;

use serde::{Deserialize, Serialize};

use crate::draw::Seed;
use crate::ids::AccountId;
use crate::rule_set::Deviation;
use crate::stream::Round;
use crate::stream::lots::round_purpose;

/// A score that an official sets for a game that is not played to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjudicatedBoard {
    /// Table, from 1.
    pub table: u32,
    /// Black's discs; white has the rest of the board's squares.
    pub black_discs: u32,
}

/// What the director does with a round that is not finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UnfinishedRound {
    /// It is played to its end, and is the last.
    Completed,
    /// Each open board gets a score, and the round is finished.
    Adjudicated {
        /// The open boards, each once.
        boards: Vec<AdjudicatedBoard>,
    },
    /// It counts as if it had never been published.
    Annulled,
}

impl UnfinishedRound {
    /// What becomes of the round by it.
    #[must_use]
    pub const fn fate(&self) -> RoundFate {
        match self {
            Self::Completed => RoundFate::Completed,
            Self::Adjudicated { .. } => RoundFate::Adjudicated,
            Self::Annulled => RoundFate::Annulled,
        }
    }
}

/// What became of a round that was not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundFate {
    /// It is played to its end.
    Completed,
    /// Its open boards got a score.
    Adjudicated,
    /// It counts as if it had never been published.
    Annulled,
}

impl RoundFate {
    /// Its name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Adjudicated => "adjudicated",
            Self::Annulled => "annulled",
        }
    }
}

/// Fewer rounds of the qualification, from the next round on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortening {
    /// Rounds of the qualification, those that are published included.
    pub rounds: u32,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who shortens it.
    pub by: AccountId,
    /// The second confirmation that another number of rounds than the text's needs.
    pub accept_deviations: bool,
}

/// The event plays nothing after the finished rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlyFinish {
    /// What becomes of a round that is not finished; `None` where there is none.
    pub unfinished: Option<UnfinishedRound>,
    /// No finals are played either; the ranking is confirmed without them.
    pub without_finals: bool,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who ends it.
    pub by: AccountId,
    /// The second confirmation that another number of rounds than the text's needs.
    pub accept_deviations: bool,
}

/// The event stops for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abandonment {
    /// What becomes of a round that is not finished; nothing more is played.
    pub unfinished: Option<UnfinishedRound>,
    /// The ranking after the finished rounds is confirmed, without a champion.
    pub confirm_ranking: bool,
    /// The next link of the chain, where that ranking wants lots.
    pub seed: Option<Seed>,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who abandons it.
    pub by: AccountId,
    /// The second confirmation that fewer rounds than the text's, or missing finals, need.
    pub accept_deviations: bool,
}

/// How an event ended otherwise than planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyEndKind {
    /// The qualification has fewer rounds.
    Shortened,
    /// Nothing of the qualification, or of the finals, is played after the finished rounds.
    EndedEarly,
    /// It stopped for good; what was finished is kept.
    Abandoned,
    /// It did not take place.
    Cancelled,
}

impl EarlyEndKind {
    /// Its name in snake case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shortened => "shortened",
            Self::EndedEarly => "ended_early",
            Self::Abandoned => "abandoned",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A round that was not finished, and what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledRound {
    /// Round, from 1.
    pub round: u32,
    /// What became of it.
    pub fate: RoundFate,
}

/// An act by which an event ends otherwise than planned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlyEnd {
    /// How.
    pub kind: EarlyEndKind,
    /// Rounds of the qualification from now on.
    pub rounds: u32,
    /// Those that it had before.
    pub planned: u32,
    /// The round that was not finished, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<SettledRound>,
    /// The finals that the rules want are not played, or not to their end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_finals: bool,
    /// An abandoned event's ranking is confirmed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ranking_confirmed: bool,
    /// Id of the recorded reason.
    pub reason: String,
    /// Who did it.
    pub by: AccountId,
    /// The paragraph that fixes the number of rounds; `None`: the house does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Deviations of this act.
    #[serde(default, skip_serializing_if = "Vec::is_empty", rename = "departures")]
    pub deviations: Vec<Deviation>,
}

/// An act by which the event ended otherwise than planned, with its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedEarlyEnd {
    /// The act.
    pub act: EarlyEnd,
    /// When, in ms since 1970.
    pub at_ms: i64,
}

/// A round that counts as if it had never been published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnulledRound {
    /// As it stood.
    pub round: Round,
    /// Id of the recorded reason.
    pub reason: String,
    /// When it was annulled, in ms since 1970.
    pub at_ms: i64,
    /// Draws held until then: a later round of its number has a draw of its own.
    pub draws: u32,
}

/// What ends otherwise than planned.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EarlyEnds {
    /// The acts, in their order.
    pub acts: Vec<RecordedEarlyEnd>,
    /// The annulled rounds, in the order of their annulment.
    pub annulled: Vec<AnnulledRound>,
    /// Rounds of the qualification, where an act changed them and no amended rules since.
    pub rounds: Option<u32>,
}

impl EarlyEnds {
    /// The act that ended the qualification, or the finals, before their time.
    #[must_use]
    pub fn ended(&self) -> Option<&RecordedEarlyEnd> {
        let ends = |known: &&RecordedEarlyEnd| known.act.kind == EarlyEndKind::EndedEarly;
        self.acts.iter().find(ends)
    }

    /// An act decided that no finals are played, or not to their end.
    #[must_use]
    pub fn without_finals(&self) -> bool {
        self.acts.iter().any(|known| known.act.without_finals)
    }

    /// The act that stopped the event for good.
    #[must_use]
    pub fn stop(&self) -> Option<&RecordedEarlyEnd> {
        let stops = |kind| matches!(kind, EarlyEndKind::Abandoned | EarlyEndKind::Cancelled);
        self.acts.iter().find(|known| stops(known.act.kind))
    }

    /// True where the draw of that purpose was of a round that was annulled since.
    pub(in crate::stream) fn spent(&self, purpose: &str, draw: u32) -> bool {
        self.annulled.iter().any(|annulled| {
            draw <= annulled.draws && round_purpose(annulled.round.number) == purpose
        })
    }
}
