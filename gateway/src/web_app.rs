//! The web app.

use axum::{
    Extension,
    extract::{Request, State},
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, Method, StatusCode, header};
use outflank_access::identifier;
use rust_embed::EmbeddedFile;

use crate::{
    link_preview,
    problem::ApiProblem,
    rest::answer::{is_known, tagged},
    state::Shared,
    unread::Whole,
    web_files,
};

/// Their names carry a digest of their content.
const HASHED: &str = "assets/";
/// What keeps the app on a device: where it is told that there is none, it takes itself away.
const WORKER: &str = "service-worker.js";
const INDEX: &str = "index.html";
const HEAD_ENDS: &str = "</head>";
const NOT_BUILT: &str = "The web app is not part of this build. Build it with `npm ci && npm run build` in web/, \
    then build the server again. The REST interface is at /api/docs.\n";

/// Answers everything that no route answers: a file of the app, its first page, or a problem.
pub async fn answer(State(shared): State<Shared>, request: Request) -> Response {
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
        && let Some(file) = web_files::file(name)
    {
        return serve(name, &file, request.headers());
    }
    // A page of the app has no file of its own; an asset that is gone must not look like a page.
    if name.starts_with(HASHED) || name == WORKER {
        return ApiProblem::unknown_route(path).into_response();
    }
    match web_files::file(INDEX) {
        Some(index) => {
            let origin = shared.origin.configured();
            let tags = origin.and_then(|origin| link_preview::tags(origin, request.uri()));
            match tags.and_then(|tags| with_tags(&index, &tags)) {
                Some(page) => previewed(page, request.headers()),
                None => serve(INDEX, &index, request.headers()),
            }
        }
        None => (StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT).into_response(),
    }
}

/// The first page with tags in its head.
fn with_tags(index: &EmbeddedFile, tags: &str) -> Option<String> {
    let (head, rest) = std::str::from_utf8(&index.data)
        .ok()?
        .split_once(HEAD_ENDS)?;
    Some([head, tags, HEAD_ENDS, rest].concat())
}

/// A page that was made for its address.
fn previewed(page: String, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", identifier::derived_id(&[&page]));
    let kind = [(header::CONTENT_TYPE, media_type(INDEX))];
    let whole = (!is_known(headers, &tag)).then_some((kind, page));
    tagged(tag, "no-cache", whole)
}

fn serve(name: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", identifier::hex(&file.metadata.sha256_hash()));
    let cache = if name.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let kind = [(header::CONTENT_TYPE, media_type(name))];
    // It is part of the program: nothing is kept for who reads it slowly.
    let whole = || (kind, Extension(Whole(0)), file.data.clone());
    let whole = (!is_known(headers, &tag)).then(whole);
    tagged(tag, cache, whole)
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
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        _ => "application/octet-stream",
    }
}
