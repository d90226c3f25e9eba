//! The directory of known players.

use outflank_runtime::Problem;
use sqlx::{QueryBuilder, Row as _, Sqlite, sqlite::SqliteRow};

use super::{Records, stored};

/// Rows in one statement; each has six values.
const ROWS_AT_ONCE: usize = 500;

/// A player of a federation's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedPlayer {
    pub federation_number: u32,
    pub surname: String,
    pub given_names: String,
    pub country: String,
    /// 0 = unrated.
    pub rating: i32,
    /// The name in plain lower-case letters.
    pub sought: String,
}

impl ListedPlayer {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            federation_number: row.try_get("federation_number")?,
            surname: row.try_get("surname")?,
            given_names: row.try_get("given_names")?,
            country: row.try_get("country")?,
            rating: row.try_get("rating")?,
            sought: row.try_get("sought")?,
        })
    }
}

impl Records {
    /// Replaces the directory.
    pub(crate) async fn replace_players(&self, players: &[ListedPlayer]) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        sqlx::query("DELETE FROM listed_players")
            .execute(&mut *transaction)
            .await
            .map_err(stored)?;
        for chunk in players.chunks(ROWS_AT_ONCE) {
            let mut query = QueryBuilder::<Sqlite>::new(
                "INSERT INTO listed_players \
                 (federation_number, surname, given_names, country, rating, sought) ",
            );
            query.push_values(chunk, |mut row, player| {
                row.push_bind(player.federation_number)
                    .push_bind(&player.surname)
                    .push_bind(&player.given_names)
                    .push_bind(&player.country)
                    .push_bind(player.rating)
                    .push_bind(&player.sought);
            });
            query
                .build()
                .execute(&mut *transaction)
                .await
                .map_err(stored)?;
        }
        transaction.commit().await.map_err(stored)
    }

    /// The player with that number.
    pub(crate) async fn listed_player(&self, number: u32) -> Result<Option<ListedPlayer>, Problem> {
        if number == 0 {
            return Ok(None);
        }
        Ok(self
            .find_players(&[], Some(number), 1)
            .await?
            .into_iter()
            .next())
    }

    /// Players whose name holds every one of the words, or whose number is one of them.
    pub(crate) async fn find_players(
        &self,
        words: &[String],
        number: Option<u32>,
        limit: u32,
    ) -> Result<Vec<ListedPlayer>, Problem> {
        let mut query = QueryBuilder::<Sqlite>::new("SELECT * FROM listed_players WHERE ");
        match number {
            Some(number) => {
                query.push("federation_number = ").push_bind(number);
            }
            None => {
                let mut all = query.separated(" AND ");
                for word in words {
                    // No character of a pattern means anything to instr.
                    all.push("instr(sought, ");
                    all.push_bind_unseparated(word);
                    all.push_unseparated(") > 0");
                }
            }
        }
        query
            .push(" ORDER BY rating DESC, federation_number LIMIT ")
            .push_bind(limit);
        query
            .build()
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)?
            .iter()
            .map(ListedPlayer::from_row)
            .collect::<Result<_, _>>()
            .map_err(stored)
    }
}
