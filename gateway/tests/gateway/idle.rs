//! Sockets on which nothing happens: they stay, and cost little.

use crate::world::{
    World,
    socket::{Carries, pipe, ticket},
};
use outflank_gateway::{Limits, PublicOrigin};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const SOCKETS: usize = 400;
/// So many that what the allocator has left from earlier does not hide what they take.
#[cfg(target_os = "linux")]
const MEASURED: usize = 4_000;

fn world() -> World {
    World::with(Limits::without_rates(), PublicOrigin::default())
}

/// A client that costs this process little: a bare connection after the handshake, which answers no ping.
async fn open(world: &World) -> impl Carries + use<> {
    let ticket = ticket(world, None).await;
    let mut stream = pipe(world);
    let head = format!(
        "GET /api/v1/socket?ticket={ticket} HTTP/1.1\r\nHost: inside\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut buffer = [0; 64];
    stream.read_exact(&mut buffer).await.unwrap();
    assert!(buffer.starts_with(b"HTTP/1.1 101"));
    stream
}

/// However long the machine takes to open them, to the gateway it is the same moment.
#[tokio::test(start_paused = true)]
async fn idle_sockets_are_held_while_their_clients_are_there() {
    use crate::world::{eventually, socket::Client};
    let world = world();
    let door = world.inside();
    let mut answering = tokio::task::JoinSet::new();
    for _ in 0..SOCKETS / 2 {
        let mut client = Client::connect(&world, door, None).await;
        answering.spawn(async move { client.closed().await });
    }
    let mut silent = Vec::new();
    for _ in 0..SOCKETS / 2 {
        silent.push(open(&world).await);
    }
    assert_eq!(world.gateway.open_sockets(), SOCKETS);
    // Who answers no ping is given up, and nobody else.
    tokio::time::sleep(std::time::Duration::from_secs(30)).await;
    assert_eq!(world.gateway.open_sockets(), SOCKETS / 2);
    assert!(answering.try_join_next().is_none());
    answering.shutdown().await;
    eventually("every socket is closed", || {
        world.gateway.open_sockets() == 0
    })
    .await;
}

#[cfg(target_os = "linux")]
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/smaps_rollup").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("Rss:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[tokio::test(start_paused = true)]
#[ignore = "measures the memory of its process: make memory"]
async fn an_idle_socket_costs_little() {
    let world = world();
    world.inside();
    let mut sockets = Vec::new();
    for _ in 0..50 {
        sockets.push(open(&world).await);
    }
    let before = resident_kib();
    for _ in 0..MEASURED {
        sockets.push(open(&world).await);
    }
    let each = resident_kib().saturating_sub(before) / MEASURED as u64;
    println!("figure idle_socket_kib {each} KiB");
    assert!(each < 48, "an idle socket costs {each} KiB");
    assert_eq!(world.gateway.open_sockets(), sockets.len());
}
