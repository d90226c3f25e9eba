//! The contract: translate, authorise, answer from the fold.

use std::{sync::Arc, time::Duration};

use outflank_access::{Caller, Kind, Problem, Standing, beginning, problem};
use outflank_proto::{
    feed::v1::{CatchUpRequest, CatchUpResponse},
    standings::v1::{
        self as proto, GetStandingsRequest, GetStandingsResponse,
        standings_service_server::StandingsService,
    },
};
use prost::Message as _;
use tonic::{Request, Response, Status};

use crate::{List, Standings, Version, finals, list, projection::Folded, rankings};

/// Longest beginning of an id that is said back.
const LONGEST_SAID_CHARS: usize = 64;

/// The service behind its contract.
#[derive(Debug, Clone)]
pub struct StandingsGrpc(pub Arc<Standings>);

impl Standings {
    /// The tournament as folded. Nothing is answered before it is known where the feed ends: what is read from pairing
    /// earlier would not be folded on.
    pub(crate) async fn folded(&self, id: &str) -> Result<Arc<Folded>, Problem> {
        self.caught_up
            .get_or_try_init(|| self.follower.catch_up())
            .await?;
        if let Some(folded) = self.projection.kept(id)
            && self.is_behind_another(id, folded.version).await
        {
            self.follower.catch_up().await?;
        }
        self.projection.tournament(id).await?.ok_or_else(|| {
            problem!(
                Kind::NotFound,
                "unknown_tournament",
                "There is no tournament {tournament_id:?} here: see the list of tournaments.",
                tournament_id = beginning(id, LONGEST_SAID_CHARS),
            )
        })
    }
}

/// A list that an instance has shown is kept so long for the others: far longer than they need to come as far.
const KEPT: Duration = Duration::from_secs(30);

impl Standings {
    /// Whether another instance has shown a newer list: whoever was told of it is not to be shown an older one.
    async fn is_behind_another(&self, id: &str, version: u64) -> bool {
        let shown = self
            .live
            .snapshot(&self.snapshot_key(id))
            .await
            .ok()
            .flatten();
        shown.is_some_and(|shown| shown.seq > version)
    }

    /// The list as the instance that is furthest ahead has shown it; `None` where this one is, or would read it anew.
    async fn shown_by_another(&self, id: &str) -> Option<proto::Standings> {
        let own = self.projection.kept(id)?.version;
        let shown = self
            .live
            .snapshot(&self.snapshot_key(id))
            .await
            .ok()
            .flatten()?;
        let list = proto::Standings::decode(shown.bytes).ok()?;
        (shown.seq > own && list.version == shown.seq).then_some(list)
    }

    /// Versions of one store say nothing of another's.
    fn snapshot_key(&self, tournament_id: &str) -> String {
        format!("standings/{}/{tournament_id}", self.projection.epoch())
    }

    /// The newest list of a tournament, made once of each state of it, however many ask.
    fn newest_list(&self, id: &str, folded: &Arc<Folded>) -> Result<Arc<List>, Problem> {
        let is_its = |kept: &Arc<List>| folded.is(&kept.made_of);
        if let Some(kept) = self.lists.get(id).filter(is_its) {
            return Ok(kept);
        }
        let list = Arc::new(List {
            made_of: Arc::downgrade(folded),
            list: list::list(id, folded, 0)?,
        });
        self.lists.keep(id.to_owned(), Arc::clone(&list));
        Ok(list)
    }

    /// Keeps a list for instances that have not come so far.
    fn show_others(&self, id: &str, list: &proto::Standings) {
        let version = Version(list.version);
        if self.shown.get(id) != Some(version) {
            self.shown.keep(id.to_owned(), version);
            let (live, key) = (Arc::clone(&self.live), self.snapshot_key(id));
            let (version, bytes) = (list.version, list.encode_to_vec().into());
            tokio::spawn(async move {
                if let Err(error) = live.put_snapshot(&key, version, bytes, KEPT).await {
                    tracing::debug!(%error, "other instances are not shown a list");
                }
            });
        }
    }
}

impl StandingsGrpc {
    /// The tournament that a request names, once the caller may ask.
    async fn asked<T>(
        &self,
        request: &Request<T>,
        tournament_id: fn(&T) -> &str,
    ) -> Result<Arc<Folded>, Status> {
        Caller::of(request)?.authorize(Standing::default())?;
        Ok(self.0.folded(tournament_id(request.get_ref())).await?)
    }
}

#[tonic::async_trait]
impl StandingsService for StandingsGrpc {
    async fn get_standings(
        &self,
        request: Request<GetStandingsRequest>,
    ) -> Result<Response<GetStandingsResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.into_inner();
        let newest = asked.after_round == 0;
        if newest && let Some(list) = self.0.shown_by_another(&asked.tournament_id).await {
            return Ok(Response::new(GetStandingsResponse {
                standings: Some(list),
            }));
        }
        let folded = self.0.folded(&asked.tournament_id).await?;
        let standings = if newest {
            let newest = self.0.newest_list(&asked.tournament_id, &folded)?;
            // Of an event that rests every instance reads the same: a walk over the archive shares nothing.
            if !folded.rests() {
                self.0.show_others(&asked.tournament_id, &newest.list);
            }
            newest.list.clone()
        } else {
            list::list(&asked.tournament_id, &folded, asked.after_round)?
        };
        Ok(Response::new(GetStandingsResponse {
            standings: Some(standings),
        }))
    }

    async fn get_team_standings(
        &self,
        request: Request<proto::GetTeamStandingsRequest>,
    ) -> Result<Response<proto::GetTeamStandingsResponse>, Status> {
        let folded = self.asked(&request, |asked| &asked.tournament_id).await?;
        let made = self.0.made.of(&folded, request.get_ref(), rankings::teams);
        Ok(Response::new(made?))
    }

    async fn get_category_standings(
        &self,
        request: Request<proto::GetCategoryStandingsRequest>,
    ) -> Result<Response<proto::GetCategoryStandingsResponse>, Status> {
        let folded = self.asked(&request, |asked| &asked.tournament_id).await?;
        let asked = rankings::plain(request.into_inner())?;
        let make = |folded: &Folded| rankings::category(folded, &asked);
        // There are more codes of nations than lists that anybody looks for.
        let list = match rankings::lists_anybody(&folded, &asked) {
            true => self.0.made.of(&folded, &asked, make)?,
            false => make(&folded)?,
        };
        Ok(Response::new(list))
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
        let made = self.0.made.of(&folded, request.get_ref(), finals::matches);
        Ok(Response::new(made?))
    }

    async fn get_season(
        &self,
        request: Request<proto::GetSeasonRequest>,
    ) -> Result<Response<proto::GetSeasonResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        Ok(Response::new(self.0.season(request.get_ref()).await?))
    }

    async fn catch_up(
        &self,
        request: Request<CatchUpRequest>,
    ) -> Result<Response<CatchUpResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        self.0.follower.catch_up().await?;
        Ok(Response::new(CatchUpResponse {}))
    }
}
