//! How long one connection could not be written because its client did not read: that time is the client's own.

use std::{
    future::poll_fn,
    pin::pin,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// How long one connection could not be written, in all.
#[derive(Debug, Default)]
pub struct Unread(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    /// Without the time that runs.
    total: Duration,
    /// Since when it cannot be written.
    since: Option<Instant>,
}

impl Counted {
    fn running(&self) -> Duration {
        self.since.map(|since| since.elapsed()).unwrap_or_default()
    }
}

impl Unread {
    fn lock(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long it could not be written until now.
    pub fn so_far(&self) -> Duration {
        let counted = self.lock();
        counted.total.saturating_add(counted.running())
    }

    /// Whether it cannot be written now.
    pub fn is_running(&self) -> bool {
        self.lock().since.is_some()
    }

    /// It cannot be written from now on, or still cannot.
    pub fn begin(&self) {
        self.lock().since.get_or_insert_with(Instant::now);
    }

    /// It can be written again, if it could not.
    pub fn end(&self) {
        let mut counted = self.lock();
        counted.total = counted.total.saturating_add(counted.running());
        counted.since = None;
    }

    /// Writes, and counts for how long that has to wait for the client: where it need not, nothing is counted,
    /// however long the server takes to come to it.
    pub async fn during<F: Future>(&self, writing: F) -> F::Output {
        let mut writing = pin!(writing);
        let waits = Waits(self);
        poll_fn(|context| {
            let polled = writing.as_mut().poll(context);
            if polled.is_pending() {
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
