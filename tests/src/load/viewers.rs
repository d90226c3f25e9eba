//! Spectators by the thousand in a process of their own. Each has a socket, and they come from many addresses, as a crowd
//! does. Where all of them watch one game, it is noted of each entry when the first and the last of them had it, and
//! whether all were told the same bytes.

use std::{
    hash::{DefaultHasher, Hasher as _},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::{
    crew::{self, Crew},
    machine::{self, shared_micros},
    news::{find, number_after},
    report::{Kinds, add},
    requests::{Requests, address, connect},
    socket::{Pongs, Socket, read_so_far},
    standings::{self, Final},
};
use crate::waiting::PATIENCE;

/// The argument that makes a harness these viewers.
pub const ARGUMENT: &str = "viewers";
/// Viewers from one address: fewer than may buy a ticket there within a minute.
const OF_ONE_ADDRESS: usize = 100;
/// Addresses from which somebody comes at the same time.
const AT_ONCE: usize = 16;
/// Entries of which it is noted when they arrived.
const NOTED: usize = 512;

/// An entry on its way to everybody.
#[derive(Debug)]
struct Arrival {
    count: AtomicU64,
    first_micros: AtomicU64,
    last_micros: AtomicU64,
    digest: AtomicU64,
    different: AtomicU64,
    bytes: AtomicU64,
}

impl Default for Arrival {
    fn default() -> Self {
        Self {
            count: AtomicU64::new(0),
            first_micros: AtomicU64::new(u64::MAX),
            last_micros: AtomicU64::new(0),
            digest: AtomicU64::new(0),
            different: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }
}

#[derive(Debug, Default)]
struct Heard {
    commits: AtomicU64,
    tables: AtomicU64,
    resyncs: AtomicU64,
    refused: AtomicU64,
    arrivals: Vec<Arrival>,
    /// The last commit's text.
    text: Mutex<Vec<u8>>,
}

impl Heard {
    fn commit(&self, text: &[u8], seq: u64, at: Instant) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        let Some(arrival) = usize::try_from(seq)
            .ok()
            .and_then(|seq| self.arrivals.get(seq))
        else {
            return;
        };
        let mut hasher = DefaultHasher::new();
        hasher.write(text);
        let digest = hasher.finish() | 1;
        let first =
            arrival
                .digest
                .compare_exchange(0, digest, Ordering::Relaxed, Ordering::Relaxed);
        match first {
            Ok(_) => *self.text.lock().unwrap() = text.to_vec(),
            Err(other) if other != digest => {
                arrival.different.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => {}
        }
        arrival.note(at, text.len());
    }
}

impl Arrival {
    fn note(&self, at: Instant, bytes: usize) {
        let micros = shared_micros(at);
        self.first_micros.fetch_min(micros, Ordering::Relaxed);
        self.last_micros.fetch_max(micros, Ordering::Relaxed);
        let bytes = u64::try_from(bytes).unwrap_or(0);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Release);
    }
}

/// One spectator.
#[derive(Debug)]
struct Viewer {
    number: usize,
    socket: Socket,
    watches: Option<String>,
    /// Told of every change of the list.
    standings: Arc<watch::Sender<u64>>,
}

impl Viewer {
    fn of(number: usize, socket: Socket, heard: &Arc<Heard>) -> Self {
        let standings = Arc::new(watch::Sender::new(0));
        let (heard, told, own) = (Arc::clone(heard), Arc::clone(&standings), socket.clone());
        let mut last_seq = 0;
        socket.on_text(move |text, at| {
            if text.starts_with(br#"{"type":"commit""#) {
                let seq = number_after(text, br#""seq":"#).unwrap_or(0);
                last_seq = u64::try_from(seq).unwrap_or(0);
                heard.commit(text, last_seq, at);
            } else if text.starts_with(br#"{"type":"table""#) {
                heard.tables.fetch_add(1, Ordering::Relaxed);
            } else if text.starts_with(br#"{"type":"standings""#) {
                told.send_modify(|count| *count += 1);
            } else if text.starts_with(br#"{"type":"resync""#) {
                heard.resyncs.fetch_add(1, Ordering::Relaxed);
                if let Some(game) = game_in(text) {
                    // Who is gone by now is counted as lost.
                    let _ = own.send(&watch(game, last_seq));
                }
            } else if text.starts_with(br#"{"type":"refused""#) {
                heard.refused.fetch_add(1, Ordering::Relaxed);
            }
        });
        Self {
            number,
            socket,
            watches: None,
            standings,
        }
    }
}

fn watch(game: &str, after_seq: u64) -> String {
    format!(r#"{{"type":"watch","game":"{game}","after_seq":{after_seq}}}"#)
}

fn game_in(text: &[u8]) -> Option<&str> {
    const NAME: &[u8] = br#""game":""#;
    let rest = &text[find(text, NAME)? + NAME.len()..];
    let length = rest.iter().position(|byte| *byte == b'"')?;
    std::str::from_utf8(&rest[..length]).ok()
}

/// Starts them as a process of their own.
#[must_use]
pub fn start() -> Crew {
    Crew::start(&[ARGUMENT])
}

/// Does what is ordered, for ever.
///
/// # Panics
/// When an order cannot be understood.
pub async fn serve() {
    machine::raise_open_files();
    let heard = Arc::new(Heard {
        arrivals: (0..NOTED).map(|_| Arrival::default()).collect(),
        ..Heard::default()
    });
    let mut viewers = Vec::new();
    let mut orders = crew::orders();
    while let Some(order) = orders.recv().await {
        let number = |name: &str| order[name].as_u64().unwrap_or(0);
        let answer = match order["do"].as_str().unwrap_or_default() {
            "open" => {
                let port = u16::try_from(number("port")).unwrap();
                let count = usize::try_from(number("count")).unwrap();
                let with_ticket = order["with_ticket"].as_bool().unwrap_or(true);
                open(&mut viewers, (port, count), with_ticket, &heard).await
            }
            "watch" => watch_all(&mut viewers, &order["games"], &heard).await,
            "follow" => {
                let frame = json!({"type": "follow", "tournament": order["tournament"]});
                let frame = frame.to_string();
                let sent = viewers
                    .iter()
                    .filter(|viewer| viewer.socket.send(&frame).is_ok());
                json!({ "follow": sent.count() })
            }
            "arrived" => arrived(&viewers, usize::try_from(number("seq")).unwrap(), &heard).await,
            "rush" => {
                let wanted = serde_json::from_value(order["final"].clone()).unwrap();
                rush(&viewers, u16::try_from(number("port")).unwrap(), &wanted).await
            }
            "count" => count(&viewers, &heard),
            other => panic!("viewers cannot do {other:?}"),
        };
        crew::answer(&answer);
    }
}

async fn open(
    viewers: &mut Vec<Viewer>,
    (port, count): (u16, usize),
    with_ticket: bool,
    heard: &Arc<Heard>,
) -> Value {
    let from = viewers.len();
    let numbers: Vec<usize> = (from..from + count).collect();
    let groups = numbers.chunks(OF_ONE_ADDRESS).map(<[usize]>::to_vec);
    let come = |group: Vec<usize>| async move {
        let from = address(group[0] / OF_ONE_ADDRESS);
        let mut requests = Requests::from(from, port);
        let (mut inside, mut errors) = (Vec::new(), Kinds::new());
        for number in group {
            let opened = async {
                let path = match with_ticket {
                    true => format!("/api/v1/socket?ticket={}", requests.ticket().await?),
                    false => "/".to_owned(),
                };
                let stream = connect(from, port).await?;
                Socket::over(stream, port, &path, Pongs::Honest).await
            };
            match opened.await {
                Ok(socket) => inside.push((number, socket)),
                Err(error) => *errors.entry(first_line(&error)).or_default() += 1,
            }
        }
        (inside, errors)
    };
    let come: Vec<_> = groups.map(come).collect();
    let all: Vec<_> = stream::iter(come).buffer_unordered(AT_ONCE).collect().await;
    let mut errors = Kinds::new();
    for (inside, more) in all {
        let inside = inside.into_iter();
        viewers.extend(inside.map(|(number, socket)| Viewer::of(number, socket, heard)));
        add(&mut errors, more);
    }
    json!({ "open": viewers.len() - from, "errors": errors })
}

fn first_line(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().to_owned()
}

/// Each watches one of these games and no other; answers when all of them have its table.
async fn watch_all(viewers: &mut [Viewer], games: &Value, heard: &Heard) -> Value {
    let games: Vec<String> = serde_json::from_value(games.clone()).unwrap();
    let wanted = heard.tables.load(Ordering::Relaxed);
    let mut asked = 0;
    for viewer in viewers.iter_mut() {
        let game = &games[viewer.number % games.len()];
        let left = viewer.watches.replace(game.clone());
        let leave = left.map(|game| format!(r#"{{"type":"leave","game":"{game}"}}"#));
        let said = leave.into_iter().chain([watch(game, 0)]);
        let sent = said.map(|text| viewer.socket.send(&text));
        asked += u64::from(sent.fold(true, |all, one| all & one.is_ok()));
    }
    let begun = Instant::now();
    let shown = || heard.tables.load(Ordering::Relaxed).saturating_sub(wanted);
    while shown() < asked && begun.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    json!({ "asked": asked, "shown": shown(), "took_micros": begun.elapsed().as_micros() })
}

/// Waits until everybody has this entry.
async fn arrived(viewers: &[Viewer], seq: usize, heard: &Heard) -> Value {
    let arrival = &heard.arrivals[seq];
    let begun = Instant::now();
    let open = || viewers.iter().filter(|viewer| viewer.socket.is_open());
    let wanted = u64::try_from(open().count()).unwrap_or(0);
    while arrival.count.load(Ordering::Acquire) < wanted && begun.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let told = |number: &AtomicU64| number.load(Ordering::Relaxed);
    json!({
        "wanted": wanted, "count": told(&arrival.count), "first_micros": told(&arrival.first_micros),
        "last_micros": told(&arrival.last_micros), "different": told(&arrival.different),
        "bytes": told(&arrival.bytes), "text": String::from_utf8_lossy(&heard.text.lock().unwrap()),
    })
}

/// Everybody reads the list until it is final.
async fn rush(viewers: &[Viewer], port: u16, wanted: &Final) -> Value {
    let readers = viewers.iter().map(|viewer| {
        let requests = Requests::from(address(viewer.number / OF_ONE_ADDRESS), port);
        let news = viewer.standings.subscribe();
        standings::reader(requests, wanted.clone(), news, viewer.number)
    });
    let rush = standings::rush(readers).await;
    serde_json::to_value(rush).unwrap()
}

fn count(viewers: &[Viewer], heard: &Heard) -> Value {
    let lost = viewers.iter().filter(|viewer| !viewer.socket.is_open());
    let told = |number: &AtomicU64| number.load(Ordering::Relaxed);
    let (bytes, reads) = read_so_far();
    json!({
        "open": viewers.len() - lost.clone().count(), "lost": lost.count(), "commits": told(&heard.commits),
        "tables": told(&heard.tables), "resyncs": told(&heard.resyncs), "refused": told(&heard.refused),
        "bytes": bytes, "reads": reads,
    })
}
