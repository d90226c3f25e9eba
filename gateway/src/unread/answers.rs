//! Plain answers that wait for the reader of their connection.

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::frames::outbox_budget::OutboxBudget;

/// Answers of one connection that are made at the same time. How large they are is known only then.
const AT_ONCE: usize = 8;

/// The answers of one connection that are not read to the end.
#[derive(Debug)]
pub struct Answers {
    /// What is kept for them.
    bytes: AtomicUsize,
    drained: Notify,
    turns: Arc<Semaphore>,
    is_of_many: AtomicBool,
}

/// One answer's turn to be made, until it is dropped; none where nobody has to wait.
pub type Turn = Option<OwnedSemaphorePermit>;

impl Default for Answers {
    fn default() -> Self {
        Self {
            bytes: AtomicUsize::new(0),
            drained: Notify::new(),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            is_of_many: AtomicBool::new(false),
        }
    }
}

impl Answers {
    /// The connection is a proxy's and carries many clients: none waits until others have read.
    pub fn are_of_many(&self) {
        self.is_of_many.store(true, Ordering::Relaxed);
    }

    /// What is kept for those that wait.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Waits until one more may be made: there are not so many that others are, and less is kept than `most`.
    pub async fn turn(&self, most: usize) -> Turn {
        if self.is_of_many.load(Ordering::Relaxed) {
            return None;
        }
        let turn = Arc::clone(&self.turns).acquire_owned().await.ok();
        loop {
            let mut drained = pin!(self.drained.notified());
            drained.as_mut().enable();
            if self.bytes() < most {
                return turn;
            }
            drained.await;
        }
    }
}

/// What is kept for one answer, counted for its connection and for all.
#[derive(Debug)]
pub struct Kept {
    answers: Arc<Answers>,
    budget: Arc<OutboxBudget>,
    bytes: usize,
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.set(0);
    }
}

impl Kept {
    /// Nothing yet.
    pub fn new(answers: &Arc<Answers>, budget: &Arc<OutboxBudget>) -> Self {
        Self {
            answers: Arc::clone(answers),
            budget: Arc::clone(budget),
            bytes: 0,
        }
    }

    /// The same connection's, for something else.
    pub fn another(&self) -> Self {
        Self::new(&self.answers, &self.budget)
    }

    /// So much is kept now.
    pub fn set(&mut self, bytes: usize) {
        let before = std::mem::replace(&mut self.bytes, bytes);
        if bytes > before {
            self.answers
                .bytes
                .fetch_add(bytes - before, Ordering::Relaxed);
            self.budget.add(bytes - before);
        } else if bytes < before {
            self.answers
                .bytes
                .fetch_sub(before - bytes, Ordering::Relaxed);
            self.budget.give_back(before - bytes);
            self.answers.drained.notify_waiters();
        }
    }
}
