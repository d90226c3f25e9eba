//! Everybody waits at the event; the round is published; each finds his table and sees his clock. As the pages do it: the
//! news say who plays whom, or that the event is to be read anew, within a moment that chance chooses; then the table is
//! watched.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use outflank_tests::{
    load::{
        count,
        latencies::Latencies,
        machine::Working,
        news::find,
        report::{Aim, Kinds, Report},
        requests::{Requests, address},
        socket::{Pongs, Socket, read_so_far},
        stage::Stage,
    },
    waiting::PATIENCE,
};
use serde_json::{Value, json};
use tokio::{sync::mpsc, task::JoinSet, time::sleep};

use crate::steady::limited;

/// Whoever reads the event anew does so within so long, as the pages do.
const READ_WITHIN: Duration = Duration::from_millis(250);
/// Whoever finds no table of his reads again after so long.
const READ_AGAIN: Duration = Duration::from_millis(500);

/// What all of them see.
#[derive(Debug, Default)]
struct Seen {
    waiting: AtomicUsize,
    readings: AtomicU64,
    seated: AtomicUsize,
}

struct Player {
    number: usize,
    tournament: String,
    entrant: String,
    socket: Socket,
    port: u16,
    seen: Arc<Seen>,
}

/// When a player was told of a round, knew his game, and saw his clock.
#[derive(Debug, Clone, Copy)]
struct Seated {
    told: Instant,
    found: Instant,
    shown: Instant,
}

pub async fn run() -> Report {
    let mut report = Report::of("round_start");
    let players = count("PLAYERS", 1_000);
    let data = tempfile::tempdir().unwrap();
    let server = limited(data.path());
    let (port, pid) = (server.port(), server.pid());
    let begun = Instant::now();
    let of_one_event = count("OF_ONE_EVENT", 1_000);
    let sizes = (players, of_one_event);
    let mut stage = Stage::set_events(server, sizes, &Value::Null, |_| Pongs::Honest).await;
    println!(
        "{players} players seated in {:.1} s",
        begun.elapsed().as_secs_f64()
    );

    let (seen, mut waiting) = (Arc::<Seen>::default(), JoinSet::new());
    for event in &stage.events {
        for (entrant, seat) in &event.seats {
            let player = Player {
                number: waiting.len(),
                tournament: event.id.clone(),
                entrant: entrant.clone(),
                socket: seat.socket.clone(),
                port,
                seen: Arc::clone(&seen),
            };
            waiting.spawn(tokio::time::timeout(PATIENCE, player.wait()));
        }
    }
    let since = Instant::now();
    while seen.waiting.load(Ordering::Acquire) < players {
        assert!(
            since.elapsed() < PATIENCE,
            "not everybody waits at the event"
        );
        sleep(Duration::from_millis(10)).await;
    }

    let (working, bytes) = (Working::from_now(pid, &[]), read_so_far().0);
    let published = Instant::now();
    let tables = stage.next_round().await;
    let answered = published.elapsed();
    let (mut told, mut found, mut shown) = Default::default();
    let (mut last, mut errors) = (Duration::ZERO, Kinds::new());
    while let Some(seated) = waiting.join_next().await {
        let Ok(seated) = seated.unwrap() else {
            *errors
                .entry("a player was not seated".to_owned())
                .or_default() += 1;
            continue;
        };
        let since = |instant: Instant| instant.duration_since(published);
        Latencies::record(&mut told, since(seated.told));
        Latencies::record(&mut found, since(seated.found));
        Latencies::record(&mut shown, since(seated.shown));
        last = last.max(since(seated.shown));
    }
    let shares = working.shares();
    let lost = stage.sockets().filter(|socket| !socket.is_open()).count();
    if lost > 0 {
        errors.insert("a socket was lost".to_owned(), u64::try_from(lost).unwrap());
    }
    report.count("tables", u64::try_from(tables.len()).unwrap());
    report.count(
        "seated",
        u64::try_from(seen.seated.load(Ordering::Acquire)).unwrap(),
    );
    report.figure("publication_answered_s", answered.as_secs_f64(), "s");
    report.latencies("told", &told);
    report.latencies("game_known", &found);
    report.latencies("seated", &shown);
    report.count("readings", seen.readings.load(Ordering::Relaxed));
    report.count("frame_bytes", read_so_far().0 - bytes);
    report.shares("", shares);
    report.aimed("last_s", last.as_secs_f64(), "s", Aim::AtMost(5.0));
    report.errors(&errors);
    report
}

impl Player {
    /// Waits for the next round, and sits down.
    async fn wait(self) -> Seated {
        let (sender, mut texts) = mpsc::unbounded_channel();
        self.socket.on_text(move |text, at| {
            if text.starts_with(br#"{"type":"t"#) || text.starts_with(br#"{"type":"commit""#) {
                // Nobody listens any more who is seated.
                let _ = sender.send((text.to_vec(), at));
            }
        });
        let follow = json!({"type": "follow", "tournament": self.tournament});
        self.socket.send(&follow.to_string()).unwrap();
        // The answer says where the event stands.
        texts.recv().await.unwrap();
        self.seen.waiting.fetch_add(1, Ordering::AcqRel);
        let (news, told) = texts.recv().await.unwrap();
        let game = match self.own_game(&news) {
            Some(game) => game,
            None => self.read().await,
        };
        let found = Instant::now();
        let watch = json!({"type": "watch", "game": game, "after_seq": 0});
        self.socket.send(&watch.to_string()).unwrap();
        loop {
            let (text, shown) = texts.recv().await.unwrap();
            let has = |what: &[u8]| find(&text, what).is_some();
            let runs = has(br#""phase":"live""#) || has(br#""type":"started""#);
            if runs && has(game.as_bytes()) {
                self.seen.seated.fetch_add(1, Ordering::AcqRel);
                return Seated { told, found, shown };
            }
        }
    }

    /// Reads the event until it has a table of his.
    async fn read(&self) -> String {
        let share = u32::try_from(self.number * 7_919 % 1_000).unwrap();
        sleep(READ_WITHIN * share / 1_000).await;
        let mut requests = Requests::from(address(self.number), self.port);
        loop {
            self.seen.readings.fetch_add(1, Ordering::Relaxed);
            let path = format!("/tournaments/{}", self.tournament);
            let answer = requests.get(&path).await.unwrap();
            if let Some(game) = self.own_game(&answer.body) {
                return game;
            }
            sleep(READ_AGAIN).await;
        }
    }

    /// The game of his that a text tells of: a board has who plays before the game.
    fn own_game(&self, text: &[u8]) -> Option<String> {
        const GAME: &[u8] = br#""game_id":""#;
        let sides = ["black", "white"].iter().find_map(|side| {
            let name = format!(r#""{side}_entrant_id":"{}""#, self.entrant);
            memchr::memmem::rfind(text, name.as_bytes())
        });
        let rest = &text[sides?..];
        let from = find(rest, GAME)? + GAME.len();
        let length = rest[from..].iter().position(|byte| *byte == b'"')?;
        String::from_utf8(rest[from..from + length].to_vec()).ok()
    }
}
