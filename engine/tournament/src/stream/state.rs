//! The state of a tournament, folded from its events.

use std::collections::BTreeMap;

use crate::ids::{AccountId, EntrantId};
use crate::people::OfficialRole;
use crate::plan::{PlannedStage, StagePlan};
use crate::rule_set::{Deviation, RuleSet};
use crate::stream::lots::round_purpose;
use crate::stream::{
    Announcements, Appeals, Approval, Board, EntrantState, Entry, Finals, Interests, Lots, Offices,
    Presence, RankingLine, RankingVersion, RevealedDraw, Round, Rulings, Seeding, Teams,
    TournamentFacts, Transfer,
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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TournamentState {
    /// Public facts; `None` before the tournament is created.
    pub facts: Option<TournamentFacts>,
    /// The rules in force.
    pub rule_set: Option<RuleSet>,
    /// Every deviation from the text so far; it only grows.
    pub deviations: Vec<Deviation>,
    /// The officials.
    pub offices: Offices,
    /// What was announced, in order.
    pub announcements: Announcements,
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
    /// The final ranking, once confirmed.
    pub ranking: Option<Vec<RankingLine>>,
    /// Every version of the final ranking; the last is in force.
    pub ranking_versions: Vec<RankingVersion>,
    /// Where the event went on, while it is not here.
    pub away: Option<Transfer>,
    /// That the event counts for ratings, or counted until what was approved changed.
    pub approval: Option<Approval>,
    pub(super) entrant_index: BTreeMap<EntrantId, usize>,
}

impl TournamentState {
    /// How many entrants are registered, withdrawn ones included.
    #[must_use]
    pub fn entrant_count(&self) -> u32 {
        u32::try_from(self.entrants.len()).unwrap_or(u32::MAX)
    }

    /// Where the tournament stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        if self.ranking.is_some() {
            Phase::Confirmed
        } else if self.plan.is_some() {
            Phase::Running
        } else if self.facts.is_some() {
            Phase::Registration
        } else {
            Phase::Absent
        }
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

    /// The number of the round that would be published next.
    #[must_use]
    pub fn next_round(&self) -> u32 {
        u32::try_from(self.rounds.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }

    /// Rounds of the qualification, 0 before the plan stands.
    #[must_use]
    pub fn planned_rounds(&self) -> u32 {
        self.plan.as_ref().map_or(0, StagePlan::rounds)
    }

    /// The entrants who have not withdrawn, in the order of registration.
    pub fn present(&self) -> impl Iterator<Item = &EntrantState> {
        self.entrants
            .iter()
            .filter(|entrant| entrant.withdrawn_from.is_none())
    }

    /// The draw held for that purpose; a round that was taken back is paired again under its own.
    #[must_use]
    pub fn draw_for(&self, purpose: &str) -> Option<&RevealedDraw> {
        self.lots
            .draws
            .iter()
            .rev()
            .find(|draw| draw.purpose == purpose)
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
    pub(super) fn deviate(&mut self, deviations: &[Deviation]) {
        for deviation in deviations {
            if !self.deviations.contains(deviation) {
                self.deviations.push(deviation.clone());
            }
        }
    }

    pub(super) fn change_board(&mut self, round: u32, table: u32, change: impl FnOnce(&mut Board)) {
        let round = self.rounds.iter_mut().find(|known| known.number == round);
        let mut boards = round.into_iter().flat_map(|round| &mut round.boards);
        if let Some(board) = boards.find(|board| board.pairing.table == table) {
            change(board);
        }
    }
}
