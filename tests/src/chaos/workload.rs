//! Events without end: as one round is over the next is published, as one event is over the next is announced, until
//! the run is to stop. Everybody in them takes no failure for an answer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use outflank_client::{Client, Color, Failure, Round};
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use super::{
    STUCK,
    ledger::{Act, GameLog, Ledger},
    player::Player,
};
use crate::{
    bout::{CYCLES, endless_rule_set},
    event::text,
    othello::random_game,
    waiting::{is_not_now, is_of_the_moment},
};

/// A request is answered within so long, or it is sent again.
const ANSWER: Duration = Duration::from_secs(5);
/// Before it is sent again.
const AGAIN_AFTER: Duration = Duration::from_millis(150);

/// Events that are held one after the other.
#[derive(Debug)]
pub struct Workload {
    /// The addresses of the gateways, as clients reach them.
    pub gateways: Vec<String>,
    /// What the clients write down.
    pub ledger: Arc<Ledger>,
    /// Everything drawn comes from it.
    pub seed: u64,
    /// Entrants of each event.
    pub entrants: usize,
    /// The longest thought about a move.
    pub thought: Duration,
    stopping: AtomicBool,
    numbers: AtomicU64,
}

/// One account at every gateway.
#[derive(Debug, Clone)]
struct Account {
    ways: Vec<Client>,
    way: Arc<AtomicU64>,
}

impl Account {
    fn new(gateways: &[String]) -> Self {
        let first = Client::new(&gateways[0]);
        Self {
            ways: gateways.iter().map(|base| first.at(base)).collect(),
            way: Arc::default(),
        }
    }

    fn client(&self) -> &Client {
        let way = usize::try_from(self.way.load(Ordering::Relaxed)).unwrap_or(0);
        &self.ways[way % self.ways.len()]
    }

    /// Asks until there is an answer.
    async fn insist<T, Asked>(&self, what: &str, ask: impl Fn(Client) -> Asked) -> Result<T, String>
    where
        Asked: Future<Output = Result<T, Failure>>,
    {
        let mut last = String::new();
        let begun = Instant::now();
        while begun.elapsed() < STUCK {
            match timeout(ANSWER, ask(self.client().clone())).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(Failure::Refused(refused))) if !passes(&refused) => {
                    return Err(format!("{what}: {refused:?}"));
                }
                Ok(Err(Failure::Refused(refused))) => last = refused.detail,
                Ok(Err(other)) => last = other.to_string(),
                Err(_) => last = "no answer in time".to_owned(),
            }
            self.way.fetch_add(1, Ordering::Relaxed);
            sleep(AGAIN_AFTER).await;
        }
        Err(format!("{what} is never answered: {last}"))
    }

    async fn command(
        &self,
        ledger: &Ledger,
        path: &str,
        body: &Value,
        id: &str,
    ) -> Result<Value, String> {
        let done: Value = self
            .insist(path, |client| async move {
                client.command(path, body, id).await
            })
            .await?;
        ledger.acknowledged.fetch_add(1, Ordering::Relaxed);
        Ok(done)
    }
}

fn passes(refused: &outflank_client::Refused) -> bool {
    is_of_the_moment(&refused.code) || is_not_now(refused) || refused.code == "boards_open"
}

struct Held {
    tournament: String,
    director: Account,
    players: Vec<Seated>,
}

/// An entrant and who plays for him.
type Seated = (String, Player);
/// A game, black and white.
type Board = (Arc<GameLog>, Seated, Seated);

impl Workload {
    /// Nothing is held yet.
    #[must_use]
    pub fn new(
        gateways: Vec<String>,
        ledger: Arc<Ledger>,
        (seed, entrants, thought): (u64, usize, Duration),
    ) -> Arc<Self> {
        Arc::new(Self {
            gateways,
            ledger,
            seed,
            entrants,
            thought,
            stopping: AtomicBool::new(false),
            numbers: AtomicU64::new(0),
        })
    }

    /// No round is published any more.
    pub fn close(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    fn is_closing(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// Holds event after event until it closes.
    ///
    /// # Errors
    /// What could not be done although it was tried again and again, or was refused.
    pub async fn hold(self: Arc<Self>) -> Result<(), String> {
        let director = self.director().await?;
        while !self.is_closing() {
            let mut held = self.announce(&director).await?;
            let rounds = CYCLES * (self.entrants - 1 + self.entrants % 2);
            for number in 1..=rounds {
                if self.is_closing() {
                    break;
                }
                self.round(&mut held, number).await?;
            }
        }
        Ok(())
    }

    /// An event of two, and its first game, unplayed.
    ///
    /// # Errors
    /// What could not be done.
    pub async fn duel(&self) -> Result<(Arc<GameLog>, Player, Player), String> {
        let director = self.director().await?;
        let mut held = self.announce(&director).await?;
        let mut boards = self.publish(&mut held, 1).await?;
        let (log, black, white) = boards.pop().ok_or("a round without boards")?;
        Ok((log, black.1, white.1))
    }

    async fn director(&self) -> Result<Account, String> {
        let director = Account::new(&self.gateways);
        let login = format!("director-{}", self.next_number());
        let login = login.as_str();
        director
            .insist("an account", |client| async move {
                if client.sign_in(login, "a long password").await.is_ok() {
                    return Ok(());
                }
                let made = client
                    .create_account("Chaos Director", login, "a long password", None)
                    .await;
                match made {
                    // It was made the time before, and the answer did not get through.
                    Err(failure) if failure.code() == Some("login_taken") => {
                        client.sign_in(login, "a long password").await.map(drop)
                    }
                    made => made.map(drop),
                }
            })
            .await?;
        Ok(director)
    }

    async fn announce(&self, director: &Account) -> Result<Held, String> {
        let number = self.next_number();
        let body = json!({
            "name": format!("Chaos Open {number}"), "country": "NOR", "date": "2026-07-18",
            "rule_set": "egp-2020", "rule_set_document": endless_rule_set(), "accept_deviations": true,
        });
        let id = format!("announce-{number}");
        let created = director
            .command(&self.ledger, "/tournaments", &body, &id)
            .await?;
        let tournament = text(&created["summary"]["id"]);
        let event = "tournament_created";
        self.note(&tournament, event, ("type", json!(event)));
        let mut held = Held {
            tournament,
            director: director.clone(),
            players: Vec::new(),
        };
        for place in 0..self.entrants {
            let player = self.enter(&held, place).await?;
            held.players.push(player);
        }
        Ok(held)
    }

    async fn enter(&self, held: &Held, place: usize) -> Result<Seated, String> {
        let path = format!("/tournaments/{}/entrants", held.tournament);
        let body = json!({
            "surname": format!("Player {place}"), "given_names": "Chaos", "country": "NOR",
            "rating": 1500, "federation_number": 100_000 + place,
        });
        let id = format!("enter-{place}");
        let registered = held
            .director
            .command(&self.ledger, &path, &body, &id)
            .await?;
        let entrant = text(&registered["entrant_id"]);
        let named = ("entrant", json!(entrant));
        self.note(&held.tournament, "entrant_registered", named);
        let account = Account::new(&self.gateways);
        let code = &format!("{path}/{entrant}/seat-code");
        let begun = Instant::now();
        loop {
            let issued: Value = held
                .director
                .insist(
                    code,
                    |client| async move { client.post(code, &json!({})).await },
                )
                .await?;
            let code = text(&issued["code"]);
            let claimed = timeout(ANSWER, account.client().claim_seat(&code)).await;
            match claimed {
                Ok(Ok(_)) => break,
                _ if begun.elapsed() > STUCK => return Err("a seat is never taken".to_owned()),
                _ => {}
            }
            account.way.fetch_add(1, Ordering::Relaxed);
            sleep(AGAIN_AFTER).await;
        }
        let seed = self.seed ^ (self.next_number() << 20);
        let ledger = Arc::clone(&self.ledger);
        let player = Player::new(account.ways, place, ledger, seed, self.thought);
        Ok((entrant, player))
    }

    /// A director was acknowledged this.
    fn note(&self, tournament: &str, event: &'static str, (field, value): (&'static str, Value)) {
        self.ledger.acts.lock().unwrap().push(Act {
            tournament: tournament.to_owned(),
            event,
            field,
            value,
        });
    }

    async fn round(&self, held: &mut Held, number: usize) -> Result<(), String> {
        let mut games = JoinSet::new();
        for (log, black, white) in self.publish(held, number).await? {
            games.spawn(play(Arc::clone(&self.ledger), log, black, white));
        }
        while let Some(played) = games.join_next().await {
            let players = played.map_err(|error| error.to_string())??;
            held.players.extend(players);
        }
        let path = format!("/tournaments/{}/rounds/{number}/finish", held.tournament);
        let id = format!("finish-{number}");
        held.director
            .command(&self.ledger, &path, &json!({}), &id)
            .await?;
        self.note(&held.tournament, "round_finished", ("round", json!(number)));
        Ok(())
    }

    /// Publishes a round: who plays what at each of its boards.
    async fn publish(&self, held: &mut Held, number: usize) -> Result<Vec<Board>, String> {
        let base = format!("/tournaments/{}/rounds", held.tournament);
        let id = format!("publish-{number}");
        let published = held
            .director
            .command(&self.ledger, &base, &json!({}), &id)
            .await?;
        self.note(
            &held.tournament,
            "round_published",
            ("round", json!(number)),
        );
        let round: Round = serde_json::from_value(published).map_err(|error| error.to_string())?;
        let mut boards = Vec::new();
        for board in round.boards {
            let mut sides = Vec::new();
            for entrant in [&board.black_entrant_id, &board.white_entrant_id] {
                let place = held.players.iter().position(|(id, _)| id == entrant);
                let place = place.ok_or("a board has a stranger")?;
                sides.push(held.players.swap_remove(place));
            }
            let [black, white] = <[_; 2]>::try_from(sides).map_err(|_| "two sides")?;
            let accounts = [black.1.account().await, white.1.account().await];
            let script = random_game(self.seed ^ (self.next_number() << 20));
            let log = GameLog::new(&board.game_id, script, accounts);
            self.ledger.add(&log);
            boards.push((log, black, white));
        }
        Ok(boards)
    }
}

async fn play(
    ledger: Arc<Ledger>,
    log: Arc<GameLog>,
    mut black: Seated,
    mut white: Seated,
) -> Result<[Seated; 2], String> {
    tokio::try_join!(
        black.1.play(&log, Color::Black),
        white.1.play(&log, Color::White)
    )?;
    ledger.close(&log);
    Ok([black, white])
}
