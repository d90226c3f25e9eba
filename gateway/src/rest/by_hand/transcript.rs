//! What the players of a finished game sign, which is a part of its table.

use axum::response::Response;
use outflank_access::{Kind, Problem};
use outflank_proto::{gateway::v1 as gateway, play::v1 as play};

use crate::{problem::ApiProblem, rest::route::RouteRequest};

/// The canonical transcript of a finished game, its digest, and the server's countersignature.
pub async fn get_transcript(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let wanted: gateway::GetTranscriptRequest = asked.message()?;
    let request = bearer.ask(play::GetTableRequest {
        game_id: wanted.game_id.clone(),
        ..play::GetTableRequest::default()
    });
    let answer = asked.shared.services.play().get_table(request).await?;
    let table = answer.into_inner().table.unwrap_or_default();
    let signed = table.confirmation.ok_or_else(|| {
        Problem::new(
            Kind::NotFound,
            "not_finished",
            "There is a transcript to sign once the game is finished.",
        )
    })?;
    asked.answer(&gateway::SignedTranscript {
        game_id: wanted.game_id,
        text: signed.transcript,
        digest: signed.digest,
        state: signed.state,
        black_confirmed: signed.black_confirmed,
        white_confirmed: signed.white_confirmed,
        by_silence: signed.by_silence,
        statement: signed.statement,
        countersignature: signed.countersignature,
        key_id: signed.key_id,
    })
}
