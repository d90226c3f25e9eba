//! One client's side of the protocol, whatever carries it: what it said is worked off in order, queue by queue, and
//! answered through its outbox.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::{
    StreamExt as _,
    future::{AbortHandle, BoxFuture, abortable},
    stream::FuturesUnordered,
};
use outflank_access::{Kind, Problem, identifier::key_of_session, problem};
use outflank_proto::live::v1 as live;
use tokio::time::Instant;

use crate::{
    connection_registry::{Registration, SESSION_ENDED, session_ended},
    frames::{
        act::Act,
        client_frame::{ClientFrame, NotTaken},
        outbox::{About, Closing, Outbox},
        server_frame::{self, Outgoing},
    },
    holder::Holder,
    seeking::{KeptSeek, Line},
    socket::{
        acts::{self, Received},
        command_queues::{CommandQueues, QueueKey},
        lag::LagEstimate,
        pace::{Bucket, Patience},
        session::{Session, Standing, another_account},
        subscription::{Shown, Subscription},
    },
    state::Shared,
    until::until,
};

/// What could not be read for the moment is read again after so long, then after twice as long each time.
const SOONEST: Duration = Duration::from_millis(200);
const LATEST: Duration = Duration::from_secs(1);
/// How long what was received may still take when its connection ends.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Whatever an account seeks counts as of one game.
const SEEKS: &str = "seeks";

const TOO_MANY_BAD: Closing = Closing {
    code: 1008,
    reason: "Too many frames that could not be taken.",
};

enum Work {
    Show(Subscription),
    Hide,
    Act(Received),
    Focus(live::Focus),
    Seek(String, live::Seek),
    Unseek,
}

enum Done {
    Answer(Outgoing),
    Nothing,
    Read(Subscription, Result<Shown, Problem>),
    ReadAgain(Subscription, Duration, Result<Shown, Problem>),
    Session(Standing),
    Seeks(KeptSeek, Outgoing),
}

type UnderWay = FuturesUnordered<BoxFuture<'static, (Option<QueueKey>, Done)>>;

/// One client's side of the protocol.
pub struct Conversation {
    shared: Shared,
    holder: Arc<Holder>,
    outbox: Arc<Outbox>,
    session: Option<Session>,
    _registration: Arc<Registration>,
    shown: BTreeMap<QueueKey, Shown>,
    /// Games, tournaments and lists whose first answer is under way.
    joining: usize,
    /// What could not be read for the moment and is tried again beside the queues. The client waits, and need not ask
    /// again.
    unread: BTreeMap<QueueKey, AbortHandle>,
    queues: CommandQueues<Work>,
    under_way: UnderWay,
    frames: Bucket,
    patience: Patience,
    lag: LagEstimate,
    /// What it seeks.
    seek: Option<KeptSeek>,
}

impl Conversation {
    /// A conversation in which nothing was said. `registration` is its connection's.
    pub fn new(
        shared: Shared,
        holder: Arc<Holder>,
        outbox: Arc<Outbox>,
        registration: Registration,
    ) -> Self {
        let (limits, now) = (shared.limits, Instant::now());
        let session = holder.session.clone();
        let registration = Arc::new(registration);
        let now_ms = shared.clock.now_ms();
        let session = session.map(|held| Session::new(held, Arc::clone(&registration), now_ms));
        Self {
            shared,
            holder,
            outbox,
            session,
            _registration: registration,
            shown: BTreeMap::new(),
            joining: 0,
            unread: BTreeMap::new(),
            queues: CommandQueues::default(),
            under_way: UnderWay::new(),
            frames: Bucket::new(limits.frames_per_second, limits.frame_burst, now),
            patience: Patience::new(limits.bad_frames, now),
            lag: LagEstimate::default(),
            seek: None,
        }
    }

    /// A ping of the server's was answered after so long.
    pub fn round_trip(&mut self, took: Duration) {
        self.lag.measured(Instant::now(), took);
        let round_trip_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let now_ms = self.shared.clock.now_ms();
        self.outbox.latest(
            About::Connection,
            server_frame::connection(round_trip_ms, now_ms),
        );
    }

    /// A frame arrived now.
    pub fn heard(&mut self, frame: Result<ClientFrame, NotTaken>) {
        let received_at_ms = self.shared.clock.now_ms();
        self.shared.metrics.frames_in.inc();
        let arrived = Instant::now();
        let frame = match frame {
            Ok(frame) => frame,
            Err(not_taken) => return self.not_taken(not_taken),
        };
        let id = match &frame {
            ClientFrame::Act(id, _) | ClientFrame::Seek(id, _) => Some(id.clone()),
            _ => None,
        };
        if !self.frames.take(arrived) || !self.may_command(&frame) {
            return self.not_taken(too_many(id));
        }
        let (key, work) = match frame {
            ClientFrame::Renew(of) => return self.renew(&of.access_token),
            ClientFrame::Watch(of) => {
                let key = QueueKey::Game(of.game_id.clone());
                (key, Work::Show(Subscription::Game(of)))
            }
            ClientFrame::Leave(of) => (QueueKey::Game(of.game_id), Work::Hide),
            ClientFrame::Focus(of) => (QueueKey::Game(of.game_id.clone()), Work::Focus(of)),
            ClientFrame::Follow(of) => {
                let key = QueueKey::Tournament(of.tournament_id.clone());
                (key, Work::Show(Subscription::Tournament(of.tournament_id)))
            }
            ClientFrame::Unfollow(of) => (QueueKey::Tournament(of.tournament_id), Work::Hide),
            ClientFrame::FollowEvents => (QueueKey::Events, Work::Show(Subscription::Events)),
            ClientFrame::UnfollowEvents => (QueueKey::Events, Work::Hide),
            ClientFrame::Seek(id, of) => (QueueKey::Seek, Work::Seek(id, of)),
            ClientFrame::Unseek => (QueueKey::Seek, Work::Unseek),
            ClientFrame::Act(id, act) => {
                let game = act.game_id().to_owned();
                let key = match act {
                    Act::Chat(_) => QueueKey::Chat(game),
                    _ => QueueKey::Game(game),
                };
                let received = Received {
                    id,
                    act,
                    received_at_ms,
                    arrived,
                };
                (key, Work::Act(received))
            }
        };
        match self.queues.push(key, work) {
            Ok(()) => self.begin(),
            Err(_) => self.not_taken(too_many(id)),
        }
    }

    /// Whether a command is not one too many for its seat, whatever came for it over other faces.
    fn may_command(&self, frame: &ClientFrame) -> bool {
        match (frame, &self.holder.account_id) {
            (ClientFrame::Act(_, act), Some(account_id)) => {
                self.shared.command_rates.take(account_id, act.game_id())
            }
            (ClientFrame::Seek(..), Some(account_id)) => {
                self.shared.command_rates.take(account_id, SEEKS)
            }
            _ => true,
        }
    }

    /// Refuses a frame; too many close the connection.
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

    fn renew(&mut self, token: &str) {
        let renewed = match (&mut self.session, &self.holder.account_id) {
            (Some(session), Some(account)) => session.renew(&self.shared.tokens, (account, token)),
            _ => Err(another_account()),
        };
        match renewed {
            Ok(expires_at_ms) => self.outbox.answer(server_frame::renewed(expires_at_ms)),
            Err(problem) => self.refuse(None, &problem),
        }
    }

    /// Waits until something that is under way has ended, or the session is to be asked about. Nothing is lost when
    /// it is given up half-way.
    pub async fn progress(&mut self) {
        let ask_at = self.session.as_ref().and_then(Session::ask_at);
        tokio::select! {
            Some((key, done)) = self.under_way.next(), if !self.under_way.is_empty() => {
                self.finish(key, done);
            }
            () = until(ask_at), if ask_at.is_some() => self.ask_session(),
            else => std::future::pending().await,
        }
    }

    /// What was received is worked off, and answered as far as anybody listens: a move that arrived counts, even if
    /// the connection that brought it broke a moment later.
    pub async fn last_answers(&mut self) {
        let all = async {
            while !self.queues.is_idle() {
                match self.under_way.next().await {
                    Some((key, done)) => self.finish(key, done),
                    None => break,
                }
            }
        };
        let _late = tokio::time::timeout(LAST_ANSWERS, all).await;
    }

    /// The same where somebody else has its place already: neither that nor its connection waits for it.
    pub fn work_off(mut self) {
        let tasks = self.shared.socket_tasks.clone();
        tasks.spawn(async move { self.last_answers().await });
    }

    fn ask_session(&mut self) {
        if let Some(session) = &mut self.session {
            let standing = session.ask(&self.shared.services);
            self.under_way.push(Box::pin(
                async move { (None, Done::Session(standing.await)) },
            ));
        }
    }

    fn begin(&mut self) {
        while let Some((key, work)) = self.queues.begin() {
            match self.start(&key, work) {
                Some(future) => {
                    let done = async move { (Some(key), future.await) };
                    self.under_way.push(Box::pin(done));
                }
                None => self.queues.done(key),
            }
        }
    }

    /// Begins one thing; nothing is left to wait for where there is no future.
    fn start(&mut self, key: &QueueKey, work: Work) -> Option<BoxFuture<'static, Done>> {
        let (shared, account) = (self.shared.clone(), self.holder.account_id.clone());
        let may_act = self.holder.acts || account.is_none();
        match work {
            Work::Act(Received { id, .. }) if !may_act => {
                self.refuse(Some(&id), &out_of_scope());
                None
            }
            Work::Act(Received { id, .. }) if self.has_ended() => {
                self.refuse(Some(&id), &session_ended());
                None
            }
            Work::Seek(id, _) if !may_act => {
                self.refuse(Some(&id), &out_of_scope());
                None
            }
            Work::Seek(id, _) if self.has_ended() => {
                self.refuse(Some(&id), &session_ended());
                None
            }
            Work::Seek(id, sought) => self.seek(account, id, sought),
            Work::Unseek => {
                self.seek = None;
                None
            }
            Work::Focus(_) if !may_act => None,
            Work::Show(subscription) => self.show(key, subscription),
            Work::Hide => {
                self.hide(key);
                None
            }
            Work::Act(received) => {
                let way_ms = self.lag.way_ms(Instant::now());
                let by_key = self.key().is_some();
                let line = ((account, by_key), Arc::clone(&self.outbox));
                let answer = acts::perform(shared, line, received, way_ms);
                Some(Box::pin(async move {
                    answer.await.map_or(Done::Nothing, Done::Answer)
                }))
            }
            Work::Focus(focus) => Some(Box::pin(async move {
                match acts::report_focus(&shared, account, focus).await {
                    Ok(()) => Done::Nothing,
                    Err(problem) => Done::Answer(server_frame::refused(None, &problem)),
                }
            })),
        }
    }

    /// What was sought before ends, whatever becomes of this.
    fn seek(
        &mut self,
        account: Option<String>,
        id: String,
        sought: live::Seek,
    ) -> Option<BoxFuture<'static, Done>> {
        self.seek = None;
        let Some(account) = account else {
            self.refuse(Some(&id), &acts::spectator());
            return None;
        };
        let line = Line {
            key: self.key(),
            outbox: Arc::clone(&self.outbox),
            frame: id.clone(),
        };
        let seeking = Arc::clone(&self.shared.seeking);
        let metrics = Arc::clone(&self.shared.metrics);
        Some(Box::pin(async move {
            match seeking.begin((&account, line), sought).await {
                Ok(begun) => {
                    let frame = server_frame::seeking(id, begun.terms, begun.since_ms);
                    Done::Seeks(begun.kept, frame)
                }
                Err(problem) => {
                    metrics.refusal("socket", &problem.code);
                    Done::Answer(server_frame::refused(Some(&id), &problem))
                }
            }
        }))
    }

    /// The API key that opened its connection, or renewed it since: then a program speaks.
    fn key(&self) -> Option<String> {
        let renewed = self.session.as_ref().map(Session::id);
        let renewed = renewed.and_then(key_of_session);
        renewed.or_else(|| self.holder.key()).map(str::to_owned)
    }

    /// Whether the session behind it is known to have ended: then its connection is being closed.
    fn has_ended(&self) -> bool {
        let ended = &self.shared.connections.ended;
        self.session.as_ref().is_some_and(|of| ended.has(of.id()))
    }

    fn show(
        &mut self,
        key: &QueueKey,
        subscription: Subscription,
    ) -> Option<BoxFuture<'static, Done>> {
        // What was shown ends first: nothing may be told twice.
        self.hide(key);
        if !self.has_room() {
            return None;
        }
        self.joining += 1;
        let read = self.read(&subscription);
        Some(Box::pin(
            async move { Done::Read(subscription, read.await) },
        ))
    }

    fn hide(&mut self, key: &QueueKey) {
        self.shown.remove(key);
        if let Some(trying) = self.unread.remove(key) {
            trying.abort();
        }
    }

    fn read(
        &self,
        subscription: &Subscription,
    ) -> impl Future<Output = Result<Shown, Problem>> + use<> {
        let outbox = Arc::clone(&self.outbox);
        subscription
            .clone()
            .read(self.shared.clone(), Arc::clone(&self.holder), outbox)
    }

    /// What was read is kept; what could not be read is tried again where that may help, refused where it does not.
    fn take(&mut self, subscription: Subscription, read: Result<Shown, Problem>, pause: Duration) {
        match read {
            Ok(shown) => drop(self.shown.insert(subscription.queue(), shown)),
            // A service that is away says nothing about what was asked for.
            Err(problem) if problem.kind == Kind::Unavailable => {
                self.read_again(subscription, pause)
            }
            Err(problem) => self.refuse(None, &problem),
        }
    }

    fn read_again(&mut self, subscription: Subscription, pause: Duration) {
        let read = self.read(&subscription);
        let outbox = Arc::clone(&self.outbox);
        let (again, trying) = abortable(async move {
            tokio::time::sleep(pause).await;
            let _turn = outbox.watch_turn().await;
            read.await
        });
        self.unread.insert(subscription.queue(), trying);
        self.under_way.push(Box::pin(async move {
            match again.await {
                Ok(read) => (None, Done::ReadAgain(subscription, pause, read)),
                Err(_) => (None, Done::Nothing),
            }
        }));
    }

    /// Whether one more game, tournament or list may be watched; refuses it if not.
    fn has_room(&self) -> bool {
        let most = self.shared.limits.watched_per_socket;
        let fits = self.shown.len() + self.unread.len() + self.joining < most;
        if !fits {
            let problem = problem!(
                Kind::TooMany,
                "too_many_watched",
                "One socket watches {most} games and tournaments at most: leave some first.",
                most,
            );
            self.refuse(None, &problem);
        }
        fits
    }

    fn finish(&mut self, key: Option<QueueKey>, done: Done) {
        match done {
            Done::Answer(frame) => self.outbox.answer(frame),
            Done::Seeks(kept, frame) => {
                self.seek = Some(kept);
                self.outbox.answer(frame);
            }
            Done::Nothing => {}
            Done::Read(subscription, read) => {
                self.joining = self.joining.saturating_sub(1);
                self.take(subscription, read, SOONEST);
            }
            Done::ReadAgain(subscription, pause, read) => {
                self.unread.remove(&subscription.queue());
                self.take(subscription, read, (pause * 2).min(LATEST));
            }
            Done::Session(standing) => {
                if standing == Standing::Ended {
                    self.outbox.close(SESSION_ENDED);
                }
                if let Some(session) = &mut self.session {
                    session.answered(standing);
                }
            }
        }
        if let Some(key) = key {
            self.queues.done(key);
        }
        self.begin();
    }
}

fn out_of_scope() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "out_of_scope",
        "The API key behind this socket is good for reading alone: make one with the scope `play`.",
    )
}

fn too_many(id: Option<String>) -> NotTaken {
    NotTaken {
        id,
        problem: problem!(
            Kind::TooMany,
            "too_many_requests",
            "This socket sends faster than it may: nothing changed; send it again in {retry_after_s} s.",
            retry_after_s = 1,
        ),
    }
}
