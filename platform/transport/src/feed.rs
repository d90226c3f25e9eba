//! Following another service's facts: at least once delivered, made once by derived command ids. What becomes of a fact
//! that a consumer refuses or cannot read is settled here, for every service alike.

mod progress;
mod sources;
mod taking;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use outflank_access::{Kind, Problem, Role, problem};
use outflank_live::{SharedLive, topic};
use outflank_proto::feed::v1::{Cursor, Fact, ReadFactsRequest, ReadFactsResponse};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use tonic::Status;

pub use progress::{Followed, StoppedFeed, followed, stopped};
pub use sources::{IdentityFacts, PairingFacts, PlayFacts};
pub use taking::{BOOKED, MODERATED, NotTaken, is_casual, read};

const PAGE: u32 = 256;
/// Wake-ups may be lost; a follower looks by itself this often.
const POLL: Duration = Duration::from_secs(1);

/// Where facts come from: another service's `ReadFacts`.
#[async_trait]
pub trait FactSource: Send + Sync + 'static {
    /// The next facts after a cursor.
    async fn read(&self, request: ReadFactsRequest) -> Result<ReadFactsResponse, Status>;
}

/// What a consumer does with facts. `apply` may be called again with the same fact.
#[async_trait]
pub trait FactSink: Send + Sync + 'static {
    /// The cursor saved last; the default one before the first.
    async fn cursor(&self) -> Result<Cursor, Problem>;
    /// Takes one fact in, durably where the consumer is durable. `epoch` is that of the source's store:
    /// with the fact's number it is the fact's place. Other processes may be ahead or behind.
    async fn apply(&self, fact: &Fact, epoch: &str) -> Result<(), NotTaken>;
    /// Saves how far it has come. Called after every fact before it was applied, or refused.
    async fn save_cursor(&self, cursor: &Cursor) -> Result<(), Problem>;
    /// The source's store is another one than the cursor knew: forget what was folded from the old one.
    async fn start_over(&self) -> Result<(), Problem>;
}

/// One consumer of one feed. One run at a time, so `catch_up` returns when everything published
/// before it was called has been applied.
pub struct Follower {
    consumer: Role,
    /// The followed service.
    followed: Role,
    source: Box<dyn FactSource>,
    sink: Arc<dyn FactSink>,
    /// How many runs have begun.
    begun: AtomicU64,
    /// The last run that has ended, and how.
    running: Mutex<Option<(u64, Result<(), Problem>)>>,
    progress: Arc<progress::Progress>,
}

impl std::fmt::Debug for Follower {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Follower({})", self.followed.name())
    }
}

impl Follower {
    /// A follower of a service's facts for another, which takes them in.
    pub fn new(
        (consumer, followed): (Role, Role),
        source: impl FactSource,
        sink: Arc<dyn FactSink>,
    ) -> Self {
        Self {
            consumer,
            followed,
            source: Box::new(source),
            sink,
            begun: AtomicU64::new(0),
            running: Mutex::new(None),
            progress: progress::Progress::of(consumer, followed),
        }
    }

    /// Applies everything the source has. Those who ask while others do are answered by one run that began after they
    /// asked.
    ///
    /// # Errors
    /// When the source or the sink fails, and while a fact cannot be read; what was applied before stays applied.
    pub async fn catch_up(&self) -> Result<(), Problem> {
        let asked_after = self.begun.load(Ordering::SeqCst);
        let mut last = self.running.lock().await;
        if let Some((number, outcome)) = &*last
            && *number > asked_after
        {
            return outcome.clone();
        }
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let outcome = self.run_once().await;
        *last = Some((number, outcome.clone()));
        outcome
    }

    async fn run_once(&self) -> Result<(), Problem> {
        let mut cursor = self.sink.cursor().await?;
        loop {
            let page = self
                .source
                .read(ReadFactsRequest {
                    after: Some(cursor.clone()),
                    limit: PAGE,
                    at_end: false,
                })
                .await
                .map_err(|status| Problem::from_status(&status))?;
            let next = page.next.unwrap_or_else(|| cursor.clone());
            let another_store = !cursor.epoch.is_empty() && next.epoch != cursor.epoch;
            if another_store || next.number < cursor.number {
                tracing::warn!(
                    source = self.followed.name(),
                    "the source is another store: starting over"
                );
                self.sink.start_over().await?;
                cursor = self.sink.cursor().await?;
                continue;
            }
            if page.facts.is_empty() {
                self.progress.caught_up();
                return Ok(());
            }
            self.take_page(&page.facts, &next.epoch).await?;
            self.sink.save_cursor(&next).await?;
            cursor = next;
        }
    }

    /// Gives the consumer the facts of a page. Where it has to stop, it has come as far as the fact before.
    async fn take_page(&self, facts: &[Fact], epoch: &str) -> Result<(), Problem> {
        let mut passed = None;
        for fact in facts {
            if let Err(problem) = self.take(fact, epoch).await {
                if let Some(number) = passed {
                    let epoch = epoch.to_owned();
                    self.sink.save_cursor(&Cursor { epoch, number }).await?;
                }
                return Err(problem);
            }
            passed = Some(fact.number);
            self.progress.goes_on();
        }
        Ok(())
    }

    async fn take(&self, fact: &Fact, epoch: &str) -> Result<(), Problem> {
        match self.sink.apply(fact, epoch).await {
            Ok(()) => Ok(()),
            Err(NotTaken::Refused(why)) => {
                self.progress.refused(fact, &why);
                Ok(())
            }
            Err(NotTaken::Unreadable(why)) => {
                self.progress.stopped_at(fact, &why);
                Err(problem!(
                    Kind::Unavailable,
                    "unavailable",
                    "What {followed} tells cannot be read here from its fact {position} on: this version of {role} is too old, or the fact is damaged.",
                    followed = self.followed.name(),
                    position = fact.number,
                    role = self.consumer.name(),
                ))
            }
            Err(NotTaken::Failed(problem)) => Err(problem),
        }
    }

    /// That it goes on later. Of a fact that cannot be read everything is told already.
    fn tell(&self, problem: &Problem) {
        if !self.progress.is_stopped() {
            tracing::warn!(source = self.followed.name(), %problem, "cannot follow; will try again");
        }
    }

    /// Follows until told to stop: woken by the live bus, and by itself every second.
    pub async fn run(self: Arc<Self>, live: SharedLive, stop: CancellationToken) {
        let topic = topic::facts(self.followed.name());
        let mut wake_ups = live.subscribe(&topic).await.ok();
        while !stop.is_cancelled() {
            if let Err(problem) = self.catch_up().await {
                self.tell(&problem);
                tokio::time::sleep(POLL / 4).await;
            }
            let woken = async {
                match wake_ups.as_mut() {
                    Some(subscription) => {
                        subscription.next().await;
                    }
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = woken => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }
}
