//! What is kept in memory to spare making it again: bounded in bytes, put out singly, and told to operators.
//!
//! Nothing that counts is in here alone: whatever is put out, or was never taken in, is made again when it is asked for.

use std::{
    borrow::Borrow,
    collections::BTreeMap,
    hash::{Hash, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use quick_cache::{
    OptionsBuilder, Weighter,
    sync::{Cache, DefaultLifecycle, EntryAction},
};

/// What a place takes beside what is kept in it, in bytes.
const PLACE_BYTES: u64 = 128;
/// What one thing that is kept takes on average, in bytes: a guess that only sizes the table at first.
const USUAL_BYTES: u64 = 64 * 1024;

/// What knows how much memory it takes.
pub trait Weighed {
    /// About how much, in bytes.
    fn bytes(&self) -> u64;
}

impl<T: Weighed + ?Sized> Weighed for Arc<T> {
    fn bytes(&self) -> u64 {
        T::bytes(self)
    }
}

#[derive(Debug, Clone)]
struct ByBytes;

impl<K, V: Weighed> Weighter<K, V> for ByBytes {
    fn weight(&self, _key: &K, kept: &V) -> u64 {
        kept.bytes().saturating_add(PLACE_BYTES)
    }
}

type Inner<K, V> = Cache<K, V, ByBytes, RandomState, DefaultLifecycle<K, V>>;

/// Values by their keys. What is asked for least is put out first; what is larger than all the room is not taken in.
pub struct Kept<K, V>(Arc<Inner<K, V>>);

impl<K, V> std::fmt::Debug for Kept<K, V> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Kept")
    }
}

trait Told: Send + Sync {
    fn bytes(&self) -> u64;
}

impl<K, V> Told for Inner<K, V>
where
    K: Eq + Hash + Send + Sync,
    V: Weighed + Clone + Send + Sync,
{
    fn bytes(&self) -> u64 {
        self.weight()
    }
}

/// Everything that is kept in this process, by its name.
static ALL: Mutex<Vec<(&'static str, Weak<dyn Told>)>> = Mutex::new(Vec::new());

fn all() -> MutexGuard<'static, Vec<(&'static str, Weak<dyn Told>)>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many bytes are kept in this process, by the names of what keeps them.
#[must_use]
pub fn bytes_by_name() -> BTreeMap<&'static str, u64> {
    let mut bytes: BTreeMap<&'static str, u64> = BTreeMap::new();
    for (name, kept) in &*all() {
        if let Some(kept) = kept.upgrade() {
            let of_name = bytes.entry(name).or_default();
            *of_name = of_name.saturating_add(kept.bytes());
        }
    }
    bytes
}

impl<K, V> Kept<K, V>
where
    K: Eq + Hash + Clone + Send + Sync + 'static,
    V: Weighed + Clone + Send + Sync + 'static,
{
    /// Room for so many bytes, under a name for operators.
    #[must_use]
    pub fn new(name: &'static str, most_bytes: u64) -> Self {
        let usual = usize::try_from(most_bytes / USUAL_BYTES).unwrap_or(usize::MAX);
        let options = OptionsBuilder::new()
            // In parts of its own each part would have a part of the room, and a large value no place in any.
            .shards(1)
            .estimated_items_capacity(usual.max(16))
            .weight_capacity(most_bytes)
            .build();
        // Built of these it cannot fail: all three are set.
        let inner = match options {
            Ok(options) => Cache::with_options(
                options,
                ByBytes,
                RandomState::new(),
                DefaultLifecycle::default(),
            ),
            Err(_) => Cache::with(
                usual.max(16),
                most_bytes,
                ByBytes,
                RandomState::new(),
                DefaultLifecycle::default(),
            ),
        };
        let inner = Arc::new(inner);
        let told: Arc<dyn Told> = Arc::<Inner<K, V>>::clone(&inner);
        let mut all = all();
        all.retain(|(_, kept)| kept.strong_count() > 0);
        all.push((name, Arc::downgrade(&told)));
        Self(inner)
    }

    /// What is kept under a key.
    #[must_use]
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.0.get(key)
    }

    /// Keeps a value, in the place of the one before.
    pub fn keep(&self, key: K, value: V) {
        self.0.insert(key, value);
    }

    /// Changes what is kept under a key, where it is; nothing happens when nothing is. Others wait meanwhile.
    pub fn change<Q>(&self, key: &Q, change: impl FnOnce(&mut V))
    where
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
        K: Borrow<Q>,
    {
        if self.0.contains_key(key) {
            let nobody_loads = Some(Duration::ZERO);
            self.0.entry(key, nobody_loads, |_, kept| {
                change(kept);
                EntryAction::Retain(())
            });
        }
    }

    /// Lets go of what is kept under a key.
    pub fn forget<Q: Eq + Hash + ?Sized>(&self, key: &Q)
    where
        K: Borrow<Q>,
    {
        self.0.remove(key);
    }

    /// Lets go of everything.
    pub fn forget_all(&self) {
        self.0.clear();
    }

    /// How many bytes are kept.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.weight()
    }
}
