//! A runtime whose time stands while anybody works, and on which one thing happens after the other.
//!
//! The services' records are in SQLite, which works on threads of its own: Tokio would take the silence
//! meanwhile for idleness and let time pass. So whenever the runtime has nothing left to do, SQLite and
//! the decisions on the blocking thread are waited for first, and statements begin one at a time, when
//! nobody else has anything to do. What happens in which order then follows from the seed alone.

use std::{
    collections::VecDeque,
    future::{Future, poll_fn},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    task::{Poll, Waker},
    time::{Duration, Instant},
};

use outflank_journal::{Migrations, Records};
use sqlx::{
    Connection as _, SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};
use tokio::{
    runtime::{Builder, Handle, Runtime},
    sync::oneshot,
};

/// One statement may take so long before the simulation is given up: somebody holds a transaction open
/// while waiting for something else than the database.
const LONGEST_STATEMENT: Duration = Duration::from_secs(60);

/// What keeps the order of a simulation.
#[derive(Debug, Clone, Default)]
pub struct Stillness(Arc<State>);

#[derive(Debug, Default)]
struct State {
    pools: Mutex<Vec<SqlitePool>>,
    /// As long as one of its connections is open, a database in memory is there.
    keepers: Mutex<Vec<SqliteConnection>>,
    /// Statements that wait for their turn.
    waiting: Mutex<VecDeque<oneshot::Sender<()>>>,
    /// Connections in the hands of those.
    held: AtomicUsize,
    /// Connections that are being opened outside the pools.
    opening: AtomicUsize,
    /// Something may run on the blocking thread.
    deciding: AtomicBool,
    /// Keeps the runtime from going idle.
    idler: Mutex<Option<Waker>>,
    busy_since: Mutex<Option<Instant>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Stillness {
    /// Runs a simulation from its beginning to its end.
    ///
    /// # Panics
    /// When the runtime cannot be made.
    pub fn run<T>(&self, simulation: impl Future<Output = T>) -> T {
        let runtime = self.runtime();
        let state = Arc::clone(&self.0);
        let done = runtime.block_on(async move {
            tokio::spawn(poll_fn(move |context| {
                *lock(&state.idler) = Some(context.waker().clone());
                Poll::<()>::Pending
            }));
            simulation.await
        });
        // Whoever died in the simulation still waits somewhere.
        runtime.shutdown_background();
        // The pools keep this state, which keeps them; each of their connections has a thread.
        lock(&self.0.pools).clear();
        lock(&self.0.keepers).clear();
        done
    }

    fn runtime(&self) -> Runtime {
        let state = Arc::clone(&self.0);
        Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .max_blocking_threads(1)
            // What comes from other threads is looked at when nothing else is left.
            .global_queue_interval(u32::MAX)
            .on_thread_park(move || state.before_time_passes())
            .build()
            .expect("a runtime needs nothing but memory")
    }

    /// Records in memory, with a service's tables.
    ///
    /// # Panics
    /// When the tables cannot be made.
    pub async fn records(&self, tables: &Migrations) -> Records {
        let state = Arc::clone(&self.0);
        let options: SqliteConnectOptions = "sqlite::memory:".parse().expect("an address");
        let options = options.foreign_keys(true);
        // A process that dies while it waits for its turn takes its connection with it, and the tables must stay.
        let keeper = {
            let _busy = Held::by(&self.0.opening);
            SqliteConnection::connect_with(&options).await
        };
        lock(&self.0.keepers).push(keeper.expect("memory"));
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .before_acquire(move |_, _| {
                let state = Arc::clone(&state);
                Box::pin(async move {
                    state.turn().await;
                    Ok(true)
                })
            })
            .connect_lazy_with(options);
        lock(&self.0.pools).push(pool.clone());
        tables
            .sqlite
            .run(&pool)
            .await
            .expect("the tables can be made");
        // Of the journal's own tables, the one that records are written in turn by.
        sqlx::query(
            "CREATE TABLE journal_cursors (consumer TEXT NOT NULL PRIMARY KEY, epoch TEXT NOT NULL, \
             number INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        )
        .execute(&pool)
        .await
        .expect("the tables can be made");
        Records::in_sqlite(pool.clone(), pool)
    }

    /// Somebody may soon decide something on the blocking thread.
    pub fn deciding(&self) {
        self.0.deciding.store(true, Ordering::Relaxed);
    }
}

impl State {
    /// The runtime has nothing left to do.
    fn before_time_passes(&self) {
        if self.is_busy() {
            std::thread::sleep(Duration::from_micros(5));
            return self.stay();
        }
        if self.deciding.swap(false, Ordering::Relaxed) {
            // The one thread works in order: when this is done, so is everything before it.
            let (done, seen) = mpsc::channel();
            Handle::current().spawn_blocking(move || done.send(()));
            let _ended = seen.recv();
            return self.stay();
        }
        if let Some(next) = lock(&self.waiting).pop_front() {
            let _gone = next.send(());
        }
    }

    /// The runtime looks around once more instead of letting time pass.
    fn stay(&self) {
        if let Some(idler) = lock(&self.idler).as_ref() {
            idler.wake_by_ref();
        }
    }

    fn is_busy(&self) -> bool {
        let out: usize = lock(&self.pools)
            .iter()
            .map(|pool| (pool.size() as usize).saturating_sub(pool.num_idle()))
            .sum();
        let opening = self.opening.load(Ordering::Relaxed) > 0;
        let busy = opening || out > self.held.load(Ordering::Relaxed);
        let mut since = lock(&self.busy_since);
        if !busy {
            *since = None;
        } else if since.get_or_insert_with(Instant::now).elapsed() > LONGEST_STATEMENT {
            panic!("a connection is kept while waiting for something else than the database");
        }
        busy
    }

    /// A statement waits until nobody else has anything to do.
    async fn turn(&self) {
        let (granted, turn) = oneshot::channel();
        let _held = Held::by(&self.held);
        lock(&self.waiting).push_back(granted);
        let _granted = turn.await;
    }
}

/// One more is counted as long as this is held, by somebody who may not wait to the end.
struct Held<'a>(&'a AtomicUsize);

impl<'a> Held<'a> {
    fn by(held: &'a AtomicUsize) -> Self {
        held.fetch_add(1, Ordering::Relaxed);
        Self(held)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
