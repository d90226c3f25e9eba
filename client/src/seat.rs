//! One seat at one table, from wherever the game stands to its end.

use std::{collections::VecDeque, time::Duration};

use async_trait::async_trait;
use serde_json::json;

use crate::{Carrier, Client, Color, Failure, Frame, Line, Table, TablePhase};

/// Waits between attempts to open the line again: at once, then slower.
const RETRY: [Duration; 5] = [
    Duration::from_millis(0),
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_millis(1_000),
    Duration::from_millis(2_000),
];
/// Refusals of the moment, by their codes: nothing is decided, or nobody knows. A client sends the same command again
/// under the same id, a little later.
pub const AGAIN: [&str; 9] = [
    "stale_command",
    "conflict",
    "unavailable",
    "role_away",
    "too_many_requests",
    "outcome_unknown",
    "stopping",
    "shutting_down",
    // A flag may have fallen: the command is taken or refused for good when that is settled.
    "flag_pending",
];
/// Attempts in a row after which the server is given up.
pub(crate) const ATTEMPTS: usize = 60;

/// After so many failures in a row.
pub(crate) async fn retry_after(failures: usize) {
    tokio::time::sleep(RETRY[failures.clamp(1, RETRY.len()) - 1]).await;
}

/// What a player does on the move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// Play this square.
    Square(String),
    /// Play the one square and flip the disc on the other, where the table has discs to choose from.
    Flipping {
        /// Where the disc is placed.
        square: String,
        /// The disc that it flips.
        flip: String,
    },
    /// Give up.
    Resign,
}

/// Who decides. A forced pass is pressed without asking.
#[async_trait]
pub trait Strategy: Send {
    /// The choice in this position; thinking time is spent in here.
    async fn choose(&mut self, table: &Table) -> Choice;
}

/// A command the server has committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledged {
    /// The game.
    pub game_id: String,
    /// The ply.
    pub ply: u32,
    /// The square, `None` for a pass.
    pub square: Option<String>,
    /// The entry.
    pub seq: u64,
}

/// One seat at one table.
#[derive(Debug)]
pub struct Seat {
    client: Client,
    game_id: String,
    color: Color,
    carrier: Carrier,
    /// Every move the server has acknowledged to this seat.
    pub acknowledged: Vec<Acknowledged>,
}

/// Keeps answering the server's pings while a program thinks; frames that come meanwhile wait.
async fn listening<T>(
    line: &mut Line,
    waiting: &mut VecDeque<Frame>,
    thought: impl Future<Output = T>,
) -> Result<T, Failure> {
    tokio::pin!(thought);
    loop {
        tokio::select! {
            done = &mut thought => return Ok(done),
            frame = line.next() => waiting.push_back(frame?),
        }
    }
}

/// A command on its way.
struct Pending {
    id: String,
    ply: u32,
    square: Option<String>,
    frame: serde_json::Value,
}

impl Pending {
    fn may_be_sealed(&self) -> bool {
        self.square.is_some() && self.frame["type"] == "move"
    }

    fn seal(&mut self) {
        self.id.push_str("-sealed");
        self.frame["id"] = self.id.as_str().into();
        self.frame["type"] = "seal".into();
    }
}

impl Seat {
    /// The seat of this colour in this game.
    #[must_use]
    pub fn new(client: Client, game_id: &str, color: Color) -> Self {
        Self {
            client,
            game_id: game_id.to_owned(),
            color,
            carrier: Carrier::default(),
            acknowledged: Vec::new(),
        }
    }

    /// The same over another carrier.
    #[must_use]
    pub fn over(mut self, carrier: Carrier) -> Self {
        self.carrier = carrier;
        self
    }

    /// Plays to the end of the game and answers the finished table. Lost connections are opened again, and
    /// what was not acknowledged is sent again under its id.
    ///
    /// # Errors
    /// When the server stays away, or refuses a legal move.
    pub async fn play(&mut self, strategy: &mut dyn Strategy) -> Result<Table, Failure> {
        let mut pending = None;
        let mut failures = 0;
        loop {
            match self
                .on_one_line(strategy, &mut pending, &mut failures)
                .await
            {
                Err(Failure::Unreachable(cause)) => {
                    failures += 1;
                    if failures >= ATTEMPTS {
                        return Err(Failure::Unreachable(cause));
                    }
                    retry_after(failures).await;
                }
                other => return other,
            }
        }
    }

    async fn on_one_line(
        &mut self,
        strategy: &mut dyn Strategy,
        pending: &mut Option<Pending>,
        failures: &mut usize,
    ) -> Result<Table, Failure> {
        let mut line = Line::open_over(&self.client, self.carrier).await?;
        let played = self.on(&mut line, strategy, pending, failures).await;
        if played.is_ok() {
            line.close().await;
        }
        played
    }

    async fn on(
        &mut self,
        line: &mut Line,
        strategy: &mut dyn Strategy,
        pending: &mut Option<Pending>,
        failures: &mut usize,
    ) -> Result<Table, Failure> {
        let watch = json!({"type": "watch", "game": self.game_id, "after_seq": 0});
        line.send(&watch).await?;
        if let Some(pending) = pending {
            line.send(&pending.frame).await?;
        }
        let mut waiting = VecDeque::new();
        let mut over = None;
        // What is to be moved on, once the move before it is acknowledged: the answer to that may be shown sooner.
        let mut shown: Option<Box<Table>> = None;
        loop {
            let frame = match waiting.pop_front() {
                Some(frame) => frame,
                None => line.next().await?,
            };
            match frame {
                Frame::Table { game, table, .. } if game == self.game_id => {
                    *failures = 0;
                    if matches!(table.phase, TablePhase::Finished | TablePhase::Annulled) {
                        // The last move may be shown before it is acknowledged.
                        if pending.is_none() {
                            return Ok(*table);
                        }
                        over = Some(*table);
                        continue;
                    }
                    shown = Some(table);
                }
                Frame::Ack { id, seq, .. } => {
                    self.acknowledge(&id, seq, pending);
                    if pending.is_none()
                        && let Some(table) = over.take()
                    {
                        return Ok(table);
                    }
                }
                // Nothing else is sent without an id: the game is not shown.
                Frame::Refused { id: None, problem } => {
                    if !AGAIN.contains(&problem.code.as_str()) {
                        return Err(problem.into());
                    }
                    tokio::time::sleep(RETRY[1]).await;
                    line.send(&watch).await?;
                }
                Frame::Refused { id, problem } => {
                    let ours = pending.as_ref().map(|pending| pending.id.as_str()) == id.as_deref();
                    if !ours {
                        continue;
                    }
                    match problem.code.as_str() {
                        // Nothing is decided, or nobody knows: send it again under its id.
                        code if AGAIN.contains(&code) => {
                            tokio::time::sleep(RETRY[1]).await;
                            if let Some(pending) = pending {
                                line.send(&pending.frame).await?;
                            }
                        }
                        // The time of the adjournment has come: the same move is sealed.
                        "must_seal" if pending.as_ref().is_some_and(Pending::may_be_sealed) => {
                            if let Some(pending) = pending {
                                pending.seal();
                                line.send(&pending.frame).await?;
                            }
                        }
                        // The flag, the opponent or an official ended the turn meanwhile.
                        "game_over" | "paused" | "adjourned" => {
                            *pending = None;
                            shown = None;
                            line.send(&watch).await?;
                        }
                        _ => return over.ok_or_else(|| problem.into()),
                    }
                }
                Frame::Resync { game } if game == self.game_id => line.send(&watch).await?,
                _ => {}
            }
            if pending.is_none()
                && let Some(table) = shown.take_if(|table| self.is_on_move(table))
            {
                let next = self.next_command(strategy, &table);
                let next = listening(line, &mut waiting, next).await?;
                line.send(&next.frame).await?;
                *pending = Some(next);
            }
        }
    }

    fn is_on_move(&self, table: &Table) -> bool {
        table.phase == TablePhase::Live
            && table.to_move == Some(self.color)
            // It was shown after this seat's last move, though a director may have taken that back.
            && self
                .acknowledged
                .last()
                .is_none_or(|last| last.seq <= table.seq)
    }

    async fn next_command(&self, strategy: &mut dyn Strategy, table: &Table) -> Pending {
        let game = &self.game_id;
        let ply = table.ply;
        let side = match self.color {
            Color::Black => "black",
            Color::White => "white",
        };
        // What officials took back is played again, and is another command then.
        let side = match table.rulings.len() {
            0 => side.to_owned(),
            ruled => format!("{side}-{ruled}"),
        };
        // The same choice is the same command, also for a program that was started again.
        if table.must_pass {
            let id = format!("{side}-{ply}-pass");
            let frame = json!({"type": "pass", "id": id, "game": game, "ply": ply});
            return Pending {
                id,
                ply,
                square: None,
                frame,
            };
        }
        match strategy.choose(table).await {
            Choice::Square(square) => {
                let id = format!("{side}-{ply}-{square}");
                let frame =
                    json!({"type": "move", "id": id, "game": game, "ply": ply, "square": square});
                Pending {
                    id,
                    ply,
                    square: Some(square),
                    frame,
                }
            }
            Choice::Flipping { square, flip } => {
                let id = format!("{side}-{ply}-{square}-{flip}");
                let frame = json!({
                    "type": "move", "id": id, "game": game, "ply": ply, "square": square, "flip": flip,
                });
                Pending {
                    id,
                    ply,
                    square: Some(square),
                    frame,
                }
            }
            Choice::Resign => {
                let id = format!("{side}-{ply}-resign");
                let frame = json!({"type": "resign", "id": id, "game": game});
                Pending {
                    id,
                    ply,
                    square: None,
                    frame,
                }
            }
        }
    }

    fn acknowledge(&mut self, id: &str, seq: u64, pending: &mut Option<Pending>) {
        if pending.as_ref().is_some_and(|pending| pending.id == id)
            && let Some(done) = pending.take()
        {
            self.acknowledged.push(Acknowledged {
                game_id: self.game_id.clone(),
                ply: done.ply,
                square: done.square,
                seq,
            });
        }
    }
}
