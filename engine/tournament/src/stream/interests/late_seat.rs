//! Seats that officials take once anybody was paired: whatever they did until then, they did it without the interest that
//! comes with the seat.

use std::collections::BTreeSet;

use crate::consent::Consent;
use crate::ids::{AccountId, EntrantId};
use crate::interest::{Answer, Deed, Interest, InterestTable};
use crate::people::OfficialRole;
use crate::refusals::{InterestRefusal, Refusal, ensure};
use crate::stream::{Event, TournamentState};

impl InterestTable {
    /// Whether an account may take an entrant's seat. Whoever officiates, or did since anybody was first paired or named
    /// to move for another entrant, takes it freely only before that, or back: from then on he needs consent, by a
    /// program that he operates too. Answers what is to be noted with the rulings.
    ///
    /// # Errors
    /// `consent_needed`.
    pub fn judge_seat(
        self,
        state: &TournamentState,
        entrant: &EntrantId,
        (account, operator): (&AccountId, Option<&AccountId>),
    ) -> Result<Option<Event>, Refusal> {
        let takers = || operator.into_iter().chain([account]);
        let Some(rules) = &state.rule_set else {
            return Ok(None);
        };
        if takers().any(|taker| state.comes_back(entrant, taker)) {
            return Ok(None);
        }
        let Some(official) = takers().find(|taker| state.has_officiated(entrant, taker)) else {
            return Ok(None);
        };
        let consents = match self.answer(Deed::ClaimSeat, Interest::OwnGame, rules) {
            Answer::Allowed | Answer::Logged => return Ok(None),
            Answer::Consent | Answer::Refused => {
                let needed = if state.is_sole_official(official) {
                    InterestRefusal::LateSeatOfSole
                } else {
                    InterestRefusal::LateSeat
                };
                let consents = state.consents_to_late_seat(entrant, official);
                consents.ok_or_else(|| Refusal::from(needed).quoting(Some(rules)))?
            }
        };
        Ok(Some(Event::ActedWithInterest {
            act: Deed::ClaimSeat.name().to_owned(),
            interest: Interest::OwnGame,
            by: official.clone(),
            board: None,
            entrant: Some(entrant.clone()),
            consents,
        }))
    }
}

impl TournamentState {
    /// As whose seat's holder somebody consents that an official takes a seat; `None`: as a director without an interest.
    pub(in crate::stream) fn giver_to_late_seat(
        &self,
        asked: &Consent,
    ) -> Result<Option<EntrantId>, Refusal> {
        let Some(entrant) = &asked.entrant else {
            return Err(InterestRefusal::NoConsentNeeded.into());
        };
        let official = &asked.official;
        let holder = self
            .entrant(entrant)
            .and_then(|known| known.account.as_ref());
        ensure(
            holder != Some(official)
                && self.has_officiated(entrant, official)
                && !self.comes_back(entrant, official),
            InterestRefusal::NoConsentNeeded,
        )?;
        let by = &asked.by;
        let touched = self.touched_at(None, Some(entrant));
        let shares = self.shared_by_now(by);
        let is_second = by != official
            && self.directs_in(by, Deed::ClaimSeat)
            && self.officer(by, None).interest(&touched) == Interest::None
            && shares.iter().all(|share| share.with != *official);
        if is_second {
            return Ok(None);
        }
        let own = self.role_of(by).entrant;
        let counts = own.filter(|own| {
            by != official
                && self.is_sole_official(official)
                && self.met_by(entrant).contains(own)
                && !self.is_seated_by(own, official)
        });
        counts
            .map(Some)
            .ok_or_else(|| InterestRefusal::MayNotConsent.into())
    }

    /// The consents that an official's taking of a paired seat rests on: of a second director, or, where the rules know
    /// a sole one, of everybody whom the entrant was paired with.
    fn consents_to_late_seat(
        &self,
        entrant: &EntrantId,
        official: &AccountId,
    ) -> Option<Vec<String>> {
        let to_it = |given: &&Consent| {
            given.act == Deed::ClaimSeat.name()
                && given.official == *official
                && given.entrant.as_ref() == Some(entrant)
        };
        let of = |holder: Option<&EntrantId>| {
            let mut given = self.interests.consents.iter().filter(to_it);
            let found = given.find(|given| given.holder.as_ref() == holder);
            found.map(|given| given.consent.clone())
        };
        if let Some(second) = of(None) {
            return Some(vec![second]);
        }
        if !self.is_sole_official(official) {
            return None;
        }
        let met = self.met_by(entrant);
        met.into_iter().map(|other| of(Some(other))).collect()
    }

    /// Holds an office, or held one, when there was harm to do by it to those whom the seat would meet: once anybody was
    /// paired, or somebody was named who moves for another entrant.
    fn has_officiated(&self, entrant: &EntrantId, account: &AccountId) -> bool {
        let paired = self.interests.paired_entrants.values();
        let first = paired.map(|paired| paired.first_seq).min();
        let mut others = self.entrants.iter().filter(|other| other.id != *entrant);
        let is_named = others.any(|other| other.accommodation.assistant.is_some());
        let counts = |ended: &u64| is_named || first.is_some_and(|first| *ended > first);
        let ended = self.offices.ended.get(account);
        (first.is_some() || is_named)
            && (self.offices.held.contains_key(account) || ended.is_some_and(counts))
    }

    /// Held the seat when the entrant was last paired, or took it after that: the interest never ended.
    fn comes_back(&self, entrant: &EntrantId, account: &AccountId) -> bool {
        let left = self
            .entry
            .left_seats
            .get(&(account.clone(), entrant.clone()));
        let paired = self.interests.paired_entrants.get(entrant);
        matches!((left, paired), (Some(through), Some(paired)) if paired.last_round <= *through)
    }

    /// Whether the seat was taken once it was paired, by a code of that official's: he may have chosen by whom.
    fn is_seated_by(&self, entrant: &EntrantId, official: &AccountId) -> bool {
        let paired = self.interests.paired_entrants.get(entrant);
        self.entrant(entrant).is_some_and(|known| {
            let is_late = paired.is_some_and(|paired| known.seated_seq > paired.first_seq);
            is_late && known.code.as_ref().is_some_and(|code| code.by == *official)
        })
    }

    /// The only director, under rules that know one.
    fn is_sole_official(&self, account: &AccountId) -> bool {
        let known = self.rule_set.as_ref();
        known.is_some_and(|rules| rules.single_official)
            && self.directs_in(account, Deed::ClaimSeat)
            && self.is_directed_alone(Deed::ClaimSeat)
    }

    /// True where that account heads the event or assists whoever does.
    #[must_use]
    pub fn directs(&self, account: &AccountId) -> bool {
        let role = self.offices.held.get(account).copied();
        role.is_some_and(OfficialRole::directs)
    }

    /// Whom the entrant was paired with so far, or is announced to.
    fn met_by(&self, entrant: &EntrantId) -> BTreeSet<&EntrantId> {
        let boards = self.rounds.iter().flat_map(|round| &round.boards);
        let paired = boards.map(|board| (&board.pairing.black, &board.pairing.white));
        let announced = self
            .finals
            .announced
            .iter()
            .flat_map(|round| &round.session.games);
        let due = announced.map(|game| (&game.better, &game.worse));
        let both_ways = paired
            .chain(due)
            .flat_map(|(one, other)| [(one, other), (other, one)]);
        let met = both_ways.filter(|(own, _)| *own == entrant);
        met.map(|(_, other)| other).collect()
    }
}
