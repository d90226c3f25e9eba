//! Guests who do all that a guest should not: frames that are none, heads without end, answers that nobody reads, more
//! requests than are let through, and coming and going without a pause. Each kind keeps to a pace, so that what is
//! measured is what it does to the server and not that it leaves the machine no time.

use std::{
    io,
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{
    crew::{self, Crew},
    machine,
    requests::{Requests, address, connect},
    socket::{Pongs, Socket},
};

/// The argument that makes a harness this crowd.
pub const ARGUMENT: &str = "hostile";
/// Its addresses are none of the viewers'.
const FROM: usize = 40_000;
/// Of one kind from one address.
const OF_ONE_ADDRESS: usize = 10;
/// How long an answer is waited for, and how long a slow one goes on.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a reader does not read before another takes its place.
const UNREAD: Duration = Duration::from_secs(15);
/// Bytes of a head that is too long, and of a header in it.
const HEAD: usize = 256 * 1024;
/// Frames of a flood, each time: more than are let through.
const FLOOD: usize = 800;
/// The receive buffer of who does not read, in bytes.
const LITTLE: u32 = 4 * 1024;

/// What a member does, over and over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    MalformedFrames,
    HugeHeads,
    SlowHeads,
    SlowReaders,
    FloodOfFrames,
    FloodOfRequests,
    Reconnects,
}

const KINDS: [Kind; 7] = [
    Kind::MalformedFrames,
    Kind::HugeHeads,
    Kind::SlowHeads,
    Kind::SlowReaders,
    Kind::FloodOfFrames,
    Kind::FloodOfRequests,
    Kind::Reconnects,
];

impl Kind {
    fn name(self) -> String {
        format!("{self:?}")
    }
}

/// Acts that came to their end, and those that ended with an error, as most are to.
#[derive(Debug, Default)]
struct Done([[AtomicU64; 2]; KINDS.len()]);

/// Where it all goes.
#[derive(Debug, Clone)]
struct Aim {
    port: u16,
    games: Arc<Vec<String>>,
    pause: Duration,
}

/// Starts the crowd as a process of its own; it does nothing yet.
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
    assert!(!kinds().is_empty(), "HOSTILE_KINDS names no kind of guest");
    let done = Arc::<Done>::default();
    let (mut members, mut orders) = (JoinSet::new(), crew::orders());
    let mut begin = Value::Null;
    while let Some(order) = orders.recv().await {
        match order["do"].as_str().unwrap_or_default() {
            "aim" => begin = order,
            // The games that there are to watch: now it begins.
            "watch" => {
                let aim = Aim {
                    port: serde_json::from_value(begin["port"].clone()).unwrap(),
                    games: Arc::new(serde_json::from_value(order["games"].clone()).unwrap()),
                    pause: Duration::from_millis(begin["pause_ms"].as_u64().unwrap()),
                };
                let count = serde_json::from_value(begin["count"].clone()).unwrap();
                for number in 0..count {
                    members.spawn(member(number, aim.clone(), Arc::clone(&done)));
                }
            }
            _ => {}
        }
        crew::answer(&counts(&done));
    }
}

fn counts(done: &Done) -> Value {
    let mut counts = json!({});
    for (kind, [well, ill]) in KINDS.iter().zip(&done.0) {
        counts[kind.name()] = json!([well.load(Ordering::Relaxed), ill.load(Ordering::Relaxed)]);
    }
    counts
}

/// The places of the kinds that are let in: all of them, unless `HOSTILE_KINDS` names some.
fn kinds() -> Vec<usize> {
    let named = std::env::var("HOSTILE_KINDS").unwrap_or_default();
    let all = 0..KINDS.len();
    let is_named = |name: &str| named.is_empty() || named.split([',', ' ']).any(|of| of == name);
    all.filter(|place| is_named(&KINDS[*place].name()))
        .collect()
}

async fn member(number: usize, aim: Aim, done: Arc<Done>) {
    let kinds = kinds();
    let place = kinds[number % kinds.len()];
    let from = address(FROM + number / (OF_ONE_ADDRESS * KINDS.len()) * KINDS.len() + place);
    // They do not all begin in one moment.
    sleep(aim.pause * u32::try_from(number % 100).unwrap_or(0) / 100).await;
    for turn in number.. {
        let acted = act(KINDS[place], from, &aim, turn).await;
        done.0[place][usize::from(acted.is_err())].fetch_add(1, Ordering::Relaxed);
        sleep(aim.pause).await;
    }
}

async fn act(kind: Kind, from: Ipv4Addr, aim: &Aim, turn: usize) -> io::Result<()> {
    match kind {
        Kind::MalformedFrames => malformed_frames(from, aim, turn).await,
        Kind::HugeHeads => huge_head(from, aim).await,
        Kind::SlowHeads => slow_head(from, aim).await,
        Kind::SlowReaders => slow_reader(from, aim).await,
        Kind::FloodOfFrames => flood_of_frames(from, aim, turn).await,
        Kind::FloodOfRequests => flood_of_requests(from, aim).await,
        Kind::Reconnects => opened(from, aim.port).await.map(drop),
    }
}

async fn opened(from: Ipv4Addr, port: u16) -> io::Result<Socket> {
    let path = socket_path(from, port).await?;
    let stream = connect(from, port).await?;
    Socket::over(stream, port, &path, Pongs::Honest).await
}

async fn socket_path(from: Ipv4Addr, port: u16) -> io::Result<String> {
    let ticket = Requests::from(from, port).ticket().await?;
    Ok(format!("/api/v1/socket?ticket={ticket}"))
}

/// A connection that has switched to frames, with nobody to read it.
async fn switched(mut stream: TcpStream, path: &str, port: u16) -> io::Result<TcpStream> {
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).await?;
    if !head.ends_with(b"101") {
        return Err(io::Error::other(String::from_utf8_lossy(&head)));
    }
    Ok(stream)
}

/// Frames that are none, until the server has had enough.
async fn malformed_frames(from: Ipv4Addr, aim: &Aim, turn: usize) -> io::Result<()> {
    const MASK: [u8; 4] = [0; 4];
    let texts: [&[u8]; 5] = [
        b"{",
        b"[]",
        br#"{"type":"MOVE"}"#,
        b"\xff\xfe",
        br#"{"type":"watch"}"#,
    ];
    let path = socket_path(from, aim.port).await?;
    let stream = connect(from, aim.port).await?;
    let mut stream = switched(stream, &path, aim.port).await?;
    let text = |opcode: u8, text: &[u8]| {
        let length = u8::try_from(text.len()).unwrap_or(0);
        [&[0x80 | opcode, 0x80 | length], &MASK[..], text].concat()
    };
    for step in 0..texts.len() {
        stream
            .write_all(&text(1, texts[(turn + step) % texts.len()]))
            .await?;
    }
    let last = match turn % 4 {
        // No mask; an opcode that there is not; a length of a gigabyte; a fragment that nothing began.
        0 => vec![0x81, 2, b'{', b'}'],
        1 => text(11, b"{}"),
        2 => [
            &[0x81, 0xff],
            &(1_u64 << 30).to_be_bytes()[..],
            &MASK,
            &[b'{'; 512],
        ]
        .concat(),
        _ => text(0, b"{}"),
    };
    stream.write_all(&last).await?;
    to_its_end(&mut stream).await
}

/// Reads until the other end says no more; an error where it does not.
async fn to_its_end(stream: &mut TcpStream) -> io::Result<()> {
    let mut rest = [0; 4 * 1024];
    let all = async {
        while stream.read(&mut rest).await? > 0 {}
        Ok(())
    };
    timeout(PATIENCE, all).await.map_err(io::Error::other)?
}

async fn huge_head(from: Ipv4Addr, aim: &Aim) -> io::Result<()> {
    let mut stream = connect(from, aim.port).await?;
    let line = format!("X-Long: {}\r\n", "a".repeat(HEAD));
    let head = format!(
        "GET /api/v1/time HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{line}\r\n",
        aim.port
    );
    stream.write_all(head.as_bytes()).await?;
    to_its_end(&mut stream).await
}

/// A head that never ends, a few bytes at a time.
async fn slow_head(from: Ipv4Addr, aim: &Aim) -> io::Result<()> {
    let mut stream = connect(from, aim.port).await?;
    stream.write_all(b"GET /api/v1/time HTTP/1.1\r\n").await?;
    loop {
        stream.write_all(b"X-Slow: a\r\n").await?;
        sleep(Duration::from_secs(1)).await;
    }
}

/// Watches every game, and reads nothing of it.
async fn slow_reader(from: Ipv4Addr, aim: &Aim) -> io::Result<()> {
    let path = socket_path(from, aim.port).await?;
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(LITTLE)?;
    socket.bind((from, 0).into())?;
    let stream = socket.connect(([127, 0, 0, 1], aim.port).into()).await?;
    let mut stream = switched(stream, &path, aim.port).await?;
    for game in aim.games.iter() {
        let text = format!(r#"{{"type":"watch","game":"{game}","after_seq":0}}"#);
        let length = u8::try_from(text.len()).unwrap_or(0);
        let head = [0x81, 0x80 | length, 0, 0, 0, 0];
        stream
            .write_all(&[&head[..], text.as_bytes()].concat())
            .await?;
    }
    sleep(UNREAD).await;
    Ok(())
}

async fn flood_of_frames(from: Ipv4Addr, aim: &Aim, turn: usize) -> io::Result<()> {
    let socket = opened(from, aim.port).await?;
    for number in 0..FLOOD {
        let game = &aim.games[(turn + number) % aim.games.len()];
        let text = match number % 3 {
            0 => format!(r#"{{"type":"watch","game":"{game}","after_seq":0}}"#),
            1 => format!(r#"{{"type":"leave","game":"{game}"}}"#),
            _ => format!(
                r#"{{"type":"move","id":"f{number}","game":"{game}","ply":1,"square":"f5"}}"#
            ),
        };
        socket.send(&text)?;
        if number % 50 == 49 {
            tokio::task::yield_now().await;
        }
    }
    sleep(Duration::from_secs(1)).await;
    Ok(())
}

/// Tickets and logins, faster than anybody may have them.
async fn flood_of_requests(from: Ipv4Addr, aim: &Aim) -> io::Result<()> {
    let mut requests = Requests::from(from, aim.port);
    for number in 0..50 {
        match number % 3 {
            0 => drop(requests.ticket().await),
            1 => drop(requests.get("/tournaments?page_size=1000").await?),
            _ => drop(requests.get(&format!("/seats/GUESS{number:07}")).await?),
        }
    }
    Ok(())
}
