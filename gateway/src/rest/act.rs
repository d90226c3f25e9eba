//! What is absent in an answer.

/// A text that is absent when empty.
pub fn present(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
