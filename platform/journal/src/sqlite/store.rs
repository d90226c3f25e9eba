//! What the group commit needs of the file.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use sqlx::SqlitePool;

use super::committing::Committing;
use super::dialect;
use super::feed::Feed;
use super::reading;
use super::turns::Turns;
use crate::sql::on;
use crate::writer::{InsertError, Row, Store};
use crate::{Entry, Hash, JournalError, StreamId};

/// Most entries in one commit.
const BATCH: usize = 128;

pub(crate) struct SqliteStore {
    readers: SqlitePool,
    committing: Committing,
    turns: Turns,
    feed: Arc<Feed>,
}

impl SqliteStore {
    pub(super) fn new(
        readers: SqlitePool,
        committing: Committing,
        turns: Turns,
        feed: Arc<Feed>,
    ) -> Self {
        Self {
            readers,
            committing,
            turns,
            feed,
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    fn batch(&self) -> usize {
        BATCH
    }

    async fn hashes(
        &self,
        wanted: &[(StreamId, u64)],
    ) -> Result<Vec<(StreamId, Hash)>, JournalError> {
        self.committing.hashes(wanted)
    }

    async fn insert(&self, rows: &[Row]) -> Result<BTreeSet<StreamId>, InsertError> {
        let failed = JournalError::storage("append entries");
        let turn = self.turns.take().await;
        let _turn = turn.map_err(|cause| InsertError::Failed(failed(cause)))?;
        self.committing.insert(rows)
    }

    async fn by_command(
        &self,
        stream: &StreamId,
        actor: &str,
        command_id: &str,
    ) -> Result<Option<Entry>, JournalError> {
        on!(self.readers, "look up a command",
            c => reading::by_command(c, stream, actor, command_id))
    }

    async fn last_seq(&self, stream: &StreamId) -> Result<u64, JournalError> {
        let last = on!(self.readers, "read the last entry", c => reading::last(c, stream))?;
        Ok(last.map_or(0, |entry| entry.seq))
    }

    fn facts_written(&self) {
        self.feed.written();
    }
}
