//! `outflank event load`.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use outflank_identity::PROOFS;
use outflank_journal::{
    moving::{self, StoredEntry},
    records::{Rows, Table},
};
use outflank_offline::{
    Format,
    output::{self, note, text_line},
};
use outflank_pairing::Moving as Tournaments;
use serde::Serialize;

use super::{
    Load, belonging,
    bundle::{self, Bundle, Manifest},
    content::{Carried, Owner},
    links::{self, Link},
    stores::Stores,
    trust::{Signers, own_key},
};

/// How long the tables may take to go on.
const PATIENCE: Duration = Duration::from_secs(60);
/// Clocks of two machines may be so far apart, in ms: it is waited for. Beyond it one of them is wrong.
const CLOCKS_APART_MS: i64 = 30_000;

/// What is asked of a file, and what of it is taken in.
pub struct Intake {
    /// Whether it must be signed by a trusted key.
    pub signer_checked: bool,
    /// Whether every entry and row must be of its event.
    pub rows_checked: bool,
    /// Tables of people whose rows stay behind.
    pub left_behind: &'static [&'static str],
}

impl Intake {
    /// Everything, as the command does it.
    pub const WHOLE: Self = Self {
        signer_checked: true,
        rows_checked: true,
        left_behind: &PROOFS,
    };
}

/// What was loaded, and on whose word.
#[derive(Serialize)]
struct Loaded {
    tournament_id: String,
    tournament: String,
    games: usize,
    signed_by: String,
    /// Why that key is trusted.
    trusted: &'static str,
    /// Rows that an earlier version saved and that nobody loads, by table.
    left_behind: BTreeMap<&'static str, usize>,
    resume_in_seconds: Option<u32>,
    /// For whoever has no other way in; `null` where a file has them.
    links: Option<Vec<Link>>,
}

pub async fn load(arguments: &Load, intake: &Intake) -> anyhow::Result<()> {
    let begun = Instant::now();
    let options = &arguments.links;
    let deployment = arguments.at.reached_at(options.origin.as_deref())?;
    let signers = match intake.signer_checked {
        true => Signers::of(arguments, &deployment),
        false => Signers::Anybody,
    };
    let mut bundle = bundle::read(&arguments.file, &signers)?;
    let left_behind = bundle.leave(intake.left_behind);
    if intake.rows_checked {
        belonging::check(&bundle).with_context(|| arguments.file.display().to_string())?;
    }
    let file = links::begin(options)?;
    let stores = Stores::open(&deployment).await?;
    let own = own_key(&deployment).is_some_and(|key| key == bundle.public_key);
    let taken = take_in(&stores, &bundle, (arguments.resume_in, own)).await;
    let id = &bundle.manifest.tournament_id;
    let made = match taken {
        Ok(()) => links::links(&stores, id, &deployment).await,
        Err(refused) => Err(refused),
    };
    stores.close().await;
    let links = made?;
    let mut loaded = Loaded {
        tournament_id: id.clone(),
        tournament: bundle.manifest.tournament.clone(),
        games: bundle.streams.len().saturating_sub(1),
        trusted: signers.reason(&bundle.public_key),
        signed_by: bundle.public_key,
        left_behind,
        resume_in_seconds: arguments.resume_in,
        links: None,
    };
    loaded.note_left();
    match options.format {
        Format::Json => {
            match file {
                None => loaded.links = Some(links),
                Some(_) => links::hand_out(&links, file, options)?,
            }
            output::json(&loaded)
        }
        Format::Text => {
            let seconds = begun.elapsed().as_secs_f64();
            text_line(&format!("{} ({seconds:.1} s)", loaded.sentence()))?;
            links::hand_out(&links, file, options)
        }
    }
}

impl Loaded {
    fn sentence(&self) -> String {
        format!(
            "{} goes on here with {} game streams, signed by {} ({}); {}",
            self.tournament,
            self.games,
            self.signed_by,
            self.trusted,
            match self.resume_in_seconds {
                Some(seconds) => format!("the clocks {seconds} s after this"),
                None => "the clocks when a director resumes them".to_owned(),
            }
        )
    }

    fn note_left(&self) {
        if self.left_behind.is_empty() {
            return;
        }
        let tables = self.left_behind.iter();
        let tables: Vec<String> = tables
            .map(|(table, rows)| format!("{rows} of {table}"))
            .collect();
        note(&format!(
            "the file is of an earlier version; what proves a person stays behind: {} (rows)",
            tables.join(", ")
        ));
    }
}

/// Takes the event in.
///
/// # Errors
/// When it is here already, or does not fit.
pub async fn take_in(
    stores: &Stores,
    bundle: &Bundle,
    (resume_in, own): (Option<u32>, bool),
) -> anyhow::Result<()> {
    let Bundle {
        manifest, streams, ..
    } = bundle;
    let Some((tournament, games)) = streams.split_first() else {
        bail!("the file holds no event");
    };
    check_place(stores, manifest, tournament, games).await?;
    check_rows(stores, &bundle.records).await?;
    wait_for_clock(stores, streams).await?;

    write_records(stores, bundle).await?;
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
    let opened = tournaments
        .move_in(id, move_id, resume_at_ms, (&bundle.public_key, own))
        .await?;
    if !stores.until(PATIENCE, || stores.heard(id, opened)).await? {
        note("its tables have not heard of it yet: they go on once the server runs");
    }
    Ok(())
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
    if stands > 0 {
        let here = stores.tournaments.event(&manifest.tournament_id).await?;
        let with = here.away.map(|(move_id, _)| move_id);
        ensure!(
            stands < tournament.len() || with.as_ref() == Some(&manifest.move_id),
            "{} was loaded from this file before and has gone on here since; nothing changed",
            manifest.tournament
        );
        ensure!(
            with.is_some(),
            "{} never went away from here: nothing that another server has is added to it",
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

/// Refuses rows under keys that something else of this server has.
async fn check_rows(stores: &Stores, carried: &[Carried]) -> anyhow::Result<()> {
    for Carried {
        owner,
        table,
        rows,
        first_line,
    } in carried
    {
        let store = match owner {
            // Nothing that is there is changed.
            Owner::Identity => continue,
            Owner::Pairing => stores.tournaments.store(),
            Owner::Play => stores.tables.store(),
        };
        if let Some(number) = table.taken(&store.records, rows).await? {
            bail!(
                "line {}: a row of {} stands here already and is of another event",
                first_line.saturating_add(number),
                table.name
            );
        }
    }
    Ok(())
}

/// Writes every row before any is committed: what one store does not take none has.
async fn write_records(stores: &Stores, bundle: &Bundle) -> anyhow::Result<()> {
    let of = |owner: Owner| -> Vec<(&'static Table, Rows)> {
        let carried = bundle
            .records
            .iter()
            .filter(|carried| carried.owner == owner);
        carried
            .map(|carried| (carried.table, carried.rows.clone()))
            .collect()
    };
    let written = [
        stores.people.write(&of(Owner::Identity)).await?,
        stores.tournaments.write(&of(Owner::Pairing)).await?,
        stores.tables.write(&of(Owner::Play)).await?,
    ];
    for transaction in written {
        transaction.commit().await?;
    }
    Ok(())
}
