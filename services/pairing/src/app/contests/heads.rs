use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use super::{super::readings::KeptReading, ContestHead};

/// However many look at a contest, what they see is made so often at most.
const GOOD_FOR: Duration = Duration::from_millis(500);
/// Contests whose heads are held at the same time.
const MOST_HELD: usize = 64;

type Head = Arc<KeptReading<ContestHead>>;

/// The heads of contests as they were seen last.
#[derive(Debug, Default)]
pub(in crate::app) struct Heads(Mutex<BTreeMap<String, Head>>);

impl Heads {
    /// What is held of one.
    pub fn of(&self, id: &str) -> Head {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.len() >= MOST_HELD && !held.contains_key(id) {
            held.pop_first();
        }
        let head = held.entry(id.to_owned());
        Arc::clone(head.or_insert_with(|| Arc::new(KeptReading::good_for(GOOD_FOR))))
    }

    /// What was seen before an act is old to whoever did it.
    pub fn forget(&self, id: &str) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(id);
    }
}
