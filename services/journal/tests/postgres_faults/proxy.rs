//! A way to the server that cuts a connection in the middle of a commit.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

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
    next: Option<(Vec<u8>, Cut)>,
    cuts: usize,
}

#[derive(Clone)]
pub struct Proxy {
    pub address: SocketAddr,
    plan: Arc<Mutex<Plan>>,
    /// New connections wait while this is false.
    lets_in: watch::Sender<bool>,
}

impl Proxy {
    pub async fn start(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (lets_in, mut open) = watch::channel(true);
        let proxy = Self {
            address: listener.local_addr().unwrap(),
            plan: Arc::default(),
            lets_in,
        };
        let plan = Arc::clone(&proxy.plan);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if open.wait_for(|open| *open).await.is_err() {
                    return;
                }
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)).await else {
                    continue;
                };
                tokio::spawn(carry(client, server, Arc::clone(&plan)));
            }
        });
        proxy
    }

    pub fn cut(&self, marker: &str, cut: Cut) {
        self.plan.lock().unwrap().next = Some((marker.as_bytes().to_vec(), cut));
    }

    pub fn cuts(&self) -> usize {
        self.plan.lock().unwrap().cuts
    }

    pub fn let_in(&self, open: bool) {
        self.lets_in.send_replace(open);
    }
}

async fn carry(mut client: TcpStream, mut server: TcpStream, plan: Arc<Mutex<Plan>>) {
    let (mut from_client, mut from_server) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            read = client.read(&mut from_client) => {
                let Ok(length @ 1..) = read else { return };
                let sent = &from_client[..length];
                let cut = cut_now(&plan, sent);
                if cut == Some(Cut::Request) || server.write_all(sent).await.is_err() {
                    return;
                }
                if cut == Some(Cut::Answer) {
                    // The answer comes after the commit.
                    let _ = server.read(&mut from_server).await;
                    tokio::time::sleep(Duration::from_millis(20)).await;
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

fn cut_now(plan: &Mutex<Plan>, sent: &[u8]) -> Option<Cut> {
    let mut plan = plan.lock().unwrap();
    let (marker, cut) = plan.next.as_ref()?;
    let (marker, cut) = (marker.clone(), *cut);
    if !sent.windows(marker.len()).any(|part| part == marker) {
        return None;
    }
    plan.next = None;
    plan.cuts += 1;
    Some(cut)
}
