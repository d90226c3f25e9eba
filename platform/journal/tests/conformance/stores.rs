//! The backends of this crate.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use outflank_journal::{Journal, PostgresJournal, PostgresOptions, SqliteJournal};

use super::backend::Backend;

pub struct Sqlite {
    folder: tempfile::TempDir,
}

impl Backend for Sqlite {
    async fn start() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    async fn open(&self) -> Arc<dyn Journal> {
        let path = self.folder.path().join("play.sqlite");
        Arc::new(SqliteJournal::open(path, None).await.unwrap())
    }
}

pub struct Postgres {
    options: PostgresOptions<'static>,
}

impl Backend for Postgres {
    async fn start() -> Self {
        static SCHEMAS: AtomicU32 = AtomicU32::new(0);
        let number = SCHEMAS.fetch_add(1, Ordering::Relaxed);
        let url = outflank_testbed::Postgres::shared().url();
        Self {
            options: PostgresOptions::new(url, format!("test_{number}")),
        }
    }

    async fn open(&self) -> Arc<dyn Journal> {
        Arc::new(PostgresJournal::open(&self.options).await.unwrap())
    }
}
