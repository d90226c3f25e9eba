//! What stands between an event and the ratings.

use outflank_access::{Caller, Problem, Standing};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{AccountId, Command};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, access_token, act,
    acts::{ActRequest, Addressed, act_response},
    official,
};
use crate::app::{Act, App, Authority};

impl PairingGrpc {
    pub(super) async fn confirm_listed_player(
        &self,
        request: Request<proto::ConfirmListedPlayerRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.confirm_listed_player(
                &asked.tournament_id,
                &act,
                &asked.entrant_id,
                asked.federation_number,
            )
            .await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }

    pub(super) async fn approve_event(
        &self,
        request: Request<proto::ApproveEventRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_administrator(request, |asked, act| {
            with_reason(act, (&asked.tournament_id, &asked.reason), |reason, by| {
                Command::ApproveEvent { reason, by }
            })
        })
        .await
    }

    pub(super) async fn withdraw_approval(
        &self,
        request: Request<proto::WithdrawApprovalRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_administrator(request, |asked, act| {
            with_reason(act, (&asked.tournament_id, &asked.reason), |reason, by| {
                Command::WithdrawApproval { reason, by }
            })
        })
        .await
    }

    pub(super) async fn declare_over_the_board(
        &self,
        request: Request<proto::DeclareOverTheBoardRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            with_reason(act, (&asked.tournament_id, &asked.reason), |reason, by| {
                Command::DeclareOverTheBoard { reason, by }
            })
        })
        .await
    }

    /// An act of an administrator of the deployment: identity says who is one.
    async fn by_administrator<T: Addressed>(
        &self,
        request: Request<T>,
        asks: impl FnOnce(&T, &Act) -> Result<ActRequest, Problem>,
    ) -> Answer<proto::ActResponse> {
        let token = access_token(&request);
        let administrator = self.0.is_administrator(token.as_deref()).await?;
        Caller::of(&request)?.authorize(Standing {
            administrator,
            ..Standing::default()
        })?;
        let id = request.get_ref().command_id();
        let act = act(&request, id, Authority::Administrator)?;
        self.done(request.get_ref(), act, asks).await
    }
}

/// An act that is a reason and who gives it.
fn with_reason(
    act: &Act,
    (tournament_id, reason): (&str, &str),
    command: impl FnOnce(String, AccountId) -> Command,
) -> Result<ActRequest, Problem> {
    let writing = act.writing(tournament_id, reason, (0, 0))?;
    Ok(ActRequest {
        command: command(writing.id.clone(), act.by()),
        writing: Some(writing),
    })
}
