//! Readings that many ask for: of what stands now, at the same time; and of what may be a little old.

use std::{
    sync::{
        Arc, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Mutex, time::Instant};

/// What was read last, for those who asked before that reading began: while one is made they wait, and one after it
/// answers them all. Nobody gets what is older than the question.
#[derive(Debug)]
pub(super) struct SharedReading<T> {
    /// How often it was asked for.
    asked: AtomicU64,
    /// How many had asked when the last reading began, and what it found.
    read: Mutex<Option<(u64, T)>>,
}

impl<T> Default for SharedReading<T> {
    fn default() -> Self {
        Self {
            asked: AtomicU64::new(0),
            read: Mutex::new(None),
        }
    }
}

impl<T: Clone> SharedReading<T> {
    /// What was read since the question, or what `read` finds now.
    ///
    /// # Errors
    /// Those of `read`, which is then made anew for each who waits.
    pub async fn get<E>(&self, read: impl AsyncFnOnce() -> Result<T, E>) -> Result<T, E> {
        let own = self.asked.fetch_add(1, Ordering::AcqRel).saturating_add(1);
        let mut last = self.read.lock().await;
        if let Some((asked, found)) = &*last
            && *asked >= own
        {
            return Ok(found.clone());
        }
        // Let go of before it is made anew: who folds need not copy.
        *last = None;
        let asked = self.asked.load(Ordering::Acquire);
        let found = read().await?;
        *last = Some((asked, found.clone()));
        Ok(found)
    }
}

/// What was read last, for as long as it is good; where it is not, one reads and the others wait for that.
#[derive(Debug)]
pub(super) struct KeptReading<T> {
    good_for: Duration,
    read: std::sync::Mutex<Option<(Instant, Arc<T>)>>,
    reading: Mutex<()>,
}

impl<T> KeptReading<T> {
    /// Nothing was read.
    pub fn good_for(good_for: Duration) -> Self {
        Self {
            good_for,
            read: std::sync::Mutex::new(None),
            reading: Mutex::default(),
        }
    }

    fn good(&self) -> Option<Arc<T>> {
        let last = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, found) = last.as_ref()?;
        (at.elapsed() < self.good_for).then(|| Arc::clone(found))
    }

    /// What was read last, or what `read` finds now.
    ///
    /// # Errors
    /// Those of `read`.
    pub async fn get<E>(&self, read: impl AsyncFnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        if let Some(found) = self.good() {
            return Ok(found);
        }
        let _turn = self.reading.lock().await;
        if let Some(found) = self.good() {
            return Ok(found);
        }
        let found = Arc::new(read().await?);
        let mut last = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some((Instant::now(), Arc::clone(&found)));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{cell::Cell, convert::Infallible};

    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn who_asks_during_a_reading_is_answered_by_the_next_and_all_of_them_by_one() {
        let (shared, readings) = (SharedReading::default(), Cell::new(0));
        let (begun, go_on) = (Notify::new(), Notify::new());
        let read = async || {
            readings.set(readings.get() + 1);
            if readings.get() == 1 {
                begun.notify_one();
                go_on.notified().await;
            }
            Ok::<_, Infallible>(readings.get())
        };
        let later = async {
            begun.notified().await;
            let asked =
                async { tokio::join!(shared.get(read), shared.get(read), shared.get(read)) };
            let go_on = async { go_on.notify_one() };
            tokio::join!(asked, go_on).0
        };
        let (first, later) = tokio::join!(shared.get(read), later);
        assert_eq!(first, Ok(1));
        assert_eq!(later, (Ok(2), Ok(2), Ok(2)));
        assert_eq!(shared.get(read).await, Ok(3));
    }

    #[tokio::test]
    async fn a_reading_that_fails_or_is_given_up_answers_nobody_else() {
        let shared = SharedReading::default();
        assert_eq!(
            shared.get(async || Err::<u32, _>("away")).await,
            Err("away")
        );
        let never = shared.get(async || std::future::pending::<Result<u32, &str>>().await);
        tokio::select! {
            biased;
            _ = never => unreachable!(),
            () = std::future::ready(()) => {}
        }
        assert_eq!(shared.get(async || Ok::<_, &str>(7)).await, Ok(7));
    }
}
