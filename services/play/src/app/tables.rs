//! Loading games, deciding on them, appending what was decided.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use outflank_access::Problem;
use outflank_journal::{
    Append, DeadlineChange, Entry, Journal, JournalError, NewEntry, RecordWrite, StreamId,
};
use outflank_live::SharedLive;
use outflank_othello::{
    Command, DeadlineKind, Event, Moment, Phase, Refusal, Spectators, deadline, decide, evolve,
};
use outflank_proto::play::v1::TableUpdate;
use outflank_transport::{MoveStages, Stage};
use tokio::{sync::Notify, time::Instant};

use super::{
    Clock, Play,
    confirmation::awaits_countersignature,
    facts,
    game::{Game, SCHEMA_VERSION, events_of},
    publishing::Committed,
    records::mark_over,
    refusal,
    time::UNCERTAINTY_MS,
    watching::Watching,
};

/// The kind of the streams of games.
pub(crate) const STREAM: &str = "game";
/// Games that have to be in memory before those at rest are put out; all of them can be folded again from the journal.
const FEWEST_KEPT: usize = 1_024;
/// A game without an entry for so long is at rest, in ms.
const AT_REST_MS: i64 = 3_600_000;
/// A race for a game's stream is decided again at most so often.
const ATTEMPTS: u32 = 16;
const PAGE: u32 = 512;
/// The set of hints at games' deadlines.
pub(super) const DEADLINES: &str = "games";

/// One command, made from the game it is decided on.
#[derive(Debug)]
pub(crate) struct Step {
    pub actor: String,
    pub command_id: String,
    pub command: Command,
    pub moment: Moment,
    /// Stands before it in the same entry, where the rules allow it then: whoever acts is there.
    pub arrival: Option<(Command, Moment)>,
    /// What is written of records with its entry.
    pub records: Vec<RecordWrite>,
}

impl Step {
    /// A step of an account or a part of the server.
    pub fn new(actor: &str, command_id: &str, command: Command, moment: Moment) -> Self {
        Self {
            actor: actor.to_owned(),
            command_id: command_id.to_owned(),
            command,
            moment,
            arrival: None,
            records: Vec::new(),
        }
    }

    /// The same with what is written of records with its entry.
    pub fn with_records(self, records: Vec<RecordWrite>) -> Self {
        Self { records, ..self }
    }

    /// The same after the arrival of whoever acts.
    pub fn after_arrival(self, arrival: Option<(Command, Moment)>) -> Self {
        Self { arrival, ..self }
    }

    /// What the rules make of it on a game.
    fn decided_on(&self, game: &Game) -> Result<Vec<Event>, Refusal> {
        let Some((arrive, seen)) = &self.arrival else {
            return decide(&game.state, &self.command, &self.moment);
        };
        // Too late, or not now: the limit's own deadline settles that.
        let mut events = decide(&game.state, arrive, seen).unwrap_or_default();
        let at_ms = self.moment.now_ms;
        let arrived = events.iter().fold(game.state.clone(), |state, event| {
            evolve(state, at_ms, event)
        });
        events.extend(decide(&arrived, &self.command, &self.moment)?);
        Ok(events)
    }
}

/// What became of a step.
#[derive(Debug)]
pub(crate) enum Acted {
    /// Its entry stands; the game is the one up to that entry.
    Done {
        game: Arc<Game>,
        events: Vec<Event>,
        /// What the players are told of it.
        update: Box<TableUpdate>,
    },
    /// The same command was accepted before.
    Repeated(Box<Entry>),
    /// There was nothing to do.
    Nothing,
}

/// Why a step was not taken.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The rules refuse it on this game.
    Refused(Refusal, Arc<Game>),
    Problem(Problem),
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<JournalError> for Failed {
    fn from(error: JournalError) -> Self {
        Self::Problem(refusal::journal(&error))
    }
}

impl Failed {
    /// As it is told outside.
    pub fn into_problem(self) -> Problem {
        match self {
            Self::Refused(refused, _) => refusal::by_rules(&refused),
            Self::Problem(problem) => problem,
        }
    }
}

/// A game's place in memory. Writers of this process take turns, so that commits are published in order;
/// what is read may be behind the journal and is only ever a start.
#[derive(Debug, Default)]
pub(super) struct Slot {
    writing: tokio::sync::Mutex<()>,
    game: Mutex<Option<Arc<Game>>>,
    /// The last append from here stands, and none is under way: where nobody else writes, what is kept is what stands.
    /// An append whose caller left it leaves this false, until a later one stands behind it.
    settled: AtomicBool,
    /// Who may watch, and whether what spectators write is shown, as it was told last.
    spectators: Mutex<Option<(Spectators, bool)>>,
}

impl Slot {
    /// So it is told from now on who may watch, and whether what spectators write is shown; answers what was told before.
    pub(super) fn tell_spectators(&self, now: (Spectators, bool)) -> Option<(Spectators, bool)> {
        lock(&self.spectators).replace(now)
    }

    /// Whether nobody works with it, and its game is over or was left: another look at it is not to be expected soon.
    fn is_at_rest(self: &Arc<Self>, now_ms: i64) -> bool {
        let left = |game: &Arc<Game>| {
            let over = matches!(game.state.phase(), Phase::Finished | Phase::Annulled);
            over || game.at_ms < now_ms.saturating_sub(AT_REST_MS)
        };
        Arc::strong_count(self) == 1 && lock(&self.game).as_ref().is_none_or(left)
    }

    /// Keeps a game unless a newer one is kept, and answers the newer of the two.
    fn keep(&self, game: &Arc<Game>) -> Arc<Game> {
        let mut kept = lock(&self.game);
        match kept.as_ref() {
            Some(newer) if newer.seq > game.seq => Arc::clone(newer),
            _ => Arc::clone(kept.insert(Arc::clone(game))),
        }
    }
}

/// The games in memory. Those under way are as many as there are.
#[derive(Debug, Default)]
struct Slots {
    by_game: BTreeMap<String, Arc<Slot>>,
    /// So many there may be before those at rest are looked for again.
    put_out_at: usize,
}

impl Slots {
    fn of(&mut self, game_id: &str, now_ms: i64) -> Arc<Slot> {
        if let Some(slot) = self.by_game.get(game_id) {
            return Arc::clone(slot);
        }
        if self.by_game.len() >= self.put_out_at.max(FEWEST_KEPT) {
            self.by_game.retain(|_, slot| !slot.is_at_rest(now_ms));
            self.put_out_at = self.by_game.len().saturating_mul(2);
        }
        Arc::clone(self.by_game.entry(game_id.to_owned()).or_default())
    }
}

/// What became of an entry.
enum Appended {
    /// It stands, and this is the game up to it: what is kept may be ahead by another process's entries.
    Stands(Arc<Game>, Box<TableUpdate>),
    Repeated(Box<Entry>),
    /// Another entry has its place, or the stream ends before it.
    Conflict {
        actual_seq: u64,
    },
}

/// Every table of this service.
pub(crate) struct Tables {
    pub journal: Arc<dyn Journal>,
    pub live: SharedLive,
    pub clock: Arc<dyn Clock>,
    pub watching: Watching,
    stages: MoveStages,
    slots: Mutex<Slots>,
    /// When the sweeper means to look next.
    pub next_look_ms: AtomicI64,
    /// Something falls due before that.
    pub earlier: Notify,
    /// Games that were due at the last look and that another instance may have taken on.
    pub left_to_others: Mutex<BTreeSet<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // Every value under these locks is replaced whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn stream(game_id: &str) -> StreamId {
    StreamId::new(STREAM, game_id)
}

impl Tables {
    pub fn new(
        journal: Arc<dyn Journal>,
        live: SharedLive,
        (clock, stages): (Arc<dyn Clock>, MoveStages),
        watching: Watching,
    ) -> Self {
        Self {
            watching,
            stages,
            journal,
            live,
            clock,
            slots: Mutex::default(),
            next_look_ms: AtomicI64::new(0),
            earlier: Notify::new(),
            left_to_others: Mutex::default(),
        }
    }

    /// The game as the journal has it now.
    pub async fn find(&self, game_id: &str) -> Result<Option<Arc<Game>>, Problem> {
        let slot = self.slot(game_id);
        if self.journal.serves_one_process()
            && slot.settled.load(Ordering::Acquire)
            && let Some(game) = lock(&slot.game).clone()
        {
            return Ok(Some(game));
        }
        let game = self.refresh(&slot, game_id).await?;
        if game.state.phase() == Phase::Empty {
            // Whoever asks for unknown games shall not fill the memory with them.
            self.forget_empty(game_id, &slot);
            return Ok(None);
        }
        Ok(Some(game))
    }

    /// The game as it was last seen here, without a look at the journal.
    pub fn kept(&self, game_id: &str) -> Option<Arc<Game>> {
        let slot = lock(&self.slots).by_game.get(game_id).map(Arc::clone)?;
        lock(&slot.game).clone()
    }

    /// Decides the step that `plan` makes of the game, on the newest state, and appends it.
    pub async fn act(
        &self,
        game_id: &str,
        plan: impl Fn(&Game, i64) -> Option<Step> + Send,
    ) -> Result<Acted, Failed> {
        self.act_stamped(game_id, (None, |_| None), plan).await
    }

    /// [`act`](Self::act) of a player's command that came then, with what a gateway saw of it kept in the entry.
    pub async fn act_stamped(
        &self,
        game_id: &str,
        (received, stamped): (Option<Instant>, impl Fn(&Game) -> Option<Event> + Send),
        plan: impl Fn(&Game, i64) -> Option<Step> + Send,
    ) -> Result<Acted, Failed> {
        let slot = self.slot(game_id);
        let _turn = slot.writing.lock().await;
        let kept = lock(&slot.game).clone();
        let mut game = match kept {
            Some(game) => game,
            None => self.refresh(&slot, game_id).await?,
        };
        for _ in 0..ATTEMPTS {
            let now_ms = self.clock.now_ms().max(game.at_ms);
            let Some(step) = plan(&game, now_ms) else {
                // Another process may have made something of it.
                let newest = self.refresh(&slot, game_id).await?;
                if newest.seq == game.seq {
                    return Ok(Acted::Nothing);
                }
                game = newest;
                continue;
            };
            let mut events = match step.decided_on(&game) {
                Ok(events) => events,
                Err(refused) => {
                    let newest = self.refresh(&slot, game_id).await?;
                    if newest.seq == game.seq {
                        return Err(Failed::Refused(refused, game));
                    }
                    game = newest;
                    continue;
                }
            };
            events.extend(stamped(&game));
            match self.append(&slot, &game, (step, received), &events).await {
                Ok(Appended::Stands(game, update)) => {
                    return Ok(Acted::Done {
                        game,
                        events,
                        update,
                    });
                }
                Ok(Appended::Repeated(entry)) => {
                    // Another process did it: what is kept here does not know that yet.
                    if entry.seq > game.seq {
                        self.refresh(&slot, game_id).await?;
                    }
                    return Ok(Acted::Repeated(entry));
                }
                Ok(Appended::Conflict { actual_seq }) => {
                    if actual_seq < game.seq {
                        // The store has gone back to an older state.
                        self.forget(&slot, game_id);
                    }
                    game = self.refresh(&slot, game_id).await?;
                }
                Err(JournalError::PredecessorChanged { .. }) => {
                    self.forget(&slot, game_id);
                    game = self.refresh(&slot, game_id).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(refusal::too_busy().into())
    }

    async fn append(
        &self,
        slot: &Slot,
        game: &Game,
        (step, received): (Step, Option<Instant>),
        events: &[Event],
    ) -> Result<Appended, JournalError> {
        let at_ms = step.moment.now_ms;
        let seq = game.seq.saturating_add(1);
        let next = Arc::new(game.clone().after(seq, at_ms, events));
        let unwritable = |problem: Problem| JournalError::InvalidEntry {
            message: problem.detail,
        };
        let body = serde_json::to_vec(events).map_err(|error| JournalError::InvalidEntry {
            message: error.to_string(),
        })?;
        let is_over = Play::is_over(&next);
        let over = (is_over != Play::is_over(game)).then(|| mark_over(&game.id, is_over));
        let entry = NewEntry {
            stream: stream(&game.id),
            expected_seq: game.seq,
            at_ms,
            actor: step.actor.clone(),
            command_id: step.command_id.clone(),
            schema_version: SCHEMA_VERSION,
            body,
            facts: facts::of_entry(game, &next, events).map_err(unwritable)?,
            deadline: deadline_change(&next),
            records: step.records.into_iter().chain(over).collect(),
        };
        let ended = |stage, begun: Option<Instant>| {
            if let Some(begun) = begun {
                self.stages.ended(stage, begun);
            }
        };
        ended(Stage::Decided, received);
        slot.settled.store(false, Ordering::Release);
        match self.journal.append(entry).await? {
            Append::Appended { .. } => {
                let answered = received.map(|_| Instant::now());
                slot.keep(&next);
                slot.settled.store(true, Ordering::Release);
                self.watching.note(&game.id, (seq, at_ms), events);
                self.wake_sweeper(&next);
                self.note_deadline(&next);
                let commit = Committed {
                    before: game,
                    after: &next,
                    at_ms,
                    actor: &step.actor,
                    command_id: &step.command_id,
                    events,
                };
                let update = self.publish(slot, commit).await;
                ended(Stage::Published, answered);
                Ok(Appended::Stands(next, Box::new(update)))
            }
            Append::Repeated { entry } => Ok(Appended::Repeated(entry)),
            Append::Conflict { actual_seq } => Ok(Appended::Conflict { actual_seq }),
            // No record of a table's is required.
            Append::Unmet => Ok(Appended::Conflict {
                actual_seq: game.seq,
            }),
        }
    }

    fn forget(&self, slot: &Slot, game_id: &str) {
        *lock(&slot.game) = None;
        slot.settled.store(false, Ordering::Release);
        self.watching.forget_history(game_id);
    }

    fn wake_sweeper(&self, game: &Game) {
        if look_at_ms(game).is_some_and(|at| at < self.next_look_ms.load(Ordering::Acquire)) {
            self.earlier.notify_one();
        }
    }

    /// Tells the other instances' sweepers when something of a game falls due, so that one of them sees to it.
    pub(super) fn note_deadline(&self, game: &Game) {
        let deadline = outflank_live::Deadline {
            name: game.id.clone(),
            seq: game.seq,
            at_ms: look_at_ms(game),
        };
        self.live.note_deadline(DEADLINES, &deadline);
    }

    /// Reads what the journal has beyond the kept game.
    async fn refresh(&self, slot: &Slot, game_id: &str) -> Result<Arc<Game>, Problem> {
        let kept = lock(&slot.game).clone();
        let mut game = kept.unwrap_or_else(|| Arc::new(Game::new(game_id)));
        let stream = stream(game_id);
        loop {
            let entries = self
                .journal
                .read(&stream, game.seq, PAGE)
                .await
                .map_err(|error| refusal::journal(&error))?;
            for entry in &entries {
                let folded = Arc::unwrap_or_clone(game);
                game = Arc::new(folded.after(entry.seq, entry.at_ms, &events_of(entry)?));
            }
            if entries.len() < PAGE as usize {
                break;
            }
        }
        Ok(slot.keep(&game))
    }

    pub(super) fn slot(&self, game_id: &str) -> Arc<Slot> {
        let now_ms = self.clock.now_ms();
        lock(&self.slots).of(game_id, now_ms)
    }

    fn forget_empty(&self, game_id: &str, slot: &Arc<Slot>) {
        let mut slots = lock(&self.slots);
        // One reference in the map, one here.
        if Arc::strong_count(slot) <= 2 {
            slots.by_game.remove(game_id);
        }
    }
}

/// When the sweeper has to look at a game, ms of cluster time.
fn look_at_ms(game: &Game) -> Option<i64> {
    if awaits_countersignature(&game.state) {
        return Some(game.at_ms);
    }
    deadline(&game.state).map(|deadline| match deadline.kind {
        DeadlineKind::Flag | DeadlineKind::Absence => {
            deadline.look_at_ms.saturating_add(UNCERTAINTY_MS)
        }
        DeadlineKind::Start
        | DeadlineKind::Call
        | DeadlineKind::Pause
        | DeadlineKind::Adjournment
        | DeadlineKind::Confirmation => deadline.look_at_ms,
    })
}

fn deadline_change(game: &Game) -> DeadlineChange {
    match (game.state.phase(), look_at_ms(game)) {
        (_, Some(at_ms)) => DeadlineChange::Set { at_ms },
        (Phase::Finished | Phase::Annulled, None) => DeadlineChange::Clear,
        (_, None) => DeadlineChange::Wait,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_under_way_stay_and_those_at_rest_are_put_out() {
        let mut slots = Slots::default();
        let now_ms = 10 * AT_REST_MS;
        let mut keep = |number: usize, at_ms| {
            let id = format!("g{number}");
            let slot = slots.of(&id, now_ms);
            let game = Game::new(&id).after(1, at_ms, &[]);
            slot.keep(&Arc::new(game));
        };
        for number in 0..3 * FEWEST_KEPT {
            let under_way = number % 2 == 0;
            keep(number, if under_way { now_ms } else { 0 });
        }
        let under_way = |slots: &Slots| {
            let kept = slots.by_game.values();
            kept.filter(|slot| !slot.is_at_rest(now_ms)).count()
        };
        assert_eq!(under_way(&slots), 3 * FEWEST_KEPT / 2);
        assert!(slots.by_game.len() <= 2 * under_way(&slots));
        for number in 0..10 * FEWEST_KEPT {
            drop(slots.of(&format!("asked for {number}"), now_ms));
        }
        assert_eq!(under_way(&slots), 3 * FEWEST_KEPT / 2);
        assert!(slots.by_game.len() <= 2 * under_way(&slots));
    }
}
