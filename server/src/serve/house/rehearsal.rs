//! One rehearsal: its event is followed, and its seats do what their turn is.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use outflank_client::{
    AnnouncedRound, Failure, Frame, Line, Tournament, TournamentPhase, TournamentSummary,
};
use serde_json::{Value, json};
use tokio::{
    task::{JoinError, JoinSet},
    time::{self, Instant},
};

use super::{
    House, PAUSE,
    bot::RandomBot,
    colours,
    player::{self, Chair},
};

/// Between two looks at the event.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);
/// The event is looked at so often where nothing is told of it.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// A chair whose game is over without a result, or was refused, is left alone for so long; for longer each time that there
/// was nothing to do at it.
const REST: Duration = Duration::from_secs(5);
/// How often that doubles.
const MOST_DOUBLED: u32 = 4;
/// For how long it is remembered.
const REMEMBERED: Duration = Duration::from_secs(300);

/// One rehearsal that is not over.
#[derive(Debug)]
pub struct Rehearsal {
    house: Arc<House>,
    id: String,
    /// The house's seats: the bots' numbers, by their entrants.
    seats: BTreeMap<String, u32>,
    players: JoinSet<(Chair, Result<(), Failure>)>,
    /// Since when.
    playing: HashMap<Chair, Instant>,
    resting: HashMap<Chair, Rest>,
}

/// A chair that nobody of the house sits on for a while.
#[derive(Debug, Clone, Copy)]
struct Rest {
    until: Instant,
    /// How often in a row there was nothing to do at it.
    idle: u32,
}

impl Rehearsal {
    /// Of that id.
    pub fn new(house: Arc<House>, id: String) -> Self {
        Self {
            house,
            id,
            seats: BTreeMap::new(),
            players: JoinSet::new(),
            playing: HashMap::new(),
            resting: HashMap::new(),
        }
    }

    /// Plays until the rehearsal is over, whatever comes between.
    pub async fn hold(mut self) {
        while let Err(error) = self.go_on().await {
            tracing::info!("a rehearsal is interrupted and goes on soon: {error:#}");
            time::sleep(PAUSE).await;
        }
    }

    /// Goes on from wherever the rehearsal stands.
    async fn go_on(&mut self) -> anyhow::Result<()> {
        self.seats = self.house.take_seats(&self.id).await?;
        let mut line = Line::open(&self.house.client).await?;
        let follow = json!({ "type": "follow", "tournament": self.id });
        line.send(&follow).await?;
        loop {
            let looked = Instant::now();
            let tournament: Tournament = self
                .house
                .client
                .get(&format!("/tournaments/{}", self.id))
                .await?;
            if is_over(&tournament.summary) {
                line.close().await;
                return Ok(());
            }
            self.take_part(&tournament).await?;
            self.wait(&mut line, looked).await?;
        }
    }

    /// Every seat does what its turn is.
    async fn take_part(&mut self, tournament: &Tournament) -> anyhow::Result<()> {
        let mut entrants = tournament.entrants.iter();
        if entrants.any(|one| !one.seated && one.withdrawn_from_round == 0) {
            self.seats = self.house.take_seats(&self.id).await?;
        }
        self.check_in(tournament).await?;
        if let Some(announced) = &tournament.announced {
            self.choose_colours(announced).await?;
        }
        self.sit_down(tournament).await
    }

    /// Everybody is there.
    async fn check_in(&self, tournament: &Tournament) -> anyhow::Result<()> {
        for list in tournament.check_ins.iter().filter(|list| list.open) {
            for entrant in &tournament.entrants {
                let there = list.entrant_ids.contains(&entrant.id);
                let Some(number) = self.seats.get(&entrant.id).filter(|_| !there) else {
                    continue;
                };
                if entrant.withdrawn_from_round == 0 {
                    let path = format!("/tournaments/{}/entrants/{}/check-in", self.id, entrant.id);
                    self.ask(*number, &path, &json!({})).await?;
                }
            }
        }
        Ok(())
    }

    /// Everybody whose choice it is takes black. The choice of a person who plays a seat himself is his.
    async fn choose_colours(&self, announced: &AnnouncedRound) -> anyhow::Result<()> {
        for game in &announced.games {
            for entrant in colours::choosers(game) {
                let Some(number) = self.seats.get(entrant).copied() else {
                    break;
                };
                let (path, body) = colours::black(&self.id, entrant, game);
                if self.ask(number, &path, &body).await? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Asks for something in the name of a bot; whether it was granted.
    async fn ask(&self, number: u32, path: &str, body: &Value) -> anyhow::Result<bool> {
        let bot = self.house.bot(number).await?;
        match bot.post::<Value>(path, body).await {
            Ok(_) => Ok(true),
            Err(Failure::Refused(refused)) => {
                if refused.status == 401 {
                    self.house.forget(number).await;
                }
                Ok(false)
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Each seat of the house plays its games that have no result.
    async fn sit_down(&mut self, tournament: &Tournament) -> anyhow::Result<()> {
        let now = Instant::now();
        self.resting.retain(|_, rest| rest.until + REMEMBERED > now);
        let boards = tournament.rounds.iter().flat_map(|round| &round.boards);
        let open = boards.filter(|board| board.result.is_none() && !board.game_id.is_empty());
        for board in open {
            for (entrant, black) in [
                (&board.black_entrant_id, true),
                (&board.white_entrant_id, false),
            ] {
                let Some(number) = self.seats.get(entrant).copied() else {
                    continue;
                };
                let chair = Chair {
                    game_id: board.game_id.clone(),
                    black,
                    number,
                };
                let rests = self
                    .resting
                    .get(&chair)
                    .is_some_and(|rest| rest.until > now);
                if rests || self.playing.contains_key(&chair) {
                    continue;
                }
                let bot = self.house.bot(number).await?;
                self.playing.insert(chair.clone(), now);
                let seats = Arc::clone(&self.house.free_seats);
                self.players.spawn(async move {
                    // It is never closed.
                    let _seat = seats.acquire_owned().await;
                    let mut strategy = RandomBot::new(&chair.game_id);
                    let played = player::play(&bot, &chair, &mut strategy).await;
                    (chair, played)
                });
            }
        }
        Ok(())
    }

    /// Until the event changed or somebody got up, but neither too short nor too long.
    async fn wait(&mut self, line: &mut Line, looked: Instant) -> anyhow::Result<()> {
        let rested = self.resting.values().map(|rest| rest.until);
        let rested = rested.filter(|until| *until > looked).min();
        let latest = rested.map_or(looked + LONGEST_WAIT, |until| {
            until.min(looked + LONGEST_WAIT)
        });
        let mut changed = false;
        loop {
            let until = match changed {
                true => looked + SHORTEST_WAIT,
                false => latest.max(looked + SHORTEST_WAIT),
            };
            tokio::select! {
                () = time::sleep_until(until) => return Ok(()),
                frame = line.next() => {
                    let frame = frame.context("the event is not heard")?;
                    changed |= matches!(frame, Frame::Tournament { .. });
                }
                Some(ended) = self.players.join_next() => {
                    self.got_up(ended).await?;
                    changed = true;
                }
            }
        }
    }

    async fn got_up(
        &mut self,
        ended: Result<(Chair, Result<(), Failure>), JoinError>,
    ) -> anyhow::Result<()> {
        let (chair, played) = match ended {
            Ok(ended) => ended,
            Err(error) => {
                // Nobody knows whose it was: everybody sits down again.
                self.players = JoinSet::new();
                self.playing.clear();
                return Err(error.into());
            }
        };
        let now = Instant::now();
        let sat = self.playing.remove(&chair);
        let idle = match self.resting.get(&chair) {
            Some(rest) if sat.is_some_and(|since| now < since + REST) => rest.idle + 1,
            _ => 0,
        };
        let until = now + REST * 2_u32.pow(idle.min(MOST_DOUBLED));
        self.resting.insert(chair.clone(), Rest { until, idle });
        let Err(failure) = played else {
            return Ok(());
        };
        tracing::debug!(game = %chair.game_id, "a house bot got up: {failure}");
        if let Failure::Refused(refused) = failure {
            if refused.status == 401 {
                self.house.forget(chair.number).await;
            }
            // A person may have the seat by now.
            self.seats = self.house.take_seats(&self.id).await?;
        }
        Ok(())
    }
}

const fn is_over(summary: &TournamentSummary) -> bool {
    matches!(
        summary.phase,
        TournamentPhase::Confirmed | TournamentPhase::Abandoned | TournamentPhase::Cancelled
    )
}
