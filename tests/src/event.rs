//! An event held through the public interface: director, entrants, rounds.

use std::collections::BTreeMap;

use outflank_client::{
    Board, Choice, Client, Color, Failure, Round, Seat, Standings, Strategy, Table, Tournament,
};
use serde_json::{Value, json};
use tokio::{
    sync::watch,
    time::{Duration, sleep},
};

use crate::{
    Server,
    corpus::FilePlayer,
    waiting::{until, until_played},
};

/// Between the announcement of a round of finals and its start: the choices of colours are sent meanwhile.
const SHORT_NOTICE_MS: i64 = 60_000;

/// One event and everybody in it.
#[derive(Debug)]
pub struct Event {
    /// Its id.
    pub id: String,
    /// The head director.
    pub director: Client,
    /// The entrants' own clients, by entrant id.
    pub seats: BTreeMap<String, Client>,
    /// Federation number by entrant id.
    pub numbers: BTreeMap<String, u32>,
}

impl Event {
    /// Announces an event, enters the players and has everybody claim their seat.
    pub async fn announce(
        server: &Server,
        name: &str,
        settings: &Value,
        players: &[FilePlayer],
    ) -> Self {
        let login = format!("director-{}", server.port());
        Self::announce_over(&[server.base()], &login, name, settings, players).await
    }

    /// The same where clients come in at these addresses by turns.
    pub async fn announce_over(
        bases: &[String],
        login: &str,
        name: &str,
        settings: &Value,
        players: &[FilePlayer],
    ) -> Self {
        let mut clients = bases.iter().cycle().map(|base| Client::new(base));
        let mut client = || clients.next().expect("an address");
        let director = client();
        if director.sign_in(login, "a long password").await.is_err() {
            director
                .create_account("Ingrid Vestergrund", login, "a long password", None)
                .await
                .unwrap();
        }
        let mut body = json!({
            "name": name, "country": "NOR", "date": "2026-07-18", "rule_set": "egp-2020",
        });
        for (key, value) in settings.as_object().into_iter().flatten() {
            body[key] = value.clone();
        }
        let created: Value = director.post("/tournaments", &body).await.unwrap();
        let mut event = Self {
            id: text(&created["summary"]["id"]),
            director,
            seats: BTreeMap::new(),
            numbers: BTreeMap::new(),
        };
        for player in players {
            event.enter(client(), player).await;
        }
        event
    }

    async fn enter(&mut self, client: Client, player: &FilePlayer) {
        let path = format!("/tournaments/{}/entrants", self.id);
        let body = json!({
            "surname": player.surname, "given_names": player.given_names, "country": player.country,
            "rating": player.rating, "federation_number": player.number,
        });
        let registered: Value = self.director.post(&path, &body).await.unwrap();
        let entrant = text(&registered["entrant_id"]);
        let issued: Value = self
            .director
            .post(&format!("{path}/{entrant}/seat-code"), &json!({}))
            .await
            .unwrap();
        client.claim_seat(&text(&issued["code"])).await.unwrap();
        self.seats.insert(entrant.clone(), client);
        self.numbers.insert(entrant, player.number);
    }

    /// The event as everybody sees it.
    pub async fn read(&self) -> Tournament {
        self.director
            .get(&format!("/tournaments/{}", self.id))
            .await
            .unwrap()
    }

    /// Publishes the next round, to start now.
    pub async fn publish(&self) -> Round {
        self.director
            .post(&format!("/tournaments/{}/rounds", self.id), &json!({}))
            .await
            .unwrap()
    }

    /// Draws the lots that a tie wants.
    pub async fn draw_lots(&self) {
        let path = format!("/tournaments/{}/lots", self.id);
        let _: Value = self.director.post(&path, &json!({})).await.unwrap();
    }

    /// Announces the round of finals that is due, to start soon: sooner than the text wants.
    pub async fn announce_finals(&self) {
        let time: Value = self.director.get("/time").await.unwrap();
        let starts_at_ms = time["server_time_ms"].as_i64().unwrap() + SHORT_NOTICE_MS;
        let path = format!("/tournaments/{}/finals", self.id);
        let mut body = json!({ "starts_at_ms": starts_at_ms });
        let refused = self.director.post::<Value>(&path, &body).await;
        assert_eq!(refused.unwrap_err().code(), Some("departure_unconfirmed"));
        body["accept_deviations"] = json!(true);
        let _: Value = self.director.post(&path, &body).await.unwrap();
    }

    /// Chooses the colour in the announced game of a match.
    ///
    /// # Errors
    /// What the server answers to a player who may not choose now.
    pub async fn choose(&self, entrant: &str, match_id: &str, choice: &str) -> Result<(), Failure> {
        let path = format!("/tournaments/{}/entrants/{entrant}/colour-choice", self.id);
        let body = json!({ "match_id": match_id, "choice": choice });
        let _: Value = self.seats[entrant].post(&path, &body).await?;
        Ok(())
    }

    /// The start of an announced round comes: the server is started again as if it were time.
    #[must_use]
    pub async fn until_announced(mut server: Server) -> Server {
        let later = tokio::task::spawn_blocking(move || {
            server.kill_and_restart_later(SHORT_NOTICE_MS);
            server
        });
        later.await.unwrap()
    }

    /// Publishes the announced round as soon as the colours that nobody chose go by lot.
    pub async fn publish_announced(&self) -> Round {
        let path = format!("/tournaments/{}/rounds", self.id);
        serde_json::from_value(self.once("choices_open", &path).await).unwrap()
    }

    /// Closes a round as soon as its last result has arrived.
    pub async fn finish(&self, round: u32) {
        let path = format!("/tournaments/{}/rounds/{round}/finish", self.id);
        self.once("boards_open", &path).await;
    }

    /// The answer to a director's request as soon as it is no longer refused with this code.
    async fn once(&self, code: &str, path: &str) -> Value {
        let look = async || match self.director.post(path, &json!({})).await {
            Err(failure) if failure.code() == Some(code) => Err(failure),
            answer => Ok(answer.unwrap_or_else(|failure| panic!("{path}: {failure:?}"))),
        };
        until(&format!("an answer to {path}"), look).await
    }

    /// Waits until so many plies stand at each of these boards.
    pub async fn until_played(&self, boards: &[Board], plies: usize) {
        for board in boards {
            until_played(&self.director, &board.game_id, plies).await;
        }
    }

    /// The ranking list as soon as it is that of everything done so far.
    pub async fn standings(&self) -> Standings {
        let path = format!("/tournaments/{}", self.id);
        let told: Value = self.director.get(&path).await.unwrap();
        let version = told["summary"]["seq"].as_u64().unwrap();
        let look = async || {
            let list: Standings = self
                .director
                .get(&format!("{path}/standings"))
                .await
                .unwrap();
            if list.version >= version {
                Ok(list)
            } else {
                Err(list.version)
            }
        };
        until(&format!("version {version} of the standings"), look).await
    }

    /// The rating file of a confirmed event as soon as it is made.
    pub async fn rating_file(&self) -> String {
        let path = format!("/tournaments/{}/rating-file", self.id);
        until("the rating file", async || {
            self.director.get_text(&path).await
        })
        .await
    }

    /// The seat of one side of a board.
    #[must_use]
    pub fn seat(&self, board: &Board, color: Color) -> Seat {
        let entrant = match color {
            Color::Black => &board.black_entrant_id,
            Color::White => &board.white_entrant_id,
        };
        Seat::new(self.seats[entrant].clone(), &board.game_id, color)
    }
}

/// Plays the moves of a real game, whoever's turn it is.
#[derive(Debug, Clone)]
pub struct Script {
    /// The squares, without passes.
    pub squares: Vec<String>,
    /// Time spent on each move.
    pub thought: Duration,
}

#[async_trait::async_trait]
impl Strategy for Script {
    async fn choose(&mut self, table: &Table) -> Choice {
        sleep(self.thought).await;
        Choice::Square(self.squares[placed(table)].clone())
    }
}

/// The discs put on a board so far.
fn placed(table: &Table) -> usize {
    let squares = table.plies.iter().filter(|ply| ply.square.is_some());
    squares.count()
}

/// Plays a script no further than it is let, so that what is tried on a game comes in its middle however slow the
/// machine is.
#[derive(Debug, Clone)]
pub struct Leash {
    /// What is played.
    pub script: Script,
    /// How many discs may be put on the board.
    pub length: watch::Receiver<usize>,
}

#[async_trait::async_trait]
impl Strategy for Leash {
    async fn choose(&mut self, table: &Table) -> Choice {
        let placed = placed(table);
        // Whoever held it and is gone has let it go.
        let _ = self.length.wait_for(|length| placed < *length).await;
        self.script.choose(table).await
    }
}

/// A JSON string.
#[must_use]
pub fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}
