//! Who is found by name: players of the federation's list, and accounts.

use outflank_access::{Caller, Standing};
use outflank_proto::{
    identity::v1::{FindAccountsRequest, FindAccountsResponse},
    pairing::v1 as proto,
};
use tonic::{Request, Response, Status};

use super::{Answer, PairingGrpc, access_token, authorised, view};
use crate::{app::App, records::PlayersList};

impl PairingGrpc {
    /// The account of an administrator.
    pub(super) async fn administrator<T>(&self, request: &Request<T>) -> Result<String, Status> {
        let caller = Caller::of(request)?;
        let token = access_token(request);
        caller.authorize(Standing {
            administrator: self.app().is_administrator(token.as_deref()).await?,
            ..Standing::default()
        })?;
        Ok(caller.person()?.account_id.clone())
    }

    pub(super) async fn import_players_list(
        &self,
        request: Request<proto::ImportPlayersListRequest>,
    ) -> Answer<proto::ImportPlayersListResponse> {
        let by = self.administrator(&request).await?;
        let app = self.app();
        let content = request.into_inner().content;
        let imported = App::detached(async move { app.import_players(&by, content).await }).await?;
        let problems = imported.problems.into_iter();
        Ok(Response::new(proto::ImportPlayersListResponse {
            players: imported.list.players,
            problems: problems
                .map(|(line, detail)| proto::LineProblem { line, detail })
                .collect(),
            list: Some(shown(imported.list, true)),
        }))
    }

    pub(super) async fn get_players_lists(
        &self,
        request: Request<proto::GetPlayersListsRequest>,
    ) -> Answer<proto::GetPlayersListsResponse> {
        self.administrator(&request).await?;
        let lists = all_shown(self.0.players_lists().await?);
        Ok(Response::new(proto::GetPlayersListsResponse { lists }))
    }

    pub(super) async fn take_back_players_list(
        &self,
        request: Request<proto::TakeBackPlayersListRequest>,
    ) -> Answer<proto::TakeBackPlayersListResponse> {
        let by = self.administrator(&request).await?;
        let app = self.app();
        let number = request.get_ref().number;
        let lists =
            App::detached(async move { app.take_back_players_list(&by, number).await }).await?;
        let lists = all_shown(lists);
        Ok(Response::new(proto::TakeBackPlayersListResponse { lists }))
    }

    pub(super) async fn read_official_ratings(
        &self,
        request: Request<proto::ReadOfficialRatingsRequest>,
    ) -> Answer<proto::ReadOfficialRatingsResponse> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let asked = request.get_ref();
        let told = self
            .0
            .official_ratings(asked.known_version, asked.after)
            .await?;
        let ratings = told.ratings.into_iter();
        let ratings = ratings.map(|(federation_number, rating)| proto::OfficialRating {
            federation_number,
            rating,
        });
        Ok(Response::new(proto::ReadOfficialRatingsResponse {
            version: told.version,
            imported_at_ms: told.imported_at_ms,
            ratings: ratings.collect(),
            goes_on: told.goes_on,
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

/// Lists, the latest first: the first that stands is the one that counts.
fn all_shown(lists: Vec<PlayersList>) -> Vec<proto::PlayersList> {
    let mut counts = true;
    let lists = lists.into_iter().map(|list| {
        let current = counts && list.stands();
        counts &= !current;
        shown(list, current)
    });
    lists.collect()
}

fn shown(list: PlayersList, current: bool) -> proto::PlayersList {
    proto::PlayersList {
        number: list.number,
        sha256: list.sha256,
        players: list.players,
        problems: list.problems,
        by_account_id: list.by_account_id,
        at_ms: list.at_ms,
        current,
        taken_back_by_account_id: list.taken_back_by.unwrap_or_default(),
        taken_back_at_ms: list.taken_back_at_ms.unwrap_or_default(),
    }
}
