//! Players of the archive: who they are, what they played and against whom.

use std::{collections::BTreeMap, sync::Arc};

use outflank_access::{Kind, Problem, problem};
use outflank_journal::{from_row, records};
use outflank_proto::ratings::v1 as proto;
use sqlx::AssertSqlSafe;

use super::{
    Archive,
    queries::{bad, like},
    rows::SEEN,
    shown::PlayerRow,
};
use crate::stored::stored;

/// Opponents told of one player.
const MOST_OPPONENTS: usize = 200;
/// Numbers in one statement.
const NUMBERS_AT_ONCE: usize = 500;
const USUAL: u32 = 20;
const MOST: u32 = 100;

/// What somebody came to in games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Tally {
    fn met(&self) -> u32 {
        self.won
            .saturating_add(self.drawn)
            .saturating_add(self.lost)
    }
}

struct ResultRow {
    black_number: u32,
    white_number: u32,
    outcome: String,
    games: u32,
}

from_row!(ResultRow {
    black_number [i64],
    white_number [i64],
    outcome,
    games [i64],
});

/// What somebody played in all.
struct RecordRow {
    number: u32,
    events: u32,
    first_year: Option<i64>,
    last_year: Option<i64>,
    won: u32,
    drawn: u32,
    lost: u32,
}

from_row!(RecordRow {
    number [i64],
    events [i64],
    first_year,
    last_year,
    won [i64],
    drawn [i64],
    lost [i64],
});

impl RecordRow {
    fn shown(self, player: Option<proto::ArchivedPlayer>) -> proto::PlayerRecord {
        let year = |year: Option<i64>| {
            let year = year.and_then(|year| u32::try_from(year).ok());
            year.unwrap_or_default()
        };
        proto::PlayerRecord {
            player,
            events: self.events,
            won: self.won,
            drawn: self.drawn,
            lost: self.lost,
            first_year: year(self.first_year),
            last_year: year(self.last_year),
        }
    }
}

impl Archive {
    /// Players by part of a name or by number, those who played most first.
    pub(crate) async fn find_players(
        self: &Arc<Self>,
        asked: &proto::FindArchivedPlayersRequest,
    ) -> Result<proto::FindArchivedPlayersResponse, Problem> {
        let limit = match asked.limit {
            0 => USUAL,
            limit if limit <= MOST => limit,
            _ => return Err(bad("limit is 100 at most")),
        };
        self.current().await?;
        let pattern = like(&asked.query)?;
        let number = asked.query.trim().parse::<u32>();
        let numbers: Vec<i64> = match number {
            Ok(number) => vec![i64::from(number)],
            Err(_) => {
                let select = records::query_scalar::<i64>(AssertSqlSafe(format!(
                    "SELECT p.number FROM archive_players p JOIN archive_games g ON g.event = p.event \
                     AND (g.black = p.place OR g.white = p.place) \
                     WHERE p.folded LIKE $1 ESCAPE '\\' AND p.number > 0 AND p.{SEEN} \
                     GROUP BY p.number ORDER BY COUNT(*) DESC, p.number LIMIT $2",
                )));
                let select = select.bind(pattern).bind(i64::from(limit));
                let found = select.fetch_all(self.records.read()).await;
                found.map_err(stored)?
            }
        };
        let numbers = numbers.into_iter();
        let numbers: Vec<u32> = numbers
            .filter_map(|number| u32::try_from(number).ok())
            .collect();
        let mut records = self.records_of(&numbers).await?;
        let players = numbers.iter().filter_map(|number| records.remove(number));
        Ok(proto::FindArchivedPlayersResponse {
            players: players.collect(),
        })
    }

    /// What a player played, against whom, and how he was rated by the preview.
    pub(crate) async fn player(
        self: &Arc<Self>,
        number: u32,
    ) -> Result<proto::GetPlayerRecordResponse, Problem> {
        let version = self.current().await?;
        let record = self.records_of(&[number]).await?.remove(&number);
        let record = record.ok_or_else(|| {
            problem!(
                Kind::NotFound,
                "unknown_player",
                "Number {number} played nothing that is in the archive.",
                number,
            )
        })?;
        let against = self.against(number).await?.into_iter();
        let mut against: Vec<(u32, Tally)> = against.collect();
        against.sort_by_key(|(number, tally)| (std::cmp::Reverse(tally.met()), *number));
        against.truncate(MOST_OPPONENTS);
        let numbers: Vec<u32> = against.iter().map(|(number, _)| *number).collect();
        let mut latest = self.latest(&numbers).await?;
        let opponents = against
            .into_iter()
            .map(|(number, tally)| proto::OpponentRecord {
                opponent: latest.remove(&number),
                won: tally.won,
                drawn: tally.drawn,
                lost: tally.lost,
            });
        let (rating, history) = self.rated(number, &version).await?;
        Ok(proto::GetPlayerRecordResponse {
            record: Some(record),
            rating,
            history_pending: history.is_none(),
            history: history.unwrap_or_default(),
            opponents: opponents.collect(),
        })
    }

    /// What players played in all, but for those who played nothing. 0 is nobody's number.
    async fn records_of(
        &self,
        numbers: &[u32],
    ) -> Result<BTreeMap<u32, proto::PlayerRecord>, Problem> {
        let mut records = BTreeMap::new();
        let mut latest = self.latest(numbers).await?;
        for some in numbers.chunks(NUMBERS_AT_ONCE) {
            let places: Vec<String> = (1..=some.len()).map(|place| format!("${place}")).collect();
            let places = places.join(", ");
            let with = |own: &str, won: &str, lost: &str| {
                format!(
                    "SELECT {own}_number AS number, event, CASE WHEN year > 0 THEN year END AS year, \
                     CASE WHEN outcome = '{won}' THEN 1 ELSE 0 END AS won, \
                     CASE WHEN outcome = 'draw' THEN 1 ELSE 0 END AS drawn, \
                     CASE WHEN outcome = '{lost}' THEN 1 ELSE 0 END AS lost \
                     FROM archive_games WHERE {own}_number > 0 AND {own}_number IN ({places}) AND {SEEN}"
                )
            };
            let sql = format!(
                "SELECT number, COUNT(DISTINCT event) AS events, MIN(year) AS first_year, MAX(year) AS last_year, \
                 SUM(won) AS won, SUM(drawn) AS drawn, SUM(lost) AS lost FROM ({} UNION ALL {}) AS played GROUP BY number",
                with("black", "black", "white"),
                with("white", "white", "black"),
            );
            let select = records::query_as::<RecordRow>(AssertSqlSafe(sql));
            let select = some
                .iter()
                .fold(select, |select, number| select.bind(i64::from(*number)));
            let found = select.fetch_all(self.records.read()).await;
            for row in found.map_err(stored)? {
                let player = latest.remove(&row.number);
                records.insert(row.number, row.shown(player));
            }
        }
        Ok(records)
    }

    /// What somebody played against each.
    async fn against(&self, number: u32) -> Result<BTreeMap<u32, Tally>, Problem> {
        let select = records::query_as::<ResultRow>(AssertSqlSafe(format!(
            "SELECT black_number, white_number, outcome, COUNT(*) AS games FROM archive_games \
             WHERE (black_number = $1 OR white_number = $1) AND {SEEN} \
             GROUP BY black_number, white_number, outcome",
        )));
        let select = select.bind(i64::from(number));
        let results = select.fetch_all(self.records.read()).await;
        let mut against = BTreeMap::<u32, Tally>::new();
        for row in results.map_err(stored)? {
            let has_black = row.black_number == number;
            let opponent = match has_black {
                true => row.white_number,
                false => row.black_number,
            };
            let tally = against.entry(opponent).or_default();
            let count = match (row.outcome.as_str(), has_black) {
                ("draw", _) => &mut tally.drawn,
                ("black", true) | ("white", false) => &mut tally.won,
                _ => &mut tally.lost,
            };
            *count = count.saturating_add(row.games);
        }
        Ok(against)
    }

    /// Players as the latest event with a name of theirs has each; without one where none has. 0 is nobody's number.
    pub(super) async fn latest(
        &self,
        numbers: &[u32],
    ) -> Result<BTreeMap<u32, proto::ArchivedPlayer>, Problem> {
        let mut latest = BTreeMap::new();
        for number in numbers.iter().copied().filter(|number| *number > 0) {
            let nameless = proto::ArchivedPlayer {
                federation_number: number,
                ..proto::ArchivedPlayer::default()
            };
            latest.insert(number, nameless);
        }
        for some in numbers.chunks(NUMBERS_AT_ONCE) {
            let places: Vec<String> = (1..=some.len()).map(|place| format!("${place}")).collect();
            let sql = format!(
                "SELECT number, surname, given_names, country FROM (\
                 SELECT p.number, p.surname, p.given_names, p.country, ROW_NUMBER() OVER (PARTITION BY p.number \
                 ORDER BY COALESCE(e.day, '') DESC, e.year DESC, e.event DESC) AS turn FROM archive_players p \
                 JOIN archive_events e ON e.event = p.event WHERE p.surname <> '' AND e.{SEEN} \
                 AND p.number IN ({})) named WHERE turn = 1",
                places.join(", ")
            );
            let select = records::query_as::<PlayerRow>(AssertSqlSafe(sql));
            let select = some
                .iter()
                .fold(select, |select, number| select.bind(i64::from(*number)));
            let found = select.fetch_all(self.records.read()).await;
            for row in found.map_err(stored)? {
                latest.insert(row.number, row.shown());
            }
        }
        latest.remove(&0);
        Ok(latest)
    }
}
