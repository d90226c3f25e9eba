//! Who moderates: named and dismissed by administrators, told to everybody.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, authorised, officials::account};
use crate::app::moderation::Wanted;

impl PairingGrpc {
    pub(super) async fn get_moderators(
        &self,
        request: Request<proto::GetModeratorsRequest>,
    ) -> Answer<proto::ModeratorsResponse> {
        authorised(&request)?;
        self.moderators().await
    }

    pub(super) async fn name_moderator(
        &self,
        request: Request<proto::NameModeratorRequest>,
    ) -> Answer<proto::ModeratorsResponse> {
        self.administrator(&request).await?;
        let id = &request.get_ref().account_id;
        account(id)?;
        if !self.known_account(id).await?.operator_account_id.is_empty() {
            return Err(no_program().into());
        }
        let wanted = Wanted::Name(id.clone());
        self.keep_order(&request, wanted).await?;
        self.moderators().await
    }

    pub(super) async fn dismiss_moderator(
        &self,
        request: Request<proto::DismissModeratorRequest>,
    ) -> Answer<proto::ModeratorsResponse> {
        self.administrator(&request).await?;
        let id = &request.get_ref().account_id;
        account(id)?;
        let wanted = Wanted::Dismiss(id.clone());
        self.keep_order(&request, wanted).await?;
        self.moderators().await
    }

    async fn moderators(&self) -> Answer<proto::ModeratorsResponse> {
        let order = self.0.order().await?.state.0;
        let who = order.moderators().map(|(account, _)| account.to_owned());
        let named = self.named(who.collect()).await?;
        let all = order.moderators();
        Ok(Response::new(proto::ModeratorsResponse {
            moderators: all
                .map(|(account, at_ms)| proto::Moderator {
                    account: Some(named.account(account)),
                    at_ms,
                })
                .collect(),
        }))
    }
}

fn no_program() -> Problem {
    Problem::new(
        Kind::Invalid,
        "bad_account_id",
        "A program is no moderator; name a person's account with a password.",
    )
}
