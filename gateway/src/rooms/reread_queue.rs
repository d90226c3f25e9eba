//! The rooms whose tables are to be read from play again, because they may have missed something.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use tokio::sync::{Notify, futures::Notified};

#[derive(Default)]
struct Wanted {
    games: BTreeSet<String>,
    /// To be wanted in a moment.
    later: BTreeSet<String>,
}

/// Games whose rooms may have missed something.
#[derive(Default)]
pub struct RereadQueue {
    wanted: Mutex<Wanted>,
    wake: Notify,
}

impl RereadQueue {
    fn change<R>(&self, change: impl FnOnce(&mut Wanted) -> R) -> R {
        change(&mut self.wanted.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The room of this game is to be read.
    pub fn want(&self, game: &str) {
        self.change(|wanted| wanted.games.insert(game.to_owned()));
        self.wake.notify_one();
    }

    /// The rooms of these games are to be read in a moment; true when none were before, and the moment begins.
    pub fn want_later(&self, games: impl Iterator<Item = String>) -> bool {
        self.change(|wanted| {
            let is_first = wanted.later.is_empty();
            wanted.later.extend(games);
            is_first && !wanted.later.is_empty()
        })
    }

    /// The moment is over.
    pub fn want_now(&self) {
        self.change(|wanted| {
            let later = std::mem::take(&mut wanted.later);
            wanted.games.extend(later);
        });
        self.wake.notify_one();
    }

    /// Takes every game that is to be read.
    pub fn take(&self) -> BTreeSet<String> {
        self.change(|wanted| std::mem::take(&mut wanted.games))
    }

    /// Waits until a game is to be read.
    pub fn wanted(&self) -> Notified<'_> {
        self.wake.notified()
    }
}
