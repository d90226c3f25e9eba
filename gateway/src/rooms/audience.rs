//! What the viewers of one audience know of a game: no commit twice, none left out, none out of order.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_proto::play::v1::{Table, TableEntry, TablePhase};

use crate::{
    frames::{
        delivery::{Deliveries, Delivery, Shows},
        outbox::Outbox,
        server_frame::{self, Outgoing},
    },
    metrics::Metrics,
    rooms::subscriber::{SubscriberInbox, Viewer},
    sightings::Mark,
};

/// Entries kept for answers that commits overtake.
const RECENT: usize = 32;
/// So many members are told before the others of this process get their turn.
const CHUNK: usize = 24;

struct Member {
    id: u64,
    viewer: Viewer,
    outbox: Arc<Outbox>,
    account_id: Option<Arc<str>>,
    mark: Mark,
    /// The last seq that went into its outbox.
    sent_seq: u64,
}

#[derive(Default)]
struct State {
    /// The table after the last commit that was told; none before the first answer.
    table: Option<Arc<Table>>,
    recent: VecDeque<TableEntry>,
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

/// A commit on its way to the members of an audience.
pub struct Broadcast {
    from: u64,
    entries: Vec<TableEntry>,
    table: Arc<Table>,
    shared: Outgoing,
    /// The ply that is to be made, and the commit that gave the turn.
    turn: Option<(u32, u64)>,
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

    /// Tells commits to everybody here, at once, each once.
    pub fn take(&self, entries: Vec<TableEntry>, table: Arc<Table>) -> Taking {
        let mut state = self.lock();
        match self.note(&mut state, entries, table) {
            Ok(Some(broadcast)) => {
                self.tell(&mut state, &broadcast, 0, usize::MAX);
                Taking::Taken
            }
            Ok(None) => Taking::Taken,
            Err(gap) => gap,
        }
    }

    /// The same a few members at a time, so that those of other audiences are told in between. One task alone may do
    /// this for an audience.
    pub async fn take_slowly(&self, entries: Vec<TableEntry>, table: Arc<Table>) -> Taking {
        let noted = {
            let mut state = self.lock();
            self.note(&mut state, entries, table)
        };
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

    /// Takes note of commits; none where there is nothing to tell.
    fn note(
        &self,
        state: &mut State,
        mut entries: Vec<TableEntry>,
        table: Arc<Table>,
    ) -> Result<Option<Broadcast>, Taking> {
        let Some(known) = &state.table else {
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
        let turn = gave_turn(known, &table).then_some((table.ply, table.seq));
        let shared = server_frame::table(&self.game, &entries, &table);
        state.recent.extend(entries.iter().cloned());
        let over = state.recent.len().saturating_sub(RECENT);
        state.recent.drain(..over);
        state.table = Some(Arc::clone(&table));
        Ok(Some(Broadcast {
            from,
            entries,
            table,
            shared,
            turn,
        }))
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
        (inbox, viewer, after_seq): (&SubscriberInbox, Viewer, u64),
        mut entries: Vec<TableEntry>,
        mut table: Arc<Table>,
        at_once: bool,
    ) -> Joining {
        let mut state = self.lock();
        if state.members.is_empty() && state.passed_seq > table.seq {
            return Joining::Overtaken;
        }
        let told = entries.last().map_or(after_seq, |entry| entry.seq);
        let kept_back = table.board_hidden && told < table.seq;
        let known = state.table.as_ref().map(|known| known.seq);
        match known {
            // Whoever left last was told more than this answer knows.
            Some(seq) if at_once && seq > table.seq && state.members.is_empty() => {
                return Joining::Overtaken;
            }
            Some(_) if state.members.is_empty() => {
                state.recent.clear();
                state.table = Some(Arc::clone(&table));
            }
            Some(seq) if seq > table.seq && kept_back => return Joining::Overtaken,
            Some(seq) if seq > table.seq => {
                let after = table.seq;
                let missing = state.recent.iter().filter(|entry| entry.seq > after);
                let oldest = state.recent.front().map(|entry| entry.seq);
                if oldest.is_none_or(|oldest| oldest > after + 1) {
                    return Joining::Overtaken;
                }
                entries.extend(missing.cloned());
                table = match &state.table {
                    Some(known) => Arc::clone(known),
                    None => return Joining::Overtaken,
                };
            }
            // What the bus has not brought yet, the others may hear now; a gap is read by the room's task.
            Some(seq) if seq < table.seq => {
                let told = at_once
                    && match self.note(&mut state, entries.clone(), Arc::clone(&table)) {
                        Ok(Some(broadcast)) => {
                            self.tell(&mut state, &broadcast, 0, usize::MAX);
                            true
                        }
                        Ok(None) => true,
                        Err(_) => false,
                    };
                if !told {
                    state.expected = state.expected.max(table.seq);
                }
            }
            Some(_) => {}
            None => state.table = Some(Arc::clone(&table)),
        }
        let frame = server_frame::table(&self.game, &entries, &table);
        let mark = self.deliveries.sightings().mark(
            &self.game,
            inbox.account_id.as_deref(),
            inbox.outbox.source(),
        );
        let shows = shown_to(viewer, inbox.account_id.as_ref(), Shows::Position);
        let delivery = shows.map(|shows| delivery(&self.deliveries, shows, mark, table.seq));
        if !inbox.outbox.watched(&self.game, frame, delivery) {
            return Joining::Full;
        }
        let id = state.next_member;
        state.next_member += 1;
        state.members.push(Member {
            id,
            viewer,
            outbox: Arc::clone(&inbox.outbox),
            account_id: inbox.account_id.clone(),
            mark,
            sent_seq: if kept_back { told } else { table.seq },
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
        let seq = state.table.as_ref().map(|table| table.seq);
        let phase = state.table.as_ref().map(|table| table.phase());
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

    /// The table as it was told last.
    pub(super) fn table(&self) -> Option<Arc<Table>> {
        self.lock().table.clone()
    }

    /// An account that is here.
    pub(super) fn an_account(&self) -> Option<Arc<str>> {
        let state = self.lock();
        let mut accounts = state.members.iter().filter_map(|of| of.account_id.clone());
        accounts.next()
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

impl Member {
    /// False when it is sent away to watch again: too much waits for it, or entries were kept back from it.
    fn hear(
        &mut self,
        game: &Arc<str>,
        deliveries: &Arc<Deliveries>,
        broadcast: &Broadcast,
    ) -> bool {
        let Broadcast {
            from,
            entries,
            table,
            shared,
            turn,
        } = broadcast;
        if self.sent_seq >= table.seq {
            return true;
        }
        // What was kept back while the board was hidden comes with the next watch.
        if self.sent_seq < *from {
            self.outbox.resync(game);
            return false;
        }
        let frame = if self.sent_seq <= *from {
            shared.clone()
        } else {
            let skip = entries.partition_point(|entry| entry.seq <= self.sent_seq);
            let rest = entries.get(skip..).unwrap_or_default();
            server_frame::table(game, rest, table)
        };
        self.sent_seq = table.seq;
        let delivery = turn.and_then(|(ply, seq)| {
            let turn = |account_id| Shows::Turn(account_id, ply);
            let shows = shown_to(self.viewer, self.account_id.as_ref(), turn)?;
            Some(delivery(deliveries, shows, self.mark, seq))
        });
        self.outbox.table(game, frame, delivery)
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

/// Whether the second table gives somebody a turn that they did not have on the first.
fn gave_turn(before: &Table, after: &Table) -> bool {
    let (was, is) = (before.phase(), after.phase());
    is == TablePhase::Live && (after.ply != before.ply || was != TablePhase::Live)
}
