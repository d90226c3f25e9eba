//! What the server is measured against: axum's WebSocket with default buffers that passes texts on to the other
//! side of a pair, and does nothing else.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message, WebSocket},
    },
    response::Response,
    routing::get,
    serve::ListenerExt as _,
};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::{net::TcpListener, sync::mpsc};

use super::machine::Part;

type Sides = Arc<Mutex<HashMap<(usize, usize), mpsc::UnboundedSender<Message>>>>;

/// The argument that makes a harness a yardstick.
pub const ARGUMENT: &str = "yardstick";

/// Serves pairs on this port for ever.
pub async fn serve(port: u16) {
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let router = Router::new()
        .route("/{pair}/{side}", get(open))
        .with_state(Sides::default());
    axum::serve(listener, router).await.unwrap();
}

async fn open(
    State(sides): State<Sides>,
    Path(place): Path<(usize, usize)>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.on_upgrade(move |socket| relay(sides, place, socket))
}

async fn relay(sides: Sides, (pair, side): (usize, usize), socket: WebSocket) {
    let (mut sink, mut stream) = socket.split();
    let (sender, mut texts) = mpsc::unbounded_channel();
    sides.lock().unwrap().insert((pair, side), sender);
    tokio::spawn(async move {
        while let Some(text) = texts.recv().await {
            if sink.send(text).await.is_err() {
                return;
            }
        }
    });
    let mut other = None;
    while let Some(Ok(message)) = stream.next().await {
        if other.is_none() {
            other = sides.lock().unwrap().get(&(pair, 1 - side)).cloned();
        }
        if let (Message::Text(_), Some(other)) = (&message, &other) {
            let _ = other.send(message);
        }
    }
}

/// Starts the yardstick as a process of its own and waits until it listens.
#[must_use]
pub fn start(port: u16) -> Part {
    started(port, &[ARGUMENT, &port.to_string()])
}

/// Starts this harness with the arguments of a yardstick, and waits until it listens.
pub(super) fn started(port: u16, arguments: &[&str]) -> Part {
    let part = Part::start(arguments);
    let begun = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "the yardstick does not start"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    part
}
