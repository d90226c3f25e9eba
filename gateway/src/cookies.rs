//! Refresh tokens in a cookie that scripts cannot read.

use axum::response::Response;
use http::{HeaderMap, HeaderValue, header};

use crate::origin::PublicOrigin;

/// The cookie's name.
pub const NAME: &str = "outflank_refresh";
/// Nothing else is ever sent the cookie.
const PATH: &str = "/api/v1/sessions";

/// A refresh token and when it ends.
#[derive(Debug)]
pub struct Refresh {
    /// The opaque token.
    pub token: String,
    /// How long it is good for, in s.
    pub lifetime_s: i64,
}

/// Where a refresh token goes: into the body, or into a cookie.
#[derive(Debug, Clone, Copy)]
pub enum RefreshTokenCarrier {
    /// Into the answer's body.
    Body,
    /// Into a cookie, sent back over TLS alone if that is how it came.
    Cookie {
        /// Whether the connection is TLS.
        secure: bool,
    },
}

impl RefreshTokenCarrier {
    /// As the client wants it.
    pub fn wanted(cookie: bool, origin: &PublicOrigin, headers: &HeaderMap) -> Self {
        if cookie {
            Self::Cookie {
                secure: origin.is_secure(headers),
            }
        } else {
            Self::Body
        }
    }

    /// An answer with the refresh token on its carrier; `body` is given the one that stands in the body.
    pub fn answer<E>(
        self,
        refresh: Refresh,
        body: impl FnOnce(String) -> Result<Response, E>,
    ) -> Result<Response, E> {
        match self {
            Self::Body => body(refresh.token),
            Self::Cookie { secure } => {
                let mut response = body(String::new())?;
                set(&mut response, &refresh.token, refresh.lifetime_s, secure);
                Ok(response)
            }
        }
    }
}

/// The same answer, which makes the browser forget the cookie.
pub fn clear(mut response: Response, secure: bool) -> Response {
    set(&mut response, "", 0, secure);
    response
}

/// The refresh token that came in a cookie.
pub fn refresh_token(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, value)| *name == NAME && !value.is_empty())
        .map(|(_, value)| value.to_owned())
}

/// Without a lifetime left, the cookie is forgotten.
fn set(response: &mut Response, token: &str, lifetime_s: i64, secure: bool) {
    let age = lifetime_s.max(0);
    let secure = if secure { "; Secure" } else { "" };
    let cookie =
        format!("{NAME}={token}; Path={PATH}; Max-Age={age}; HttpOnly; SameSite=Strict{secure}");
    if let Ok(value) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}
