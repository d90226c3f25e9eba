//! Who is found by name: players of the federation's list, and accounts.

use outflank_access::{Caller, Standing};
use outflank_proto::{
    identity::v1::{FindAccountsRequest, FindAccountsResponse},
    pairing::v1 as proto,
};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, access_token, authorised, view};
use crate::app::App;

impl PairingGrpc {
    pub(super) async fn import_players_list(
        &self,
        request: Request<proto::ImportPlayersListRequest>,
    ) -> Answer<proto::ImportPlayersListResponse> {
        let caller = Caller::of(&request)?;
        let app = self.app();
        caller.authorize(Standing {
            administrator: app
                .is_administrator(access_token(&request).as_deref())
                .await?,
            ..Standing::default()
        })?;
        let content = request.into_inner().content;
        let imported = App::detached(async move { app.import_players(content).await }).await?;
        Ok(Response::new(proto::ImportPlayersListResponse {
            players: imported.players,
            problems: imported
                .problems
                .into_iter()
                .map(|(line, detail)| proto::LineProblem { line, detail })
                .collect(),
        }))
    }

    pub(super) async fn find_players(
        &self,
        request: Request<proto::FindPlayersRequest>,
    ) -> Answer<proto::FindPlayersResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let found = self.0.find_players(&asked.query, asked.limit).await?;
        Ok(Response::new(proto::FindPlayersResponse {
            players: found.into_iter().map(view::listed_player).collect(),
        }))
    }

    pub(super) async fn find_accounts(
        &self,
        request: Request<FindAccountsRequest>,
    ) -> Answer<FindAccountsResponse> {
        let caller = authorised(&request)?;
        let token = access_token(&request);
        let asked = request.into_inner();
        let by = caller.person()?;
        let found = self.0.find_accounts(by, token.as_deref(), asked).await?;
        Ok(Response::new(found))
    }
}
