//! Every error body is an RFC 9457 problem document, whoever refused.

use axum::{
    extract::rejection::{QueryRejection, RawPathParamsRejection},
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use outflank_access::{Kind, Problem, beginning, problem};
use outflank_proto::{
    json::{Code, Refusal},
    parameter,
    sentence::v1::{Parameter, parameter::Value},
};
use serde::Serialize;

/// What a limit that names no time of its own asks to wait, in seconds.
const RETRY_AFTER_S: u64 = 10;
/// So much of an address or a method is said back.
const LONGEST_SAID_CHARS: usize = 200;
/// The media type of problem documents.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request was refused (RFC 9457). A refused request changed nothing.
#[derive(Debug, Clone, Serialize)]
pub struct ProblemDocument {
    /// A URN made of the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// What kind of problem it is, a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// Stable machine-readable name.
    pub code: String,
    /// One sentence: what was wrong, where, and what would be right.
    pub detail: String,
    /// The paragraph that refused it; null when no rule text speaks.
    pub rule: Option<String>,
    /// What the sentence is made of, by name.
    #[serde(serialize_with = "parameter::serialize")]
    pub parameters: Vec<Parameter>,
    /// What in the request it is about, as the request calls it: `clocks[2].entrant_id`; null when it is about no one
    /// field.
    pub field: Option<String>,
}

/// A part of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestPart {
    /// In its address.
    Path,
    /// In its query.
    Query,
    /// In its body.
    Body,
}

impl RequestPart {
    fn code(self) -> &'static str {
        match self {
            Self::Path => "invalid_path",
            Self::Query => "invalid_query",
            Self::Body => "invalid_body",
        }
    }
}

/// A refusal on its way to an HTTP client.
#[derive(Debug, Clone)]
pub struct ApiProblem {
    status: StatusCode,
    title: &'static str,
    problem: Box<Problem>,
    retry_after_s: Option<u64>,
}

/// Put on every refused response, so that the counters know its code.
#[derive(Debug, Clone)]
pub struct RefusalCode(pub String);

impl ApiProblem {
    /// A problem whose status no service uses.
    fn of_http(status: StatusCode, title: &'static str, problem: Problem) -> Self {
        Self {
            status,
            title,
            problem: problem.into(),
            retry_after_s: None,
        }
    }

    /// No route has this path.
    pub fn unknown_route(path: &str) -> Self {
        problem!(
            Kind::NotFound,
            "unknown_route",
            "There is nothing at {path}: /api/docs lists every route.",
            path = beginning(path, LONGEST_SAID_CHARS),
        )
        .into()
    }

    /// The route has other methods.
    pub fn wrong_method(method: &http::Method, path: &str) -> Self {
        let problem = problem!(
            Kind::Invalid,
            "method_not_allowed",
            "{path} cannot be asked with {method}: /api/docs lists what it can.",
            path = beginning(path, LONGEST_SAID_CHARS),
            method = beginning(method.as_str(), LONGEST_SAID_CHARS),
        );
        Self::of_http(
            StatusCode::METHOD_NOT_ALLOWED,
            "Method not allowed",
            problem,
        )
    }

    /// The body has another media type than the one that is read here.
    pub fn wrong_media_type(wanted: &str) -> Self {
        let problem = problem!(
            Kind::Invalid,
            "unsupported_media_type",
            "The body must be sent with the header `Content-Type: {wanted}`.",
            wanted,
        );
        Self::of_http(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Wrong media type",
            problem,
        )
    }

    /// The body did not come in time.
    pub fn body_too_slow() -> Self {
        let problem = Problem::new(
            Kind::Invalid,
            "request_timeout",
            "The body did not arrive in time. Nothing changed; send it again.",
        );
        Self::of_http(StatusCode::REQUEST_TIMEOUT, "Too slow", problem)
    }

    /// A part of the request does not say what its contract asks for.
    pub fn unread(refusal: Refusal, part: RequestPart) -> Self {
        match refusal.code {
            Code::TooLarge => Self::too_large(),
            Code::MalformedJson => unread(refusal, "malformed_json").into(),
            _ => unread(refusal, part.code()).into(),
        }
    }

    /// The address cannot be read.
    pub fn invalid_path(rejection: &RawPathParamsRejection) -> Self {
        problem!(
            Kind::Invalid,
            "invalid_path",
            "The address cannot be read: {problem}.",
            problem = rejection.body_text(),
        )
        .into()
    }

    /// The body is larger than is taken.
    pub fn too_large() -> Self {
        let problem = Problem::new(
            Kind::Invalid,
            "body_too_large",
            "The body is larger than this route takes. Nothing changed.",
        );
        Self::of_http(StatusCode::PAYLOAD_TOO_LARGE, "Too large", problem)
    }

    /// The body's client broke off.
    pub fn cut_short() -> Self {
        Problem::new(
            Kind::Invalid,
            "body_cut_short",
            "The body ended before it was complete. Nothing changed; send it again.",
        )
        .into()
    }

    /// A limit was reached; it opens again after so many seconds.
    pub fn too_many(sentence: &'static str, retry_after_s: u64) -> Self {
        let problem = Problem::new(Kind::TooMany, "too_many_requests", sentence);
        let mut refused = Self::from(problem.with("retry_after_s", retry_after_s));
        refused.retry_after_s = Some(retry_after_s);
        refused
    }

    /// What sort of refusal it is.
    pub fn kind(&self) -> Kind {
        self.problem.kind
    }

    /// The document that a client gets.
    pub fn document(&self) -> ProblemDocument {
        ProblemDocument {
            kind: format!("urn:outflank:problem:{}", self.problem.code),
            title: self.title.to_owned(),
            status: self.status.as_u16(),
            code: self.problem.code.clone(),
            detail: self.problem.detail.clone(),
            rule: self.problem.rule.clone(),
            parameters: self.problem.parameters().to_vec(),
            field: self.problem.field().map(str::to_owned),
        }
    }
}

/// What does not say what its contract asks for, under this code; `mistake` says what kind of mistake it is.
pub fn unread(refusal: Refusal, code: &str) -> Problem {
    Problem::told(Kind::Invalid, code, refusal.sentence, refusal.parameters)
        .about(&refusal.field)
        .with("mistake", refusal.code.as_str())
}

impl From<Problem> for ApiProblem {
    fn from(problem: Problem) -> Self {
        let retry_after_s = (problem.kind == Kind::TooMany).then(|| retry_after_s(&problem));
        Self {
            status: StatusCode::from_u16(problem.kind.http_status())
                .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            title: problem.title(),
            problem: problem.into(),
            retry_after_s,
        }
    }
}

/// What a limit asks to wait, in seconds.
fn retry_after_s(problem: &Problem) -> u64 {
    let mut told = problem.parameters().iter();
    let told = told.find(|of| of.name == "retry_after_s");
    match told.and_then(|of| of.value.as_ref()) {
        Some(Value::Number(seconds)) => u64::try_from(*seconds).unwrap_or(RETRY_AFTER_S),
        _ => RETRY_AFTER_S,
    }
}

impl From<ApiProblem> for Problem {
    /// For a client that gets no document.
    fn from(refused: ApiProblem) -> Self {
        *refused.problem
    }
}

impl From<tonic::Status> for ApiProblem {
    fn from(status: tonic::Status) -> Self {
        Problem::from_status(&status).into()
    }
}

impl From<QueryRejection> for ApiProblem {
    fn from(rejection: QueryRejection) -> Self {
        problem!(
            Kind::Invalid,
            "invalid_query",
            "The query cannot be read: {problem}.",
            problem = rejection.body_text(),
        )
        .into()
    }
}

impl IntoResponse for ApiProblem {
    fn into_response(self) -> Response {
        let document = self.document();
        // A struct of strings and numbers always has a JSON form.
        let body = serde_json::to_vec(&document).unwrap_or_default();
        let mut response = (
            self.status,
            [
                (header::CONTENT_TYPE, PROBLEM_JSON),
                (header::CACHE_CONTROL, "no-store"),
            ],
            body,
        )
            .into_response();
        if let Some(seconds) = self.retry_after_s {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(RefusalCode(document.code));
        response
    }
}
