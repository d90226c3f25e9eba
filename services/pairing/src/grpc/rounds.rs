//! Results by hand, and the end of rounds.

use outflank_proto::pairing::v1 as proto;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, official};
use crate::app::{App, EnteredResult};

impl PairingGrpc {
    pub(super) async fn enter_result(
        &self,
        request: Request<proto::EnterResultRequest>,
    ) -> Answer<proto::EnterResultResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let entered = EnteredResult {
            round: asked.round,
            table: asked.table,
            black_discs: asked.black_discs,
            reason: asked.reason,
        };
        let app = self.app();
        let done =
            App::detached(
                async move { app.enter_result(&asked.tournament_id, &act, &entered).await },
            )
            .await?;
        Ok(Response::new(proto::EnterResultResponse {
            round_taken_back: done.round_taken_back(),
            seq: done.seq,
        }))
    }

    pub(super) async fn finish_round(
        &self,
        request: Request<proto::FinishRoundRequest>,
    ) -> Answer<proto::FinishRoundResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done =
            App::detached(async move { app.finish(&asked.tournament_id, &act, asked.round).await })
                .await?;
        Ok(Response::new(proto::FinishRoundResponse { seq: done.seq }))
    }
}
