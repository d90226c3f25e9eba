//! What accounts are to games and tournaments now: connections outlive seats and offices.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use outflank_access::{Caller, Problem, Standing};
use outflank_proto::play::v1 as proto;
use tokio::time::timeout;
use tonic::{Request, Response};

use super::{
    Answer, PlayGrpc,
    reading::{AT_ONCE, check_tables},
};
use crate::app::{OwnTables, Viewer};

/// Pairing is asked for news first. When it does not answer by then, what it said last counts.
const NEWEST_WITHIN: Duration = Duration::from_secs(1);

impl PlayGrpc {
    pub(super) async fn read_viewers(
        &self,
        request: Request<proto::ReadViewersRequest>,
    ) -> Answer<proto::ReadViewersResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        check_tables(asked.games.len().max(asked.tournaments.len()))?;
        match timeout(NEWEST_WITHIN, self.0.catch_up()).await {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => tracing::debug!(%problem, "seats and offices are those known here"),
            Err(_) => tracing::debug!("seats and offices are those known here"),
        }
        let own_tables = &OwnTables::default();
        let games = stream::iter(asked.games).map(|of| async move {
            let told = self.0.viewers(own_tables, &of.game_id, of.account_ids);
            let viewers = known(told.await)?;
            let viewers = viewers.into_iter().map(Viewer::to_proto);
            Some(proto::GameViewers {
                game_id: of.game_id,
                viewers: viewers.map(Into::into).collect(),
            })
        });
        let tournaments = stream::iter(asked.tournaments).map(|of| async move {
            let directors = self.0.directors_among(&of.tournament_id, of.account_ids);
            Some(proto::TournamentDirectors {
                account_ids: known(directors.await)?,
                tournament_id: of.tournament_id,
            })
        });
        let read = proto::ReadViewersResponse {
            games: games
                .buffered(AT_ONCE)
                .filter_map(std::future::ready)
                .collect()
                .await,
            tournaments: tournaments
                .buffered(AT_ONCE)
                .filter_map(std::future::ready)
                .collect()
                .await,
        };
        Ok(Response::new(read))
    }
}

/// What could be read.
fn known<T>(read: Result<T, Problem>) -> Option<T> {
    read.inspect_err(|problem| tracing::warn!(%problem, "who listens could not be read"))
        .ok()
}
