//! Every kind of act at a table: what comes before it, how it is sent, and how play goes on.

use outflank_client::{Client, Failure};
use serde_json::{Value, json};

use crate::{
    bout::{Acknowledgement, Bout, entries},
    event::text,
    othello::{Dice, Ply, random_game},
    waiting::until,
};

/// An adjournment is announced so long ahead, in ms: the ten minutes of the text, and one in which the request gets there.
pub const NOTICE_MS: i64 = 660_000;
/// Plies played after the act.
const PLIES_AFTER: usize = 3;

/// What is done when the server dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A player moves.
    Move,
    /// A player passes.
    Pass,
    /// A player gives up.
    Resign,
    /// A flag falls: nobody sends anything.
    Flag,
    /// An official stops the clocks.
    Pause,
    /// A player seals the move of an adjournment.
    Seal,
    /// Both players sign the result.
    Confirm,
    /// A player calls for the director.
    Call,
}

/// How one command is sent.
#[derive(Debug, Clone)]
pub enum Sent {
    /// On the line of a seat.
    Line(usize, Value),
    /// As a director's request.
    Request {
        /// Of this table's game.
        body: Value,
        /// Its command id.
        id: String,
    },
}

impl Act {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Move,
        Self::Pass,
        Self::Resign,
        Self::Flag,
        Self::Pause,
        Self::Seal,
        Self::Confirm,
        Self::Call,
    ];

    /// A script and the number of the ply that is tried on.
    #[must_use]
    pub fn script(self, dice: &mut Dice) -> (Vec<Ply>, usize) {
        loop {
            let plies = random_game(dice.below(1 << 30) as u64);
            let number = match self {
                Self::Pass => plies
                    .iter()
                    .position(|ply| ply.square.is_none())
                    .map(|place| place + 1),
                Self::Flag => Some(1),
                _ => Some(2 + dice.below(plies.len() - 4)),
            };
            let needs_square = matches!(self, Self::Move | Self::Seal);
            let fits = |number: &usize| {
                *number < plies.len() && (!needs_square || plies[number - 1].square.is_some())
            };
            if let Some(number) = number.filter(fits) {
                return (plies, number);
            }
        }
    }

    /// The event that an accepted act leaves behind.
    #[must_use]
    pub const fn event(self) -> &'static str {
        match self {
            Self::Move => "moved",
            Self::Pass => "passed",
            Self::Resign => "resigned",
            Self::Flag => "flag_fell",
            Self::Pause => "paused",
            Self::Seal => "move_sealed",
            Self::Confirm => "transcript_confirmed",
            Self::Call => "director_called",
        }
    }

    /// The commands of the act, ready to be sent; the game is where they are possible.
    pub async fn commands(self, bout: &Bout, plies: &[Ply], number: usize) -> Vec<Sent> {
        let ply = &plies[number - 1];
        let seat = usize::from(!ply.black);
        let simple = |kind: &str| {
            let frame = json!({"type": kind, "id": kind, "game": bout.game});
            vec![Sent::Line(seat, frame)]
        };
        match self {
            Self::Move | Self::Pass => vec![Sent::Line(seat, bout.ply_frame(number, ply))],
            Self::Resign => simple("resign"),
            Self::Call => simple("call_director"),
            Self::Seal => {
                let mut frame = bout.ply_frame(number, ply);
                frame["type"] = json!("seal");
                vec![Sent::Line(seat, frame)]
            }
            Self::Pause => vec![Sent::Request {
                body: act_body(&json!({"type": "pause"})),
                id: "pause".to_owned(),
            }],
            Self::Confirm => {
                let path = format!("/games/{}/transcript", bout.game);
                let transcript: Value = bout.seats[0].get(&path).await.unwrap();
                let signed = |seat: usize| {
                    let frame = json!({"type": "confirm", "id": format!("sign-{seat}"),
                        "game": bout.game, "digest": transcript["digest"]});
                    Sent::Line(seat, frame)
                };
                vec![signed(0), signed(1)]
            }
            Self::Flag => Vec::new(),
        }
    }

    /// What an acknowledgement of the act stands for.
    #[must_use]
    pub fn acknowledgement(self, sent: &Sent, number: usize, seq: u64) -> Acknowledgement {
        let color = match (self, sent) {
            (Self::Confirm | Self::Call, Sent::Line(seat, _)) => Some(["black", "white"][*seat]),
            _ => None,
        };
        Acknowledgement {
            event: self.event().to_owned(),
            ply: matches!(self, Self::Move | Self::Pass | Self::Seal).then_some(number as u64),
            color: color.map(str::to_owned),
            seq,
        }
    }

    /// Play goes on after the act; answers what was acknowledged and the number of the last ply.
    pub async fn go_on(
        self,
        bout: &mut Bout,
        director: &Client,
        plies: &[Ply],
        tried: usize,
    ) -> (Vec<Acknowledgement>, usize) {
        let release = match self {
            Self::Pause => Some("resume"),
            Self::Call => Some("answer_call"),
            Self::Seal => {
                nobody_sees_the_seal(bout, director).await;
                Some("resume_adjourned")
            }
            _ => None,
        };
        if let Some(kind) = release {
            rule(bout, director, &json!({ "type": kind })).await;
        }
        let from = match self {
            Self::Move | Self::Pass | Self::Seal => tried + 1,
            Self::Pause | Self::Call => tried,
            Self::Resign | Self::Flag => return (Vec::new(), tried - 1),
            Self::Confirm => {
                until_signed(bout).await;
                return (Vec::new(), tried - 1);
            }
        };
        let last = plies.len().min(tried + PLIES_AFTER);
        (bout.advance(plies, from, last).await, last)
    }
}

fn act_body(act: &Value) -> Value {
    json!({"act": act, "paragraph": "WOC IV.7", "reason": "The hall is dark."})
}

async fn rule(bout: &Bout, director: &Client, act: &Value) -> u64 {
    let path = format!("/games/{}/acts", bout.game);
    let id = format!("director-{}", text(&act["type"]));
    let done: Value = director.command(&path, &act_body(act), &id).await.unwrap();
    done["seq"].as_u64().unwrap()
}

/// Announces an adjournment of the game as soon as the text allows.
pub async fn announce_adjournment(bout: &Bout, director: &Client) -> Acknowledgement {
    let time: Value = director.get("/time").await.unwrap();
    let at_ms = time["server_time_ms"].as_i64().unwrap() + NOTICE_MS;
    let act = json!({"type": "announce_adjournment", "at_ms": at_ms});
    Acknowledgement {
        event: "adjournment_announced".to_owned(),
        ply: None,
        color: None,
        seq: rule(bout, director, &act).await,
    }
}

/// Waits until an event of this kind stands in the game's journal.
pub async fn until_event(bout: &mut Bout, kind: &str) -> Value {
    let (client, game) = (bout.seats[0].clone(), bout.game.clone());
    let look = async || {
        let entries = entries(&client, &game).await;
        let found = entries.iter().find(|entry| holds(entry, kind)).cloned();
        found.ok_or(entries)
    };
    let what = format!("{kind} in game {game}");
    bout.listen_while(until(&what, look)).await
}

fn holds(entry: &Value, kind: &str) -> bool {
    let events = entry["events"].as_array().map_or(&[][..], Vec::as_slice);
    events.iter().any(|event| event["type"] == kind)
}

async fn nobody_sees_the_seal(bout: &Bout, director: &Client) {
    for client in [director, &bout.seats[0], &bout.seats[1]] {
        let entries = bout.entries(client).await;
        assert!(entries.iter().any(|entry| holds(entry, "move_sealed")));
        assert!(!entries.iter().any(|entry| holds(entry, "square_sealed")));
    }
}

async fn until_signed(bout: &mut Bout) {
    until_event(bout, "countersigned").await;
}

/// Sends commands one after the other without waiting, then collects the answers in the same order.
pub async fn send_all(
    bout: &mut Bout,
    director: &Client,
    commands: &[Sent],
) -> Vec<Result<(u64, bool), Failure>> {
    for sent in commands {
        if let Sent::Line(seat, frame) = sent {
            // A line that is broken already breaks again when it is asked for the answer.
            let _ = bout.send(*seat, frame).await;
        }
    }
    let mut answers = Vec::new();
    for sent in commands {
        answers.push(match sent {
            Sent::Line(seat, frame) => bout.answer(*seat, frame).await,
            Sent::Request { body, id } => {
                let path = format!("/games/{}/acts", bout.game);
                let answer = director.command::<Value>(&path, body, id).await;
                answer.map(|done| {
                    let seq = done["seq"].as_u64().unwrap();
                    (seq, done["repeated"].as_bool().unwrap())
                })
            }
        });
    }
    answers
}
