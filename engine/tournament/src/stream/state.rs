//! The state of a tournament, folded from its events.

use std::collections::{BTreeMap, BTreeSet};

use crate::consent::Consent;
use crate::draw::Seed;
use crate::ids::{AccountId, EntrantId};
use crate::people::OfficialRole;
use crate::plan::{PlannedStage, StagePlan};
use crate::rule_set::{Deviation, RuleSet};
use crate::stake::SharedInterest;
use crate::stream::lots::round_purpose;
use crate::stream::{
    AnnouncedRound, Appeal, Approval, CheckInList, EntrantNonce, EntrantState,
    LateChangePermission, Nation, NotedInterest, PairedEntrant, Protest, RankingLine,
    RankingVersion, Registration, RevealedDraw, Round, Ruling, TournamentFacts, Transfer,
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
    /// How often the rules were changed.
    pub rules_changed: u32,
    /// Every deviation from the text so far; it only grows.
    pub deviations: Vec<Deviation>,
    /// Whoever founded it: its first official.
    pub founder: Option<AccountId>,
    /// The officials.
    pub officials: BTreeMap<AccountId, OfficialRole>,
    /// Whose interests an account has beside its own, by its last appointment.
    pub shared_interests: BTreeMap<AccountId, Vec<SharedInterest>>,
    /// The seats that accounts held and gave up once a round was paired, and the last that was.
    pub left_seats: BTreeMap<(AccountId, EntrantId), u32>,
    /// The last round that was ever published or announced; a publication taken back counts.
    pub paired_rounds: u32,
    /// Who was ever in a published or announced round, likewise.
    pub paired_entrants: BTreeMap<EntrantId, PairedEntrant>,
    /// The entries that ended offices, each account's last.
    pub offices_ended: BTreeMap<AccountId, u64>,
    /// The entrants in the order of registration.
    pub entrants: Vec<EntrantState>,
    /// The stages, once round 1 is published.
    pub plan: Option<StagePlan>,
    /// The chairs of each round-robin stage.
    pub chairs: BTreeMap<u32, Vec<EntrantId>>,
    /// The published rounds.
    pub rounds: Vec<Round>,
    /// The last public link of the hash chain; at first its end.
    pub last_link: Option<Seed>,
    /// How many links have been revealed.
    pub draws_revealed: u32,
    /// The draws held so far.
    pub draws: Vec<RevealedDraw>,
    /// What the entrants have given towards the next draw.
    pub nonces: BTreeMap<EntrantId, EntrantNonce>,
    /// Group A of the first round (WOC II.6.1).
    pub group_a: BTreeSet<EntrantId>,
    /// A director has said who is of group A, nobody included.
    pub group_a_named: bool,
    /// Scores before the first round, in half-points.
    pub starting_scores: BTreeMap<EntrantId, i64>,
    /// The list that the finals go by, once it is fixed.
    pub provisional: Option<Vec<RankingLine>>,
    /// The entry that fixed it last.
    pub provisional_seq: u64,
    /// The announced round of the finals that is not published yet.
    pub announced: Option<AnnouncedRound>,
    /// What was announced of the round published last, if anything was.
    pub published_announcement: Option<AnnouncedRound>,
    /// Who agrees to play whom for the better place.
    pub playoff_agreements: BTreeSet<(EntrantId, EntrantId)>,
    /// The order drawn by lot, best first.
    pub lots: Option<Vec<EntrantId>>,
    /// The final ranking, once confirmed.
    pub ranking: Option<Vec<RankingLine>>,
    /// Every version of the final ranking; the last is in force.
    pub ranking_versions: Vec<RankingVersion>,
    /// Who is invited to put himself on the list.
    pub invited: BTreeSet<EntrantId>,
    /// Who waits for a place, first come first.
    pub waiting: Vec<Registration>,
    /// The nations that send players.
    pub nations: Vec<Nation>,
    /// The permissions to change a nation's team late.
    pub late_changes: Vec<LateChangePermission>,
    /// The check-ins by round.
    pub check_ins: BTreeMap<u32, CheckInList>,
    /// The rulings in their order.
    pub rulings: Vec<Ruling>,
    /// The protests in their order.
    pub protests: Vec<Protest>,
    /// The appeals in their order.
    pub appeals: Vec<Appeal>,
    /// The consents that no act has used up, in their order.
    pub consents: Vec<Consent>,
    /// What officials did with an interest in it, in order.
    pub noted_interests: Vec<NotedInterest>,
    /// Where the event went on, while it is not here.
    pub away: Option<Transfer>,
    /// That the event counts for ratings, or counted until what was approved changed.
    pub approval: Option<Approval>,
    pub(super) entrant_index: BTreeMap<EntrantId, usize>,
    pub(super) seats: BTreeMap<AccountId, EntrantId>,
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
            official: self.officials.get(account).copied(),
            entrant: self.seats.get(account).cloned(),
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
        self.draws.iter().rev().find(|draw| draw.purpose == purpose)
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
            (stage, PlannedStage::RoundRobin { .. }, _) if self.chairs.contains_key(&stage) => None,
            _ => Some(round_purpose(round)),
        }
    }
}
