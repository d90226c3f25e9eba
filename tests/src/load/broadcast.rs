//! What one game in front of thousands is measured against: a bare process that has the connections and writes the same
//! bytes to each of them, one after the other. No rooms, no bounds, no pings.

use std::time::Instant;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

use super::{
    crew::{self, Crew},
    machine::{self, shared_micros},
};

/// The argument that makes a harness this yardstick.
pub const ARGUMENT: &str = "broadcast";
/// Connections that may wait to be taken.
const WAITING: u32 = 4_096;
const SWITCHED: &[u8] =
    b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
/// A whole text, as a server frames it.
const TEXT: u8 = 0x81;

/// Starts it as a process of its own on this port.
#[must_use]
pub fn start(port: u16) -> Crew {
    Crew::start(&[ARGUMENT, &port.to_string()])
}

/// Has connections and does what is ordered, for ever.
///
/// # Panics
/// When the port is taken, or an order cannot be understood.
pub async fn serve(port: u16) {
    machine::raise_open_files();
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, 1], port).into()).unwrap();
    let listener = socket.listen(WAITING).unwrap();
    let (comes, mut coming) = mpsc::unbounded_channel();
    tokio::spawn(take(listener, comes));
    let (mut streams, mut orders) = (Vec::new(), crew::orders());
    while let Some(order) = orders.recv().await {
        while let Ok(stream) = coming.try_recv() {
            streams.push(stream);
        }
        let frame = framed(order["text"].as_str().unwrap_or_default().as_bytes());
        let begun = shared_micros(Instant::now());
        let mut written = 0;
        for stream in &streams {
            written += u64::from(whole(stream, &frame).await);
        }
        crew::answer(&json!({ "began_micros": begun, "written": written }));
    }
}

async fn take(listener: TcpListener, comes: mpsc::UnboundedSender<TcpStream>) {
    loop {
        let (mut stream, _) = listener.accept().await.unwrap();
        let comes = comes.clone();
        tokio::spawn(async move {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                if stream.read_buf(&mut head).await.unwrap_or(0) == 0 {
                    return;
                }
            }
            stream.set_nodelay(true).unwrap();
            if stream.write_all(SWITCHED).await.is_ok() {
                // It is over when nobody takes them.
                let _ = comes.send(stream);
            }
        });
    }
}

/// A WebSocket frame of a text below 64 KiB.
fn framed(text: &[u8]) -> Vec<u8> {
    let mut frame = vec![TEXT];
    match u8::try_from(text.len()) {
        Ok(length) if length < 126 => frame.push(length),
        _ => {
            frame.push(126);
            frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        }
    }
    frame.extend(text);
    frame
}

/// Writes all of it; false where the other end is gone.
async fn whole(stream: &TcpStream, mut rest: &[u8]) -> bool {
    while !rest.is_empty() {
        match stream.try_write(rest) {
            Ok(written) => rest = &rest[written..],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                if stream.writable().await.is_err() {
                    return false;
                }
            }
            Err(_) => return false,
        }
    }
    true
}
