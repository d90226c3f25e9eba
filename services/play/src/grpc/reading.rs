//! Reads: each answers what its viewer may see.

use outflank_proto::play::v1 as proto;
use outflank_runtime::{Caller, Problem, access::Standing};
use tonic::{Request, Response};

use super::{
    Answer, PlayGrpc,
    view::{self, Showing},
};
use crate::app::{Seen, Watcher};

impl PlayGrpc {
    pub(super) async fn table_for(
        &self,
        request: Request<proto::GetTableRequest>,
    ) -> Answer<proto::GetTableResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let game = self.0.game(&asked.game_id).await?;
        let seen = self.0.seen(game, &watcher).await?;
        Ok(Response::new(proto::GetTableResponse {
            table: Some(self.show(&seen).await?),
            look_again_ms: seen.look_again_ms.unwrap_or(0),
        }))
    }

    pub(super) async fn tables_for(
        &self,
        request: Request<proto::ListTablesRequest>,
    ) -> Answer<proto::ListTablesResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let mut tables = Vec::new();
        let mut look_again_ms: Option<i64> = None;
        for game in self.0.games(&asked.tournament_id, asked.round).await? {
            let seen = self.0.seen(game, &watcher).await?;
            look_again_ms = match (look_again_ms, seen.look_again_ms) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
            tables.push(self.show(&seen).await?);
        }
        Ok(Response::new(proto::ListTablesResponse {
            tables,
            look_again_ms: look_again_ms.unwrap_or(0),
        }))
    }

    pub(super) async fn entries_for(
        &self,
        request: Request<proto::ReadEntriesRequest>,
    ) -> Answer<proto::ReadEntriesResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let game = self.0.game(&asked.game_id).await?;
        let seen = self.0.seen(game, &watcher).await?;
        Ok(Response::new(proto::ReadEntriesResponse {
            entries: self.0.entries(&seen, asked.after_seq).await?,
            table: Some(self.show(&seen).await?),
            look_again_ms: seen.look_again_ms.unwrap_or(0),
            viewer: seen.viewer.to_proto().into(),
        }))
    }

    async fn show(&self, seen: &Seen) -> Result<proto::Table, Problem> {
        let reasons = self.0.reasons(&seen.game).await?;
        let showing = Showing {
            as_of_ms: seen.as_of_ms,
            audience: seen.viewer.audience(),
            policy: self.0.policy(&seen.game).await?,
            delayed: seen.delayed,
            reasons: &reasons,
        };
        Ok(view::table(&seen.game, &showing))
    }
}
