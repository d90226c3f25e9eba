//! The least that a durable relay does: a move is appended to a file, the file's data are synced once for all moves that
//! came meanwhile, and both players are sent a frame of 300 bytes. No rules, no clocks, no database.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    os::unix::fs::FileExt as _,
    path::Path,
    sync::{Arc, Mutex, mpsc},
};

use axum::{
    Router,
    extract::{
        Path as Place, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::get,
    serve::ListenerExt as _,
};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::{net::TcpListener, sync::mpsc as tasks};

use super::{machine::Part, yardstick};

/// The argument that makes a harness this yardstick.
pub const ARGUMENT: &str = "fair-yardstick";
/// What each player is sent of a move, in bytes.
const FRAME: usize = 300;
/// The file begins again after so many bytes, as a database's log does: its blocks are there.
const LOG_BYTES: usize = 16 * 1024 * 1024;

type Sender = tasks::UnboundedSender<Utf8Bytes>;
type Sides = Mutex<HashMap<(usize, usize), Sender>>;

/// A move on its way to the file.
struct Submitted {
    frame: Utf8Bytes,
    players: [Option<Sender>; 2],
}

struct Shared {
    sides: Sides,
    submitted: mpsc::Sender<Submitted>,
}

/// Serves pairs on this port for ever, with its file in a folder.
pub async fn serve(port: u16, folder: &Path) {
    let mut options = OpenOptions::new();
    let options = options.create(true).truncate(true).write(true);
    let log = options.open(folder.join("moves")).unwrap();
    log.write_all_at(&vec![0; LOG_BYTES], 0).unwrap();
    log.sync_all().unwrap();
    let (submitted, receiver) = mpsc::channel();
    std::thread::spawn(move || commit(&log, &receiver));
    let shared = Shared {
        sides: Sides::default(),
        submitted,
    };
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let router = Router::new()
        .route("/{pair}/{side}", get(open))
        .with_state(Arc::new(shared));
    axum::serve(listener, router).await.unwrap();
}

/// Appends what has come since the last time in one write, syncs it, and only then tells anybody.
fn commit(log: &File, submitted: &mpsc::Receiver<Submitted>) {
    let (mut at, mut bytes) = (0, Vec::new());
    while let Ok(first) = submitted.recv() {
        let group: Vec<Submitted> = std::iter::once(first).chain(submitted.try_iter()).collect();
        bytes.clear();
        for one in &group {
            bytes.extend_from_slice(one.frame.as_bytes());
        }
        if at + bytes.len() > LOG_BYTES {
            at = 0;
        }
        log.write_all_at(&bytes, u64::try_from(at).unwrap())
            .unwrap();
        log.sync_data().unwrap();
        at += bytes.len();
        for one in group {
            for player in one.players.iter().flatten() {
                let _ = player.send(one.frame.clone());
            }
        }
    }
}

async fn open(
    State(shared): State<Arc<Shared>>,
    Place(place): Place<(usize, usize)>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.on_upgrade(move |socket| relay(shared, place, socket))
}

async fn relay(shared: Arc<Shared>, (pair, side): (usize, usize), socket: WebSocket) {
    let (mut sink, mut stream) = socket.split();
    let (own, mut frames) = tasks::unbounded_channel();
    shared
        .sides
        .lock()
        .unwrap()
        .insert((pair, side), own.clone());
    tokio::spawn(async move {
        while let Some(frame) = frames.recv().await {
            if sink.send(Message::Text(frame)).await.is_err() {
                return;
            }
        }
    });
    let mut other = None;
    while let Some(Ok(message)) = stream.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        if other.is_none() {
            other = shared.sides.lock().unwrap().get(&(pair, 1 - side)).cloned();
        }
        let players = [Some(own.clone()), other.clone()];
        let frame = framed(&text);
        if shared.submitted.send(Submitted { frame, players }).is_err() {
            return;
        }
    }
}

/// The move, filled up to the length of a frame.
fn framed(text: &str) -> Utf8Bytes {
    let mut frame = String::with_capacity(FRAME);
    frame.push_str(text);
    frame.extend(std::iter::repeat_n(' ', FRAME.saturating_sub(text.len())));
    frame.into()
}

/// Starts it as a process of its own and waits until it listens.
#[must_use]
pub fn start(port: u16, folder: &Path) -> Part {
    let folder = folder.to_str().unwrap();
    yardstick::started(port, &[ARGUMENT, &port.to_string(), folder])
}
