//! From a message to the HTTP answer that the contract makes of it.

use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hasher as _},
};

use axum::{
    Extension,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use outflank_access::Problem;
use outflank_proto::json::{self, Fault};

use crate::{
    problem::ApiProblem,
    rest::{
        answers::{Answers, Made},
        route::Route,
    },
};

/// A field that this version has and the last one had not is seen at once: the same list has another tag.
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Route {
    /// The answer that a service's message makes.
    pub fn answer(
        &self,
        answers: &Answers,
        asked: &HeaderMap,
        message: &Bytes,
    ) -> Result<Response, ApiProblem> {
        let status = StatusCode::from_u16(self.method.status).map_err(Problem::internal)?;
        if status == StatusCode::NO_CONTENT {
            return Ok(status.into_response());
        }
        let tag = self.tag(message).map_err(Problem::internal)?;
        let mut response = match &tag {
            Some(tag) if is_known(asked, tag) => StatusCode::NOT_MODIFIED.into_response(),
            _ => {
                // What bears a tag is asked for again and again, and by many; a secret is kept nowhere.
                let document = tag.as_ref().filter(|_| !self.method.secret);
                let json = || self.json(message);
                let made = match document {
                    Some(tag) => answers.of((self.method.path, tag), message, asked, json),
                    None => json().map(Made::alone),
                };
                let made = made.map_err(Problem::internal)?;
                let kind = [(header::CONTENT_TYPE, "application/json")];
                let lent = made.lent().map(Extension);
                if made.is_compressed {
                    let coding = [
                        (header::CONTENT_ENCODING, "gzip"),
                        (header::VARY, "accept-encoding"),
                    ];
                    (status, kind, coding, lent, made.bytes).into_response()
                } else {
                    (status, kind, lent, made.bytes).into_response()
                }
            }
        };
        let headers = response.headers_mut();
        if let Some(tag) = tag {
            let tag = HeaderValue::try_from(tag).map_err(Problem::internal)?;
            headers.insert(header::ETAG, tag);
        }
        if self.method.secret {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        Ok(response)
    }

    fn json(&self, message: &[u8]) -> Result<Vec<u8>, Fault> {
        let mut out = Vec::new();
        match self.body_of {
            Some(field) => json::write_field(self.response, field, message, &mut out)?,
            None => json::write(self.response, message, &mut out)?,
        }
        Ok(out)
    }

    /// The ETag, read off the message: weak, because an answer may be compressed on its way. A version that comes again
    /// after a store was restored has other bytes behind it.
    fn tag(&self, message: &[u8]) -> Result<Option<String>, Fault> {
        let Some(((of, field), way)) = self.version.split_last() else {
            return Ok(None);
        };
        let mut part = Cow::Borrowed(message);
        let body = self.body_of.map(|body| (self.response, body));
        for (of, field) in body.iter().chain(way) {
            part = Cow::Owned(
                json::inner(of, field, &part)?
                    .unwrap_or_default()
                    .into_owned(),
            );
        }
        let version = json::scalar(of, field, &part)?.to_string();
        let mut digest = DefaultHasher::new();
        digest.write(message);
        let digest = digest.finish();
        Ok(Some(format!("W/\"{version}-{digest:x}-{VERSION}\"")))
    }
}

/// An answer that bears a tag and is kept as `cache` says: `whole`, or none of it for whoever has it already.
pub fn tagged(tag: String, cache: &str, whole: Option<impl IntoResponse>) -> Response {
    let head = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, cache.to_owned()),
    ];
    match whole {
        Some(whole) => (head, whole).into_response(),
        None => (StatusCode::NOT_MODIFIED, head).into_response(),
    }
}

/// Whether whoever asks has what bears this tag.
pub fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let values = asked.get_all(header::IF_NONE_MATCH).iter();
    let texts = values.filter_map(|value| value.to_str().ok());
    let mut tags = texts.flat_map(|text| text.split(',')).map(str::trim);
    let opaque = tag.trim_start_matches("W/");
    tags.any(|known| known == "*" || known.trim_start_matches("W/") == opaque)
}
