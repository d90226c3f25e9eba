//! One command: load, authorise, wait for its turn, decide, append with its record, tell.

use std::{borrow::Cow, future::Future, ops::Deref, sync::Arc};

use outflank_access::{Caller, Problem, Role, Standing};
use outflank_journal::{Append, DeadlineChange, Entry, JournalError, NewEntry, RecordWrite};
use outflank_tournament::{
    AccountId, Command, EarlyEndKind, EntrantId, EntryHeader, Event, InterestTable, OfficialRole,
    TournamentState, decide, evolve,
};
use tracing::Instrument as _;

use super::{
    App, check, fact,
    federations::Offices,
    interest,
    keeping::Record,
    problems,
    rating_office::nation,
    tournament::{EntryBody, SCHEMA_VERSION, Tournament, stream},
};
use crate::records::{Referring, stored};

/// A race against other processes for a tournament's stream is decided again at most so often.
const ATTEMPTS: u32 = 32;

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
    /// A rating officer's, with the federations whose officer they are.
    Officer(Caller, Offices),
    /// A director's; of whoever is none, a rating officer's, with the federations whose officer they are.
    OfficialOrOfficer(Caller, Offices),
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
    pub(super) fn check(&self, state: &TournamentState) -> Result<(), Problem> {
        let caller = match self {
            Self::Service => return Ok(()),
            Self::Official(caller)
            | Self::HeadDirector(caller)
            | Self::Seat(caller, _)
            | Self::Officer(caller, _)
            | Self::OfficialOrOfficer(caller, _)
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
            officer: match self {
                Self::Officer(_, offices) | Self::OfficialOrOfficer(_, offices) => {
                    offices.over(nation(state)).is_some()
                }
                _ => false,
            },
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

impl Act {
    /// The entry that the act would make.
    fn referring(&self) -> Referring {
        Referring {
            actor: self.actor.clone(),
            command_id: self.command_id.clone(),
        }
    }
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

impl Done {
    /// The round that it took back; 0 = none.
    pub(crate) fn round_taken_back(&self) -> u32 {
        let mut rounds = self.events.iter().filter_map(|event| match event {
            Event::RoundUnpublished { round, .. } => Some(*round),
            _ => None,
        });
        rounds.next().unwrap_or(0)
    }
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
    decide_prepared(case, commands, now_ms, as_it_is)
}

/// The same for commands of which something rests on the state that the one before left: a seed.
pub(crate) fn decide_prepared(
    case: &Case,
    commands: &[Command],
    now_ms: i64,
    prepare: impl for<'c> Fn(&TournamentState, &'c Command) -> Cow<'c, Command>,
) -> Result<Vec<Event>, Problem> {
    let mut noted = Vec::new();
    let judge = |on: &TournamentState, command: &Command| {
        noted.extend(interest::judged(case, on, command, now_ms)?);
        Ok(())
    };
    let mut events = decide_each(case, commands, now_ms, (prepare, judge))?;
    events.extend(noted);
    Ok(events)
}

/// The same for what nobody does as an official.
pub(crate) fn decide_unjudged(
    tournament: &Tournament,
    commands: &[Command],
    now_ms: i64,
) -> Result<Vec<Event>, Problem> {
    decide_each(tournament, commands, now_ms, (as_it_is, |_, _| Ok(())))
}

const fn as_it_is<'c>(_: &TournamentState, command: &'c Command) -> Cow<'c, Command> {
    Cow::Borrowed(command)
}

fn decide_each(
    tournament: &Tournament,
    commands: &[Command],
    now_ms: i64,
    (prepare, mut judge): (
        impl for<'c> Fn(&TournamentState, &'c Command) -> Cow<'c, Command>,
        impl FnMut(&TournamentState, &Command) -> Result<(), Problem>,
    ),
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
        let command = prepare(on, command);
        judge(on, &command)?;
        let events = decide(on, &command, now_ms).map_err(|refusal| problems::refused(&refusal))?;
        if index < last {
            let on = state.take().unwrap_or_else(|| tournament.state.clone());
            let next = events
                .iter()
                .fold(on, |next, event| evolve(next, &header, event));
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

    /// Decides a command on the latest state and appends what it causes, one command of this process after
    /// another, again if another process was first. A command given before gets its first answer.
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
        // Who may not do it does not stand in the way of those who may.
        self.permitted(tournament_id, act).await?;
        let done: Result<Done, Problem> = {
            let _turn = self.turns.take(tournament_id).await?;
            self.in_turn(tournament_id, act, Arc::new(decision)).await
        };
        let done = match done {
            Ok(done) => done,
            Err(refused) => return Err(self.by_name(tournament_id, refused).await),
        };
        // Whoever committed it may have gone before it told anybody.
        self.tell(tournament_id, &done).await;
        Ok(done)
    }

    async fn in_turn<F>(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        decision: Arc<F>,
    ) -> Result<Done, Problem>
    where
        F: Fn(&Case, i64) -> Result<Decision, Problem> + Send + Sync + 'static,
    {
        for _ in 0..ATTEMPTS {
            let attempt = self.attempt(tournament_id, act, &decision).await?;
            if let Appended::Done(done) = attempt {
                return Ok(done);
            }
        }
        Err(problems::contended())
    }

    /// The tournament as it is now, if the act is permitted on it.
    async fn permitted(&self, tournament_id: &str, act: &Act) -> Result<Arc<Tournament>, Problem> {
        let tournament = self.tournament_or_empty(tournament_id).await?;
        if tournament.seq == 0 && !matches!(act.authority, Authority::Service) {
            return Err(problems::unknown_tournament(tournament_id));
        }
        act.authority.check(&tournament.state)?;
        Ok(tournament)
    }

    async fn attempt<F>(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        decision: &Arc<F>,
    ) -> Result<Appended, Problem>
    where
        F: Fn(&Case, i64) -> Result<Decision, Problem> + Send + Sync + 'static,
    {
        let tournament = self.permitted(tournament_id, act).await?;
        if let Some(first) = self.first_answer(tournament_id, act).await? {
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
        self.check_clocks(&tournament, &events).await?;
        let records = match record {
            Some(record) => {
                self.record_writes(&tournament, &record, &act.referring(), now_ms)
                    .await?
            }
            None => Vec::new(),
        };
        let entry = new_entry(&tournament, act, (&events, records), now_ms)?;
        self.append(entry, events).await
    }

    /// The tournament as it is now, to decide on it what the service itself would do.
    pub(super) async fn case_of_service(&self, tournament_id: &str) -> Result<Case, Problem> {
        let act = Act {
            actor: Role::Pairing.actor(),
            command_id: String::new(),
            authority: Authority::Service,
        };
        self.case_of(tournament_id, act).await
    }

    /// The tournament as it is now, to look at what an act would come to on it.
    pub(super) async fn case_of(&self, tournament_id: &str, act: Act) -> Result<Case, Problem> {
        Ok(Case {
            tournament: self.permitted(tournament_id, &act).await?,
            act,
            interests: self.interests,
        })
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
        let write = self.records.writes().begin(&id);
        let appended = self.journal.append(entry).await;
        // Of one whose outcome is unknown nobody knows when it ends.
        if !matches!(appended, Err(JournalError::OutcomeUnknown)) {
            write.ended();
        }
        match appended {
            Ok(Append::Appended { seq, .. }) => Ok(Appended::Done(Done { seq, events })),
            Ok(Append::Repeated { entry }) => {
                // Another process did it: what is kept here does not know that yet.
                self.forget(&id);
                done_before(&entry).map(Appended::Done)
            }
            Ok(Append::Conflict { .. } | Append::Unmet) => Ok(Appended::Raced),
            Err(JournalError::PredecessorChanged { .. }) => {
                self.forget(&id);
                Ok(Appended::Raced)
            }
            Err(error) => Err(problems::not_appended(error)),
        }
    }

    /// After the commit: read models and the bus. Neither can undo what stands.
    async fn tell(&self, tournament_id: &str, done: &Done) {
        let indexed = async {
            let tournament = self.tournament(tournament_id).await?;
            let row = self.index(&tournament).await?;
            self.tell_line(row).await;
            self.tell_announcements(&tournament, &done.events).await?;
            self.keep_last_view(&tournament).await
        };
        if let Err(problem) = indexed.await {
            tracing::warn!(tournament_id, %problem, "a read model lags behind or an announcement was not told");
        }
        self.tell_seq(tournament_id, done.seq).await;
    }
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
    (events, records): (&[Event], Vec<RecordWrite>),
    now_ms: i64,
) -> Result<NewEntry, Problem> {
    let seq = tournament.seq.saturating_add(1);
    let over = events.iter().any(|event| match event {
        Event::TournamentConfirmed { .. } => true,
        Event::EndedEarly(act) => {
            matches!(act.kind, EarlyEndKind::Abandoned | EarlyEndKind::Cancelled)
        }
        _ => false,
    });
    let by = match act.authority {
        Authority::Service => None,
        _ => Some(act.by()),
    };
    Ok(NewEntry {
        stream: stream(&tournament.id),
        expected_seq: tournament.seq,
        at_ms: now_ms,
        actor: act.actor.clone(),
        command_id: act.command_id.clone(),
        schema_version: SCHEMA_VERSION,
        body: fact::entry_body(events)?,
        facts: fact::facts(&tournament.id, seq, now_ms, by.as_ref(), events)?,
        deadline: if over {
            DeadlineChange::Clear
        } else if seq == 1 {
            DeadlineChange::Wait
        } else {
            DeadlineChange::Keep
        },
        records,
    })
}
