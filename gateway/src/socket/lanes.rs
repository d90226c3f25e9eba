//! What one client has asked and still waits for: one thing after another for each game, games beside each other.

use std::collections::{BTreeMap, VecDeque};

/// Frames that may wait for the ones before them.
const MOST_WAITING: usize = 640;
/// What one socket may have under way at once.
const AT_ONCE: usize = 16;

/// What a frame is about: frames of one lane keep their order, those of different lanes have none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// A game.
    Game(String),
    /// A tournament.
    Tournament(String),
}

/// Work by lanes. A lane has an entry in `waiting` while something of it is ready or under way.
#[derive(Debug)]
pub struct Lanes<W> {
    waiting: BTreeMap<Lane, VecDeque<W>>,
    ready: VecDeque<(Lane, W)>,
    count: usize,
    under_way: usize,
}

impl<W> Default for Lanes<W> {
    fn default() -> Self {
        Self {
            waiting: BTreeMap::new(),
            ready: VecDeque::new(),
            count: 0,
            under_way: 0,
        }
    }
}

impl<W> Lanes<W> {
    /// Adds work behind everything else of its lane.
    ///
    /// # Errors
    /// The work itself, when too much waits already.
    pub fn push(&mut self, lane: Lane, work: W) -> Result<(), W> {
        if self.count >= MOST_WAITING {
            return Err(work);
        }
        self.count += 1;
        match self.waiting.get_mut(&lane) {
            Some(behind) => behind.push_back(work),
            None => {
                self.waiting.insert(lane.clone(), VecDeque::new());
                self.ready.push_back((lane, work));
            }
        }
        Ok(())
    }

    /// The next work that may begin; it is under way from now until `done`.
    pub fn begin(&mut self) -> Option<(Lane, W)> {
        if self.under_way >= AT_ONCE {
            return None;
        }
        let begun = self.ready.pop_front()?;
        self.count = self.count.saturating_sub(1);
        self.under_way += 1;
        if self.ready.is_empty() && self.ready.capacity() > 64 {
            self.ready = VecDeque::new();
        }
        Some(begun)
    }

    /// What was under way in this lane has ended.
    pub fn done(&mut self, lane: Lane) {
        self.under_way = self.under_way.saturating_sub(1);
        let next = self.waiting.get_mut(&lane).and_then(VecDeque::pop_front);
        match next {
            Some(work) => self.ready.push_back((lane, work)),
            None => {
                self.waiting.remove(&lane);
            }
        }
    }

    /// Whether nothing waits and nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.count == 0 && self.under_way == 0
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn game(name: &str) -> Lane {
        Lane::Game(name.to_owned())
    }

    #[test]
    fn a_lane_keeps_its_order_and_holds_no_other_back() {
        let mut lanes = Lanes::default();
        for (lane, work) in [("a", 1), ("a", 2), ("b", 3), ("a", 4)] {
            lanes.push(game(lane), work).unwrap();
        }
        assert_eq!(lanes.begin(), Some((game("a"), 1)));
        assert_eq!(lanes.begin(), Some((game("b"), 3)));
        assert_eq!(lanes.begin(), None, "a's next waits for a's first");
        lanes.done(game("b"));
        assert_eq!(lanes.begin(), None);
        lanes.done(game("a"));
        assert_eq!(lanes.begin(), Some((game("a"), 2)));
        lanes.done(game("a"));
        assert_eq!(lanes.begin(), Some((game("a"), 4)));
        assert!(!lanes.is_idle());
        lanes.done(game("a"));
        assert!(lanes.is_idle());
        // A tournament of the same name is another lane.
        lanes.push(Lane::Tournament("a".into()), 5).unwrap();
        lanes.push(game("a"), 6).unwrap();
        assert!(lanes.begin().is_some() && lanes.begin().is_some());
    }

    #[test]
    fn so_much_waits_and_so_much_is_under_way_and_no_more() {
        let mut lanes = Lanes::default();
        for number in 0..MOST_WAITING {
            lanes.push(game(&number.to_string()), number).unwrap();
        }
        assert_eq!(lanes.push(game("one more"), 7), Err(7));
        let begun: Vec<usize> = std::iter::from_fn(|| lanes.begin())
            .map(|begun| begun.1)
            .collect();
        assert_eq!(begun, (0..AT_ONCE).collect::<Vec<_>>());
        lanes.push(game("one more"), 7).unwrap();
        lanes.done(game("3"));
        assert_eq!(lanes.begin(), Some((game("16"), 16)));
        assert_eq!(lanes.begin(), None);
    }
}
