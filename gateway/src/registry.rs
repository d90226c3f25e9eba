//! Places that exist while somebody is in them.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::Notify;

/// One place, and how many guests it has.
#[derive(Debug)]
pub struct Held<T> {
    /// Under which key it is found.
    pub key: String,
    /// The place.
    pub place: T,
    /// Rung when a guest leaves, and whenever the place's task should look around.
    pub bell: Notify,
    guests: AtomicUsize,
}

impl<T> Held<T> {
    /// Whether nobody is here.
    pub fn is_empty(&self) -> bool {
        self.guests.load(Ordering::Acquire) == 0
    }
}

/// Somebody's stay in a place.
#[derive(Debug)]
pub struct Guest<T>(pub Arc<Held<T>>);

impl<T> Drop for Guest<T> {
    fn drop(&mut self) {
        self.0.guests.fetch_sub(1, Ordering::AcqRel);
        self.0.bell.notify_one();
    }
}

/// Every place of one sort.
#[derive(Debug)]
pub struct Registry<T> {
    places: Mutex<BTreeMap<String, Arc<Held<T>>>>,
}

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Self {
            places: Mutex::default(),
        }
    }
}

impl<T> Registry<T> {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Held<T>>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a place; `make` and `start` are called when there is none yet.
    pub fn enter(
        &self,
        key: &str,
        make: impl FnOnce() -> T,
        start: impl FnOnce(Arc<Held<T>>),
    ) -> Guest<T> {
        let mut places = self.lock();
        if let Some(held) = places.get(key) {
            held.guests.fetch_add(1, Ordering::AcqRel);
            return Guest(Arc::clone(held));
        }
        let held = Arc::new(Held {
            key: key.to_owned(),
            place: make(),
            bell: Notify::new(),
            guests: AtomicUsize::new(1),
        });
        places.insert(key.to_owned(), Arc::clone(&held));
        start(Arc::clone(&held));
        Guest(held)
    }

    /// Gives a place up, unless somebody has entered again.
    pub fn close(&self, held: &Held<T>) -> bool {
        let mut places = self.lock();
        if !held.is_empty() {
            return false;
        }
        places.remove(&held.key);
        true
    }

    /// The place of this key, if there is one now.
    pub fn get(&self, key: &str) -> Option<Arc<Held<T>>> {
        self.lock().get(key).cloned()
    }

    /// Every place there is now.
    pub fn all(&self) -> Vec<Arc<Held<T>>> {
        self.lock().values().cloned().collect()
    }

    /// How many places there are.
    pub fn count(&self) -> usize {
        self.lock().len()
    }
}
