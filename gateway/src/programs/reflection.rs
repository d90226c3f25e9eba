//! Server reflection, for those who operate the server.

use std::sync::LazyLock;

use axum::{body::Body, extract::Request, response::Response};
use outflank_access::{Kind, Problem};
use outflank_proto::DESCRIPTOR_SET;
use tonic::service::Routes;
use tonic_reflection::server::Builder;
use tower::ServiceExt as _;

use crate::{
    bodies::{Framed, Sender},
    programs::{call, standing},
    state::Shared,
};

/// Largest message, in bytes: the name of a file or of what stands in one.
const MESSAGE_LIMIT: usize = 1024;

/// Both versions that clients speak.
pub const SERVICES: &str = "/grpc.reflection.v1";

static ROUTES: LazyLock<Option<Routes>> = LazyLock::new(|| {
    let builder = || {
        Builder::configure()
            .register_encoded_file_descriptor_set(DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let (newer, older) = (builder().build_v1().ok()?, builder().build_v1alpha().ok()?);
    let newer = newer.max_decoding_message_size(MESSAGE_LIMIT);
    let older = older.max_decoding_message_size(MESSAGE_LIMIT);
    Some(Routes::new(newer).add_service(older))
});

/// Answers a call by an administrator.
///
/// # Errors
/// When the caller is not one.
pub async fn answer(shared: &Shared, request: Request) -> Result<Response, Problem> {
    let token = call::bearer(request.headers());
    if !standing::is_administrator(shared, token).await? {
        return Err(Problem::new(
            Kind::Forbidden,
            "administrators_only",
            "Reflection is for the administrators of this server; the contracts are in the project's folder proto/.",
        ));
    }
    let routes = ROUTES
        .clone()
        .ok_or_else(|| Problem::internal("the contracts cannot be read"))?;
    let sender = Sender::of(request.extensions());
    let request = request.map(|body| Framed::of(&shared.bodies, sender, body));
    match routes.oneshot(request).await {
        Ok(answer) => Ok(answer.map(Body::new)),
        Err(never) => match never {},
    }
}
