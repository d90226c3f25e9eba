//! Open streams, their next deadlines, and the heartbeats of processes.

use crate::StreamId;

/// What an entry does to its stream's row in the table of open streams and next deadlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeadlineChange {
    /// The row stays as it is.
    #[default]
    Keep,
    /// The stream is open and something falls due.
    Set {
        /// When, in ms since 1970.
        at_ms: i64,
    },
    /// The stream is open, but nothing falls due: a paused game.
    Wait,
    /// The stream is closed: it leaves the table.
    Clear,
}

/// Something falls due in a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// The stream.
    pub stream: StreamId,
    /// When, in ms since 1970.
    pub at_ms: i64,
}

/// A stream that has not been closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenStream {
    /// The stream.
    pub stream: StreamId,
    /// When something falls due in it, in ms since 1970, if anything does.
    pub deadline_ms: Option<i64>,
}

/// The last sign of life of one process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heartbeat {
    /// Name of the process, the same after a restart.
    pub process: String,
    /// When it was last known to run, in ms since 1970.
    pub at_ms: i64,
}
