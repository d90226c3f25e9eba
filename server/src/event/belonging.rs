//! Whether everything in a saved event is of the event that its manifest names.

use std::collections::BTreeSet;

use anyhow::{Context as _, bail, ensure};
use outflank_journal::records::Value;
use outflank_pairing::Moving as Tournaments;
use outflank_play::Moving as Tables;

use super::{
    bundle::Bundle,
    content::{Carried, Owner},
};

/// What rows may be about.
struct Own<'b> {
    tournament: BTreeSet<&'b str>,
    games: BTreeSet<&'b str>,
    people: BTreeSet<&'b str>,
    sessions: BTreeSet<&'b str>,
}

/// Refuses a file with an entry, a fact or a row of anything else.
pub fn check(bundle: &Bundle) -> anyhow::Result<()> {
    let tournament = bundle.manifest.tournament_id.as_str();
    let Some((stream, games)) = bundle.streams.split_first() else {
        bail!("the file holds no event");
    };
    let first = stream.first().context("the file holds no event")?;
    ensure!(
        first.entry.stream == Tournaments::stream(tournament),
        "the manifest names the event {tournament}, the first stream is {}",
        first.entry.stream
    );
    let belongings = Tournaments::belongings(tournament, stream)?;
    let mut own = Own {
        tournament: BTreeSet::from([tournament]),
        games: BTreeSet::new(),
        people: belongings.accounts.iter().map(String::as_str).collect(),
        sessions: BTreeSet::new(),
    };
    for entries in games {
        Tables::check_game(entries, tournament, &belongings.publications)?;
        for fact in Tournaments::facts(entries) {
            Tournaments::check(&fact).with_context(|| {
                format!("fact {} is of another version of the program", fact.id)
            })?;
        }
        let first = entries.first().map(|first| first.entry.stream.id.as_str());
        own.games.extend(first);
    }
    own.add_operators(&bundle.records);
    own.add_sessions(&bundle.records);
    for carried in &bundle.records {
        for (number, row) in carried.rows.iter().enumerate() {
            let at = carried.first_line.saturating_add(number);
            own.check(carried, row)
                .with_context(|| format!("line {at}: a row of {}", carried.table.name))?;
        }
    }
    Ok(())
}

impl<'b> Own<'b> {
    /// Whoever operates a program of the event belongs to it.
    fn add_operators(&mut self, records: &'b [Carried]) {
        let rows = rows(records, "accounts");
        let operators: Vec<&str> = rows
            .filter(|(carried, row)| {
                text(carried, row, "id").is_some_and(|id| self.people.contains(id))
            })
            .filter_map(|(carried, row)| text(carried, row, "operator_id"))
            .collect();
        self.people.extend(operators);
    }

    fn add_sessions(&mut self, records: &'b [Carried]) {
        let ids = rows(records, "sessions").filter_map(|(carried, row)| text(carried, row, "id"));
        self.sessions.extend(ids);
    }

    fn check(&self, carried: &Carried, row: &[Value]) -> anyhow::Result<()> {
        let mut about = carried
            .table
            .columns
            .iter()
            .map(|(name, _)| *name)
            .filter_map(|name| Some((name, self.of_column(carried, name)?)))
            .peekable();
        if about.peek().is_none() {
            ensure!(Tables::is_key(row), "its key has another id");
        }
        for (name, own) in about {
            let Some(value) = text(carried, row, name) else {
                bail!("it has no {name}");
            };
            ensure!(
                own.contains(value),
                "its {name} {value} is not this event's"
            );
        }
        Ok(())
    }

    /// What a column of a table may hold, where it says what a row is about.
    fn of_column(&self, carried: &Carried, name: &str) -> Option<&BTreeSet<&'b str>> {
        let of_people = carried.owner == Owner::Identity;
        match name {
            "tournament_id" => Some(&self.tournament),
            "game_id" => Some(&self.games),
            "session_id" => Some(&self.sessions),
            name if of_people && name == carried.table.about => Some(&self.people),
            _ => None,
        }
    }
}

fn rows<'b>(
    records: &'b [Carried],
    table: &str,
) -> impl Iterator<Item = (&'b Carried, &'b [Value])> {
    let of_table = records
        .iter()
        .filter(move |carried| carried.owner == Owner::Identity && carried.table.name == table);
    of_table.flat_map(|carried| carried.rows.iter().map(move |row| (carried, &row[..])))
}

fn text<'r>(carried: &Carried, row: &'r [Value], name: &str) -> Option<&'r str> {
    let columns = carried.table.columns;
    let place = columns.iter().position(|(column, _)| *column == name)?;
    match row.get(place)? {
        Value::Text(text) => text.as_deref(),
        _ => None,
    }
}
