//! One client's side of the protocol, whatever carries it: what it said is worked off in order, lane by lane, and
//! answered through its outbox.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::{
    StreamExt as _,
    future::{AbortHandle, BoxFuture, abortable},
    stream::FuturesUnordered,
};
use outflank_access::{Kind, Problem};
use outflank_proto::live::v1 as live;
use tokio::time::Instant;

use crate::{
    roll::{Place, SESSION_ENDED},
    socket::{
        acts::{self, Received},
        asked::{Asked, Shown},
        frame::{ClientFrame, NotTaken},
        lag::LagEstimate,
        lanes::{Lane, Lanes},
        outbox::{About, Closing, Outbox},
        pace::{Bucket, Patience},
        server_frame::{self, Outgoing},
        session::{Session, Standing, another_account},
    },
    sockets::Holder,
    state::Shared,
};

/// What could not be read for the moment is read again after so long, then after twice as long each time.
const SOONEST: Duration = Duration::from_millis(200);
const LATEST: Duration = Duration::from_secs(1);
/// How long what was received may still take when its line ends.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

const TOO_MANY_BAD: Closing = Closing {
    code: 1008,
    reason: "Too many frames that could not be taken.",
};

enum Work {
    Show(Asked),
    Hide,
    Act(Received),
    Focus(live::Focus),
}

enum Done {
    Answer(Outgoing),
    Nothing,
    Read(Asked, Result<Shown, Problem>),
    ReadAgain(Asked, Duration, Result<Shown, Problem>),
    Session(Standing),
}

type UnderWay = FuturesUnordered<BoxFuture<'static, (Option<Lane>, Done)>>;

/// One client's side of the protocol.
pub struct Conversation {
    shared: Shared,
    holder: Arc<Holder>,
    outbox: Arc<Outbox>,
    session: Option<Session>,
    _place: Arc<Place>,
    shown: BTreeMap<Lane, Shown>,
    /// Games and tournaments whose first answer is under way.
    joining: usize,
    /// What could not be read for the moment and is tried again beside the lanes. The client waits, and need not ask
    /// again.
    unread: BTreeMap<Lane, AbortHandle>,
    lanes: Lanes<Work>,
    under_way: UnderWay,
    frames: Bucket,
    commands: Bucket,
    patience: Patience,
    lag: LagEstimate,
}

impl Conversation {
    /// A conversation in which nothing was said. `place` is its line's on the roll.
    pub fn new(shared: Shared, holder: Arc<Holder>, outbox: Arc<Outbox>, place: Place) -> Self {
        let (limits, now) = (shared.limits, Instant::now());
        let session = holder.session.clone();
        let place = Arc::new(place);
        let now_ms = shared.clock.now_ms();
        let session = session.map(|held| Session::new(held, Arc::clone(&place), now_ms));
        Self {
            shared,
            holder,
            outbox,
            session,
            _place: place,
            shown: BTreeMap::new(),
            joining: 0,
            unread: BTreeMap::new(),
            lanes: Lanes::default(),
            under_way: UnderWay::new(),
            frames: Bucket::new(limits.frames_per_second, limits.frame_burst, now),
            commands: Bucket::new(limits.commands_per_second, limits.command_burst, now),
            patience: Patience::new(limits.bad_frames, now),
            lag: LagEstimate::default(),
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
        self.shared.metrics.frames_in.add();
        let arrived = Instant::now();
        let frame = match frame {
            Ok(frame) => frame,
            Err(not_taken) => return self.not_taken(not_taken),
        };
        let (id, is_act) = match &frame {
            ClientFrame::Act(id, _) => (Some(id.clone()), true),
            _ => (None, false),
        };
        if !self.frames.take(arrived) || (is_act && !self.commands.take(arrived)) {
            return self.not_taken(too_many(id));
        }
        let (lane, work) = match frame {
            ClientFrame::Renew(of) => return self.renew(&of.access_token),
            ClientFrame::Watch(of) => {
                let lane = Lane::Game(of.game_id.clone());
                (lane, Work::Show(Asked::Game(of)))
            }
            ClientFrame::Leave(of) => (Lane::Game(of.game_id), Work::Hide),
            ClientFrame::Focus(of) => (Lane::Game(of.game_id.clone()), Work::Focus(of)),
            ClientFrame::Follow(of) => {
                let lane = Lane::Tournament(of.tournament_id.clone());
                (lane, Work::Show(Asked::Tournament(of.tournament_id)))
            }
            ClientFrame::Unfollow(of) => (Lane::Tournament(of.tournament_id), Work::Hide),
            ClientFrame::Act(id, act) => {
                let game = act.game_id().to_owned();
                let received = Received {
                    id,
                    act,
                    received_at_ms,
                    arrived,
                };
                (Lane::Game(game), Work::Act(received))
            }
        };
        match self.lanes.push(lane, work) {
            Ok(()) => self.begin(),
            Err(_) => self.not_taken(too_many(id)),
        }
    }

    /// Refuses a frame; too many close the line.
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
            (Some(session), Some(account)) => session.renew(&self.shared, account, token),
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
            Some((lane, done)) = self.under_way.next(), if !self.under_way.is_empty() => {
                self.finish(lane, done);
            }
            () = at(ask_at), if ask_at.is_some() => self.ask_session(),
            else => std::future::pending().await,
        }
    }

    /// What was received is worked off, and answered as far as anybody listens: a move that arrived counts, even if
    /// the line that brought it broke a moment later.
    pub async fn last_answers(&mut self) {
        let all = async {
            while !self.lanes.is_idle() {
                match self.under_way.next().await {
                    Some((lane, done)) => self.finish(lane, done),
                    None => break,
                }
            }
        };
        let _late = tokio::time::timeout(LAST_ANSWERS, all).await;
    }

    fn ask_session(&mut self) {
        if let Some(session) = &mut self.session {
            let standing = session.ask(&self.shared);
            self.under_way.push(Box::pin(
                async move { (None, Done::Session(standing.await)) },
            ));
        }
    }

    fn begin(&mut self) {
        while let Some((lane, work)) = self.lanes.begin() {
            match self.start(&lane, work) {
                Some(future) => {
                    let done = async move { (Some(lane), future.await) };
                    self.under_way.push(Box::pin(done));
                }
                None => self.lanes.done(lane),
            }
        }
    }

    /// Begins one thing; nothing is left to wait for where there is no future.
    fn start(&mut self, lane: &Lane, work: Work) -> Option<BoxFuture<'static, Done>> {
        let (shared, account) = (self.shared.clone(), self.holder.account_id.clone());
        let may_act = self.holder.acts || account.is_none();
        match work {
            Work::Act(Received { id, .. }) if !may_act => {
                self.refuse(Some(&id), &out_of_scope());
                None
            }
            Work::Focus(_) if !may_act => None,
            Work::Show(asked) => self.show(lane, asked),
            Work::Hide => {
                self.hide(lane);
                None
            }
            Work::Act(received) => {
                let way_ms = self.lag.way_ms(Instant::now());
                let answer = acts::perform(shared, account, received, way_ms);
                Some(Box::pin(async move { Done::Answer(answer.await) }))
            }
            Work::Focus(focus) => Some(Box::pin(async move {
                match acts::report_focus(&shared, account, focus).await {
                    Ok(()) => Done::Nothing,
                    Err(problem) => Done::Answer(server_frame::refused(None, &problem)),
                }
            })),
        }
    }

    fn show(&mut self, lane: &Lane, asked: Asked) -> Option<BoxFuture<'static, Done>> {
        // What was shown ends first: nothing may be told twice.
        self.hide(lane);
        if !self.has_room() {
            return None;
        }
        self.joining += 1;
        let read = self.read(&asked);
        Some(Box::pin(async move { Done::Read(asked, read.await) }))
    }

    fn hide(&mut self, lane: &Lane) {
        self.shown.remove(lane);
        if let Some(trying) = self.unread.remove(lane) {
            trying.abort();
        }
    }

    fn read(&self, asked: &Asked) -> impl Future<Output = Result<Shown, Problem>> + use<> {
        let outbox = Arc::clone(&self.outbox);
        asked
            .clone()
            .read(self.shared.clone(), Arc::clone(&self.holder), outbox)
    }

    /// What was read is kept; what could not be read is tried again where that may help, refused where it does not.
    fn take(&mut self, asked: Asked, read: Result<Shown, Problem>, pause: Duration) {
        match read {
            Ok(shown) => drop(self.shown.insert(asked.lane(), shown)),
            // A service that is away says nothing about what was asked.
            Err(problem) if problem.kind == Kind::Unavailable => self.read_again(asked, pause),
            Err(problem) => self.refuse(None, &problem),
        }
    }

    fn read_again(&mut self, asked: Asked, pause: Duration) {
        let read = self.read(&asked);
        let (again, trying) = abortable(async move {
            tokio::time::sleep(pause).await;
            read.await
        });
        self.unread.insert(asked.lane(), trying);
        self.under_way.push(Box::pin(async move {
            match again.await {
                Ok(read) => (None, Done::ReadAgain(asked, pause, read)),
                Err(_) => (None, Done::Nothing),
            }
        }));
    }

    /// Whether one more game or tournament may be watched; refuses it if not.
    fn has_room(&self) -> bool {
        let most = self.shared.limits.watched_per_socket;
        let fits = self.shown.len() + self.unread.len() + self.joining < most;
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

    fn finish(&mut self, lane: Option<Lane>, done: Done) {
        match done {
            Done::Answer(frame) => self.outbox.answer(frame),
            Done::Nothing => {}
            Done::Read(asked, read) => {
                self.joining = self.joining.saturating_sub(1);
                self.take(asked, read, SOONEST);
            }
            Done::ReadAgain(asked, pause, read) => {
                self.unread.remove(&asked.lane());
                self.take(asked, read, (pause * 2).min(LATEST));
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
        if let Some(lane) = lane {
            self.lanes.done(lane);
        }
        self.begin();
    }
}

/// That instant; never when there is none.
async fn at(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => std::future::pending().await,
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
        problem: Problem::new(
            Kind::TooMany,
            "too_many_requests",
            "This socket sends faster than it may: nothing changed; send it again in a second.",
        ),
    }
}
