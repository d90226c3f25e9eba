//! The streams of an HTTP/2 connection, each given up when it stands still.

use std::{
    future::poll_fn,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use hyper::rt::Executor;
use tokio::time::{Instant, sleep, sleep_until};

use crate::{frames::unread::Unread, unread::pace::Pace};

tokio::task_local! {
    /// The pace of the stream that a task serves.
    static PACE: Arc<StreamPace>;
}

/// The pace of one stream, which its answer keeps.
#[derive(Debug)]
pub struct StreamPace {
    patience: Duration,
    state: Mutex<State>,
    /// Where it is counted how long its client kept it waiting.
    unread: OnceLock<Arc<Unread>>,
}

#[derive(Debug)]
struct State {
    pace: Pace,
    is_given_up: bool,
}

impl StreamPace {
    fn new(patience: Duration) -> Self {
        let pace = Pace::new(patience);
        let is_given_up = false;
        Self {
            patience,
            state: Mutex::new(State { pace, is_given_up }),
            unread: OnceLock::new(),
        }
    }

    /// That of the stream which this task serves; none where it serves no stream.
    pub fn here() -> Option<Arc<Self>> {
        PACE.try_with(Arc::clone).ok()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on it is counted there how long its client keeps it waiting.
    pub fn counts(&self, unread: &Arc<Unread>) {
        // A stream is one conversation: nobody asks twice.
        let _first = self.unread.set(Arc::clone(unread));
    }

    /// Its client takes what was handed out: more is asked for.
    pub fn goes_on(&self) {
        if let Some(unread) = self.unread.get() {
            unread.end();
        }
    }

    /// Its task can do no more for now: if something is handed out, that waits for the client.
    fn stands(&self) {
        if let Some(unread) = self.unread.get()
            && self.lock().pace.is_behind()
        {
            unread.begin();
        }
    }

    /// Something waits, and so many bytes were taken.
    pub fn waits(&self, taken: usize) {
        self.lock().pace.waits(taken);
    }

    /// Nothing waits.
    pub fn caught_up(&self) {
        self.lock().pace.caught_up();
    }

    /// Whether it was given up.
    pub fn is_given_up(&self) -> bool {
        self.lock().is_given_up
    }

    /// Waits until the stream is to be given up.
    async fn end(&self) {
        loop {
            let ends_at = self.lock().pace.ends_at();
            match ends_at {
                Some(at) if at <= Instant::now() => break,
                Some(at) => sleep_until(at).await,
                None => sleep(self.patience).await,
            }
        }
        self.lock().is_given_up = true;
    }
}

/// Runs the streams of HTTP/2 connections. One that stands still for too long is dropped: it is reset.
#[derive(Debug, Clone, Copy)]
pub struct Streams {
    /// How long a stream may stand still.
    pub patience: Duration,
}

impl<F> Executor<F> for Streams
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, stream: F) {
        let pace = Arc::new(StreamPace::new(self.patience));
        tokio::spawn(PACE.scope(Arc::clone(&pace), async move {
            let mut stream = pin!(stream);
            let stream = poll_fn(|context| {
                let served = stream.as_mut().poll(context);
                if served.is_pending() {
                    pace.stands();
                }
                served
            });
            tokio::select! {
                biased;
                () = stream => {}
                () = pace.end() => tracing::debug!("a stream that is not read is given up"),
            }
        }));
    }
}
