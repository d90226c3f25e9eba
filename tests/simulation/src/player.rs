//! Players: random legal moves, sent again until they are acknowledged.

use std::{sync::Arc, time::Duration};

use outflank_access::{Kind, Problem};
use outflank_live::{Live as _, topic};
use outflank_othello::Event;
use outflank_proto::play::v1 as proto;
use outflank_stillness::rest;

use crate::{
    asked::Asked,
    chance::Chance,
    gateway::{Frame, Gateway},
    log::Outcome,
    othello::Board,
    wiring::Wiring,
};

/// One player at one table.
pub struct Player {
    /// The services.
    pub wiring: Arc<Wiring>,
    /// The way to them.
    pub gateway: Arc<Gateway>,
    /// Who plays.
    pub account: String,
    /// Which game.
    pub game: String,
    /// Which side.
    pub black: bool,
    /// Which round.
    pub round: u32,
    /// His whims.
    pub chance: Chance,
    /// How often he looks by himself, whether there is news or not, ms.
    pub look_every_ms: u64,
    /// How long he thinks at most, ms.
    pub longest_thought_ms: u64,
    /// He resigns as soon as he has the turn at this ply or a later one.
    pub gives_up_at: Option<u32>,
}

/// The game as a player knows it.
#[derive(Debug, Default)]
struct Known {
    seq: u64,
    board: Board,
    commands: u32,
    called: bool,
}

impl Player {
    fn complain(&self, what: &str) {
        let complaint = format!("{} at game {}: {what}", self.account, self.game);
        self.wiring.world.log.complain(complaint);
    }

    /// Plays to the end.
    pub async fn play(self) {
        let look_every = Duration::from_millis(self.look_every_ms);
        let mut known = Known::default();
        let mut news = self
            .wiring
            .live
            .subscribe(&topic::game(&self.game))
            .await
            .ok();
        loop {
            match self.look(&mut known).await {
                Ok(table) if is_over(&table) => return self.sign(&table, &mut known).await,
                Ok(table) if self.has_turn(&table) => {
                    self.act(&table, &mut known).await;
                    continue;
                }
                Ok(_) => {}
                Err(_) if self.wiring.world.log.is_called_off(self.round) => return,
                Err(_) => {
                    rest(self.chance.between(100, 400)).await;
                    continue;
                }
            }
            let woken = async {
                match news.as_mut() {
                    Some(news) => drop(news.next().await),
                    None => std::future::pending().await,
                }
            };
            let _late = tokio::time::timeout(look_every, woken).await;
        }
    }

    fn has_turn(&self, table: &proto::Table) -> bool {
        let own = if self.black {
            proto::Color::Black
        } else {
            proto::Color::White
        };
        table.phase() == proto::TablePhase::Live && table.to_move() == own
    }

    async fn look(&self, known: &mut Known) -> Result<proto::Table, Problem> {
        let answer = self
            .gateway
            .look(&self.account, &self.game, known.seq)
            .await?;
        for entry in &answer.entries {
            if entry.seq != known.seq + 1 {
                self.complain(&format!("entry {} came after {}", entry.seq, known.seq));
            }
            known.seq = entry.seq;
            match serde_json::from_slice::<Vec<Event>>(&entry.events_json) {
                Ok(events) => events.iter().for_each(|event| known.take_in(event)),
                Err(error) => self.complain(&format!("unreadable events: {error}")),
            }
        }
        let table = answer.table.unwrap_or_default();
        if table.seq != known.seq {
            // Committed between the two reads of one answer: the next look tells.
            return Err(Problem::new(Kind::Conflict, "behind", "look again"));
        }
        if table.board != known.board.text() && !table.board_hidden {
            self.complain(&format!(
                "the board is {}, not {}",
                table.board,
                known.board.text()
            ));
        }
        Ok(table)
    }

    /// Thinks, and does what the position asks for.
    async fn act(&self, table: &proto::Table, known: &mut Known) {
        let left_ms = table.clocks.as_ref().map_or(0, |clocks| {
            if self.black {
                clocks.black_ms
            } else {
                clocks.white_ms
            }
        });
        self.think(u64::try_from(left_ms).unwrap_or(0)).await;
        let legal = known.board.legal(self.black);
        let mut shown: Vec<String> = legal.iter().map(|square| name(*square)).collect();
        shown.sort();
        let mut told = table.legal_squares.clone();
        told.sort();
        if shown != told || legal.is_empty() != table.must_pass {
            self.complain(&format!("the legal moves are {told:?}, not {shown:?}"));
        }
        let whim = self.chance.below(1_000);
        let gives_up = self.gives_up_at.is_some_and(|ply| table.ply >= ply);
        let asked = if whim < 3 || gives_up {
            Asked::Resign
        } else if whim < 8 && !known.called {
            known.called = true;
            Asked::Call
        } else if let Some(square) = self.chance.one_of(&legal) {
            Asked::Move {
                ply: table.ply,
                square: name(*square),
            }
        } else {
            Asked::Pass { ply: table.ply }
        };
        self.give(asked, String::new(), known).await;
    }

    async fn think(&self, left_ms: u64) {
        let ms = match self.chance.below(1_000) {
            // Falls asleep, and sometimes his flag falls.
            0..4 => left_ms + self.chance.between(0, 4_000),
            4..12 => left_ms.saturating_sub(self.chance.between(0, 300)),
            12..300 => self.chance.between(5, 80),
            _ => self.chance.between(50, self.longest_thought_ms),
        };
        rest(ms.max(1)).await;
    }

    /// Sends a command until somebody says yes or no.
    async fn give(&self, asked: Asked, digest: String, known: &mut Known) {
        known.commands += 1;
        let command_id = format!("{}-{}-{}", self.account, self.round, known.commands);
        let log = &self.wiring.world.log;
        log.issue(
            &self.account,
            &command_id,
            ("game", &self.game),
            asked.clone(),
        );
        let frame = Frame {
            account: self.account.clone(),
            game: self.game.clone(),
            command_id: command_id.clone(),
            asked,
            digest,
        };
        for _ in 0..60 {
            match self.gateway.send(frame.clone()).await {
                Ok(answer) => {
                    let outcome = Outcome::Acknowledged { seq: answer.seq };
                    return log.settle(&self.account, &command_id, outcome);
                }
                Err(problem) if is_final(&problem) => {
                    let outcome = Outcome::Refused { code: problem.code };
                    return log.settle(&self.account, &command_id, outcome);
                }
                Err(_) => rest(self.chance.between(50, 400)).await,
            }
        }
    }

    /// Signs the transcript, or leaves it at that.
    async fn sign(&self, table: &proto::Table, known: &mut Known) {
        rest(self.chance.between(10, 3_000)).await;
        let Some(confirmation) = &table.confirmation else {
            return;
        };
        let digest = confirmation.digest.clone();
        match self.chance.below(100) {
            0..40 => self.give(Asked::Confirm, digest, known).await,
            40..48 => self.give(Asked::Dispute, String::new(), known).await,
            _ => {}
        }
    }
}

impl Known {
    fn take_in(&mut self, event: &Event) {
        if let Event::Moved { color, square, .. } = event {
            let square = (usize::from(square.row()), usize::from(square.column()));
            self.board.place(color.as_str() == "black", square);
        }
    }
}

/// "f5".
fn name((row, column): (usize, usize)) -> String {
    format!("{}{}", char::from(b"abcdefgh"[column]), row + 1)
}

/// Whether a game goes on no more.
#[must_use]
pub fn is_over(table: &proto::Table) -> bool {
    matches!(
        table.phase(),
        proto::TablePhase::Finished | proto::TablePhase::Annulled
    )
}

/// Whether sending the same command again is of no use.
#[must_use]
pub fn is_final(problem: &Problem) -> bool {
    let passing = ["stale_command", "flag_pending", "absence_pending"];
    matches!(
        problem.kind,
        Kind::Invalid | Kind::NotFound | Kind::Refused | Kind::Forbidden | Kind::Unauthenticated
    ) && !passing.contains(&problem.code.as_str())
}
