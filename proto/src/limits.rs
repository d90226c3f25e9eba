//! Bounds that the build and the codec share.

/// The deepest nesting of messages that is read or written.
pub const DEEPEST: usize = 32;

/// The greatest whole number that every reader of JSON holds exactly.
pub const GREATEST: i64 = (1 << 53) - 1;
