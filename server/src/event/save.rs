//! `outflank event save`.

use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use outflank_access::identifier;
use outflank_journal::moving;
use outflank_pairing::{Moving as Tournaments, OfEvent};
use outflank_play::Moving as Tables;

use outflank_offline::output::{note, text_line};

use super::{
    Save,
    bundle::{self, Head, Unfinished},
    content::{Carried, Owner},
    stores::Stores,
    trust::Signers,
};
use crate::keys_folder;

/// How long the tables of an event may take to stand.
const PATIENCE: Duration = Duration::from_secs(60);

pub async fn save(arguments: &Save) -> anyhow::Result<()> {
    let begun = Instant::now();
    // What cannot be written is found out before anything is fenced off.
    let file = Unfinished::begin(&arguments.file)?;
    let stores = Stores::open(&arguments.at.deployment()?).await?;
    let saved = fence_and_write(&stores, arguments, file).await;
    stores.close().await;
    let said = saved?;
    text_line(&format!("{said} ({:.1} s)", begun.elapsed().as_secs_f64()))
}

async fn fence_and_write(
    stores: &Stores,
    arguments: &Save,
    file: Unfinished<'_>,
) -> anyhow::Result<String> {
    let key = stores.keys.private(keys_folder::EXPORTS)?;
    let event = chosen(stores, arguments.event.as_deref()).await?;
    let (move_id, to, fence) = fence(stores, &event, &arguments.to).await?;
    stand_still(stores, &event, fence).await?;

    let tournaments = &stores.tournaments;
    let tables = &stores.tables;
    let stream = Tournaments::stream(&event.id);
    let mut streams = vec![moving::stream(&tournaments.store().records, &stream).await?];
    for game in tables.games(&event.id).await? {
        let entries = moving::stream(&tables.store().records, &game).await?;
        ensure!(
            Tables::went_away(&entries, &move_id)?,
            "{game} still takes moves; save the event again"
        );
        streams.push(entries);
    }
    let accounts = tournaments.accounts(&event.id).await?;
    let people = stores.people.records(&accounts).await?;
    let everybody = people.first().map_or(0, |(_, accounts)| accounts.len());
    let mut records: Vec<Carried> = Carried::of(Owner::Identity, people).collect();
    let of_event = tournaments.records(&event.id).await?;
    records.extend(Carried::of(Owner::Pairing, of_event));
    let of_tables = tables.records(&event.id).await?;
    records.extend(Carried::of(Owner::Play, of_tables));

    let head = Head {
        move_id,
        tournament_id: event.id,
        tournament: event.name.clone(),
        to,
        saved_at_ms: stores.clock.now_ms(),
    };
    let (games, entries) = (
        streams.len() - 1,
        streams.iter().map(Vec::len).sum::<usize>(),
    );
    bundle::write(file, head, &streams, &records, &key)?;
    let signed_by = bundle::read(&arguments.file, &Signers::Anybody)?.public_key;
    Ok(format!(
        "{}: {games} game streams, {entries} entries and {everybody} people are in {}, signed by {signed_by}. Nothing more \
         is taken here; it goes on where `outflank event load` loads it",
        event.name,
        arguments.file.display()
    ))
}

/// The event that is meant.
pub(super) async fn chosen(stores: &Stores, id: Option<&str>) -> anyhow::Result<OfEvent> {
    if let Some(id) = id {
        let found = stores.tournaments.event(id).await;
        return found.map_err(|problem| anyhow::anyhow!(problem.detail));
    }
    let events = stores.tournaments.events().await?;
    let mut under_way: Vec<OfEvent> = events
        .into_iter()
        .filter(|event| !event.confirmed)
        .collect();
    match (under_way.pop(), &under_way[..]) {
        (Some(only), []) => Ok(only),
        (None, _) => bail!("no event is under way here; name one with --event ID"),
        (Some(last), others) => {
            let named = others.iter().chain([&last]);
            let named: Vec<String> = named
                .map(|event| format!("{} ({})", event.id, event.name))
                .collect();
            bail!(
                "several events are under way; name one with --event ID: {}",
                named.join(", ")
            )
        }
    }
}

/// Fences the event off; answers the move, where to, and the entry that does it.
async fn fence(
    stores: &Stores,
    event: &OfEvent,
    to: &str,
) -> anyhow::Result<(String, String, u64)> {
    match &event.away {
        Some(_) if event.coming => bail!(
            "{} is coming in here and is not whole yet; load its file again first",
            event.name
        ),
        Some((move_id, to)) => {
            note(&format!(
                "{} was fenced off before; this is the same file again",
                event.name
            ));
            Ok((move_id.clone(), to.clone(), event.seq))
        }
        None => {
            let move_id = identifier::random_id()?;
            let fenced = stores.tournaments.move_away(&event.id, &move_id, to).await;
            let fence = fenced.map_err(|problem| anyhow::anyhow!(problem.detail))?;
            Ok((move_id, to.to_owned(), fence))
        }
    }
}

/// Waits until every table of the event has heard of it and takes nothing more.
async fn stand_still(stores: &Stores, event: &OfEvent, fence: u64) -> anyhow::Result<()> {
    let heard = stores
        .until(PATIENCE, || stores.heard(&event.id, fence))
        .await?;
    if heard {
        return Ok(());
    }
    bail!(
        "{} is fenced off, but its tables did not hear of it within {} s{}; save it again",
        event.name,
        PATIENCE.as_secs(),
        match stores.server_runs() {
            true => ": the server seems to have stopped",
            false => "",
        }
    )
}

impl Stores {
    /// Whether the tables have heard of an entry of the tournament.
    pub async fn heard(&self, event: &str, seq: u64) -> anyhow::Result<bool> {
        let tournaments = &self.tournaments;
        let number = tournaments.fact_number(event, seq).await?;
        let epoch = tournaments.store().journal.epoch();
        match number {
            None => Ok(false),
            Some(number) => {
                let followed = self.tables.has_followed(&epoch, number).await;
                followed.context("the tables' place in the feed cannot be read")
            }
        }
    }
}
