//! One command: load, authorise, decide, keep its record, append, tell.

use std::{future::Future, ops::Deref, sync::Arc};

use outflank_access::{Caller, Kind, Problem, Standing};
use outflank_journal::{Append, DeadlineChange, Entry, JournalError, NewEntry};
use outflank_live::topic;
use outflank_tournament::{
    AccountId, Command, EntrantId, EntryHeader, Event, InterestTable, OfficialRole,
    TournamentState, decide, evolve,
};
use tracing::Instrument as _;

use super::{
    App, check, fact, interest, problems,
    tournament::{EntryBody, SCHEMA_VERSION, Tournament, stream},
};
use crate::records::{NameKept, NewName, Number, Reason, stored};

/// A race for a tournament's stream is decided again at most so often.
const ATTEMPTS: u32 = 32;
/// A name whose entry does not stand after this long belongs to a registration that never came about.
const IN_FLIGHT_MS: i64 = 30_000;

/// On whose authority a command is given.
#[derive(Debug, Clone)]
pub(crate) enum Authority {
    /// This service's own, on a fact or at the founding.
    Service,
    /// A director's: the head's or an assistant's.
    Official(Caller),
    /// A head director's.
    HeadDirector(Caller),
    /// The seat holder's, or a director's for them.
    Seat(Caller, EntrantId),
    /// An administrator's of the deployment, as identity knows them.
    Administrator(Caller),
    /// Any account's; the engine judges what it is to the tournament.
    Account(Caller),
}

impl Case {
    pub(super) const fn act(&self) -> &Act {
        &self.act
    }

    pub(super) const fn interests(&self) -> InterestTable {
        self.interests
    }
}

impl Authority {
    /// Judged on the very state that the command is decided on.
    fn check(&self, state: &TournamentState) -> Result<(), Problem> {
        let caller = match self {
            Self::Service => return Ok(()),
            Self::Official(caller)
            | Self::HeadDirector(caller)
            | Self::Seat(caller, _)
            | Self::Administrator(caller)
            | Self::Account(caller) => caller,
        };
        let roles = caller
            .person
            .as_ref()
            .map(|person| state.role_of(&AccountId(person.account_id.clone())))
            .unwrap_or_default();
        let seated = match self {
            Self::Seat(_, entrant) => roles.entrant.as_ref() == Some(entrant),
            _ => false,
        };
        let director = roles.official.is_some_and(OfficialRole::directs);
        caller.authorize(Standing {
            director,
            seated,
            administrator: matches!(self, Self::Administrator(_)),
            ..Standing::default()
        })?;
        // Some acts are any account's; one in an entrant's name is the seat's all the same.
        if matches!(self, Self::Seat(..)) && !seated && !director {
            return Err(problems::not_your_seat());
        }
        let head = matches!(self, Self::HeadDirector(_));
        if head && roles.official != Some(OfficialRole::HeadDirector) {
            return Err(problems::head_director_only());
        }
        Ok(())
    }
}

/// Who gives a command, and its id.
#[derive(Debug, Clone)]
pub(crate) struct Act {
    pub actor: String,
    pub command_id: String,
    pub authority: Authority,
}

/// What is to be known before the entry that refers to it.
#[derive(Debug, Clone)]
pub(crate) enum Record {
    /// An entrant's name, and who operates the program if it is one.
    Name(NewName, Option<Reason>),
    Reason(Reason),
    /// Another federation number of an entrant.
    Number(Number),
}

/// What a command causes.
#[derive(Debug, Clone)]
pub(crate) struct Decision {
    pub events: Vec<Event>,
    pub record: Option<Record>,
}

/// An accepted command.
#[derive(Debug, Clone)]
pub(crate) struct Done {
    /// The entry it made, now or when it was first given.
    pub seq: u64,
    /// What it caused.
    pub events: Vec<Event>,
}

/// A tournament on which an act is decided.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    tournament: Arc<Tournament>,
    act: Act,
    interests: InterestTable,
}

impl Deref for Case {
    type Target = Tournament;

    fn deref(&self) -> &Tournament {
        &self.tournament
    }
}

/// Decides commands that together are one act, each on the state that the one before left, and judges whether an
/// official may do it.
pub(crate) fn decide_all(
    case: &Case,
    commands: &[Command],
    now_ms: i64,
) -> Result<Vec<Event>, Problem> {
    let mut noted = Vec::new();
    let judge = |on: &TournamentState, command: &Command| {
        noted.extend(interest::judged(case, on, command, now_ms)?);
        Ok(())
    };
    let mut events = decide_each(case, commands, now_ms, judge)?;
    events.extend(noted);
    Ok(events)
}

/// The same for what nobody does as an official.
pub(crate) fn decide_unjudged(
    tournament: &Tournament,
    commands: &[Command],
    now_ms: i64,
) -> Result<Vec<Event>, Problem> {
    decide_each(tournament, commands, now_ms, |_, _| Ok(()))
}

fn decide_each(
    tournament: &Tournament,
    commands: &[Command],
    now_ms: i64,
    mut judge: impl FnMut(&TournamentState, &Command) -> Result<(), Problem>,
) -> Result<Vec<Event>, Problem> {
    let header = EntryHeader {
        seq: tournament.seq.saturating_add(1),
        at_ms: now_ms,
    };
    let mut state: Option<TournamentState> = None;
    let mut all = Vec::new();
    let last = commands.len().saturating_sub(1);
    for (index, command) in commands.iter().enumerate() {
        let on = state.as_ref().unwrap_or(&tournament.state);
        judge(on, command)?;
        let events = decide(on, command, now_ms).map_err(|refusal| problems::refused(&refusal))?;
        if index < last {
            let next = events
                .iter()
                .fold(on.clone(), |next, event| evolve(next, &header, event));
            state = Some(next);
        }
        all.extend(events);
    }
    Ok(all)
}

/// While the event comes in from another server, only what brings it is done.
pub(crate) fn check_settled(state: &TournamentState) -> Result<(), Problem> {
    match &state.away {
        Some(away) if away.coming => Err(problems::coming_in()),
        _ => Ok(()),
    }
}

/// What became of one attempt.
enum Appended {
    Done(Done),
    Raced,
}

impl App {
    /// When what is decided on that tournament now is decided: never before its last entry.
    pub(crate) fn now_ms(&self, tournament: &Tournament) -> i64 {
        self.clock.now_ms().max(tournament.at_ms)
    }

    /// Runs an act in a task of its own: a caller that goes away does not stop it half-way.
    pub(crate) async fn detached<T: Send + 'static>(
        act: impl Future<Output = Result<T, Problem>> + Send + 'static,
    ) -> Result<T, Problem> {
        tokio::spawn(act.in_current_span())
            .await
            .map_err(Problem::internal)?
    }

    /// Decides a command on the latest state and appends what it causes, again if somebody else was
    /// first. A command given before gets its first answer.
    pub(crate) async fn execute<F>(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        decision: F,
    ) -> Result<Done, Problem>
    where
        F: Fn(&Case, i64) -> Result<Decision, Problem> + Send + Sync + 'static,
    {
        check::command_id(&act.command_id)?;
        let decision = Arc::new(decision);
        let mut kept = None;
        for _ in 0..ATTEMPTS {
            let attempt = self.attempt(tournament_id, act, &decision, &mut kept).await;
            match attempt {
                Ok(Appended::Done(done)) => return Ok(done),
                Ok(Appended::Raced) => {}
                Err(problem) => {
                    self.drop_record(tournament_id, kept.as_ref(), &problem)
                        .await;
                    return Err(problem);
                }
            }
        }
        Err(problems::contended())
    }

    async fn attempt<F>(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        decision: &Arc<F>,
        kept: &mut Option<Record>,
    ) -> Result<Appended, Problem>
    where
        F: Fn(&Case, i64) -> Result<Decision, Problem> + Send + Sync + 'static,
    {
        let tournament = self.tournament_or_empty(tournament_id).await?;
        if tournament.seq == 0 && !matches!(act.authority, Authority::Service) {
            return Err(problems::unknown_tournament(tournament_id));
        }
        act.authority.check(&tournament.state)?;
        if let Some(first) = self.first_answer(tournament_id, act).await? {
            // Whoever committed it may have gone before it told anybody.
            self.tell(tournament_id, first.seq).await;
            return Ok(Appended::Done(first));
        }
        if !matches!(act.authority, Authority::Service) {
            check_settled(&tournament.state)?;
        }
        let now_ms = self.now_ms(&tournament);
        let Decision { events, record } = {
            let decision = Arc::clone(decision);
            let case = Case {
                tournament: Arc::clone(&tournament),
                act: act.clone(),
                interests: self.interests,
            };
            // Pairing a large field takes long enough to hold up everybody else on this thread.
            tokio::task::spawn_blocking(move || decision(&case, now_ms))
                .await
                .map_err(Problem::internal)??
        };
        if let Some(record) = record {
            self.keep_record(&tournament, &record, now_ms).await?;
            *kept = Some(record);
        }
        let entry = new_entry(&tournament, act, &events, now_ms)?;
        self.append(entry, events).await
    }

    /// Whether the caller is an official of the tournament now.
    pub(crate) async fn check_official(
        &self,
        tournament_id: &str,
        caller: &Caller,
    ) -> Result<(), Problem> {
        let tournament = self.tournament(tournament_id).await?;
        Authority::Official(caller.clone()).check(&tournament.state)
    }

    /// What an act's command caused when it was given before.
    pub(crate) async fn first_answer(
        &self,
        tournament_id: &str,
        act: &Act,
    ) -> Result<Option<Done>, Problem> {
        self.journal
            .by_command(&stream(tournament_id), &act.actor, &act.command_id)
            .await
            .map_err(stored)?
            .as_ref()
            .map(done_before)
            .transpose()
    }

    async fn append(&self, entry: NewEntry, events: Vec<Event>) -> Result<Appended, Problem> {
        let id = entry.stream.id.clone();
        match self.journal.append(entry).await {
            Ok(Append::Appended { seq, .. }) => {
                self.tell(&id, seq).await;
                Ok(Appended::Done(Done { seq, events }))
            }
            Ok(Append::Repeated { entry }) => {
                // Another process did it: what is kept here does not know that yet.
                self.forget(&id);
                self.tell(&id, entry.seq).await;
                done_before(&entry).map(Appended::Done)
            }
            Ok(Append::Conflict { .. }) => Ok(Appended::Raced),
            Err(JournalError::PredecessorChanged { .. }) => {
                self.forget(&id);
                Ok(Appended::Raced)
            }
            Err(JournalError::OutcomeUnknown) => Err(Problem::new(
                Kind::Unavailable,
                "outcome_unknown",
                "The server stopped before it knew whether this was done; send the same command again.",
            )),
            Err(JournalError::Closed) => Err(Problem::new(
                Kind::Unavailable,
                "stopping",
                "The server is stopping and did nothing; send the same command again.",
            )),
            Err(error) => Err(stored(error)),
        }
    }

    /// After the commit: read models and the bus. Neither can undo what stands.
    async fn tell(&self, tournament_id: &str, seq: u64) {
        let indexed = async {
            let tournament = self.tournament(tournament_id).await?;
            self.index(&tournament).await
        };
        if let Err(problem) = indexed.await {
            tracing::warn!(tournament_id, %problem, "the index of tournaments lags behind");
        }
        let message = seq.to_string().into();
        if let Err(error) = self
            .live
            .publish(&topic::tournament(tournament_id), message)
            .await
        {
            tracing::warn!(tournament_id, %error, "a change was not announced");
        }
    }

    async fn keep_record(
        &self,
        tournament: &Tournament,
        record: &Record,
        now_ms: i64,
    ) -> Result<(), Problem> {
        match record {
            Record::Reason(reason) => {
                self.records
                    .keep_reason(&tournament.id, reason, now_ms)
                    .await
            }
            Record::Number(change) => {
                let kept = self.records.renumber(&tournament.id, change).await?;
                match kept {
                    NameKept::Kept => Ok(()),
                    NameKept::ZoneFull => Err(problems::zone_full(&change.country)),
                    NameKept::NumberTaken { .. } => {
                        Err(problems::federation_number_taken(change.number))
                    }
                }
            }
            Record::Name(name, operator) => {
                self.keep_name(tournament, name, now_ms).await?;
                match operator {
                    Some(operator) => {
                        self.records
                            .keep_reason(&tournament.id, operator, now_ms)
                            .await
                    }
                    None => Ok(()),
                }
            }
        }
    }

    /// One federation number enters once. The entry comes after its name, so a number may be held by a
    /// registration that is still under way, or by one that never came about.
    async fn keep_name(
        &self,
        tournament: &Tournament,
        name: &NewName,
        now_ms: i64,
    ) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let kept = self.records.keep_name(&tournament.id, name, now_ms).await?;
            let (entrant_id, written_at_ms) = match kept {
                NameKept::Kept => return Ok(()),
                NameKept::ZoneFull => return Err(problems::zone_full(&name.country)),
                NameKept::NumberTaken {
                    entrant_id,
                    written_at_ms,
                } => (entrant_id, written_at_ms),
            };
            let latest = self.tournament(&tournament.id).await?;
            let holder = outflank_tournament::EntrantId(entrant_id.clone());
            if is_entered(&latest.state, &holder) {
                return Err(problems::federation_number_taken(name.federation_number));
            }
            if now_ms.saturating_sub(written_at_ms) < IN_FLIGHT_MS {
                return Err(Problem::new(
                    Kind::Conflict,
                    "registration_under_way",
                    "This federation number is being registered by somebody else just now; try again.",
                ));
            }
            self.records.drop_name(&tournament.id, &entrant_id).await?;
        }
        Err(problems::contended())
    }

    /// A record whose entry was refused after all is erased. One whose entry's fate is not known stays.
    async fn drop_record(&self, tournament_id: &str, kept: Option<&Record>, problem: &Problem) {
        if matches!(problem.kind, Kind::Internal | Kind::Unavailable) {
            return;
        }
        if let Some(Record::Name(name, _)) = kept {
            // An account enters under one id: the name may be that of an entry which came first.
            let id = EntrantId(name.entrant_id.clone());
            match self.tournament(tournament_id).await {
                Ok(latest) if !is_entered(&latest.state, &id) => {}
                _ => return,
            }
        }
        let dropped = match kept {
            None => return,
            Some(Record::Number(change)) => {
                self.records
                    .number_as_before(tournament_id, &change.before)
                    .await
            }
            Some(Record::Reason(reason)) => {
                self.records
                    .drop_reason(tournament_id, &reason.reason_id)
                    .await
            }
            Some(Record::Name(name, operator)) => {
                if let Some(operator) = operator {
                    let dropped = self
                        .records
                        .drop_reason(tournament_id, &operator.reason_id)
                        .await;
                    if let Err(problem) = dropped {
                        tracing::warn!(tournament_id, %problem, "a record without an entry stays");
                    }
                }
                self.records
                    .drop_name(tournament_id, &name.entrant_id)
                    .await
            }
        };
        if let Err(problem) = dropped {
            tracing::warn!(tournament_id, %problem, "a record without an entry stays");
        }
    }
}

/// On the list or waiting for a place on it.
fn is_entered(state: &TournamentState, id: &EntrantId) -> bool {
    state.entrant(id).is_some() || state.waiting.iter().any(|waits| waits.entrant == *id)
}

fn done_before(entry: &Entry) -> Result<Done, Problem> {
    Ok(Done {
        seq: entry.seq,
        events: EntryBody::read(entry)?,
    })
}

fn new_entry(
    tournament: &Tournament,
    act: &Act,
    events: &[Event],
    now_ms: i64,
) -> Result<NewEntry, Problem> {
    let seq = tournament.seq.saturating_add(1);
    let confirmed = events
        .iter()
        .any(|event| matches!(event, Event::TournamentConfirmed { .. }));
    Ok(NewEntry {
        stream: stream(&tournament.id),
        expected_seq: tournament.seq,
        at_ms: now_ms,
        actor: act.actor.clone(),
        command_id: act.command_id.clone(),
        schema_version: SCHEMA_VERSION,
        body: fact::entry_body(events)?,
        facts: fact::facts(&tournament.id, seq, now_ms, events)?,
        deadline: if confirmed {
            DeadlineChange::Clear
        } else if seq == 1 {
            DeadlineChange::Wait
        } else {
            DeadlineChange::Keep
        },
    })
}
