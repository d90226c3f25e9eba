//! Who the entrants are.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_formats::papp::first_free_number;
use outflank_journal::{WriteTransaction, records};
use outflank_tournament::Person;

use super::{
    Records, Referring,
    name_changes::{Changed, drop_change, keep_change},
    stored,
};

/// A race for a number is decided again at most so often.
const ATTEMPTS: u32 = 16;

/// An entrant's name as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewName {
    pub entrant_id: String,
    pub surname: String,
    pub given_names: String,
    pub country: String,
    /// 0 = a new player, who gets the first free number of the country's zone.
    pub federation_number: u32,
    /// Who enters it knows of another entrant of that name and nation.
    pub shared: bool,
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

outflank_journal::from_row!(EntrantName {
    entrant_id,
    surname,
    given_names,
    federation_number [i64],
    new_player,
});

impl EntrantName {
    /// As people are addressed: "Given Surname".
    pub(crate) fn display(&self) -> String {
        format!("{} {}", self.given_names, self.surname)
            .trim()
            .to_owned()
    }

    /// Who that is; a number that only this event gave is none.
    pub(crate) fn person<'a>(&'a self, country: &'a str) -> Person<'a> {
        Person {
            surname: &self.surname,
            given_names: &self.given_names,
            country,
            federation_number: (!self.new_player).then_some(self.federation_number),
        }
    }
}

/// Another federation number for an entrant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Number {
    pub country: String,
    /// The name with the number that stood.
    pub before: EntrantName,
    /// 0 = none: a new player, who gets the first free number of the country's zone.
    pub number: u32,
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
    transaction: &mut WriteTransaction,
    tournament_id: &str,
    country: &str,
) -> Result<Option<u32>, sqlx::Error> {
    let taken: Vec<i64> = records::query_scalar(
        "SELECT federation_number FROM listed_players \
         UNION SELECT federation_number FROM entrant_names WHERE tournament_id = $1",
    )
    .bind(tournament_id)
    .fetch_all(transaction)
    .await?;
    let taken: BTreeSet<u32> = taken
        .into_iter()
        .filter_map(|number| u32::try_from(number).ok())
        .collect();
    Ok(first_free_number(country, &taken))
}

async fn write_number(
    transaction: &mut WriteTransaction,
    (tournament_id, entrant_id): (&str, &str),
    number: u32,
    new_player: bool,
) -> Result<(), Problem> {
    records::query(
        "UPDATE entrant_names SET federation_number = $1, new_player = $2 \
         WHERE tournament_id = $3 AND entrant_id = $4",
    )
    .bind(number)
    .bind(new_player)
    .bind(tournament_id)
    .bind(entrant_id)
    .execute(transaction)
    .await
    .map_err(stored)?;
    Ok(())
}

impl Records {
    /// Keeps an entrant's name. The same entrant's name written before stands.
    pub(crate) async fn keep_name(
        &self,
        tournament_id: &str,
        name: &NewName,
        now_ms: i64,
    ) -> Result<NameKept, Problem> {
        for _ in 0..ATTEMPTS {
            if let Some(kept) = self.try_keep_name(tournament_id, name, now_ms).await? {
                return Ok(kept);
            }
        }
        Err(Problem::internal(
            "the names of a tournament are changed without end",
        ))
    }

    /// `None` when another process took the number at the same moment.
    async fn try_keep_name(
        &self,
        tournament_id: &str,
        name: &NewName,
        now_ms: i64,
    ) -> Result<Option<NameKept>, Problem> {
        let mut transaction = self.begin().await?;
        let standing: i64 = records::query_scalar(
            "SELECT count(*) FROM entrant_names WHERE tournament_id = $1 AND entrant_id = $2",
        )
        .bind(tournament_id)
        .bind(&name.entrant_id)
        .fetch_one(&mut transaction)
        .await
        .map_err(stored)?;
        if standing > 0 {
            return Ok(Some(NameKept::Kept));
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
            return Ok(Some(NameKept::ZoneFull));
        };
        let taken: Option<(String, i64)> = records::query_as(
            "SELECT entrant_id, written_at_ms FROM entrant_names \
             WHERE tournament_id = $1 AND federation_number = $2",
        )
        .bind(tournament_id)
        .bind(number)
        .fetch_optional(&mut transaction)
        .await
        .map_err(stored)?;
        if let Some((entrant_id, written_at_ms)) = taken {
            return Ok(Some(NameKept::NumberTaken {
                entrant_id,
                written_at_ms,
            }));
        }
        let kept = records::query(
            "INSERT INTO entrant_names (tournament_id, entrant_id, surname, given_names, \
             federation_number, new_player, written_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT DO NOTHING",
        )
        .bind(tournament_id)
        .bind(&name.entrant_id)
        .bind(&name.surname)
        .bind(&name.given_names)
        .bind(number)
        .bind(new_player)
        .bind(now_ms)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        self.commit_shown(transaction, tournament_id).await?;
        Ok((kept > 0).then_some(NameKept::Kept))
    }

    /// Gives an entrant another federation number; the number that stands already stays.
    pub(crate) async fn renumber(
        &self,
        tournament_id: &str,
        change: &Number,
        by: &Referring,
    ) -> Result<NameKept, Problem> {
        let mut transaction = self.begin().await?;
        let number = if change.number == 0 {
            free_number(&mut transaction, tournament_id, &change.country)
                .await
                .map_err(stored)?
        } else {
            Some(change.number)
        };
        let Some(number) = number else {
            return Ok(NameKept::ZoneFull);
        };
        let taken: Option<(String, i64)> = records::query_as(
            "SELECT entrant_id, written_at_ms FROM entrant_names \
             WHERE tournament_id = $1 AND federation_number = $2 AND entrant_id <> $3",
        )
        .bind(tournament_id)
        .bind(number)
        .bind(&change.before.entrant_id)
        .fetch_optional(&mut transaction)
        .await
        .map_err(stored)?;
        if let Some((entrant_id, written_at_ms)) = taken {
            return Ok(NameKept::NumberTaken {
                entrant_id,
                written_at_ms,
            });
        }
        let of = (tournament_id, change.before.entrant_id.as_str());
        let new_player = change.number == 0;
        let changed = Changed::Number(number, new_player);
        keep_change(&mut transaction, of, by, changed).await?;
        write_number(&mut transaction, of, number, new_player).await?;
        self.commit_shown(transaction, tournament_id).await?;
        Ok(NameKept::Kept)
    }

    /// Gives an entrant the number back that stood before.
    pub(crate) async fn number_as_before(
        &self,
        tournament_id: &str,
        before: &EntrantName,
        by: &Referring,
    ) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        let of = (tournament_id, before.entrant_id.as_str());
        drop_change(&mut transaction, of, by).await?;
        let (number, new_player) = (before.federation_number, before.new_player);
        write_number(&mut transaction, of, number, new_player).await?;
        self.commit_shown(transaction, tournament_id).await
    }

    /// Forgets an entrant's name.
    pub(crate) async fn drop_name(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        for forget in [
            "DELETE FROM entrant_name_changes WHERE tournament_id = $1 AND entrant_id = $2",
            "DELETE FROM entrant_names WHERE tournament_id = $1 AND entrant_id = $2",
        ] {
            records::query(forget)
                .bind(tournament_id)
                .bind(entrant_id)
                .execute(&mut transaction)
                .await
                .map_err(stored)?;
        }
        self.commit_shown(transaction, tournament_id).await
    }

    /// The names of a tournament's entrants, by their ids.
    pub(crate) async fn names(
        &self,
        tournament_id: &str,
    ) -> Result<BTreeMap<String, EntrantName>, Problem> {
        let names: Vec<EntrantName> =
            records::query_as("SELECT * FROM entrant_names WHERE tournament_id = $1")
                .bind(tournament_id)
                .fetch_all(self.tables.read())
                .await
                .map_err(stored)?;
        Ok(names
            .into_iter()
            .map(|name| (name.entrant_id.clone(), name))
            .collect())
    }

    /// The entrants that have that number, the latest entry first, and one more than the most: tournament and entrant.
    pub(crate) async fn entered_under(
        &self,
        number: u32,
        most: usize,
    ) -> Result<Vec<(String, String)>, Problem> {
        let limit = i64::try_from(most.saturating_add(1)).map_err(Problem::internal)?;
        records::query_as(
            "SELECT tournament_id, entrant_id FROM entrant_names WHERE federation_number = $1 \
             ORDER BY written_at_ms DESC, tournament_id, entrant_id LIMIT $2",
        )
        .bind(number)
        .bind(limit)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// One entrant's name.
    pub(crate) async fn name(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<Option<EntrantName>, Problem> {
        records::query_as(
            "SELECT * FROM entrant_names WHERE tournament_id = $1 AND entrant_id = $2",
        )
        .bind(tournament_id)
        .bind(entrant_id)
        .fetch_optional(self.tables.read())
        .await
        .map_err(stored)
    }
}
