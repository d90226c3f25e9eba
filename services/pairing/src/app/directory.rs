//! The directory of known players.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Kind, Problem, identifier, problem};
use outflank_formats::{fold_ascii, papp};

use super::{App, problems};
use crate::records::{ListedPlayer, NewPlayersList, PlayersList};

const MOST_FOUND: u32 = 100;
const FOUND_BY_DEFAULT: u32 = 20;
const LONGEST_QUERY_CHARS: usize = 100;
const HIGHEST_RATING: i32 = 4_000;
/// How often it is looked again which list counts because others changed it at the same moment.
const ATTEMPTS: u32 = 8;
/// Problems named to the caller; a file of something else has one a line.
const MOST_PROBLEMS: usize = 1_000;

/// What an import read.
#[derive(Debug, Clone)]
pub(crate) struct Imported {
    pub list: PlayersList,
    /// (line, sentence).
    pub problems: Vec<(u32, String)>,
}

/// The ratings of the list that counts, after a number.
#[derive(Debug, Clone)]
pub(crate) struct OfficialRatings {
    /// Another one for each list; 0 = there is none.
    pub version: u64,
    /// 0 = nobody knows.
    pub imported_at_ms: i64,
    /// By number.
    pub ratings: Vec<(u32, u32)>,
    pub goes_on: bool,
}

impl App {
    /// Replaces the directory by a players list. A file without a single player changes nothing, and neither does the list
    /// that counts already.
    pub(crate) async fn import_players(
        self: &Arc<Self>,
        by: &str,
        content: Vec<u8>,
    ) -> Result<Imported, Problem> {
        let read = read(content.clone()).await?;
        if read.players.is_empty() {
            return Err(problems::invalid(
                "no_players",
                "The file names no player, so the directory stays as it was; a line reads \
                 \"220901 EKHAVN, Lars %_<2204>\".",
            ));
        }
        let sha256 = identifier::sha256(&content);
        let new = NewPlayersList {
            sha256: &sha256,
            content: &content,
            players: &read.players,
            problems: read.problems.len(),
            by_account_id: by,
            at_ms: self.clock.now_ms(),
        };
        let list = self.records.import_players_list(new).await?;
        let problems = read.problems.into_iter().take(MOST_PROBLEMS);
        Ok(Imported {
            list,
            problems: problems
                .map(|problem| (problem.line, problem.what))
                .collect(),
        })
    }

    /// Takes the list back that counts; the one before it does again. Done once more, it changes nothing.
    pub(crate) async fn take_back_players_list(
        self: &Arc<Self>,
        by: &str,
        number: u32,
    ) -> Result<Vec<PlayersList>, Problem> {
        for _ in 0..ATTEMPTS {
            if let Some(lists) = self.taken_back(by, number).await? {
                return Ok(lists);
            }
        }
        Err(not_the_list())
    }

    /// One attempt; none where somebody else changed the lists at the same moment.
    async fn taken_back(&self, by: &str, number: u32) -> Result<Option<Vec<PlayersList>>, Problem> {
        let lists = self.records.players_lists().await?;
        let mut standing = lists.iter().filter(|list| list.stands());
        if let Some(asked) = lists.iter().find(|list| list.number == number)
            && !asked.stands()
        {
            return Ok(Some(lists));
        }
        if standing
            .next()
            .is_none_or(|current| current.number != number)
        {
            return Err(not_the_list());
        }
        let Some(before) = standing.next() else {
            return Err(problems::invalid(
                "no_earlier_list",
                "No earlier players list is kept that could count instead: import one.",
            ));
        };
        let content = self.records.players_list_content(before.number).await?;
        let players = read(content).await?.players;
        let at = (by, self.clock.now_ms());
        let two = (number, before.number);
        let done = self.records.take_back_players_list(two, at, &players);
        match done.await? {
            true => self.records.players_lists().await.map(Some),
            false => Ok(None),
        }
    }

    /// The lists that were imported last.
    pub(crate) async fn players_lists(&self) -> Result<Vec<PlayersList>, Problem> {
        self.records.players_lists().await
    }

    /// Ratings of the list that counts, for who does not know them by this version.
    pub(crate) async fn official_ratings(
        &self,
        known_version: u64,
        after: u32,
    ) -> Result<OfficialRatings, Problem> {
        let current = self.records.current_players_list().await?;
        let imported_at_ms = current.as_ref().map_or(0, |list| list.at_ms);
        // A list of an earlier release has no number.
        let number = current.map_or(0, |list| list.number);
        let version = u64::from(number).saturating_add(1);
        if version == known_version {
            return Ok(OfficialRatings {
                version,
                imported_at_ms,
                ratings: Vec::new(),
                goes_on: false,
            });
        }
        let (ratings, goes_on) = self.records.official_ratings(after).await?;
        Ok(OfficialRatings {
            version: if number == 0 && after == 0 && ratings.is_empty() {
                0
            } else {
                version
            },
            imported_at_ms,
            ratings,
            goes_on,
        })
    }

    /// Players by part of a name or by number; `limit` 0 = 20.
    pub(crate) async fn find_players(
        &self,
        query: &str,
        limit: u32,
    ) -> Result<Vec<ListedPlayer>, Problem> {
        if query.chars().count() > LONGEST_QUERY_CHARS {
            return Err(problem!(
                Kind::Invalid,
                "bad_query",
                "A search has at most {most} characters.",
                most = LONGEST_QUERY_CHARS,
            ));
        }
        if limit > MOST_FOUND {
            return Err(problem!(
                Kind::Invalid,
                "bad_limit",
                "A search finds at most {most} players.",
                most = MOST_FOUND,
            ));
        }
        let limit = if limit == 0 { FOUND_BY_DEFAULT } else { limit };
        let query = sought(query);
        let words: Vec<String> = query.split_whitespace().map(str::to_owned).collect();
        let number = match words.as_slice() {
            [] => return Ok(Vec::new()),
            [only] => only.parse().ok(),
            _ => None,
        };
        self.records.find_players(&words, number, limit).await
    }
}

/// Plain lower-case letters: what people type without accents.
fn sought(text: &str) -> String {
    fold_ascii(text).text.to_ascii_lowercase().replace(',', " ")
}

fn not_the_list() -> Problem {
    problems::invalid(
        "not_the_list",
        "Only the players list that counts can be taken back: look which one it is.",
    )
}

/// A players list that was read.
struct ReadList {
    players: Vec<ListedPlayer>,
    problems: Vec<outflank_formats::Problem>,
}

async fn read(content: Vec<u8>) -> Result<ReadList, Problem> {
    let read = tokio::task::spawn_blocking(move || papp::read_players(&content))
        .await
        .map_err(Problem::internal)?;
    let mut players = BTreeMap::new();
    for player in read.value.players {
        // The first line of a number counts; the reader names the others as problems.
        players.entry(player.id).or_insert_with(|| ListedPlayer {
            federation_number: player.id,
            sought: sought(&format!("{} {}", player.surname, player.first_names)),
            surname: player.surname,
            given_names: player.first_names,
            country: player.country.unwrap_or_default(),
            rating: player.rating.unwrap_or(0).clamp(0, HIGHEST_RATING),
        });
    }
    Ok(ReadList {
        players: players.into_values().collect(),
        problems: read.problems,
    })
}
