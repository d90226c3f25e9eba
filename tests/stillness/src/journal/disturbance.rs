//! What may come between a process and its journal.

use std::{collections::BTreeSet, sync::Arc};

use async_trait::async_trait;
use outflank_journal::{
    JournalError, StreamId,
    writer::{InsertError, Row},
};

use super::{Broken, Memory};

/// What happens on one process's way to its journal. As it stands here, nothing happens.
#[async_trait]
pub trait Disturbance: Send + Sync + 'static {
    /// Returns while the process lives, never afterwards.
    async fn go_on(&self) {}

    /// The way of a read, or of a small write, to the database and back.
    async fn reach(&self, _doing: &'static str) -> Result<(), JournalError> {
        Ok(())
    }

    /// A commit, from its first byte to the word of it: the streams whose row was written.
    async fn commit(
        &self,
        memory: &Arc<Memory>,
        rows: &[Row],
    ) -> Result<BTreeSet<StreamId>, InsertError> {
        memory.commit(rows, Broken::default()).await
    }

    /// Facts were committed, and their numbers are still to be given.
    fn facts_written(&self, memory: &Arc<Memory>) {
        let memory = Arc::clone(memory);
        tokio::spawn(async move { memory.number_facts() });
    }
}

/// Nothing happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undisturbed;

impl Disturbance for Undisturbed {}
