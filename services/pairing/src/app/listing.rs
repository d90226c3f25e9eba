//! All tournaments together: the read models.

use std::sync::Arc;

use outflank_access::{Page, Problem};
use outflank_live::topic;
use outflank_proto::pairing::v1::{HeardLine, TournamentPhase, TournamentSummary};
use outflank_tournament::{EntrantId, Offender, StagePlan};
use prost::Message as _;

use super::{
    App,
    tournament::{Stand, Tournament},
};
use crate::records::{Excluded, Held, HeldKey, IndexRow, TournamentKey};

impl Stand {
    /// The contract's phase.
    pub(crate) fn phase(self) -> TournamentPhase {
        match self {
            Self::Registration => TournamentPhase::Registration,
            Self::RoundOpen => TournamentPhase::RoundOpen,
            Self::BetweenRounds => TournamentPhase::BetweenRounds,
            Self::Played => TournamentPhase::Played,
            Self::Confirmed => TournamentPhase::Confirmed,
            Self::Abandoned => TournamentPhase::Abandoned,
            Self::Cancelled => TournamentPhase::Cancelled,
        }
    }
}

/// A tournament's row in the list of all.
pub(crate) fn index_row(tournament: &Tournament) -> IndexRow {
    let state = &tournament.state;
    let facts = state.facts.clone().unwrap_or_default();
    let (series, leg) = facts
        .leg
        .map(|leg| (leg.series, leg.number))
        .unwrap_or_default();
    IndexRow {
        tournament_id: tournament.id.clone(),
        seq: tournament.seq,
        name: facts.name,
        country: facts.country,
        date: facts.date,
        organiser: state
            .organiser()
            .map(|account| account.0.clone())
            .unwrap_or_default(),
        series,
        leg,
        rule_set: state
            .rule_set
            .as_ref()
            .map(|rules| rules.name.clone())
            .unwrap_or_default(),
        phase: i32::from(tournament.stand().phase()),
        entrants: u32::try_from(state.entrants.len()).unwrap_or(u32::MAX),
        round: state.rounds.last().map_or(0, |round| round.number),
        rounds: state
            .early_ends
            .rounds
            .unwrap_or_else(|| tournament.plan().as_ref().map_or(0, StagePlan::rounds)),
        rating_state: state
            .rating_standing()
            .map(|standing| standing.name().to_owned())
            .unwrap_or_default(),
        rating_since_ms: state.office.since_ms,
        first_released_ms: state.office.first_released_ms.unwrap_or_default(),
        rehearsal_of: facts.rehearsal_of.unwrap_or_default(),
    }
}

impl IndexRow {
    /// The contract's line of it.
    pub(crate) fn summary(self) -> TournamentSummary {
        TournamentSummary {
            id: self.tournament_id,
            name: self.name,
            country: self.country,
            date: self.date,
            rule_set: self.rule_set,
            phase: self.phase,
            entrants: self.entrants,
            round: self.round,
            rounds: self.rounds,
            seq: self.seq,
            organiser_account_id: self.organiser,
            series: self.series,
            leg: self.leg,
            rehearsal_of: self.rehearsal_of,
        }
    }
}

impl App {
    /// Brings the read models up to a tournament's state; answers its row.
    pub(crate) async fn index(&self, tournament: &Arc<Tournament>) -> Result<IndexRow, Problem> {
        let mut seats: Vec<(String, String)> = tournament
            .state
            .entrants
            .iter()
            .filter_map(|entrant| Some((entrant.account.as_ref()?.0.clone(), entrant.id.0.clone())))
            .collect();
        if tournament.state.is_rehearsal() && tournament.state.phase().is_over() {
            // The house's own would pile up.
            seats.clear();
        }
        seats.sort();
        let officials: Vec<String> = tournament
            .state
            .offices
            .held
            .keys()
            .map(|account| account.0.clone())
            .collect();
        let excluded = self.excluded(tournament).await?;
        let origins: Vec<_> = tournament
            .state
            .rule_set_origins
            .ever
            .iter()
            .cloned()
            .collect();
        let row = index_row(tournament);
        self.records
            .index(&row, &seats, &officials, (&excluded, &origins))
            .await?;
        Ok(row)
    }

    /// Who reads an archive reads each event once in a while: what it is shown as is there before anybody asks.
    pub(super) async fn keep_last_view(&self, tournament: &Tournament) -> Result<(), Problem> {
        if tournament.state.phase().is_over() {
            Box::pin(self.view(&tournament.id)).await?;
        }
        Ok(())
    }

    /// Tells where a tournament stands to whoever follows it.
    pub(super) async fn tell_seq(&self, tournament_id: &str, seq: u64) {
        let topic = topic::tournament(tournament_id);
        let told = self.live.publish(&topic, seq.to_string().into()).await;
        if let Err(error) = told {
            tracing::warn!(tournament_id, %error, "a change was not announced");
        }
    }

    /// Tells a row to whoever follows the list of all, where it stands in it.
    pub(super) async fn tell_line(&self, row: IndexRow) {
        if !row.rehearsal_of.is_empty() {
            return;
        }
        self.tell_heard(HeardLine {
            rating_state: row.rating_state.clone(),
            rating_since_ms: row.rating_since_ms,
            line: Some(row.summary()),
        })
        .await;
    }

    /// Tells them that any of the lines may be another.
    pub(super) async fn tell_many_lines(&self) {
        self.tell_heard(HeardLine::default()).await;
    }

    async fn tell_heard(&self, heard: HeardLine) {
        let message = heard.encode_to_vec().into();
        if let Err(error) = self.live.publish(&topic::events(), message).await {
            tracing::warn!(%error, "a change of the list of events was not announced");
        }
    }

    /// Whom rulings of a tournament keep out of further events.
    async fn excluded(&self, tournament: &Tournament) -> Result<Vec<Excluded>, Problem> {
        let mut excluded = Vec::new();
        if tournament.state.is_rehearsal() {
            return Ok(excluded);
        }
        for exclusion in tournament.state.exclusions() {
            let federation_number = match &exclusion.whom {
                Offender::Entrant { entrant } => self.confirmed_number(tournament, entrant).await?,
                Offender::Spectator { .. } => 0,
            };
            excluded.push(Excluded {
                exclusion,
                federation_number,
            });
        }
        Ok(excluded)
    }

    /// 0 = none that anybody vouches for.
    async fn confirmed_number(
        &self,
        tournament: &Tournament,
        entrant: &EntrantId,
    ) -> Result<u32, Problem> {
        let known = tournament.state.entrant(entrant);
        if !known.is_some_and(|known| known.federation_number_confirmed) {
            return Ok(0);
        }
        let name = self.records.name(&tournament.id, &entrant.0).await?;
        let listed = name.filter(|name| !name.new_player);
        Ok(listed.map_or(0, |name| name.federation_number))
    }

    pub(crate) async fn events_that_count(&self) -> Result<Vec<String>, Problem> {
        self.records.events_that_count().await
    }

    pub(crate) async fn tournaments(
        &self,
        page: &Page<TournamentKey>,
    ) -> Result<Vec<IndexRow>, Problem> {
        self.records.tournaments(page).await
    }

    pub(crate) async fn held_by(
        &self,
        account_id: &str,
        page: &Page<HeldKey>,
    ) -> Result<Vec<Held>, Problem> {
        let confirmed = i32::from(TournamentPhase::Confirmed);
        self.records.held_by(account_id, confirmed, page).await
    }
}
