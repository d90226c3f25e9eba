//! The end of an API key, which this gateway knows of without being told.

use axum::response::Response;
use outflank_access::identifier;
use outflank_proto::identity::v1 as identity;

use crate::{problem::ApiProblem, rest::route::RouteRequest};

/// Ends an API key; the sockets and streams it opened end with it.
pub async fn revoke_api_key(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let request: identity::RevokeApiKeyRequest = asked.message()?;
    let ended: identity::RevokeApiKeyResponse = asked.ask(&bearer, &request).await?;
    let session = identifier::session_of_key(&request.id);
    asked.shared.connections.end_session(&session);
    asked.answer(&ended)
}
