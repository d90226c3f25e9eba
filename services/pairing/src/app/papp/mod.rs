//! The fallback when this server cannot be reached: an event goes on in PAPP's files, and comes back.

mod files;

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use outflank_access::{Caller, Kind, Problem, problem};
use outflank_formats::papp::{
    exchange::{
        Comparison, EventHere, ExchangeFinding, ExchangeStep, ListedEntrant, compare, write_event,
    },
    folder::{ReadFolder, Untold},
};
use outflank_tournament::{Command, Deviation, EntrantId, Event, TournamentState};

pub(crate) use files::PappFile;

use super::{
    App,
    execute::{Act, Authority, Case, Decision, Done, check_settled, decide_prepared},
    problems,
    rounds::next_seed,
};
use crate::records::{DrawSecret, EntrantName};

/// An event's files for PAPP.
pub(crate) struct PappFiles {
    /// The archive's name.
    pub name: String,
    /// All of them in one ZIP archive.
    pub archive: Vec<u8>,
    /// What PAPP cannot be told.
    pub untold: Vec<Untold>,
    /// The tournament's last entry that they tell.
    pub seq: u64,
}

/// What taking PAPP's files would come to.
pub(crate) struct PappPreview {
    /// What PAPP has beyond the event here, and what stands in the way.
    pub compared: Comparison,
    /// What the rounds would depart from.
    pub departures: Vec<Deviation>,
    /// What taking it would be refused with all the same.
    pub obstacles: Vec<Problem>,
    /// The tournament's last entry that it was made on.
    pub seq: u64,
    /// Who the entrants are.
    pub names: BTreeMap<String, EntrantName>,
}

type Listed = BTreeMap<EntrantId, ListedEntrant>;

impl App {
    /// The files from which PAPP goes on with the event as it stands, for its officials.
    pub(crate) async fn papp_files(
        self: &Arc<Self>,
        tournament_id: &str,
        caller: &Caller,
    ) -> Result<PappFiles, Problem> {
        self.check_official(tournament_id, caller).await?;
        let tournament = self.tournament(tournament_id).await?;
        let listed = listed(&self.records.names(tournament_id).await?);
        let written = write_event(EventHere {
            state: &tournament.state,
            listed: &listed,
        })
        .map_err(|obstacle| {
            problem!(
                Kind::Refused,
                "papp_unable",
                "PAPP cannot go on with this event: {why}.",
                why = obstacle.to_string(),
            )
        })?;
        let facts = tournament.state.facts.as_ref();
        let day = facts.map(|facts| facts.date.replace('-', ""));
        Ok(PappFiles {
            name: format!("papp-{}.zip", day.unwrap_or_default()),
            archive: files::packed(&written)?,
            untold: written.untold,
            seq: tournament.seq,
        })
    }

    /// Looks at what taking those files would come to. It changes nothing.
    pub(crate) async fn preview_papp_files(
        self: &Arc<Self>,
        tournament_id: &str,
        caller: Caller,
        sent: Vec<PappFile>,
    ) -> Result<PappPreview, Problem> {
        self.tournament(tournament_id).await?;
        let act = Act {
            actor: caller.person()?.account_id.clone(),
            command_id: String::new(),
            authority: Authority::Official(caller),
        };
        let case = self.case_of(tournament_id, act).await?;
        let names = self.records.names(tournament_id).await?;
        let secret = self.records.draw_secret(tournament_id).await?;
        let now_ms = self.now_ms(&case);
        tokio::task::spawn_blocking(move || {
            let read = files::read(&sent)?;
            Ok(previewed(&case, &read, (&secret, names), now_ms))
        })
        .await
        .map_err(Problem::internal)?
    }

    /// Brings the event where PAPP left it, in one entry; refused whole where anything stands in the way.
    pub(crate) async fn take_papp_files(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        (sent, reason, accept_deviations): (Vec<PappFile>, &str, bool),
    ) -> Result<Done, Problem> {
        let writing = act.writing(tournament_id, reason, (0, 0))?;
        self.case_of(tournament_id, act.clone()).await?;
        let listed = listed(&self.records.names(tournament_id).await?);
        let secret = self.records.draw_secret(tournament_id).await?;
        let read = tokio::task::spawn_blocking(move || files::read(&sent))
            .await
            .map_err(Problem::internal)??;
        self.execute(tournament_id, act, move |case, now_ms| {
            let compared = compared(case, &listed, &read);
            check_clear(&compared)?;
            let commands = commands(&case.state, &compared.steps, accept_deviations);
            Ok(Decision {
                events: decided(case, &commands, &secret, now_ms)?,
                record: Some(writing.record()),
            })
        })
        .await
    }
}

fn previewed(
    case: &Case,
    read: &ReadFolder,
    (secret, names): (&DrawSecret, BTreeMap<String, EntrantName>),
    now_ms: i64,
) -> PappPreview {
    let compared = compared(case, &listed(&names), read);
    let mut obstacles: Vec<Problem> = check_settled(&case.state).err().into_iter().collect();
    let mut departures = Vec::new();
    if compared.findings.is_empty() && !compared.steps.is_empty() {
        let commands = commands(&case.state, &compared.steps, true);
        match decided(case, &commands, secret, now_ms) {
            Ok(events) => departures = departures_of(events),
            Err(problem) => obstacles.push(problem),
        }
    }
    let obstacles = obstacles.into_iter();
    let obstacles = obstacles
        .map(|problem| problems::with_names(problem, &names))
        .collect();
    PappPreview {
        compared,
        departures,
        obstacles,
        seq: case.seq,
        names,
    }
}

fn compared(case: &Case, listed: &Listed, read: &ReadFolder) -> Comparison {
    let here = EventHere {
        state: &case.state,
        listed,
    };
    compare(here, read)
}

fn check_clear(compared: &Comparison) -> Result<(), Problem> {
    if let Some(first) = compared.findings.first() {
        let round = first.round().unwrap_or_default();
        return Err(problem!(
            Kind::Refused,
            "papp_differs",
            "PAPP's files are not taken, for {findings} findings stand in the way; the first: {what}.",
            findings = u32::try_from(compared.findings.len()).unwrap_or(u32::MAX),
            what = ExchangeFinding::to_string(first),
        )
        .with("round", round));
    }
    if compared.steps.is_empty() {
        return Err(Problem::new(
            Kind::Refused,
            "nothing_to_take",
            "PAPP's files hold nothing that the event here has not: there is nothing to take.",
        ));
    }
    Ok(())
}

fn commands(
    state: &TournamentState,
    steps: &[ExchangeStep],
    accept_deviations: bool,
) -> Vec<Command> {
    let variant = state.variant();
    let steps = steps.iter();
    steps
        .flat_map(|step| step.commands(&variant, accept_deviations))
        .collect()
}

fn decided(
    case: &Case,
    commands: &[Command],
    secret: &DrawSecret,
    now_ms: i64,
) -> Result<Vec<Event>, Problem> {
    decide_prepared(case, commands, now_ms, |on, command| match command {
        Command::PublishRound { .. } => {
            let mut publication = command.clone();
            if let Command::PublishRound { seed, .. } = &mut publication {
                *seed = next_seed(on, secret);
            }
            Cow::Owned(publication)
        }
        _ => Cow::Borrowed(command),
    })
}

fn departures_of(events: Vec<Event>) -> Vec<Deviation> {
    let published = events.into_iter().filter_map(|event| match event {
        Event::RoundPublished { deviations, .. } => Some(deviations),
        _ => None,
    });
    published.flatten().collect()
}

fn listed(names: &BTreeMap<String, EntrantName>) -> Listed {
    let names = names.values();
    names
        .map(|name| {
            let listed = ListedEntrant {
                number: name.federation_number,
                is_new: name.new_player,
                surname: name.surname.clone(),
                first_names: name.given_names.clone(),
            };
            (EntrantId(name.entrant_id.clone()), listed)
        })
        .collect()
}
