//! Refresh tokens and device tokens in cookies that scripts cannot read.

use axum::response::Response;
use http::{HeaderMap, HeaderValue, header};

use crate::origin::PublicOrigin;

/// The refresh token's cookie.
pub const NAME: &str = "outflank_refresh";
/// The device token's.
const DEVICE: &str = "outflank_device";
/// As long as browsers keep any cookie, in s.
const DEVICE_LIFETIME_S: i64 = 400 * 24 * 60 * 60;
/// Nothing else is ever sent the cookies.
const PATH: &str = "/api/v1/sessions";

/// A refresh token and when it ends.
#[derive(Debug)]
pub struct Refresh {
    /// The opaque token.
    pub token: String,
    /// How long it is good for, in s.
    pub lifetime_s: i64,
    /// The device's token; empty where there is none.
    pub device_token: String,
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

    /// An answer with the refresh token and the device token on their carrier; `body` is given those that stand in the
    /// body.
    pub fn answer<E>(
        self,
        refresh: Refresh,
        body: impl FnOnce(String, String) -> Result<Response, E>,
    ) -> Result<Response, E> {
        match self {
            Self::Body => body(refresh.token, refresh.device_token),
            Self::Cookie { secure } => {
                let mut response = body(String::new(), String::new())?;
                let token = (NAME, refresh.token.as_str());
                set(&mut response, token, refresh.lifetime_s, secure);
                if !refresh.device_token.is_empty() {
                    let token = (DEVICE, refresh.device_token.as_str());
                    set(&mut response, token, DEVICE_LIFETIME_S, secure);
                }
                Ok(response)
            }
        }
    }
}

/// The same answer, which makes the browser forget the refresh token.
pub fn clear(mut response: Response, secure: bool) -> Response {
    set(&mut response, (NAME, ""), 0, secure);
    response
}

/// The refresh token that came in a cookie.
pub fn refresh_token(headers: &HeaderMap) -> Option<String> {
    cookie(headers, NAME)
}

/// The device token that came in a cookie.
pub fn device_token(headers: &HeaderMap) -> Option<String> {
    cookie(headers, DEVICE)
}

fn cookie(headers: &HeaderMap, wanted: &str) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, value)| *name == wanted && !value.is_empty())
        .map(|(_, value)| value.to_owned())
}

/// Without a lifetime left, the cookie is forgotten.
fn set(response: &mut Response, (name, token): (&str, &str), lifetime_s: i64, secure: bool) {
    let age = lifetime_s.max(0);
    let secure = if secure { "; Secure" } else { "" };
    let cookie =
        format!("{name}={token}; Path={PATH}; Max-Age={age}; HttpOnly; SameSite=Strict{secure}");
    if let Ok(value) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}
