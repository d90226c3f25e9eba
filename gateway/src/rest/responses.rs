//! The problem answers that routes of one sort share, for the OpenAPI document.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder, schema::Schema},
};

use crate::problem::PROBLEM_JSON;

type Responses = BTreeMap<String, RefOr<Response>>;

const MEANINGS: [(u16, &str); 10] = [
    (400, "The request cannot be read"),
    (401, "Nobody is signed in, or the token is not good"),
    (403, "Somebody is signed in who may not do this"),
    (404, "There is no such thing"),
    (
        409,
        "A rule or the present state refuses it; nothing changed",
    ),
    (413, "The body is too large"),
    (415, "The body has another media type"),
    (
        429,
        "Too many requests; `Retry-After` says how many seconds to wait",
    ),
    (500, "The server's own fault; nothing was acknowledged"),
    (
        503,
        "A part of the server cannot answer now; send it again with the same key",
    ),
];

fn problems(statuses: &[u16]) -> Responses {
    let document = RefOr::<Schema>::Ref(Ref::from_schema_name("ProblemDocument"));
    let content = ContentBuilder::new().schema(Some(document)).build();
    MEANINGS
        .iter()
        .filter(|(status, _)| statuses.contains(status))
        .map(|(status, meaning)| {
            let response = ResponseBuilder::new()
                .description(*meaning)
                .content(PROBLEM_JSON, content.clone())
                .build();
            (status.to_string(), RefOr::T(response))
        })
        .collect()
}

/// What a public reading route may answer besides its document.
pub struct Reading;

impl IntoResponses for Reading {
    fn responses() -> Responses {
        problems(&[400, 401, 404, 500, 503])
    }
}

/// What an act of a signed-in person may answer besides its document.
pub struct Acting;

impl IntoResponses for Acting {
    fn responses() -> Responses {
        problems(&[400, 401, 403, 404, 409, 413, 415, 500, 503])
    }
}
