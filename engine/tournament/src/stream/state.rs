//! The state of a tournament, folded from its events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board_ref::BoardRef;
use crate::finals::FinalsFormat;
use crate::ids::{AccountId, EntrantId};
use crate::people::OfficialRole;
use crate::plan::{PlannedStage, StagePlan};
use crate::rule_set::{Deviation, RuleSet, RuleSetOrigin, RuleSetOrigins};
use crate::stream::lots::round_purpose;
use crate::stream::{
    Announcements, Appeals, Approval, Board, Descriptions, EarlyEndKind, EarlyEnds, EntrantState,
    Entry, Finals, Interests, Lots, Offices, Presence, RankingLine, RankingVersion, RatingOffice,
    RevealedDraw, Round, RuleVersion, Rulings, Seeding, Teams, Timetable, TournamentFacts,
    Transfer,
};

/// Where a tournament stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Not created yet.
    Absent,
    /// Entrants may register; no round is published.
    Registration,
    /// Round 1 is published.
    Running,
    /// The ranking is final.
    Confirmed,
    /// It stopped for good, what was finished being kept; its ranking may be confirmed.
    Abandoned,
    /// It did not take place.
    Cancelled,
}

impl Phase {
    /// Whether nothing more is played.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Confirmed | Self::Abandoned | Self::Cancelled)
    }
}

/// What an account is in a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roles {
    /// Its office.
    pub official: Option<OfficialRole>,
    /// The entrant whose seat it holds.
    pub entrant: Option<EntrantId>,
}

/// The state of one tournament; [`TournamentState::default`] is the empty stream's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TournamentState {
    /// Public facts; `None` before the tournament is created.
    pub facts: Option<TournamentFacts>,
    /// The rules in force.
    pub rule_set: Option<RuleSet>,
    /// The saved rule sets that they come from.
    pub rule_set_origins: RuleSetOrigins,
    /// How often the rules were changed.
    pub rules_changed: u32,
    /// Every version of the rules, first to last; the last is in force.
    pub rule_versions: Vec<RuleVersion>,
    /// Every deviation from the text so far; it only grows.
    pub deviations: Vec<Deviation>,
    /// The officials.
    pub offices: Offices,
    /// What was announced, in order.
    pub announcements: Announcements,
    /// What the event says of itself, every version.
    pub descriptions: Descriptions,
    /// Their interests, and what rests on those.
    pub interests: Interests,
    /// Who may enter, who waits, who sits where.
    pub entry: Entry,
    /// The nations that send players.
    pub teams: Teams,
    /// The entrants in the order of registration.
    pub entrants: Vec<EntrantState>,
    /// The stages, once round 1 is published.
    pub plan: Option<StagePlan>,
    /// What the first rounds are paired by.
    pub seeding: Seeding,
    /// Who is there.
    pub presence: Presence,
    /// The timetable, once the director sets one.
    pub timetable: Option<Timetable>,
    /// The published rounds.
    pub rounds: Vec<Round>,
    /// The draws by lot.
    pub lots: Lots,
    /// The rulings and protests.
    pub rulings: Rulings,
    /// The appeals.
    pub appeals: Appeals,
    /// The finals.
    pub finals: Finals,
    /// How it ended otherwise than planned.
    pub early_ends: EarlyEnds,
    /// The final ranking, once confirmed.
    pub ranking: Option<Vec<RankingLine>>,
    /// Every version of the final ranking; the last is in force.
    pub ranking_versions: Vec<RankingVersion>,
    /// Where the event went on, while it is not here.
    pub away: Option<Transfer>,
    /// That the event counts for ratings, or counted until what was approved changed.
    pub approval: Option<Approval>,
    /// What rating officers did with its file.
    pub office: RatingOffice,
    pub(super) entrant_index: BTreeMap<EntrantId, usize>,
}

impl TournamentState {
    /// How many entrants are registered, withdrawn ones included.
    #[must_use]
    pub fn entrant_count(&self) -> u32 {
        u32::try_from(self.entrants.len()).unwrap_or(u32::MAX)
    }

    /// The rules that a round was published under; those in force where it is still to come.
    #[must_use]
    pub fn rules_of_round(&self, round: u32) -> Option<&RuleSet> {
        let mut versions = self.rule_versions.iter().rev();
        let found = versions.find(|version| version.from_round <= round);
        found.map(|version| &*version.rule_set)
    }

    /// Where the tournament stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if let Some(stop) = self.early_ends.stop() {
            match stop.act.kind {
                EarlyEndKind::Cancelled => Phase::Cancelled,
                EarlyEndKind::Shortened | EarlyEndKind::EndedEarly | EarlyEndKind::Abandoned => {
                    Phase::Abandoned
                }
            }
        } else if self.ranking.is_some() {
            Phase::Confirmed
        } else if self.plan.is_some() {
            Phase::Running
        } else if self.facts.is_some() {
            Phase::Registration
        } else {
            Phase::Absent
        }
    }

    /// True where house bots play and nothing counts.
    #[must_use]
    pub fn is_rehearsal(&self) -> bool {
        let facts = self.facts.as_ref();
        facts.is_some_and(|facts| facts.rehearsal_of.is_some())
    }

    /// True while the event has never departed from its text; it cannot come back.
    #[must_use]
    pub fn conformant(&self) -> bool {
        self.deviations.is_empty()
    }

    /// What that account is here.
    #[must_use]
    pub fn role_of(&self, account: &AccountId) -> Roles {
        Roles {
            official: self.offices.held.get(account).copied(),
            entrant: self.entry.seats.get(account).cloned(),
        }
    }

    /// An entrant by id.
    #[must_use]
    pub fn entrant(&self, id: &EntrantId) -> Option<&EntrantState> {
        self.entrants.get(*self.entrant_index.get(id)?)
    }

    /// The index of an entrant in [`TournamentState::entrants`].
    pub(super) fn index_of(&self, id: &EntrantId) -> Option<usize> {
        self.entrant_index.get(id).copied()
    }

    /// A published round by number, from 1.
    #[must_use]
    pub fn round(&self, number: u32) -> Option<&Round> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        self.rounds.get(index)
    }

    /// A board of a published round.
    #[must_use]
    pub fn board(&self, at: BoardRef) -> Option<&Board> {
        self.round(at.round)?.board(at.table)
    }

    /// The number of the round that would be published next.
    #[must_use]
    pub fn next_round(&self) -> u32 {
        u32::try_from(self.rounds.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }

    /// Rounds of the qualification as it is played, 0 before the plan stands.
    #[must_use]
    pub fn planned_rounds(&self) -> u32 {
        let planned = || self.plan.as_ref().map_or(0, StagePlan::rounds);
        self.early_ends.rounds.unwrap_or_else(planned)
    }

    /// The entrants who have not withdrawn, in the order of registration.
    pub fn present(&self) -> impl Iterator<Item = &EntrantState> {
        self.entrants
            .iter()
            .filter(|entrant| entrant.withdrawn_from.is_none())
    }

    /// The stage of a round (from 1) of the qualification as it is played: its index, the stage, and the round within it
    /// (from 1); `None` for a round after it, and before the plan stands.
    #[must_use]
    pub fn stage_of(&self, round: u32) -> Option<(u32, &PlannedStage, u32)> {
        let planned = self.plan.as_ref()?.stage_of(round);
        planned.filter(|_| round <= self.planned_rounds())
    }

    /// The plan as it is played: of no more rounds than an act left of it, and without finals where one decided so.
    #[must_use]
    pub fn plan_as_played(&self) -> Option<StagePlan> {
        let mut plan = self.plan.clone()?;
        if self.planned_rounds() > 0 {
            plan = plan.shortened(self.planned_rounds());
        }
        if self.early_ends.without_finals() {
            plan.finals = FinalsFormat::none();
        }
        Some(plan)
    }

    /// The draw held for that purpose; a round that was taken back is paired again under its own.
    #[must_use]
    pub fn draw_for(&self, purpose: &str) -> Option<&RevealedDraw> {
        self.lots
            .draws
            .iter()
            .rev()
            .find(|draw| draw.purpose == purpose && !self.early_ends.spent(purpose, draw.index))
    }

    /// What the next round's publication draws by lot ("round 1"), `None` if it draws nothing. Before
    /// round 1 there always is a draw: chairs or pairings.
    #[must_use]
    pub fn next_draw(&self) -> Option<String> {
        let round = self.next_round();
        if self.draw_for(&round_purpose(round)).is_some() {
            return None;
        }
        let Some(plan) = &self.plan else {
            return Some(round_purpose(round));
        };
        if self.qualification_over() {
            return Some(round_purpose(round));
        }
        match plan.stage_of(round)? {
            (stage, PlannedStage::RoundRobin { .. }, _)
                if self.seeding.chairs.contains_key(&stage) =>
            {
                None
            }
            _ => Some(round_purpose(round)),
        }
    }

    /// A round counts as never published: rules amended after it hold from it on.
    pub(super) fn take_back_rules(&mut self, round: u32) {
        for version in &mut self.rule_versions {
            version.from_round = version.from_round.min(round);
        }
    }

    /// Rules come into force, and where they come from with them.
    pub(super) fn take_rules(&mut self, rule_set: &RuleSet, origin: Option<&RuleSetOrigin>) {
        self.rule_set = Some(rule_set.clone());
        self.rule_set_origins.take(origin);
    }

    pub(super) fn deviate(&mut self, deviations: &[Deviation]) {
        for deviation in deviations {
            if !self.deviations.contains(deviation) {
                self.deviations.push(deviation.clone());
            }
        }
    }

    pub(super) fn change_board(&mut self, at: BoardRef, change: impl FnOnce(&mut Board)) {
        let round = self
            .rounds
            .iter_mut()
            .find(|known| known.number == at.round);
        let mut boards = round.into_iter().flat_map(|round| &mut round.boards);
        if let Some(board) = boards.find(|board| board.pairing.table == at.table) {
            change(board);
        }
    }
}
