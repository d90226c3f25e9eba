//! The rulings in force, and what they do to the list.

use std::collections::BTreeMap;

use crate::board_ref::BoardRef;
use crate::half_points::HalfPoints;
use crate::ids::{AccountId, EntrantId};
use crate::people::PenaltyKind;
use crate::stream::{
    Appeal, EntrantState, Offender, Penalty, PenaltyRuling, Protest, Ruling, RulingStatus,
    TournamentState,
};
use crate::table::Fall;

impl TournamentState {
    /// A ruling by id.
    #[must_use]
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings
            .list
            .iter()
            .find(|known| known.act.ruling == id)
    }

    /// A protest by id.
    #[must_use]
    pub fn protest(&self, id: &str) -> Option<&Protest> {
        self.rulings
            .protests
            .iter()
            .find(|known| known.filing.protest == id)
    }

    /// An appeal by id.
    #[must_use]
    pub fn appeal(&self, id: &str) -> Option<&Appeal> {
        self.appeals
            .list
            .iter()
            .find(|known| known.filing.appeal == id)
    }

    /// The appeals that wait for their decision.
    pub fn open_appeals(&self) -> impl Iterator<Item = &Appeal> {
        self.appeals.list.iter().filter(|appeal| appeal.is_open())
    }

    /// The penalties in force against an entrant.
    pub fn penalties_of<'a>(&'a self, entrant: &'a EntrantId) -> impl Iterator<Item = &'a Penalty> {
        self.in_force_against(entrant)
            .map(|ruling| &ruling.act.penalty)
    }

    /// The rulings in force that put an entrant out of the tournament.
    pub(in crate::stream) fn put_out_by<'a>(
        &'a self,
        entrant: &'a EntrantId,
    ) -> impl Iterator<Item = &'a Ruling> {
        self.in_force_against(entrant)
            .filter(|ruling| ruling.act.penalty.puts_out())
    }

    fn in_force_against<'a>(&'a self, entrant: &'a EntrantId) -> impl Iterator<Item = &'a Ruling> {
        self.rulings.list
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

    /// Points taken from an entrant by rulings in force, as a number of 0 or less.
    #[must_use]
    pub fn adjustment_half_points(&self, entrant: &EntrantId) -> HalfPoints {
        let mut taken: BTreeMap<Option<BoardRef>, HalfPoints> = BTreeMap::new();
        for penalty in self.penalties_of(entrant) {
            if let Penalty::Points { half_points, board } = penalty {
                *taken.entry(*board).or_default() += *half_points;
            }
        }
        // All rulings together take from a game what it brought, and no more.
        let taken = taken.into_iter().map(|(board, taken)| match board {
            Some(board) => self.scored_in(entrant, board).min(taken),
            None => taken,
        });
        HalfPoints::ZERO - taken.sum()
    }

    /// Points that a game brought an entrant.
    fn scored_in(&self, entrant: &EntrantId, board: BoardRef) -> HalfPoints {
        let scored = self.board(board).and_then(|board| {
            let colour = board.pairing.colour_of(entrant)?;
            Some(self.counted_result(board)?.half_points(colour))
        });
        scored.unwrap_or_default()
    }

    /// What the rulings in force that `counts` takes do to an entrant's place.
    fn fall(&self, entrant: &EntrantId, counts: impl Fn(&Ruling) -> bool) -> Fall {
        let last = self
            .rule_set
            .as_ref()
            .is_some_and(|rules| rules.penalties.disqualified_rank_last);
        let mut fall = Fall::default();
        for ruling in self
            .in_force_against(entrant)
            .filter(|ruling| counts(ruling))
        {
            match ruling.act.penalty {
                Penalty::Position {
                    places,
                    board: None,
                } => {
                    fall.positions = fall.positions.saturating_add(places);
                }
                Penalty::Disqualification => fall.disqualified |= last,
                _ => {}
            }
        }
        fall
    }

    /// What rulings do to an entrant's place in the list that the finals go by: those before it was fixed.
    pub(in crate::stream) fn fall_in_list(&self, entrant: &EntrantId) -> Fall {
        let fixed = self.list_fixed_seq();
        self.fall(entrant, |ruling| fixed.is_none_or(|seq| ruling.seq <= seq))
    }

    /// What rulings since the finals' list was fixed do to places: they count in every list after it.
    pub(in crate::stream) fn falls_since_list(&self) -> Vec<(EntrantId, Fall)> {
        let Some(seq) = self.list_fixed_seq() else {
            return Vec::new();
        };
        let fall = |entrant: &EntrantState| {
            let fall = self.fall(&entrant.id, |ruling| ruling.seq > seq);
            fall.falls().then(|| (entrant.id.clone(), fall))
        };
        self.entrants.iter().filter_map(fall).collect()
    }

    /// True while a ruling keeps an account out of the room: an entrant's, or a spectator's.
    #[must_use]
    pub fn expelled_from_room(&self, account: &AccountId, now_ms: i64) -> bool {
        let seat = self.entry.seats.get(account);
        self.rulings
            .list
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
}

impl TournamentState {
    pub(in crate::stream) fn propose(&mut self, act: &PenaltyRuling, entry: (u64, i64)) {
        let ruling = self.new_ruling(entry, act, RulingStatus::Proposed);
        self.rulings.list.push(ruling);
    }

    pub(in crate::stream) fn impose(&mut self, act: &PenaltyRuling, entry: (u64, i64)) {
        self.deviate(&act.deviations);
        let ruling = self.new_ruling(entry, act, RulingStatus::InForce);
        self.rulings.impose(ruling);
    }

    fn new_ruling(
        &self,
        (seq, at_ms): (u64, i64),
        act: &PenaltyRuling,
        status: RulingStatus,
    ) -> Ruling {
        let board = act.penalty.board().and_then(|board| self.board(board));
        let account = match &act.whom {
            Offender::Entrant { entrant } => self
                .entrant(entrant)
                .and_then(|known| known.account.clone()),
            Offender::Spectator { account } => Some(account.clone()),
        };
        let withdrawn = match &act.whom {
            Offender::Entrant { entrant } => {
                let out = self
                    .entrant(entrant)
                    .is_some_and(|known| known.withdrawn_from.is_some());
                out && !self
                    .put_out_by(entrant)
                    .any(|ruling| !ruling.withdrawn_before)
            }
            Offender::Spectator { .. } => false,
        };
        Ruling {
            act: act.clone(),
            status,
            at_ms,
            seq,
            reviewed_by: None,
            results_before: board.map_or(0, |board| board.results.len()),
            account,
            withdrawn_before: withdrawn,
        }
    }
}
