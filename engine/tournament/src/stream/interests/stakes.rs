//! What accounts have at stake in the event.

use std::collections::BTreeSet;

use crate::ids::{AccountId, EntrantId};
use crate::judging::{holds_office, is_directed_alone};
use crate::people::OfficialRole;
use crate::stake::{LeftSeat, Officer, Plays, Share, SharedInterest, Touched};
use crate::stream::{EntrantState, Round, TournamentState};

impl TournamentState {
    /// What an account plays here: as the holder of a seat, by a program that it operates, or as a player's assistant.
    #[must_use]
    pub fn stake_of(&self, account: &AccountId) -> Plays {
        let seat = self.role_of(account).entrant;
        let beside = |known: &&EntrantState| {
            let may_move = [&known.account_operator, &known.accommodation.assistant];
            may_move.contains(&&Some(account.clone()))
        };
        let beside = self.entrants.iter().filter(beside);
        let beside = beside.map(|known| known.id.clone());
        self.stake_as(seat.into_iter().chain(beside).collect())
    }

    fn stake_as(&self, entrants: Vec<EntrantId>) -> Plays {
        if entrants.is_empty() {
            return Plays::default();
        }
        Plays {
            opponents: self.opponents(&entrants),
            rivals: self.rivals(&entrants),
            rivals_to_come: self.rivals_to_come(&entrants),
            entrants,
        }
    }

    /// Whether one official directs the event and no other does.
    #[must_use]
    pub fn is_directed_alone(&self) -> bool {
        is_directed_alone(self.offices.held.values().copied())
    }

    /// Every official with what he plays.
    #[must_use]
    pub fn officers(&self) -> Vec<Officer> {
        let officials = self.offices.held.iter();
        officials
            .map(|(account, role)| self.officer(account, Some(*role)))
            .collect()
    }

    /// Somebody who acts here.
    #[must_use]
    pub fn officer(&self, account: &AccountId, role: Option<OfficialRole>) -> Officer {
        Officer {
            account: account.clone(),
            role,
            plays: self.stake_of(account),
            shares: self.shares_of(account),
        }
    }

    /// What an account has at stake without playing it: by seats that it left, and by whoever appointed it.
    fn shares_of(&self, account: &AccountId) -> Vec<Share> {
        let shared = self.shared_by_now(account);
        let own = self.left_by(account, u32::MAX);
        let shared = shared.iter().flat_map(|one| {
            let plays = self.stake_of(&one.with);
            let left = self.left_by(&one.with, one.through_round);
            left.chain([self.share(plays, one.through_round)])
        });
        own.chain(shared)
            .filter(|share| !share.plays.entrants.is_empty())
            .collect()
    }

    fn left_by(&self, account: &AccountId, through_round: u32) -> impl Iterator<Item = Share> {
        let left = self.entry.left_seats.iter();
        left.filter(move |((by, _), _)| by == account)
            .map(move |((_, entrant), last)| {
                let plays = self.stake_as(vec![entrant.clone()]);
                self.share(plays, through_round.min(*last))
            })
    }

    fn share(&self, plays: Plays, through_round: u32) -> Share {
        Share {
            plays,
            through_round,
            is_open: self.open_round() <= through_round,
        }
    }

    /// The round that goes on, or else the next.
    fn open_round(&self) -> u32 {
        let last = self.rounds.last().filter(|round| !round.finished);
        last.map_or_else(|| self.next_round(), |round| round.number)
    }

    /// How an account and its operator leave a seat now; `None` before anybody is paired.
    pub(in crate::stream) fn left_by_now(
        &self,
        by: &AccountId,
        operator: Option<&AccountId>,
    ) -> Option<LeftSeat> {
        (self.interests.paired_rounds > 0).then(|| LeftSeat {
            by: by.clone(),
            operator: operator.cloned(),
            through_round: self.interests.paired_rounds,
        })
    }

    /// Whose interests that account has beside its own.
    pub(in crate::stream) fn shared_by_now(&self, account: &AccountId) -> &[SharedInterest] {
        self.offices
            .shared_interests
            .get(account)
            .map_or(&[], Vec::as_slice)
    }

    /// The interests that come with an appointment by that account now: its own and those that it shares. Before anybody
    /// is paired there are none.
    pub(in crate::stream) fn shared_by_appointment(
        &self,
        account: &AccountId,
        by: &AccountId,
    ) -> Vec<SharedInterest> {
        if self.interests.paired_rounds == 0 {
            return Vec::new();
        }
        let own = SharedInterest {
            with: by.clone(),
            through_round: self.interests.paired_rounds,
        };
        let shared = self.shared_by_now(by).iter().cloned();
        std::iter::once(own)
            .chain(shared)
            .filter(|one| one.with != *account)
            .collect()
    }

    pub(in crate::stream) fn holds_office(
        &self,
        account: &AccountId,
        holders: &[OfficialRole],
        touched: &[Touched],
    ) -> bool {
        let role = self.offices.held.get(account).copied();
        if role.is_none_or(|role| holders.contains(&role)) {
            return role.is_some();
        }
        let by = self.officer(account, role);
        holds_office(&by, &self.officers(), holders, touched)
    }

    /// Whom these meet in the last round while it goes on, and in the announced one.
    fn opponents(&self, entrants: &[EntrantId]) -> Vec<EntrantId> {
        let last = self.rounds.last().filter(|round| !round.finished);
        let boards = last.into_iter().flat_map(|round| &round.boards);
        let paired = boards.map(|board| (&board.pairing.black, &board.pairing.white));
        let announced = self
            .finals
            .announced
            .iter()
            .flat_map(|round| &round.session.games);
        let due = announced.map(|game| (&game.better, &game.worse));
        let mut opponents = Vec::new();
        for (one, other) in paired.chain(due) {
            for (own, opponent) in [(one, other), (other, one)] {
                if entrants.contains(own) {
                    opponents.push(opponent.clone());
                }
            }
        }
        opponents
    }

    /// Who plays in the last stage beside those of these who are still in it.
    fn rivals(&self, entrants: &[EntrantId]) -> BTreeSet<EntrantId> {
        let stage = self.rounds.last().map(|round| round.stage);
        let rounds = self
            .rounds
            .iter()
            .filter(|round| Some(round.stage) == stage);
        let field: BTreeSet<EntrantId> = rounds.flat_map(Round::entrants).cloned().collect();
        let plays_on = |own: &EntrantId| field.contains(own) && self.is_in(own);
        if !entrants.iter().any(plays_on) {
            return BTreeSet::new();
        }
        field
            .into_iter()
            .filter(|other| !entrants.contains(other))
            .collect()
    }

    /// Who is entered beside these, as long as one of them waits for the first pairing.
    fn rivals_to_come(&self, entrants: &[EntrantId]) -> BTreeSet<EntrantId> {
        let paired = self.rounds.iter().flat_map(Round::entrants);
        let mut waiting = entrants.iter().filter(|own| self.is_in(own));
        if waiting.all(|own| paired.clone().any(|one| one == own)) {
            return BTreeSet::new();
        }
        let entered = self.entrants.iter().map(|known| &known.id);
        entered
            .filter(|other| !entrants.contains(other))
            .cloned()
            .collect()
    }

    fn is_in(&self, entrant: &EntrantId) -> bool {
        self.entrant(entrant)
            .is_some_and(|known| known.withdrawn_from.is_none())
    }
}
