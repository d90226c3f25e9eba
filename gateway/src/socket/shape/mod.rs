//! The shapes of what frames carry.

pub mod chat;
mod life;
pub mod table;

/// A text that is absent when empty.
fn present(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
