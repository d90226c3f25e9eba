//! Guests who play casual games without a pause, in a process of their own: each seeks, plays whom he is given, and seeks
//! again.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{
    crew::{self, Crew},
    machine,
    relay::{Pace, Run},
    report::Kinds,
    requests::{Requests, address, connect},
    socket::{Pongs, Socket},
};
use crate::waiting::{AGAIN_AFTER, PATIENCE};

/// The argument that makes a harness these players.
pub const ARGUMENT: &str = "casual";
/// Their addresses are nobody else's.
const FROM: usize = 50_000;
/// Guests who come at the same time.
const AT_ONCE: usize = 16;
/// Between two looks at whether a game is over.
const LOOK: Duration = Duration::from_millis(20);

/// Starts them as a process of their own; they do nothing yet.
#[must_use]
pub fn start() -> Crew {
    Crew::start(&[ARGUMENT])
}

/// What became of their games.
#[derive(Debug, Default)]
struct Played {
    moves: AtomicU64,
    games: AtomicU64,
    errors: Mutex<Kinds>,
}

impl Played {
    fn error(&self, kind: String) {
        *self.errors.lock().unwrap().entry(kind).or_default() += 1;
    }
}

/// Who waits at a table for the other: which side, and whom to tell when the game is over.
type Waiting = (usize, Socket, oneshot::Sender<()>);

/// What they share.
#[derive(Debug, Default)]
struct Room {
    tables: Mutex<BTreeMap<String, Waiting>>,
    played: Played,
    seeds: AtomicU64,
    /// Whoever ends a game seeks no other.
    closes: AtomicBool,
}

/// Does what is ordered, for ever.
///
/// # Panics
/// When an order cannot be understood.
pub async fn serve() {
    machine::raise_open_files();
    let mut players: Vec<Socket> = Vec::new();
    let (mut room, mut playing) = (Arc::<Room>::default(), JoinSet::new());
    let mut orders = crew::orders();
    while let Some(order) = orders.recv().await {
        let number = |name: &str| order[name].as_u64().unwrap_or(0);
        match order["do"].as_str().unwrap_or_default() {
            "seat" => {
                let port = u16::try_from(number("port")).unwrap();
                let count = usize::try_from(number("count")).unwrap();
                players = seat(port, count).await;
            }
            "play" => {
                room = Arc::default();
                let every = Duration::from_millis(number("every_ms"));
                for socket in &players {
                    playing.spawn(play(socket.clone(), every, Arc::clone(&room)));
                }
            }
            "count" => {}
            "leave" => {
                room.closes.store(true, Ordering::SeqCst);
                while playing.join_next().await.is_some() {}
            }
            other => panic!("casual players cannot do {other:?}"),
        }
        let played = &room.played;
        crew::answer(&json!({
            "players": players.len(),
            "games": played.games.load(Ordering::Relaxed),
            "moves": played.moves.load(Ordering::Relaxed),
            "errors": *played.errors.lock().unwrap(),
        }));
    }
}

async fn seat(port: u16, count: usize) -> Vec<Socket> {
    let guest = async |number: usize| {
        let from = address(FROM + number);
        let mut requests = Requests::from(from, port);
        requests.become_guest().await?;
        let path = format!("/api/v1/socket?ticket={}", requests.ticket().await?);
        let stream = connect(from, port).await?;
        Socket::over(stream, port, &path, Pongs::Honest).await
    };
    stream::iter(0..count)
        .map(guest)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
        .expect("guests with a socket each")
}

/// What a player hears who seeks.
enum Heard {
    /// A game, and his side in it.
    Booked(String, usize),
    /// His last one is not over yet, or the server cannot now.
    NotNow(String),
}

/// Plays one game after the other.
async fn play(socket: Socket, every: Duration, room: Arc<Room>) {
    while !room.closes.load(Ordering::SeqCst) {
        let (tell, mut heard) = mpsc::unbounded_channel();
        socket.on_text(move |frame, _| {
            if let Some(heard) = said(frame) {
                let _gone = tell.send(heard);
            }
        });
        let terms = json!({"variant": "othello", "main_ms": 300_000, "increment_ms": 0});
        let seek = json!({"type": "seek", "id": "s", "terms": terms});
        if socket.send(&seek.to_string()).is_err() {
            room.played.error("a socket was lost".to_owned());
            return;
        }
        match timeout(PATIENCE, heard.recv()).await {
            Ok(Some(Heard::Booked(game, side))) => {
                sit_down(&socket, (&game, side), every, &room).await;
            }
            Ok(Some(Heard::NotNow(code))) => {
                if code != "already_booked" {
                    room.played.error(format!("a seek was refused: {code}"));
                }
                sleep(AGAIN_AFTER).await;
            }
            // Nobody is left to be matched with, when all go home.
            Ok(None) | Err(_) if room.closes.load(Ordering::SeqCst) => return,
            Ok(None) | Err(_) => room.played.error("nobody was found".to_owned()),
        }
    }
}

fn said(frame: &[u8]) -> Option<Heard> {
    let frame: Value = serde_json::from_slice(frame).ok()?;
    match frame["type"].as_str()? {
        "booked" => {
            let game = frame["game"].as_str()?.to_owned();
            Some(Heard::Booked(game, usize::from(frame["color"] != "black")))
        }
        "refused" => {
            let code = frame["problem"]["code"].as_str().unwrap_or_default();
            Some(Heard::NotNow(code.to_owned()))
        }
        _ => None,
    }
}

/// Each game has a pace of its own, half to one and a half times that: a crowd's games do not end all at once.
fn own_pace(every: Duration, seed: u64) -> Duration {
    let parts = u32::try_from(seed.wrapping_mul(0x9e37_79b9) % 1_000).unwrap_or_default();
    every / 2 + every * parts / 1_000
}

/// The second at a table plays the game for both, as the pace has it.
async fn sit_down(socket: &Socket, (game, side): (&str, usize), every: Duration, room: &Room) {
    let (over, is_over) = oneshot::channel();
    let waiting = {
        let mut tables = room.tables.lock().unwrap();
        let waiting = tables.remove(game);
        if waiting.is_none() {
            tables.insert(game.to_owned(), (side, socket.clone(), over));
        }
        waiting
    };
    let Some((_, other, over)) = waiting else {
        if timeout(2 * PATIENCE, is_over).await.is_err() {
            room.played.error("a game came to no end".to_owned());
        }
        return;
    };
    let sockets = match side {
        0 => [socket.clone(), other],
        _ => [other, socket.clone()],
    };
    let seed = room.seeds.fetch_add(1, Ordering::Relaxed);
    let run = Run::of(game, sockets, seed, Pace::After(own_pace(every, seed)));
    let begun = Instant::now();
    let (mut shown, mut since, mut has_begun) = (0, begun, false);
    while !run.is_over() && since.elapsed() < PATIENCE {
        if !has_begun && run.is_ready() {
            has_begun = true;
            run.send(1, Instant::now());
        }
        sleep(LOOK).await;
        let now = run.shown();
        if now > shown {
            let made = u64::try_from(now - shown).unwrap();
            room.played.moves.fetch_add(made, Ordering::Relaxed);
            (shown, since) = (now, Instant::now());
        }
    }
    if !run.is_over() {
        room.played.error("a game came to no end".to_owned());
    }
    for refused in run.take_refused() {
        room.played.error(format!("a move was refused: {refused}"));
    }
    room.played.games.fetch_add(1, Ordering::Relaxed);
    run.leave();
    let _gone = over.send(());
}
