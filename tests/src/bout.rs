//! One game of two entrants, from its announcement to whatever is to be tried on it.

use crate::{
    Server,
    event::text,
    othello::Ply,
    waiting::{AGAIN_AFTER, PATIENCE, is_of_the_moment, until, until_live},
};
use outflank_client::{Client, Failure, Frame, Line, Round};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

/// A tournament of two, its first game, and a line for each seat.
#[derive(Debug)]
pub struct Bout {
    /// The tournament.
    pub tournament: String,
    /// The game.
    pub game: String,
    /// Black's and white's own clients.
    pub seats: [Client; 2],
    lines: [Line; 2],
}

/// An acknowledged command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledgement {
    /// The type of the event that it stands for: "moved", "passed", ...
    pub event: String,
    /// The ply, where it has one.
    pub ply: Option<u64>,
    /// "black" or "white" where both may do the same.
    pub color: Option<String>,
    /// The entry.
    pub seq: u64,
}

/// The Grand Prix rule set, to be changed as a director's own copy.
#[must_use]
pub fn rule_set() -> Value {
    let printed = std::process::Command::new(crate::server::binary())
        .args(["rule-sets", "egp-2020"])
        .output()
        .unwrap();
    serde_json::from_slice(&printed.stdout).unwrap()
}

/// How often everybody plays everybody under [`endless_rule_set`].
pub const CYCLES: usize = 8;

/// The rule set with one round robin after the other, however many come: rounds do not run out.
#[must_use]
pub fn endless_rule_set() -> Value {
    let mut document = rule_set();
    let mut format = document["formats"][0].clone();
    format["to_entrants"] = Value::Null;
    format["stages"] = json!([{"kind": "round_robin", "cycles": CYCLES}]);
    document["formats"] = json!([format]);
    document["other_formats"] = json!([]);
    document
}

/// Every entry of a game, as this client may see it.
pub async fn entries(client: &Client, game_id: &str) -> Vec<Value> {
    let path = format!("/games/{game_id}/entries?after_seq=0");
    let answer: Value = client.get(&path).await.unwrap();
    answer["entries"].as_array().unwrap().clone()
}

/// The rule set with other clocks, shorter than the setting of a tournament goes.
fn with_main_time(main_ms: i64) -> Value {
    let mut document = rule_set();
    document["time_controls"]["qualification"]["main_ms"] = json!(main_ms);
    document
}

impl Bout {
    /// Announces it, seats both, and starts the first game; `main_ms` where it is not the text's.
    pub async fn start(
        server: &Server,
        director: &Client,
        number: usize,
        main_ms: Option<i64>,
    ) -> Self {
        Self::start_under(server, director, number, main_ms.map(with_main_time)).await
    }

    /// The same under a director's own rule set.
    pub async fn start_under(
        server: &Server,
        director: &Client,
        number: usize,
        rule_set: Option<Value>,
    ) -> Self {
        let mut body = json!({
            "name": format!("Bout {number}"), "country": "NOR", "date": "2026-07-18", "rule_set": "egp-2020",
        });
        if let Some(document) = rule_set {
            body["rule_set_document"] = document;
            body["accept_deviations"] = json!(true);
        }
        let created: Value = director.post("/tournaments", &body).await.unwrap();
        let tournament = text(&created["summary"]["id"]);
        let path = format!("/tournaments/{tournament}/entrants");
        let mut seated = Vec::new();
        for name in ["Ann", "Bob"] {
            let body = json!({
                "surname": name, "given_names": "Bout", "country": "NOR", "rating": 1500,
                "federation_number": 100_001 + seated.len(),
            });
            let registered: Value = director.post(&path, &body).await.unwrap();
            let entrant = text(&registered["entrant_id"]);
            let code = format!("{path}/{entrant}/seat-code");
            let issued: Value = director.post(&code, &json!({})).await.unwrap();
            let client = server.client();
            client.claim_seat(&text(&issued["code"])).await.unwrap();
            seated.push((entrant, client));
        }
        // The lines stand before the clocks run.
        let lines = [
            Line::open(&seated[0].1).await.unwrap(),
            Line::open(&seated[1].1).await.unwrap(),
        ];
        let rounds = format!("/tournaments/{tournament}/rounds");
        let round: Round = director.post(&rounds, &json!({})).await.unwrap();
        let board = &round.boards[0];
        let swapped = board.black_entrant_id != seated[0].0;
        let [first, second] = lines;
        let (ann, bob) = (seated[0].1.clone(), seated[1].1.clone());
        let (seats, lines) = match swapped {
            false => ([ann, bob], [first, second]),
            true => ([bob, ann], [second, first]),
        };
        let mut bout = Self {
            tournament,
            game: board.game_id.clone(),
            seats,
            lines,
        };
        bout.watch().await.unwrap();
        let (client, game) = (bout.seats[0].clone(), bout.game.clone());
        bout.listen_while(until_live(&client, &game)).await;
        bout
    }

    /// Watches the game on both lines.
    ///
    /// # Errors
    /// When a line is broken.
    pub async fn watch(&mut self) -> Result<(), Failure> {
        let watch = json!({"type": "watch", "game": self.game, "after_seq": 0});
        for line in &mut self.lines {
            line.send(&watch).await?;
        }
        Ok(())
    }

    /// Waits for something else and reads both lines meanwhile: the gateway closes a line on which nobody answers its
    /// pings, and they are answered by reading. What is said on the lines is left aside.
    pub async fn listen_while<T>(&mut self, other: impl Future<Output = T>) -> T {
        let listen = async |line: &mut Line| {
            while line.next().await.is_ok() {}
            // A line that is broken breaks again when it is used.
            std::future::pending::<()>().await;
        };
        let [black, white] = &mut self.lines;
        tokio::select! {
            done = other => done,
            () = listen(black) => unreachable!(),
            () = listen(white) => unreachable!(),
        }
    }

    /// The frame of a scripted ply.
    #[must_use]
    pub fn ply_frame(&self, number: usize, ply: &Ply) -> Value {
        match ply.name() {
            Some(square) => {
                json!({"type": "move", "id": format!("ply-{number}"), "game": self.game, "ply": number, "square": square})
            }
            None => {
                json!({"type": "pass", "id": format!("ply-{number}"), "game": self.game, "ply": number})
            }
        }
    }

    /// Sends a frame on the line of a seat (0 black, 1 white).
    ///
    /// # Errors
    /// When the line is broken.
    pub async fn send(&mut self, seat: usize, frame: &Value) -> Result<(), Failure> {
        self.lines[seat].send(frame).await
    }

    /// Waits for the answer to a command that was sent: the entry, and whether it had been accepted before. What is
    /// refused for the moment is sent again.
    ///
    /// # Errors
    /// When the line breaks, or the command is refused.
    pub async fn answer(&mut self, seat: usize, frame: &Value) -> Result<(u64, bool), Failure> {
        let begun = Instant::now();
        loop {
            match self.lines[seat].next().await? {
                Frame::Ack { id, seq, repeated } if frame["id"] == id => {
                    return Ok((seq, repeated));
                }
                Frame::Refused {
                    id: Some(id),
                    problem,
                } if frame["id"] == id => {
                    if !is_of_the_moment(&problem.code) || begun.elapsed() > PATIENCE {
                        return Err(problem.into());
                    }
                    sleep(AGAIN_AFTER).await;
                    self.send(seat, frame).await?;
                }
                _ => {}
            }
        }
    }

    /// Plays the scripted plies up to this number.
    pub async fn advance(&mut self, plies: &[Ply], from: usize, to: usize) -> Vec<Acknowledgement> {
        let mut done = Vec::new();
        for number in from..=to {
            let ply = &plies[number - 1];
            let frame = self.ply_frame(number, ply);
            let seat = usize::from(!ply.black);
            self.send(seat, &frame).await.unwrap();
            let (seq, _) = self.answer(seat, &frame).await.unwrap();
            done.push(Acknowledgement {
                event: if ply.square.is_some() {
                    "moved"
                } else {
                    "passed"
                }
                .to_owned(),
                ply: Some(number as u64),
                color: None,
                seq,
            });
        }
        done
    }

    /// Opens both lines again, as often as it takes, and watches the game from its beginning.
    pub async fn come_back(&mut self) {
        for (line, client) in self.lines.iter_mut().zip(&self.seats) {
            *line = until("a line", async || Line::open(client).await).await;
        }
        self.watch().await.unwrap();
    }

    /// Every entry of the game, as this client may see it.
    pub async fn entries(&self, client: &Client) -> Vec<Value> {
        entries(client, &self.game).await
    }
}
