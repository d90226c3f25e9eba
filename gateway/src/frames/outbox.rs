//! What waits to be written to one socket: bounded in bytes, and never anybody else's concern.

use std::{
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{Notify, Semaphore, SemaphorePermit},
    time::Instant,
};

use crate::{
    frames::{
        delivery::Delivery,
        outbox_budget::OutboxBudget,
        outbox_queue::{Bytes, Queue},
        server_frame::{self, Encoding, Outgoing},
        unread::Unread,
    },
    places::Standing,
    source::Source,
};

pub use crate::frames::outbox_queue::{About, Closing, Waiting};

/// Answers to the client's own frames that may wait before the socket is closed.
const OWN_FRAMES: usize = 2048;
/// Whoever waits for place looks again after so long: it may be others for whom too much waits.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

const NOT_READ: Closing = Closing {
    code: 1008,
    reason: "Answers are not being read.",
};

/// What waits to be written to one socket.
#[derive(Debug)]
pub struct Outbox {
    encoding: Encoding,
    reader: Standing,
    source: Source,
    budget: Arc<OutboxBudget>,
    queue: Mutex<Queue>,
    wake: Notify,
    /// Rung when there is place for tables again, and when the socket is to be closed.
    drained: Notify,
    watches: Semaphore,
    histories: Semaphore,
    /// How long what waits has waited for the client.
    pub unread: Arc<Unread>,
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.budget.give_back(self.lock().bytes.sum());
    }
}

impl Outbox {
    /// An empty one of a connection that speaks this encoding, for such a reader from there.
    pub fn new(
        encoding: Encoding,
        (reader, source): (Standing, Source),
        budget: &Arc<OutboxBudget>,
    ) -> Self {
        Self {
            encoding,
            reader,
            source,
            budget: Arc::clone(budget),
            queue: Mutex::default(),
            wake: Notify::new(),
            drained: Notify::new(),
            watches: Semaphore::new(1),
            histories: Semaphore::new(1),
            unread: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How its connection writes what it is told.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whom it is for: others are let go before whoever is greater, and nobody who is seated.
    pub fn reader(&self) -> Standing {
        self.reader
    }

    /// Where its connection comes from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Bytes that wait or are being written.
    pub fn bytes(&self) -> usize {
        self.lock().bytes.sum()
    }

    /// An answer to one of the client's own frames. Where too many wait the socket is closed.
    pub fn answer(&self, frame: Outgoing) {
        self.answer_with(frame, None);
    }

    fn answer_with(&self, frame: Outgoing, delivery: Option<Delivery>) {
        let size = frame.size(self.encoding);
        let mut queue = self.lock();
        if queue.own >= OWN_FRAMES || queue.bytes.answers >= self.budget.limits.answer_bytes {
            self.end(&mut queue, NOT_READ);
        } else {
            queue.own += 1;
            self.push(&mut queue, About::Own, (frame, size), delivery);
        }
    }

    /// The latest on something; what waits on it is replaced.
    pub fn latest(&self, about: About, frame: Outgoing) {
        let size = frame.size(self.encoding);
        let mut queue = self.lock();
        let mut waiting = queue.frames.iter_mut();
        if let Some(waiting) = waiting.find(|one| one.about == about) {
            let before = std::mem::replace(&mut waiting.size, size);
            waiting.frame = frame;
            let bytes = queue.bytes.of(&about);
            *bytes = bytes.saturating_sub(before).saturating_add(size);
            self.budget.give_back(before);
            self.budget.add(size);
        } else if queue.bytes.answers >= self.budget.limits.answer_bytes {
            self.end(&mut queue, NOT_READ);
        } else {
            self.push(&mut queue, about, (frame, size), None);
        }
    }

    /// The latest on something, with what changed since the one before. Where that one still waits, or much else does, the
    /// plain one takes its place, after which its reader reads for itself.
    pub fn change(&self, about: About, change: Outgoing, plain: Outgoing) {
        let size = change.size(self.encoding);
        let told = {
            let queue = self.lock();
            let waits = queue.frames.iter().any(|one| one.about == about);
            let with_it = queue.bytes.answers.saturating_add(size);
            !waits && with_it <= self.budget.limits.answer_bytes / 2
        };
        self.latest(about, if told { change } else { plain });
    }

    /// A game's next entries. False when too much waits: the game's frames are dropped, and the client
    /// is told to watch it again.
    pub fn table(&self, game: &Arc<str>, frame: Outgoing, delivery: Option<Delivery>) -> bool {
        self.news(game, About::Table(Arc::clone(game)), frame, delivery)
    }

    /// A game's next commit to whoever made it, which answers a command: it is told whatever else waits.
    pub fn answered(&self, frame: Outgoing, delivery: Option<Delivery>) {
        self.answer_with(frame, delivery);
    }

    /// What was written at a game. False as for its entries.
    pub fn chat(&self, game: &Arc<str>, frame: Outgoing) -> bool {
        self.news(game, About::Chat(Arc::clone(game)), frame, None)
    }

    fn news(
        &self,
        game: &Arc<str>,
        about: About,
        frame: Outgoing,
        delivery: Option<Delivery>,
    ) -> bool {
        let size = frame.size(self.encoding);
        let mut queue = self.lock();
        let fits = self.has_place(&queue);
        if fits {
            self.push(&mut queue, about, (frame, size), delivery);
        } else {
            self.push_resync(&mut queue, game);
        }
        fits
    }

    /// The answer to `watch`: everything from here on, instead of what still waits. False when there is no place for it
    /// now.
    pub fn watched(&self, game: &Arc<str>, frame: Outgoing, delivery: Option<Delivery>) -> bool {
        let size = frame.size(self.encoding);
        let mut queue = self.lock();
        if !self.has_place(&queue) {
            return false;
        }
        self.withdraw(
            &mut queue,
            |about| matches!(about, About::Table(of) | About::Resync(of) if of == game),
        );
        let about = About::Table(Arc::clone(game));
        self.push(&mut queue, about, (frame, size), delivery);
        true
    }

    /// What was written at a game before it was watched. False when there is no place for it now.
    pub fn history(&self, game: &Arc<str>, frame: Outgoing) -> bool {
        let size = frame.size(self.encoding);
        let mut queue = self.lock();
        let fits = self.has_place(&queue);
        if fits {
            let about = About::Chat(Arc::clone(game));
            self.push(&mut queue, about, (frame, size), None);
        }
        fits
    }

    /// The game is to be watched again; nothing that waits about it is told.
    pub fn resync(&self, game: &Arc<str>) {
        self.push_resync(&mut self.lock(), game);
    }

    /// Whether there is no place for a table now.
    pub fn is_full(&self) -> bool {
        !self.has_place(&self.lock())
    }

    /// The turn of one who waits for place to answer `watch`; none where there is place for everybody.
    pub async fn watch_turn(&self) -> Option<SemaphorePermit<'_>> {
        if !self.is_full() {
            return None;
        }
        let turn = self.watches.acquire().await.ok();
        self.place().await;
        turn
    }

    /// The turn of one who is going to read what was written at a game: one at a time, and when there is place.
    pub async fn history_turn(&self) -> Option<SemaphorePermit<'_>> {
        let turn = self.histories.acquire().await.ok();
        self.place().await;
        turn
    }

    /// Waits until there is place for a table, or the socket is to be closed.
    async fn place(&self) {
        loop {
            let mut drained = pin!(self.drained.notified());
            drained.as_mut().enable();
            if self.is_closing() || !self.is_full() {
                return;
            }
            let _in_time = tokio::time::timeout(LOOK_AGAIN, drained).await;
        }
    }

    /// Closes the socket once what waits has been written.
    pub fn close(&self, closing: Closing) {
        self.end(&mut self.lock(), closing);
    }

    fn end(&self, queue: &mut Queue, closing: Closing) {
        queue.closing.get_or_insert(closing);
        self.wake.notify_one();
        self.drained.notify_waiters();
    }

    /// Closes the socket; what waits is told to nobody.
    pub fn give_up(&self, closing: Closing) {
        let mut queue = self.lock();
        queue.is_over = true;
        self.withdraw(&mut queue, |_| true);
        drop(queue);
        self.close(closing);
    }

    /// Why it is to be closed, if it is.
    pub fn closing(&self) -> Option<Closing> {
        self.lock().closing
    }

    /// Whether it is to be closed.
    pub fn is_closing(&self) -> bool {
        self.lock().closing.is_some()
    }

    /// Everything that waits, up to `most` frames; with the closing once nothing else is left. What it answered with
    /// before has been written when it is asked again.
    pub async fn next(&self, most: usize) -> Result<Vec<Waiting>, Closing> {
        loop {
            {
                let mut queue = self.lock();
                self.written(&mut queue);
                let frames = queue.take(most);
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

    fn has_place(&self, queue: &Queue) -> bool {
        let everybody_has = self.reader == Standing::Seated || !self.budget.is_spent();
        everybody_has && queue.bytes.tables < self.budget.limits.table_bytes
    }

    fn push(
        &self,
        queue: &mut Queue,
        about: About,
        (frame, size): (Outgoing, usize),
        delivery: Option<Delivery>,
    ) {
        if queue.is_over {
            return;
        }
        *queue.bytes.of(&about) += size;
        self.budget.add(size);
        queue.frames.push_back(Waiting {
            table_since: matches!(about, About::Table(_)).then(Instant::now),
            about,
            size,
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

    fn push_resync(&self, queue: &mut Queue, game: &Arc<str>) {
        self.withdraw(queue, |about| {
            let of_game = |of: &Arc<str>| of == game;
            matches!(about, About::Table(of) | About::Chat(of) | About::Resync(of) if of_game(of))
        });
        let frame = server_frame::resync(game);
        let size = frame.size(self.encoding);
        let about = About::Resync(Arc::clone(game));
        self.push(queue, about, (frame, size), None);
    }

    /// Takes frames out that nobody has begun to write.
    fn withdraw(&self, queue: &mut Queue, goes: impl Fn(&About) -> bool) {
        let mut gone = Bytes::default();
        queue.frames.retain(|frame| {
            let goes = goes(&frame.about);
            if goes {
                *gone.of(&frame.about) += frame.size;
            }
            !goes
        });
        self.count_out(queue, gone);
    }

    fn written(&self, queue: &mut Queue) {
        let written = std::mem::take(&mut queue.in_hand);
        self.count_out(queue, written);
    }

    fn count_out(&self, queue: &mut Queue, gone: Bytes) {
        let limit = self.budget.limits.table_bytes;
        let was_full = queue.bytes.tables >= limit;
        queue.bytes.tables = queue.bytes.tables.saturating_sub(gone.tables);
        queue.bytes.answers = queue.bytes.answers.saturating_sub(gone.answers);
        if gone.sum() > 0 {
            self.budget.give_back(gone.sum());
        }
        if was_full && queue.bytes.tables < limit {
            self.drained.notify_waiters();
        }
    }
}
