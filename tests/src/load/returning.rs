//! Players who come back: a broken line is opened again, the table is watched from the entry that they have, and what was
//! not acknowledged is sent again under its id.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use outflank_client::Client;
use serde_json::{Value, json};
use tokio::{sync::mpsc, task::JoinSet, time::sleep};

use super::{
    news::{code_in, is_news, number_after, plies_made},
    socket::Socket,
    stage::Sitting,
};
use crate::{
    bout::Acknowledgement,
    othello::{Ply, random_game},
    waiting::{AGAIN_AFTER, is_of_the_moment},
};

/// Before a line that could not be opened is tried again.
const OPEN_AGAIN: Duration = Duration::from_millis(100);

/// One game of two who come back.
#[derive(Debug)]
pub struct Game {
    /// The game.
    pub id: String,
    plies: Vec<Ply>,
    think: Duration,
    acknowledged: Mutex<Vec<Acknowledgement>>,
    refused: Mutex<Vec<String>>,
    made: AtomicUsize,
    stops: AtomicBool,
}

/// All games, and everybody who plays them. They stop when dropped.
#[derive(Debug)]
pub struct Playing {
    /// The games.
    pub games: Vec<Arc<Game>>,
    /// Who sits there: of each, when it was last shown its table after its line was opened.
    resumed: Vec<Arc<Mutex<Option<Instant>>>>,
    _players: JoinSet<()>,
}

struct Player {
    game: Arc<Game>,
    is_black: bool,
    client: Client,
    port: u16,
    resumed: Arc<Mutex<Option<Instant>>>,
    /// The last entry that it has.
    seq: u64,
    /// Plies that it knows of.
    known: usize,
}

impl Playing {
    /// Everybody sits down; whoever has the turn makes it so long after it was shown.
    pub fn begin(tables: &[Sitting], port: u16, think: Duration) -> Self {
        let (mut games, mut resumed, mut players) = (Vec::new(), Vec::new(), JoinSet::new());
        for (seed, table) in (30_000..).zip(tables) {
            let game = Arc::new(Game {
                id: table.game_id.clone(),
                plies: random_game(seed),
                think,
                acknowledged: Mutex::default(),
                refused: Mutex::default(),
                made: AtomicUsize::new(0),
                stops: AtomicBool::new(false),
            });
            let lines = table.clients.iter().zip(&table.sockets);
            for ((client, socket), is_black) in lines.zip([true, false]) {
                let player = Player {
                    game: Arc::clone(&game),
                    is_black,
                    client: client.clone(),
                    port,
                    resumed: Arc::default(),
                    seq: 0,
                    known: 0,
                };
                resumed.push(Arc::clone(&player.resumed));
                players.spawn(player.play(socket.clone()));
            }
            games.push(game);
        }
        Self {
            games,
            resumed,
            _players: players,
        }
    }

    /// Of those who were shown their table again since then: how many, and when the last was.
    #[must_use]
    pub fn resumed_since(&self, since: Instant) -> (usize, Option<Instant>) {
        let all = self.resumed.iter().filter_map(|of| *of.lock().unwrap());
        let later = all.filter(|at| *at > since);
        later.fold((0, None), |(count, last), at| {
            (count + 1, last.max(Some(at)))
        })
    }

    /// How many sit there.
    #[must_use]
    pub fn players(&self) -> usize {
        self.resumed.len()
    }

    /// Plies that were made in all games.
    #[must_use]
    pub fn plies(&self) -> usize {
        let made = self.games.iter();
        made.map(|game| game.made.load(Ordering::Acquire)).sum()
    }

    /// Nobody makes another ply.
    pub fn stop(&self) {
        for game in &self.games {
            game.stops.store(true, Ordering::Release);
        }
    }
}

impl Game {
    /// What its players were told stands.
    #[must_use]
    pub fn acknowledged(&self) -> Vec<Acknowledgement> {
        self.acknowledged.lock().unwrap().clone()
    }

    /// What was refused, but not for the moment.
    #[must_use]
    pub fn refused(&self) -> Vec<String> {
        self.refused.lock().unwrap().clone()
    }

    /// Its plies as they are to be made.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    fn frame(&self, number: usize) -> Value {
        let id = number.to_string();
        match self.plies[number - 1].name() {
            Some(square) => {
                json!({"type": "move", "id": id, "game": self.id, "ply": number, "square": square})
            }
            None => json!({"type": "pass", "id": id, "game": self.id, "ply": number}),
        }
    }

    fn note(&self, ply: usize, seq: u64) {
        let Some(made) = ply.checked_sub(1).and_then(|place| self.plies.get(place)) else {
            return;
        };
        let event = match made.square {
            Some(_) => "moved",
            None => "passed",
        };
        self.acknowledged.lock().unwrap().push(Acknowledgement {
            event: event.to_owned(),
            ply: u64::try_from(ply).ok(),
            color: None,
            seq,
        });
    }
}

impl Player {
    async fn play(mut self, first: Socket) {
        let mut socket = first;
        loop {
            self.while_open(&socket).await;
            socket = self.opened().await;
        }
    }

    async fn opened(&self) -> Socket {
        loop {
            let opened = async {
                let bought: Value = self.client.post("/tickets", &json!({})).await.ok()?;
                let path = format!("/api/v1/socket?ticket={}", bought["ticket"].as_str()?);
                Socket::open(self.port, &path).await.ok()
            };
            match opened.await {
                Some(socket) => return socket,
                None => sleep(OPEN_AGAIN).await,
            }
        }
    }

    /// Plays until the line is broken.
    async fn while_open(&mut self, socket: &Socket) {
        let (sender, mut texts) = mpsc::unbounded_channel();
        socket.on_text(move |text, at| {
            // Nobody listens any more when another line is open.
            let _ = sender.send((text.to_vec(), at));
        });
        self.watch(socket);
        while let Some((text, at)) = texts.recv().await {
            if is_news(&text) {
                self.news(&text, at, socket);
            } else if text.starts_with(br#"{"type":"ack""#) {
                self.acknowledged(&text);
            } else if text.starts_with(br#"{"type":"resync""#) {
                self.watch(socket);
            } else if text.starts_with(br#"{"type":"refused""#) {
                self.refused(&text, socket);
            }
        }
    }

    fn watch(&self, socket: &Socket) {
        let (game, seq) = (&self.game.id, self.seq);
        // A line that is broken ends by itself.
        let _ = socket.send(&format!(
            r#"{{"type":"watch","game":"{game}","after_seq":{seq}}}"#
        ));
    }

    fn news(&mut self, text: &[u8], at: Instant, socket: &Socket) {
        let is_table = text.starts_with(br#"{"type":"table""#);
        if is_table {
            *self.resumed.lock().unwrap() = Some(at);
        } else if text.starts_with(br#"{"id":""#) {
            self.acknowledged(text);
        }
        let made = plies_made(text).map(|made| made.ply).max().unwrap_or(0);
        let knew = self.known;
        self.known = knew.max(made);
        self.game.made.fetch_max(self.known, Ordering::AcqRel);
        if let Some(seq) = last_seq(text) {
            self.seq = self.seq.max(seq);
        }
        if self.known > knew || is_table {
            self.take_turn(socket);
        }
    }

    fn take_turn(&self, socket: &Socket) {
        let number = self.known + 1;
        let next = self.game.plies.get(number - 1);
        if next.is_none_or(|next| next.black != self.is_black) {
            return;
        }
        let (game, socket) = (Arc::clone(&self.game), socket.clone());
        tokio::spawn(async move {
            sleep(game.think).await;
            if !game.stops.load(Ordering::Acquire) {
                // What does not get through is sent again over the next line.
                let _ = socket.send(&game.frame(number).to_string());
            }
        });
    }

    fn acknowledged(&self, text: &[u8]) {
        let ply = number_after(text, br#""id":""#).and_then(|ply| usize::try_from(ply).ok());
        let seq = number_after(text, br#""seq":"#).and_then(|seq| u64::try_from(seq).ok());
        if let (Some(ply), Some(seq)) = (ply, seq) {
            self.game.note(ply, seq);
        }
    }

    fn refused(&self, text: &[u8], socket: &Socket) {
        let ply = number_after(text, br#""id":""#).and_then(|ply| usize::try_from(ply).ok());
        if !code_in(text).is_some_and(is_of_the_moment) {
            let text = String::from_utf8_lossy(text).into_owned();
            self.game.refused.lock().unwrap().push(text);
            return;
        }
        let ply = ply.filter(|ply| (1..=self.game.plies.len()).contains(ply));
        let Some(ply) = ply else {
            // The table could not be read for the moment.
            self.watch(socket);
            return;
        };
        let (game, socket) = (Arc::clone(&self.game), socket.clone());
        tokio::spawn(async move {
            sleep(AGAIN_AFTER).await;
            let _ = socket.send(&game.frame(ply).to_string());
        });
    }
}

/// The last entry that news tell of: a commit's own, or the last of a table.
fn last_seq(text: &[u8]) -> Option<u64> {
    const NAME: &[u8] = br#""seq":"#;
    let seqs = memchr::memmem::find_iter(text, NAME);
    let seqs = seqs.filter_map(|place| number_after(&text[place..], NAME));
    u64::try_from(seqs.max()?).ok()
}
