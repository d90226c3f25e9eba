//! The answer to an act that is known by its journal seq.

use serde::Serialize;
use utoipa::ToSchema;

/// An act was committed.
#[derive(Debug, Serialize, ToSchema)]
pub struct Committed {
    /// The journal seq that it brought the tournament to.
    pub seq: u64,
}

/// A text that is absent when empty.
pub fn present(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
