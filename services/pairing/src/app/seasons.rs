//! Seasons: their calendars, the events that are their legs, and their tables.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use outflank_access::{Kind, Problem};
use outflank_tournament::{
    AccountId, Refusal,
    season::{
        self, Act, Actor, Command, Event, Known, LegEvent, LegPlayer, LegRanking, State, TableLine,
        season_player, table_of,
    },
};

use super::{
    App, Tournament, Writing, check, problems,
    streams::{Folded, Stood},
};
use crate::records::EntrantName;

/// Texts about a season are kept under this in front of its id.
const TEXTS: &str = "season ";
/// Most bytes of a season's name.
const LONGEST_NAME: usize = 100;
/// What is known beside a season changes under a decision at most so often.
const ATTEMPTS: u32 = 8;

impl Folded for State {
    type Event = Event;
    const KIND: &'static str = "season";

    fn evolved(self, at_ms: i64, event: &Event) -> Self {
        self.evolve(at_ms, event)
    }

    fn contended() -> Problem {
        Problem::new(
            Kind::Conflict,
            "season_contended",
            "Others changed this season or its events at the same moment again and again; send the same command once more.",
        )
    }
}

/// What somebody asks of a season, with the texts that go with it.
#[derive(Debug)]
pub(crate) struct SeasonAct {
    pub season_id: String,
    pub actor: String,
    pub command_id: String,
    pub texts: Vec<Writing>,
    pub act: SeasonAsked,
}

/// What of a season is asked for: an act, or its end, whose rankings this service has.
#[derive(Debug)]
pub(crate) enum SeasonAsked {
    Act(Act),
    Close,
}

/// A season with what is known of its legs.
#[derive(Debug)]
pub(crate) struct KnownSeason {
    pub stood: Stood<State>,
    /// The tournaments that are its legs.
    pub events: BTreeMap<String, Arc<Tournament>>,
    /// What their entrants are called, by tournament and entrant.
    pub names: BTreeMap<String, BTreeMap<String, EntrantName>>,
    /// What was written about it, by id.
    pub texts: BTreeMap<String, String>,
}

impl KnownSeason {
    /// The tournament that a leg is played as.
    pub(crate) fn event(&self, leg: u32) -> Option<&Arc<Tournament>> {
        let linked = self.stood.state.legs.get(&leg)?.event.as_ref()?;
        self.events.get(&linked.tournament)
    }

    /// The table as it stands, or the final one.
    ///
    /// # Errors
    /// Why it cannot be counted.
    pub(crate) fn table(&self) -> Result<Vec<TableLine>, Refusal> {
        let state = &self.stood.state;
        if let Some(closed) = &state.closed {
            return Ok(closed.table.clone());
        }
        table_of(state, &self.rankings())
    }

    /// The confirmed final rankings of the legs that take place.
    fn rankings(&self) -> Vec<LegRanking> {
        let legs = self.stood.state.standing_legs();
        legs.filter_map(|(leg, _)| self.ranking(leg)).collect()
    }

    fn ranking(&self, leg: u32) -> Option<LegRanking> {
        let tournament = self.event(leg)?;
        let version = LegEvent::of(&tournament.state).ranking_version?;
        let ranking = tournament.state.ranking.as_ref()?;
        let players = ranking.iter().map(|line| LegPlayer {
            player: self.player(tournament, &line.entrant.0),
            entrant: line.entrant.clone(),
            rank: line.rank,
            half_points: line.half_points,
        });
        Some(LegRanking {
            leg,
            version,
            players: players.collect(),
        })
    }

    /// Who an entrant is throughout the season. Whose name is lost is nobody else.
    fn player(&self, tournament: &Tournament, entrant: &str) -> String {
        let names = self.names.get(&tournament.id);
        match names.and_then(|names| names.get(entrant)) {
            Some(name) => season_player(&name.person(entrant_country(tournament, entrant))),
            None => format!("{}/{entrant}", tournament.id),
        }
    }
}

/// The nation that an entrant plays for.
pub(crate) fn entrant_country<'a>(tournament: &'a Tournament, entrant: &str) -> &'a str {
    let known = tournament.state.entrants.iter();
    let mut known = known.filter(|known| known.id.as_str() == entrant);
    let country = known.next().and_then(|known| known.country.as_deref());
    country.unwrap_or_default()
}

impl App {
    /// The seasons of that federation, or of all; the latest year first.
    pub(crate) async fn seasons(&self, federation: &str) -> Result<Vec<Stood<State>>, Problem> {
        let mut all: Vec<Stood<State>> = Vec::new();
        for id in self.all_stood::<State>().await? {
            let stood: Stood<State> = self.stood(&id).await?;
            if federation.is_empty() || stood.state.federation == federation {
                all.push(stood);
            }
        }
        all.sort_by_cached_key(|stood| season_key(&stood.state));
        Ok(all)
    }

    /// A season with what is known of its legs.
    ///
    /// # Errors
    /// `unknown_season`.
    pub(crate) async fn season(&self, id: &str) -> Result<KnownSeason, Problem> {
        let stood = self.announced_season(id).await?;
        self.known_season(stood).await
    }

    async fn announced_season(&self, id: &str) -> Result<Stood<State>, Problem> {
        if !outflank_access::identifier::is_id(id) {
            return Err(unknown_season());
        }
        let stood: Stood<State> = self.stood(id).await?;
        if !stood.state.is_announced() {
            return Err(unknown_season());
        }
        Ok(stood)
    }

    async fn known_season(&self, stood: Stood<State>) -> Result<KnownSeason, Problem> {
        let mut known = KnownSeason {
            texts: self.records.reasons(&texts_of(&stood.state.season)).await?,
            events: BTreeMap::new(),
            names: BTreeMap::new(),
            stood,
        };
        for id in known.stood.state.tournaments() {
            let names = self.records.names(&id).await?;
            known.names.insert(id.clone(), names);
            let tournament = self.tournament(&id).await?;
            known.events.insert(id, tournament);
        }
        Ok(known)
    }

    /// What was written about a season under one id.
    pub(crate) async fn season_text(&self, season_id: &str, id: &str) -> Result<String, Problem> {
        let text = self.records.reason(&texts_of(season_id), id).await?;
        Ok(text.unwrap_or_default())
    }

    /// No time before its last entry.
    pub(crate) fn season_now_ms(&self, stood: &Stood<State>) -> i64 {
        self.clock.now_ms().max(stood.at_ms)
    }

    /// Decides on a season and appends what it becomes.
    pub(crate) async fn change_season(
        self: &Arc<Self>,
        asked: SeasonAct,
    ) -> Result<KnownSeason, Problem> {
        let by = self.season_actor(&AccountId(asked.actor.clone())).await?;
        let mut attempts = 0..ATTEMPTS;
        loop {
            attempts.next().ok_or_else(State::contended)?;
            let command = self.season_command(&by, &asked).await?;
            match self.decide_season(&asked, &command).await {
                Ok(stood) => return self.known_season(stood).await,
                // Somebody linked another event meanwhile.
                Err(problem) if problem.code == "unknown_leg_event" => {}
                Err(problem) => return Err(problem),
            }
        }
    }

    /// The act with what is known beside the season now.
    async fn season_command(&self, by: &Actor, asked: &SeasonAct) -> Result<Command, Problem> {
        if let SeasonAsked::Act(
            act @ Act::Announce {
                season,
                federation,
                series,
                ..
            },
        ) = &asked.act
        {
            self.federation(federation).await?;
            let series_taken = match series {
                Some(series) => self.series_taken(series, season, &by.account).await?,
                None => false,
            };
            return Ok(Command {
                by: by.clone(),
                known: Known {
                    series_taken,
                    ..Known::default()
                },
                act: act.clone(),
            });
        }
        let stood = self.announced_season(&asked.season_id).await?;
        let members = self.members_of(&stood.state.federation).await?;
        let known = self.known_season(stood).await?;
        let events = known.events.iter();
        let mut events: BTreeMap<String, LegEvent> = events
            .map(|(id, tournament)| (id.clone(), LegEvent::of(&tournament.state)))
            .collect();
        let act = match &asked.act {
            SeasonAsked::Act(act) => act.clone(),
            SeasonAsked::Close => Act::Close {
                rankings: known.rankings(),
            },
        };
        if let Act::LinkEvent { tournament, .. } = &act {
            let event = self.tournament(tournament).await?;
            events.insert(tournament.clone(), LegEvent::of(&event.state));
        }
        let known = Known {
            members,
            events,
            ..Known::default()
        };
        let by = by.clone();
        Ok(Command { by, known, act })
    }

    async fn decide_season(
        self: &Arc<Self>,
        asked: &SeasonAct,
        command: &Command,
    ) -> Result<Stood<State>, Problem> {
        let decide = |stood: &Stood<State>, now_ms: i64| {
            season::decide(&stood.state, command, now_ms)
                .map_err(|refusal| problems::refused(&refusal))
        };
        let texts = asked.texts.iter().cloned().map(Writing::into_reason);
        let texts = (&*texts_of(&asked.season_id), &*texts.collect::<Vec<_>>());
        let by = (asked.actor.as_str(), asked.command_id.as_str());
        self.change(&asked.season_id, by, texts, decide).await
    }

    /// The nations that may host legs of a federation's series.
    async fn members_of(&self, code: &str) -> Result<BTreeSet<String>, Problem> {
        let known = self.federation(code).await?.state;
        Ok(match known.members.is_empty() {
            true => BTreeSet::from([known.code]),
            false => known.members,
        })
    }
}

/// What orders seasons: the latest year first.
pub(crate) fn season_key(state: &State) -> (u32, String) {
    (u32::MAX - state.year, state.season.clone())
}

/// A season's name as it is kept.
pub(crate) fn season_name(name: &str) -> Result<String, Problem> {
    let kept = check::reason(name).ok();
    kept.filter(|name| name.len() <= LONGEST_NAME)
        .ok_or_else(|| {
            Problem::new(
                Kind::Invalid,
                "season_terms_wrong",
                "A season's name has 1 to 100 bytes and no control characters.",
            )
            .about("name")
        })
}

fn texts_of(season_id: &str) -> String {
    format!("{TEXTS}{season_id}")
}

fn unknown_season() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_season",
        "No such season is announced here.",
    )
}
