//! How much of unfinished requests is kept, and for how long.

use std::time::Duration;

/// What bounds the memory of requests that do not come to their end, on every face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyLimits {
    /// Bytes of all bodies that a process reads at a time. Beyond, the one that began first is given up: one of nobody in
    /// particular before an account's, and that before one of a holder of a seat or an office.
    pub all_bytes: usize,
    /// The same of one connection.
    pub connection_bytes: usize,
    /// A body that has not come to its end by then is given up, and so is a message of a stream.
    pub within: Duration,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self {
            all_bytes: 64 * 1024 * 1024,
            connection_bytes: 6 * 1024 * 1024,
            within: Duration::from_secs(20),
        }
    }
}
