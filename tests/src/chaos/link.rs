//! A TCP link that can be made bad: everything between two parts of a deployment goes through one.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{ReadHalf, WriteHalf},
    },
    sync::{mpsc, watch},
    time::{Instant, sleep_until, timeout},
};

use super::frames::{Direction, Frames, Lie};
use crate::othello::Dice;

/// Bytes read at once.
const CHUNK: usize = 16 * 1024;
/// Chunks under way in one direction of a connection.
const UNDER_WAY: usize = 64;
/// The other end is on this machine: it answers at once or is not there.
const CONNECT: Duration = Duration::from_secs(2);

/// How good a link is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Condition {
    /// Every byte comes so much later.
    pub delay: Duration,
    /// And up to so much later still; bytes never overtake each other.
    pub jitter: Duration,
    /// Nothing gets through, and nobody is told: a black hole.
    pub stalled: bool,
    /// New connections are reset.
    pub refusing: bool,
    /// So many of a hundred WebSocket texts come twice. Only where frames are known.
    pub doubled: u8,
    /// Moves are swallowed and acknowledged: a gateway that does not wait for the commit.
    pub lying: bool,
    /// Counts the times at which every connection was reset.
    resets: u64,
}

/// One link: who connects to its port is connected on.
#[derive(Debug)]
pub struct Link {
    /// From whom to whom.
    pub name: String,
    /// Where it listens.
    pub address: SocketAddr,
    to: SocketAddr,
    knows_frames: bool,
    condition: watch::Sender<Condition>,
    dice: Mutex<Dice>,
    doubled: AtomicU64,
    lied: AtomicU64,
}

impl Link {
    /// Opens a link from an address of this machine to a port. Draws of delays come from the seed.
    pub async fn open(
        name: &str,
        (from, to): (Ipv4Addr, SocketAddr),
        knows_frames: bool,
        seed: u64,
    ) -> Arc<Self> {
        let listener = TcpListener::bind((from, 0)).await.unwrap();
        let link = Arc::new(Self {
            name: name.to_owned(),
            address: listener.local_addr().unwrap(),
            to,
            knows_frames,
            condition: watch::Sender::new(Condition::default()),
            dice: Mutex::new(Dice(seed)),
            doubled: AtomicU64::new(0),
            lied: AtomicU64::new(0),
        });
        tokio::spawn(accept(listener, Arc::downgrade(&link)));
        link
    }

    /// Changes its condition.
    pub fn set(&self, change: impl FnOnce(&mut Condition)) {
        self.condition.send_modify(change);
    }

    /// Makes it good again. Connections that stand go on.
    pub fn heal(&self) {
        self.set(|condition| {
            *condition = Condition {
                resets: condition.resets,
                ..Condition::default()
            };
        });
    }

    /// Resets every connection.
    pub fn reset(&self) {
        self.set(|condition| condition.resets += 1);
    }

    /// Frames that came twice so far.
    #[must_use]
    pub fn doubled(&self) -> u64 {
        self.doubled.load(Ordering::Relaxed)
    }

    /// Moves that it swallowed and acknowledged so far.
    #[must_use]
    pub fn lied(&self) -> u64 {
        self.lied.load(Ordering::Relaxed)
    }

    fn draw(&self, bound: u128) -> u64 {
        let bound = usize::try_from(bound).unwrap_or(usize::MAX);
        self.dice.lock().unwrap().below(bound) as u64
    }

    async fn carry(self: Arc<Self>, mut client: TcpStream) {
        let mut condition = self.condition.subscribe();
        let now = *condition.borrow_and_update();
        let connected = match now.refusing {
            true => None,
            false => timeout(CONNECT, TcpStream::connect(self.to))
                .await
                .ok()
                .and_then(Result::ok),
        };
        let Some(mut server) = connected else {
            let _ = client.set_zero_linger();
            return;
        };
        let _ = (client.set_nodelay(true), server.set_nodelay(true));
        let was_cut = tokio::select! {
            () = self.both_ways(&mut client, &mut server) => false,
            _ = condition.wait_for(|later| later.resets != now.resets) => true,
        };
        if was_cut {
            let _ = (client.set_zero_linger(), server.set_zero_linger());
        }
    }

    async fn both_ways(&self, client: &mut TcpStream, server: &mut TcpStream) {
        let (client_reads, client_writes) = client.split();
        let (server_reads, server_writes) = server.split();
        let (to_server, for_server) = mpsc::channel(UNDER_WAY);
        let (to_client, for_client) = mpsc::channel(UNDER_WAY);
        let lie = Lie::default();
        let up = self.frames(Direction::Up, &lie);
        let down = self.frames(Direction::Down, &lie);
        // Weak: it must not keep the client's line open when the server's is closed.
        let answers = to_client.downgrade();
        // An end of either direction that is no error leaves the other one standing.
        let outcome = tokio::try_join!(
            self.read(client_reads, up, to_server, Some(answers)),
            self.read(server_reads, down, to_client, None),
            self.write(server_writes, for_server),
            self.write(client_writes, for_client),
        );
        drop(outcome);
    }

    fn frames(&self, direction: Direction, lie: &Lie) -> Option<Frames> {
        self.knows_frames
            .then(|| Frames::new(direction, lie.clone()))
    }

    async fn read(
        &self,
        mut from: ReadHalf<'_>,
        mut frames: Option<Frames>,
        to: mpsc::Sender<(Instant, Vec<u8>)>,
        answers: Option<mpsc::WeakSender<(Instant, Vec<u8>)>>,
    ) -> io::Result<()> {
        let mut latest = Instant::now();
        loop {
            let mut chunk = vec![0; CHUNK];
            let read = from.read(&mut chunk).await?;
            if read == 0 {
                return Ok(());
            }
            chunk.truncate(read);
            let now = *self.condition.borrow();
            let mut answer = Vec::new();
            if let Some(frames) = &mut frames {
                let twice = || self.draw(100) < u64::from(now.doubled);
                let passed = frames.pass(&chunk, twice, now.lying);
                self.doubled.fetch_add(passed.doubled, Ordering::Relaxed);
                self.lied.fetch_add(passed.lied, Ordering::Relaxed);
                (chunk, answer) = (passed.bytes, passed.answer);
            }
            let jitter = Duration::from_micros(self.draw(now.jitter.as_micros() + 1));
            latest = latest.max(Instant::now() + now.delay + jitter);
            if to.send((latest, chunk)).await.is_err() {
                return Ok(());
            }
            let answers = answers.as_ref().filter(|_| !answer.is_empty());
            if let Some(answers) = answers.and_then(mpsc::WeakSender::upgrade) {
                let _ = answers.send((latest, answer)).await;
            }
        }
    }

    async fn write(
        &self,
        mut to: WriteHalf<'_>,
        mut chunks: mpsc::Receiver<(Instant, Vec<u8>)>,
    ) -> io::Result<()> {
        let mut condition = self.condition.subscribe();
        while let Some((due, chunk)) = chunks.recv().await {
            sleep_until(due).await;
            if condition.borrow().stalled {
                let _ = condition.wait_for(|now| !now.stalled).await;
            }
            to.write_all(&chunk).await?;
        }
        to.shutdown().await
    }
}

async fn accept(listener: TcpListener, link: std::sync::Weak<Link>) {
    loop {
        let Ok((client, _)) = listener.accept().await else {
            continue;
        };
        let Some(link) = link.upgrade() else { return };
        tokio::spawn(link.carry(client));
    }
}
