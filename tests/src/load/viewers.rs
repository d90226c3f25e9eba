//! Spectators by the thousand in a process of their own. Each has a socket, and they come from many addresses, as a crowd
//! does. Where all of them watch one game, it is noted of each entry when the first and the last of them had it, and
//! whether all were told the same bytes.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use tokio::sync::watch::Sender;

use super::{
    crew::{self, Crew},
    hearing::{Arrival, Ear, Heard, Told, watch},
    machine,
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

/// One spectator.
#[derive(Debug)]
struct Viewer {
    number: usize,
    socket: Socket,
    watches: Option<String>,
    /// Told of every change of the list.
    standings: Arc<Sender<u64>>,
}

impl Viewer {
    fn of(number: usize, socket: Socket, heard: &Arc<Heard>) -> Self {
        let standings = Arc::new(Sender::new(0));
        let (told, own) = (Arc::clone(&standings), socket.clone());
        let mut ear = Ear::of(heard);
        socket.on_text(move |text, at| match ear.hear(text, at) {
            Some(Told::Standings) => told.send_modify(|count| *count += 1),
            // Who is gone by now is counted as lost.
            Some(Told::Resync(watch)) => drop(own.send(&watch)),
            None => {}
        });
        Self {
            number,
            socket,
            watches: None,
            standings,
        }
    }
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
    let text = arrival.text.lock().unwrap().take();
    let text = text.as_deref().map(String::from_utf8_lossy);
    json!({
        "wanted": wanted, "count": told(&arrival.count), "first_micros": told(&arrival.first_micros),
        "last_micros": told(&arrival.last_micros), "different": told(&arrival.different),
        "bytes": told(&arrival.bytes), "text": text,
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
