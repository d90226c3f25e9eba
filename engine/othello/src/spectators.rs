//! What a spectator may see of a game that is not over.

use crate::table::event::Event;
use crate::table::game_rules::Spectators;

/// One entry of a table, for [`visible_seq`].
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Its number in the stream.
    pub seq: u64,
    /// When it was committed, ms of cluster time.
    pub at_ms: i64,
    /// What happened.
    pub events: &'a [Event],
}

/// How much of a stream a spectator may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visible {
    /// The last entry they may see, 0 for none: nothing after it is shown.
    pub seq: u64,
    /// When more may be seen though nothing happens, ms of cluster time; `None` if only a further
    /// entry can show more.
    pub look_again_ms: Option<i64>,
}

/// The last entry that spectators may see at `now_ms` (cluster time); `entries` is the whole
/// stream in order. Nothing is hidden before the start, and whatever led to an end of play is
/// shown from then on, also if the game is taken up again. In between an entry shows when it is as
/// old as the delay and as many plies lie after it as the delay says. As the stream grows and time
/// passes, the answer never falls.
#[must_use]
pub fn visible_seq<'a>(
    policy: Spectators,
    entries: impl IntoIterator<Item = Entry<'a>>,
    now_ms: i64,
) -> Visible {
    let mut walk = Walk::default();
    for entry in entries {
        walk.take(entry);
    }
    match policy {
        Spectators::On => walk.shown(walk.last_seq),
        Spectators::Off => walk.shown(walk.open_seq),
        Spectators::Delayed { plies, ms } => walk.delayed(plies, ms, now_ms),
    }
}

/// What a walk over the stream has gathered.
#[derive(Default)]
struct Walk {
    started: bool,
    over: bool,
    /// Everything up to here is open: before the start, or before an end of play.
    open_seq: u64,
    last_seq: u64,
    plies: u64,
    /// Entries after `open_seq`: number, instant, plies played up to and with them.
    waiting: alloc::vec::Vec<(u64, i64, u64)>,
}

impl Walk {
    fn take(&mut self, entry: Entry<'_>) {
        self.last_seq = self.last_seq.max(entry.seq);
        let mut ended = self.over;
        for event in entry.events {
            match event {
                Event::Finished(_) | Event::Annulled => (ended, self.over) = (true, true),
                Event::TakenBack(_)
                | Event::Reopened(_)
                | Event::ReplaySet { .. }
                | Event::TranscriptEntered { .. } => (ended, self.over) = (false, false),
                _ => {}
            }
        }
        let played: usize = entry.events.iter().map(plies_of).sum();
        self.plies = self
            .plies
            .saturating_add(u64::try_from(played).unwrap_or(u64::MAX));
        self.started |= played > 0
            || entry
                .events
                .iter()
                .any(|event| matches!(event, Event::Started { .. }));
        if ended || !self.started {
            self.open_seq = self.last_seq;
            self.waiting.clear();
        } else {
            self.waiting.push((entry.seq, entry.at_ms, self.plies));
        }
    }

    const fn shown(&self, seq: u64) -> Visible {
        Visible {
            seq,
            look_again_ms: None,
        }
    }

    fn delayed(&self, plies: u32, ms: i64, now_ms: i64) -> Visible {
        let mut visible = self.shown(self.open_seq);
        for (seq, at_ms, played) in &self.waiting {
            let behind = self.plies.saturating_sub(*played) >= u64::from(plies);
            // Before the first ply there is nothing that further plies could hide.
            if *played > 0 && !behind {
                break;
            }
            let due_ms = at_ms.saturating_add(ms.max(0));
            if now_ms < due_ms {
                visible.look_again_ms = Some(due_ms);
                break;
            }
            visible.seq = *seq;
        }
        visible
    }
}

fn plies_of(event: &Event) -> usize {
    match event {
        Event::Moved { .. } | Event::Passed { .. } => 1,
        Event::TranscriptEntered { plies, .. } => plies.len(),
        _ => 0,
    }
}
