//! Who may hold an event for an organiser, or as the leg of a series.

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
        match self.bar(facts, founder).await? {
            Some(bar) if !self.is_administrator(access_token).await? => Err(bar),
            _ => Ok(()),
        }
    }

    /// Why somebody who is no administrator does not hold it.
    async fn bar(
        &self,
        facts: &TournamentFacts,
        founder: &AccountId,
    ) -> Result<Option<Problem>, Problem> {
        if let Some(organiser) = &facts.organiser {
            let scope = ExclusionScope::Organiser(organiser.clone());
            let events = self.records.events_of(&scope).await?;
            if !self.answers_for_one(&events, founder).await? {
                return Ok(Some(problems::not_its_organiser(&organiser.0)));
            }
        }
        if let Some(leg) = &facts.leg
            && !self.may_hold_leg(leg, founder).await?
        {
            return Ok(Some(problems::not_its_leg(&leg.series)));
        }
        Ok(None)
    }

    /// Of a series that no season has, who founded its first event goes on with it.
    async fn may_hold_leg(&self, leg: &Leg, founder: &AccountId) -> Result<bool, Problem> {
        // Of two that were announced at one moment the series is the first one's.
        let seasons = self.seasons_of(&leg.series).await?.into_iter();
        let first = seasons.min_by_key(|season| {
            let announced = season.announced.as_ref();
            let at_ms = announced.map_or(i64::MAX, |stamp| stamp.at_ms);
            (at_ms, season.season.clone())
        });
        match first {
            Some(season) => Ok(season.may_hold(leg.number, &self.season_actor(founder).await?)),
            None => Ok(!self.others_hold(&leg.series, founder).await?),
        }
    }

    /// Whether others have a series than who announces that season in it: another season, or events that this account does
    /// not answer for.
    pub(super) async fn series_taken(
        &self,
        series: &str,
        season: &str,
        account: &AccountId,
    ) -> Result<bool, Problem> {
        let seasons = self.seasons_of(series).await?;
        Ok(seasons.iter().any(|known| known.season != season)
            || self.others_hold(series, account).await?)
    }

    async fn seasons_of(&self, series: &str) -> Result<Vec<State>, Problem> {
        let seasons = self.seasons("").await?.into_iter();
        let states = seasons.map(|season| season.state);
        Ok(states
            .filter(|state| state.series.as_deref() == Some(series))
            .collect())
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
