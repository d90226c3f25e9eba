//! What one client has asked and still waits for: one thing after another for each game, games beside each other.

use std::collections::{BTreeMap, VecDeque};

/// Frames that may wait for the ones before them.
const MOST_WAITING: usize = 640;
/// What one socket may have under way at once.
const AT_ONCE: usize = 16;

/// What a frame is about: frames of one queue keep their order, those of different queues have none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum QueueKey {
    /// A game.
    Game(String),
    /// What is written at a game's table: the operator's filter may take its time, and no move waits for it.
    Chat(String),
    /// A tournament.
    Tournament(String),
    /// The list of all tournaments.
    Events,
    /// What the connection seeks.
    Seek,
}

/// Work by what it is about. A queue has an entry in `waiting` while something of it is ready or under way.
#[derive(Debug)]
pub struct CommandQueues<W> {
    waiting: BTreeMap<QueueKey, VecDeque<W>>,
    ready: VecDeque<(QueueKey, W)>,
    count: usize,
    under_way: usize,
}

impl<W> Default for CommandQueues<W> {
    fn default() -> Self {
        Self {
            waiting: BTreeMap::new(),
            ready: VecDeque::new(),
            count: 0,
            under_way: 0,
        }
    }
}

impl<W> CommandQueues<W> {
    /// Adds work behind everything else of its queue.
    ///
    /// # Errors
    /// The work itself, when too much waits already.
    pub fn push(&mut self, key: QueueKey, work: W) -> Result<(), W> {
        if self.count >= MOST_WAITING {
            return Err(work);
        }
        self.count += 1;
        match self.waiting.get_mut(&key) {
            Some(behind) => behind.push_back(work),
            None => {
                self.waiting.insert(key.clone(), VecDeque::new());
                self.ready.push_back((key, work));
            }
        }
        Ok(())
    }

    /// The next work that may begin; it is under way from now until `done`.
    pub fn begin(&mut self) -> Option<(QueueKey, W)> {
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

    /// What was under way in this queue has ended.
    pub fn done(&mut self, key: QueueKey) {
        self.under_way = self.under_way.saturating_sub(1);
        let next = self.waiting.get_mut(&key).and_then(VecDeque::pop_front);
        match next {
            Some(work) => self.ready.push_back((key, work)),
            None => {
                self.waiting.remove(&key);
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

    fn game(name: &str) -> QueueKey {
        QueueKey::Game(name.to_owned())
    }

    #[test]
    fn a_queue_keeps_its_order_and_holds_no_other_back() {
        let mut queues = CommandQueues::default();
        for (name, work) in [("a", 1), ("a", 2), ("b", 3), ("a", 4)] {
            queues.push(game(name), work).unwrap();
        }
        assert_eq!(queues.begin(), Some((game("a"), 1)));
        assert_eq!(queues.begin(), Some((game("b"), 3)));
        assert_eq!(queues.begin(), None, "a's next waits for a's first");
        queues.done(game("b"));
        assert_eq!(queues.begin(), None);
        queues.done(game("a"));
        assert_eq!(queues.begin(), Some((game("a"), 2)));
        queues.done(game("a"));
        assert_eq!(queues.begin(), Some((game("a"), 4)));
        assert!(!queues.is_idle());
        queues.done(game("a"));
        assert!(queues.is_idle());
        // A tournament of the same name is another queue.
        queues.push(QueueKey::Tournament("a".into()), 5).unwrap();
        queues.push(game("a"), 6).unwrap();
        assert!(queues.begin().is_some() && queues.begin().is_some());
    }

    #[test]
    fn what_is_written_at_a_table_holds_no_move_back() {
        let mut queues = CommandQueues::default();
        let chat = || QueueKey::Chat("a".to_owned());
        for (key, work) in [(chat(), 1), (chat(), 2), (game("a"), 3)] {
            queues.push(key, work).unwrap();
        }
        assert_eq!(queues.begin(), Some((chat(), 1)));
        assert_eq!(queues.begin(), Some((game("a"), 3)));
        assert_eq!(queues.begin(), None, "messages keep their order");
        queues.done(chat());
        assert_eq!(queues.begin(), Some((chat(), 2)));
    }

    #[test]
    fn so_much_waits_and_so_much_is_under_way_and_no_more() {
        let mut queues = CommandQueues::default();
        for number in 0..MOST_WAITING {
            queues.push(game(&number.to_string()), number).unwrap();
        }
        assert_eq!(queues.push(game("one more"), 7), Err(7));
        let begun: Vec<usize> = std::iter::from_fn(|| queues.begin())
            .map(|begun| begun.1)
            .collect();
        assert_eq!(begun, (0..AT_ONCE).collect::<Vec<_>>());
        queues.push(game("one more"), 7).unwrap();
        queues.done(game("3"));
        assert_eq!(queues.begin(), Some((game("16"), 16)));
        assert_eq!(queues.begin(), None);
    }
}
