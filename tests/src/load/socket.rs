//! A WebSocket client that costs next to nothing: what is measured is the server.

use std::{
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// What all sockets of this process have read: bytes, and in how many reads.
static READ: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Bytes that all sockets of this process have read so far, and in how many reads.
#[must_use]
pub fn read_so_far() -> (u64, u64) {
    let [bytes, reads] = READ.each_ref().map(|count| count.load(Ordering::Relaxed));
    (bytes, reads)
}

/// How a client answers pings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pongs {
    /// At once.
    Honest,
    /// So much later, to look far away.
    Late(std::time::Duration),
    /// So much later, with what an earlier ping said, and with what none said.
    Forged(std::time::Duration),
}

/// Takes every text with the instant at which it was read.
pub type Handler = Box<dyn FnMut(&[u8], Instant) + Send>;

/// An open socket. A task of its own reads it, answers pings and hands texts to the handler.
#[derive(Clone)]
pub struct Socket {
    stream: Arc<TcpStream>,
    handler: Arc<Mutex<Option<Handler>>>,
    task: Arc<Task>,
}

struct Task(tokio::task::AbortHandle);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl std::fmt::Debug for Socket {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Socket").finish_non_exhaustive()
    }
}

impl Socket {
    /// Opens `ws://127.0.0.1:{port}{path}`.
    ///
    /// # Errors
    /// When the server does not switch protocols.
    pub async fn open(port: u16, path: &str) -> io::Result<Self> {
        Self::open_with(port, path, Pongs::Honest).await
    }

    /// The same with pings answered in another way.
    ///
    /// # Errors
    /// When the server does not switch protocols.
    pub async fn open_with(port: u16, path: &str, pongs: Pongs) -> io::Result<Self> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await?);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            let head = String::from_utf8_lossy(&head).into_owned();
            return Err(io::Error::other(head));
        }
        let stream = Arc::new(stream);
        let handler: Arc<Mutex<Option<Handler>>> = Arc::default();
        let reading = tokio::spawn(read(Arc::clone(&stream), Arc::clone(&handler), pongs));
        let task = Arc::new(Task(reading.abort_handle()));
        Ok(Self {
            stream,
            handler,
            task,
        })
    }

    /// Who takes the texts from now on.
    pub fn on_text(&self, handler: impl FnMut(&[u8], Instant) + Send + 'static) {
        *self.handler.lock().unwrap() = Some(Box::new(handler));
    }

    /// Whether it is still being read.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.task.0.is_finished()
    }

    /// Sends a small text at once.
    ///
    /// # Errors
    /// When the line is broken, or so full that the text does not fit.
    pub fn send(&self, text: &str) -> io::Result<()> {
        send(&self.stream, TEXT, text.as_bytes())
    }
}

/// One write: small frames always fit, and two writers never mix theirs.
fn send(stream: &TcpStream, opcode: u8, payload: &[u8]) -> io::Result<()> {
    let mut frame = Vec::with_capacity(payload.len() + 8);
    frame.push(0x80 | opcode);
    match u8::try_from(payload.len()) {
        Ok(length) if length < 126 => frame.push(0x80 | length),
        _ => {
            let length = u16::try_from(payload.len()).map_err(io::Error::other)?;
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
    }
    // A mask of zeros leaves the payload as it is.
    frame.extend([0; 4]);
    frame.extend(payload);
    loop {
        match stream.try_write(&frame) {
            Ok(written) if written == frame.len() => return Ok(()),
            Ok(_) => return Err(io::Error::other("half a frame was written")),
            // Not known to be writable yet, although it is.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::yield_now(),
            Err(error) => return Err(error),
        }
    }
}

/// Answers a ping as the client likes to.
fn pong(
    stream: &Arc<TcpStream>,
    pongs: Pongs,
    payload: &[u8],
    earlier: &mut Vec<u8>,
) -> io::Result<()> {
    let (delay, texts) = match pongs {
        Pongs::Honest => return send(stream, PONG, payload),
        Pongs::Late(delay) => (delay, vec![payload.to_vec()]),
        Pongs::Forged(delay) => {
            let before = std::mem::replace(earlier, payload.to_vec());
            (
                delay,
                vec![
                    before,
                    b"no ping".to_vec(),
                    vec![0xff; 8],
                    payload.to_vec(),
                    payload.to_vec(),
                ],
            )
        }
    };
    let stream = Arc::clone(stream);
    tokio::spawn(async move {
        tokio::time::sleep(delay).await;
        for text in texts {
            // A line that is gone needs no answer.
            let _ = send(&stream, PONG, &text);
        }
    });
    Ok(())
}

async fn read(
    stream: Arc<TcpStream>,
    handler: Arc<Mutex<Option<Handler>>>,
    pongs: Pongs,
) -> io::Result<()> {
    let mut earlier = Vec::new();
    let mut buffer: Vec<u8> = Vec::new();
    loop {
        stream.readable().await?;
        let length = buffer.len();
        buffer.resize(length + 8 * 1024, 0);
        match stream.try_read(&mut buffer[length..]) {
            Ok(0) => return Ok(()),
            Ok(read) => {
                buffer.truncate(length + read);
                READ[0].fetch_add(u64::try_from(read).unwrap_or(0), Ordering::Relaxed);
                READ[1].fetch_add(1, Ordering::Relaxed);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                buffer.truncate(length);
                continue;
            }
            Err(error) => return Err(error),
        }
        let now = Instant::now();
        let mut start = 0;
        while let Some((opcode, from, to)) = frame(&buffer[start..]) {
            let payload = &buffer[start + from..start + to];
            match opcode {
                TEXT => {
                    if let Some(handler) = handler.lock().unwrap().as_mut() {
                        handler(payload, now);
                    }
                }
                PING => pong(&stream, pongs, payload, &mut earlier)?,
                CLOSE => return Ok(()),
                _ => {}
            }
            start += to;
        }
        buffer.drain(..start);
        if buffer.is_empty() && buffer.capacity() > 64 * 1024 {
            buffer = Vec::new();
        }
    }
}

/// The first whole frame: its opcode, and where its payload begins and ends.
fn frame(bytes: &[u8]) -> Option<(u8, usize, usize)> {
    let (from, length) = match *bytes.get(1)? & 0x7f {
        126 => (
            4,
            usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?)),
        ),
        127 => (
            10,
            usize::try_from(u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)).ok()?,
        ),
        length => (2, usize::from(length)),
    };
    let to = from + length;
    (bytes.len() >= to).then_some((bytes[0] & 0x0f, from, to))
}
