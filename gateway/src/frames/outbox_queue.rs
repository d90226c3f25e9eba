//! The frames of one outbox, and their bytes.

use std::{collections::VecDeque, sync::Arc};

use tokio::time::Instant;

use crate::frames::{delivery::Delivery, server_frame::Outgoing};

/// Frames are handed out to be written until they have so many bytes.
const BATCH_BYTES: usize = 32 * 1024;

/// What a frame is about, where a later one makes an earlier one needless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// An answer to one frame of the client's.
    Own,
    /// A game's entries.
    Table(Arc<str>),
    /// What was written at a game.
    Chat(Arc<str>),
    /// That a game is to be watched again.
    Resync(Arc<str>),
    /// Who is at a game.
    Presence(Arc<str>),
    /// A tournament's seq.
    Tournament(Arc<str>),
    /// A list's version.
    Standings(Arc<str>),
    /// The games of a tournament's round, 0 for all of them.
    Games(Arc<str>, u32),
    /// A line of the list of all tournaments, by its id; of any of them where that is empty.
    Event(Arc<str>),
    /// Rating files.
    RatingFiles,
    /// The measured round trip.
    Connection,
}

/// A frame that waits.
#[derive(Debug)]
pub struct Waiting {
    pub(super) about: About,
    /// In bytes, as its connection writes it.
    pub(super) size: usize,
    /// What it says; shared by all sockets of a room.
    pub frame: Outgoing,
    /// Whom to tell when it has been written.
    pub delivery: Option<Delivery>,
    /// Since when it waits, where it shows a table.
    pub table_since: Option<Instant>,
}

/// Why a socket is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closing {
    /// The WebSocket close code.
    pub code: u16,
    /// One sentence.
    pub reason: &'static str,
}

/// Bytes by what happens when they are too many.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Bytes {
    /// Of tables and chat, which can be read again.
    pub tables: usize,
    /// Of everything else.
    pub answers: usize,
}

impl Bytes {
    pub fn of(&mut self, about: &About) -> &mut usize {
        match about {
            About::Table(_) | About::Chat(_) => &mut self.tables,
            _ => &mut self.answers,
        }
    }

    pub fn sum(self) -> usize {
        self.tables.saturating_add(self.answers)
    }
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    pub frames: VecDeque<Waiting>,
    /// What waits and what is being written.
    pub bytes: Bytes,
    /// What is being written.
    pub in_hand: Bytes,
    pub own: usize,
    pub closing: Option<Closing>,
    /// Nobody takes anything any more.
    pub is_over: bool,
}

impl Queue {
    /// The next frames to be written: they are in hand until they are.
    pub fn take(&mut self, most: usize) -> Vec<Waiting> {
        let mut taken = Vec::new();
        while taken.len() < most && self.in_hand.sum() < BATCH_BYTES {
            let Some(frame) = self.frames.pop_front() else {
                break;
            };
            *self.in_hand.of(&frame.about) += frame.size;
            if frame.about == About::Own {
                self.own = self.own.saturating_sub(1);
            }
            taken.push(frame);
        }
        if self.frames.is_empty() && self.frames.capacity() > 64 {
            self.frames = VecDeque::new();
        }
        taken
    }
}
