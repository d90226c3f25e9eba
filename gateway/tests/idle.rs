//! What an idle socket costs.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    missing_docs
)]

#[path = "suite/world/mod.rs"]
mod world;

use outflank_gateway::{Limits, PublicOrigin};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use world::{World, socket::ticket};

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/smaps_rollup").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("Rss:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// A client that costs this process little: a bare connection after the handshake.
async fn open(world: &World, address: std::net::SocketAddr) -> TcpStream {
    let ticket = ticket(world, None).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "GET /api/v1/socket?ticket={ticket} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut buffer = [0; 64];
    stream.read_exact(&mut buffer).await.unwrap();
    assert!(buffer.starts_with(b"HTTP/1.1 101"));
    stream
}

#[tokio::test]
async fn an_idle_socket_costs_little() {
    const SOCKETS: u64 = 400;
    let world = World::with(Limits::without_rates(), PublicOrigin::default());
    let address = world.listen().await;
    let mut open_sockets = Vec::new();
    for _ in 0..50 {
        open_sockets.push(open(&world, address).await);
    }
    let before = resident_kib();
    for _ in 0..SOCKETS {
        open_sockets.push(open(&world, address).await);
    }
    let each = resident_kib().saturating_sub(before) / SOCKETS;
    println!("figure idle_socket_kib {each} KiB");
    assert!(each < 48, "an idle socket costs {each} KiB");
    // Nobody answers a ping here: on a slow machine the first are given up meanwhile.
    assert!(world.gateway.open_sockets() as u64 >= SOCKETS);
}
