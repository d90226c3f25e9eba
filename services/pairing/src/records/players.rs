//! The directory of known players.

use std::{collections::BTreeSet, fmt::Write as _};

use outflank_access::Problem;
use outflank_journal::{WriteTransaction, records};
use sqlx::AssertSqlSafe;

use super::{Records, places, stored};

/// Rows in one statement.
const ROWS_AT_ONCE: usize = 500;
const VALUES_A_ROW: usize = 6;

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

outflank_journal::from_row!(ListedPlayer {
    federation_number [i64],
    surname,
    given_names,
    country,
    rating [i64],
    sought,
});

impl Records {
    /// Replaces the directory.
    pub(super) async fn replace_players(
        transaction: &mut WriteTransaction,
        players: &[ListedPlayer],
    ) -> Result<(), Problem> {
        records::query("DELETE FROM listed_players")
            .execute(&mut *transaction)
            .await
            .map_err(stored)?;
        for chunk in players.chunks(ROWS_AT_ONCE) {
            let mut insert = records::query(AssertSqlSafe(insertion(chunk.len())));
            for player in chunk {
                insert = insert
                    .bind(player.federation_number)
                    .bind(&player.surname)
                    .bind(&player.given_names)
                    .bind(&player.country)
                    .bind(player.rating)
                    .bind(&player.sought);
            }
            insert.execute(&mut *transaction).await.map_err(stored)?;
        }
        Ok(())
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

    /// Those of the numbers that players of the list have; all of them where there is no list.
    pub(crate) async fn listed_numbers(&self, numbers: &[u32]) -> Result<BTreeSet<u32>, Problem> {
        let known: i64 = records::query_scalar("SELECT COUNT(*) FROM listed_players")
            .fetch_one(self.tables.read())
            .await
            .map_err(stored)?;
        if known == 0 {
            return Ok(numbers.iter().copied().collect());
        }
        let mut listed = BTreeSet::new();
        for chunk in numbers.chunks(ROWS_AT_ONCE) {
            let sql = format!(
                "SELECT federation_number FROM listed_players WHERE federation_number IN ({})",
                places(1, chunk.len())
            );
            let found: Vec<i64> = chunk
                .iter()
                .fold(
                    records::query_scalar(AssertSqlSafe(sql)),
                    |query, number| query.bind(*number),
                )
                .fetch_all(self.tables.read())
                .await
                .map_err(stored)?;
            listed.extend(
                found
                    .into_iter()
                    .filter_map(|number| u32::try_from(number).ok()),
            );
        }
        Ok(listed)
    }

    /// Players whose name holds every one of the words, or whose number is one of them.
    pub(crate) async fn find_players(
        &self,
        words: &[String],
        number: Option<u32>,
        limit: u32,
    ) -> Result<Vec<ListedPlayer>, Problem> {
        let mut sql = "SELECT * FROM listed_players WHERE ".to_owned();
        let mut values = Vec::new();
        match number {
            Some(number) => {
                sql.push_str("federation_number = $1");
                values.push(records::Value::from(number));
            }
            None => {
                for word in words {
                    let and = if values.is_empty() { "" } else { " AND " };
                    values.push(pattern(word).into());
                    // Writing to a String cannot fail.
                    let place = values.len();
                    let _ = write!(sql, "{and}sought LIKE ${place} ESCAPE '!'");
                }
            }
        }
        let place = values.len().saturating_add(1);
        let _ = write!(
            sql,
            " ORDER BY rating DESC, federation_number LIMIT ${place}"
        );
        values
            .into_iter()
            .fold(
                records::query_as(AssertSqlSafe(sql)),
                records::QueryAs::bind,
            )
            .bind(limit)
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)
    }
}

/// The statement that inserts so many players.
fn insertion(rows: usize) -> String {
    let mut sql = "INSERT INTO listed_players \
                   (federation_number, surname, given_names, country, rating, sought) VALUES "
        .to_owned();
    for row in 0..rows {
        let comma = if row == 0 { "" } else { ", " };
        let places = places(row * VALUES_A_ROW + 1, VALUES_A_ROW);
        // Writing to a String cannot fail.
        let _ = write!(sql, "{comma}({places})");
    }
    // Two lists imported at the same moment: none of them fails.
    sql.push_str(
        " ON CONFLICT (federation_number) DO UPDATE SET surname = excluded.surname, \
         given_names = excluded.given_names, country = excluded.country, \
         rating = excluded.rating, sought = excluded.sought",
    );
    sql
}

/// A pattern that everything matches which holds the word; no character of the word means anything else.
fn pattern(word: &str) -> String {
    let mut pattern = "%".to_owned();
    for character in word.chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}
