//! A crowd without names: connections that ask for nothing and answer pings, as many as it likes, from one address.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use outflank_client::Client;
use outflank_testbed::IdleHttp2;
use serde_json::{Value, json};
use tokio::{net::TcpStream, task::JoinSet, time::sleep};

use super::{socket::Socket, stage::Host};
use crate::event::text;

/// Between two arrivals of the first time.
const APART: Duration = Duration::from_millis(4);
/// Who was put out comes again after so long.
const AGAIN_AFTER: Duration = Duration::from_secs(30);
/// Between two looks whether a socket is still open.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
struct Counts {
    tried: AtomicUsize,
    inside: AtomicUsize,
    put_out: AtomicUsize,
}

/// A crowd that comes again whenever it is put out. Gone when dropped.
#[derive(Debug)]
pub struct Crowd {
    counts: Arc<Counts>,
    _members: JoinSet<()>,
}

impl Crowd {
    /// So many, half of them over HTTP/2 and half with a spectator's socket.
    #[must_use]
    pub fn gather(host: &impl Host, count: usize) -> Self {
        let counts = Arc::<Counts>::default();
        let mut members = JoinSet::new();
        let (port, nobody) = (host.port(), Arc::new(host.client()));
        for (number, place) in (0_u32..).zip(0..count) {
            let (counts, nobody) = (Arc::clone(&counts), Arc::clone(&nobody));
            members.spawn(async move {
                sleep(APART * number).await;
                loop {
                    let _again = if place % 2 == 0 {
                        idle_http2(port, &counts).await
                    } else {
                        idle_socket(port, &nobody, &counts).await
                    };
                    sleep(AGAIN_AFTER).await;
                }
            });
        }
        Self {
            counts,
            _members: members,
        }
    }

    /// How often somebody has come so far.
    #[must_use]
    pub fn tried(&self) -> usize {
        self.counts.tried.load(Ordering::Relaxed)
    }

    /// How many are inside now.
    #[must_use]
    pub fn inside(&self) -> usize {
        self.counts.inside.load(Ordering::Relaxed)
    }

    /// How often somebody was put out.
    #[must_use]
    pub fn put_out(&self) -> usize {
        self.counts.put_out.load(Ordering::Relaxed)
    }
}

impl Counts {
    async fn while_inside(&self, inside: impl Future<Output = ()>) {
        self.inside.fetch_add(1, Ordering::Relaxed);
        inside.await;
        self.inside.fetch_sub(1, Ordering::Relaxed);
        self.put_out.fetch_add(1, Ordering::Relaxed);
    }
}

async fn idle_http2(port: u16, counts: &Counts) -> io::Result<()> {
    counts.tried.fetch_add(1, Ordering::Relaxed);
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    counts.while_inside(IdleHttp2::over(stream).ends()).await;
    Ok(())
}

async fn idle_socket(port: u16, nobody: &Client, counts: &Counts) -> io::Result<()> {
    counts.tried.fetch_add(1, Ordering::Relaxed);
    let bought = nobody.post::<Value>("/tickets", &json!({})).await;
    let ticket = text(&bought.map_err(io::Error::other)?["ticket"]);
    let socket = Socket::open(port, &format!("/api/v1/socket?ticket={ticket}")).await?;
    let open = async {
        while socket.is_open() {
            sleep(LOOK_AGAIN).await;
        }
    };
    counts.while_inside(open).await;
    Ok(())
}
