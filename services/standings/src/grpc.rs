//! The contract: translate, authorise, answer from the fold.

use std::sync::Arc;

use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse},
    standings::v1::{
        GetStandingsRequest, GetStandingsResponse, standings_service_server::StandingsService,
    },
};
use outflank_runtime::{Caller, Kind, Problem, access};
use tonic::{Request, Response, Status};

use crate::{Standings, list, projection::Folded};

/// The service behind its contract.
#[derive(Debug, Clone)]
pub struct StandingsGrpc(pub Arc<Standings>);

impl Standings {
    /// The tournament as folded; one that is not there yet is looked for once more. Nothing is answered
    /// before the feed has been read to its end once: until then every list is an old one.
    async fn folded(&self, id: &str) -> Result<Arc<Folded>, Problem> {
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

    async fn catch_up(
        &self,
        request: Request<CatchUpRequest>,
    ) -> Result<Response<CatchUpResponse>, Status> {
        Caller::of(&request)?.authorize(access::Standing::default())?;
        self.0.follower.catch_up().await?;
        Ok(Response::new(CatchUpResponse {}))
    }
}
