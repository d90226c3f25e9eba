//! Who the entrants are.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_formats::papp::first_free_number;
use outflank_journal::{RecordWrite, records};
use outflank_tournament::Person;

use super::{
    Records, Referring,
    name_changes::{Changed, keep_change},
    stored,
};

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
    /// The name with the number that stood as this was decided.
    pub before: EntrantName,
    /// 0 = none: a new player, who gets the first free number of the country's zone.
    pub number: u32,
}

/// Keeps an entrant's name under a number that nobody else in the tournament has.
pub(crate) fn keep_name(
    tournament_id: &str,
    name: &NewName,
    number: u32,
    now_ms: i64,
) -> RecordWrite {
    RecordWrite::required(
        records::query(
            "INSERT INTO entrant_names (tournament_id, entrant_id, surname, given_names, \
             federation_number, new_player, written_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT DO NOTHING",
        )
        .bind(tournament_id)
        .bind(&name.entrant_id)
        .bind(&name.surname)
        .bind(&name.given_names)
        .bind(number)
        .bind(name.federation_number == 0)
        .bind(now_ms),
    )
}

/// Gives an entrant another federation number that nobody else in the tournament has.
pub(crate) fn renumber(
    tournament_id: &str,
    change: &Number,
    number: u32,
    by: &Referring,
) -> Vec<RecordWrite> {
    let of = (tournament_id, change.before.entrant_id.as_str());
    let new_player = change.number == 0;
    let mut writes = keep_change(of, by, Changed::Number(number, new_player));
    writes.push(RecordWrite::required(
        records::query(
            "UPDATE entrant_names SET federation_number = $1, new_player = $2 \
             WHERE tournament_id = $3 AND entrant_id = $4",
        )
        .bind(number)
        .bind(new_player)
        .bind(tournament_id)
        .bind(&change.before.entrant_id),
    ));
    writes
}

/// What is written with it rests on this name: nothing is where another stands by then.
pub(crate) fn still_stands(tournament_id: &str, name: &EntrantName) -> RecordWrite {
    RecordWrite::required(
        records::query(
            "UPDATE entrant_names SET surname = surname WHERE tournament_id = $1 AND entrant_id = $2 \
             AND surname = $3 AND given_names = $4 AND federation_number = $5 AND new_player = $6",
        )
        .bind(tournament_id)
        .bind(&name.entrant_id)
        .bind(&name.surname)
        .bind(&name.given_names)
        .bind(name.federation_number)
        .bind(name.new_player),
    )
}

/// Forgets an entrant's name.
pub(crate) fn forget_name(tournament_id: &str, entrant_id: &str) -> [RecordWrite; 2] {
    [
        "DELETE FROM entrant_name_changes WHERE tournament_id = $1 AND entrant_id = $2",
        "DELETE FROM entrant_names WHERE tournament_id = $1 AND entrant_id = $2",
    ]
    .map(|forget| RecordWrite::new(records::query(forget).bind(tournament_id).bind(entrant_id)))
}

impl Records {
    /// The first number of the country's zone that neither the directory nor the tournament has.
    pub(crate) async fn free_number(
        &self,
        tournament_id: &str,
        country: &str,
    ) -> Result<Option<u32>, Problem> {
        let taken: Vec<i64> = records::query_scalar(
            "SELECT federation_number FROM listed_players \
             UNION SELECT federation_number FROM entrant_names WHERE tournament_id = $1",
        )
        .bind(tournament_id)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)?;
        let numbers = taken
            .into_iter()
            .filter_map(|number| u32::try_from(number).ok());
        let taken: BTreeSet<u32> = numbers.collect();
        Ok(first_free_number(country, &taken))
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

    /// The entrants of events that count who have that number, the latest entry first, and one more than the most:
    /// tournament and entrant.
    pub(crate) async fn entered_under(
        &self,
        number: u32,
        most: usize,
    ) -> Result<Vec<(String, String)>, Problem> {
        let limit = i64::try_from(most.saturating_add(1)).map_err(Problem::internal)?;
        records::query_as(
            "SELECT tournament_id, entrant_id FROM entrant_names WHERE federation_number = $1 \
             AND tournament_id NOT IN (SELECT tournament_id FROM tournament_index WHERE rehearsal_of <> '') \
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
