//! The spectators of a room. They have a task of their own that tells them a few at a time, so that a thousand of
//! them do not keep the two players waiting; and they are told what play answers a spectator, no more and no sooner.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_transport::ClusterClock;
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    frames::server_frame::Outgoing,
    metrics::Metrics,
    rooms::{
        audience::{Audience, Commit, Taking},
        seen::{self, Seen},
    },
    services::Services,
    until::until,
};

/// Commits that may wait for the spectators to be told of the ones before; if more do, they are read.
const BEHIND: usize = 64;
/// When play could not be asked, it is asked again after so long.
const ASK_AGAIN: Duration = Duration::from_millis(500);

/// Whoever comes so soon after another is shown what that one was: a thousand who open a game at once cost one read,
/// and so does one who opens it a thousand times.
const GLANCE: Duration = Duration::from_millis(250);

/// Something the spectators are to be told.
enum News {
    /// A commit that they may see at once.
    Commit(Commit),
    /// Something was committed; play knows what of it they may see.
    Look,
    /// A message on their channel, and who wrote it.
    Said(Outgoing, Arc<str>),
}

#[derive(Default)]
struct Queue {
    news: VecDeque<News>,
    /// Something becomes visible by time alone then, cluster time in ms.
    look_again_ms: Option<i64>,
}

/// The spectators, and what they are to be told.
pub struct SpectatorBroadcast {
    pub(super) audience: Audience,
    services: Services,
    clock: Arc<ClusterClock>,
    metrics: Arc<Metrics>,
    queue: Mutex<Queue>,
    wake: Notify,
    /// The whole game as whoever has no account was shown it last, and when; until something else is to be told.
    glance: Mutex<Option<(Instant, Arc<Seen>)>>,
}

impl SpectatorBroadcast {
    /// Nothing is to be told.
    pub(super) fn new(
        audience: Audience,
        services: Services,
        clock: Arc<ClusterClock>,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            audience,
            services,
            clock,
            metrics,
            queue: Mutex::default(),
            wake: Notify::new(),
            glance: Mutex::default(),
        }
    }

    fn last_glance(&self) -> MutexGuard<'_, Option<(Instant, Arc<Seen>)>> {
        self.glance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The whole game as nobody in particular was shown it a moment ago.
    pub(super) fn glance(&self) -> Option<Arc<Seen>> {
        let glance = self.last_glance();
        let (at, seen) = glance.as_ref()?;
        (at.elapsed() < GLANCE).then(|| Arc::clone(seen))
    }

    /// What nobody in particular was shown now.
    pub(super) fn keep(&self, seen: &Arc<Seen>) {
        *self.last_glance() = Some((Instant::now(), Arc::clone(seen)));
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, news: News) {
        let mut queue = self.lock();
        if queue.news.len() >= BEHIND {
            // A look finds every commit; messages are found when the game is watched again.
            queue.news.clear();
            queue.news.push_back(News::Look);
        } else {
            queue.news.push_back(news);
        }
        self.wake.notify_one();
    }

    /// A commit that spectators may see at once.
    pub(super) fn commit(&self, commit: Commit) {
        *self.last_glance() = None;
        self.add(News::Commit(commit));
    }

    /// Something was committed, or may have been.
    pub(super) fn look(&self) {
        *self.last_glance() = None;
        self.add(News::Look);
    }

    /// A message on the spectators' channel.
    pub(super) fn said(&self, frame: Outgoing, writer: Arc<str>) {
        self.add(News::Said(frame, writer));
    }

    /// Play said when something more becomes visible.
    pub(super) fn look_again_at(&self, at_ms: Option<i64>) {
        let mut queue = self.lock();
        queue.look_again_ms = match (queue.look_again_ms, at_ms) {
            (Some(known), Some(new)) => Some(known.min(new)),
            (known, new) => known.or(new),
        };
        self.wake.notify_one();
    }

    /// Tells the spectators until the room closes.
    pub(super) async fn run(self: Arc<Self>, closed: CancellationToken) {
        let mut not_before = Instant::now();
        loop {
            let (news, look_at) = self.next(not_before);
            if let Some(news) = news {
                match news {
                    News::Commit(commit) => {
                        let told = self.audience.commit_slowly(commit);
                        if told.await == Taking::Gap {
                            self.metrics.gaps.inc();
                            not_before = self.read().await;
                        }
                    }
                    News::Look => not_before = self.read().await,
                    News::Said(frame, writer) => self.say(&frame, &writer),
                }
                tokio::task::yield_now().await;
                continue;
            }
            tokio::select! {
                () = closed.cancelled() => return,
                () = self.wake.notified() => {}
                () = until(look_at) => {
                    self.lock().look_again_ms = None;
                    not_before = self.read().await;
                }
            }
        }
    }

    /// What is to be told now, and when play is to be asked by the clock.
    fn next(&self, not_before: Instant) -> (Option<News>, Option<Instant>) {
        let mut queue = self.lock();
        let now_ms = self.clock.now_ms();
        let look_at = queue.look_again_ms.map(|at_ms| {
            let wait = u64::try_from(at_ms.saturating_sub(now_ms)).unwrap_or_default();
            (Instant::now() + Duration::from_millis(wait)).max(not_before)
        });
        (queue.news.pop_front(), look_at)
    }

    /// Its writer has it already.
    fn say(&self, frame: &Outgoing, writer: &str) {
        let tells = |_, account: Option<&str>, _: &_| account != Some(writer);
        self.audience.tell_chat(frame, tells);
    }

    /// Asks play what a spectator may see now. Answers when play may be asked by the clock again.
    async fn read(&self) -> Instant {
        *self.last_glance() = None;
        let (game, outlook) = (self.audience.game(), self.audience.outlook());
        let Some(seq) = outlook.seq.filter(|_| !outlook.empty) else {
            return Instant::now();
        };
        match seen::read(&self.services, game, seq, None).await {
            Ok(seen) => {
                self.lock().look_again_ms = seen.look_again_ms;
                let told = seen.entries.last().map_or(seq, |entry| entry.seq);
                if seen.table.board_hidden && told < seen.table.seq {
                    // What is kept back is read with the commit that shows the board again.
                    return Instant::now() + ASK_AGAIN;
                }
                let told = self.audience.take_slowly(seen.entries, seen.table);
                if told.await == Taking::Gap {
                    tracing::error!(%game, seq, "play left entries out");
                }
                self.audience.expect_nothing();
                // A time that has passed already does not make us ask without pause.
                Instant::now() + Duration::from_millis(20)
            }
            Err(problem) => {
                tracing::warn!(%game, %problem, "spectators could not be told");
                let again = self.clock.now_ms().saturating_add(500);
                self.look_again_at(Some(again));
                Instant::now() + ASK_AGAIN
            }
        }
    }
}
