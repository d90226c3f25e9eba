//! The director: founds a tournament, publishes its rounds, acts at tables now and then, and closes the rounds.

/// An act of an account in a tournament, given until it is answered for good. Its answer has a seq.
macro_rules! act {
    ($director:expr, $account:expr, $asked:expr, $method:ident($rpc:literal, $request:expr $(,)?)) => {{
        let (director, account, request) = ($director, $account, $request);
        let id = request.tournament_id.clone();
        let send = async |command_id: String| {
            let mut request = request.clone();
            request.command_id.clone_from(&command_id);
            let request = director.commanding_as(account, $rpc, &command_id, request);
            let answer = director.pairing.clone().$method(request).await?;
            let answer = answer.into_inner();
            let seq = answer.seq;
            Ok((answer, seq))
        };
        Box::pin(director.give_as(account, ("tournament", &id), $asked, send)).await
    }};
}

mod course;
mod ending;
mod founding;
mod notices;
mod offices;
mod people;
mod programme;
mod results;
mod rounds;
mod tables;

use std::{cell::Cell, sync::Arc};

use outflank_access::{Kind, Problem, Role};
use outflank_proto::{
    pairing::v1::pairing_service_client::PairingServiceClient,
    play::v1::play_service_client::PlayServiceClient,
};
use outflank_stillness::rest;
use outflank_tournament::LagCredit;
use outflank_transport::{Transport, for_person};
use prost::Message;
use tokio::task::JoinSet;

use crate::{
    asked::Asked,
    chance::Chance,
    director::programme::Programme,
    fault_plan::Control,
    gateway::Gateway,
    log::{Outcome, written_by_pairing},
    player::is_final,
    wiring::Wiring,
};

/// The director's account.
pub const DIRECTOR: &str = "director";
/// A round that lasts longer has not come to an end, ms.
const LONGEST_ROUND_MS: i64 = 480_000;
/// How long players have to confirm a result, ms.
const CONFIRM_WITHIN_MS: i64 = 12_000;
/// By this name most of the listed seeds have no programme, and go as they went before there was one.
const PROGRAMME: &str = "happenings beside the rounds";
/// What lag and reading are credited, less than players leave unread: both caps are reached.
pub const LAG_CREDIT: LagCredit = LagCredit {
    per_move_ms: 300,
    per_game_ms: 1_200,
    covers_reading: true,
};

/// Who runs the event.
pub struct Director {
    wiring: Arc<Wiring>,
    gateway: Arc<Gateway>,
    pairing: PairingServiceClient<Transport>,
    play: PlayServiceClient<Transport>,
    chance: Chance,
    commands: Cell<u32>,
    /// Texts so far.
    words: Cell<u32>,
    /// The last announcement of which it is known.
    announced: Cell<u32>,
    /// What the event has beside its rounds.
    programme: Option<Programme>,
    players: usize,
    rounds: u32,
    longest_thought_ms: u64,
    look_every_ms: u64,
}

fn never(what: &str) -> String {
    format!("the director never came to {what}")
}

impl Director {
    /// A director who calls these services.
    #[must_use]
    pub fn new(wiring: &Arc<Wiring>, gateway: &Arc<Gateway>) -> Self {
        let chance = wiring.world.chance("director");
        let breaks = |control| wiring.world.breaks(control);
        // Nothing else shows what these break.
        let is_needed = breaks(Control::PowersNotLimited) || breaks(Control::AnnouncementLost);
        let programme = Programme::of(chance.other(PROGRAMME), is_needed);
        let players = 2 * (1 + chance.below(3));
        let rounds = if chance.in_thousand(300) { 2 } else { 1 };
        Self {
            pairing: PairingServiceClient::new(wiring.way(
                Role::Gateway,
                &wiring.pairing,
                "director to pairing",
            )),
            play: PlayServiceClient::new(wiring.way(
                Role::Gateway,
                &wiring.play,
                "director to play",
            )),
            wiring: Arc::clone(wiring),
            gateway: Arc::clone(gateway),
            commands: Cell::new(0),
            words: Cell::new(0),
            announced: Cell::new(0),
            players,
            rounds: programme
                .as_ref()
                .map_or(rounds, |programme| programme.rounds),
            programme,
            longest_thought_ms: chance.between(150, 900),
            // Where nobody looks by himself, nothing but the services' own care brings a game to its end.
            look_every_ms: *chance
                .one_of(&[1_000, 1_000, 5_000, 20_000])
                .unwrap_or(&1_000),
            chance,
        }
    }

    fn complain(&self, what: String) {
        self.wiring.world.log.complain(what);
    }

    fn by<T>(&self, message: T) -> tonic::Request<T> {
        self.by_account(DIRECTOR, message)
    }

    fn by_account<T>(&self, account: &str, message: T) -> tonic::Request<T> {
        for_person(message, Some(self.wiring.token(account).as_str()))
    }

    /// A command to pairing, which writes it under an id of its own.
    fn commanding<T: Message>(&self, rpc: &str, command_id: &str, message: T) -> tonic::Request<T> {
        self.commanding_as(DIRECTOR, rpc, command_id, message)
    }

    fn commanding_as<T: Message>(
        &self,
        account: &str,
        rpc: &str,
        command_id: &str,
        message: T,
    ) -> tonic::Request<T> {
        let written_as = written_by_pairing(rpc, command_id, &message.encode_to_vec());
        let log = &self.wiring.world.log;
        log.write_as(account, command_id, written_as);
        self.by_account(account, message)
    }

    /// Gives one command until it is answered for good.
    async fn give<T>(
        &self,
        stream: (&'static str, &str),
        asked: Asked,
        send: impl AsyncFn(String) -> Result<(T, u64), tonic::Status>,
    ) -> Result<T, Problem> {
        self.give_as(DIRECTOR, stream, asked, send).await
    }

    /// An account gives one command until it is answered for good.
    async fn give_as<T>(
        &self,
        account: &str,
        stream: (&'static str, &str),
        asked: Asked,
        send: impl AsyncFn(String) -> Result<(T, u64), tonic::Status>,
    ) -> Result<T, Problem> {
        self.commands.set(self.commands.get() + 1);
        let command_id = format!("{account}-{}", self.commands.get());
        let log = &self.wiring.world.log;
        log.issue(account, &command_id, stream, asked);
        let mut last = Problem::new(Kind::Unavailable, "never_sent", "nothing was sent");
        for _ in 0..120 {
            match send(command_id.clone()).await {
                Ok((answer, seq)) => {
                    let outcome = Outcome::Acknowledged { seq };
                    log.settle(account, &command_id, outcome);
                    return Ok(answer);
                }
                Err(status) => last = Problem::from_status(&status),
            }
            if is_final(&last) {
                let code = last.code.clone();
                log.settle(account, &command_id, Outcome::Refused { code });
                return Err(last);
            }
            rest(self.chance.between(50, 600)).await;
        }
        Err(last)
    }

    /// Runs the event to its end; answers the tournament's id.
    ///
    /// # Errors
    /// What never came about.
    pub async fn run(&self) -> Result<String, String> {
        let id = self
            .found()
            .await
            .map_err(|problem| never(&problem.to_string()))?;
        let entrants = self
            .register(&id)
            .await
            .map_err(|problem| never(&problem.to_string()))?;
        if let Some(programme) = &self.programme {
            Box::pin(self.before_round_one(programme, &id, &entrants)).await;
        }
        let mut tasks = JoinSet::new();
        for round in 1..=self.rounds {
            let published = self.publish(&id, &entrants, round).await;
            let published = published.map_err(|problem| never(&problem.to_string()))?;
            self.seat(&published, &entrants, &mut tasks);
            Box::pin(self.watch(&id, &published)).await?;
        }
        while tasks.join_next().await.is_some() {}
        Ok(id)
    }
}

/// The account of a player.
fn account(number: usize) -> String {
    format!("player{number}")
}
