//! Rulings, protests and appeals as they stand, and what they do to scores and places.

use super::event::{
    AppealDecision, AppealFiling, Committee, Offender, Penalty, PenaltyRuling, ProtestDecision,
    ProtestFiling, RankingLine,
};
use super::state::TournamentState;
use crate::ids::{AccountId, EntrantId};
use crate::people::PenaltyKind;
use crate::standings::Standing;

/// Where a ruling stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulingStatus {
    /// Waits for a senior organiser's review.
    Proposed,
    /// Applies.
    InForce,
    /// The review refused it.
    Refused,
    /// Fell on appeal.
    Annulled,
}

/// A ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// What was ruled.
    pub act: PenaltyRuling,
    /// Where it stands.
    pub status: RulingStatus,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// Who reviewed it.
    pub reviewed_by: Option<AccountId>,
    /// How many results its board had had before it.
    pub results_before: usize,
    /// The entrant had withdrawn before it, not put out by another ruling that was in force then.
    pub withdrawn_before: bool,
}

/// A protest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protest {
    /// What was protested.
    pub filing: ProtestFiling,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// The decision.
    pub decision: Option<ProtestDecision>,
    /// When it was decided, in ms since 1970.
    pub decided_at_ms: Option<i64>,
}

/// An appeal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appeal {
    /// What was appealed.
    pub filing: AppealFiling,
    /// When, in ms since 1970.
    pub at_ms: i64,
    /// Who hears it.
    pub committee: Option<Committee>,
    /// The ids of the testimony's records.
    pub testimony: Vec<String>,
    /// The decision.
    pub decision: Option<AppealDecision>,
}

/// One version of the final ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankingVersion {
    /// From 1, which is the confirmation.
    pub version: u32,
    /// The ranking.
    pub ranking: Vec<RankingLine>,
    /// Id of the recorded reason of an amendment.
    pub reason: Option<String>,
    /// Who amended it.
    pub by: Option<AccountId>,
    /// When, in ms since 1970.
    pub at_ms: i64,
}

impl TournamentState {
    /// A ruling by id.
    #[must_use]
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|known| known.act.ruling == id)
    }

    /// A protest by id.
    #[must_use]
    pub fn protest(&self, id: &str) -> Option<&Protest> {
        self.protests
            .iter()
            .find(|known| known.filing.protest == id)
    }

    /// An appeal by id.
    #[must_use]
    pub fn appeal(&self, id: &str) -> Option<&Appeal> {
        self.appeals.iter().find(|known| known.filing.appeal == id)
    }

    /// The appeals that are not decided.
    pub fn open_appeals(&self) -> impl Iterator<Item = &Appeal> {
        self.appeals
            .iter()
            .filter(|appeal| appeal.decision.is_none())
    }

    /// The penalties in force against an entrant.
    pub fn penalties_of<'a>(&'a self, entrant: &'a EntrantId) -> impl Iterator<Item = &'a Penalty> {
        self.in_force_against(entrant)
            .map(|ruling| &ruling.act.penalty)
    }

    /// The rulings in force that put an entrant out of the tournament.
    pub(super) fn put_out_by<'a>(
        &'a self,
        entrant: &'a EntrantId,
    ) -> impl Iterator<Item = &'a Ruling> {
        self.in_force_against(entrant)
            .filter(|ruling| ruling.act.penalty.puts_out())
    }

    fn in_force_against<'a>(&'a self, entrant: &'a EntrantId) -> impl Iterator<Item = &'a Ruling> {
        self.rulings
            .iter()
            .filter(|ruling| ruling.status == RulingStatus::InForce)
            .filter(move |ruling| {
                matches!(&ruling.act.whom, Offender::Entrant { entrant: whom } if whom == entrant)
            })
    }

    /// True when a penalty of that kind is in force against an entrant.
    #[must_use]
    pub fn penalised(&self, entrant: &EntrantId, kind: PenaltyKind) -> bool {
        self.penalties_of(entrant)
            .any(|penalty| penalty.kind() == kind)
    }

    /// Half-points taken from an entrant by rulings in force, as a number of 0 or less.
    #[must_use]
    pub fn adjustment_half_points(&self, entrant: &EntrantId) -> i64 {
        self.penalties_of(entrant)
            .fold(0, |sum, penalty| match penalty {
                Penalty::Points { half_points } => {
                    i64::saturating_sub(sum, i64::from(*half_points))
                }
                _ => sum,
            })
    }

    /// Places lost by an entrant through rulings in force.
    #[must_use]
    pub fn places_lost(&self, entrant: &EntrantId) -> u32 {
        self.penalties_of(entrant)
            .fold(0, |sum, penalty| match penalty {
                Penalty::Position { places } => u32::saturating_add(sum, *places),
                _ => sum,
            })
    }

    /// True while a ruling keeps an account out of the room: an entrant's, or a spectator's.
    #[must_use]
    pub fn expelled_from_room(&self, account: &AccountId, now_ms: i64) -> bool {
        let seat = self.seats.get(account);
        self.rulings
            .iter()
            .filter(|ruling| ruling.status == RulingStatus::InForce)
            .filter(|ruling| match &ruling.act.whom {
                Offender::Entrant { entrant } => Some(entrant) == seat,
                Offender::Spectator { account: whom } => whom == account,
            })
            .any(|ruling| match ruling.act.penalty {
                Penalty::RoomExpulsion { until_ms } => until_ms.is_none_or(|until| now_ms < until),
                _ => false,
            })
    }

    /// The list with the places that rulings took: who was disqualified behind all others, where the
    /// rules say so, and who lost places behind those who gain them.
    #[must_use]
    pub fn with_places_lost(&self, list: Vec<Standing>) -> Vec<Standing> {
        let last = self
            .rule_set
            .as_ref()
            .is_some_and(|rules| rules.penalties.disqualified_rank_last);
        let id = |standing: &Standing| self.entrants.get(standing.player).map(|known| &known.id);
        let disqualified = |standing: &Standing| {
            last && id(standing).is_some_and(|id| self.penalised(id, PenaltyKind::Disqualification))
        };
        let lost = |standing: &Standing| id(standing).map_or(0, |id| self.places_lost(id));
        if !list
            .iter()
            .any(|standing| disqualified(standing) || lost(standing) > 0)
        {
            return list;
        }
        let moved: Vec<usize> = list
            .iter()
            .filter(|standing| disqualified(standing) || lost(standing) > 0)
            .map(|standing| standing.player)
            .collect();
        let (out, mut order): (Vec<Standing>, Vec<Standing>) = list
            .into_iter()
            .partition(|standing| disqualified(standing));
        let penalised: Vec<Standing> = order
            .iter()
            .rev()
            .filter(|standing| lost(standing) > 0)
            .cloned()
            .collect();
        for standing in penalised {
            let Some(at) = order
                .iter()
                .position(|known| known.player == standing.player)
            else {
                continue;
            };
            let places = usize::try_from(lost(&standing)).unwrap_or(usize::MAX);
            let standing = order.remove(at);
            order.insert(at.saturating_add(places).min(order.len()), standing);
        }
        order.extend(out);
        renumber(&mut order, &moved);
        order
    }
}

/// Places from 1; ranks are shared as before by those who were not moved and still are neighbours.
fn renumber(order: &mut [Standing], moved: &[usize]) {
    let mut before: Option<(u32, u32)> = None;
    for (place, standing) in (1_u32..).zip(order.iter_mut()) {
        let stays = !moved.contains(&standing.player);
        let shared = before.filter(|(old, _)| stays && *old == standing.rank);
        let rank = shared.map_or(place, |(_, rank)| rank);
        before = stays.then_some((standing.rank, rank));
        standing.place = place;
        standing.rank = rank;
    }
}
