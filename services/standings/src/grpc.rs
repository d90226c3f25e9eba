//! The contract: translate, authorise, answer from the fold.

use std::sync::Arc;

use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse},
    standings::v1::{
        self as proto, GetStandingsRequest, GetStandingsResponse,
        standings_service_server::StandingsService,
    },
};
use outflank_runtime::{Caller, Kind, Problem, access};
use tonic::{Request, Response, Status};

use crate::{Standings, finals, list, projection::Folded, rankings};

/// The service behind its contract.
#[derive(Debug, Clone)]
pub struct StandingsGrpc(pub Arc<Standings>);

impl Standings {
    /// The tournament as folded; one that is not there yet is looked for once more. Nothing is answered
    /// before the feed has been read to its end once: until then every list is an old one.
    pub(crate) async fn folded(&self, id: &str) -> Result<Arc<Folded>, Problem> {
        self.caught_up
            .get_or_try_init(|| self.follower.catch_up())
            .await?;
        if let Some(folded) = self.projection.tournament(id) {
            return Ok(folded);
        }
        self.follower.catch_up().await?;
        self.projection.tournament(id).ok_or_else(|| {
            Problem::new(
                Kind::NotFound,
                "unknown_tournament",
                format!("There is no tournament {id} here: see the list of tournaments."),
            )
        })
    }
}

impl StandingsGrpc {
    /// The tournament that a request names, once the caller may ask.
    async fn asked<T>(
        &self,
        request: &Request<T>,
        tournament_id: fn(&T) -> &str,
    ) -> Result<Arc<Folded>, Status> {
        Caller::of(request)?.authorize(access::Standing::default())?;
        Ok(self.0.folded(tournament_id(request.get_ref())).await?)
    }
}

#[tonic::async_trait]
impl StandingsService for StandingsGrpc {
    async fn get_standings(
        &self,
        request: Request<GetStandingsRequest>,
    ) -> Result<Response<GetStandingsResponse>, Status> {
        Caller::of(&request)?.authorize(access::Standing::default())?;
        let asked = request.into_inner();
        let folded = self.0.folded(&asked.tournament_id).await?;
        let standings = list::list(&asked.tournament_id, &folded, asked.after_round)?;
        Ok(Response::new(GetStandingsResponse {
            standings: Some(standings),
        }))
    }

    async fn get_team_standings(
        &self,
        request: Request<proto::GetTeamStandingsRequest>,
    ) -> Result<Response<proto::GetTeamStandingsResponse>, Status> {
        let folded = self.asked(&request, |asked| &asked.tournament_id).await?;
        Ok(Response::new(rankings::teams(&folded)?))
    }

    async fn get_category_standings(
        &self,
        request: Request<proto::GetCategoryStandingsRequest>,
    ) -> Result<Response<proto::GetCategoryStandingsResponse>, Status> {
        let folded = self.asked(&request, |asked| &asked.tournament_id).await?;
        Ok(Response::new(rankings::category(
            &folded,
            request.get_ref(),
        )?))
    }

    async fn split_prizes(
        &self,
        request: Request<proto::SplitPrizesRequest>,
    ) -> Result<Response<proto::SplitPrizesResponse>, Status> {
        let folded = self.asked(&request, |asked| &asked.tournament_id).await?;
        Ok(Response::new(rankings::prizes(
            &folded,
            request.into_inner(),
        )?))
    }

    async fn get_finals(
        &self,
        request: Request<proto::GetFinalsRequest>,
    ) -> Result<Response<proto::GetFinalsResponse>, Status> {
        let folded = self.asked(&request, |asked| &asked.tournament_id).await?;
        Ok(Response::new(finals::matches(&folded)?))
    }

    async fn get_season(
        &self,
        request: Request<proto::GetSeasonRequest>,
    ) -> Result<Response<proto::GetSeasonResponse>, Status> {
        Caller::of(&request)?.authorize(access::Standing::default())?;
        Ok(Response::new(self.0.season(request.get_ref()).await?))
    }

    async fn catch_up(
        &self,
        request: Request<CatchUpRequest>,
    ) -> Result<Response<CatchUpResponse>, Status> {
        Caller::of(&request)?.authorize(access::Standing::default())?;
        self.0.follower.catch_up().await?;
        Ok(Response::new(CatchUpResponse {}))
    }
}
