//! What entrants were called, and which numbers they had, after each entry of their tournament.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_journal::{RecordWrite, records};

use super::{EntrantName, Records, stored};

/// The entry that a record is written with, known before it stands: whose it is, and its command.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Referring {
    pub actor: String,
    pub command_id: String,
}

/// What an entry changed of an entrant's record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Changed<'a> {
    /// Surname and given names.
    Name(&'a str, &'a str),
    /// The number, and whether it is a new player's.
    Number(u32, bool),
}

struct NameChange {
    entrant_id: String,
    actor: String,
    command_id: String,
    surname: Option<String>,
    given_names: Option<String>,
    federation_number: Option<i64>,
    new_player: bool,
}

outflank_journal::from_row!(NameChange {
    entrant_id,
    actor,
    command_id,
    surname,
    given_names,
    federation_number,
    new_player,
});

/// Keeps what an entry changes, and what stood before the first change of all.
pub(super) fn keep_change(
    (tournament_id, entrant_id): (&str, &str),
    by: &Referring,
    changed: Changed<'_>,
) -> Vec<RecordWrite> {
    let before = records::query(
        "INSERT INTO entrant_name_changes (tournament_id, entrant_id, actor, command_id, surname, given_names, \
         federation_number, new_player) \
         SELECT tournament_id, entrant_id, '', '', surname, given_names, federation_number, new_player \
         FROM entrant_names WHERE tournament_id = $1 AND entrant_id = $2 \
         ON CONFLICT DO NOTHING",
    )
    .bind(tournament_id)
    .bind(entrant_id);
    let kept = match changed {
        Changed::Name(surname, given_names) => records::query(
            "INSERT INTO entrant_name_changes (tournament_id, entrant_id, actor, command_id, surname, given_names, \
             federation_number, new_player) VALUES ($1, $2, $3, $4, $5, $6, NULL, FALSE) \
             ON CONFLICT (tournament_id, entrant_id, actor, command_id) \
             DO UPDATE SET surname = excluded.surname, given_names = excluded.given_names",
        )
        .bind(tournament_id)
        .bind(entrant_id)
        .bind(&by.actor)
        .bind(&by.command_id)
        .bind(surname)
        .bind(given_names),
        Changed::Number(number, new_player) => records::query(
            "INSERT INTO entrant_name_changes (tournament_id, entrant_id, actor, command_id, surname, given_names, \
             federation_number, new_player) VALUES ($1, $2, $3, $4, NULL, NULL, $5, $6) \
             ON CONFLICT (tournament_id, entrant_id, actor, command_id) \
             DO UPDATE SET federation_number = excluded.federation_number, new_player = excluded.new_player",
        )
        .bind(tournament_id)
        .bind(entrant_id)
        .bind(&by.actor)
        .bind(&by.command_id)
        .bind(number)
        .bind(new_player),
    };
    vec![RecordWrite::new(before), RecordWrite::new(kept)]
}

impl Records {
    /// The names of a tournament's entrants after those entries, given in their order.
    pub(crate) async fn names_after(
        &self,
        tournament_id: &str,
        entries: &[Referring],
    ) -> Result<BTreeMap<String, EntrantName>, Problem> {
        let mut names = self.names(tournament_id).await?;
        let changes: Vec<NameChange> =
            records::query_as("SELECT * FROM entrant_name_changes WHERE tournament_id = $1")
                .bind(tournament_id)
                .fetch_all(self.tables.read())
                .await
                .map_err(stored)?;
        let places: BTreeMap<(&str, &str), usize> = entries
            .iter()
            .enumerate()
            .map(|(place, entry)| ((entry.actor.as_str(), entry.command_id.as_str()), place))
            .collect();
        let mut standing: Vec<(usize, NameChange)> = changes
            .into_iter()
            .filter_map(|change| {
                let key = (change.actor.as_str(), change.command_id.as_str());
                let first = key == ("", "");
                let place = places.get(&key).map(|place| place.saturating_add(1));
                Some((if first { 0 } else { place? }, change))
            })
            .collect();
        standing.sort_by_key(|(place, _)| *place);
        for (_, change) in standing {
            if let Some(name) = names.get_mut(&change.entrant_id) {
                change.apply(name)?;
            }
        }
        Ok(names)
    }
}

impl NameChange {
    fn apply(self, name: &mut EntrantName) -> Result<(), Problem> {
        if let Some(surname) = self.surname {
            name.surname = surname;
        }
        if let Some(given_names) = self.given_names {
            name.given_names = given_names;
        }
        if let Some(number) = self.federation_number {
            name.federation_number = u32::try_from(number).map_err(Problem::internal)?;
            name.new_player = self.new_player;
        }
        Ok(())
    }
}
