//! Signed, numbered rating exports.
