//! Rulings that keep a player out of further events: a ban, and the disqualification from a series (WOC V.2).

use crate::ids::AccountId;
use crate::people::PenaltyKind;
use crate::refusals::{Refusal, RegistrationRefusal};
use crate::stream::{Offender, RulingStatus, TournamentState};

/// Whose events are meant: no other organiser is bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExclusionScope {
    /// All of an organiser's.
    Organiser(AccountId),
    /// All legs of a series.
    Series(String),
}

/// A ruling in force that keeps somebody out of further events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exclusion {
    /// The ruling.
    pub ruling: String,
    /// Out of which events.
    pub scope: ExclusionScope,
    /// Who.
    pub whom: Offender,
    /// The accounts that are meant by it: the one that played when it was ruled, and the one that plays now.
    pub accounts: Vec<AccountId>,
}

impl TournamentState {
    /// Whose bans hold at the entry: who was named at the founding, or else whoever founded the event.
    #[must_use]
    pub fn organiser(&self) -> Option<&AccountId> {
        let named = self.facts.as_ref()?.organiser.as_ref();
        named.or(self.offices.founder.as_ref())
    }

    /// The rulings in force here that keep somebody out of further events.
    #[must_use]
    pub fn exclusions(&self) -> Vec<Exclusion> {
        let leg = self.facts.as_ref().and_then(|facts| facts.leg.as_ref());
        let in_force = self
            .rulings
            .list
            .iter()
            .filter(|ruling| ruling.status == RulingStatus::InForce);
        let excluding = in_force.filter_map(|ruling| {
            let scope = match ruling.act.penalty.kind() {
                PenaltyKind::Ban => ExclusionScope::Organiser(self.organiser()?.clone()),
                PenaltyKind::SeriesDisqualification => ExclusionScope::Series(leg?.series.clone()),
                _ => return None,
            };
            let now = match &ruling.act.whom {
                Offender::Entrant { entrant } => self
                    .entrant(entrant)
                    .and_then(|known| known.account.clone()),
                Offender::Spectator { .. } => None,
            };
            let then = ruling.account.clone();
            let now = now.filter(|account| then.as_ref() != Some(account));
            Some(Exclusion {
                ruling: ruling.act.ruling.clone(),
                scope,
                whom: ruling.act.whom.clone(),
                accounts: then.into_iter().chain(now).collect(),
            })
        });
        excluding.collect()
    }

    /// Whether somebody may enter whom rulings keep out of the events of those scopes.
    ///
    /// # Errors
    /// A refusal with the code `banned` or `disqualified_from_series` where one of them is of this event.
    pub fn check_not_excluded(&self, out_of: &[ExclusionScope]) -> Result<(), Refusal> {
        let leg = self.facts.as_ref().and_then(|facts| facts.leg.as_ref());
        for scope in out_of {
            match scope {
                ExclusionScope::Organiser(organiser) if self.organiser() == Some(organiser) => {
                    return Err(RegistrationRefusal::Banned.into());
                }
                ExclusionScope::Series(series) if leg.is_some_and(|leg| leg.series == *series) => {
                    return Err(RegistrationRefusal::DisqualifiedFromSeries {
                        series: series.clone(),
                    }
                    .into());
                }
                _ => {}
            }
        }
        Ok(())
    }
}
