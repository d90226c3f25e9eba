//! Clients that do not read, and requests that do not come to their end.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{Arc, Mutex},
};

use axum::body::{Body, Bytes};
use futures_util::{StreamExt as _, stream};
use outflank_client::{Carrier, Line};
use outflank_testbed::Http2;
use outflank_tests::{
    Server,
    bout::rule_set,
    event::text,
    load::{
        machine,
        socket::{Pongs, Socket},
        stage::{Sitting, Stage},
    },
    server::page,
    waiting::until,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::{Duration, Instant, sleep, sleep_until},
};
use tonic::{Status, client::GrpcService as _, codegen::http, transport::Endpoint};

const GAMES: usize = 48;
/// What each of the players writes at the first game, when it is over.
const LINES: usize = 5;
/// A command that nobody has answered is sent again.
const AGAIN_AFTER: Duration = Duration::from_secs(2);
const WATCHES: u32 = 600;
const TOGETHER: u32 = 8;
/// As long as the attack was first measured for.
const MEASURED: Duration = Duration::from_millis(7_500);
/// A viewer's bound is 384 KiB and the frame that reaches it: a page of chat is less than 128 KiB.
const BOUND: usize = 512 * 1024;

/// Connections that ask for as many pages at once as each may, and let nothing come.
const CONNECTIONS: usize = 10;
const PAGES: u32 = 128;
const WIDE: u32 = 1 << 30;
/// What one of them may keep waiting: 512 KiB, and eight answers that are made at the same time.
const KEPT: usize = 512 * 1024;
const AT_ONCE: usize = 8;

/// What the server says of its memory.
#[derive(Debug, Clone, Copy)]
struct Memory {
    resident_mib: u64,
    waiting: usize,
    given_up: usize,
    /// Of requests that are being read.
    read: usize,
}

impl Memory {
    /// The same without what waits for readers that were there before, as long as none of them is given up.
    fn beside(self, before: Self) -> Self {
        let others = match self.given_up == before.given_up {
            true => before.waiting,
            false => 0,
        };
        Self {
            waiting: self.waiting.saturating_sub(others),
            ..self
        }
    }

    /// The most of two looks.
    fn most(self, other: Self) -> Self {
        Self {
            resident_mib: self.resident_mib.max(other.resident_mib),
            waiting: self.waiting.max(other.waiting),
            ..other
        }
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (resident, waiting) = (self.resident_mib, self.waiting / 1024);
        let read = self.read / 1024;
        write!(
            formatter,
            "{resident} MiB resident, {waiting} KiB waiting, {read} KiB read"
        )
    }
}

async fn memory(server: &Server) -> Memory {
    let metrics = format!("{}/metrics", server.base());
    let text = page(&metrics).await.text().await.unwrap();
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        // What is not counted is too much.
        line.and_then(|number| number.trim().parse().ok())
            .unwrap_or(usize::MAX)
    };
    Memory {
        resident_mib: machine::resident(server.pid()) / (1024 * 1024),
        waiting: number("outflank_outbox_bytes "),
        given_up: number("outflank_readers_given_up_total "),
        read: number("outflank_body_bytes "),
    }
}

/// What sockets were told was done: the socket's number, and the command's id.
type Done = Arc<Mutex<BTreeSet<(usize, String)>>>;

/// Sends commands, each again where nobody answers that it is done, until all are.
async fn until_done(what: &str, sockets: &[&Socket], commands: &[Value]) {
    let done = Done::default();
    for (number, socket) in sockets.iter().enumerate() {
        let done = Arc::clone(&done);
        socket.on_text(move |text, _| {
            let told: Value = serde_json::from_slice(text).unwrap();
            if told["type"] == "ack" || told["type"] == "posted" {
                done.lock()
                    .unwrap()
                    .insert((number, self::text(&told["id"])));
            }
        });
    }
    let mut sent: Option<Instant> = None;
    let look = async || {
        let again = sent.is_none_or(|sent| sent.elapsed() >= AGAIN_AFTER);
        let mut missing = 0;
        for (number, socket) in sockets.iter().enumerate() {
            for command in commands {
                if !done
                    .lock()
                    .unwrap()
                    .contains(&(number, text(&command["id"])))
                {
                    missing += 1;
                    if again {
                        socket.send(&command.to_string()).unwrap();
                    }
                }
            }
        }
        if again {
            sent = Some(Instant::now());
        }
        if missing == 0 { Ok(()) } else { Err(missing) }
    };
    until(what, look).await;
}

/// A game that is over, at which everybody has written as much as may be.
async fn talked_over(tables: &[Sitting]) -> String {
    let game = &tables[0].game_id;
    let resign = json!({"type": "resign", "id": "end", "game": game});
    until_done("the game's end", &[&tables[0].sockets[1]], &[resign]).await;
    let lines = |channel: &str| -> Vec<Value> {
        let line = |line| {
            json!({
                "type": "chat", "id": format!("c{line}"), "game": game, "channel": channel,
                "text": "\u{1d11e}".repeat(500),
            })
        };
        (0..LINES).map(line).collect()
    };
    let players: Vec<&Socket> = tables[0].sockets.iter().collect();
    until_done("every line", &players, &lines("players")).await;
    let others = tables[1..].iter().flat_map(|table| &table.sockets);
    let others: Vec<&Socket> = others.collect();
    until_done("every line", &others, &lines("spectators")).await;
    game.clone()
}

fn watch(game: &str) -> Value {
    json!({"type": "watch", "game": game, "after_seq": 0})
}

fn frame(opcode: u8, text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).unwrap();
    assert!(length < 126);
    // A mask of zeros leaves the text as it is.
    let mut frame = vec![0x80 | opcode, 0x80 | length, 0, 0, 0, 0];
    frame.extend(text.as_bytes());
    frame
}

/// A WebSocket that is never read.
async fn unread_socket(server: &Server) -> TcpStream {
    let bought: Value = server.client().post("/tickets", &json!({})).await.unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let address = format!("127.0.0.1:{}", server.port());
    let mut stream = socket.connect(address.parse().unwrap()).await.unwrap();
    let head = format!(
        "GET /api/v1/socket?ticket={} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        text(&bought["ticket"])
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    stream
}

/// A connection that asks for pages and lets nothing come.
async fn unread_pages(server: &Server, path: &str) -> Http2 {
    let address = format!("127.0.0.1:{}", server.port());
    let connection = Http2::over(TcpStream::connect(address).await.unwrap(), 0);
    for page in 0..PAGES {
        connection.get(2 * page + 1, path, None);
    }
    connection
}

/// What ten connections cost that read none of their answers; in the end each has what it asked for.
async fn answers_at_most(server: &Server, game: &str) -> (Memory, usize) {
    let path = format!("/api/v1/games/{game}/chat?after_number=0");
    let page = page(&format!("{}{path}", server.base())).await;
    let page = page.bytes().await.unwrap().len();
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        connections.push(unread_pages(server, &path).await);
    }
    let mut most = memory(server).await;
    for _ in 0..30 {
        sleep(Duration::from_millis(100)).await;
        most = most.most(memory(server).await);
    }
    for connection in &connections {
        connection.set_windows(WIDE);
    }
    // Where the machine stands still for longer than a reader may, answers are given up.
    let look = async || {
        let asked = CONNECTIONS * PAGES as usize;
        let over = connections.iter().map(|one| {
            let (ended, reset) = one.ended_and_reset();
            ended + reset
        });
        let over: usize = over.sum();
        match memory(server).await {
            now if over == asked && now.waiting < 4096 => Ok(()),
            now => Err((over, now)),
        }
    };
    until("an answer to everything", look).await;
    (most, page)
}

/// The most that the server keeps while 600 watches are asked for, a few at a time, beside what waits already.
async fn at_most(server: &Server, mut ask: impl AsyncFnMut()) -> Memory {
    let begun = Instant::now();
    let before = memory(server).await;
    let mut most = before.beside(before);
    for watch in 1..=WATCHES {
        ask().await;
        if watch.is_multiple_of(TOGETHER) {
            sleep_until(begun + MEASURED * watch / WATCHES).await;
            most = most.most(memory(server).await.beside(before));
        }
    }
    most
}

/// Goes on until so many readers were given up and nothing waits for anybody.
async fn until_given_up(server: &Server, times: usize, mut ask: impl AsyncFnMut()) -> Memory {
    let look = async || {
        ask().await;
        match memory(server).await {
            now if now.given_up >= times && now.waiting < 4096 => Ok(now),
            now => Err(now),
        }
    };
    until("the end of clients that do not read", look).await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_costs_little_and_is_given_up() {
    machine::raise_open_files();
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut stage = Stage::set_with(server, GAMES, &rule_set(), |_| Pongs::Honest).await;
    let tables = stage.next_round().await;
    let game = talked_over(&tables).await;
    let server = &stage.server;
    let before = memory(server).await;
    eprintln!("figure unread_before {before}");

    // First, so that nothing else waits while it is measured.
    let (answers, page) = answers_at_most(server, &game).await;
    eprintln!("figure unread_answers_most {answers}");
    eprintln!("figure unread_answers_page {page} bytes");
    let given_up = memory(server).await.given_up;

    let mut unread = unread_socket(server).await;
    let by_socket = frame(1, &watch(&game).to_string());
    let socket = at_most(server, async || drop(unread.write_all(&by_socket).await)).await;
    eprintln!("figure unread_socket_most {socket}");

    // Whoever plays meanwhile is answered.
    let first =
        json!({"type": "move", "id": "m1", "game": tables[1].game_id, "ply": 1, "square": "f5"});
    until_done("a move", &[&tables[1].sockets[0]], &[first]).await;

    let client = server.client();
    let mut stream = Line::open_over(&client, Carrier::Grpc).await.unwrap();
    let asked = watch(&game);
    let streamed = at_most(server, async || drop(stream.send(&asked).await)).await;
    eprintln!("figure unread_stream_most {streamed}");

    // Both come to their ends while both go on asking.
    let more = async || {
        drop(unread.write_all(&by_socket).await);
        drop(stream.send(&asked).await);
    };
    let ended = until_given_up(server, given_up + 2, more).await;
    eprintln!("figure unread_ended {ended}");

    let kept = CONNECTIONS * (KEPT + AT_ONCE * page);
    // Beside what little waits for the players.
    assert!(
        answers.waiting < kept + BOUND,
        "{answers}, each page {page}"
    );
    let asked = CONNECTIONS * PAGES as usize * page;
    assert!(kept < asked / 2, "{page}");

    for most in [socket, streamed] {
        assert!(most.waiting < BOUND, "{most}");
    }
    for most in [socket, streamed, answers] {
        assert!(
            most.resident_mib < before.resident_mib + 150,
            "{before}, then {most}"
        );
    }
    assert!(
        ended.resident_mib < before.resident_mib + 150,
        "{before}, then {ended}"
    );
}

/// What one connection asks at a time, and how many there are.
const STREAMS: usize = 120;
const SENDERS: usize = 3;
/// What the bodies of one connection may take.
const BODIES_OF_ONE: usize = 6 * 1024 * 1024;
const PIECE: [u8; 16 * 1024] = [b' '; 16 * 1024];

/// A body that begins so, goes on for so many pieces of 16 KiB, and never ends.
fn endless(begin: Vec<u8>, pieces: usize) -> tonic::body::Body {
    let pieces = stream::iter(std::iter::repeat_n(Bytes::from_static(&PIECE), pieces));
    let begin = stream::iter([Bytes::from(begin)]).chain(pieces);
    let begin = begin.map(Ok::<_, std::convert::Infallible>);
    tonic::body::Body::new(Body::from_stream(begin.chain(stream::pending())))
}

struct Endless {
    method: &'static str,
    path: &'static str,
    kind: &'static str,
    begin: Vec<u8>,
    pieces: usize,
}

/// Begins requests that never end on some connections; they answer with their statuses, a call with that of gRPC.
async fn begin(server: &Server, asked: &Endless) -> JoinSet<Result<i32, tonic::transport::Error>> {
    let mut requests = JoinSet::new();
    for _ in 0..SENDERS {
        let endpoint = Endpoint::from_shared(server.base()).unwrap();
        let channel = endpoint.connect().await.unwrap();
        for _ in 0..STREAMS {
            let request = http::Request::builder()
                .method(asked.method)
                .uri(format!("http://inside{}", asked.path))
                .header("authorization", "Bearer x")
                .header("content-type", asked.kind)
                .body(endless(asked.begin.clone(), asked.pieces))
                .unwrap();
            let mut channel = channel.clone();
            requests.spawn(async move {
                std::future::poll_fn(|context| channel.poll_ready(context)).await?;
                let answer = channel.call(request).await?;
                let of_call = Status::from_header_map(answer.headers());
                Ok(match of_call {
                    Some(status) => status.code().into(),
                    None => answer.status().as_u16().into(),
                })
            });
        }
    }
    requests
}

/// Waits until nothing is read of anybody.
async fn until_nothing_is_read(server: &Server) -> Memory {
    let look = async || match memory(server).await {
        now if now.read == 0 => Ok(now),
        now => Err(now),
    };
    until("the end of every body", look).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_does_not_end_costs_little_and_is_given_up() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let before = memory(&server).await;
    eprintln!("figure endless_before {before}");
    // Just below what a players list, or a message, may have at most: nobody is let in with so much.
    let list = Endless {
        method: "PUT",
        path: "/api/v1/players-list",
        kind: "text/plain",
        begin: vec![b' '],
        pieces: 240,
    };
    let health = Endless {
        method: "POST",
        path: "/grpc.health.v1.Health/Check",
        kind: "application/grpc",
        begin: vec![0, 0, 63, 0, 0],
        pieces: 250,
    };
    for (asked, status) in [(list, 401), (health, tonic::Code::InvalidArgument.into())] {
        let answers = begin(&server, &asked).await.join_all().await;
        let told: BTreeSet<i32> = answers.into_iter().filter_map(Result::ok).collect();
        let now = memory(&server).await;
        eprintln!("figure endless{} {now}", asked.path);
        assert_eq!(told, [status].into(), "{}", asked.path);
        assert!(
            now.resident_mib < before.resident_mib + 100,
            "{before}, then {now}"
        );
    }
    // What anybody may send is read, up to a bound for each connection and for all, and given up after a time.
    let session = Endless {
        method: "POST",
        path: "/api/v1/sessions",
        kind: "application/json",
        begin: vec![b' '],
        pieces: 3,
    };
    let under_way = begin(&server, &session).await;
    let look = async || match memory(&server).await {
        now if now.read > BODIES_OF_ONE / 2 => Ok(now),
        now => Err(now),
    };
    let most = until("bodies that are read", look).await;
    eprintln!("figure endless_most {most}");
    assert!(most.read <= SENDERS * BODIES_OF_ONE);
    let answers = under_way.join_all().await;
    let told: BTreeSet<i32> = answers.into_iter().map(Result::unwrap).collect();
    assert_eq!(told, [408].into());
    let after = until_nothing_is_read(&server).await;
    eprintln!("figure endless_after {after}");
    assert!(
        after.resident_mib < before.resident_mib + 100,
        "{before}, then {after}"
    );
}
