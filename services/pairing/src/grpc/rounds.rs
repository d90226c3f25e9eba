//! Results by hand, and the end of rounds.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{EnteredResult, LostBy, ResultKind};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, official};
use crate::app::{App, NewResult, check, invalid};

impl PairingGrpc {
    pub(super) async fn enter_result(
        &self,
        request: Request<proto::EnterResultRequest>,
    ) -> Answer<proto::EnterResultResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let entered = NewResult {
            round: asked.round,
            table: asked.table,
            result: entered_result(asked.black_discs, &asked.kind, &asked.lost_by)?,
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

/// A result as an official enters it, in the contract's words; one of which nothing is said is a score that was entered.
pub(super) fn entered_result(
    black_discs: Option<u32>,
    kind: &str,
    lost_by: &str,
) -> Result<EnteredResult, Problem> {
    let kind = match kind {
        "" => ResultKind::Ruling,
        kind => ResultKind::named(kind).ok_or_else(|| {
            invalid(
                "bad_result_kind",
                "A result is played, time_default, resigned, entered, adjudicated, forfeit, double_forfeit, no_show or \
                 walkover.",
            )
        })?,
    };
    let lost_by = match lost_by {
        "" => None,
        "black" => Some(LostBy::Black),
        "white" => Some(LostBy::White),
        "both" => Some(LostBy::Both),
        _ => {
            return Err(invalid(
                "bad_loser",
                "A result is lost by black, white or both.",
            ));
        }
    };
    Ok(EnteredResult {
        kind,
        black_discs: black_discs.map(check::black_discs).transpose()?,
        lost_by,
    })
}
