//! Which engine decided.

/// Edition of the engine. Whoever changes how it pairs or ranks counts it up: an engine of this edition has to come to the
/// same of a stream that names it, and says nothing of what another edition decided.
pub const ENGINE_EDITION: u32 = 1;
