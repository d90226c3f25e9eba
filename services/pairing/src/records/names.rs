//! Who the entrants are.

use std::collections::{BTreeMap, BTreeSet};

use outflank_formats::papp::first_free_number;
use outflank_runtime::Problem;
use sqlx::{
    Row as _,
    sqlite::{SqliteConnection, SqliteRow},
};

use super::{Records, stored};

/// An entrant's name as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewName {
    pub entrant_id: String,
    pub surname: String,
    pub given_names: String,
    pub country: String,
    /// 0 = a new player, who gets the first free number of the country's zone.
    pub federation_number: u32,
}

/// A person's or program's name and federation number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EntrantName {
    pub entrant_id: String,
    pub surname: String,
    pub given_names: String,
    pub federation_number: u32,
    /// Not on the federation's list.
    pub new_player: bool,
}

impl EntrantName {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            entrant_id: row.try_get("entrant_id")?,
            surname: row.try_get("surname")?,
            given_names: row.try_get("given_names")?,
            federation_number: row.try_get("federation_number")?,
            new_player: row.try_get("new_player")?,
        })
    }

    /// As people are addressed: "Given Surname".
    pub(crate) fn display(&self) -> String {
        format!("{} {}", self.given_names, self.surname)
            .trim()
            .to_owned()
    }
}

/// What became of a name to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NameKept {
    Kept,
    /// The federation number belongs to another entrant of this tournament.
    NumberTaken {
        entrant_id: String,
        /// When that one's name was written, in ms since 1970.
        written_at_ms: i64,
    },
    /// Every number of the country's zone belongs to somebody.
    ZoneFull,
}

/// The first number of the country's zone that neither the directory nor the tournament has.
async fn free_number(
    connection: &mut SqliteConnection,
    tournament_id: &str,
    country: &str,
) -> Result<Option<u32>, sqlx::Error> {
    let taken: Vec<u32> = sqlx::query_scalar(
        "SELECT federation_number FROM listed_players \
         UNION SELECT federation_number FROM entrant_names WHERE tournament_id = ?",
    )
    .bind(tournament_id)
    .fetch_all(connection)
    .await?;
    let taken: BTreeSet<u32> = taken.into_iter().collect();
    Ok(first_free_number(country, &taken))
}

impl Records {
    /// Keeps an entrant's name. The same entrant's name written before stands.
    pub(crate) async fn keep_name(
        &self,
        tournament_id: &str,
        name: &NewName,
        now_ms: i64,
    ) -> Result<NameKept, Problem> {
        let mut transaction = self.begin().await?;
        let standing: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM entrant_names WHERE tournament_id = ? AND entrant_id = ?",
        )
        .bind(tournament_id)
        .bind(&name.entrant_id)
        .fetch_one(&mut *transaction)
        .await
        .map_err(stored)?;
        if standing > 0 {
            return Ok(NameKept::Kept);
        }
        let new_player = name.federation_number == 0;
        let number = if new_player {
            free_number(&mut transaction, tournament_id, &name.country)
                .await
                .map_err(stored)?
        } else {
            Some(name.federation_number)
        };
        let Some(number) = number else {
            return Ok(NameKept::ZoneFull);
        };
        let taken = sqlx::query(
            "SELECT entrant_id, written_at_ms FROM entrant_names \
             WHERE tournament_id = ? AND federation_number = ?",
        )
        .bind(tournament_id)
        .bind(number)
        .fetch_optional(&mut *transaction)
        .await
        .map_err(stored)?;
        if let Some(row) = taken {
            return Ok(NameKept::NumberTaken {
                entrant_id: row.try_get("entrant_id").map_err(stored)?,
                written_at_ms: row.try_get("written_at_ms").map_err(stored)?,
            });
        }
        sqlx::query(
            "INSERT INTO entrant_names (tournament_id, entrant_id, surname, given_names, \
             federation_number, new_player, written_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(tournament_id)
        .bind(&name.entrant_id)
        .bind(&name.surname)
        .bind(&name.given_names)
        .bind(number)
        .bind(new_player)
        .bind(now_ms)
        .execute(&mut *transaction)
        .await
        .map_err(stored)?;
        transaction.commit().await.map_err(stored)?;
        Ok(NameKept::Kept)
    }

    /// Forgets an entrant's name.
    pub(crate) async fn drop_name(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        sqlx::query("DELETE FROM entrant_names WHERE tournament_id = ? AND entrant_id = ?")
            .bind(tournament_id)
            .bind(entrant_id)
            .execute(&mut *transaction)
            .await
            .map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }

    /// The names of a tournament's entrants, by their ids.
    pub(crate) async fn names(
        &self,
        tournament_id: &str,
    ) -> Result<BTreeMap<String, EntrantName>, Problem> {
        sqlx::query("SELECT * FROM entrant_names WHERE tournament_id = ?")
            .bind(tournament_id)
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)?
            .iter()
            .map(|row| EntrantName::from_row(row).map(|name| (name.entrant_id.clone(), name)))
            .collect::<Result<_, _>>()
            .map_err(stored)
    }

    /// One entrant's name.
    pub(crate) async fn name(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<Option<EntrantName>, Problem> {
        sqlx::query("SELECT * FROM entrant_names WHERE tournament_id = ? AND entrant_id = ?")
            .bind(tournament_id)
            .bind(entrant_id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)?
            .as_ref()
            .map(EntrantName::from_row)
            .transpose()
            .map_err(stored)
    }
}
