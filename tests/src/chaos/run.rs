//! One run: games, faults, and the verdict.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use tokio::{
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{
    STUCK,
    faults::{Kind, Plan},
    journal::{each_stream, execute},
    judge::{Verdict, Wrong},
    ledger::{Act, GameLog, Ledger},
    test_cluster::TestCluster,
    workload::Workload,
};
use crate::waiting::until;

/// A line about how it goes, so often.
const PROGRESS: Duration = Duration::from_secs(10);

/// How a run is made.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Everything drawn comes from it.
    pub seed: u64,
    /// How long faults happen, at least: every kind comes.
    pub lasting: Duration,
    /// Processes of each role.
    pub deployment: Vec<(&'static str, usize)>,
    /// Events held at once.
    pub events: usize,
    /// Entrants of each.
    pub entrants: usize,
    /// The longest thought about a move.
    pub thought: Duration,
    /// The longest pause between two faults.
    pub pause: Duration,
}

/// What happened in a run.
#[derive(Debug)]
pub struct Outcome {
    /// Where it happened, everything healed.
    pub cluster: Arc<TestCluster>,
    /// Faults, by kind.
    pub faults: BTreeMap<Kind, usize>,
    /// Processes that ended without having been told to.
    pub died: Vec<String>,
    /// What the clients wrote down.
    pub ledger: Arc<Ledger>,
    /// What the checker says.
    pub verdict: Verdict,
}

impl Outcome {
    /// What no stall of the machine explains, in words: what the journal says against what clients were told, and a
    /// game too many where all of them know all of theirs.
    #[must_use]
    pub fn breaches(&self) -> Vec<String> {
        let mut kinds = Wrong::BREACHES.to_vec();
        if self.ledger.followed_every_event() {
            kinds.push(Wrong::Stranger);
        }
        let told = self.verdict.told(&kinds).into_iter().map(str::to_owned);
        told.chain(self.ledger.breaches()).collect()
    }

    /// The kinds of faults that did not happen.
    #[must_use]
    pub fn missing(&self) -> Vec<Kind> {
        let missed = |kind: &Kind| !self.faults.contains_key(kind);
        Kind::ALL.into_iter().filter(missed).collect()
    }
}

/// Plays, lets everything go wrong, heals it, and judges.
pub async fn run(settings: &Settings, folder: &Path) -> Outcome {
    let begun = Instant::now();
    let cluster = TestCluster::start(folder, &settings.deployment, settings.seed, None).await;
    eprintln!(
        "{} processes ready after {:.1} s",
        cluster.roles.len(),
        begun.elapsed().as_secs_f64()
    );
    let ledger = Ledger::open(folder);
    let how = (settings.seed, settings.entrants, settings.thought);
    let workload = Workload::new(cluster.gateways(), Arc::clone(&ledger), how);
    let mut events = JoinSet::new();
    for _ in 0..settings.events {
        events.spawn(Arc::clone(&workload).hold());
    }
    until_played(&ledger, &events).await;
    let (faults, died) = misfortune(settings, &cluster, &ledger, &mut events).await;
    workload.close();
    cluster.heal().await;
    let healed = Instant::now();
    until_over(&ledger, &mut events).await;
    eprintln!(
        "every game over {:.1} s after the last fault",
        healed.elapsed().as_secs_f64()
    );
    let verdict = judged(&cluster, &ledger).await;
    Outcome {
        cluster,
        faults,
        died,
        ledger,
        verdict,
    }
}

/// Waits for the end of every event as long as anything gets on.
async fn until_over(ledger: &Ledger, events: &mut JoinSet<Result<(), String>>) {
    let (mut stands, mut since) = (0, Instant::now());
    loop {
        match timeout(PROGRESS, events.join_next()).await {
            Ok(Some(ended)) => tell_end(ledger, ended),
            Ok(None) => return,
            Err(_) => {
                let now = ledger.acknowledged.load(Ordering::Relaxed);
                if now != stands {
                    (stands, since) = (now, Instant::now());
                } else if since.elapsed() > STUCK {
                    let (count, open) = (events.len(), ledger.open_games());
                    ledger.complain(format!("{count} events do not end: {open:#?}"));
                    // Nothing may be acknowledged any more while the journal is read.
                    events.shutdown().await;
                    return;
                }
            }
        }
    }
}

fn tell_end(ledger: &Ledger, ended: Result<Result<(), String>, tokio::task::JoinError>) {
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(what)) => ledger.complain(what),
        Err(error) => ledger.complain(error.to_string()),
    }
}

/// Waits until there is something to play.
async fn until_played(ledger: &Ledger, events: &JoinSet<Result<(), String>>) {
    until("a game", async || {
        let is_there = !ledger.games().is_empty() || events.is_empty();
        is_there.then_some(()).ok_or("no game")
    })
    .await;
}

async fn misfortune(
    settings: &Settings,
    cluster: &Arc<TestCluster>,
    ledger: &Arc<Ledger>,
    events: &mut JoinSet<Result<(), String>>,
) -> (BTreeMap<Kind, usize>, Vec<String>) {
    let mut plan = Plan::of(settings.seed, cluster);
    let mut faults = BTreeMap::new();
    let mut died = Vec::new();
    let mut under_way = JoinSet::new();
    let (begun, mut told) = (Instant::now(), Instant::now());
    while (begun.elapsed() < settings.lasting || !plan.had_a_deck()) && ledger.wrong().is_empty() {
        let fault = plan.next(cluster);
        note(cluster, begun, &fault.to_string());
        *faults.entry(fault.kind).or_default() += 1;
        let alone = fault.is_alone();
        let here = Arc::clone(cluster);
        let happening = tokio::spawn(async move { fault.happen(&here).await });
        if alone {
            happening.await.expect("a fault");
        } else {
            under_way.spawn(happening);
        }
        let here = Arc::clone(cluster);
        let dead = tokio::task::spawn_blocking(move || here.revive_the_dead());
        for dead in dead.await.unwrap() {
            note(cluster, begun, &format!("{dead} ended by itself"));
            eprintln!("{dead} ended by itself");
            died.push(dead);
        }
        while let Some(ended) = events.try_join_next() {
            tell_end(ledger, ended);
        }
        if told.elapsed() > PROGRESS {
            told = Instant::now();
            eprintln!(
                "{:.0} of {:.0} s: {} faults, {} games over, {} commands acknowledged, {} sent again, {} lines reopened",
                begun.elapsed().as_secs_f64(),
                settings.lasting.as_secs_f64(),
                faults.values().sum::<usize>(),
                ledger.finished.load(Ordering::Relaxed),
                ledger.acknowledged.load(Ordering::Relaxed),
                ledger.resent.load(Ordering::Relaxed),
                ledger.reopened.load(Ordering::Relaxed),
            );
        }
        sleep(plan.pause(settings.pause)).await;
    }
    while let Some(happened) = under_way.join_next().await {
        happened.expect("a fault").expect("a fault");
    }
    (faults, died)
}

/// One line in the run's diary.
fn note(cluster: &TestCluster, begun: Instant, what: &str) {
    use std::io::Write as _;
    let path = cluster.folder.join("faults.log");
    let file = std::fs::File::options()
        .create(true)
        .append(true)
        .open(path);
    let mut file = file.expect("a file in the logs folder");
    let _ = writeln!(file, "{:9.3} {what}", begun.elapsed().as_secs_f64());
}

/// Reads the whole journal and judges every game.
pub async fn judged(cluster: &Arc<TestCluster>, ledger: &Arc<Ledger>) -> Verdict {
    let (cluster, ledger) = (Arc::clone(cluster), Arc::clone(ledger));
    tokio::task::spawn_blocking(move || {
        let mut logs: HashMap<String, Arc<GameLog>> = ledger
            .games()
            .into_iter()
            .map(|log| (log.game.clone(), log))
            .collect();
        let mut verdict = Verdict::default();
        let cluster = cluster.processes();
        each_stream(&cluster.postgres, "play", "game", |rows| {
            match logs.remove(&rows[0].stream) {
                Some(log) => verdict.game(&rows, &log),
                None => verdict.stranger(&rows[0].stream),
            }
        });
        for log in logs.values() {
            verdict.missing(log);
        }
        let acts = ledger.acts.lock().unwrap().clone();
        tournaments(&cluster.postgres, acts, &mut verdict);
        verdict
    })
    .await
    .unwrap()
}

/// What directors were acknowledged stands in their tournaments' journals once, in that order.
fn tournaments(postgres: &outflank_testbed::Postgres, acts: Vec<Act>, verdict: &mut Verdict) {
    let mut acknowledged: HashMap<String, Vec<Act>> = HashMap::new();
    for act in acts {
        let of_tournament = acknowledged.entry(act.tournament.clone());
        of_tournament.or_default().push(act);
    }
    each_stream(postgres, "pairing", "tournament", |rows| {
        let name = &rows[0].stream;
        verdict.stream(name, &rows);
        let known = acknowledged.remove(name).unwrap_or_default();
        verdict.acts(name, &rows, &known);
    });
    for (tournament, known) in acknowledged {
        verdict.acts(&tournament, &[], &known);
    }
}

/// `outflank verify` of every journal; answers what it found.
///
/// # Errors
/// What is broken, in its words.
pub fn verified(cluster: &TestCluster) -> Result<String, String> {
    let url = cluster.processes().postgres.url();
    let done = std::process::Command::new(crate::server::binary())
        .args(["verify", &url])
        .output()
        .expect("the binary runs");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    match done.status.success() {
        true => Ok(text),
        false => Err(text + &String::from_utf8_lossy(&done.stderr)),
    }
}

/// The size of the journal of play, in words.
pub fn journal_size(cluster: &TestCluster) -> String {
    let cluster = cluster.processes();
    let asked = "SELECT count(*) || ' entries, ' || pg_size_pretty(pg_total_relation_size('play.journal_entries')) \
                 FROM play.journal_entries";
    execute(&cluster.postgres, asked).unwrap_or_else(|said| said)
}

/// The figures of a run, one a line.
pub fn report(settings: &Settings, outcome: &Outcome) {
    let (ledger, verdict) = (&outcome.ledger, &outcome.verdict);
    for finding in verdict.findings.values().flatten() {
        eprintln!("{finding}");
    }
    for (kind, times) in &outcome.faults {
        eprintln!("{times} times {kind:?}");
    }
    for (code, times) in ledger.refusals() {
        eprintln!("{times} times refused for the moment: {code}");
    }
    let mut overpaid = verdict.overpaid_ms.clone();
    overpaid.sort_unstable();
    let per_mille = |part: usize| {
        let place = (overpaid.len() * part / 1_000).min(overpaid.len().saturating_sub(1));
        overpaid.get(place).copied().unwrap_or(0)
    };
    let doubled: u64 = outcome
        .cluster
        .clients
        .iter()
        .map(|link| link.doubled())
        .sum();
    eprintln!(
        "a ply cost beyond its maker's own thought, credits taken off: p50 {} ms, p99 {} ms, most {} ms, least {} ms; {} s given back",
        per_mille(500),
        per_mille(990),
        per_mille(1_000),
        per_mille(0),
        verdict.credited_ms / 1_000,
    );
    eprintln!(
        "{}; {doubled} frames came twice",
        journal_size(&outcome.cluster)
    );
    eprintln!("figure chaos_seed {}", settings.seed);
    eprintln!(
        "figure chaos_faults {}",
        outcome.faults.values().sum::<usize>()
    );
    eprintln!(
        "figure chaos_games {}",
        ledger.finished.load(Ordering::Relaxed)
    );
    eprintln!(
        "figure chaos_acks {}",
        ledger.acknowledged.load(Ordering::Relaxed)
    );
    eprintln!(
        "figure chaos_sent_again {}",
        ledger.resent.load(Ordering::Relaxed)
    );
    eprintln!(
        "figure chaos_lines_reopened {}",
        ledger.reopened.load(Ordering::Relaxed)
    );
    eprintln!("figure chaos_processes_died {}", outcome.died.len());
    for (name, wrong) in [
        ("lost", Wrong::Lost),
        ("duplicated", Wrong::Duplicated),
        ("reordered", Wrong::Reordered),
        ("wrong_replays", Wrong::Replay),
        ("broken_chains", Wrong::Chain),
        ("wrong_sums", Wrong::Sum),
        ("strangers", Wrong::Stranger),
        ("clock_violations", Wrong::Clock),
        ("unfinished", Wrong::Unfinished),
    ] {
        eprintln!("figure chaos_{name} {}", verdict.count(wrong));
    }
    eprintln!("figure chaos_clocks_judged {}", verdict.clocked);
}
