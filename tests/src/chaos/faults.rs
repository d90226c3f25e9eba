//! What goes wrong, drawn from a seed.

use std::{fmt, sync::Arc, time::Duration};

use rustix::process::Signal;
use tokio::time::sleep;

use super::{journal::execute, link::Link, test_cluster::TestCluster};
use crate::othello::Dice;

/// The kinds of faults; one of each is in every deck, some more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Bytes on a link come later, by a constant and a drawn part.
    Slow,
    /// A link is a black hole for a while; then what was held goes through.
    Stall,
    /// A link is a black hole for a while; then its connections are reset.
    Drop,
    /// The connections of a link are reset.
    Reset,
    /// Nobody gets a new connection over a link, and the old ones are reset.
    Refuse,
    /// WebSocket texts between clients and a gateway come twice.
    Double,
    /// Every link of a process is a black hole.
    Isolate,
    /// The network cable of a process is pulled, and plugged in again.
    Unplug,
    /// kill -9 of a process.
    Kill,
    /// SIGSTOP and SIGCONT of a process.
    Pause,
    /// SIGTERM of a process, and a new start.
    Restart,
    /// The wall clock of a process's machine is set.
    WallClock,
    /// FLUSHALL.
    RedisFlush,
    /// kill -9 of Redis.
    RedisKill,
    /// SIGSTOP and SIGCONT of Redis.
    RedisPause,
    /// kill -9 of every process of Postgres.
    PostgresKill,
    /// An orderly restart of Postgres.
    PostgresRestart,
    /// SIGSTOP and SIGCONT of every process of Postgres.
    PostgresPause,
    /// Every flush of Postgres's log takes 100 ms longer.
    SlowFsync,
    /// Postgres finds no room for its log.
    FullDisk,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::Slow,
        Self::Stall,
        Self::Drop,
        Self::Reset,
        Self::Refuse,
        Self::Double,
        Self::Isolate,
        Self::Unplug,
        Self::Kill,
        Self::Pause,
        Self::Restart,
        Self::WallClock,
        Self::RedisFlush,
        Self::RedisKill,
        Self::RedisPause,
        Self::PostgresKill,
        Self::PostgresRestart,
        Self::PostgresPause,
        Self::SlowFsync,
        Self::FullDisk,
    ];

    /// Whether the deployment's machine can give it.
    #[must_use]
    pub fn is_possible(self, cluster: &TestCluster) -> bool {
        match self {
            Self::FullDisk => cluster.processes().postgres.can_fill_disk(),
            Self::Unplug => !cluster.networks.is_empty(),
            Self::WallClock => cluster.wall_clocks.is_some(),
            _ => true,
        }
    }
}

/// What a deck holds, where the machine can give it.
const DECK: [Kind; 30] = [
    Kind::Slow,
    Kind::Slow,
    Kind::Stall,
    Kind::Stall,
    Kind::Drop,
    Kind::Drop,
    Kind::Reset,
    Kind::Reset,
    Kind::Refuse,
    Kind::Double,
    Kind::Double,
    Kind::Isolate,
    Kind::Kill,
    Kind::Kill,
    Kind::Kill,
    Kind::Pause,
    Kind::Pause,
    Kind::Restart,
    Kind::Restart,
    Kind::WallClock,
    Kind::RedisFlush,
    Kind::RedisKill,
    Kind::RedisPause,
    Kind::PostgresKill,
    Kind::PostgresRestart,
    Kind::PostgresPause,
    Kind::SlowFsync,
    Kind::FullDisk,
    Kind::Unplug,
    Kind::Unplug,
];

/// One fault.
#[derive(Debug, Clone)]
pub struct Fault {
    /// What.
    pub kind: Kind,
    /// The process it strikes, where it strikes one.
    pub process: usize,
    link: Option<Arc<Link>>,
    /// How long.
    pub lasting: Duration,
    strength: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = match &self.link {
            Some(link) => link.name.clone(),
            None => format!("process {}", self.process),
        };
        let (kind, lasting) = (self.kind, self.lasting.as_millis());
        write!(
            formatter,
            "{kind:?} on {on} for {lasting} ms, strength {}",
            self.strength
        )
    }
}

/// Faults without end: deck after deck, each shuffled.
#[derive(Debug)]
pub struct Plan {
    dice: Dice,
    possible: Vec<Kind>,
    deck: Vec<Kind>,
    dealt: usize,
}

impl Plan {
    /// The plan of a seed, for this deployment.
    #[must_use]
    pub fn of(seed: u64, cluster: &TestCluster) -> Self {
        let possible = DECK.into_iter().filter(|kind| kind.is_possible(cluster));
        Self {
            dice: Dice(seed),
            possible: possible.collect(),
            deck: Vec::new(),
            dealt: 0,
        }
    }

    /// Whether a whole deck was drawn: every kind at least once.
    #[must_use]
    pub fn had_a_deck(&self) -> bool {
        self.dealt > 1 || (self.dealt == 1 && self.deck.is_empty())
    }

    /// The pause before the next one.
    pub fn pause(&mut self, longest: Duration) -> Duration {
        let micros = usize::try_from(longest.as_micros()).unwrap_or(usize::MAX);
        Duration::from_micros(self.dice.below(micros) as u64)
    }

    /// The next one.
    pub fn next(&mut self, cluster: &TestCluster) -> Fault {
        if self.deck.is_empty() {
            self.dealt += 1;
            self.deck.clone_from(&self.possible);
            for last in (1..self.deck.len()).rev() {
                self.deck.swap(last, self.dice.below(last + 1));
            }
        }
        let kind = self.deck.pop().expect("a full deck");
        // Half of what strikes processes strikes those that moves go through.
        let process = if self.dice.below(2) == 0 {
            let places = [cluster.of_role("play"), cluster.of_role("gateway")].concat();
            places[self.dice.below(places.len())]
        } else {
            self.dice.below(cluster.roles.len())
        };
        let longest = match kind {
            Kind::Slow | Kind::Double => 4_000,
            Kind::Kill | Kind::PostgresKill | Kind::RedisKill | Kind::FullDisk => 1_500,
            _ => 2_500,
        };
        Fault {
            kind,
            process,
            link: self.link(kind, cluster),
            lasting: Duration::from_millis(100 + self.dice.below(longest) as u64),
            strength: 1 + self.dice.below(100),
        }
    }

    fn link(&mut self, kind: Kind, cluster: &TestCluster) -> Option<Arc<Link>> {
        match kind {
            Kind::Double => Some(self.one_of(&cluster.clients)),
            Kind::Slow | Kind::Stall | Kind::Drop | Kind::Reset | Kind::Refuse => {
                let peers: Vec<_> = cluster
                    .peers
                    .iter()
                    .map(|(_, _, link)| Arc::clone(link))
                    .collect();
                let kinds = [&cluster.clients, &cluster.database, &cluster.redis, &peers];
                let drawn = self.dice.below(kinds.len());
                Some(self.one_of(kinds[drawn]))
            }
            _ => None,
        }
    }

    fn one_of(&mut self, links: &[Arc<Link>]) -> Arc<Link> {
        Arc::clone(&links[self.dice.below(links.len())])
    }
}

impl Fault {
    /// Whether the next fault waits until this one is over.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.link.is_none()
            && !matches!(
                self.kind,
                Kind::Isolate | Kind::Unplug | Kind::WallClock | Kind::SlowFsync
            )
    }

    /// Lets it happen, and ends it.
    pub async fn happen(self, cluster: &Arc<TestCluster>) {
        match &self.link {
            Some(link) => self.on_link(link).await,
            None => self.on_parts(cluster).await,
        }
    }

    async fn on_link(&self, link: &Arc<Link>) {
        let ms = Duration::from_millis(self.strength as u64);
        match self.kind {
            Kind::Slow => link.set(|now| (now.delay, now.jitter) = (ms, ms * 2)),
            Kind::Stall | Kind::Drop => link.set(|now| now.stalled = true),
            Kind::Reset => link.reset(),
            Kind::Refuse => {
                link.set(|now| now.refusing = true);
                link.reset();
            }
            Kind::Double => {
                link.set(|now| now.doubled = u8::try_from(self.strength).unwrap_or(100))
            }
            _ => {}
        }
        if self.kind == Kind::Reset {
            return;
        }
        sleep(self.lasting).await;
        if self.kind == Kind::Drop {
            link.reset();
        }
        link.heal();
    }

    async fn on_parts(&self, cluster: &Arc<TestCluster>) {
        let (at, lasting) = (self.process, self.lasting);
        match self.kind {
            Kind::Isolate => self.isolate(cluster).await,
            Kind::Unplug => {
                cluster.networks[at].part();
                sleep(lasting).await;
                cluster.networks[at].join();
            }
            Kind::WallClock => {
                if let Some(clocks) = &cluster.wall_clocks {
                    let hours = i64::try_from(self.strength).unwrap_or(0) - 50;
                    clocks.set(at, hours * 3_600_000 + 777);
                }
            }
            Kind::Kill => {
                cluster
                    .with(move |cluster| {
                        cluster.kill(at);
                        std::thread::sleep(lasting);
                        cluster.revive(at);
                    })
                    .await;
            }
            Kind::Restart => {
                let rolled = cluster.with(move |cluster| cluster.roll(at)).await;
                if !rolled.in_good_order {
                    eprintln!("{}-{at} did not end in good order", cluster.roles[at]);
                }
            }
            Kind::Pause => {
                cluster.processes().signal(at, Signal::STOP);
                sleep(lasting).await;
                cluster.processes().signal(at, Signal::CONT);
            }
            Kind::RedisFlush => cluster.with(|cluster| cluster.redis.flush()).await,
            Kind::RedisKill => {
                cluster
                    .with(move |cluster| {
                        cluster.redis.kill();
                        std::thread::sleep(lasting);
                        cluster.redis.restart();
                    })
                    .await;
            }
            Kind::RedisPause => {
                cluster
                    .with(move |cluster| {
                        cluster.redis.pause();
                        std::thread::sleep(lasting);
                        cluster.redis.resume();
                    })
                    .await;
            }
            _ => self.on_postgres(cluster).await,
        }
    }

    async fn on_postgres(&self, cluster: &Arc<TestCluster>) {
        let lasting = self.lasting;
        match self.kind {
            Kind::PostgresKill => {
                cluster
                    .with(move |cluster| {
                        cluster.postgres.kill();
                        std::thread::sleep(lasting);
                        cluster.postgres.restart();
                    })
                    .await;
            }
            Kind::PostgresRestart => cluster.with(|cluster| cluster.postgres.restart()).await,
            Kind::PostgresPause => {
                // Nobody else has the deployment meanwhile: who asks a server that is paused waits for its end.
                cluster
                    .with(move |cluster| {
                        cluster.postgres.pause();
                        std::thread::sleep(lasting);
                        cluster.postgres.resume();
                    })
                    .await;
            }
            Kind::SlowFsync => {
                slow_flushes(cluster, 100_000).await;
                sleep(lasting).await;
                slow_flushes(cluster, 0).await;
            }
            Kind::FullDisk => {
                cluster
                    .with(move |cluster| {
                        cluster.postgres.fill_disk();
                        std::thread::sleep(lasting);
                        cluster.postgres.free_disk();
                        // It gives up when it cannot write its log.
                        if !cluster.postgres.is_serving() {
                            cluster.postgres.restart();
                        }
                    })
                    .await;
            }
            _ => {}
        }
    }

    async fn isolate(&self, cluster: &Arc<TestCluster>) {
        for link in cluster.links_of(self.process) {
            link.set(|now| now.stalled = true);
        }
        sleep(self.lasting).await;
        for link in cluster.links_of(self.process) {
            if self.strength.is_multiple_of(2) {
                link.reset();
            }
            link.heal();
        }
    }
}

/// Postgres waits so many µs before every flush of its log, whoever else commits.
async fn slow_flushes(cluster: &Arc<TestCluster>, micros: u32) {
    cluster
        .with(move |cluster| {
            let delay = format!("ALTER SYSTEM SET commit_delay = {micros}");
            for setting in [
                "ALTER SYSTEM SET commit_siblings = 0",
                delay.as_str(),
                "SELECT pg_reload_conf()",
            ] {
                // A server that is away just then is not made slower.
                let _ = execute(&cluster.postgres, setting);
            }
        })
        .await;
}
