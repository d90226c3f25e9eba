//! A client that plays scripted games through whatever happens, and writes down what it was told.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use outflank_client::{Client, Color, Failure, Frame, Line, Table, TablePhase};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use super::{
    STUCK,
    ledger::{GameLog, Ledger, now_us},
};
use crate::{
    othello::Dice,
    waiting::{AGAIN_AFTER, is_of_the_moment},
};

/// An answer to a command, or to the opening of a line, is waited for so long.
const ANSWER: Duration = Duration::from_millis(1_500);
/// A line on which the opponent's move is waited for is asked again after so long, and given up after as much more.
const SILENCE: Duration = Duration::from_secs(3);
/// Before the next gateway is tried.
const ELSEWHERE_AFTER: Duration = Duration::from_millis(100);
/// One ply of so many is thought about for long, so that a clock that books too little shows.
const LONG_THOUGHT_EVERY: usize = 10;
const LONG_THOUGHT: Duration = Duration::from_millis(700);
/// One acknowledged command of so many is sent once more, to hear the same answer.
const SENT_ONCE_MORE: usize = 40;

/// One account with its lines to the gateways.
#[derive(Debug)]
pub struct Player {
    ways: Vec<Client>,
    way: usize,
    line: Option<Line>,
    /// Since when there is no line, µs.
    broke_us: Option<i64>,
    ledger: Arc<Ledger>,
    dice: Dice,
    /// The longest thought.
    thought: Duration,
}

/// What waits for its acknowledgement.
struct Pending {
    ply: u32,
    id: String,
    frame: Value,
}

/// A line is of no use any more.
struct Broken;

impl Player {
    /// A player who reaches the gateways as these clients, all of one account; at the `first` of them to begin with.
    #[must_use]
    pub fn new(
        ways: Vec<Client>,
        first: usize,
        ledger: Arc<Ledger>,
        seed: u64,
        thought: Duration,
    ) -> Self {
        Self {
            way: first % ways.len(),
            ways,
            line: None,
            broke_us: None,
            ledger,
            dice: Dice(seed),
            thought,
        }
    }

    /// Its client at each gateway.
    #[must_use]
    pub fn ways(&self) -> &[Client] {
        &self.ways
    }

    /// Its account.
    pub async fn account(&self) -> String {
        let session = self.ways[0].session().await;
        session.map_or_else(String::new, |session| session.account_id)
    }

    /// Plays a game to its end.
    ///
    /// # Errors
    /// When that is not possible: the server stayed away, or refused what is right.
    pub async fn play(&mut self, game: &GameLog, color: Color) -> Result<(), String> {
        let mut pending = None;
        let (mut stands, mut since) = (game.stands_at(), Instant::now());
        while since.elapsed() < STUCK {
            if stands != game.stands_at() {
                (stands, since) = (game.stands_at(), Instant::now());
            }
            let mut line = match self.line.take() {
                Some(line) => line,
                None => match self.open().await {
                    Some(line) => line,
                    None => continue,
                },
            };
            match self.on_line(&mut line, game, color, &mut pending).await {
                Ok(Some(outcome)) => {
                    self.line = Some(line);
                    return outcome;
                }
                Ok(None) | Err(Broken) => {
                    self.broke_us.get_or_insert_with(now_us);
                    self.ledger.reopened.fetch_add(1, Ordering::Relaxed);
                    game.line_broke(color);
                    self.way = (self.way + 1) % self.ways.len();
                }
            }
        }
        Err(format!("{color:?} of {} never got through", game.game))
    }

    async fn open(&mut self) -> Option<Line> {
        let opened = timeout(ANSWER, Line::open(&self.ways[self.way])).await;
        match opened {
            Ok(Ok(line)) => Some(line),
            _ => {
                self.way = (self.way + 1) % self.ways.len();
                sleep(ELSEWHERE_AFTER).await;
                None
            }
        }
    }

    /// `None` when the line is to be given up for another.
    async fn on_line(
        &mut self,
        line: &mut Line,
        game: &GameLog,
        color: Color,
        pending: &mut Option<Pending>,
    ) -> Result<Option<Result<(), String>>, Broken> {
        let watch = json!({"type": "watch", "game": game.game, "after_seq": 0});
        send(line, &watch).await?;
        if let Some(pending) = pending {
            self.send_again(line, game, pending).await?;
        }
        let (mut asked, mut over, mut latest) = (false, None, None);
        loop {
            // Every ply has to be acknowledged before the next is made, though the table shows it, and the last too.
            if pending.is_none() {
                if let Some(table) = over.take() {
                    return Ok(Some(finished(game, table)));
                }
                if let Some(table) = &latest {
                    self.act(line, game, color, table, pending).await?;
                }
            }
            let patience = if pending.is_some() { ANSWER } else { SILENCE };
            let frame = match timeout(patience, line.next()).await {
                Ok(Ok(frame)) => frame,
                Ok(Err(Failure::Unreadable(what))) => {
                    return Ok(Some(Err(format!("{}: {what}", game.game))));
                }
                Ok(Err(_)) => return Err(Broken),
                Err(_) if asked => return Ok(None),
                Err(_) => {
                    asked = true;
                    send(line, &watch).await?;
                    if let Some(pending) = pending {
                        self.send_again(line, game, pending).await?;
                    }
                    continue;
                }
            };
            match frame {
                Frame::Table {
                    game: of, table, ..
                } if of == game.game => {
                    asked = false;
                    if let Some(broke_us) = self.broke_us.take() {
                        self.ledger.came_back(broke_us);
                    }
                    saw(game, color, &table);
                    if matches!(table.phase, TablePhase::Finished | TablePhase::Annulled) {
                        over = Some(*table);
                    } else {
                        latest = Some(*table);
                    }
                }
                Frame::Ack { id, seq, .. } => {
                    self.acknowledged(line, game, pending, &id, seq).await?;
                }
                Frame::Refused { id: None, problem } if !is_of_the_moment(&problem.code) => {
                    return Ok(Some(Err(format!(
                        "{} is not shown: {problem:?}",
                        game.game
                    ))));
                }
                Frame::Refused { id, problem } => {
                    let ours = pending.as_ref().map(|pending| pending.id.as_str());
                    if ours.is_none() || ours != id.as_deref() {
                        continue;
                    }
                    self.ledger.refused(&problem.code);
                    if !is_of_the_moment(&problem.code) {
                        let what = format!("{} refused {id:?}: {problem:?}", game.game);
                        return Ok(Some(Err(what)));
                    }
                    sleep(AGAIN_AFTER).await;
                    if let Some(pending) = pending {
                        self.send_again(line, game, pending).await?;
                    }
                }
                Frame::Resync { game: of } if of == game.game => send(line, &watch).await?,
                _ => {}
            }
        }
    }

    /// Makes the next ply where the turn has come.
    async fn act(
        &mut self,
        line: &mut Line,
        game: &GameLog,
        color: Color,
        table: &Table,
        pending: &mut Option<Pending>,
    ) -> Result<(), Broken> {
        let ply = table.ply;
        let mut is_made = false;
        game.mark(ply, |mark| is_made = mark.acked_us.is_some());
        let on_move = table.phase == TablePhase::Live && table.to_move == Some(color);
        if !on_move || is_made {
            return Ok(());
        }
        let longest = match self.dice.below(LONG_THOUGHT_EVERY) {
            0 => LONG_THOUGHT,
            _ => self.thought,
        };
        let longest = usize::try_from(longest.as_micros()).unwrap_or(usize::MAX);
        let thought = self.dice.below(longest + 1) as u64;
        sleep(Duration::from_micros(thought)).await;
        let id = game.command_id(ply);
        let frame = game.frame(ply, &id);
        let next = Pending { ply, id, frame };
        let sent_us = now_us();
        game.mark(ply, |mark| {
            mark.sent_us.get_or_insert(sent_us);
            mark.last_sent_us = Some(sent_us);
            mark.sends += 1;
        });
        let sent = send(line, &next.frame).await;
        *pending = Some(next);
        sent
    }

    async fn send_again(
        &self,
        line: &mut Line,
        game: &GameLog,
        pending: &Pending,
    ) -> Result<(), Broken> {
        self.ledger.resent.fetch_add(1, Ordering::Relaxed);
        game.mark(pending.ply, |mark| {
            mark.last_sent_us = Some(now_us());
            mark.sends += 1;
        });
        send(line, &pending.frame).await
    }

    async fn acknowledged(
        &mut self,
        line: &mut Line,
        game: &GameLog,
        pending: &mut Option<Pending>,
        id: &str,
        seq: u64,
    ) -> Result<(), Broken> {
        let Some(ply) = id.split('-').nth(1).and_then(|ply| ply.parse::<u32>().ok()) else {
            return Ok(());
        };
        if (ply as usize) > game.script.len() || game.command_id(ply) != id {
            return Ok(());
        }
        let mut before = None;
        game.mark(ply, |mark| {
            before = mark.seq;
            mark.seq.get_or_insert(seq);
            mark.acked_us.get_or_insert_with(now_us);
        });
        match before {
            Some(before) if before != seq => self.ledger.contradicted(format!(
                "{id} of {} was acknowledged as entry {before}, then as {seq}",
                game.game
            )),
            Some(_) => {}
            None => {
                self.ledger.acknowledged.fetch_add(1, Ordering::Relaxed);
            }
        }
        if let Some(done) = pending.take_if(|pending| pending.id == id)
            && self.dice.below(SENT_ONCE_MORE) == 0
        {
            self.ledger.resent.fetch_add(1, Ordering::Relaxed);
            send(line, &done.frame).await?;
        }
        Ok(())
    }
}

async fn send(line: &mut Line, frame: &Value) -> Result<(), Broken> {
    match timeout(ANSWER, line.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Broken),
    }
}

/// A client was shown a table: the turn, and the plies of the other side.
fn saw(game: &GameLog, color: Color, table: &Table) {
    let now = now_us();
    if table.phase == TablePhase::Live && table.to_move == Some(color) {
        game.mark(table.ply, |mark| {
            mark.shown_us.get_or_insert(now);
        });
    }
    for ply in table.plies.iter().rev().take(3) {
        if ply.color != color {
            game.mark(ply.ply, |mark| {
                mark.screen_us.get_or_insert(now);
            });
        }
    }
}

fn finished(game: &GameLog, table: Table) -> Result<(), String> {
    match table.result {
        Some(result) if table.phase == TablePhase::Finished && result.reason == "played" => {
            game.ended(result);
            Ok(())
        }
        result => Err(format!("{} was broken off: {result:?}", game.game)),
    }
}
