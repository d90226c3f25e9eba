//! A client's end of an HTTP/2 connection, on which no more comes than its owner lets come.

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadHalf, WriteHalf},
    sync::mpsc,
    task::JoinHandle,
};

/// What a client begins with (RFC 9113 3.4); its settings follow.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEAD: usize = 9;
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const ACKNOWLEDGEMENT: u8 = 1;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const INITIAL_WINDOW_SIZE: u16 = 4;
/// As wide as a connection's window may be: its streams' windows alone hold anything up.
const WIDE: u32 = (1 << 31) - 1 - 65_535;

/// A client's end of an HTTP/2 connection. It answers pings and settings, keeps what comes, and opens a stream's window
/// only as it is told to.
#[derive(Debug)]
pub struct Http2 {
    say: mpsc::UnboundedSender<Vec<u8>>,
    heard: Arc<Mutex<Heard>>,
    task: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Heard {
    data: BTreeMap<u32, Vec<u8>>,
    /// Streams whose answer came to its end.
    ended: Vec<u32>,
    reset: Vec<u32>,
    is_served: bool,
    is_over: bool,
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let mut frame = length.to_be_bytes()[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

fn window_setting(bytes: u32) -> Vec<u8> {
    let setting = [&INITIAL_WINDOW_SIZE.to_be_bytes()[..], &bytes.to_be_bytes()].concat();
    frame(SETTINGS, 0, 0, &setting)
}

/// A header as it stands (RFC 7541 6.2.2), its name and value each below 2^14 bytes.
fn header(name: &str, value: &str) -> Vec<u8> {
    let mut bytes = vec![0];
    for text in [name, value] {
        match u8::try_from(text.len()) {
            Ok(length @ ..127) => bytes.push(length),
            _ => {
                let rest = text.len().saturating_sub(127);
                let low = u8::try_from(rest % 128).unwrap_or_default();
                let high = u8::try_from(rest / 128).unwrap_or_default();
                bytes.extend([127, 128 | low, high]);
            }
        }
        bytes.extend(text.as_bytes());
    }
    bytes
}

impl Http2 {
    /// Begins over what is open already; every stream has a window of so many bytes.
    #[must_use]
    pub fn over(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, window: u32) -> Self {
        let (say, said) = mpsc::unbounded_channel();
        let heard = Arc::<Mutex<Heard>>::default();
        let beginning = [
            PREFACE,
            &window_setting(window),
            &frame(WINDOW_UPDATE, 0, 0, &WIDE.to_be_bytes()),
        ];
        // Nobody has gone yet.
        let _ = say.send(beginning.concat());
        let answers = say.clone();
        let hears = Arc::clone(&heard);
        let task = tokio::spawn(async move {
            let (reads, writes) = tokio::io::split(stream);
            // However it ends, it is over.
            tokio::select! {
                _ = hear(reads, &hears, &answers) => {}
                _ = write(writes, said) => {}
            }
            lock(&hears).is_over = true;
        });
        Self { say, heard, task }
    }

    fn send(&self, frame: Vec<u8>) {
        // Who is gone hears nothing.
        let _ = self.say.send(frame);
    }

    /// Begins a stream, whose number is odd and greater than those before; `goes_on` where data follow.
    fn ask(&self, stream: u32, headers: &[(&str, &str)], goes_on: bool) {
        let block: Vec<u8> = headers.iter().flat_map(|(n, v)| header(n, v)).collect();
        let end = if goes_on { 0 } else { END_STREAM };
        self.send(frame(HEADERS, END_HEADERS | end, stream, &block));
    }

    /// Asks for what lies at a path, as the bearer of a token if there is one.
    pub fn get(&self, stream: u32, path: &str, token: Option<&str>) {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![
            (":method", "GET"),
            (":scheme", "http"),
            (":path", path),
            (":authority", "inside"),
        ];
        headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
        self.ask(stream, &headers, false);
    }

    /// Calls an RPC, as the bearer of a token if there is one; its messages follow.
    pub fn call(&self, stream: u32, path: &str, token: Option<&str>) {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![
            (":method", "POST"),
            (":scheme", "http"),
            (":path", path),
            (":authority", "inside"),
            ("content-type", "application/grpc"),
            ("te", "trailers"),
        ];
        headers.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
        self.ask(stream, &headers, true);
    }

    /// One message of a call.
    pub fn message(&self, stream: u32, message: &[u8]) {
        let length = u32::try_from(message.len()).unwrap_or(u32::MAX);
        let framed = [&[0], &length.to_be_bytes()[..], message].concat();
        self.send(frame(DATA, 0, stream, &framed));
    }

    /// No more messages follow on a call.
    pub fn end(&self, stream: u32) {
        self.send(frame(DATA, END_STREAM, stream, &[]));
    }

    /// Every stream's window is of so many bytes from now on, less what came and was not let come again.
    pub fn set_windows(&self, bytes: u32) {
        self.send(window_setting(bytes));
    }

    /// What came on a stream.
    #[must_use]
    pub fn data(&self, stream: u32) -> Vec<u8> {
        let heard = lock(&self.heard);
        heard.data.get(&stream).cloned().unwrap_or_default()
    }

    /// How many streams were answered to the end, and how many the server reset.
    #[must_use]
    pub fn ended_and_reset(&self) -> (usize, usize) {
        let heard = lock(&self.heard);
        (heard.ended.len(), heard.reset.len())
    }

    /// Whether the server has answered the beginning.
    #[must_use]
    pub fn is_served(&self) -> bool {
        lock(&self.heard).is_served
    }

    /// Whether it is not over.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !lock(&self.heard).is_over
    }

    /// Returns when it is over.
    pub async fn ends(mut self) {
        // It never panics, and nobody else aborts it.
        let _ = (&mut self.task).await;
    }
}

impl Drop for Http2 {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(heard: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn write(
    mut stream: WriteHalf<impl AsyncWrite>,
    mut said: mpsc::UnboundedReceiver<Vec<u8>>,
) -> io::Result<()> {
    while let Some(frame) = said.recv().await {
        stream.write_all(&frame).await?;
    }
    Ok(())
}

async fn hear(
    mut stream: ReadHalf<impl AsyncRead>,
    heard: &Mutex<Heard>,
    answers: &mpsc::UnboundedSender<Vec<u8>>,
) -> io::Result<()> {
    let mut head = [0; HEAD];
    loop {
        stream.read_exact(&mut head).await?;
        let [a, b, c, kind, flags, s, t, u, v] = head;
        let length = u32::from_be_bytes([0, a, b, c]);
        let mut payload = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
        stream.read_exact(&mut payload).await?;
        let number = u32::from_be_bytes([s, t, u, v]);
        let mut heard = lock(heard);
        let answer = match kind {
            DATA => {
                heard.data.entry(number).or_default().extend(&payload);
                None
            }
            RST_STREAM => {
                heard.reset.push(number);
                None
            }
            SETTINGS if flags & ACKNOWLEDGEMENT == 0 => {
                heard.is_served = true;
                Some(frame(SETTINGS, ACKNOWLEDGEMENT, 0, &[]))
            }
            PING if flags & ACKNOWLEDGEMENT == 0 => Some(frame(PING, ACKNOWLEDGEMENT, 0, &payload)),
            GOAWAY => return Ok(()),
            _ => None,
        };
        if matches!(kind, DATA | HEADERS) && flags & END_STREAM != 0 {
            heard.ended.push(number);
        }
        drop(heard);
        if let Some(answer) = answer {
            // The writing side ends with this one.
            let _ = answers.send(answer);
        }
    }
}
