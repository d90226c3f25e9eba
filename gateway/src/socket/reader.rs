//! Reads one socket: stamps every frame on arrival, and works them off in order without ever keeping a pong waiting.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::{Duration, Instant},
};

use axum::extract::ws::{Message, WebSocket};
use futures_util::{StreamExt as _, future::BoxFuture, stream::SplitStream};
use outflank_runtime::{Kind, Problem};
use tokio::sync::Notify;

use crate::{
    follows::Following,
    rooms::{Ear, Stay},
    socket::{
        SILENCE,
        acts::{self, Received},
        frame::{self, ClientFrame, NotTaken},
        outbox::{About, Closing, Outbox},
        pace::{Bucket, Patience},
        server_frame::{self, Outgoing},
        writer::Pings,
    },
    sockets::Holder,
    state::Shared,
};

/// Frames that may wait for the ones before them.
const PENDING: usize = 640;
/// How long what was received may still take when its socket ends.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

enum Work {
    Frame(ClientFrame),
    Act(Received),
}

enum Done {
    Answer(Outgoing),
    Watching(String, Result<Stay, Problem>),
    Following(String, Result<Following, Problem>),
}

/// One socket's reading side.
pub struct Reader {
    shared: Shared,
    holder: Arc<Holder>,
    outbox: Arc<Outbox>,
    pings: Arc<Pings>,
    stays: BTreeMap<String, Stay>,
    followings: BTreeMap<String, Following>,
    pending: VecDeque<Work>,
    under_way: Option<BoxFuture<'static, Done>>,
    frames: Bucket,
    commands: Bucket,
    patience: Patience,
}

const SILENT: Closing = Closing {
    code: 1001,
    reason: "Nothing was heard for 9 s.",
};
const STOPPING: Closing = Closing {
    code: 1012,
    reason: "The server is stopping; connect again.",
};
const TOO_MANY_BAD: Closing = Closing {
    code: 1008,
    reason: "Too many frames that could not be taken.",
};
const GOODBYE: Closing = Closing {
    code: 1000,
    reason: "Goodbye.",
};

/// What is under way; never while nothing is.
async fn done(under_way: &mut Option<BoxFuture<'static, Done>>) -> Done {
    match under_way {
        Some(future) => future.await,
        None => std::future::pending().await,
    }
}

impl Reader {
    /// A reader that has read nothing.
    pub fn new(
        shared: Shared,
        holder: Arc<Holder>,
        outbox: Arc<Outbox>,
        pings: Arc<Pings>,
    ) -> Self {
        let (limits, now) = (shared.limits, Instant::now());
        Self {
            shared,
            holder,
            outbox,
            pings,
            stays: BTreeMap::new(),
            followings: BTreeMap::new(),
            pending: VecDeque::new(),
            under_way: None,
            frames: Bucket::new(limits.frames_per_second, limits.frame_burst, now),
            commands: Bucket::new(limits.commands_per_second, limits.command_burst, now),
            patience: Patience::new(limits.bad_frames, now),
        }
    }

    /// Reads until the client goes, falls silent, or the server stops. `writer_ended` is rung when the writing side
    /// has ended.
    pub async fn run(mut self, mut stream: SplitStream<WebSocket>, writer_ended: &Notify) {
        let stop = self.shared.stop.clone();
        let mut heard = tokio::time::Instant::now();
        loop {
            let arrival = tokio::time::timeout_at(heard + SILENCE, stream.next());
            tokio::select! {
                message = arrival => match message {
                    Ok(Some(Ok(message))) => {
                        heard = tokio::time::Instant::now();
                        if !self.message(message) {
                            break self.outbox.close(GOODBYE);
                        }
                    }
                    // What cannot be read as WebSocket, or is larger than any frame may be.
                    Ok(Some(Err(_)) | None) => break self.outbox.close(GOODBYE),
                    Err(_) => break self.outbox.close(SILENT),
                },
                done = done(&mut self.under_way) => {
                    self.under_way = None;
                    self.finish(done);
                    self.next_work();
                }
                () = writer_ended.notified() => break,
                () = stop.cancelled() => {
                    self.last_answers().await;
                    break self.outbox.close(STOPPING);
                }
            }
            if self.outbox.is_closing() {
                break;
            }
        }
        // A move that arrived counts, even if the line that brought it broke a moment later.
        self.last_answers().await;
    }

    /// What was received is worked off, and answered as far as anybody listens.
    async fn last_answers(&mut self) {
        let all = async {
            while self.under_way.is_some() {
                let done = done(&mut self.under_way).await;
                self.under_way = None;
                self.finish(done);
                self.next_work();
            }
        };
        let _late = tokio::time::timeout(LAST_ANSWERS, all).await;
    }

    /// False once the client says goodbye.
    fn message(&mut self, message: Message) -> bool {
        match message {
            Message::Text(text) => self.text(text.as_str()),
            Message::Binary(_) => self.not_taken(NotTaken {
                id: None,
                problem: Problem::new(
                    Kind::Invalid,
                    "malformed_json",
                    "Frames are JSON texts; this one was binary.",
                ),
            }),
            Message::Pong(payload) => {
                if let Some(took) = self.pings.answered(&payload) {
                    let round_trip_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
                    let now_ms = self.shared.clock.now_ms();
                    self.outbox.latest(
                        About::Connection,
                        server_frame::connection(round_trip_ms, now_ms),
                    );
                }
            }
            // The protocol's own layer answers.
            Message::Ping(_) => {}
            Message::Close(_) => return false,
        }
        true
    }

    fn text(&mut self, text: &str) {
        let received_at_ms = self.shared.clock.now_ms();
        self.shared.metrics.frames_in.add();
        let now = Instant::now();
        let read = frame::read(text);
        let work = match read {
            Ok(ClientFrame::Act { id, game, act }) => {
                if !self.frames.take(now) || !self.commands.take(now) {
                    return self.not_taken(too_many(Some(id)));
                }
                Work::Act(Received {
                    id,
                    game,
                    act,
                    received_at_ms,
                })
            }
            Ok(frame) => {
                if !self.frames.take(now) {
                    return self.not_taken(too_many(None));
                }
                Work::Frame(frame)
            }
            Err(not_taken) => return self.not_taken(not_taken),
        };
        if self.pending.len() >= PENDING {
            let id = match work {
                Work::Act(command) => Some(command.id),
                Work::Frame(_) => None,
            };
            return self.not_taken(too_many(id));
        }
        self.pending.push_back(work);
        self.next_work();
    }

    /// Refuses a frame; too many close the socket.
    fn not_taken(&mut self, not_taken: NotTaken) {
        let NotTaken { id, problem } = not_taken;
        self.refuse(id.as_deref(), &problem);
        if !self.patience.bears(Instant::now()) {
            self.outbox.close(TOO_MANY_BAD);
        }
    }

    fn refuse(&self, id: Option<&str>, problem: &Problem) {
        self.shared.metrics.refusal("socket", &problem.code);
        self.outbox.answer(server_frame::refused(id, problem));
    }

    /// Begins what waits, unless something is under way.
    fn next_work(&mut self) {
        while self.under_way.is_none() {
            let Some(work) = self.pending.pop_front() else {
                if self.pending.capacity() > 64 {
                    self.pending = VecDeque::new();
                }
                return;
            };
            match work {
                Work::Act(command) => {
                    let (shared, account) = (self.shared.clone(), self.holder.account_id.clone());
                    self.under_way = Some(Box::pin(async move {
                        Done::Answer(acts::perform(shared, account, command).await)
                    }));
                }
                Work::Frame(ClientFrame::Watch { game, after_seq }) => self.watch(game, after_seq),
                Work::Frame(ClientFrame::Follow { tournament }) => self.follow(tournament),
                Work::Frame(ClientFrame::Leave { game }) => {
                    self.stays.remove(&game);
                }
                Work::Frame(ClientFrame::Unfollow { tournament }) => {
                    self.followings.remove(&tournament);
                }
                // `text` has made commands of these.
                Work::Frame(ClientFrame::Act { .. }) => {}
            }
        }
    }

    fn watch(&mut self, game: String, after_seq: u64) {
        // The old stay ends first: nothing may be told twice.
        self.stays.remove(&game);
        if !self.has_room() {
            return;
        }
        let ear = Ear {
            outbox: Arc::clone(&self.outbox),
            account_id: self.holder.account_id.as_deref().map(Arc::from),
        };
        let shared = self.shared.clone();
        self.under_way = Some(Box::pin(async move {
            let stay = shared.rooms.watch(&game, after_seq, ear).await;
            Done::Watching(game, stay)
        }));
    }

    fn follow(&mut self, tournament: String) {
        self.followings.remove(&tournament);
        if !self.has_room() {
            return;
        }
        let (shared, outbox) = (self.shared.clone(), Arc::clone(&self.outbox));
        self.under_way = Some(Box::pin(async move {
            let following = shared.follows.follow(&tournament, &outbox).await;
            Done::Following(tournament, following)
        }));
    }

    /// Whether one more game or tournament may be watched; refuses it if not.
    fn has_room(&self) -> bool {
        let most = self.shared.limits.watched_per_socket;
        let fits = self.stays.len() + self.followings.len() < most;
        if !fits {
            let problem = Problem::new(
                Kind::TooMany,
                "too_many_watched",
                format!(
                    "One socket watches {most} games and tournaments at most: leave some first."
                ),
            );
            self.refuse(None, &problem);
        }
        fits
    }

    fn finish(&mut self, done: Done) {
        match done {
            Done::Answer(frame) => self.outbox.answer(frame),
            Done::Watching(game, Ok(stay)) => {
                self.stays.insert(game, stay);
            }
            Done::Following(tournament, Ok(following)) => {
                self.followings.insert(tournament, following);
            }
            Done::Watching(_, Err(problem)) | Done::Following(_, Err(problem)) => {
                self.refuse(None, &problem);
            }
        }
    }
}

fn too_many(id: Option<String>) -> NotTaken {
    NotTaken {
        id,
        problem: Problem::new(
            Kind::TooMany,
            "too_many_requests",
            "This socket sends faster than it may: nothing changed; send it again in a second.",
        ),
    }
}
