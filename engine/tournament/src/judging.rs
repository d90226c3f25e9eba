//! Whether an official may do an act: what he has at stake, who consents, and whose office it is.

use crate::consent::Consent;
use crate::ids::EntrantId;
use crate::interest::{Answer, Deed, Interest, InterestTable};
use crate::people::{OfficialRole, Power};
use crate::refusals::{InterestRefusal, Refusal};
use crate::rule_set::RuleSet;
use crate::stake::{Officer, Touched};

/// An official's act as it is judged.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// What is done.
    pub deed: Deed,
    /// To what.
    pub touched: &'a [Touched],
    /// By whom.
    pub by: &'a Officer,
    /// The event's officials, that one among them if he is one.
    pub officers: &'a [Officer],
    /// The rules in force.
    pub rules: &'a RuleSet,
    /// The consents that are not used up.
    pub consents: &'a [Consent],
}

/// An act that may be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// With what interest it is done; anything but [`Interest::None`] is noted with the rulings.
    pub interest: Interest,
    /// The ids of the consents that it uses up.
    pub consents: Vec<String>,
}

impl InterestTable {
    /// Whether an official may do an act.
    ///
    /// # Errors
    /// A refusal for what an appointment does not have (`power_not_given`, `not_your_table`), for another's office
    /// (`not_your_office`) or for an interest (`own_game`, `opponent_of_round`, `rival_of_stage`, `consent_needed`).
    pub fn judge(self, asked: &Question<'_>) -> Result<Judged, Refusal> {
        self.judged(asked)
            .map_err(|refusal| refusal.quoting(Some(asked.rules)))
    }

    /// Whether an official sees of a game what officials alone see. Of one of their own they see what a player sees, until
    /// it is over and confirmed.
    ///
    /// # Errors
    /// A refusal with the code `own_game`.
    pub fn show(self, interest: Interest, is_settled: bool) -> Result<(), Refusal> {
        if self.is_ignored() || is_settled || interest < Interest::OwnGame {
            return Ok(());
        }
        Err(InterestRefusal::OwnGameUnread.into())
    }

    fn judged(self, asked: &Question<'_>) -> Result<Judged, Refusal> {
        let boards = asked.touched.iter().filter_map(|one| one.board);
        asked.by.limits.check(asked.deed.power(), boards)?;
        let interest = asked.by.interest_in(asked.deed, asked.touched);
        let done = |consents| Judged { interest, consents };
        let directors = (asked.rules, is_directed_alone(asked.officers, asked.deed));
        let judged = match self.answer_to((asked.deed, interest), directors) {
            Answer::Allowed => Judged {
                interest: Interest::None,
                consents: Vec::new(),
            },
            Answer::Logged => done(consents(asked).unwrap_or_default()),
            Answer::Consent => consents(asked).map(done).ok_or_else(|| {
                match self.answer(asked.deed, interest, asked.rules) {
                    Answer::Refused => refusal(asked, interest, true),
                    _ => consent_needed(asked, interest),
                }
            })?,
            Answer::Refused => return Err(refusal(asked, interest, false).into()),
        };
        check_office(asked)?;
        Ok(judged)
    }
}

/// The consents that cover the act: of a second official, or of everybody whom it touches but the official himself.
fn consents(asked: &Question<'_>) -> Option<Vec<String>> {
    let given: Vec<&Consent> = asked
        .consents
        .iter()
        .filter(|given| given.act == asked.deed.name() && given.official == asked.by.account)
        .collect();
    let of_official = |given: &&&Consent| given.holder.is_none();
    if asked.touched.is_empty() {
        let whole = |given: &&&Consent| given.board.is_none() && given.entrant.is_none();
        let found = given.iter().filter(of_official).find(whole)?;
        return Some(vec![found.consent.clone()]);
    }
    let mut used = Vec::new();
    for touched in asked.touched {
        let about: Vec<&Consent> = given
            .iter()
            .copied()
            .filter(|given| given.is_about(touched))
            .collect();
        if let Some(found) = about.iter().find(|given| given.holder.is_none()) {
            used.push(found.consent.clone());
            continue;
        }
        let others: Vec<&EntrantId> = touched
            .entrants
            .iter()
            .filter(|entrant| !asked.by.has_as_own(entrant))
            .collect();
        if others.is_empty() {
            return None;
        }
        for other in others {
            let found = about
                .iter()
                .find(|given| given.holder.as_ref() == Some(other))?;
            used.push(found.consent.clone());
        }
    }
    Some(used)
}

/// Holds the office with the act's power, or is a director with it and without an interest where all who hold it have one.
#[must_use]
pub(crate) fn holds_office(
    by: &Officer,
    officers: &[Officer],
    holders: &[OfficialRole],
    (power, touched): (Power, &[Touched]),
) -> bool {
    let Some(role) = by.role.filter(|_| by.limits.allow(power)) else {
        return false;
    };
    if holders.contains(&role) {
        return true;
    }
    let mut in_office = officers.iter().filter(|other| {
        let holds = other.role.is_some_and(|role| holders.contains(&role));
        holds && other.limits.allow(power)
    });
    role.directs()
        && by.interest(touched) == Interest::None
        && in_office.all(|other| other.interest(touched) > Interest::Rival)
}

fn check_office(asked: &Question<'_>) -> Result<(), Refusal> {
    // Who decides by another right is judged where that right is.
    if !asked.by.role.is_some_and(OfficialRole::directs) {
        return Ok(());
    }
    match asked.deed.holders(asked.rules) {
        Some((holders, otherwise))
            if !holds_office(
                asked.by,
                asked.officers,
                holders,
                (asked.deed.power(), asked.touched),
            ) =>
        {
            Err(otherwise.into())
        }
        _ => Ok(()),
    }
}

/// Whether one of an event's officials directs with the power for that act, and no other.
pub(crate) fn is_directed_alone(officers: &[Officer], deed: Deed) -> bool {
    officers.iter().filter(|one| one.directs(deed)).count() == 1
}

/// Whether the interest is by whoever appointed him, or by a seat that he left, and not his own at the moment.
fn is_shared(asked: &Question<'_>, interest: Interest) -> bool {
    asked.by.plays.interest_in(asked.deed, asked.touched) < interest
}

fn consent_needed(asked: &Question<'_>, interest: Interest) -> InterestRefusal {
    match asked.deed {
        _ if is_shared(asked, interest) => InterestRefusal::ConsentNeededShared,
        Deed::WithdrawEntrant => InterestRefusal::ConsentNeededForGood,
        Deed::NamePlayersAssistant => InterestRefusal::ConsentNeededOfPlayer,
        _ => InterestRefusal::ConsentNeeded,
    }
}

fn refusal(asked: &Question<'_>, interest: Interest, sole: bool) -> InterestRefusal {
    match (interest, sole) {
        (Interest::OwnGame, false) if is_shared(asked, interest) => InterestRefusal::OwnGameShared,
        (Interest::Opponent, false) if is_shared(asked, interest) => {
            InterestRefusal::OpponentShared
        }
        (Interest::OwnGame, true) => InterestRefusal::OwnGameUntilConsent,
        (Interest::OwnGame, false) => InterestRefusal::OwnGame,
        (Interest::Opponent, true) => InterestRefusal::OpponentUntilConsent,
        (Interest::Opponent, false) => InterestRefusal::Opponent,
        (Interest::Rival | Interest::None, _) => InterestRefusal::Rival,
    }
}
