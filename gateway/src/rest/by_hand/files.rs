//! Signed files: rating files and evidence.

use axum::response::{IntoResponse as _, Response};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderName, StatusCode, header};
use outflank_access::{Problem, identifier};
use outflank_proto::{gateway::v1 as gateway, play::v1 as play, ratings::v1 as ratings};

use crate::{
    problem::ApiProblem,
    rest::{
        answer::{is_known, tagged},
        route::RouteRequest,
    },
};

/// The rating file of a confirmed tournament.
pub async fn get_export(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let request: ratings::GetExportRequest = asked.message()?;
    let answer: ratings::GetExportResponse = asked.ask(&bearer, &request).await?;
    let export = answer.export.ok_or_else(without_file)?;
    let digest = identifier::derived_id(&[&String::from_utf8_lossy(&export.content)]);
    let content_type = "text/plain; charset=us-ascii".to_owned();
    Ok(signed_file(
        &asked,
        &digest,
        (content_type, &export.file_name),
        export.content,
    ))
}

/// A file beside it.
pub async fn get_export_file(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let request: ratings::GetExportFileRequest = asked.message()?;
    let answer: ratings::GetExportFileResponse = asked.ask(&bearer, &request).await?;
    let file = answer.file.ok_or_else(without_file)?;
    Ok(signed_file(
        &asked,
        &file.sha256,
        (file.content_type, &file.file_name),
        file.content,
    ))
}

/// A file as an attachment, its digest its tag.
fn signed_file(
    asked: &RouteRequest,
    digest: &str,
    (content_type, file_name): (String, &str),
    content: Vec<u8>,
) -> Response {
    let tag = format!("\"{digest}\"");
    let file = [
        (header::CONTENT_TYPE, content_type),
        (header::CONTENT_DISPOSITION, attachment(file_name)),
    ];
    let whole = (!is_known(&asked.head.headers, &tag)).then_some((file, content));
    tagged(tag, "no-cache", whole)
}

fn without_file() -> Problem {
    Problem::internal("ratings answered without a file")
}

/// File names come from tournaments' names: only what needs no quoting stays.
fn attachment(file_name: &str) -> String {
    let plain: String = file_name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') {
                c
            } else {
                '_'
            }
        })
        .collect();
    format!("attachment; filename=\"{plain}\"")
}

/// What is signed about the rating file, and the signature.
pub async fn get_rating_manifest(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let wanted: gateway::GetRatingManifestRequest = asked.message()?;
    let request = bearer.ask(ratings::GetExportRequest {
        tournament_id: wanted.tournament_id,
        version: wanted.version,
    });
    let answer = asked.shared.services.ratings().get_export(request).await?;
    let export = answer.into_inner().export.ok_or_else(without_file)?;
    asked.answer(&gateway::RatingFileManifest {
        file_name: export.file_name,
        version: export.version,
        manifest: String::from_utf8(export.manifest).map_err(Problem::internal)?,
        signature: URL_SAFE_NO_PAD.encode(export.signature),
        public_key: URL_SAFE_NO_PAD.encode(export.public_key),
        at_ms: export.at_ms,
        superseded: export.superseded,
    })
}

/// What is known of the players' connections during a game, as a file. The signature of the JSON form comes in
/// `Outflank-Signature`, its key in `Outflank-Key-Id`.
pub async fn download_evidence(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let wanted: gateway::DownloadEvidenceRequest = asked.message()?;
    let format = wanted.format();
    let request = bearer.ask(play::GetEvidenceRequest {
        game_id: wanted.game_id,
        from_ms: wanted.from_ms,
        until_ms: wanted.until_ms,
    });
    let answer = asked.shared.services.play().get_evidence(request).await?;
    let found = answer.into_inner();
    let (kind, ending, content) = match format {
        gateway::EvidenceFormat::Csv => ("text/csv; charset=utf-8", "csv", found.document_csv),
        _ => ("application/json", "json", found.document_json),
    };
    let name: String = found
        .game_id
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    let head = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"evidence-{name}.{ending}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (
            HeaderName::from_static("outflank-signature"),
            found.signature,
        ),
        (HeaderName::from_static("outflank-key-id"), found.key_id),
    ];
    Ok((StatusCode::OK, head, content).into_response())
}
