//! Games played by an engine.

use std::time::Duration;

use async_trait::async_trait;
use tokio::{sync::oneshot, time::Instant};

use super::{Answer, Command, Engine, Fault, NotItsGame, game_so_far};
use crate::{Choice, Color, Failure, Seat, Strategy, Table};

/// An engine that has let so much of its clock pass over one move is held to hang.
const OF_ITS_CLOCK: f64 = 0.75;
/// So much before the limit for its first move an engine is to have answered: the answer has a way to go.
const BEFORE_LIMIT: Duration = Duration::from_secs(2);
/// However little is left on the clock, an engine has so long: it may be fast, and a flag falls by the server's word.
const AT_LEAST: Duration = Duration::from_secs(1);

/// Why a game is not played on.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// The engine failed again after it was started anew.
    #[error(transparent)]
    Engine(#[from] Fault),
    /// No game for it.
    #[error(transparent)]
    Game(#[from] NotItsGame),
    /// The server refused, or stays away.
    #[error(transparent)]
    Server(#[from] Failure),
}

/// What a player tells of itself.
#[derive(Debug)]
pub enum Note<'a> {
    /// The engine failed, and is started anew: once in a game.
    StartedAnew(&'a Fault),
}

type Told = dyn Fn(Note<'_>) + Send + Sync;

/// Plays by one engine, which is started anew once in a game where it fails.
pub struct Player {
    command: Command,
    engine: Option<Engine>,
    may_fail: bool,
    increment_ms: i64,
    told: Box<Told>,
}

impl Player {
    /// Starts the engine, so that it has loaded what it needs before a clock runs.
    ///
    /// # Errors
    /// See [`Fault`].
    pub async fn start(
        command: Command,
        told: impl Fn(Note<'_>) + Send + Sync + 'static,
    ) -> Result<Self, Fault> {
        let engine = Engine::start(&command).await?;
        Ok(Self {
            command,
            engine: Some(engine),
            may_fail: true,
            increment_ms: 0,
            told: Box::new(told),
        })
    }

    /// How the engine calls itself.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.engine.as_ref().and_then(Engine::name)
    }

    /// Plays a game from wherever it stands to its end, in which each move adds so many ms.
    ///
    /// # Errors
    /// See [`Broken`]. The clock runs on then: whoever plays by this seat again can go on with the game.
    pub async fn play(
        &mut self,
        client: &crate::Client,
        game_id: &str,
        color: Color,
        increment_ms: i64,
    ) -> Result<Table, Broken> {
        self.may_fail = true;
        self.increment_ms = increment_ms;
        let (fail, failed) = oneshot::channel();
        let mut at_table = AtTable {
            player: self,
            color,
            fail: Some(fail),
        };
        let mut seat = Seat::new(client.clone(), game_id, color);
        tokio::select! {
            played = seat.play(&mut at_table) => Ok(played?),
            Ok(broken) = failed => Err(broken),
        }
    }

    /// Ends the engine.
    pub async fn end(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.end().await;
        }
    }

    async fn choose(&mut self, table: &Table, color: Color) -> Result<String, Broken> {
        let seen = Instant::now();
        loop {
            match self.ask(table, color, seen).await {
                Err(Broken::Engine(fault)) => {
                    self.end().await;
                    if !self.may_fail {
                        return Err(fault.into());
                    }
                    self.may_fail = false;
                    (self.told)(Note::StartedAnew(&fault));
                }
                other => return other,
            }
        }
    }

    /// Asks once, in the turn that was seen then. What an engine takes to load is gone from its clock.
    async fn ask(&mut self, table: &Table, color: Color, seen: Instant) -> Result<String, Broken> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.command).await?,
        };
        let engine = self.engine.insert(engine);
        let left = left(table, color).saturating_sub(seen.elapsed());
        let game = game_so_far(&with_left(table, color, left), self.increment_ms)?;
        let within = left.mul_f64(OF_ITS_CLOCK).max(AT_LEAST);
        let legal = &table.legal_squares;
        match engine.choose(&game, within).await? {
            Answer::Square(square) if legal.contains(&square) => Ok(square),
            Answer::Square(square) => Err(Fault::Illegal(square, legal.join(" ")).into()),
            // A side without a move is never asked.
            Answer::Pass => Err(Fault::Illegal("pa".to_owned(), legal.join(" ")).into()),
        }
    }
}

/// What is left for this move when the table is shown: of the clock, and at a first move of the limit for it.
fn left(table: &Table, color: Color) -> Duration {
    let ms = |ms: i64| Duration::from_millis(u64::try_from(ms).unwrap_or(0));
    let left = ms(match color {
        Color::Black => table.clocks.black_ms,
        Color::White => table.clocks.white_ms,
    });
    let mut plies = table.plies.iter();
    let has_moved = plies.any(|ply| ply.color == color && ply.square.is_some());
    match table.first_move_limit_ms {
        Some(limit_ms) if !has_moved => left.min(ms(limit_ms).saturating_sub(BEFORE_LIMIT)),
        _ => left,
    }
}

fn with_left(table: &Table, color: Color, left: Duration) -> Table {
    let mut table = table.clone();
    let clock = match color {
        Color::Black => &mut table.clocks.black_ms,
        Color::White => &mut table.clocks.white_ms,
    };
    *clock = i64::try_from(left.as_millis()).unwrap_or(i64::MAX);
    table
}

struct AtTable<'a> {
    player: &'a mut Player,
    color: Color,
    fail: Option<oneshot::Sender<Broken>>,
}

#[async_trait]
impl Strategy for AtTable<'_> {
    async fn choose(&mut self, table: &Table) -> Choice {
        match self.player.choose(table, self.color).await {
            Ok(square) => Choice::Square(square),
            Err(broken) => {
                if let Some(fail) = self.fail.take() {
                    // Nobody waits for it once the game is left.
                    let _ = fail.send(broken);
                }
                std::future::pending().await
            }
        }
    }
}
