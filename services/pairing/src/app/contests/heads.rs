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
    /// What is held of one, where somebody looked at it before.
    pub fn held(&self, id: &str) -> Option<Head> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.get(id).cloned()
    }

    /// What is held of one from now on: of what there is, or anybody fills it with what there is not.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_held_of_what_nobody_looked_at_and_so_many_at_most() {
        let heads = Heads::default();
        let ids: Vec<String> = (0..=MOST_HELD).map(|number| number.to_string()).collect();
        for id in &ids {
            assert!(heads.held(id).is_none());
            let head = heads.of(id);
            let held = heads.held(id);
            assert!(held.is_some_and(|held| Arc::ptr_eq(&held, &head)));
        }
        let held = ids.iter().filter(|id| heads.held(id).is_some());
        assert_eq!(held.count(), MOST_HELD);
        let last = &ids[MOST_HELD];
        heads.forget(last);
        assert!(heads.held(last).is_none());
    }
}
