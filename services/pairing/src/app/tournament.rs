//! One tournament, folded from its stream.

use std::collections::BTreeMap;

use outflank_access::{Problem, Role};
use outflank_journal::{Entry, StreamId};
use outflank_tournament::{
    AccountId, EntryHeader, Event, NextAct, Phase, Seed, StagePlan, TournamentState, evolve,
    stage_plan,
};
use serde::{Deserialize, Serialize};

/// The kind of the streams of this service.
pub(crate) const STREAM_KIND: &str = "tournament";
/// Version of the bodies of entries and facts.
pub(crate) const SCHEMA_VERSION: u32 = 1;

pub(crate) fn stream(tournament_id: &str) -> StreamId {
    StreamId::new(STREAM_KIND, tournament_id)
}

/// The body of an entry.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EntryBody {
    pub events: Vec<Event>,
}

impl EntryBody {
    /// The events of an entry.
    pub(crate) fn read(entry: &Entry) -> Result<Vec<Event>, Problem> {
        Self::parse(entry).map_err(Problem::internal)
    }

    /// The events of an entry, or the sentence why it cannot be read.
    pub(crate) fn parse(entry: &Entry) -> Result<Vec<Event>, String> {
        if entry.schema_version != SCHEMA_VERSION {
            return Err(format!(
                "entry {} of {} has schema version {}, this program knows {SCHEMA_VERSION}",
                entry.seq, entry.stream, entry.schema_version
            ));
        }
        serde_json::from_slice::<Self>(&entry.body)
            .map(|body| body.events)
            .map_err(|error| {
                format!(
                    "entry {} of {} cannot be read: {error}",
                    entry.seq, entry.stream
                )
            })
    }
}

/// A tournament as its stream tells it so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tournament {
    pub id: String,
    /// The last entry folded in; 0 = there is no such tournament.
    pub seq: u64,
    /// Time of that entry, in ms since 1970.
    pub at_ms: i64,
    pub state: TournamentState,
    /// The published end of the hash chain.
    pub draw_anchor: Option<Seed>,
    /// The links revealed so far, in order.
    pub revealed: Vec<Seed>,
    /// Who settled disputes and corrected results, by their entries.
    pub settled_by: BTreeMap<u64, AccountId>,
    /// Hash of the last entry folded in.
    pub hash: [u8; 32],
    /// Bytes of all entries folded in.
    pub told_bytes: u64,
    /// The entry of its last snapshot; 0 = there is none.
    pub snapshot_seq: u64,
}

/// Where a tournament stands, for those who look on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stand {
    Registration,
    RoundOpen,
    BetweenRounds,
    Played,
    Confirmed,
    Abandoned,
    Cancelled,
}

impl Tournament {
    pub(crate) fn empty(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            ..Self::default()
        }
    }

    /// Folds the next entry in.
    pub(crate) fn take(&mut self, entry: &Entry) -> Result<(), Problem> {
        let events = EntryBody::read(entry)?;
        self.apply(entry.seq, entry.at_ms, &events);
        let settles = |event: &Event| {
            matches!(
                event,
                Event::DisputeSettled { .. } | Event::ResultCorrected { .. }
            )
        };
        if events.iter().any(settles) && entry.actor != Role::Pairing.actor() {
            let by = AccountId(entry.actor.clone());
            self.settled_by.insert(entry.seq, by);
        }
        self.hash = entry.hash.0;
        let bytes = u64::try_from(entry.body.len()).unwrap_or(u64::MAX);
        self.told_bytes = self.told_bytes.saturating_add(bytes);
        Ok(())
    }

    /// The tournament as those events would leave it, as its next entry.
    pub(crate) fn with(&self, at_ms: i64, events: &[Event]) -> Self {
        let mut after = self.clone();
        after.apply(self.seq.saturating_add(1), at_ms, events);
        after
    }

    fn apply(&mut self, seq: u64, at_ms: i64, events: &[Event]) {
        let header = EntryHeader { seq, at_ms };
        for event in events {
            match event {
                Event::TournamentCreated { draw_anchor, .. } => {
                    self.draw_anchor = Some(*draw_anchor);
                }
                Event::DrawRevealed { seed, .. } => self.revealed.push(*seed),
                _ => {}
            }
            self.state = evolve(std::mem::take(&mut self.state), &header, event);
        }
        self.seq = seq;
        self.at_ms = at_ms;
    }

    /// The plan as it is played, or the one that this number of entrants would give; the refusal says why none.
    pub(crate) fn plan(&self) -> Result<StagePlan, outflank_tournament::Refusal> {
        if let Some(plan) = self.state.plan_as_played() {
            return Ok(plan);
        }
        let entrants = u32::try_from(self.state.entrants.len()).unwrap_or(u32::MAX);
        let egp;
        let rules = match &self.state.rule_set {
            Some(rules) => rules,
            None => {
                egp = outflank_tournament::RuleSet::egp_2020();
                &egp
            }
        };
        stage_plan(rules, entrants)
    }

    pub(crate) fn stand(&self) -> Stand {
        match self.state.phase() {
            Phase::Absent | Phase::Registration => return Stand::Registration,
            Phase::Confirmed => return Stand::Confirmed,
            Phase::Abandoned => return Stand::Abandoned,
            Phase::Cancelled => return Stand::Cancelled,
            Phase::Running => {}
        }
        match self.state.next_act() {
            Ok(NextAct::AwaitResults { .. } | NextAct::FinishRound { .. }) => Stand::RoundOpen,
            Ok(NextAct::Confirm) => Stand::Played,
            _ => Stand::BetweenRounds,
        }
    }
}
