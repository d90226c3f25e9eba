//! The web app, embedded in the binary.

use axum::{
    Extension,
    extract::Request,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, Method, StatusCode, header};
use outflank_access::identifier;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::{problem::ApiProblem, unread::Whole};

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Files;

/// Their names carry a digest of their content.
const HASHED: &str = "assets/";
/// What keeps the app on a device: where it is told that there is none, it takes itself away.
const WORKER: &str = "service-worker.js";
const INDEX: &str = "index.html";
const NOT_BUILT: &str = "The web app is not part of this build. Build it with `npm ci && npm run build` in web/, \
    then build the server again. The REST interface is at /api/docs.\n";

/// Answers everything that no route answers: a file of the app, its first page, or a problem.
pub async fn answer(request: Request) -> Response {
    let path = request.uri().path();
    let reserved = ["/api/", "/.well-known/"];
    if path == "/api" || reserved.iter().any(|prefix| path.starts_with(prefix)) {
        return ApiProblem::unknown_route(path).into_response();
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let refused = ApiProblem::wrong_method(request.method(), path).into_response();
        return ([(header::ALLOW, "GET, HEAD")], refused).into_response();
    }
    let name = path.trim_start_matches('/');
    if !name.is_empty()
        && let Some(file) = Files::get(name)
    {
        return serve(name, &file, request.headers());
    }
    // A page of the app has no file of its own; an asset that is gone must not look like a page.
    if name.starts_with(HASHED) || name == WORKER {
        return ApiProblem::unknown_route(path).into_response();
    }
    match Files::get(INDEX) {
        Some(index) => serve(INDEX, &index, request.headers()),
        None => (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response(),
    }
}

fn serve(name: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", identifier::hex(&file.metadata.sha256_hash()));
    let cache = if name.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|tags| {
            tags.split(',')
                .any(|known| known.trim().trim_start_matches("W/") == tag)
        });
    let common = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, cache.to_owned()),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, media_type(name))];
    // It is part of the program: nothing is kept for who reads it slowly.
    (common, kind, Extension(Whole(0)), file.data.clone()).into_response()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        _ => "application/octet-stream",
    }
}
