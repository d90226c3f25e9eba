//! Seconds gained by reading slowly: a player leaves the own socket unread, so that the position is not delivered there,
//! looks at it elsewhere meanwhile, thinks, and reads the socket as the move goes out.

use std::time::Duration;

use outflank_client::{Client, Failure, Table};
use outflank_testbed::Http2;
use outflank_tests::{Server, bout::Bout, event::text, waiting::until};
use serde_json::{Value, json};
use socket2::SockRef;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::{Instant, sleep, timeout},
};

/// So many plies are played this way: by the terms before, 11.7 s were gained in them.
const TRIED: usize = 6;
/// A ply whose socket could be written to the end in spite of all is not counted, and tried again so often.
const PLIES: usize = 24;
/// As long as a delivery is waited for, but for a little.
const THOUGHT: Duration = Duration::from_millis(1_950);
/// However long the machine takes to show the position, so long passes afterwards.
const LOOKED: Duration = Duration::from_millis(300);
/// What was shown less before the line took it is no hint.
const HINTED_MS: i64 = 100;
/// A ply is counted when it was kept waiting at least so long.
const KEPT_MS: i64 = 1_000;
/// What both of the attacker's programs call themselves, over a socket.
const PROGRAM: &str = "an attackers browser";
/// What the system holds for a socket has settled once it was the same for so long.
const SETTLED: Duration = Duration::from_millis(300);
/// So often at most the way to a socket is filled on.
const FILLINGS: usize = 12;
/// What a stream may bring at a time when its window is open.
const OPEN: u32 = 1 << 20;
/// What a server's message begins with whose field 3 is set, `table` (`live.proto`).
const TABLE: u8 = 0x1a;
/// And of one that begins with a commit, its field 15.
const COMMIT: u8 = 0x7a;
/// What the rule set credits, for lag and reading together.
const PER_MOVE_MS: i64 = 1_000;
const PER_GAME_MS: i64 = 10_000;
const ROUNDING_MS: i64 = 2;

/// A player's own connection, which is read only when its owner likes to.
enum Unread {
    Socket(UnreadSocket),
    Stream(UnreadStream),
}

/// Over which face it is tried.
#[derive(Debug, Clone, Copy)]
enum Face {
    Socket,
    Stream,
}

impl Unread {
    /// One to which nothing more can be written.
    async fn open(face: Face, server: &Server, (client, game): (&Client, &str)) -> Self {
        match face {
            Face::Socket => {
                let mut socket = UnreadSocket::open(server, client).await;
                socket.fill(game).await;
                Self::Socket(socket)
            }
            Face::Stream => Self::Stream(UnreadStream::open(server, client, game).await),
        }
    }

    /// Reads until the entry is there, or nothing more comes.
    async fn read_to(&mut self, seq: u64) {
        match self {
            Self::Socket(socket) => socket.read_to(seq).await,
            Self::Stream(stream) => stream.read_to_the_turn().await,
        }
    }
}

/// A gRPC stream whose window its owner opens and shuts.
struct UnreadStream(Http2);

impl UnreadStream {
    /// One that watches, is shut, and has one answer before it that did not come.
    async fn open(server: &Server, client: &Client, game: &str) -> Self {
        let address = format!("127.0.0.1:{}", server.port());
        let connection = TcpStream::connect(address).await.unwrap();
        connection.set_nodelay(true).unwrap();
        let stream = Self(Http2::over(connection, OPEN));
        let token = client.session().await.unwrap().access_token;
        let path = "/outflank.live.v1.LiveService/Connect";
        stream.0.call(1, path, Some(&token));
        stream.watch(game);
        stream.has_tables(1).await;
        stream.0.set_windows(0);
        stream.watch(game);
        sleep(Duration::from_millis(300)).await;
        stream
    }

    /// Message 2 of a client is `watch`, whose field 1 names the game (`live.proto`).
    fn watch(&self, game: &str) {
        let length = u8::try_from(game.len()).unwrap();
        let head = [0x12, length + 2, 0x0a, length];
        self.0.message(1, &[&head, game.as_bytes()].concat());
    }

    fn tables(&self) -> usize {
        let (data, mut tables) = (self.0.data(1), 0);
        let mut rest = data.as_slice();
        while let Some((head, after)) = rest.split_at_checked(5) {
            let length = u32::from_be_bytes(head[1..].try_into().unwrap());
            let Some((message, after)) = after.split_at_checked(length as usize) else {
                break;
            };
            tables += usize::from(matches!(message.first(), Some(&(TABLE | COMMIT))));
            rest = after;
        }
        tables
    }

    async fn has_tables(&self, count: usize) {
        let look = async || match self.tables() {
            had if had >= count => Ok(()),
            had => Err(had),
        };
        until("the tables", look).await;
    }

    /// The first, the one that did not come, and the turn.
    async fn read_to_the_turn(&self) {
        self.0.set_windows(OPEN);
        self.has_tables(3).await;
    }
}

/// A socket that holds little.
struct UnreadSocket(TcpStream);

impl UnreadSocket {
    async fn open(server: &Server, client: &Client) -> Self {
        let bought: Value = client.post("/tickets", &json!({})).await.unwrap();
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4_096).unwrap();
        socket.set_nodelay(true).unwrap();
        // What the server's side buffers follows from it.
        SockRef::from(&socket).set_tcp_mss(536).unwrap();
        let address = format!("127.0.0.1:{}", server.port()).parse().unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        let request = format!(
            "GET /api/v1/socket?ticket={} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             User-Agent: {PROGRAM}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            text(&bought["ticket"])
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        Self(stream)
    }

    /// Asks for the same game again and again, until the answers fill all that lies between.
    async fn fill(&mut self, game: &str) {
        let watch = json!({"type": "watch", "game": game, "after_seq": 0}).to_string();
        let length = u8::try_from(watch.len()).unwrap();
        let frame = [&[0x81, 0x80 | length, 0, 0, 0, 0], watch.as_bytes()].concat();
        let mut held = 0;
        for _ in 0..FILLINGS {
            for _ in 0..50 {
                self.0.write_all(&frame).await.unwrap();
                sleep(Duration::from_millis(4)).await;
            }
            let now = self.settled().await;
            if now == held {
                break;
            }
            held = now;
        }
    }

    /// What the system holds for this socket, in bytes, once it has long been the same.
    async fn settled(&self) -> u64 {
        let (here, there) = (self.0.local_addr().unwrap(), self.0.peer_addr().unwrap());
        let (mut held, mut since) = (0, Instant::now());
        until("a server that writes no more", async || {
            let now = unsent(there.port(), here.port());
            if now != held {
                (held, since) = (now, Instant::now());
            }
            if held > 0 && since.elapsed() >= SETTLED {
                Ok(held)
            } else {
                Err(held)
            }
        })
        .await
    }

    /// Reads until the entry is there, or nothing more comes.
    async fn read_to(&mut self, seq: u64) {
        let wanted = format!("\"seq\":{seq},\"at_ms\"");
        let (mut tail, mut buffer) = (Vec::new(), vec![0; 64 * 1024]);
        let read = async {
            while memchr::memmem::find(&tail, wanted.as_bytes()).is_none() {
                let length = self.0.read(&mut buffer).await.unwrap();
                if length == 0 {
                    break;
                }
                let kept = tail.len().saturating_sub(wanted.len());
                tail.drain(..kept);
                tail.extend_from_slice(&buffer[..length]);
            }
        };
        let _all_there_was = timeout(Duration::from_secs(2), read).await;
    }
}

/// Bytes that the system holds for the socket at that port to another one of this machine; 0 where it has none such.
fn unsent(from: u16, to: u16) -> u64 {
    let sockets = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let ports = [format!(":{from:04X}"), format!(":{to:04X}")];
    let of_line = |line: &str| {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let is_it = columns[1].ends_with(&ports[0]) && columns[2].ends_with(&ports[1]);
        let waiting = is_it.then(|| columns[4].split(':').next())??;
        u64::from_str_radix(waiting, 16).ok()
    };
    sockets.lines().skip(1).find_map(of_line).unwrap_or(0)
}

/// One game under attack, black the attacker.
struct Attack {
    server: Server,
    director: Client,
    game: String,
    black: Client,
    white: Client,
    _data: tempfile::TempDir,
}

/// One ply of the attacker, as the clock sheet has it.
#[derive(Debug)]
struct Tried {
    ply: Value,
    /// Given back while it was thought about, for faults of the server.
    faults_ms: i64,
}

impl Tried {
    fn last_of(sheet: &Value) -> Self {
        let ply = sheet["plies"].as_array().unwrap().last().unwrap().clone();
        let credits = sheet["credits"].as_array().unwrap().iter();
        let of_ply = credits.filter(|credit| credit["ply"] == ply["ply"]);
        let faults_ms = of_ply.filter_map(|credit| credit["ms"].as_i64()).sum();
        Self { ply, faults_ms }
    }

    fn ms(&self, name: &str) -> i64 {
        self.ply[name].as_i64().unwrap_or(0)
    }

    /// What it cost, faults of the server left out.
    fn cost_ms(&self) -> i64 {
        self.ms("charged_ms") + self.faults_ms + ROUNDING_MS
    }
}

impl Attack {
    async fn begin() -> Self {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path());
        let director = server.client();
        director
            .create_account("Ingrid Vestergrund", "director", "a long password", None)
            .await
            .unwrap();
        // The rule set is the Grand Prix's as it stands.
        let Bout { game, seats, .. } = Bout::start(&server, &director, 1, None).await;
        let [black, white] = seats;
        let attack = Self {
            server,
            director,
            game,
            black,
            white,
            _data: data,
        };
        attack.play(&attack.black).await;
        attack
    }

    async fn table(&self, watcher: &Client) -> Table {
        let path = format!("/games/{}", self.game);
        watcher.get(&path).await.unwrap()
    }

    /// Makes the first legal move, over HTTP; answers its entry.
    async fn play(&self, seat: &Client) -> u64 {
        let table = self.table(&self.director).await;
        let played: Value = match table.legal_squares.first() {
            Some(square) => {
                let path = format!("/games/{}/moves", self.game);
                let body = json!({"ply": table.ply, "square": square});
                seat.post(&path, &body).await.unwrap()
            }
            None => {
                let path = format!("/games/{}/passes", self.game);
                seat.post(&path, &json!({"ply": table.ply})).await.unwrap()
            }
        };
        played["seq"].as_u64().unwrap()
    }

    async fn sheet(&self, by: &Client) -> Result<Value, Failure> {
        by.get(&format!("/games/{}/clock-sheet", self.game)).await
    }

    /// What the official's sheet says of who looked on, once it says so of all these plies.
    async fn onlookers(&self, tried: &[Tried]) -> Vec<Value> {
        until("onlookers of every ply", async || {
            let sheet = self.sheet(&self.director).await.unwrap();
            let plies = sheet["plies"].as_array().unwrap();
            let of = |tried: &Tried| {
                let ply = plies.iter().find(|ply| ply["ply"] == tried.ply["ply"]);
                ply.unwrap()["onlooker"].clone()
            };
            let onlookers: Vec<Value> = tried.iter().map(of).collect();
            match onlookers.iter().any(Value::is_null) {
                true => Err(onlookers),
                false => Ok(onlookers),
            }
        })
        .await
    }

    /// Plays on until six plies were kept waiting, the position being looked at in this way.
    async fn try_by(&self, face: Face, look: impl AsyncFn()) -> Vec<Tried> {
        let mut tried = Vec::new();
        for _ in 0..PLIES {
            let whose = (&self.black, self.game.as_str());
            let mut unread = Unread::open(face, &self.server, whose).await;
            let given = self.play(&self.white).await;
            let given_at = Instant::now();
            look().await;
            sleep(THOUGHT.saturating_sub(given_at.elapsed()).max(LOOKED)).await;
            unread.read_to(given).await;
            self.play(&self.black).await;
            let last = Tried::last_of(&self.sheet(&self.director).await.unwrap());
            if last.ms("unread_ms") >= KEPT_MS {
                tried.push(last);
            }
            if tried.len() == TRIED {
                return tried;
            }
        }
        panic!("only {} plies were kept waiting", tried.len());
    }
}

fn gained_ms(tried: &[Tried]) -> i64 {
    let gained = tried
        .iter()
        .map(|of| of.ms("received_at_ms") - of.ms("given_at_ms") - of.ms("charged_ms"));
    gained.sum()
}

/// Looks at the position in the own account: from what it was shown on, every millisecond is charged.
async fn gains_nothing(face: Face) {
    let attack = Attack::begin().await;
    let look = async || drop(attack.table(&attack.black).await);
    let tried = attack.try_by(face, look).await;
    for of in &tried {
        let thought_ms = of.ms("received_at_ms") - of.ms("seen_at_ms");
        assert!(of.ms("seen_at_ms") > 0, "{of:?}");
        assert!(
            of.cost_ms() >= thought_ms,
            "{thought_ms} ms of thought: {of:?}"
        );
    }
    // The director looks from the same address, and is no onlooker.
    let sheet = attack.sheet(&attack.director).await.unwrap();
    let plies = sheet["plies"].as_array().unwrap();
    assert!(plies.iter().all(|ply| ply["onlooker"].is_null()));
    eprintln!(
        "figure unread_own_eyes_ms {} ms ({face:?})",
        gained_ms(&tried)
    );
}

/// Looks at it as somebody else: what was not read is credited up to the caps, and all else is charged.
async fn gains_no_more_than_the_caps(face: Face) {
    let attack = Attack::begin().await;
    // Without an account, in another window of the same browser.
    let browser = outflank_client::http().user_agent(PROGRAM);
    let browser = browser.build().unwrap();
    let position = format!("{}/api/v1/games/{}", attack.server.base(), attack.game);
    let look = async || {
        let answer = browser.get(&position).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    };
    let tried = attack.try_by(face, look).await;
    let mut credited_ms = 0;
    for of in &tried {
        let credit_ms = of.ms("lag_credit_ms") + of.ms("reading_credit_ms");
        assert!(
            of.ms("reading_credit_ms") > 0 && credit_ms <= PER_MOVE_MS,
            "{of:?}"
        );
        // But for the credit, all is charged from when the client could have had it.
        let offered_ms = of.ms("delivered_at_ms") - of.ms("unread_ms");
        let took_ms = of.ms("received_at_ms") - offered_ms.max(of.ms("given_at_ms"));
        assert!(of.cost_ms() >= took_ms - credit_ms, "{of:?}");
        credited_ms += credit_ms;
    }
    let last = tried.last().unwrap();
    assert!(credited_ms <= PER_GAME_MS);
    assert!(last.ms("credit_left_ms") <= PER_GAME_MS - credited_ms);
    eprintln!(
        "figure unread_other_eyes_ms {} ms ({face:?})",
        gained_ms(&tried)
    );
    // The official is told; a player is not, and neither is whoever asks without an account.
    for (of, onlooker) in tried.iter().zip(attack.onlookers(&tried).await) {
        let before_ms = of.ms("delivered_at_ms") - onlooker["shown_at_ms"].as_i64().unwrap();
        assert_eq!(onlooker["before_ms"], before_ms, "{onlooker}");
        assert!(before_ms >= HINTED_MS, "{onlooker}");
        let same = matches!(face, Face::Socket);
        assert_eq!(onlooker["same_program"], same, "{onlooker}");
    }
    for player in [&attack.black, &attack.white] {
        let sheet = attack.sheet(player).await.unwrap();
        let plies = sheet["plies"].as_array().unwrap();
        assert!(plies.iter().all(|ply| ply["onlooker"].is_null()), "{sheet}");
    }
    assert!(attack.sheet(&attack.server.client()).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_looks_over_http_gains_nothing_by_an_unread_socket() {
    gains_nothing(Face::Socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_looks_over_http_gains_nothing_by_an_unread_stream() {
    gains_nothing(Face::Stream).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_looks_as_somebody_else_gains_no_more_than_the_caps() {
    gains_no_more_than_the_caps(Face::Socket).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_whose_player_looks_as_somebody_else_gains_no_more_than_the_caps() {
    gains_no_more_than_the_caps(Face::Stream).await;
}
