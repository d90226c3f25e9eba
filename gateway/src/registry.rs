//! What exists while somebody uses it, by its key.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::Notify;

/// One of them, and how many guests it has.
#[derive(Debug)]
pub struct Held<T> {
    /// Under which key it is found.
    pub key: String,
    /// What it is.
    pub value: T,
    /// Rung when a guest leaves, and whenever its task should look around.
    pub bell: Notify,
    guests: AtomicUsize,
}

impl<T> Held<T> {
    /// Whether nobody is here.
    pub fn is_empty(&self) -> bool {
        self.guests.load(Ordering::Acquire) == 0
    }
}

/// Somebody's use of it.
#[derive(Debug)]
pub struct Guest<T>(pub Arc<Held<T>>);

impl<T> Drop for Guest<T> {
    fn drop(&mut self) {
        self.0.guests.fetch_sub(1, Ordering::AcqRel);
        self.0.bell.notify_one();
    }
}

/// Everything of one sort.
#[derive(Debug)]
pub struct Registry<T> {
    held: Mutex<BTreeMap<String, Arc<Held<T>>>>,
}

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Self {
            held: Mutex::default(),
        }
    }
}

impl<T> Registry<T> {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Held<T>>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters it; `make` and `start` are called when there is none yet.
    pub fn enter(
        &self,
        key: &str,
        make: impl FnOnce() -> T,
        start: impl FnOnce(Arc<Held<T>>),
    ) -> Guest<T> {
        let mut all = self.lock();
        if let Some(held) = all.get(key) {
            held.guests.fetch_add(1, Ordering::AcqRel);
            return Guest(Arc::clone(held));
        }
        let held = Arc::new(Held {
            key: key.to_owned(),
            value: make(),
            bell: Notify::new(),
            guests: AtomicUsize::new(1),
        });
        all.insert(key.to_owned(), Arc::clone(&held));
        start(Arc::clone(&held));
        Guest(held)
    }

    /// Gives it up, unless somebody has entered again.
    pub fn close(&self, held: &Held<T>) -> bool {
        let mut all = self.lock();
        if !held.is_empty() {
            return false;
        }
        all.remove(&held.key);
        true
    }

    /// What has this key, if there is one now.
    pub fn get(&self, key: &str) -> Option<Arc<Held<T>>> {
        self.lock().get(key).cloned()
    }

    /// Everything there is now.
    pub fn all(&self) -> Vec<Arc<Held<T>>> {
        self.lock().values().cloned().collect()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.lock().len()
    }
}
