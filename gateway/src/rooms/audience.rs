//! What the viewers of one audience know of a game: no commit twice, none left out, none out of order.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use outflank_proto::play::v1::{Table, TableEntry, TablePhase, TableUpdate};

use crate::{
    frames::{
        delivery::{Deliveries, Delivery, Shows},
        outbox::Outbox,
        server_frame::{self, Outgoing},
    },
    metrics::Metrics,
    rooms::{
        devices::Devices,
        seen::Seen,
        subscriber::{SubscriberInbox, Viewer},
    },
    sightings::Mark,
};

/// Commits kept for answers that commits overtake.
const RECENT: usize = 8;
/// So many members are told before the others of this process get their turn.
const CHUNK: usize = 24;

/// How far a game is after a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// The commit.
    pub seq: u64,
    phase: TablePhase,
    ply: u32,
}

impl From<&Table> for Stage {
    fn from(table: &Table) -> Self {
        Self {
            seq: table.seq,
            phase: table.phase(),
            ply: table.ply,
        }
    }
}

impl From<&TableUpdate> for Stage {
    fn from(update: &TableUpdate) -> Self {
        Self {
            seq: update.seq,
            phase: update.phase(),
            ply: update.ply,
        }
    }
}

impl Stage {
    /// The ply that is to be made from now on, where somebody has a turn that they did not have before.
    fn turn_after(self, before: Self) -> Option<u32> {
        let live = |stage: Self| stage.phase == TablePhase::Live;
        (live(self) && (self.ply != before.ply || !live(before))).then_some(self.ply)
    }
}

/// One commit as an audience is told of it, made by play.
#[derive(Debug, Clone)]
pub struct Commit {
    /// How far the game is after it.
    pub stage: Stage,
    /// What is told.
    pub frame: Outgoing,
    /// Whose command made it, and the command's id.
    pub by: Arc<(String, String)>,
}

/// A command under way whose answer may come with the commit that it makes.
#[derive(Debug, Clone)]
pub struct UnderWay {
    id: String,
    answered: Arc<AtomicBool>,
}

impl UnderWay {
    /// It is over, or answered: no commit brings its answer from now on. Answers whether one has.
    pub fn end(&self) -> bool {
        self.answered.swap(true, Ordering::AcqRel)
    }
}

struct Member {
    id: u64,
    viewer: Viewer,
    outbox: Arc<Outbox>,
    account_id: Option<Arc<str>>,
    session_id: Option<Arc<str>>,
    /// When it joined, cluster time in ms.
    since_ms: i64,
    mark: Mark,
    /// The last seq that went into its outbox.
    sent_seq: u64,
    /// What it does at this game now.
    under_way: Option<UnderWay>,
}

#[derive(Default)]
struct State {
    /// After the last commit that was told; none before the first answer.
    stage: Option<Stage>,
    /// The last ones that were told, each following the one before, the last of them at that stage.
    recent: VecDeque<Commit>,
    /// By id, ascending.
    members: Vec<Member>,
    next_member: u64,
    expected: u64,
    /// The last commit that came while nobody was here.
    passed_seq: u64,
}

/// One audience of one game. What its members are told is serialised once.
pub struct Audience {
    game: Arc<str>,
    deliveries: Arc<Deliveries>,
    metrics: Arc<Metrics>,
    state: Mutex<State>,
}

/// Whether a commit could be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taking {
    /// It was told, or was known, or nobody is here.
    Taken,
    /// Commits before it are missing: they must be read from play.
    Gap,
}

/// Whether a member could join with the answer it brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// Under this number.
    Joined(u64),
    /// The audience has been told more than the answer and no longer has what is between.
    Overtaken,
    /// Too much waits for the member to be told more now.
    Full,
}

/// What a room looks after in its own time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outlook {
    /// The last commit that was told; none before the first answer.
    pub seq: Option<u64>,
    /// An acknowledged commit has not been told yet.
    pub behind: bool,
    /// Nothing but confirmations and officials' acts will happen.
    pub finished: bool,
    /// Nobody is here.
    pub empty: bool,
}

/// Commits on their way to the members of an audience.
pub struct Broadcast {
    /// What they follow on.
    from: u64,
    stage: Stage,
    shared: Outgoing,
    /// Of commits that were read: a member that knows the first of them is told the others.
    read: Option<(Vec<TableEntry>, Arc<Table>)>,
    /// Of one that its maker is answered with: whose, and the command's id.
    by: Option<Arc<(String, String)>>,
    /// The ply that is to be made, where they gave a turn.
    turn: Option<u32>,
}

impl Audience {
    pub(super) fn new(
        game: &Arc<str>,
        deliveries: &Arc<Deliveries>,
        metrics: &Arc<Metrics>,
    ) -> Self {
        Self {
            game: Arc::clone(game),
            deliveries: Arc::clone(deliveries),
            metrics: Arc::clone(metrics),
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game.
    pub(super) fn game(&self) -> &Arc<str> {
        &self.game
    }

    /// Whether anybody is here to be told of this commit. If not, whoever joins must know it already.
    pub(super) fn wants(&self, seq: u64) -> bool {
        let mut state = self.lock();
        let nobody = state.members.is_empty();
        if nobody {
            state.passed_seq = state.passed_seq.max(seq);
        }
        !nobody
    }

    /// Tells a commit to everybody here, at once, once.
    pub fn commit(&self, commit: Commit) -> Taking {
        let mut state = self.lock();
        let noted = state.note(commit);
        self.tell_all(&mut state, noted)
    }

    /// The same a few members at a time, so that those of other audiences are told in between. One task alone may do
    /// this for an audience.
    pub async fn commit_slowly(&self, commit: Commit) -> Taking {
        let noted = self.lock().note(commit);
        self.tell_slowly(noted).await
    }

    /// Tells commits that were read to everybody here, at once, each once.
    pub fn take(&self, entries: Vec<TableEntry>, table: Arc<Table>) -> Taking {
        let mut state = self.lock();
        let noted = state.note_read(&self.game, entries, table);
        self.tell_all(&mut state, noted)
    }

    /// The same a few members at a time.
    pub async fn take_slowly(&self, entries: Vec<TableEntry>, table: Arc<Table>) -> Taking {
        let noted = self.lock().note_read(&self.game, entries, table);
        self.tell_slowly(noted).await
    }

    fn tell_all(&self, state: &mut State, noted: Result<Option<Broadcast>, Taking>) -> Taking {
        match noted {
            Ok(Some(broadcast)) => {
                self.tell(state, &broadcast, 0, usize::MAX);
                Taking::Taken
            }
            Ok(None) => Taking::Taken,
            Err(gap) => gap,
        }
    }

    async fn tell_slowly(&self, noted: Result<Option<Broadcast>, Taking>) -> Taking {
        let broadcast = match noted {
            Ok(Some(broadcast)) => broadcast,
            Ok(None) => return Taking::Taken,
            Err(gap) => return gap,
        };
        let mut after = 0;
        loop {
            let next = {
                let mut state = self.lock();
                self.tell(&mut state, &broadcast, after, CHUNK)
            };
            match next {
                Some(next) => after = next,
                None => return Taking::Taken,
            }
            tokio::task::yield_now().await;
        }
    }

    /// A member's command is under way: it is answered with the commit that it makes. None where no such member is here.
    pub(super) fn begins(&self, outbox: &Arc<Outbox>, id: &str) -> Option<UnderWay> {
        let mut state = self.lock();
        let mut members = state.members.iter_mut();
        let member = members.find(|member| Arc::ptr_eq(&member.outbox, outbox))?;
        let under_way = UnderWay {
            id: id.to_owned(),
            answered: Arc::default(),
        };
        member.under_way = Some(under_way.clone());
        Some(under_way)
    }

    /// Tells `most` members from the one with this id on. Answers with the id to go on from, if any is left.
    fn tell(
        &self,
        state: &mut State,
        broadcast: &Broadcast,
        from_id: u64,
        most: usize,
    ) -> Option<u64> {
        let begin = state.members.partition_point(|member| member.id < from_id);
        let end = begin.saturating_add(most).min(state.members.len());
        let mut too_slow = BTreeSet::new();
        for member in state.members.get_mut(begin..end).unwrap_or_default() {
            if !member.hear(&self.game, &self.deliveries, broadcast) {
                too_slow.insert(member.id);
            }
        }
        let next = state.members.get(end).map(|member| member.id);
        if !too_slow.is_empty() {
            state
                .members
                .retain(|member| !too_slow.contains(&member.id));
            for _ in too_slow {
                self.metrics.resyncs.inc();
            }
        }
        next
    }

    /// Sends a member the answer it brought, brought up to what the audience has been told, and counts it in. `at_once`:
    /// what the answer knows and the others do not is told to them, too; otherwise the audience's task reads it.
    pub(super) fn join(
        &self,
        inbox: &SubscriberInbox,
        after_seq: u64,
        seen: &Seen,
        now_ms: i64,
    ) -> Joining {
        let Seen { entries, table, .. } = seen;
        let viewer = seen.viewer;
        let at_once = viewer != Viewer::Spectator;
        let mut state = self.lock();
        if state.members.is_empty() && state.passed_seq > table.seq {
            return Joining::Overtaken;
        }
        let told = entries.last().map_or(after_seq, |entry| entry.seq);
        let kept_back = table.board_hidden && told < table.seq;
        let mut missing = Vec::new();
        match state.stage.map(|stage| stage.seq) {
            // Whoever left last was told more than this answer knows.
            Some(seq) if at_once && seq > table.seq && state.members.is_empty() => {
                return Joining::Overtaken;
            }
            Some(_) if state.members.is_empty() => {
                state.recent.clear();
                state.stage = Some(Stage::from(&**table));
            }
            Some(seq) if seq > table.seq && kept_back => return Joining::Overtaken,
            Some(seq) if seq > table.seq => {
                let after = table.seq;
                let oldest = state.recent.front().map(|commit| commit.stage.seq);
                if oldest.is_none_or(|oldest| oldest > after + 1) {
                    return Joining::Overtaken;
                }
                let later = state.recent.iter();
                missing.extend(later.filter(|commit| commit.stage.seq > after).cloned());
            }
            // What the bus has not brought yet, the others may hear now; a gap is read by the room's task.
            Some(seq) if seq < table.seq => {
                let told = at_once && {
                    let noted = state.note_read(&self.game, entries.clone(), Arc::clone(table));
                    self.tell_all(&mut state, noted) == Taking::Taken
                };
                if !told {
                    state.expected = state.expected.max(table.seq);
                }
            }
            Some(_) => {}
            None => state.stage = Some(Stage::from(&**table)),
        }
        let frame = seen.frame(&self.game);
        let mark = self.deliveries.sightings().mark(
            &self.game,
            inbox.account_id.as_deref(),
            inbox.outbox.source(),
        );
        let shown = |seq| {
            let shows = shown_to(viewer, inbox.account_id.as_ref(), Shows::Position);
            shows.map(|shows| delivery(&self.deliveries, shows, mark, seq))
        };
        if !inbox.outbox.watched(&self.game, frame, shown(table.seq)) {
            return Joining::Full;
        }
        let mut sent_seq = if kept_back { told } else { table.seq };
        for Commit { stage, frame, .. } in missing {
            if !inbox.outbox.table(&self.game, frame, shown(stage.seq)) {
                return Joining::Full;
            }
            sent_seq = stage.seq;
        }
        let id = state.next_member;
        state.next_member += 1;
        state.members.push(Member {
            id,
            viewer,
            outbox: Arc::clone(&inbox.outbox),
            account_id: inbox.account_id.clone(),
            session_id: inbox.session_id.clone(),
            since_ms: now_ms,
            mark,
            sent_seq,
            under_way: None,
        });
        Joining::Joined(id)
    }

    /// Whether an account is here.
    pub(super) fn has_account(&self, account_id: &str) -> bool {
        let state = self.lock();
        let mut accounts = state
            .members
            .iter()
            .filter_map(|of| of.account_id.as_deref());
        accounts.any(|of| of == account_id)
    }

    /// A member left.
    pub(super) fn remove(&self, id: u64) {
        self.lock().members.retain(|member| member.id != id);
    }

    /// Whether a member is still here.
    pub(super) fn has(&self, id: u64) -> bool {
        let state = self.lock();
        let found = state.members.binary_search_by_key(&id, |member| member.id);
        found.is_ok()
    }

    /// What the room's task looks after.
    pub fn outlook(&self) -> Outlook {
        let state = self.lock();
        let seq = state.stage.map(|stage| stage.seq);
        let phase = state.stage.map(|stage| stage.phase);
        Outlook {
            seq,
            behind: seq.is_some_and(|seq| seq < state.expected),
            finished: matches!(phase, Some(TablePhase::Finished | TablePhase::Annulled)),
            empty: state.members.is_empty(),
        }
    }

    /// This seq is committed: what is not told by the bus is read.
    pub(super) fn expect(&self, seq: u64) {
        let mut state = self.lock();
        state.expected = state.expected.max(seq);
    }

    /// Play was asked, and there is no more to see for this audience now.
    pub(super) fn expect_nothing(&self) {
        self.lock().expected = 0;
    }

    /// The ply that is to be made, as it was told last.
    pub(super) fn ply(&self) -> Option<u32> {
        self.lock().stage.map(|stage| stage.ply)
    }

    /// An account that is here.
    pub(super) fn an_account(&self) -> Option<Arc<str>> {
        let state = self.lock();
        let mut accounts = state.members.iter().filter_map(|of| of.account_id.clone());
        accounts.next()
    }

    /// On which devices those who are this to the game show it.
    pub(super) fn devices(&self, of: Viewer) -> Devices {
        let mut devices = Devices::default();
        for member in &self.lock().members {
            if let Some(session_id) = member.session_id.as_deref().filter(|_| member.viewer == of) {
                devices.add(session_id, member.since_ms);
            }
        }
        devices
    }

    /// Hands every member's device to `say`: its session and its frames.
    pub(super) fn each_device(&self, mut say: impl FnMut(Viewer, Option<&str>, &Outbox)) {
        for member in &self.lock().members {
            say(member.viewer, member.session_id.as_deref(), &member.outbox);
        }
    }

    /// Hands every member to `say`.
    pub(super) fn each(&self, mut say: impl FnMut(Viewer, Option<&str>, &Arc<Outbox>)) {
        for member in &self.lock().members {
            say(member.viewer, member.account_id.as_deref(), &member.outbox);
        }
    }

    /// Tells what was written to every member who is to hear it. For whom too much waits is told to watch again.
    pub(super) fn tell_chat(
        &self,
        frame: &Outgoing,
        hears: impl Fn(Viewer, Option<&str>, &Arc<Outbox>) -> bool,
    ) {
        self.lock().members.retain(|member| {
            let account = member.account_id.as_deref();
            let stays = !hears(member.viewer, account, &member.outbox)
                || member.outbox.chat(&self.game, frame.clone());
            if !stays {
                self.metrics.resyncs.inc();
            }
            stays
        });
    }

    /// Tells a member what was written before it came; one who was sent away meanwhile is told nothing. False when there
    /// is no place for it now.
    pub(super) fn tell_history(&self, id: u64, frame: Outgoing) -> bool {
        let state = self.lock();
        let found = state.members.binary_search_by_key(&id, |member| member.id);
        let member = found.ok().and_then(|place| state.members.get(place));
        member.is_none_or(|member| member.outbox.history(&self.game, frame))
    }

    /// Everybody who is here with an account.
    pub(super) fn accounts(&self) -> BTreeSet<Arc<str>> {
        let state = self.lock();
        let accounts = state.members.iter().filter_map(|of| of.account_id.clone());
        accounts.collect()
    }

    /// Sends away to watch again whoever is not what they were, with nothing that still waits for them. Answers with
    /// what they were.
    pub(super) fn keep_only(&self, viewers: &BTreeMap<&str, Viewer>) -> Vec<(Arc<str>, Viewer)> {
        let game = &self.game;
        let mut gone = Vec::new();
        self.lock().members.retain(|member| {
            let account = member.account_id.as_deref();
            let now = account.and_then(|account| viewers.get(account));
            let stays = now.is_none_or(|now| *now == member.viewer);
            if !stays {
                member.outbox.resync(game);
                gone.extend(member.account_id.clone().map(|of| (of, member.viewer)));
            }
            stays
        });
        gone
    }

    /// Sends these accounts' members away to watch again, where play says what they may still see.
    pub(super) fn send_away(&self, accounts: &[String]) {
        let mut state = self.lock();
        let game = &self.game;
        state.members.retain(|member| {
            let account = member.account_id.as_deref();
            let goes = account.is_some_and(|account| accounts.iter().any(|of| of == account));
            if goes {
                member.outbox.resync(game);
            }
            !goes
        });
    }
}

impl State {
    /// Takes note of a commit; none where there is nothing to tell.
    fn note(&mut self, commit: Commit) -> Result<Option<Broadcast>, Taking> {
        let Some(known) = self.stage else {
            return Ok(None);
        };
        let stage = commit.stage;
        if stage.seq <= known.seq {
            return Ok(None);
        }
        if stage.seq != known.seq + 1 {
            return Err(Taking::Gap);
        }
        if self.recent.len() >= RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(commit.clone());
        self.stage = Some(stage);
        Ok(Some(Broadcast {
            from: known.seq,
            stage,
            shared: commit.frame,
            read: None,
            by: Some(commit.by),
            turn: stage.turn_after(known),
        }))
    }

    /// The same of commits that were read, with the table after them.
    fn note_read(
        &mut self,
        game: &str,
        mut entries: Vec<TableEntry>,
        table: Arc<Table>,
    ) -> Result<Option<Broadcast>, Taking> {
        let Some(known) = self.stage else {
            return Ok(None);
        };
        if table.seq <= known.seq {
            return Ok(None);
        }
        let from = known.seq;
        entries.retain(|entry| entry.seq > from);
        let follows = entries.first().is_some_and(|entry| entry.seq == from + 1)
            && entries.last().is_some_and(|entry| entry.seq == table.seq);
        if !follows {
            return Err(Taking::Gap);
        }
        let stage = Stage::from(&*table);
        self.recent.clear();
        self.stage = Some(stage);
        Ok(Some(Broadcast {
            from,
            stage,
            shared: server_frame::table(game, &entries, &table),
            read: Some((entries, table)),
            by: None,
            turn: stage.turn_after(known),
        }))
    }
}

impl Member {
    /// False when it is sent away to watch again: too much waits for it, or entries were kept back from it.
    fn hear(
        &mut self,
        game: &Arc<str>,
        deliveries: &Arc<Deliveries>,
        broadcast: &Broadcast,
    ) -> bool {
        let seq = broadcast.stage.seq;
        if self.sent_seq >= seq {
            return true;
        }
        // What was kept back while the board was hidden comes with the next watch.
        if self.sent_seq < broadcast.from {
            self.outbox.resync(game);
            return false;
        }
        let frame = match &broadcast.read {
            Some((entries, table)) if self.sent_seq > broadcast.from => {
                let skip = entries.partition_point(|entry| entry.seq <= self.sent_seq);
                let rest = entries.get(skip..).unwrap_or_default();
                server_frame::table(game, rest, table)
            }
            _ => broadcast.shared.clone(),
        };
        self.sent_seq = seq;
        let delivery = broadcast.turn.and_then(|ply| {
            let turn = |account_id| Shows::Turn(account_id, ply);
            let shows = shown_to(self.viewer, self.account_id.as_ref(), turn)?;
            Some(delivery(deliveries, shows, self.mark, seq))
        });
        match self.answered_by(broadcast) {
            Some(id) => {
                let frame = frame.answering(&id, self.outbox.encoding());
                self.outbox.answered(frame, delivery);
                true
            }
            None => self.outbox.table(game, frame, delivery),
        }
    }

    /// The id of its command that made this commit, if one did and is not answered yet.
    fn answered_by(&mut self, broadcast: &Broadcast) -> Option<String> {
        let (account_id, command_id) = &**broadcast.by.as_ref()?;
        let under_way = self.under_way.as_ref()?;
        if under_way.id != *command_id || self.account_id.as_deref() != Some(account_id) {
            return None;
        }
        let under_way = self.under_way.take()?;
        (!under_way.end()).then_some(under_way.id)
    }
}

/// What is noted of a position on its way: to a player `what` it is, to officials nothing.
fn shown_to(
    viewer: Viewer,
    account_id: Option<&Arc<str>>,
    what: impl FnOnce(Arc<str>) -> Shows,
) -> Option<Shows> {
    match viewer {
        Viewer::Black | Viewer::White => account_id.cloned().map(what),
        Viewer::Official => None,
        Viewer::Spectator => Some(Shows::ToOthers),
    }
}

fn delivery(deliveries: &Arc<Deliveries>, shows: Shows, mark: Mark, seq: u64) -> Delivery {
    Delivery {
        deliveries: Arc::clone(deliveries),
        shows,
        mark,
        seq,
        unread_before: Duration::ZERO,
    }
}
