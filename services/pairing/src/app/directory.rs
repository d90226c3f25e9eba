//! The directory of known players.

use std::sync::Arc;

use outflank_access::{Kind, Problem, problem};
use outflank_formats::{fold_ascii, papp};

use super::{App, problems};
use crate::records::ListedPlayer;

const MOST_FOUND: u32 = 100;
const FOUND_BY_DEFAULT: u32 = 20;
const LONGEST_QUERY_CHARS: usize = 100;
const HIGHEST_RATING: i32 = 4_000;
/// Problems named to the caller; a file of something else has one a line.
const MOST_PROBLEMS: usize = 1_000;

/// What an import read.
#[derive(Debug, Clone)]
pub(crate) struct Imported {
    pub players: u32,
    /// (line, sentence).
    pub problems: Vec<(u32, String)>,
}

impl App {
    /// Replaces the directory by a players list. A file without a single player changes nothing.
    pub(crate) async fn import_players(
        self: &Arc<Self>,
        content: Vec<u8>,
    ) -> Result<Imported, Problem> {
        let read = tokio::task::spawn_blocking(move || papp::read_players(&content))
            .await
            .map_err(Problem::internal)?;
        let mut players = std::collections::BTreeMap::new();
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
        if players.is_empty() {
            return Err(problems::invalid(
                "no_players",
                "The file names no player, so the directory stays as it was; a line reads \
                 \"220901 EKHAVN, Lars %_<2204>\".",
            ));
        }
        let players: Vec<ListedPlayer> = players.into_values().collect();
        self.records.replace_players(&players).await?;
        Ok(Imported {
            players: u32::try_from(players.len()).map_err(Problem::internal)?,
            problems: read
                .problems
                .into_iter()
                .take(MOST_PROBLEMS)
                .map(|problem| (problem.line, problem.what))
                .collect(),
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
