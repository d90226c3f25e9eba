//! Accounts of programs, and API keys.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::StatusCode;
use outflank_proto::identity::v1 as identity;
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    cookies,
    problem::ApiProblem,
    request::{Bearer, JsonBody, Route},
    rest::{responses, sessions::Account},
    state::Shared,
};

/// What an API key is good for. Every key may read what its account may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiScope {
    /// Reading.
    Read,
    /// Claiming seats, and what the holder of a seat may do.
    Play,
    /// Holding events: what officials may do.
    Direct,
}

impl From<ApiScope> for identity::ApiScope {
    fn from(scope: ApiScope) -> Self {
        match scope {
            ApiScope::Read => Self::Read,
            ApiScope::Play => Self::Play,
            ApiScope::Direct => Self::Direct,
        }
    }
}

/// An API key without its secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApiKey {
    /// The part of the key that is no secret.
    #[schema(example = "5f0c2a9b7d31")]
    pub id: String,
    /// Whose key it is.
    pub account_id: String,
    /// What it is for.
    pub name: String,
    /// What it is good for.
    pub scopes: Vec<ApiScope>,
    /// When it was made, cluster time in ms.
    pub created_at_ms: i64,
    /// When it ends, cluster time in ms; null = never.
    #[schema(required)]
    pub expires_at_ms: Option<i64>,
    /// When it was last used, to the minute, cluster time in ms; null = not yet.
    #[schema(required)]
    pub last_used_at_ms: Option<i64>,
    /// When it was revoked, cluster time in ms; null while it stands.
    #[schema(required)]
    pub revoked_at_ms: Option<i64>,
}

impl From<identity::ApiKey> for ApiKey {
    fn from(key: identity::ApiKey) -> Self {
        let moment = |at_ms: i64| Some(at_ms).filter(|at_ms| *at_ms != 0);
        let scopes = key.scopes().filter_map(|scope| match scope {
            identity::ApiScope::Read => Some(ApiScope::Read),
            identity::ApiScope::Play => Some(ApiScope::Play),
            identity::ApiScope::Direct => Some(ApiScope::Direct),
            identity::ApiScope::Unspecified => None,
        });
        Self {
            scopes: scopes.collect(),
            id: key.id,
            account_id: key.account_id,
            name: key.name,
            created_at_ms: key.created_at_ms,
            expires_at_ms: moment(key.expires_at_ms),
            last_used_at_ms: moment(key.last_used_at_ms),
            revoked_at_ms: moment(key.revoked_at_ms),
        }
    }
}

/// A new program.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewProgram {
    /// The name it shows.
    pub display_name: String,
}

/// The programs of the calling account.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProgramList {
    /// The oldest first.
    pub programs: Vec<Account>,
}

/// A new API key.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewApiKey {
    /// A program of the calling account; absent = the calling account itself.
    #[serde(default)]
    pub account_id: Option<String>,
    /// What it is for.
    pub name: String,
    /// What it is good for.
    pub scopes: Vec<ApiScope>,
    /// When it ends, cluster time in ms; absent = never.
    #[serde(default)]
    pub expires_at_ms: Option<i64>,
}

/// A key that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssuedApiKey {
    /// What the list will show of it.
    pub api_key: ApiKey,
    /// The key, for the header `Authorization: Bearer`. It cannot be shown again.
    #[schema(example = "outflank_5f0c2a9b7d31_…")]
    pub key: String,
}

/// The keys of the calling account and of its programs.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApiKeyList {
    /// The newest first.
    pub api_keys: Vec<ApiKey>,
}

/// Makes an account for a program: it speaks by API keys, and the caller answers for it.
#[utoipa::path(post, path = "/account/programs", tag = "programs", request_body = NewProgram, security(("bearer" = [])),
    responses((status = 201, description = "The program's account", body = Account), responses::Acting))]
pub async fn create_program(
    State(shared): State<Shared>,
    bearer: Bearer,
    JsonBody(new): JsonBody<NewProgram>,
) -> Result<(StatusCode, Json<Account>), ApiProblem> {
    let request = bearer.ask(identity::CreateProgramRequest {
        display_name: new.display_name,
    });
    let answer = shared.services.identity().create_program(request).await?;
    let account = answer.into_inner().account;
    let account = account.ok_or_else(|| Problem::internal("identity made no account"))?;
    Ok((StatusCode::CREATED, Json(account.into())))
}

/// The programs of the calling account.
#[utoipa::path(get, path = "/account/programs", tag = "programs", security(("bearer" = [])),
    responses((status = 200, description = "The programs", body = ProgramList), responses::Reading))]
pub async fn list_programs(
    State(shared): State<Shared>,
    bearer: Bearer,
) -> Result<Json<ProgramList>, ApiProblem> {
    let request = bearer.ask(identity::ListProgramsRequest {});
    let answer = shared.services.identity().list_programs(request).await?;
    let programs = answer.into_inner().programs;
    Ok(Json(ProgramList {
        programs: programs.into_iter().map(Into::into).collect(),
    }))
}

/// Makes an API key for the calling account or a program of its own. It is shown this once.
#[utoipa::path(post, path = "/account/api-keys", tag = "programs", request_body = NewApiKey, security(("bearer" = [])),
    responses((status = 201, description = "The key", body = IssuedApiKey), responses::Acting))]
pub async fn issue_api_key(
    State(shared): State<Shared>,
    bearer: Bearer,
    JsonBody(new): JsonBody<NewApiKey>,
) -> Result<Response, ApiProblem> {
    let scopes = new.scopes.into_iter().map(identity::ApiScope::from);
    let request = bearer.ask(identity::IssueApiKeyRequest {
        account_id: new.account_id.unwrap_or_default(),
        name: new.name,
        scopes: scopes.map(Into::into).collect(),
        expires_at_ms: new.expires_at_ms.unwrap_or_default(),
    });
    let answer = shared.services.identity().issue_api_key(request).await?;
    let answer = answer.into_inner();
    let kept = answer.api_key;
    let issued = IssuedApiKey {
        api_key: kept
            .ok_or_else(|| Problem::internal("identity made no key"))?
            .into(),
        key: answer.key,
    };
    Ok(cookies::secret_json(StatusCode::CREATED, &issued))
}

/// The keys of the calling account and of its programs, without their secrets.
#[utoipa::path(get, path = "/account/api-keys", tag = "programs", security(("bearer" = [])),
    responses((status = 200, description = "The keys", body = ApiKeyList), responses::Reading))]
pub async fn list_api_keys(
    State(shared): State<Shared>,
    bearer: Bearer,
) -> Result<Json<ApiKeyList>, ApiProblem> {
    let request = bearer.ask(identity::ListApiKeysRequest {});
    let answer = shared.services.identity().list_api_keys(request).await?;
    let api_keys = answer.into_inner().api_keys;
    Ok(Json(ApiKeyList {
        api_keys: api_keys.into_iter().map(Into::into).collect(),
    }))
}

/// Ends an API key; the sockets and streams it opened end with it.
#[utoipa::path(delete, path = "/account/api-keys/{id}", tag = "programs", security(("bearer" = [])),
    params(("id" = String, Path, description = "The key's id")),
    responses((status = 204, description = "The key has ended"), responses::Acting))]
pub async fn revoke_api_key(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(id): Route<String>,
) -> Result<Response, ApiProblem> {
    let request = bearer.ask(identity::RevokeApiKeyRequest { id: id.clone() });
    shared.services.identity().revoke_api_key(request).await?;
    shared.api_keys.forget(&id);
    Ok(StatusCode::NO_CONTENT.into_response())
}
