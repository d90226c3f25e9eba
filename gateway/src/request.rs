//! What handlers read from a request; whatever cannot be read is refused with a problem document.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::ConnectInfo;
use bytes::Bytes;
use http::{Extensions, HeaderMap, header};
use outflank_access::{Kind, Problem, identifier, problem};

use crate::problem::ApiProblem;

/// Longest command id.
pub const COMMAND_ID_LENGTH: usize = 64;

/// The caller's access token, not yet verified: services do that.
#[derive(Debug, Clone)]
pub struct Bearer(pub Option<String>);

impl Bearer {
    /// The token, if any.
    pub fn token(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// A message passed on in this caller's name.
    pub fn ask<T>(&self, message: T) -> tonic::Request<T> {
        outflank_transport::for_person(message, self.token())
    }

    /// Reads the header.
    ///
    /// # Errors
    /// When it names no token.
    pub fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        let Some(value) = headers.get(header::AUTHORIZATION) else {
            return Ok(Self(None));
        };
        let token = value
            .to_str()
            .ok()
            .and_then(|text| text.split_once(' '))
            .filter(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer") && !token.is_empty())
            .map(|(_, token)| token.trim().to_owned());
        match token {
            Some(token) => Ok(Self(Some(token))),
            None => Err(Problem::new(
                Kind::Unauthenticated,
                "token_refused",
                "The header must read `Authorization: Bearer` and an access token.",
            )),
        }
    }
}

/// Whether a text can be a command id: 1 to 64 visible ASCII characters.
pub fn is_command_id(text: &str) -> bool {
    (1..=COMMAND_ID_LENGTH).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
}

/// The header's command id, or a new one.
///
/// # Errors
/// When the header's cannot be one.
pub fn command_id(headers: &HeaderMap) -> Result<String, Problem> {
    match headers.get("idempotency-key") {
        None => identifier::random_id().map_err(Problem::internal),
        Some(value) => match value.to_str() {
            Ok(text) if is_command_id(text) => Ok(text.to_owned()),
            _ => Err(problem!(
                Kind::Invalid,
                "invalid_command_id",
                "The header `Idempotency-Key` takes 1 to {most} visible ASCII characters.",
                most = COMMAND_ID_LENGTH,
            )),
        },
    }
}

/// The address at the other end of a request's connection.
pub fn client_address(extensions: &Extensions) -> IpAddr {
    let address = extensions.get::<ConnectInfo<SocketAddr>>();
    address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| {
        address.ip().to_canonical()
    })
}

/// A body that is JSON; no body at all is an empty object.
///
/// # Errors
/// When it is of another type.
pub fn json(headers: &HeaderMap, body: Bytes) -> Result<Bytes, ApiProblem> {
    if body.is_empty() {
        return Ok(Bytes::from_static(b"{}"));
    }
    // A page elsewhere can make a browser send a form, but not this type, without asking us first.
    if !has_json_type(headers) {
        return Err(ApiProblem::wrong_media_type("application/json"));
    }
    Ok(body)
}

fn has_json_type(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}
