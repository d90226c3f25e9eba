//! What the clients sent, what they were acknowledged and what they were shown: written down by themselves, when it
//! happened, and compared with the journal afterwards.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Instant, UNIX_EPOCH},
};

use outflank_client::{Color, TableResult};
use serde_json::{Value, json};

use crate::othello::Ply;

/// Now in µs since 1970: this host's wall clock when it was first asked, carried on by the monotonic one.
#[must_use]
pub fn now_us() -> i64 {
    static BEGUN: OnceLock<(Instant, i64)> = OnceLock::new();
    let (begun, at_us) = BEGUN.get_or_init(|| {
        let since = UNIX_EPOCH.elapsed().expect("a time after 1970");
        (
            Instant::now(),
            i64::try_from(since.as_micros()).expect("a time of today"),
        )
    });
    at_us + i64::try_from(begun.elapsed().as_micros()).expect("a run of today")
}

/// One ply, as its two players saw it. Times are µs since 1970 by [`now_us`].
#[derive(Debug, Clone, Default)]
pub struct Mark {
    /// Its maker was first shown that the turn is his.
    pub shown_us: Option<i64>,
    /// It was first sent.
    pub sent_us: Option<i64>,
    /// It was last sent before its acknowledgement.
    pub last_sent_us: Option<i64>,
    /// How often it was sent before that.
    pub sends: u32,
    /// Its maker opened a new line between the turn and the acknowledgement.
    pub line_broke: bool,
    /// It was first acknowledged.
    pub acked_us: Option<i64>,
    /// As this entry.
    pub seq: Option<u64>,
    /// The opponent was first shown it.
    pub screen_us: Option<i64>,
}

/// One game, as its two players saw it.
#[derive(Debug)]
pub struct GameLog {
    /// The game.
    pub game: String,
    /// What is played.
    pub script: Vec<Ply>,
    /// The accounts that play it, black's and white's.
    pub accounts: [String; 2],
    /// By ply, from 1; the first is of no ply.
    marks: Mutex<Vec<Mark>>,
    results: Mutex<Vec<TableResult>>,
}

impl GameLog {
    /// Nothing has happened yet.
    #[must_use]
    pub fn new(game: &str, script: Vec<Ply>, accounts: [String; 2]) -> Arc<Self> {
        Arc::new(Self {
            game: game.to_owned(),
            marks: Mutex::new(vec![Mark::default(); script.len() + 2]),
            script,
            accounts,
            results: Mutex::default(),
        })
    }

    /// The same log, to be changed by itself.
    #[must_use]
    pub fn copy(&self) -> Arc<Self> {
        Arc::new(Self {
            game: self.game.clone(),
            script: self.script.clone(),
            accounts: self.accounts.clone(),
            marks: Mutex::new(self.marks()),
            results: Mutex::new(self.results()),
        })
    }

    /// Nobody was shown an end.
    pub fn without_end(&self) {
        self.results.lock().unwrap().clear();
    }

    /// Changes what is known of a ply.
    pub fn mark(&self, ply: u32, change: impl FnOnce(&mut Mark)) {
        let place = usize::try_from(ply).expect("a short game");
        if let Some(mark) = self.marks.lock().unwrap().get_mut(place) {
            change(mark);
        }
    }

    /// By ply, from 1; the first is of no ply.
    #[must_use]
    pub fn marks(&self) -> Vec<Mark> {
        self.marks.lock().unwrap().clone()
    }

    /// How many plies were acknowledged.
    #[must_use]
    pub fn stands_at(&self) -> usize {
        let marks = self.marks.lock().unwrap();
        marks.iter().filter(|mark| mark.acked_us.is_some()).count()
    }

    /// A player's line broke: what he has the turn for, or waits to hear of, is made on another.
    pub fn line_broke(&self, color: Color) {
        for (mark, made) in self
            .marks
            .lock()
            .unwrap()
            .iter_mut()
            .skip(1)
            .zip(&self.script)
        {
            if made.black == (color == Color::Black) && mark.acked_us.is_none() {
                mark.line_broke |= mark.shown_us.is_some() || mark.sent_us.is_some();
            }
        }
    }

    /// A client was shown the end.
    pub fn ended(&self, result: TableResult) {
        self.results.lock().unwrap().push(result);
    }

    /// The end, as each client was shown it.
    #[must_use]
    pub fn results(&self) -> Vec<TableResult> {
        self.results.lock().unwrap().clone()
    }

    /// The id of the command that makes a ply: the same however often it is sent, and no other game's.
    #[must_use]
    pub fn command_id(&self, ply: u32) -> String {
        let place = usize::try_from(ply).unwrap_or(0).saturating_sub(1);
        let made = &self.script[place];
        let side = if made.black { "black" } else { "white" };
        let square = made.name().unwrap_or_else(|| "pass".to_owned());
        format!("{side}-{ply}-{square}-{}", self.game)
    }

    /// The frame that makes a ply under a command id.
    #[must_use]
    pub fn frame(&self, ply: u32, id: &str) -> Value {
        let place = usize::try_from(ply).unwrap_or(0).saturating_sub(1);
        match self.script[place].name() {
            Some(square) => {
                json!({"type": "move", "id": id, "game": self.game, "ply": ply, "square": square})
            }
            None => json!({"type": "pass", "id": id, "game": self.game, "ply": ply}),
        }
    }
}

/// What a director did, as the event that is to stand in the tournament's journal.
#[derive(Debug, Clone)]
pub struct Act {
    /// The tournament.
    pub tournament: String,
    /// The event's type.
    pub event: &'static str,
    /// What tells it from others of its type: a field.
    pub field: &'static str,
    /// What the field holds.
    pub value: Value,
}

/// Everything that the clients of a run write down.
#[derive(Debug)]
pub struct Ledger {
    /// The folder of the run.
    pub folder: PathBuf,
    file: Mutex<File>,
    games: Mutex<Vec<Arc<GameLog>>>,
    /// Commands acknowledged, directors' too.
    pub acknowledged: AtomicU64,
    /// Commands that were sent again.
    pub resent: AtomicU64,
    /// Lines that had to be opened again.
    pub reopened: AtomicU64,
    /// Games whose end both players were shown.
    pub finished: AtomicUsize,
    /// Refusals of moves for the moment, by their code.
    refusals: Mutex<BTreeMap<String, u64>>,
    /// What no server may do, as clients saw it.
    wrong: Mutex<Vec<String>>,
    /// Of this, what no stall of the machine explains.
    breaches: Mutex<Vec<String>>,
    /// From a broken line to the first word on a new one, in µs, with when it broke.
    returns: Mutex<Vec<(i64, i64)>>,
    /// Acts of directors that were acknowledged, in order.
    pub acts: Mutex<Vec<Act>>,
}

impl Ledger {
    /// An empty one, with its file in this folder.
    #[must_use]
    pub fn open(folder: &Path) -> Arc<Self> {
        let _ = now_us();
        let file = File::create(folder.join("clients.jsonl")).expect("a file in the logs folder");
        Arc::new(Self {
            folder: folder.to_owned(),
            file: Mutex::new(file),
            games: Mutex::default(),
            acknowledged: AtomicU64::new(0),
            resent: AtomicU64::new(0),
            reopened: AtomicU64::new(0),
            finished: AtomicUsize::new(0),
            refusals: Mutex::default(),
            wrong: Mutex::default(),
            breaches: Mutex::default(),
            returns: Mutex::default(),
            acts: Mutex::default(),
        })
    }

    /// A game begins.
    pub fn add(&self, game: &Arc<GameLog>) {
        self.games.lock().unwrap().push(Arc::clone(game));
    }

    /// Every game that began.
    #[must_use]
    pub fn games(&self) -> Vec<Arc<GameLog>> {
        self.games.lock().unwrap().clone()
    }

    /// A game is over for both: its log is written out.
    pub fn close(&self, game: &GameLog) {
        self.finished.fetch_add(1, Ordering::Relaxed);
        let marks: Vec<_> = game
            .marks()
            .iter()
            .map(|mark| {
                json!([
                    mark.shown_us,
                    mark.sent_us,
                    mark.last_sent_us,
                    mark.sends,
                    mark.acked_us,
                    mark.seq,
                    mark.screen_us
                ])
            })
            .collect();
        let line = json!({"game": game.game, "accounts": game.accounts, "marks": marks});
        let _ = writeln!(self.file.lock().unwrap(), "{line}");
    }

    /// The games whose end was not shown to both, with where they stand.
    #[must_use]
    pub fn open_games(&self) -> Vec<String> {
        let mut open = Vec::new();
        for game in self.games() {
            if game.results().len() == 2 {
                continue;
            }
            let marks = game.marks();
            let last = marks
                .iter()
                .rposition(|mark| mark.shown_us.is_some() || mark.sent_us.is_some());
            let at = last.map(|ply| (ply, &marks[ply]));
            open.push(format!(
                "{} of {} plies stands at {at:?}",
                game.game,
                game.script.len()
            ));
        }
        open
    }

    /// A move was refused for the moment.
    pub fn refused(&self, code: &str) {
        *self
            .refusals
            .lock()
            .unwrap()
            .entry(code.to_owned())
            .or_default() += 1;
    }

    /// Refusals of moves for the moment, by their code.
    #[must_use]
    pub fn refusals(&self) -> BTreeMap<String, u64> {
        self.refusals.lock().unwrap().clone()
    }

    /// A client saw what no server may do.
    pub fn complain(&self, what: String) {
        eprintln!("WRONG: {what}");
        self.wrong.lock().unwrap().push(what);
    }

    /// A client was told what contradicts what it was told before.
    pub fn contradicted(&self, what: String) {
        self.breaches.lock().unwrap().push(what.clone());
        self.complain(what);
    }

    /// Where clients were told what contradicts what they were told before.
    #[must_use]
    pub fn breaches(&self) -> Vec<String> {
        self.breaches.lock().unwrap().clone()
    }

    /// Whether clients followed every event to its end, and so know every board: whatever else they complain of than
    /// contradictions is that they did not.
    #[must_use]
    pub fn followed_every_event(&self) -> bool {
        self.wrong().len() == self.breaches().len()
    }

    /// What no server may do, as clients saw it.
    #[must_use]
    pub fn wrong(&self) -> Vec<String> {
        self.wrong.lock().unwrap().clone()
    }

    /// A client is back on a line.
    pub fn came_back(&self, broke_us: i64) {
        let took_us = now_us() - broke_us;
        self.returns.lock().unwrap().push((broke_us, took_us));
    }

    /// When each line broke, and how long its client took to come back, in µs.
    #[must_use]
    pub fn returns(&self) -> Vec<(i64, i64)> {
        self.returns.lock().unwrap().clone()
    }
}
