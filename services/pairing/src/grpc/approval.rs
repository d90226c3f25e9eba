//! What stands between an event and the ratings.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{AccountId, Command};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc,
    acts::{ActRequest, act_response},
};
use crate::app::{Act, App, Authority};

impl PairingGrpc {
    pub(super) async fn confirm_listed_player(
        &self,
        request: Request<proto::ConfirmListedPlayerRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = self
            .with_offices(&request, Authority::OfficialOrOfficer)
            .await?;
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
