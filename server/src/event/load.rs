//! `outflank event load`.

use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use outflank_identity::Renamed;
use outflank_journal::{
    moving::{self, StoredEntry},
    records::{Rows, Table},
};
use outflank_pairing::Moving as Tournaments;

use outflank_offline::output::{note, text_line};

use super::{
    Load,
    bundle::{self, Bundle, Manifest},
    content::Owner,
    stores::Stores,
};

/// How long the tables may take to go on.
const PATIENCE: Duration = Duration::from_secs(60);
/// Clocks of two machines may be so far apart, in ms: it is waited for. Beyond it one of them is wrong.
const CLOCKS_APART_MS: i64 = 30_000;

pub async fn load(arguments: &Load) -> anyhow::Result<()> {
    let begun = Instant::now();
    let bundle = bundle::read(&arguments.file, arguments.key.as_deref())?;
    let stores = Stores::open(&arguments.at.deployment()?).await?;
    let loaded = take_in(&stores, &bundle, arguments.resume_in).await;
    stores.close().await;
    let said = loaded?;
    text_line(&format!("{said} ({:.1} s)", begun.elapsed().as_secs_f64()))
}

async fn take_in(
    stores: &Stores,
    bundle: &Bundle,
    resume_in: Option<u32>,
) -> anyhow::Result<String> {
    let Bundle {
        manifest, streams, ..
    } = bundle;
    let Some((tournament, games)) = streams.split_first() else {
        bail!("the file holds no event");
    };
    check_place(stores, manifest, tournament, games).await?;
    wait_for_clock(stores, streams).await?;

    let renamed = write_records(stores, bundle).await?;
    let games: Vec<&[StoredEntry]> = games.iter().map(Vec::as_slice).collect();
    // The tables first: were the tournament there before them, they would be set up anew.
    moving::adopt(&stores.tables.store().records, &games).await?;
    let tournaments = &stores.tournaments;
    moving::adopt(&tournaments.store().records, &[tournament]).await?;

    let (id, move_id) = (&manifest.tournament_id, &manifest.move_id);
    tournaments.begin_move_in(id, move_id).await?;
    for fact in told_by(&games) {
        tournaments.take(&fact).await?;
    }
    let resume_at_ms = resume_in.map(|seconds| {
        let wait_ms = i64::from(seconds).saturating_mul(1_000);
        stores.clock.now_ms().saturating_add(wait_ms)
    });
    let opened = tournaments.move_in(id, move_id, resume_at_ms).await?;
    for Renamed { login, now } in renamed {
        note(&format!(
            "somebody else signs in as {login} here: who came with the event signs in as {now}"
        ));
    }
    if !stores.until(PATIENCE, || stores.heard(id, opened)).await? {
        note("its tables have not heard of it yet: they go on once the server runs");
    }
    Ok(format!(
        "{} goes on here with {} game streams; {}",
        manifest.tournament,
        games.len(),
        match resume_in {
            Some(seconds) => format!("the clocks {seconds} s after this"),
            None => "the clocks when a director resumes them".to_owned(),
        }
    ))
}

/// What the tables told, in the order in which it happened.
fn told_by(games: &[&[StoredEntry]]) -> Vec<outflank_proto::feed::v1::Fact> {
    let mut told: Vec<_> = games
        .iter()
        .flat_map(|entries| Tournaments::facts(entries))
        .collect();
    told.sort_by_key(|fact| fact.at_ms);
    told
}

/// Refuses what was loaded before, and what went another way, before anything is written.
async fn check_place(
    stores: &Stores,
    manifest: &Manifest,
    tournament: &[StoredEntry],
    games: &[Vec<StoredEntry>],
) -> anyhow::Result<()> {
    let store = stores.tournaments.store();
    let stands = moving::standing(&store.records, tournament).await?;
    if stands == tournament.len() {
        let here = stores.tournaments.event(&manifest.tournament_id).await?;
        let away = here
            .away
            .is_some_and(|(move_id, _)| move_id == manifest.move_id);
        ensure!(
            away,
            "{} was loaded from this file before and has gone on here since; nothing changed",
            manifest.tournament
        );
    }
    for entries in games {
        moving::standing(&stores.tables.store().records, entries).await?;
    }
    Ok(())
}

/// Time never goes back in a stream: a clock that is behind would let games stand still until it has caught up.
async fn wait_for_clock(stores: &Stores, streams: &[Vec<StoredEntry>]) -> anyhow::Result<()> {
    let last = streams.iter().filter_map(|entries| entries.last());
    let latest_ms = last.map(|stored| stored.entry.at_ms).max().unwrap_or(0);
    let behind_ms = latest_ms.saturating_sub(stores.clock.now_ms());
    ensure!(
        behind_ms <= CLOCKS_APART_MS,
        "the clock here is {} s behind the one where the event comes from: set it right, then load again",
        behind_ms / 1_000
    );
    if let Ok(behind_ms) = u64::try_from(behind_ms) {
        tokio::time::sleep(Duration::from_millis(behind_ms)).await;
    }
    Ok(())
}

async fn write_records(stores: &Stores, bundle: &Bundle) -> anyhow::Result<Vec<Renamed>> {
    let of = |owner: Owner| -> Vec<(&'static Table, Rows)> {
        let carried = bundle
            .records
            .iter()
            .filter(|carried| carried.owner == owner);
        carried
            .map(|carried| (carried.table, carried.rows.clone()))
            .collect()
    };
    let renamed = stores.people.write(&of(Owner::Identity)).await?;
    stores.tournaments.write(&of(Owner::Pairing)).await?;
    stores.tables.write(&of(Owner::Play)).await?;
    Ok(renamed)
}
