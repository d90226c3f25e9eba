//! What the journal tells, written into the tables in its order: whatever is killed goes on where it stopped, and what is
//! read again is written once.

use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};

use outflank_access::{Kind, Problem};
use outflank_formats::archive::{ArchiveFile, ArchiveFormat, Taken};
use outflank_journal::{Cursor, Fact, JournalError, records};
use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::CancellationToken;

use super::{
    Archive,
    imports::{self, Known},
    progress::Progress,
    unpacked::unpacked,
    written::{Found, KNOWN_FILE, Source, Writing},
};
use crate::{entry, manifest::Manifest, stored::stored};

/// How far facts are written down here, as a consumer's cursor.
const WRITTEN: &str = "archive-from-ratings";
/// Facts read at once.
const PAGE: u32 = 100;
/// How long whoever reads waits for what is being taken in, and then reads what is there.
const PATIENCE: Duration = Duration::from_secs(2);
/// All that is made of facts.
const MADE: [&str; 6] = [
    "DELETE FROM archive_positions",
    "DELETE FROM archive_games",
    "DELETE FROM archive_players",
    "DELETE FROM archive_events",
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
        let turn = Arc::clone(&archive.turn).lock_owned().await;
        if let Err(problem) = archive.take_in_all(turn).await {
            tracing::warn!(%problem, "the archive is behind");
        }
    }
}

impl Archive {
    /// Takes in all that the journal tells by now, and answers how far that is. A large import may take longer than anybody
    /// wants to wait: then what is there is read.
    pub(super) async fn current(self: &Arc<Self>) -> Result<Cursor, Problem> {
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turn).lock_owned());
        if let Ok(turn) = turn.await {
            let archive = Arc::clone(self);
            // It goes on where nobody waits for it any more.
            let work = tokio::spawn(async move { archive.take_in_all(turn).await });
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
    async fn take_in_all(&self, turn: OwnedMutexGuard<()>) -> Result<Cursor, Problem> {
        let cursor = self.take_in_new().await;
        self.progress.end();
        drop(turn);
        cursor
    }

    async fn take_in_new(&self) -> Result<Cursor, Problem> {
        let cursor = self.journal.load_cursor(WRITTEN).await;
        let mut cursor = cursor.map_err(stored)?;
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

    /// The store is another one than the tables were made of: all is made again. Of several processes one empties them.
    async fn begin_anew(&self, foreign: &Cursor) -> Result<Cursor, Problem> {
        let mut writing = self.records.write().await.map_err(stored)?;
        let reset = records::query(
            "UPDATE journal_cursors SET epoch = '', number = 0 WHERE consumer = $1 AND epoch = $2 AND number = $3",
        );
        let reset = reset.bind(WRITTEN).bind(&foreign.epoch);
        let reset = reset.bind(i64::try_from(foreign.number).unwrap_or(i64::MAX));
        if reset.execute(&mut writing).await.map_err(stored)? > 0 {
            for delete in MADE {
                let deleted = records::query(delete).execute(&mut writing).await;
                deleted.map_err(stored)?;
            }
        }
        writing.commit().await.map_err(stored)?;
        self.journal.load_cursor(WRITTEN).await.map_err(stored)
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
        let Some(mut writing) = self.writing(place).await? else {
            return Ok(());
        };
        let of = Source::Tournament(tournament_id);
        writing.remove(&of).await?;
        for event in &own {
            writing.event(&of, (event, &digest), rated).await?;
        }
        writing.commit().await
    }

    async fn take_in_import(&self, import_id: &str, place: &Cursor) -> Result<(), Problem> {
        let imports = self.register.now().await?;
        let of = Source::Import(import_id);
        let standing = imports.standing(import_id);
        let read = match standing {
            Some(standing) => self.read_import(import_id, standing).await?,
            None => None,
        };
        let Some(mut writing) = self.writing(place).await? else {
            return Ok(());
        };
        writing.remove(&of).await?;
        if let Some(read) = read {
            read.write(&mut writing, import_id, &self.progress).await?;
            return writing.commit().await;
        }
        if let Some(undone) = imports.get(import_id)
            && !imports.needs(&undone.sha256)
        {
            writing.erase(&undone.sha256).await?;
        }
        // What they left out for it is theirs now, the oldest first.
        let others = writing.with_known_files().await?;
        let mut others: Vec<(&String, &Known)> = others
            .iter()
            .filter_map(|other| Some((other, imports.standing(other)?)))
            .collect();
        others.sort_by_key(|(_, standing)| standing.number);
        for (other, standing) in others {
            if let Some(read) = self.read_import(other, standing).await? {
                writing.remove(&Source::Import(other)).await?;
                read.write(&mut writing, other, &self.progress).await?;
            }
        }
        writing.commit().await
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

    /// What an import's file says; none where its bytes are gone, because it was taken back since.
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

    /// The turn to write what the fact at this place tells; none where a process that is ahead wrote it.
    async fn writing(&self, place: &Cursor) -> Result<Option<Writing<'_>>, Problem> {
        let mut transaction = self.records.write().await.map_err(stored)?;
        let in_turn = transaction.in_turn(WRITTEN, place).await;
        if !in_turn.map_err(stored)? {
            return Ok(None);
        }
        Writing::begin(transaction, &self.openings).await.map(Some)
    }
}

/// What the files of an import say.
pub(super) struct ReadImport {
    format: ArchiveFormat,
    /// Their names.
    files: Vec<String>,
    digests: Vec<String>,
    pub taken: Taken,
}

impl ReadImport {
    /// Reads them.
    ///
    /// # Errors
    /// `bad_import`.
    pub(super) fn of(format: ArchiveFormat, name: &str, content: &[u8]) -> Result<Self, Problem> {
        let files = unpacked(name, content)?;
        let named: Vec<ArchiveFile<'_>> = files
            .iter()
            .map(|file| ArchiveFile {
                name: &file.name,
                bytes: &file.bytes,
            })
            .collect();
        let taken = legible(format.take(&named));
        let digests = files.iter().map(|file| Manifest::digest(&file.bytes));
        let digests = digests.collect();
        let files = files.into_iter().map(|file| legible_text(&file.name));
        Ok(Self {
            format,
            taken,
            digests,
            files: files.collect(),
        })
    }

    /// Whether there is anything in them.
    pub(super) fn check(&self) -> Result<(), Problem> {
        if self
            .taken
            .events
            .iter()
            .any(|event| !event.games.is_empty())
        {
            return Ok(());
        }
        Err(Problem::new(
            Kind::Invalid,
            "nothing_to_import",
            "There is no result in it that can be read: see that the format is the right one.",
        ))
    }

    async fn write(
        &self,
        writing: &mut Writing<'_>,
        import_id: &str,
        progress: &Progress,
    ) -> Result<(), Problem> {
        let of = Source::Import(import_id);
        let mut found: Vec<Found> = Vec::new();
        for finding in &self.taken.findings {
            found.push(Found {
                file: self.name(finding.file),
                line: finding.problem.line,
                code: finding.problem.code,
                what: finding.problem.what.clone(),
            });
        }
        let mut known = vec![None; self.files.len()];
        for (done, event) in self.taken.events.iter().enumerate() {
            progress.set(import_id, done, self.taken.events.len());
            let Some(digest) = self.digests.get(event.file) else {
                continue;
            };
            let is_known = match known.get(event.file).copied().flatten() {
                Some(is_known) => is_known,
                None => {
                    let is_known = writing.knows(digest).await?;
                    if is_known {
                        found.push(Found {
                            file: self.name(event.file),
                            line: 1,
                            code: KNOWN_FILE,
                            what: "the archive has this very file already: it is left out"
                                .to_owned(),
                        });
                    }
                    if let Some(place) = known.get_mut(event.file) {
                        *place = Some(is_known);
                    }
                    is_known
                }
            };
            if !is_known {
                let counts = self.format == ArchiveFormat::Elo;
                writing.event(&of, (event, digest), counts).await?;
            }
        }
        let files = self.files.len();
        writing.import(import_id, files, &found).await
    }

    fn name(&self, file: usize) -> String {
        self.files.get(file).cloned().unwrap_or_default()
    }
}

/// What was taken, without characters that nobody can read and that no database takes.
fn legible(mut taken: Taken) -> Taken {
    for event in &mut taken.events {
        event.name = legible_text(&event.name);
        event.country = event.country.as_deref().map(legible_text);
        for player in &mut event.players {
            player.surname = legible_text(&player.surname);
            player.given_names = legible_text(&player.given_names);
            player.country = player.country.as_deref().map(legible_text);
        }
    }
    for finding in &mut taken.findings {
        finding.problem.what = legible_text(&finding.problem.what);
    }
    taken
}

fn legible_text(text: &str) -> String {
    text.replace(char::is_control, " ")
}
