//! Where a world's history and records are, and how its time passes.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use outflank_journal::{
    PostgresOptions, Records, Store, StreamId,
    writer::{InsertError, Row},
};
use outflank_play::MIGRATIONS;
use outflank_stillness::{
    Broken, Disturbance, Memory, MemoryJournal, SimulatedTime, Stillness, rest,
};
use outflank_transport::ClusterClock;

use super::TestClock;

/// A test that takes longer, in simulated time, waits for what never comes.
const LONGEST_TEST: Duration = Duration::from_secs(3_600);

tokio::task_local! {
    /// The stillness that the test runs in.
    static STILLNESS: Stillness;
}

/// Runs a test in simulated time: what it waits for comes at its very millisecond, on every machine.
pub fn still(test: impl Future<Output = ()>) {
    let stillness = Stillness::default();
    let test = STILLNESS.scope(stillness.clone(), test);
    let in_time = stillness.run(async { tokio::time::timeout(LONGEST_TEST, test).await });
    in_time.expect("a test ends");
}

/// Runs a test to which time does not matter: in simulated time too, unless `OUTFLANK_TEST_STORE` names a real store.
pub fn anywhere(test: impl Future<Output = ()>) {
    if std::env::var_os("OUTFLANK_TEST_STORE").is_none() {
        return still(test);
    }
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap().block_on(test);
}

/// How long a commit takes, in ms.
#[derive(Debug, Clone, Default)]
pub struct Slowness(Arc<AtomicU64>);

#[async_trait]
impl Disturbance for Slowness {
    async fn commit(
        &self,
        memory: &Arc<Memory>,
        rows: &[Row],
    ) -> Result<BTreeSet<StreamId>, InsertError> {
        match self.0.load(Ordering::Relaxed) {
            0 => {}
            ms => rest(ms).await,
        }
        memory.commit(rows, Broken::default()).await
    }
}

/// Where the stores of a world are.
pub enum Stores {
    /// In memory, in simulated time; over the journal of one process or of several.
    Still {
        stillness: Stillness,
        memory: Arc<Memory>,
        records: Records,
        of_one_process: bool,
        slowness: Slowness,
    },
    /// In a real database, in this folder or named in it.
    Real(tempfile::TempDir),
}

impl Stores {
    /// Simulated in a test that runs so; else in a file, or in Postgres where `OUTFLANK_TEST_STORE` says so.
    pub async fn here() -> Self {
        if STILLNESS.try_with(|_| ()).is_ok() {
            Self::still(true).await
        } else {
            Self::Real(tempfile::tempdir().unwrap())
        }
    }

    pub async fn still(of_one_process: bool) -> Self {
        let stillness = STILLNESS.try_with(Clone::clone);
        let stillness = stillness.expect("the test runs in `still`");
        let records = stillness.records(&MIGRATIONS).await;
        Self::Still {
            memory: Arc::new(Memory::new("play").with_records(&records)),
            records,
            stillness,
            of_one_process,
            slowness: Slowness::default(),
        }
    }

    /// So long, in ms, takes every commit from now on that is simulated.
    pub fn commits_take(&self, ms: u64) {
        match self {
            Self::Still { slowness, .. } => slowness.0.store(ms, Ordering::Relaxed),
            Self::Real(_) => panic!("a real store takes its own time"),
        }
    }

    pub fn in_postgres() -> Self {
        let folder = tempfile::tempdir().unwrap();
        outflank_testbed::keep_in_postgres(folder.path());
        Self::Real(folder)
    }

    /// Opens the store as a process does that starts.
    pub async fn open(&self) -> Store {
        match self {
            Self::Still {
                stillness,
                memory,
                records,
                of_one_process,
                slowness,
            } => {
                let journal = MemoryJournal::open(memory, stillness, slowness.clone());
                let journal = if *of_one_process {
                    journal.of_one_process()
                } else {
                    journal
                };
                Store {
                    journal: Arc::new(journal),
                    records: records.clone(),
                }
            }
            Self::Real(folder) => open_real(folder.path()).await,
        }
    }

    /// Whether processes of their own may serve, each with its own connections and caches.
    pub fn serves_several(&self) -> bool {
        match self {
            Self::Still { of_one_process, .. } => !of_one_process,
            Self::Real(folder) => outflank_testbed::store_url(folder.path()).is_some(),
        }
    }

    /// The time of the auth layer and its tokens, and the one of the service. Over a real database the service's stands
    /// unless the test sets it forward: a machine that stood still for seconds is a fault, and credited.
    pub async fn clocks(&self) -> (Arc<ClusterClock>, TestClock) {
        match self {
            Self::Still { .. } => {
                let time = ClusterClock::of_store(&SimulatedTime::begin()).await;
                let time = Arc::new(time.unwrap());
                let service = TestClock::with(&time);
                (time, service)
            }
            Self::Real(_) => {
                let host = Arc::new(ClusterClock::new());
                let service = TestClock::standing(host.now_ms());
                (host, service)
            }
        }
    }
}

async fn open_real(folder: &Path) -> Store {
    let opened = match outflank_testbed::store_url(folder) {
        Some(url) => Store::in_postgres(PostgresOptions::new(url, "play"), Some(&MIGRATIONS)).await,
        None => Store::in_sqlite(folder.join("play.sqlite"), Some(&MIGRATIONS)).await,
    };
    opened.unwrap()
}
