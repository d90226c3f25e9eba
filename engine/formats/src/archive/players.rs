//! Who played in an event, each once.

use std::collections::BTreeMap;

use super::ArchivePlayer;

/// Players at their places, known by what their file knows them by.
pub(super) struct Players<K> {
    pub all: Vec<ArchivePlayer>,
    places: BTreeMap<K, usize>,
}

impl<K: Ord> Players<K> {
    pub(super) const fn new() -> Self {
        Self {
            all: Vec::new(),
            places: BTreeMap::new(),
        }
    }

    /// The place of the player with this key, who is `player` where he was not met before.
    pub(super) fn place(&mut self, key: K, player: impl FnOnce() -> ArchivePlayer) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            self.all.push(player());
            self.all.len() - 1
        })
    }
}
