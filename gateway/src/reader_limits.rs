//! How much may wait for those who read slowly, and how long it waits.

use std::time::Duration;

/// What bounds the memory that a client costs who does not read, on every face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReaderLimits {
    /// Bytes of tables and chat that wait for one socket or stream before nothing more of them is added: the frame that
    /// reaches it is the last. Games are then to be watched again, and answers to `watch` wait.
    pub table_bytes: usize,
    /// Bytes of answers and short news that may wait beside them; one frame more ends the connection.
    pub answer_bytes: usize,
    /// Bytes kept for plain answers that one connection has not read: beyond, what it asks for waits, and is answered
    /// only then.
    pub plain_bytes: usize,
    /// Bytes that may wait for all clients of a process together: beyond, whoever has no seat and no office gets no more
    /// tables, and the connections for which most waits are ended, the anonymous first.
    pub all_bytes: usize,
    /// Messages of a table's chat that `watch` is answered with, the newest.
    pub chat_messages: u32,
    /// A reader is given up for whom something waits while it has taken nothing for so long.
    pub patience: Duration,
}

impl Default for ReaderLimits {
    fn default() -> Self {
        Self {
            table_bytes: 256 * 1024,
            answer_bytes: 128 * 1024,
            plain_bytes: 512 * 1024,
            all_bytes: 256 * 1024 * 1024,
            chat_messages: 100,
            patience: Duration::from_secs(20),
        }
    }
}
