//! Signed rating files.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, StatusCode, header};
use outflank_proto::ratings::v1 as ratings;
use outflank_runtime::{Problem, identifier};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    problem::ApiProblem,
    request::{Asked, Bearer, Route},
    rest::responses,
    state::Shared,
};

/// What is signed about a rating file.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingFileManifest {
    /// The file's name.
    #[schema(example = "20260718_EGP_ORESUND.ELO")]
    pub file_name: String,
    /// Its version, from 1.
    pub version: u32,
    /// The signed JSON text, byte for byte.
    pub manifest: String,
    /// Ed25519 signature of the manifest's bytes, base64url.
    pub signature: String,
    /// The raw public key, base64url.
    pub public_key: String,
    /// When it was made, cluster time in ms.
    pub at_ms: i64,
}

/// Which version is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct VersionQuery {
    /// This version; the newest when absent.
    #[serde(default)]
    pub version: Option<u32>,
}

async fn export(
    shared: &Shared,
    bearer: &Bearer,
    tournament_id: String,
    query: &VersionQuery,
) -> Result<ratings::Export, ApiProblem> {
    let request = bearer.ask(ratings::GetExportRequest {
        tournament_id,
        version: query.version.unwrap_or_default(),
    });
    let answer = shared.services.ratings().get_export(request).await?;
    let export = answer.into_inner().export;
    Ok(export.ok_or_else(|| Problem::internal("ratings answered without a file"))?)
}

/// The rating file of a confirmed tournament.
#[utoipa::path(get, path = "/tournaments/{tournament_id}/rating-file", tag = "ratings",
    params(("tournament_id" = String, Path, description = "The tournament"), VersionQuery),
    responses((status = 200, description = "The file", body = String, content_type = "text/plain"),
        (status = 304, description = "The file that `If-None-Match` names is the newest"), responses::Reading))]
pub async fn get_rating_file(
    State(shared): State<Shared>,
    bearer: Bearer,
    headers: HeaderMap,
    Route(tournament_id): Route<String>,
    Asked(query): Asked<VersionQuery>,
) -> Result<Response, ApiProblem> {
    let export = export(&shared, &bearer, tournament_id, &query).await?;
    let digest = identifier::derived_id(&[&String::from_utf8_lossy(&export.content)]);
    let tag = format!("\"{digest}\"");
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let cache = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    if known {
        return Ok((StatusCode::NOT_MODIFIED, cache).into_response());
    }
    let file = [
        (
            header::CONTENT_TYPE,
            "text/plain; charset=us-ascii".to_owned(),
        ),
        (header::CONTENT_DISPOSITION, attachment(&export.file_name)),
    ];
    Ok((StatusCode::OK, cache, file, export.content).into_response())
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
#[utoipa::path(get, path = "/tournaments/{tournament_id}/rating-file/manifest", tag = "ratings",
    params(("tournament_id" = String, Path, description = "The tournament"), VersionQuery),
    responses((status = 200, description = "The manifest", body = RatingFileManifest), responses::Reading))]
pub async fn get_manifest(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(tournament_id): Route<String>,
    Asked(query): Asked<VersionQuery>,
) -> Result<Json<RatingFileManifest>, ApiProblem> {
    let export = export(&shared, &bearer, tournament_id, &query).await?;
    Ok(Json(RatingFileManifest {
        file_name: export.file_name,
        version: export.version,
        manifest: String::from_utf8(export.manifest).map_err(Problem::internal)?,
        signature: URL_SAFE_NO_PAD.encode(export.signature),
        public_key: URL_SAFE_NO_PAD.encode(export.public_key),
        at_ms: export.at_ms,
    }))
}
