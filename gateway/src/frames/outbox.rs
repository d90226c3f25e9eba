//! What waits to be written to one socket: bounded, and never anybody else's concern.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::frames::{
    delivery::Delivery,
    server_frame::{self, Encoding, Outgoing},
    unread::Unread,
};

/// Bytes of table frames that may wait before the socket has to watch again.
const TABLE_BYTES: usize = 2 * 1024 * 1024;
/// Answers to the client's own frames that may wait before the socket is closed.
const OWN_FRAMES: usize = 2048;

/// What a frame is about, where a later one makes an earlier one needless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// An answer to one frame of the client's.
    Own,
    /// A game's entries.
    Table(Arc<str>),
    /// What is written at a game.
    Chat(Arc<str>),
    /// Who is at a game.
    Presence(Arc<str>),
    /// A tournament's seq.
    Tournament(Arc<str>),
    /// A list's version.
    Standings(Arc<str>),
    /// The measured round trip.
    Connection,
}

/// A frame that waits.
#[derive(Debug)]
pub struct Waiting {
    about: About,
    /// What it says; shared by all sockets of a room.
    pub frame: Outgoing,
    /// Whom to tell when it has been written.
    pub delivery: Option<Delivery>,
}

/// Why a socket is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closing {
    /// The WebSocket close code.
    pub code: u16,
    /// One sentence.
    pub reason: &'static str,
}

#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Waiting>,
    table_bytes: usize,
    own: usize,
    closing: Option<Closing>,
}

/// What waits to be written to one socket.
#[derive(Debug, Default)]
pub struct Outbox {
    encoding: Encoding,
    queue: Mutex<Queue>,
    wake: Notify,
    /// How long what waits has waited for the client.
    pub unread: Unread,
}

impl Outbox {
    /// An empty one of a connection that speaks this encoding.
    pub fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            ..Self::default()
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An answer to one of the client's own frames.
    pub fn answer(&self, frame: Outgoing) {
        self.add(About::Own, frame);
    }

    /// What is written at a game; it counts as an answer does.
    pub fn chat(&self, game: &Arc<str>, frame: Outgoing) {
        self.add(About::Chat(Arc::clone(game)), frame);
    }

    fn add(&self, about: About, frame: Outgoing) {
        let mut queue = self.lock();
        if queue.own >= OWN_FRAMES {
            queue.closing.get_or_insert(Closing {
                code: 1008,
                reason: "Answers are not being read.",
            });
        } else {
            queue.own += 1;
            queue.frames.push_back(Waiting {
                about,
                frame,
                delivery: None,
            });
        }
        self.wake.notify_one();
    }

    /// The latest on something; what waits on it is replaced.
    pub fn latest(&self, about: About, frame: Outgoing) {
        let mut queue = self.lock();
        match queue
            .frames
            .iter_mut()
            .find(|waiting| waiting.about == about)
        {
            Some(waiting) => waiting.frame = frame,
            None => queue.frames.push_back(Waiting {
                about,
                frame,
                delivery: None,
            }),
        }
        self.wake.notify_one();
    }

    /// A game's next entries. False when too much waits: the game's frames are dropped, and the client
    /// is told to watch it again.
    pub fn table(&self, game: &Arc<str>, frame: Outgoing, delivery: Option<Delivery>) -> bool {
        let size = frame.size(self.encoding);
        let mut queue = self.lock();
        let fits = queue.table_bytes.saturating_add(size) <= TABLE_BYTES;
        if fits {
            queue.table_bytes += size;
            queue.frames.push_back(Waiting {
                about: About::Table(Arc::clone(game)),
                frame,
                delivery: delivery.map(|delivery| self.begun(delivery)),
            });
        } else {
            queue.drop_tables(game, self.encoding);
            queue.frames.push_back(Waiting {
                about: About::Table(Arc::clone(game)),
                frame: server_frame::resync(game),
                delivery: None,
            });
        }
        self.wake.notify_one();
        fits
    }

    /// The answer to `watch`: everything from here on, instead of what still waits.
    pub fn watched(&self, game: &Arc<str>, frame: Outgoing, delivery: Option<Delivery>) {
        let size = frame.size(self.encoding);
        let mut queue = self.lock();
        queue.drop_tables(game, self.encoding);
        queue.table_bytes += size;
        queue.frames.push_back(Waiting {
            about: About::Table(Arc::clone(game)),
            frame,
            delivery: delivery.map(|delivery| self.begun(delivery)),
        });
        self.wake.notify_one();
    }

    /// A delivery that waits from now on.
    fn begun(&self, delivery: Delivery) -> Delivery {
        Delivery {
            unread_before: self.unread.so_far(),
            ..delivery
        }
    }

    /// The client is no longer what it was to a game: nothing that waits of it is told, and the client watches again.
    pub fn dismissed(&self, game: &Arc<str>) {
        self.lock().drop_chat(game);
        self.watched(game, server_frame::resync(game), None);
    }

    /// Closes the socket once what waits has been written.
    pub fn close(&self, closing: Closing) {
        self.lock().closing.get_or_insert(closing);
        self.wake.notify_one();
    }

    /// Why it is to be closed, if it is.
    pub fn closing(&self) -> Option<Closing> {
        self.lock().closing
    }

    /// Whether it is to be closed.
    pub fn is_closing(&self) -> bool {
        self.lock().closing.is_some()
    }

    /// Everything that waits, up to `most` frames; with the closing once nothing else is left.
    pub async fn next(&self, most: usize) -> Result<Vec<Waiting>, Closing> {
        loop {
            {
                let mut queue = self.lock();
                let count = queue.frames.len().min(most);
                let frames: Vec<Waiting> = queue.frames.drain(..count).collect();
                for frame in &frames {
                    queue.taken(frame, self.encoding);
                }
                if queue.frames.is_empty() && queue.frames.capacity() > 64 {
                    queue.frames = VecDeque::new();
                }
                if !frames.is_empty() {
                    return Ok(frames);
                }
                if let Some(closing) = queue.closing {
                    return Err(closing);
                }
            }
            self.wake.notified().await;
            // A table and the answer to the move that made it come a moment apart: they go out as one write.
            tokio::task::yield_now().await;
        }
    }
}

impl Queue {
    fn taken(&mut self, frame: &Waiting, encoding: Encoding) {
        match frame.about {
            About::Own | About::Chat(_) => self.own = self.own.saturating_sub(1),
            About::Table(_) => {
                self.table_bytes = self.table_bytes.saturating_sub(frame.frame.size(encoding));
            }
            _ => {}
        }
    }

    fn drop_chat(&mut self, game: &Arc<str>) {
        let before = self.frames.len();
        self.frames
            .retain(|frame| !matches!(&frame.about, About::Chat(of) if of == game));
        let dropped = before.saturating_sub(self.frames.len());
        self.own = self.own.saturating_sub(dropped);
    }

    fn drop_tables(&mut self, game: &Arc<str>, encoding: Encoding) {
        let mut bytes = 0;
        self.frames.retain(|frame| {
            let drops = matches!(&frame.about, About::Table(of) if of == game);
            if drops {
                bytes += frame.frame.size(encoding);
            }
            !drops
        });
        self.table_bytes = self.table_bytes.saturating_sub(bytes);
    }
}
