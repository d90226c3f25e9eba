//! Changes of the archive on their way. What comes is written where nobody sees it, in transactions that are short
//! whatever an import holds, so that nobody else who writes waits for it; then all of it is shown at once, and what it
//! replaces is gone.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_formats::archive::ArchiveEvent;
use outflank_journal::{Cursor, WriteTransaction, records};
use sqlx::AssertSqlSafe;

use super::{
    Archive,
    rows::{
        EVENTS, FINDINGS, GAMES, IMPORTS, PLAYERS, POSITIONS, Row, SEEN, UNSEEN, event_row,
        game_row, player_row, position_rows, whole,
    },
};
use crate::stored::stored;

/// How far facts are written down here, as a consumer's cursor. Under another name all is written again.
pub(super) const WRITTEN: &str = "archive";
/// Rows in one transaction, or those of one more game.
const ROWS_AT_ONCE: usize = 10_000;
/// Values in one statement, or a row's: binding many costs more than many statements.
const MOST_VALUES: usize = 1_000;

/// The column of what came from imports.
const IMPORT: &str = "import_id";

/// The code of the finding that a file is in the archive already.
pub(super) const KNOWN_FILE: &str = "known_file";

/// Where events come from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source<'a> {
    Import(&'a str),
    Tournament(&'a str),
}

/// The same, by the column that names it.
#[derive(Debug)]
struct Leaving {
    column: &'static str,
    id: String,
}

impl Source<'_> {
    fn leaving(self) -> Leaving {
        let (column, id) = match self {
            Self::Import(id) => (IMPORT, id),
            Self::Tournament(id) => ("tournament_id", id),
        };
        Leaving {
            column,
            id: id.to_owned(),
        }
    }

    fn columns(self) -> (Option<String>, Option<String>) {
        match self {
            Self::Import(id) => (Some(id.to_owned()), None),
            Self::Tournament(id) => (None, Some(id.to_owned())),
        }
    }
}

/// What was found in an import: how much, and as much of it as is kept.
#[derive(Default)]
pub(super) struct Findings {
    pub total: usize,
    pub found: Vec<Found>,
}

/// A finding with the name of its file.
pub(super) struct Found {
    pub file: String,
    pub line: u32,
    pub code: &'static str,
    pub what: String,
}

/// What comes and what goes, until it is shown.
pub(super) struct Writing<'a> {
    archive: &'a Archive,
    /// Whose events are written now: their import, or their tournament.
    source: (Option<String>, Option<String>),
    /// Where those come from that go.
    leaving: Vec<Leaving>,
    /// The number of the first event that is written, and of the next one.
    first: i64,
    next: i64,
    results: usize,
    games: usize,
    events: usize,
    /// Digests of the files whose events are written.
    files: BTreeSet<String>,
    /// Rows of the next transaction, by table.
    waiting: BTreeMap<&'static str, Vec<Row>>,
    waiting_rows: usize,
    /// Of imports that are shown with it: what they came to, and what was found in them.
    imports: Vec<Row>,
    findings: Vec<Row>,
    /// The digest of the file that tells an own event.
    own_file: Option<String>,
    /// The digest of bytes that nobody needs any more.
    erased: Option<String>,
}

impl<'a> Writing<'a> {
    pub(super) async fn begin(archive: &'a Archive) -> Result<Self, Problem> {
        let select =
            records::query_scalar::<i64>("SELECT COALESCE(MAX(event), 0) FROM archive_events");
        let last = select.fetch_one(archive.records.read()).await;
        let first = last.map_err(stored)?.saturating_add(1);
        Ok(Self {
            archive,
            source: (None, None),
            leaving: Vec::new(),
            first,
            next: first,
            results: 0,
            games: 0,
            events: 0,
            files: BTreeSet::new(),
            waiting: BTreeMap::new(),
            waiting_rows: 0,
            imports: Vec::new(),
            findings: Vec::new(),
            own_file: None,
            erased: None,
        })
    }

    /// What is written from now on comes from there, instead of what came from there before.
    pub(super) fn instead_of(&mut self, source: Source<'_>) {
        (self.results, self.games, self.events) = (0, 0, 0);
        self.source = source.columns();
        self.leaving.push(source.leaving());
    }

    /// An own event was told by a file with this digest.
    pub(super) fn own_file(&mut self, sha256: &str) {
        self.own_file = Some(sha256.to_owned());
    }

    /// Whether an event of a file with this digest is in the archive, once this is shown, or an own event was told by it once.
    pub(super) async fn knows(&self, sha256: &str) -> Result<bool, Problem> {
        if self.files.contains(sha256) {
            return Ok(true);
        }
        // Nobody is named by the empty one.
        let marks = (2..).take(self.leaving.len() + 1);
        let marks: Vec<String> = marks.map(|place| format!("${place}")).collect();
        let select = records::query_scalar::<i64>(AssertSqlSafe(format!(
            "SELECT (SELECT COUNT(*) FROM archive_own_files WHERE sha256 = $1) + \
             (SELECT COUNT(*) FROM archive_events WHERE sha256 = $1 AND {SEEN} \
             AND COALESCE(import_id, tournament_id) NOT IN ({}))",
            marks.join(", ")
        )));
        let leaving = self.leaving.iter().map(|of| of.id.as_str());
        let select = std::iter::once("")
            .chain(leaving)
            .fold(select.bind(sha256), records::QueryScalar::bind);
        let known = select.fetch_one(self.archive.records.read()).await;
        Ok(known.map_err(stored)? > 0)
    }

    /// Writes an event of a file with that digest; `counts` says whether its results do, where it has a date.
    pub(super) async fn event(
        &mut self,
        (event, sha256): (&ArchiveEvent, &str),
        counts: bool,
    ) -> Result<(), Problem> {
        let number = self.next;
        self.next = self.next.saturating_add(1);
        self.events += 1;
        self.results += event.games.len();
        self.files.insert(sha256.to_owned());
        self.wait(UNSEEN, vec![number.into()]);
        let source = self.source.clone();
        self.wait(EVENTS, event_row(number, source, (event, sha256), counts));
        for (place, player) in event.players.iter().enumerate() {
            self.wait(PLAYERS, player_row(number, place, player));
            self.write_many().await?;
        }
        for (place, game) in (0_i64..).zip(&event.games) {
            self.games += usize::from(!game.moves.is_empty());
            let row = game_row(&self.archive.openings, (number, place), event, game);
            self.wait(GAMES, row);
            for row in position_rows((number, place), game) {
                self.wait(POSITIONS, row);
            }
            self.write_many().await?;
        }
        Ok(())
    }

    /// What the import came to whose events were written last, and what was found in it.
    pub(super) fn import(&mut self, import_id: &str, files: usize, findings: Findings) {
        self.imports.push(vec![
            import_id.to_owned().into(),
            whole(files).into(),
            whole(self.events).into(),
            whole(self.results).into(),
            whole(self.games).into(),
            whole(findings.total).into(),
        ]);
        let rows = (0_i64..).zip(findings.found);
        self.findings.extend(rows.map(|(number, found)| {
            vec![
                import_id.to_owned().into(),
                number.into(),
                found.file.into(),
                i64::from(found.line).into(),
                found.code.to_owned().into(),
                found.what.into(),
            ]
        }));
    }

    /// The bytes of an import go too: nobody needs them any more.
    pub(super) fn erase(&mut self, sha256: &str) {
        self.erased = Some(sha256.to_owned());
    }

    /// Shows what came and hides what goes, as what the fact at this place tells. Nothing changes where a process that is
    /// ahead did it.
    pub(super) async fn show(mut self, place: &Cursor) -> Result<(), Problem> {
        self.write_waiting().await?;
        let Some(mut transaction) = self.begin_showing(place).await? else {
            return Ok(());
        };
        for of in &self.leaving {
            let hide = format!(
                "INSERT INTO archive_unseen (event) SELECT event FROM archive_events \
                 WHERE {} = $1 AND event < $2 ON CONFLICT DO NOTHING",
                of.column
            );
            let values = vec![of.id.clone().into(), self.first.into()];
            run(&mut transaction, hide, values).await?;
            if of.column == IMPORT {
                let delete = "DELETE FROM archive_findings WHERE import_id = $1".to_owned();
                run(&mut transaction, delete, vec![of.id.clone().into()]).await?;
            }
        }
        let show = "DELETE FROM archive_unseen WHERE event >= $1".to_owned();
        run(&mut transaction, show, vec![self.first.into()]).await?;
        for import in &self.imports {
            let delete = "DELETE FROM archive_imports WHERE import_id = $1".to_owned();
            let id: Row = import.iter().take(1).cloned().collect();
            run(&mut transaction, delete, id).await?;
        }
        insert(&mut transaction, IMPORTS, self.imports).await?;
        insert(&mut transaction, FINDINGS, self.findings).await?;
        if let Some(sha256) = self.own_file {
            let keep = "INSERT INTO archive_own_files (sha256) VALUES ($1) ON CONFLICT DO NOTHING";
            run(&mut transaction, keep.to_owned(), vec![sha256.into()]).await?;
        }
        transaction.commit().await.map_err(stored)
    }

    /// The transaction that shows it, without the bytes that nobody needs; none where a process that is ahead did it.
    async fn begin_showing(&mut self, place: &Cursor) -> Result<Option<WriteTransaction>, Problem> {
        loop {
            let mut transaction = self.archive.begin_in_turn().await?;
            let in_turn = transaction.in_turn(WRITTEN, place).await;
            if !in_turn.map_err(stored)? {
                return Ok(None);
            }
            let Some(sha256) = self.erased.take() else {
                return Ok(Some(transaction));
            };
            let erase = "DELETE FROM archive_files WHERE sha256 = $1".to_owned();
            run(&mut transaction, erase, vec![sha256.clone().into()]).await?;
            // Whoever imports them again from now on keeps them again, and waits for this; whoever did needs them.
            if !self.archive.register.now().await?.needs(&sha256) {
                return Ok(Some(transaction));
            }
        }
    }

    fn wait(&mut self, columns: &'static str, row: Row) {
        self.waiting.entry(columns).or_default().push(row);
        self.waiting_rows += 1;
    }

    async fn write_many(&mut self) -> Result<(), Problem> {
        match self.waiting_rows < ROWS_AT_ONCE {
            true => Ok(()),
            false => self.write_waiting().await,
        }
    }

    async fn write_waiting(&mut self) -> Result<(), Problem> {
        if self.waiting_rows == 0 {
            return Ok(());
        }
        let mut transaction = self.archive.begin_in_turn().await?;
        self.waiting_rows = 0;
        for (columns, rows) in std::mem::take(&mut self.waiting) {
            insert(&mut transaction, columns, rows).await?;
        }
        transaction.commit().await.map_err(stored)
    }
}

impl Archive {
    /// A transaction of the process whose turn it is to write.
    pub(super) async fn begin_in_turn(&self) -> Result<WriteTransaction, Problem> {
        let mut transaction = self.records.write().await.map_err(stored)?;
        let now_ms = self.clock.now_ms();
        match self.turn.keep(&mut transaction, now_ms).await? {
            true => Ok(transaction),
            false => Err(not_our_turn()),
        }
    }
}

pub(super) fn not_our_turn() -> Problem {
    Problem::internal("it is another process's turn to write the archive")
}

pub(super) async fn run(
    transaction: &mut WriteTransaction,
    sql: String,
    values: Row,
) -> Result<u64, Problem> {
    let query = records::query(AssertSqlSafe(sql));
    let query = values.into_iter().fold(query, records::Query::bind);
    query.execute(transaction).await.map_err(stored)
}

/// Many rows of one table, a statement for as many as it takes.
async fn insert(
    transaction: &mut WriteTransaction,
    columns: &str,
    rows: Vec<Row>,
) -> Result<(), Problem> {
    let width = rows.first().map_or(1, Vec::len).max(1);
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let some: Vec<Row> = rows.by_ref().take((MOST_VALUES / width).max(1)).collect();
        let groups: Vec<String> = (0..some.len())
            .map(|row| {
                let marks = (1..=width).map(|column| format!("${}", row * width + column));
                format!("({})", marks.collect::<Vec<_>>().join(", "))
            })
            .collect();
        let sql = format!("INSERT INTO {columns} VALUES {}", groups.join(", "));
        let values = some.into_iter().flatten().collect();
        run(transaction, sql, values).await?;
    }
    Ok(())
}
