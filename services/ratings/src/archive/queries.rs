//! Games of the archive by player, year, opening, position and result.

use std::sync::Arc;

use outflank_access::{Kind, Page, Problem, problem};
use outflank_journal::records;
use outflank_othello::{Openings, Square, positions, transcript};
use outflank_proto::ratings::v1 as proto;
use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;

use super::{
    Archive,
    rows::{SEEN, folded, key_of},
    shown::GameRow,
};
use crate::stored::stored;

/// What of a game is read, with its event and its players.
const COLUMNS: &str = "g.event, g.number, g.day, g.round, g.colours_known, g.outcome, g.black_discs, g.white_discs, \
     g.moves, g.opening, e.name AS event_name, e.country AS event_country, e.day AS event_day, e.year AS event_year, \
     e.tournament_id, e.import_id, e.counts, g.black_number, b.surname AS black_surname, \
     b.given_names AS black_given_names, b.country AS black_country, g.white_number, w.surname AS white_surname, \
     w.given_names AS white_given_names, w.country AS white_country";
const FROM: &str = "FROM archive_games g JOIN archive_events e ON e.event = g.event \
     JOIN archive_players b ON b.event = g.event AND b.place = g.black \
     JOIN archive_players w ON w.event = g.event AND w.place = g.white";

/// Games in a piece of a download.
const PIECE: u32 = 1_000;

const LARGEST_NUMBER: u32 = 999_999;
const LAST_YEAR: u32 = 9_999;
/// Characters of a name that is searched for.
const LONGEST_NAME: usize = 70;

/// What orders games, the latest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct GameKey(String, i64, i64);

/// What is asked for, as conditions with their values.
#[derive(Default, Clone)]
struct Conditions {
    sql: Vec<String>,
    values: Vec<records::Value>,
}

impl Conditions {
    /// A condition in which `?` stands for the value.
    fn add(&mut self, condition: &str, value: impl Into<records::Value>) {
        self.values.push(value.into());
        let mark = format!("${}", self.values.len());
        self.sql.push(condition.replace('?', &mark));
    }

    fn text(&self) -> String {
        format!(" WHERE {}", self.sql.join(" AND "))
    }

    /// Only what comes behind this one.
    fn behind(mut self, GameKey(day, event, number): GameKey) -> Self {
        let first = self.values.len() + 1;
        let marks = format!(
            "(g.day, g.event, g.number) < (${first}, ${}, ${})",
            first + 1,
            first + 2
        );
        self.sql.push(marks);
        self.values
            .extend([day.into(), event.into(), number.into()]);
        self
    }
}

/// What chooses games.
pub(super) type Query<'a> = (
    (&'a str, u32, u32, &'a str),
    (u32, u32, &'a str),
    (&'a str, &'a str, bool),
);

pub(super) fn query(asked: &proto::ListArchivedGamesRequest) -> Query<'_> {
    (
        ("games", asked.player, asked.opponent, &asked.name),
        (asked.from_year, asked.to_year, &asked.opening),
        (&asked.position, &asked.outcome, asked.with_moves),
    )
}

impl Archive {
    /// A page of the games that are asked for.
    pub(crate) async fn games(
        self: &Arc<Self>,
        asked: &proto::ListArchivedGamesRequest,
    ) -> Result<proto::ListArchivedGamesResponse, Problem> {
        let conditions = conditions(asked)?;
        let page: Page<GameKey> = Page::asked(asked.page_size, &asked.page_token, &query(asked))?;
        self.current().await?;
        let total = format!("SELECT COUNT(*) FROM archive_games g{}", conditions.text());
        let total = records::query_scalar::<i64>(AssertSqlSafe(total));
        let values = conditions.values.clone().into_iter();
        let total = values.fold(total, records::QueryScalar::bind);
        let total = total.fetch_one(self.records.read()).await;
        let total = u32::try_from(total.map_err(stored)?).unwrap_or(u32::MAX);
        let (games, next_page_token) = self.page(conditions, &page).await?;
        Ok(proto::ListArchivedGamesResponse {
            games,
            total,
            next_page_token,
        })
    }

    /// A piece of the games that are asked for, with what asks for the next one. A file is of one archive: what follows a
    /// change of it is refused.
    pub(super) async fn piece(
        self: &Arc<Self>,
        asked: &proto::ListArchivedGamesRequest,
    ) -> Result<(Vec<proto::ArchivedGame>, String), Problem> {
        let conditions = conditions(asked)?;
        let version = match asked.page_token.is_empty() {
            true => self.current().await?,
            false => self.written().await?,
        };
        let query = (query(asked), (&version.epoch, version.number));
        let page: Page<GameKey> = Page::asked(PIECE, &asked.page_token, &query)?;
        self.page(conditions, &page).await
    }

    async fn page(
        &self,
        conditions: Conditions,
        page: &Page<GameKey>,
    ) -> Result<(Vec<proto::ArchivedGame>, String), Problem> {
        let conditions = match page.after().cloned() {
            Some(last) => conditions.behind(last),
            None => conditions,
        };
        let most = conditions.values.len() + 1;
        let sql = format!(
            "SELECT {COLUMNS} {FROM}{} ORDER BY g.day DESC, g.event DESC, g.number DESC LIMIT ${most}",
            conditions.text()
        );
        let select = records::query_as::<GameRow>(AssertSqlSafe(sql));
        let select = conditions
            .values
            .into_iter()
            .fold(select, records::QueryAs::bind);
        let found = select.bind(page.limit()).fetch_all(self.records.read());
        let found = found.await.map_err(stored)?;
        let key = |last: &GameRow| GameKey(last.day.clone(), last.event, last.number);
        let (found, next) = page.cut(found, key)?;
        Ok((found.into_iter().map(GameRow::shown).collect(), next))
    }

    /// The openings that have a name, with how many games had each last.
    pub(crate) async fn openings(self: &Arc<Self>) -> Result<proto::GetOpeningsResponse, Problem> {
        self.current().await?;
        let select = records::query_as::<(String, i64)>(AssertSqlSafe(format!(
            "SELECT opening, COUNT(*) FROM archive_games WHERE opening IS NOT NULL AND {SEEN} GROUP BY opening"
        )));
        let counted = select.fetch_all(self.records.read()).await;
        let counted = counted.map_err(stored)?;
        let openings = Openings::all().map(|(name, squares)| {
            let games = counted.iter().find(|(opening, _)| opening == name);
            proto::OpeningLine {
                name: name.to_owned(),
                moves: transcript::linear(transcript::canonical(&squares)),
                games: games.map_or(0, |(_, games)| u32::try_from(*games).unwrap_or(u32::MAX)),
            }
        });
        Ok(proto::GetOpeningsResponse {
            openings: openings.collect(),
        })
    }
}

fn conditions(asked: &proto::ListArchivedGamesRequest) -> Result<Conditions, Problem> {
    let mut conditions = Conditions::default();
    conditions.sql.push(format!("g.{SEEN}"));
    if asked.player.max(asked.opponent) > LARGEST_NUMBER {
        return Err(bad(
            "player and opponent are federation numbers, 999999 at most",
        ));
    }
    if asked.from_year.max(asked.to_year) > LAST_YEAR {
        return Err(bad("from_year and to_year are years, 9999 at most"));
    }
    for number in [asked.player, asked.opponent] {
        if number > 0 {
            let number = i64::from(number);
            conditions.add("(g.black_number = ? OR g.white_number = ?)", number);
        }
    }
    if asked.opponent > 0 && asked.player == 0 {
        return Err(bad("opponent says against whom player played: give both"));
    }
    if !asked.name.is_empty() {
        let pattern = like(&asked.name)?;
        let condition = "EXISTS (SELECT 1 FROM archive_players p WHERE p.event = g.event \
                         AND p.place IN (g.black, g.white) AND p.folded LIKE ? ESCAPE '\\')";
        conditions.add(condition, pattern);
    }
    if asked.from_year > 0 {
        conditions.add("g.year >= ?", i64::from(asked.from_year));
    }
    if asked.to_year > 0 {
        conditions.add("g.year <= ?", i64::from(asked.to_year));
        conditions.sql.push("g.year > 0".to_owned());
    }
    if !asked.opening.is_empty() {
        if !Openings::all().any(|(name, _)| name == asked.opening) {
            return Err(bad(
                "opening is the name of one, as the list of openings has it",
            ));
        }
        conditions.add("g.opening = ?", asked.opening.clone());
    }
    if !asked.position.is_empty() {
        let condition = "EXISTS (SELECT 1 FROM archive_positions p WHERE p.position = ? \
                         AND p.event = g.event AND p.number = g.number)";
        conditions.add(condition, position(&asked.position)?);
    }
    match asked.outcome.as_str() {
        "" => {}
        "black" | "white" | "draw" => {
            conditions.add("g.outcome = ?", asked.outcome.clone());
            if asked.outcome != "draw" {
                conditions.sql.push("g.colours_known <> 0".to_owned());
            }
        }
        _ => return Err(bad("outcome is black, white or draw")),
    }
    if asked.with_moves {
        conditions.sql.push("g.moves IS NOT NULL".to_owned());
    }
    Ok(conditions)
}

/// The position after moves, as the tables have it.
fn position(moves: &str) -> Result<i64, Problem> {
    let wrong = || bad("position is a line of legal moves without passes, from the start: f5d6c3");
    let tokens = transcript::parse(moves).map_err(|_| wrong())?.into_iter();
    let squares: Vec<Square> = tokens.filter_map(|token| token.square()).collect();
    if transcript::linear(squares.iter().copied()) != moves.to_ascii_lowercase() {
        return Err(wrong());
    }
    let reached = positions(&squares);
    let last = reached.get(squares.len()).ok_or_else(wrong)?;
    Ok(key_of(last))
}

/// A pattern for names that have this in them.
pub(super) fn like(text: &str) -> Result<String, Problem> {
    if text.chars().count() > LONGEST_NAME {
        return Err(bad("a name to search for has 70 characters at most"));
    }
    let escaped: String = folded(text.trim())
        .chars()
        .flat_map(|letter| match letter {
            '%' | '_' | '\\' => vec!['\\', letter],
            _ => vec![letter],
        })
        .collect();
    Ok(format!("%{escaped}%"))
}

pub(super) fn bad(what: &str) -> Problem {
    problem!(
        Kind::Invalid,
        "bad_archive_query",
        "The archive cannot be asked so: {what}.",
        what = what.to_owned(),
    )
}
