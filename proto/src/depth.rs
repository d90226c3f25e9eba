//! A bound that the build and the codec share.

/// The deepest nesting of messages that is read or written.
pub const DEEPEST: usize = 32;
