//! Whether an official may do an act: what he has at stake, who consents, and whose office it is.

use crate::consent::{Consent, consents};
use crate::interest::{Answer, Deed, Interest, InterestTable};
use crate::refusals::{InterestRefusal, Refusal};
use crate::rule_set::RuleSet;
use crate::stake::{Officer, Touched};
use crate::stream::OfficialRole;

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
    /// A refusal for another's office (`not_your_office`) or for an interest (`own_game`, `opponent_of_round`,
    /// `rival_of_stage`, `consent_needed`).
    pub fn judge(self, asked: &Question<'_>) -> Result<Judged, Refusal> {
        self.judged(asked)
            .map_err(|refusal| refusal.quoting(Some(asked.rules)))
    }

    fn judged(self, asked: &Question<'_>) -> Result<Judged, Refusal> {
        let interest = asked.by.interest(asked.touched);
        let done = |consents| Judged { interest, consents };
        let judged = match self.answer(asked.deed, interest, asked.rules) {
            Answer::Allowed => Judged {
                interest: Interest::None,
                consents: Vec::new(),
            },
            Answer::Logged => done(consents(asked).unwrap_or_default()),
            Answer::Consent => consents(asked)
                .map(done)
                .ok_or_else(|| consent_needed(asked, interest))?,
            Answer::Refused => {
                let sole = asked.rules.single_official && is_sole_director(asked);
                let consented = if sole { consents(asked) } else { None };
                consented
                    .map(done)
                    .ok_or_else(|| refusal(asked, interest, sole))?
            }
        };
        check_office(asked)?;
        Ok(judged)
    }
}

/// Holds the office, or is a director without an interest where all who hold it have one.
#[must_use]
pub(crate) fn holds_office(
    by: &Officer,
    officers: &[Officer],
    holders: &[OfficialRole],
    touched: &[Touched],
) -> bool {
    let Some(role) = by.role else { return false };
    if holders.contains(&role) {
        return true;
    }
    let mut in_office = officers
        .iter()
        .filter(|other| other.role.is_some_and(|role| holders.contains(&role)));
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
            if !holds_office(asked.by, asked.officers, holders, asked.touched) =>
        {
            Err(otherwise.into())
        }
        _ => Ok(()),
    }
}

fn is_sole_director(asked: &Question<'_>) -> bool {
    let directors = asked.officers.iter();
    directors
        .filter(|other| other.role.is_some_and(OfficialRole::directs))
        .count()
        == 1
}

/// Whether the interest is by whoever appointed him, or by a seat that he left, and not his own at the moment.
fn is_shared(asked: &Question<'_>, interest: Interest) -> bool {
    asked.by.plays.interest(asked.touched) < interest
}

fn consent_needed(asked: &Question<'_>, interest: Interest) -> InterestRefusal {
    if is_shared(asked, interest) {
        InterestRefusal::ConsentNeededShared
    } else {
        InterestRefusal::ConsentNeeded
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
