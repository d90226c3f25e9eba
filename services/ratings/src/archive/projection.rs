//! What the journal tells, written into the tables in its order: whatever is killed goes on where it stopped, and what is
//! read again is written once.

use std::{
    collections::BTreeSet,
    sync::{Arc, PoisonError},
    time::Duration,
};

use outflank_access::Problem;
use outflank_formats::archive::ArchiveFormat;
use outflank_journal::{Cursor, Fact, JournalError, records};
use sqlx::AssertSqlSafe;
use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::CancellationToken;

use super::{
    Archive,
    imports::{self, Imports, Known},
    read_import::ReadImport,
    rows::SEEN,
    written::{Findings, Found, KNOWN_FILE, Source, WRITTEN, Writing, not_our_turn},
};
use crate::{entry, stored::stored};

/// Facts read at once.
const PAGE: u32 = 100;
/// How long whoever reads waits for what is being taken in, and then reads what is there.
const PATIENCE: Duration = Duration::from_secs(2);
/// How soon whoever has something to take in looks whether another process does so.
pub(super) const LOOK: Duration = Duration::from_millis(100);
/// How often the turn to write is taken for longer.
const KEPT_EVERY: Duration = Duration::from_secs(10);
/// Nobody sees any more what was made of facts; however many rows those are, they are erased later.
const FORGET: [&str; 4] = [
    "INSERT INTO archive_unseen (event) SELECT event FROM archive_events WHERE true ON CONFLICT DO NOTHING",
    "DELETE FROM archive_own_files",
    "DELETE FROM archive_findings",
    "DELETE FROM archive_imports",
];

/// Takes in what is new whenever there is something, until the stop. What fails is tried again with what comes next, and
/// by whoever reads.
pub(crate) async fn follow(archive: Arc<Archive>, stop: CancellationToken) {
    let mut head = archive.journal.facts_head();
    head.mark_changed();
    loop {
        let changed = tokio::select! {
            () = stop.cancelled() => return,
            changed = head.changed() => changed,
        };
        if changed.is_err() {
            return;
        }
        let alone = Arc::clone(&archive.alone).lock_owned().await;
        if let Err(problem) = archive.take_in_all(alone).await {
            tracing::warn!(%problem, "the archive is behind");
        }
        let more = || stop.is_cancelled() || head.has_changed().unwrap_or(true);
        if let Err(problem) = archive.erase_until(more).await {
            tracing::warn!(%problem, "what nobody sees of the archive is erased later");
        }
    }
}

impl Archive {
    /// Takes in all that the journal tells by now, and answers how far that is. A large import may take longer than anybody
    /// wants to wait: then what is there is read.
    pub(super) async fn current(self: &Arc<Self>) -> Result<Cursor, Problem> {
        let alone = tokio::time::timeout(PATIENCE, Arc::clone(&self.alone).lock_owned());
        if let Ok(alone) = alone.await {
            let archive = Arc::clone(self);
            // It goes on where nobody waits for it any more.
            let work = tokio::spawn(async move { archive.take_in_all(alone).await });
            if let Ok(done) = tokio::time::timeout(PATIENCE, work).await {
                match done.map_err(Problem::internal)? {
                    Ok(cursor) => return Ok(cursor),
                    Err(problem) => tracing::warn!(%problem, "the archive is behind"),
                }
            }
        }
        self.written().await
    }

    /// How far the journal is taken in.
    pub(super) async fn written(&self) -> Result<Cursor, Problem> {
        self.journal.load_cursor(WRITTEN).await.map_err(stored)
    }

    /// Takes in all that the journal tells by now; answers how far that is.
    async fn take_in_all(&self, alone: OwnedMutexGuard<()>) -> Result<Cursor, Problem> {
        let cursor = self.take_in_new().await;
        if cursor.is_ok() {
            // Another process may have written what was read here.
            self.forget_read();
        }
        self.progress.end();
        drop(alone);
        cursor
    }

    async fn take_in_new(&self) -> Result<Cursor, Problem> {
        loop {
            let cursor = self.written().await?;
            let page = self.journal.facts(&cursor, PAGE).await;
            if page.is_ok_and(|page| page.facts.is_empty()) {
                return Ok(cursor);
            }
            if self.turn.take(self.clock.now_ms()).await?.is_some() {
                let taken = tokio::select! {
                    taken = self.take_in_rest() => taken,
                    lost = self.keep_turn() => Err(lost),
                };
                self.turn.leave().await?;
                return taken;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Keeps the turn, also while a large file is read; answers once it is another's.
    async fn keep_turn(&self) -> Problem {
        loop {
            tokio::time::sleep(KEPT_EVERY).await;
            if let Ok(false) = self.turn.renew(self.clock.now_ms()).await {
                return not_our_turn();
            }
        }
    }

    async fn take_in_rest(&self) -> Result<Cursor, Problem> {
        let mut cursor = self.written().await?;
        loop {
            let page = match self.journal.facts(&cursor, PAGE).await {
                Ok(page) => page,
                Err(JournalError::ForeignCursor { .. }) => {
                    cursor = self.begin_anew(&cursor).await?;
                    continue;
                }
                Err(error) => return Err(stored(error)),
            };
            if page.facts.is_empty() {
                return Ok(cursor);
            }
            for fact in &page.facts {
                let place = Cursor {
                    epoch: page.cursor.epoch.clone(),
                    number: fact.number,
                };
                self.take_in(fact, &place).await?;
            }
            let saved = self.journal.save_cursor(WRITTEN, &page.cursor).await;
            saved.map_err(stored)?;
            cursor = page.cursor;
        }
    }

    /// The store is another one than the tables were made of: all is made again. Of several processes one forgets what was.
    async fn begin_anew(&self, foreign: &Cursor) -> Result<Cursor, Problem> {
        let mut writing = self.begin_in_turn().await?;
        let reset = records::query(
            "UPDATE journal_cursors SET epoch = '', number = 0 WHERE consumer = $1 AND epoch = $2 AND number = $3",
        );
        let reset = reset.bind(WRITTEN).bind(&foreign.epoch);
        let reset = reset.bind(i64::try_from(foreign.number).unwrap_or(i64::MAX));
        if reset.execute(&mut writing).await.map_err(stored)? > 0 {
            for forget in FORGET {
                let forgotten = records::query(forget).execute(&mut writing).await;
                forgotten.map_err(stored)?;
            }
        }
        writing.commit().await.map_err(stored)?;
        self.written().await
    }

    async fn take_in(&self, fact: &Fact, place: &Cursor) -> Result<(), Problem> {
        if let Some(version) = entry::told(fact)? {
            return self.take_in_export(&fact.stream.id, version, place).await;
        }
        if let Some(import_id) = imports::told(fact)? {
            return self.take_in_import(&import_id, place).await;
        }
        Ok(())
    }

    /// The newest version of an event counts, whether it is rated or not.
    async fn take_in_export(
        &self,
        tournament_id: &str,
        version: u32,
        place: &Cursor,
    ) -> Result<(), Problem> {
        let (own, digest, rated) = self.own_event(tournament_id, version).await?;
        let mut writing = Writing::begin(self).await?;
        writing.own_file(&digest);
        // One that a newer version follows is not shown for a moment.
        if self.exports.get(tournament_id, 0).await?.version == version {
            writing.instead_of(Source::Tournament(tournament_id));
            for event in &own {
                writing.event((event, &digest), rated).await?;
            }
        }
        writing.show(place).await
    }

    async fn take_in_import(&self, import_id: &str, place: &Cursor) -> Result<(), Problem> {
        let imports = self.register.now().await?;
        let mut writing = Writing::begin(self).await?;
        writing.instead_of(Source::Import(import_id));
        if let Some(standing) = imports.standing(import_id) {
            match self.read_import(import_id, standing).await? {
                Some(read) => read.write(&mut writing, import_id, &self.progress).await?,
                None => writing.import(import_id, 0, without_bytes(standing)),
            }
            // Taken back meanwhile: the fact of that comes behind, and nothing of it was seen.
            if self.register.now().await?.standing(import_id).is_none() {
                return Ok(());
            }
            return writing.show(place).await;
        }
        self.take_back(import_id, &imports, writing, place).await
    }

    /// Hides an import that was taken back. Files of it that others left out for it are theirs now, the oldest first.
    async fn take_back(
        &self,
        import_id: &str,
        imports: &Imports,
        mut writing: Writing<'_>,
        place: &Cursor,
    ) -> Result<(), Problem> {
        if let Some(undone) = imports.get(import_id)
            && !imports.needs(&undone.sha256)
        {
            writing.erase(&undone.sha256);
        }
        let freed = self.files_of(import_id).await?;
        let others = match freed.is_empty() {
            true => Vec::new(),
            false => self.with_known_files().await?,
        };
        let mut others: Vec<(String, &Known)> = others
            .into_iter()
            .filter_map(|other| {
                let standing = imports.standing(&other)?;
                Some((other, standing))
            })
            .collect();
        others.sort_by_key(|(_, standing)| standing.number);
        for (other, standing) in others {
            let read = self.read_import(&other, standing).await?;
            if let Some(read) = read.filter(|read| read.has_one_of(&freed)) {
                writing.instead_of(Source::Import(&other));
                read.write(&mut writing, &other, &self.progress).await?;
            }
        }
        writing.show(place).await
    }

    /// The digests of the files whose events are shown as those of an import.
    async fn files_of(&self, import_id: &str) -> Result<BTreeSet<String>, Problem> {
        let select = records::query_scalar::<String>(AssertSqlSafe(format!(
            "SELECT DISTINCT sha256 FROM archive_events WHERE import_id = $1 AND {SEEN}"
        )));
        let found = select.bind(import_id).fetch_all(self.records.read()).await;
        Ok(found.map_err(stored)?.into_iter().collect())
    }

    /// The imports that left a file out because another one had it.
    async fn with_known_files(&self) -> Result<Vec<String>, Problem> {
        let select = records::query_scalar::<String>(
            "SELECT DISTINCT import_id FROM archive_findings WHERE code = $1",
        );
        let found = select.bind(KNOWN_FILE).fetch_all(self.records.read());
        found.await.map_err(stored)
    }

    /// Forgets what an import was read as that comes to nothing.
    pub(super) fn forget_read(&self) {
        let mut kept = self
            .just_read
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *kept = None;
    }

    /// Keeps what an import was read as until it is written.
    pub(super) fn keep_read(&self, import_id: &str, read: ReadImport) {
        let mut kept = self
            .just_read
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *kept = Some((import_id.to_owned(), read));
    }

    /// What an import's file says; none where its bytes are not kept here.
    async fn read_import(
        &self,
        import_id: &str,
        standing: &Known,
    ) -> Result<Option<ReadImport>, Problem> {
        let just_read = {
            let mut kept = self
                .just_read
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            kept.take_if(|(of, _)| of == import_id)
        };
        if let Some((_, read)) = just_read {
            return Ok(Some(read));
        }
        let Some(content) = self.kept(&standing.sha256).await? else {
            return Ok(None);
        };
        let format = ArchiveFormat::named(&standing.kind)
            .ok_or_else(|| Problem::internal(format!("an import of {}", standing.kind)))?;
        let name = standing.name.clone();
        let read = tokio::task::spawn_blocking(move || ReadImport::of(format, &name, &content));
        read.await.map_err(Problem::internal)?.map(Some)
    }

    /// The bytes of an import that stands.
    pub(super) async fn kept(&self, sha256: &str) -> Result<Option<Vec<u8>>, Problem> {
        let select =
            records::query_scalar::<Vec<u8>>("SELECT content FROM archive_files WHERE sha256 = $1");
        let found = select.bind(sha256).fetch_optional(self.records.read());
        found.await.map_err(stored)
    }
}

/// A file that a standing import needs and that is not kept, whatever became of it.
fn without_bytes(import: &Known) -> Findings {
    let found = Found {
        file: import.name.clone(),
        line: 1,
        code: "no_bytes",
        what: "its bytes are not kept here: take the import back, and import the file again"
            .to_owned(),
    };
    Findings {
        total: 1,
        found: vec![found],
    }
}
