//! Who may hold an event for an organiser, or as the leg of a series.

use std::collections::BTreeSet;

use outflank_access::Problem;
use outflank_tournament::{
    AccountId, ExclusionScope, Leg, OfficialRole, TournamentFacts,
    season::{Actor, State},
};

use super::{App, problems};

impl App {
    /// Rulings of one event keep players out of the others of its organiser and its series. So who founds an event of
    /// somebody else's answers for one of them already; and who founds a leg of a season directs or hosts it.
    pub(super) async fn check_may_hold(
        &self,
        facts: &TournamentFacts,
        founder: &AccountId,
        access_token: Option<&str>,
    ) -> Result<(), Problem> {
        let organiser = facts.organiser.as_ref();
        let of_organiser = match organiser {
            Some(organiser) => {
                let scope = ExclusionScope::Organiser(organiser.clone());
                let events = self.records.events_of(&scope).await?;
                self.answers_for_one(&events, founder).await?
            }
            None => true,
        };
        let of_series = match &facts.leg {
            Some(leg) => self.may_hold_leg(leg, founder).await?,
            None => true,
        };
        let refused = match (of_organiser, of_series) {
            (true, true) => return Ok(()),
            (false, _) => organiser.map(|organiser| problems::not_its_organiser(&organiser.0)),
            (true, false) => facts
                .leg
                .as_ref()
                .map(|leg| problems::not_its_leg(&leg.series)),
        };
        if self.is_administrator(access_token).await? {
            return Ok(());
        }
        refused.map_or(Ok(()), Err)
    }

    /// Of a series that no season has, who founded its first event goes on with it.
    async fn may_hold_leg(&self, leg: &Leg, founder: &AccountId) -> Result<bool, Problem> {
        let seasons = self.seasons("").await?.into_iter();
        let of_series = seasons.filter(|season| season.state.series.as_ref() == Some(&leg.series));
        // Of two that were announced at one moment the series is the first one's.
        let first = of_series.min_by_key(|season| {
            let announced = season.state.announced.as_ref();
            let at_ms = announced.map_or(i64::MAX, |stamp| stamp.at_ms);
            (at_ms, season.state.season.clone())
        });
        if let Some(season) = first {
            let by = self.season_actor(founder).await?;
            return Ok(season.state.may_hold(leg.number, &by));
        }
        Ok(!self.others_hold(&leg.series, founder).await?)
    }

    /// The series out of that one which others have than who announces a season in it: other seasons, or events that this
    /// account does not answer for.
    pub(super) async fn taken_series(
        &self,
        series: Option<&String>,
        season: &str,
        account: &AccountId,
    ) -> Result<BTreeSet<String>, Problem> {
        let Some(series) = series else {
            return Ok(BTreeSet::new());
        };
        let seasons = self.seasons("").await?;
        let has_it =
            |known: &State| known.season != season && known.series.as_ref() == Some(series);
        let taken = seasons.iter().any(|known| has_it(&known.state))
            || self.others_hold(series, account).await?;
        Ok(taken.then(|| series.clone()).into_iter().collect())
    }

    /// The series has events, and the account answers for none of them.
    async fn others_hold(&self, series: &str, account: &AccountId) -> Result<bool, Problem> {
        let scope = ExclusionScope::Series(series.to_owned());
        let events = self.records.events_of(&scope).await?;
        Ok(!events.is_empty() && !self.answers_for_one(&events, account).await?)
    }

    /// Who somebody is to the seasons.
    pub(super) async fn season_actor(&self, account: &AccountId) -> Result<Actor, Problem> {
        let offices = self.offices_of(account).await?.into_iter();
        Ok(Actor {
            account: account.clone(),
            federations: offices.map(|known| known.state.code).collect(),
        })
    }

    async fn answers_for_one(
        &self,
        events: &[String],
        account: &AccountId,
    ) -> Result<bool, Problem> {
        for id in events {
            let role = self.tournament(id).await?.state.role_of(account).official;
            if matches!(
                role,
                Some(OfficialRole::HeadDirector | OfficialRole::Organiser)
            ) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
