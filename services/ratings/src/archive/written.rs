//! Events and imports, written in one transaction.

use outflank_access::Problem;
use outflank_formats::{
    CivilDate,
    archive::{ArchiveEvent, ArchiveGame, ArchivePlayer},
    fold_ascii,
};
use outflank_journal::{WriteTransaction, records};
use outflank_othello::{Color, Openings, Position, position_key, positions, transcript};
use sha2::{Digest as _, Sha256};
use sqlx::AssertSqlSafe;

use crate::stored::stored;

/// Values in one statement: what both databases take.
const MOST_VALUES: usize = 30_000;
/// Findings kept of an import.
const MOST_FINDINGS: usize = 50_000;

/// The code of the finding that a file is in the archive already.
pub(super) const KNOWN_FILE: &str = "known_file";

/// Where an event comes from.
pub(super) enum Source<'a> {
    Import(&'a str),
    Tournament(&'a str),
}

impl Source<'_> {
    const fn column(&self) -> &'static str {
        match self {
            Self::Import(_) => "import_id",
            Self::Tournament(_) => "tournament_id",
        }
    }

    const fn id(&self) -> &str {
        match self {
            Self::Import(id) | Self::Tournament(id) => id,
        }
    }
}

/// A finding with the name of its file.
pub(super) struct Found {
    pub file: String,
    pub line: u32,
    pub code: &'static str,
    pub what: String,
}

/// A transaction that writes into the archive.
pub(super) struct Writing<'a> {
    transaction: WriteTransaction,
    openings: &'a Openings,
    /// The number of the next event.
    next: i64,
    results: usize,
    games: usize,
    events: usize,
}

impl<'a> Writing<'a> {
    pub(super) async fn begin(
        mut transaction: WriteTransaction,
        openings: &'a Openings,
    ) -> Result<Self, Problem> {
        let select =
            records::query_scalar::<i64>("SELECT COALESCE(MAX(event), 0) FROM archive_events");
        let last = select.fetch_one(&mut transaction).await.map_err(stored)?;
        Ok(Self {
            transaction,
            openings,
            next: last.saturating_add(1),
            results: 0,
            games: 0,
            events: 0,
        })
    }

    pub(super) async fn commit(self) -> Result<(), Problem> {
        self.transaction.commit().await.map_err(stored)
    }

    /// Removes what came from there, and begins to count what comes instead.
    pub(super) async fn remove(&mut self, of: &Source<'_>) -> Result<(), Problem> {
        (self.results, self.games, self.events) = (0, 0, 0);
        let column = of.column();
        for table in ["archive_positions", "archive_games", "archive_players"] {
            let sql = format!(
                "DELETE FROM {table} WHERE event IN (SELECT event FROM archive_events WHERE {column} = $1)"
            );
            self.run(sql, vec![of.id().to_owned().into()]).await?;
        }
        let sql = format!("DELETE FROM archive_events WHERE {column} = $1");
        self.run(sql, vec![of.id().to_owned().into()]).await?;
        if let Source::Import(id) = of {
            let sql = "DELETE FROM archive_findings WHERE import_id = $1".to_owned();
            self.run(sql, vec![(*id).to_owned().into()]).await?;
        }
        Ok(())
    }

    /// Erases the bytes of an import that nobody needs any more.
    pub(super) async fn erase(&mut self, sha256: &str) -> Result<(), Problem> {
        let sql = "DELETE FROM archive_files WHERE sha256 = $1".to_owned();
        self.run(sql, vec![sha256.to_owned().into()]).await
    }

    /// The imports that left a file out because another one had it.
    pub(super) async fn with_known_files(&mut self) -> Result<Vec<String>, Problem> {
        let select = records::query_scalar::<String>(
            "SELECT DISTINCT import_id FROM archive_findings WHERE code = $1",
        );
        let found = select.bind(KNOWN_FILE).fetch_all(&mut self.transaction);
        found.await.map_err(stored)
    }

    /// Whether an event of a file with this digest is in the archive.
    pub(super) async fn knows(&mut self, sha256: &str) -> Result<bool, Problem> {
        let select = records::query_scalar::<i64>(
            "SELECT COUNT(*) FROM archive_events WHERE sha256 = $1 AND event < $2",
        );
        let select = select.bind(sha256).bind(self.next);
        let known = select.fetch_one(&mut self.transaction).await;
        Ok(known.map_err(stored)? > 0)
    }

    /// Writes an event of a file with that digest; `counts` says whether its results do, where it has a date.
    pub(super) async fn event(
        &mut self,
        of: &Source<'_>,
        (event, sha256): (&ArchiveEvent, &str),
        counts: bool,
    ) -> Result<(), Problem> {
        let number = self.next;
        self.next = self.next.saturating_add(1);
        self.events += 1;
        self.results += event.games.len();
        let (import_id, tournament_id) = match of {
            Source::Import(id) => (Some((*id).to_owned()), None),
            Source::Tournament(id) => (None, Some((*id).to_owned())),
        };
        let day = event.day.map(day_text);
        let row: Vec<records::Value> = vec![
            number.into(),
            import_id.into(),
            tournament_id.into(),
            sha256.to_owned().into(),
            event.name.clone().into(),
            event.country.clone().unwrap_or_default().into(),
            day.into(),
            i64::from(event.held_in().unwrap_or_default()).into(),
            i64::from(counts && event.day.is_some()).into(),
        ];
        let columns = "archive_events (event, import_id, tournament_id, sha256, name, country, day, year, counts)";
        self.insert(columns, vec![row]).await?;
        let players = event.players.iter().enumerate();
        let players = players.map(|(place, player)| player_row(number, place, player));
        let columns =
            "archive_players (event, place, number, surname, given_names, country, folded)";
        self.insert(columns, players.collect()).await?;
        let (mut games, mut reached) = (Vec::new(), Vec::new());
        for (place, game) in (0_i64..).zip(&event.games) {
            games.push(self.game_row((number, place), event, game));
            if !game.moves.is_empty() {
                self.games += 1;
                let mut keys: Vec<i64> =
                    positions(&game.moves).iter().skip(1).map(key_of).collect();
                keys.sort_unstable();
                keys.dedup();
                let rows = keys.into_iter();
                reached.extend(rows.map(|key| vec![key.into(), number.into(), place.into()]));
            }
        }
        let columns = "archive_games (event, number, day, year, round, black, white, black_number, white_number, \
                       colours_known, outcome, black_discs, white_discs, moves, opening)";
        self.insert(columns, games).await?;
        self.insert("archive_positions (position, event, number)", reached)
            .await
    }

    fn game_row(
        &self,
        (event, number): (i64, i64),
        of: &ArchiveEvent,
        game: &ArchiveGame,
    ) -> Vec<records::Value> {
        let player_number = |place: usize| {
            let player = of.players.get(place);
            i64::from(player.and_then(|player| player.number).unwrap_or_default())
        };
        let year = of.held_in().unwrap_or_default();
        let ordered = match (of.day, year) {
            (Some(day), _) => day_text(day),
            (None, 0) => String::new(),
            (None, year) => format!("{year:04}"),
        };
        let place = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
        let opening = self.openings.of(&game.moves).map(|found| found.name);
        let moves = (!game.moves.is_empty()).then(|| transcript::linear(game.moves.clone()));
        vec![
            event.into(),
            number.into(),
            ordered.into(),
            i64::from(year).into(),
            i64::from(game.round.unwrap_or_default()).into(),
            place(game.black).into(),
            place(game.white).into(),
            player_number(game.black).into(),
            player_number(game.white).into(),
            i64::from(game.colours_known).into(),
            outcome(game.winner).to_owned().into(),
            game.discs.map(|discs| i64::from(discs.0)).into(),
            game.discs.map(|discs| i64::from(discs.1)).into(),
            moves.into(),
            opening.map(str::to_owned).into(),
        ]
    }

    /// Writes what an import came to, and what was found in it.
    pub(super) async fn import(
        &mut self,
        import_id: &str,
        files: usize,
        found: &[Found],
    ) -> Result<(), Problem> {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let delete = "DELETE FROM archive_imports WHERE import_id = $1".to_owned();
        self.run(delete, vec![import_id.to_owned().into()]).await?;
        let row: Vec<records::Value> = vec![
            import_id.to_owned().into(),
            count(files).into(),
            count(self.events).into(),
            count(self.results).into(),
            count(self.games).into(),
            count(found.len()).into(),
        ];
        let columns = "archive_imports (import_id, files, events, results, games, findings)";
        self.insert(columns, vec![row]).await?;
        let rows = (0_i64..).zip(found.iter().take(MOST_FINDINGS));
        let rows = rows.map(|(number, found)| {
            vec![
                import_id.to_owned().into(),
                number.into(),
                found.file.clone().into(),
                i64::from(found.line).into(),
                found.code.to_owned().into(),
                found.what.clone().into(),
            ]
        });
        let columns = "archive_findings (import_id, number, file, line, code, what)";
        self.insert(columns, rows.collect()).await
    }

    async fn run(&mut self, sql: String, values: Vec<records::Value>) -> Result<(), Problem> {
        let query = records::query(AssertSqlSafe(sql));
        let query = values.into_iter().fold(query, records::Query::bind);
        let ran = query.execute(&mut self.transaction).await;
        ran.map_err(stored).map(drop)
    }

    /// Many rows of one table, a statement for as many as it takes.
    async fn insert(
        &mut self,
        columns: &str,
        rows: Vec<Vec<records::Value>>,
    ) -> Result<(), Problem> {
        let width = rows.first().map_or(1, Vec::len).max(1);
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let some: Vec<Vec<records::Value>> =
                rows.by_ref().take((MOST_VALUES / width).min(500)).collect();
            let mut place = 0;
            let groups: Vec<String> = some
                .iter()
                .map(|row| {
                    let marks: Vec<String> = row
                        .iter()
                        .map(|_| {
                            place += 1;
                            format!("${place}")
                        })
                        .collect();
                    format!("({})", marks.join(", "))
                })
                .collect();
            let sql = format!("INSERT INTO {columns} VALUES {}", groups.join(", "));
            self.run(sql, some.into_iter().flatten().collect()).await?;
        }
        Ok(())
    }
}

fn player_row(event: i64, place: usize, player: &ArchivePlayer) -> Vec<records::Value> {
    let name = format!("{} {}", player.given_names, player.surname);
    vec![
        event.into(),
        i64::try_from(place).unwrap_or(i64::MAX).into(),
        i64::from(player.number.unwrap_or_default()).into(),
        player.surname.clone().into(),
        player.given_names.clone().into(),
        player.country.clone().unwrap_or_default().into(),
        folded(&name).into(),
    ]
}

/// Small letters without accents: how names are searched.
pub(super) fn folded(name: &str) -> String {
    fold_ascii(name.trim()).text.to_lowercase()
}

/// How a game ended, in a word.
const fn outcome(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Black) => "black",
        Some(Color::White) => "white",
        None => "draw",
    }
}

fn day_text(day: CivilDate) -> String {
    format!("{:04}-{:02}-{:02}", day.year(), day.month(), day.day())
}

/// A position as the tables have it, whichever way round it is looked at.
pub(super) fn key_of(position: &Position) -> i64 {
    let (black, white, black_moves) = position_key(position);
    let mut hash = Sha256::new();
    hash.update(black.to_be_bytes());
    hash.update(white.to_be_bytes());
    hash.update([u8::from(black_moves)]);
    let digest = hash.finalize();
    let first = digest.first_chunk::<8>().copied().unwrap_or_default();
    i64::from_be_bytes(first)
}
