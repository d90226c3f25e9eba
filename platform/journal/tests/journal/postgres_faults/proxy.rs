//! A way to the server that cuts a connection in the middle of a commit.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::Mutex;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// When a connection is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cut {
    /// Before the server has heard of it.
    Request,
    /// After the server has done it and answered, before the answer has come.
    Answer,
}

/// Cuts the first connection over which `marker` is sent.
#[derive(Debug, Default)]
struct Plan {
    next: Option<Next>,
    cuts: usize,
}

#[derive(Debug)]
struct Next {
    marker: Vec<u8>,
    cut: Cut,
    /// Nothing more is carried then until told.
    holds: bool,
}

#[derive(Clone)]
pub struct Proxy {
    pub address: SocketAddr,
    plan: Arc<Mutex<Plan>>,
    /// What clients send waits while this is false.
    carries: watch::Sender<bool>,
}

impl Proxy {
    pub async fn start(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self {
            address: listener.local_addr().unwrap(),
            plan: Arc::default(),
            carries: watch::channel(true).0,
        };
        let carrying = proxy.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)).await else {
                    continue;
                };
                tokio::spawn(carrying.clone().carry(client, server));
            }
        });
        proxy
    }

    pub fn cut(&self, marker: &str, cut: Cut) {
        self.cut_next(marker, cut, false);
    }

    /// Cuts, and carries nothing more on any connection until [`Proxy::go_on`].
    pub fn cut_and_hold(&self, marker: &str, cut: Cut) {
        self.cut_next(marker, cut, true);
    }

    fn cut_next(&self, marker: &str, cut: Cut, holds: bool) {
        let marker = marker.as_bytes().to_vec();
        self.plan.lock().unwrap().next = Some(Next { marker, cut, holds });
    }

    pub fn go_on(&self) {
        self.carries.send_replace(true);
    }

    pub fn cuts(&self) -> usize {
        self.plan.lock().unwrap().cuts
    }

    async fn carry(self, mut client: TcpStream, mut server: TcpStream) {
        let mut carries = self.carries.subscribe();
        let (mut from_client, mut from_server) = (vec![0; 1 << 16], vec![0; 1 << 16]);
        loop {
            tokio::select! {
                read = client.read(&mut from_client) => {
                    let Ok(length @ 1..) = read else { return };
                    let sent = &from_client[..length];
                    if carries.wait_for(|carries| *carries).await.is_err() {
                        return;
                    }
                    let cut = self.cut_now(sent);
                    if cut == Some(Cut::Request) || server.write_all(sent).await.is_err() {
                        return;
                    }
                    if cut == Some(Cut::Answer) {
                        answered(&mut server).await;
                        self.plan.lock().unwrap().cuts += 1;
                        return;
                    }
                }
                read = server.read(&mut from_server) => {
                    let Ok(length @ 1..) = read else { return };
                    if client.write_all(&from_server[..length]).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    fn cut_now(&self, sent: &[u8]) -> Option<Cut> {
        let mut plan = self.plan.lock().unwrap();
        let holds_it = |next: &mut Next| {
            sent.windows(next.marker.len())
                .any(|part| part == next.marker)
        };
        let Next { cut, holds, .. } = plan.next.take_if(holds_it)?;
        if holds {
            self.carries.send_replace(false);
        }
        if cut == Cut::Request {
            plan.cuts += 1;
        }
        Some(cut)
    }
}

/// Reads until the server is ready for the next query outside of any transaction: it has committed.
async fn answered(server: &mut TcpStream) {
    const READY: &[u8] = b"Z\0\0\0\x05I";
    let mut answer = Vec::new();
    while !answer.ends_with(READY) {
        if !matches!(server.read_buf(&mut answer).await, Ok(1..)) {
            return;
        }
    }
}
