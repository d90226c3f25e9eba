//! What players and spectators notice of one thing that fails, while everything else is well.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, atomic::Ordering},
    time::Duration,
};

use outflank_client::{Client, Frame, Line};
use outflank_testbed::no_breach;
use serde_json::json;
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};

use super::{
    STUCK,
    judge::Wrong,
    ledger::{GameLog, Ledger, now_us},
    run::judged,
    test_cluster::TestCluster,
    workload::Workload,
};
use crate::{load::Samples, waiting::until};

/// A move that takes longer to the opponent's screen was delayed, in µs.
const DELAYED_US: i64 = 250_000;
/// What follows a failure belongs to it for so long.
const AFTERMATH: Duration = Duration::from_secs(4);
/// A spectator waits for news for so long before he looks whether there is any.
const SILENCE: Duration = Duration::from_secs(5);
/// What was acknowledged so shortly before they are asked may still be on its way to spectators, in µs.
const ON_THE_WAY_US: i64 = 2_000_000;
/// Commands acknowledged where play is under way.
const UNDER_WAY: u64 = 300;
/// One game of so many has a spectator.
const WATCHED: usize = 3;

/// Games that are played on and on in a deployment.
#[derive(Debug)]
pub struct Play {
    /// Where.
    pub cluster: Arc<TestCluster>,
    /// What the players write down.
    pub ledger: Arc<Ledger>,
    workload: Arc<Workload>,
    events: Vec<JoinHandle<Result<(), String>>>,
}

/// The moves sent in a span of time.
#[derive(Debug)]
pub struct Moves {
    /// From sending to the opponent's screen.
    pub samples: Samples,
    /// How many took long.
    pub delayed: usize,
}

impl Moves {
    /// Prints the share that was delayed, and how long moves took.
    pub fn tell(&self, name: &str) {
        let (count, delayed) = (self.samples.count(), self.delayed);
        let part = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let share = 100.0 * part(delayed) / part(count.max(1));
        eprintln!(
            "figure {name}_delayed_share {share:.2} % ({delayed} of {count} moves over 250 ms)"
        );
        let figures = [("p50", 500), ("p99", 990), ("longest", 1_000)];
        for (figure, per_mille) in figures {
            let took_ms = self.samples.per_mille_ms(per_mille);
            eprintln!("figure {name}_{figure}_ms {took_ms:.1} ms");
        }
    }
}

impl Play {
    /// Starts so many events, and waits until moves are made.
    pub async fn start(
        cluster: &Arc<TestCluster>,
        events: usize,
        how: (u64, usize, Duration),
    ) -> Self {
        let ledger = Ledger::open(&cluster.folder);
        let workload = Workload::new(cluster.gateways(), Arc::clone(&ledger), how);
        let events = (0..events)
            .map(|_| tokio::spawn(Arc::clone(&workload).hold()))
            .collect();
        until("play under way", async || {
            let acknowledged = ledger.acknowledged.load(Ordering::Relaxed);
            (acknowledged >= UNDER_WAY)
                .then_some(())
                .ok_or(acknowledged)
        })
        .await;
        Self {
            cluster: Arc::clone(cluster),
            ledger,
            workload,
            events,
        }
    }

    /// Lets every round come to its end, tells what was played, and panics unless players and checker found nothing.
    pub async fn end_well(mut self, name: &str) {
        self.end().await;
        let verdict = judged(&self.cluster, &self.ledger).await;
        eprintln!("figure {name}_games {}", verdict.games);
        eprintln!("figure {name}_acks {}", verdict.acknowledged);
        no_breach(&self.ledger.breaches());
        no_breach(&verdict.told(&Wrong::BREACHES));
        let complaints = self.ledger.wrong();
        eprintln!("figure {name}_complaints {}", complaints.len());
        assert!(complaints.is_empty(), "clients saw {complaints:#?}");
        assert!(verdict.games > 0 && verdict.acknowledged > 0 && verdict.clocked > 0);
        assert!(verdict.is_clean(), "{:#?}", verdict.findings);
    }

    async fn end(&mut self) {
        self.workload.close();
        for mut event in self.events.drain(..) {
            let ended = timeout(STUCK, &mut event).await;
            // Nothing may be acknowledged any more while the journal is read.
            event.abort();
            match ended {
                Ok(Ok(Ok(()))) => {}
                other => self.ledger.complain(format!(
                    "an event ended with {other:?}; at {} µs {:#?}",
                    now_us(),
                    self.ledger.open_games()
                )),
            }
        }
    }

    /// The moves that were sent from one instant to another, µs.
    #[must_use]
    pub fn moves(&self, from_us: i64, to_us: i64) -> Moves {
        let mut delays = Vec::new();
        for game in self.ledger.games() {
            for mark in game.marks() {
                let Some(sent_us) = mark.sent_us else {
                    continue;
                };
                if (from_us..to_us).contains(&sent_us) {
                    let seen_us = mark.screen_us.unwrap_or_else(now_us);
                    delays.push(seen_us - sent_us);
                }
            }
        }
        let delayed = delays.iter().filter(|delay| **delay > DELAYED_US).count();
        let delays = delays
            .into_iter()
            .map(|delay| u64::try_from(delay).unwrap_or(0));
        Moves {
            samples: Samples::new(delays.collect()),
            delayed,
        }
    }

    /// Something fails and comes back, so often. Answers the moves sent since each failure and for some time after it,
    /// and when each came back.
    pub async fn failing(
        &self,
        times: usize,
        mut fail: impl AsyncFnMut(&Arc<TestCluster>, usize),
    ) -> Vec<(i64, i64)> {
        let mut spans = Vec::new();
        for time in 0..times {
            let failed_us = now_us();
            fail(&self.cluster, time).await;
            let back_us = now_us();
            sleep(AFTERMATH).await;
            spans.push((failed_us, back_us));
        }
        spans
    }

    /// The moves of all these spans and of their aftermath.
    #[must_use]
    pub fn moves_of(&self, spans: &[(i64, i64)]) -> Moves {
        let after = i64::try_from(AFTERMATH.as_micros()).unwrap_or(0);
        let parts = spans
            .iter()
            .map(|(failed, back)| self.moves(*failed, back + after));
        let mut all = Moves {
            samples: Samples::default(),
            delayed: 0,
        };
        for part in parts {
            all.delayed += part.delayed;
            all.samples = all.samples.and(&part.samples);
        }
        all
    }

    /// The longest time from a failure to the return of a client whose line broke by it, in ms.
    #[must_use]
    pub fn slowest_return_ms(&self, spans: &[(i64, i64)]) -> i64 {
        let after = i64::try_from(AFTERMATH.as_micros()).unwrap_or(0);
        let of_spans = self.ledger.returns().into_iter().filter(|(broke_us, _)| {
            spans
                .iter()
                .any(|(failed, back)| (*failed..back + after).contains(broke_us))
        });
        of_spans
            .map(|(_, took_us)| took_us / 1_000)
            .max()
            .unwrap_or(0)
    }

    /// The longest time from each of these instants until every game that was under way had a command acknowledged
    /// again, in ms.
    #[must_use]
    pub fn slowest_resumption_ms(&self, spans: &[(i64, i64)]) -> i64 {
        let mut slowest = 0;
        for (failed_us, back_us) in spans {
            for game in self.ledger.games() {
                let acked: Vec<i64> = game
                    .marks()
                    .iter()
                    .filter_map(|mark| mark.acked_us)
                    .collect();
                let began = acked.iter().any(|at| at < failed_us);
                let next = acked.iter().filter(|at| *at > back_us).min();
                if let (true, Some(next)) = (began, next) {
                    slowest = slowest.max((next - back_us) / 1_000);
                }
            }
        }
        slowest
    }
}

/// Those who watch games without playing.
#[derive(Debug)]
pub struct Gallery {
    watching: Arc<Mutex<Vec<Arc<Watched>>>>,
    task: JoinHandle<()>,
}

/// One game, as its spectator was shown it: when each entry was.
#[derive(Debug)]
struct Watched {
    log: Arc<GameLog>,
    seen: Mutex<BTreeMap<u64, i64>>,
}

/// What spectators missed.
#[derive(Debug, Default)]
pub struct Missed {
    /// Games watched.
    pub games: usize,
    /// Acknowledged plies that should have been shown.
    pub plies: usize,
    /// Of these, never shown.
    pub never: usize,
    /// From the acknowledgement, or from the end of the failure it fell into, to the spectator's screen, in ms.
    pub slowest_ms: i64,
}

impl Gallery {
    /// Watches some of the games that are under way, and of those that begin from now on.
    #[must_use]
    pub fn open(play: &Play) -> Self {
        let watching: Arc<Mutex<Vec<Arc<Watched>>>> = Arc::default();
        let (ledger, shared) = (Arc::clone(&play.ledger), Arc::clone(&watching));
        let gateways = play.cluster.gateways();
        let task = tokio::spawn(async move {
            let games = ledger.games().into_iter().enumerate();
            let over = games.filter(|(_, game)| !game.results().is_empty());
            let mut known: BTreeSet<usize> = over.map(|(number, _)| number).collect();
            loop {
                for (number, log) in ledger.games().into_iter().enumerate() {
                    if number % WATCHED == 0 && known.insert(number) {
                        let watched = Arc::new(Watched {
                            log,
                            seen: Mutex::default(),
                        });
                        shared.lock().unwrap().push(Arc::clone(&watched));
                        let way = gateways[number / WATCHED % gateways.len()].clone();
                        tokio::spawn(watch(watched, way));
                    }
                }
                sleep(Duration::from_millis(50)).await;
            }
        });
        Self { watching, task }
    }

    /// What they missed of what was acknowledged until a while ago, where nothing was to be shown during these spans.
    #[must_use]
    pub fn missed(&self, outages: &[(i64, i64)]) -> Missed {
        self.task.abort();
        let until_us = now_us() - ON_THE_WAY_US;
        let mut missed = Missed::default();
        for watched in self.watching.lock().unwrap().iter() {
            missed.games += 1;
            let seen = watched.seen.lock().unwrap();
            let begun_us = seen.values().min().copied().unwrap_or(0);
            for mark in watched.log.marks() {
                let (Some(acked_us), Some(seq)) = (mark.acked_us, mark.seq) else {
                    continue;
                };
                // What was made before the spectator came says nothing.
                if !(begun_us..until_us).contains(&acked_us) {
                    continue;
                }
                missed.plies += 1;
                let Some(seen_us) = seen.get(&seq) else {
                    missed.never += 1;
                    continue;
                };
                let within = outages
                    .iter()
                    .find(|(from, to)| (*from..*to).contains(&acked_us));
                let due_us = within.map_or(acked_us, |(_, to)| *to);
                missed.slowest_ms = missed.slowest_ms.max((seen_us - due_us) / 1_000);
            }
        }
        missed
    }
}

/// Follows a game to its end, whatever happens to the line.
async fn watch(watched: Arc<Watched>, way: String) {
    let nobody = Client::new(&way);
    for _ in 0..200 {
        if follow(&watched, &nobody).await.is_some() {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
}

async fn follow(watched: &Watched, nobody: &Client) -> Option<()> {
    let mut line = timeout(SILENCE, Line::open(nobody)).await.ok()?.ok()?;
    let last = watched
        .seen
        .lock()
        .unwrap()
        .keys()
        .max()
        .copied()
        .unwrap_or(0);
    let watch = json!({"type": "watch", "game": watched.log.game, "after_seq": last});
    line.send(&watch).await.ok()?;
    loop {
        match timeout(SILENCE, line.next()).await.ok()?.ok()? {
            Frame::Table { entries, table, .. } => {
                let now = now_us();
                let mut seen = watched.seen.lock().unwrap();
                for seq in entries.iter().filter_map(|entry| entry["seq"].as_u64()) {
                    seen.entry(seq).or_insert(now);
                }
                if table.result.is_some() {
                    return Some(());
                }
            }
            Frame::Resync { .. } => return None,
            _ => {}
        }
    }
}
