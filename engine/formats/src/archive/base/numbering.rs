//! Names and the numbers by which games point to them.

use std::collections::BTreeMap;

/// Most names: a base numbers them in two bytes, from 0, and says in as many how many there are.
pub(super) const MOST_NAMES: usize = 0xFFFF;

/// Names in the order in which they came, until all are there; `N` tells those of one name apart.
#[derive(Debug)]
pub(super) struct Numbering<N>(BTreeMap<(String, N), u16>);

impl<N: Ord> Numbering<N> {
    pub(super) const fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// The number under which that came, and whether it is a new one; none where there are too many.
    pub(super) fn number(&mut self, name: String, which: N) -> Option<(u16, bool)> {
        let key = (name, which);
        if let Some(number) = self.0.get(&key) {
            return Some((*number, false));
        }
        let number = u16::try_from(self.0.len()).ok();
        let number = number.filter(|number| usize::from(*number) < MOST_NAMES)?;
        self.0.insert(key, number);
        Some((number, true))
    }

    /// The names in their order, and by the number under which each came its place in that.
    pub(super) fn in_order(self) -> (Vec<String>, Vec<u16>) {
        let mut places = vec![0; self.0.len()];
        for (place, came) in (0..=u16::MAX).zip(self.0.values()) {
            if let Some(of) = places.get_mut(usize::from(*came)) {
                *of = place;
            }
        }
        let names = self.0.into_keys().map(|(name, _)| name);
        (names.collect(), places)
    }
}
