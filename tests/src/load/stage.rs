//! Many games at once: events with their entrants seated, and a socket for every seat.

use std::collections::BTreeMap;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use outflank_client::{Client, Failure, Round};
use serde_json::{Value, json};

use super::socket::{Pongs, Socket};
use crate::{Server, cluster::Cluster, event::text, waiting::until};

/// Entrants of one event.
const ENTRANTS: usize = 100;
/// Requests under way at once while a stage is set up.
const AT_ONCE: usize = 8;

/// What clients reach under one port of this machine.
pub trait Host {
    /// The port.
    fn port(&self) -> u16;

    /// A client of it that speaks for nobody.
    fn client(&self) -> Client {
        Client::new(&format!("http://127.0.0.1:{}", self.port()))
    }
}

impl Host for Server {
    fn port(&self) -> u16 {
        Self::port(self)
    }
}

impl Host for Cluster {
    fn port(&self) -> u16 {
        self.processes[self.of_role("gateway")[0]].port
    }
}

/// Who sits at a table.
#[derive(Debug, Clone)]
pub struct Sitting {
    /// The game.
    pub game_id: String,
    /// Black's socket, white's socket.
    pub sockets: [Socket; 2],
    /// Black's session, white's session.
    pub clients: [Client; 2],
}

/// One who has a seat.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// The session.
    pub client: Client,
    /// The socket that was opened with it.
    pub socket: Socket,
}

/// An event, and everybody in it.
#[derive(Debug)]
pub struct Held {
    /// Its id.
    pub id: String,
    /// The last round that was published; 0 before the first.
    pub round: u32,
    /// By entrant.
    pub seats: BTreeMap<String, Entrant>,
}

/// Events, all seated.
#[derive(Debug)]
pub struct Stage<H = Server> {
    /// Where they are held.
    pub server: H,
    /// Who directs them all.
    pub director: Client,
    /// Of 100 entrants each, unless it was said otherwise.
    pub events: Vec<Held>,
}

/// Buys a ticket for this client and opens a socket.
pub async fn socket(server: &impl Host, client: &Client) -> Socket {
    socket_with(server, client, Pongs::Honest).await
}

async fn socket_with(server: &impl Host, client: &Client, pongs: Pongs) -> Socket {
    let bought: Value = client.post("/tickets", &json!({})).await.unwrap();
    let path = format!("/api/v1/socket?ticket={}", text(&bought["ticket"]));
    Socket::open_with(server.port(), &path, pongs)
        .await
        .unwrap()
}

/// Opens sockets of nobody, a few at a time.
pub async fn spectators(server: &impl Host, count: usize) -> Vec<Socket> {
    let nobody = server.client();
    stream::iter(0..count)
        .map(|_| socket(server, &nobody))
        .buffer_unordered(AT_ONCE)
        .collect()
        .await
}

impl<H: Host> Stage<H> {
    /// Announces events for so many games a round, and seats everybody.
    pub async fn set(server: H, games: usize) -> Self {
        Self::set_with(server, games, &Value::Null, |_| Pongs::Honest).await
    }

    /// The same under a rule set of one's own, with entrants who answer pings as `pongs` says of each place.
    pub async fn set_with(
        server: H,
        games: usize,
        document: &Value,
        pongs: impl Fn(usize) -> Pongs,
    ) -> Self {
        Self::set_events(server, (2 * games, ENTRANTS), document, pongs).await
    }

    /// The same for so many players, of whom so many enter one event.
    pub async fn set_events(
        server: H,
        (players, of_one_event): (usize, usize),
        document: &Value,
        pongs: impl Fn(usize) -> Pongs,
    ) -> Self {
        let director = server.client();
        director
            .create_account("Load Director", "load-director", "a long password", None)
            .await
            .unwrap();
        let mut events = Vec::new();
        let mut missing = players;
        while missing > 0 {
            let entrants = missing.min(of_one_event);
            events
                .push(announce(&server, &director, events.len(), entrants, document, &pongs).await);
            missing -= entrants;
            eprint!("\r{} of {players} seats taken", players - missing);
        }
        eprintln!();
        Self {
            server,
            director,
            events,
        }
    }

    /// Every entry of a game, as the director may see it.
    pub async fn entries(&self, game_id: &str) -> Vec<Value> {
        let path = format!("/games/{game_id}/entries?after_seq=0");
        let answer: Value = self.director.get(&path).await.unwrap();
        answer["entries"].as_array().unwrap().clone()
    }

    /// Publishes the next round of every event: the tables, started.
    pub async fn next_round(&mut self) -> Vec<Sitting> {
        let mut tables = Vec::new();
        for event in &mut self.events {
            let base = format!("/tournaments/{}/rounds", event.id);
            if event.round > 0 {
                finish(&self.director, &format!("{base}/{}/finish", event.round)).await;
            }
            let round: Round = self.director.post(&base, &json!({})).await.unwrap();
            event.round = round.number;
            tables.extend(round.boards.iter().map(|board| {
                let players = [&board.black_entrant_id, &board.white_entrant_id];
                let players = players.map(|entrant| &event.seats[entrant]);
                Sitting {
                    game_id: board.game_id.clone(),
                    sockets: players.map(|player| player.socket.clone()),
                    clients: players.map(|player| player.client.clone()),
                }
            }));
        }
        tables
    }

    /// All sockets of players.
    pub fn sockets(&self) -> impl Iterator<Item = &Socket> {
        let seats = self.events.iter().flat_map(|event| event.seats.values());
        seats.map(|entrant| &entrant.socket)
    }
}

async fn announce(
    server: &impl Host,
    director: &Client,
    number: usize,
    entrants: usize,
    document: &Value,
    pongs: &impl Fn(usize) -> Pongs,
) -> Held {
    let mut body = json!({
        "name": format!("Load Open {}", number + 1), "country": "NOR", "date": "2026-07-18", "rule_set": "egp-2020",
    });
    if !document.is_null() {
        body["rule_set_document"] = document.clone();
        body["accept_deviations"] = json!(true);
    }
    let created: Value = director.post("/tournaments", &body).await.unwrap();
    let id = text(&created["summary"]["id"]);
    let seat = async |place: usize| {
        let path = format!("/tournaments/{id}/entrants");
        let body = json!({
            "surname": format!("Player {}", place + 1), "given_names": "Load", "country": "NOR",
            "rating": 1500, "federation_number": 100_000 + place,
        });
        let registered: Value = director.post(&path, &body).await.unwrap();
        let entrant = text(&registered["entrant_id"]);
        let path = format!("{path}/{entrant}/seat-code");
        let issued: Value = director.post(&path, &json!({})).await.unwrap();
        let client = director.anonymous();
        client.claim_seat(&text(&issued["code"])).await.unwrap();
        let socket = socket_with(server, &client, pongs(place)).await;
        Ok::<_, Failure>((entrant, Entrant { client, socket }))
    };
    let seats = stream::iter(0..entrants)
        .map(seat)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
        .unwrap();
    Held {
        id,
        round: 0,
        seats,
    }
}

/// Closes a round as soon as its last result has arrived.
async fn finish(director: &Client, path: &str) {
    let look = async || match director.post::<Value>(path, &json!({})).await {
        Err(failure) if failure.code() == Some("boards_open") => Err(failure),
        answer => Ok(answer.unwrap()),
    };
    until("the last result of a round", look).await;
}
