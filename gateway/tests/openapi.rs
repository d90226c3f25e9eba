//! The OpenAPI document is checked in, because clients are generated from it.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{fs, path::Path};

#[test]
fn the_checked_in_document_is_the_served_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let document = outflank_gateway::openapi_json();
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(&path, &document).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == document,
        "gateway/openapi.json is not the served document: run this test with UPDATE_OPENAPI=1"
    );
}
