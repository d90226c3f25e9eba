//! A page that reads the OpenAPI document and lets every route be tried, without anything from elsewhere.

use axum::response::{IntoResponse as _, Response};
use http::header;

fn page(kind: &'static str, text: &'static str) -> Response {
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        text,
    )
        .into_response()
}

/// The page.
pub async fn index() -> Response {
    page("text/html; charset=utf-8", include_str!("docs/index.html"))
}

/// Its style.
pub async fn style() -> Response {
    page("text/css; charset=utf-8", include_str!("docs/docs.css"))
}

/// Its script.
pub async fn script() -> Response {
    page(
        "text/javascript; charset=utf-8",
        include_str!("docs/docs.js"),
    )
}

/// The live protocol as an `AsyncAPI` 3 document: every frame with its fields and an example.
pub const ASYNCAPI: &str = include_str!("docs/asyncapi.json");

/// The live protocol's description, for machines.
pub async fn asyncapi() -> Response {
    page("application/json", ASYNCAPI)
}
