//! What stands between an event and the ratings.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_tournament::{Command, EntrantId, ListClaim, Listing, TournamentState};

use super::{
    App, check,
    execute::{Act, Authority, Decision, Done, decide_all},
    keeping::Record,
    naming::may_name,
    problems,
    rating_office::nation,
};
use crate::records::{EntrantName, Number};

impl App {
    /// Whether an event counts for ratings.
    pub(crate) fn rated(&self, state: &TournamentState) -> bool {
        !self.policy.approval || state.rated()
    }

    /// What is known of a listed player's number that somebody enters with, given whether one was named.
    pub(super) fn list_claim(&self, named: bool, by: Option<&Act>) -> ListClaim {
        match by {
            _ if !named || !self.policy.claims => ListClaim::None,
            None => ListClaim::Open,
            Some(act) => ListClaim::Confirmed { by: act.by() },
        }
    }

    /// Confirms that an entrant has that number in the players list, or corrects it; 0 = none.
    pub(crate) async fn confirm_listed_player(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        entrant_id: &str,
        federation_number: u32,
    ) -> Result<Done, Problem> {
        let number = check::federation_number(federation_number)?;
        self.tournament(tournament_id).await?;
        let name = self.records.name(tournament_id, entrant_id).await?;
        let listed = self.records.listed_player(number).await?;
        let rating = listed.and_then(|player| (player.rating > 0).then_some(player.rating));
        let stands = name
            .as_ref()
            .is_some_and(|name| !name.new_player && name.federation_number == number);
        let entrant = EntrantId(entrant_id.to_owned());
        let by = act.by();
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let known = tournament.state.entrant(&entrant);
            let has = known.and_then(|known| known.rating);
            let listing = match (number, rating) {
                (0, _) => Listing::Nobody,
                (_, None) if stands => Listing::AsClaimed,
                (_, rating) if stands && rating == has => Listing::AsClaimed,
                (_, rating) => Listing::Another { rating },
            };
            let command = Command::ConfirmListedPlayer {
                entrant: entrant.clone(),
                listing,
                by: by.clone(),
            };
            let events = decide_all(tournament, std::slice::from_ref(&command), now_ms)?;
            let country = known.and_then(|known| known.country.clone());
            let record = |before: EntrantName| match stands {
                true => Record::Stands(before),
                false => Record::Number(Number {
                    country: country.unwrap_or_default(),
                    before,
                    number,
                }),
            };
            Ok(Decision {
                events,
                record: name.clone().map(record),
            })
        })
        .await
    }

    /// Approves an event for ratings, in the name of the federation that the officer decides for.
    pub(crate) async fn approve_event(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        reason: &str,
    ) -> Result<Done, Problem> {
        let tournament = self.tournament(tournament_id).await?;
        let nation = nation(&tournament.state).to_owned();
        let directors = self.approved_directors(&nation).await?;
        let federation = match &act.authority {
            Authority::Officer(_, offices) => offices.over(&nation).unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        let writing = act.writing(tournament_id, reason, (0, 0))?;
        let command = Command::ApproveEvent {
            reason: writing.id.clone(),
            by: act.by(),
            federation,
            directors,
        };
        self.execute_written(tournament_id, act, command, Some(writing))
            .await
    }

    /// Releases the rating file of a confirmed event to the committee, with what the players list does not know of it.
    pub(crate) async fn release_rating_file(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        ranking_version: u32,
        reason: &str,
    ) -> Result<Done, Problem> {
        let tournament = self.tournament(tournament_id).await?;
        let names = self.records.names(tournament_id).await?;
        let unlisted = self.unlisted(&tournament.state, &names).await?;
        let writing = act.writing(tournament_id, reason, (0, 0))?;
        let command = Command::ReleaseRatingFile {
            ranking_version,
            reason: writing.id.clone(),
            by: act.by(),
            unlisted,
        };
        self.execute_written(tournament_id, act, command, Some(writing))
            .await
    }

    /// A refusal with the names of the entrants in place of their ids, as far as they are known.
    pub(crate) async fn by_name(&self, tournament_id: &str, refused: Problem) -> Problem {
        if !may_name(&refused.detail) {
            return refused;
        }
        match self.records.names(tournament_id).await {
            Ok(names) => problems::with_names(refused, &names),
            Err(_) => refused,
        }
    }
}
