//! How long one connection could not be written because its client did not read: that time is the client's own.

use std::{
    future::poll_fn,
    pin::pin,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tokio::time::Instant;

/// What stands for "it can be written".
const WRITABLE: u64 = u64::MAX;

/// How long one connection could not be written, in all. Told without a lock: whoever queues a frame reads it.
#[derive(Debug)]
pub struct Unread {
    opened: Instant,
    /// In microseconds, without the time that runs.
    total: AtomicU64,
    /// Since when it cannot be written, in microseconds after it was opened.
    since: AtomicU64,
}

impl Default for Unread {
    fn default() -> Self {
        Self {
            opened: Instant::now(),
            total: AtomicU64::new(0),
            since: AtomicU64::new(WRITABLE),
        }
    }
}

impl Unread {
    fn now(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_micros()).unwrap_or(WRITABLE - 1)
    }

    /// How long it could not be written until now.
    pub fn so_far(&self) -> Duration {
        let since = self.since.load(Ordering::Acquire);
        let total = self.total.load(Ordering::Acquire);
        let running = match since {
            WRITABLE => 0,
            since => self.now().saturating_sub(since),
        };
        Duration::from_micros(total.saturating_add(running))
    }

    /// It cannot be written from now on. For its writer alone.
    pub fn begin(&self) {
        self.since.store(self.now(), Ordering::Release);
    }

    /// It can be written again, if it could not. For its writer alone.
    pub fn end(&self) {
        let since = self.since.swap(WRITABLE, Ordering::AcqRel);
        if since != WRITABLE {
            let took = self.now().saturating_sub(since);
            self.total.fetch_add(took, Ordering::AcqRel);
        }
    }

    /// Writes, and counts for how long that has to wait for the client: where it need not, nothing is counted,
    /// however long the server takes to come to it.
    pub async fn during<F: Future>(&self, writing: F) -> F::Output {
        let mut writing = pin!(writing);
        let waits = Waits(self);
        poll_fn(|context| {
            let polled = writing.as_mut().poll(context);
            if polled.is_pending() && self.since.load(Ordering::Acquire) == WRITABLE {
                waits.0.begin();
            }
            polled
        })
        .await
    }
}

/// Ends the waiting, also where the writing is given up.
struct Waits<'a>(&'a Unread);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn only_what_waits_for_the_client_is_counted() {
        let unread = Unread::default();
        let ms = Duration::from_millis;
        unread.during(async {}).await;
        tokio::time::sleep(ms(500)).await;
        assert_eq!(unread.so_far(), ms(0));
        unread.during(tokio::time::sleep(ms(300))).await;
        tokio::time::sleep(ms(500)).await;
        assert_eq!(unread.so_far(), ms(300));
        // While it still waits, and after it was given up.
        let given_up = tokio::time::timeout(ms(200), unread.during(std::future::pending::<()>()));
        assert!(given_up.await.is_err());
        assert_eq!(unread.so_far(), ms(500));
        unread.begin();
        tokio::time::sleep(ms(40)).await;
        assert_eq!(unread.so_far(), ms(540));
        unread.end();
        unread.end();
        tokio::time::sleep(ms(40)).await;
        assert_eq!(unread.so_far(), ms(540));
    }
}
