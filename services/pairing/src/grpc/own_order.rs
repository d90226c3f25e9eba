//! Order in casual play as every player has part in it: reporting, how one stands oneself, whom one has blocked.

use outflank_access::{Caller, Kind, Page, Problem, identifier::check_account_id};
use outflank_proto::pairing::v1 as proto;
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, act,
    casual::account as caller_of,
    moderation_view::{report_kind, restriction},
};
use crate::{
    app::{App, Authority, moderation::NewReport},
    records::BlockKey,
};

impl PairingGrpc {
    pub(super) async fn report_player(
        &self,
        request: Request<proto::ReportPlayerRequest>,
    ) -> Answer<proto::ReportPlayerResponse> {
        caller_of(&request)?;
        let by_guest = Caller::of(&request)?.person()?.light;
        let act = act(&request, &request.get_ref().command_id, Authority::Account)?;
        let asked = request.into_inner();
        check_account_id(&asked.account_id)?;
        let new = NewReport {
            by: act.actor,
            command_id: act.command_id,
            kind: report_kind(asked.kind()).ok_or_else(bad_report)?,
            game_id: asked.game_id,
            about: asked.account_id,
            text: asked.text,
            messages: asked.messages,
            by_guest,
        };
        let app = self.app();
        let report_id = App::detached(async move { app.report_player(&new).await }).await?;
        Ok(Response::new(proto::ReportPlayerResponse { report_id }))
    }

    pub(super) async fn get_casual_standing(
        &self,
        request: Request<proto::GetCasualStandingRequest>,
    ) -> Answer<proto::GetCasualStandingResponse> {
        let account = caller_of(&request)?.0;
        let standing = self.0.account_standing(&account).await?;
        Ok(Response::new(proto::GetCasualStandingResponse {
            mute: standing.mute.map(restriction),
            bar: standing.bar.map(restriction),
            moderator: standing.moderator,
        }))
    }

    pub(super) async fn block_player(
        &self,
        request: Request<proto::BlockPlayerRequest>,
    ) -> Answer<proto::BlockPlayerResponse> {
        let account = caller_of(&request)?.0;
        let blocked = request.into_inner().account_id;
        self.known_account(&blocked).await?;
        let app = self.app();
        App::detached(async move { app.block(&account, &blocked).await }).await?;
        Ok(Response::new(proto::BlockPlayerResponse {}))
    }

    pub(super) async fn unblock_player(
        &self,
        request: Request<proto::UnblockPlayerRequest>,
    ) -> Answer<proto::UnblockPlayerResponse> {
        let account = caller_of(&request)?.0;
        let blocked = request.into_inner().account_id;
        self.known_account(&blocked).await?;
        let app = self.app();
        App::detached(async move { app.unblock(&account, &blocked).await }).await?;
        Ok(Response::new(proto::UnblockPlayerResponse {}))
    }

    pub(super) async fn list_blocks(
        &self,
        request: Request<proto::ListBlocksRequest>,
    ) -> Answer<proto::ListBlocksResponse> {
        let account = caller_of(&request)?.0;
        let asked = request.into_inner();
        let query = ("blocks", &account);
        let page: Page<BlockKey> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let (rows, next_page_token) = self.0.blocks_of(&account, &page).await?;
        let who = rows.iter().map(|row| row.blocked_id.clone()).collect();
        let named = self.named(who).await?;
        Ok(Response::new(proto::ListBlocksResponse {
            blocks: rows
                .iter()
                .map(|row| proto::BlockedPlayer {
                    account: Some(named.account(&row.blocked_id)),
                    at_ms: row.at_ms,
                })
                .collect(),
            next_page_token,
        }))
    }
}

fn bad_report() -> Problem {
    Problem::new(
        Kind::Invalid,
        "bad_report",
        "Say what is reported: `abusive_chat`, for example.",
    )
}
