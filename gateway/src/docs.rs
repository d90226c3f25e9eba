//! A page that reads the OpenAPI document and lets every route be tried, without anything from elsewhere.

use axum::{
    Extension,
    response::{IntoResponse as _, Response},
};
use http::header;

use crate::unread::Whole;

fn page(kind: &'static str, text: &'static str) -> Response {
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        Extension(Whole(0)),
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

/// Every route, for machines.
pub async fn openapi() -> Response {
    page("application/json", outflank_proto::OPENAPI)
}

/// The live protocol's description, for machines.
pub async fn asyncapi() -> Response {
    page("application/json", outflank_proto::ASYNCAPI)
}
