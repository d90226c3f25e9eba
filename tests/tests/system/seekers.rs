//! Many seek casual games at once while instances of pairing are killed: nobody is booked twice, and everybody who stays is
//! booked.
//!
//! `SEEKERS` (400) says how many come, `SEED` (7) what is drawn.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, stream};
use outflank_testbed::Dice;
use outflank_tests::{
    chaos::journal::each_stream,
    cluster::Cluster,
    load::{
        count,
        requests::{Requests, address, connect},
        setting,
        socket::{Pongs, Socket},
    },
    waiting::PATIENCE,
};
use serde_json::{Value, json};
use tokio::{sync::oneshot, time::sleep};

const DEPLOYMENT: [(&str, usize); 6] = [
    ("gateway", 2),
    ("identity", 1),
    ("pairing", 3),
    ("play", 1),
    ("standings", 1),
    ("ratings", 1),
];
/// They arrive within this time.
const ARRIVALS: Duration = Duration::from_secs(12);
/// One in so many leaves a moment after it began to seek, and comes again.
const LEAVES: usize = 6;
/// Between two looks at what became of the others, and before it is tried again.
const LOOK: Duration = Duration::from_millis(100);
/// What an instance that was killed stays away, and the time between two kills.
const DOWN: Duration = Duration::from_millis(1_200);
const BETWEEN: Duration = Duration::from_millis(1_800);

/// What became of somebody who sought.
#[derive(Debug)]
enum Became {
    Found(Found),
    /// Booked in the moment in which it left: until that game is over it is refused.
    BookedAsItLeft(String),
    /// Everybody else has a game.
    Alone,
}

/// What somebody who sought heard.
#[derive(Debug, Clone)]
struct Found {
    account: String,
    game: String,
    pressed: Instant,
    /// From here on its seek stood.
    began: Instant,
    booked: Instant,
}

/// What is said to somebody who seeks.
enum Heard {
    /// The game, since when the seek stood, and when it was told.
    Booked(String, Instant, Instant),
    /// A game of his is not over.
    Plays,
    /// The instance that was asked was killed.
    NotNow,
}

struct Seeker {
    port: u16,
    from: std::net::Ipv4Addr,
    requests: Requests,
    account: String,
    arrives: Duration,
    leaves: Option<Duration>,
}

impl Seeker {
    async fn new(number: usize, ports: &[u16], dice: &mut Dice) -> Self {
        let (port, from) = (ports[number % ports.len()], address(number));
        let arrives_ms = dice.below(usize::try_from(ARRIVALS.as_millis()).unwrap());
        let stays = Duration::from_millis(dice.below(400) as u64);
        let leaves = (dice.below(LEAVES) == 0).then_some(stays);
        let mut requests = Requests::from(from, port);
        let account = requests.become_guest().await.unwrap();
        Self {
            port,
            from,
            requests,
            account,
            arrives: Duration::from_millis(arrives_ms as u64),
            leaves,
        }
    }

    /// Opens a line and seeks; answers with the line and what is said there first.
    async fn seek(
        &mut self,
        heard: &Arc<Mutex<String>>,
    ) -> io::Result<(Socket, oneshot::Receiver<Heard>)> {
        let ticket = self.requests.ticket().await?;
        let stream = connect(self.from, self.port).await?;
        let path = format!("/api/v1/socket?ticket={ticket}");
        let socket = Socket::over(stream, self.port, &path, Pongs::Honest).await?;
        let (tell, told) = oneshot::channel();
        let mut tell = Some(tell);
        let mut stood = None;
        let heard = Arc::clone(heard);
        socket.on_text(move |frame, at| {
            *heard.lock().unwrap() = String::from_utf8_lossy(frame).into_owned();
            let frame: Value = serde_json::from_slice(frame).unwrap();
            let heard = match frame["type"].as_str() {
                Some("seeking") => {
                    stood.get_or_insert(at);
                    return;
                }
                Some("booked") => {
                    let game = frame["game"].as_str().unwrap().to_owned();
                    Heard::Booked(game, stood.unwrap_or(at), at)
                }
                Some("refused") if frame["problem"]["code"] == "already_booked" => Heard::Plays,
                Some("refused") => Heard::NotNow,
                _ => return,
            };
            if let Some(tell) = tell.take() {
                let _gone = tell.send(heard);
            }
        });
        let terms = json!({"variant": "othello", "main_ms": 300_000, "increment_ms": 0});
        let seek = json!({"type": "seek", "id": "s", "terms": terms});
        socket.send(&seek.to_string())?;
        Ok((socket, told))
    }

    /// Seeks until there is a game.
    async fn play(mut self, begun: Instant, left: Arc<AtomicUsize>) -> Became {
        sleep(self.arrives.saturating_sub(begun.elapsed())).await;
        let mut stays = self.leaves.take();
        let patience = Instant::now() + PATIENCE;
        let heard_last = Arc::new(Mutex::new(String::new()));
        let mut sought = 0;
        loop {
            sought += 1;
            let pressed = Instant::now();
            // A server of which much is gone may refuse a ticket or a line.
            let Ok((line, mut told)) = self.seek(&heard_last).await else {
                assert!(Instant::now() < patience, "{} cannot seek", self.account);
                sleep(LOOK).await;
                continue;
            };
            let stay = pressed + stays.take().unwrap_or(PATIENCE);
            let heard = loop {
                match tokio::time::timeout(LOOK, &mut told).await {
                    Ok(heard) => break heard.ok(),
                    Err(_) if left.load(Ordering::SeqCst) <= 1 => return Became::Alone,
                    Err(_) if Instant::now() > stay => break None,
                    Err(_) => {}
                }
            };
            drop(line);
            let account = self.account.clone();
            match heard {
                Some(Heard::Booked(game, began, booked)) => {
                    left.fetch_sub(1, Ordering::SeqCst);
                    return Became::Found(Found {
                        account,
                        game,
                        pressed,
                        began,
                        booked,
                    });
                }
                Some(Heard::Plays) => {
                    left.fetch_sub(1, Ordering::SeqCst);
                    return Became::BookedAsItLeft(account);
                }
                Some(Heard::NotNow) | None => {}
            }
            let others = left.load(Ordering::SeqCst);
            assert!(
                Instant::now() < patience,
                "{account} finds nobody; sought {sought} times, heard {:?}; {others} have no game",
                heard_last.lock().unwrap()
            );
            sleep(LOOK).await;
        }
    }
}

/// Kills one instance of pairing after the other until it ends: with the test, however that ends, so that the cluster does.
struct Killing {
    stop: Arc<AtomicBool>,
    killer: Option<JoinHandle<usize>>,
}

impl Killing {
    fn of(cluster: &Arc<Mutex<Cluster>>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (cluster, stopped) = (Arc::clone(cluster), Arc::clone(&stop));
        let killer = std::thread::spawn(move || {
            let places = cluster.lock().unwrap().of_role("pairing");
            let mut kills = 0;
            while !stopped.load(Ordering::SeqCst) {
                std::thread::sleep(BETWEEN);
                let at = places[kills % places.len()];
                cluster.lock().unwrap().kill(at);
                std::thread::sleep(DOWN);
                cluster.lock().unwrap().revive(at);
                kills += 1;
            }
            kills
        });
        Self {
            stop,
            killer: Some(killer),
        }
    }

    /// Ends it; answers how many it killed.
    fn end(&mut self) -> usize {
        self.stop.store(true, Ordering::SeqCst);
        let killer = self.killer.take();
        killer.and_then(|killer| killer.join().ok()).unwrap_or(0)
    }
}

impl Drop for Killing {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads the streams of bookings by themselves: nobody is in two games at once.
fn booked_once(cluster: &Cluster) -> BTreeMap<String, usize> {
    let (mut open, mut of_account) = (BTreeMap::new(), BTreeMap::<String, String>::new());
    let mut games = BTreeMap::new();
    each_stream(&cluster.postgres, "pairing", "bookings", |rows| {
        for row in rows {
            let body: Value = serde_json::from_str(&row.body).unwrap();
            for event in body["events"].as_array().unwrap() {
                for (pair, booking) in (1..).zip(event["bookings"].as_array().into_iter().flatten())
                {
                    let game = format!("{}/{}/{pair}", row.stream, row.seq);
                    let players = ["black", "white"].map(|color| {
                        let player = &booking["players"][color]["account"];
                        player.as_str().unwrap().to_owned()
                    });
                    for player in &players {
                        let other = of_account.insert(player.clone(), game.clone());
                        assert_eq!(other, None, "{player} is booked for {game} too");
                        *games.entry(player.clone()).or_insert(0) += 1;
                    }
                    open.insert(game, players);
                }
                if event["type"] == "freed" {
                    let at = &event["booked_at"];
                    let game = format!("{}/{}/{}", at["stream"], at["seq"], at["pair"]);
                    for player in open.remove(&game).unwrap() {
                        of_account.remove(&player);
                    }
                }
            }
        }
    });
    games
}

/// The longest that two sought at the same time, who all fit each other.
fn longest_together(found: &[Found]) -> Duration {
    let mut by_beginning: Vec<&Found> = found.iter().collect();
    by_beginning.sort_by_key(|one| one.began);
    let together = by_beginning.iter().enumerate().flat_map(|(at, one)| {
        let later = by_beginning[at + 1..].iter();
        later
            .take_while(|other| other.began < one.booked)
            .map(|other| {
                one.booked
                    .min(other.booked)
                    .saturating_duration_since(other.began)
            })
    });
    together.max().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_booked_twice_however_many_seek_and_whoever_is_killed() {
    let cluster = tokio::task::spawn_blocking(|| Cluster::start(&DEPLOYMENT))
        .await
        .unwrap();
    let ports: Vec<u16> = cluster
        .of_role("gateway")
        .into_iter()
        .map(|at| cluster.processes[at].address().port())
        .collect();
    let mut dice = Dice(setting("SEED", 7));
    let seekers = count("SEEKERS", 400);
    let mut waiting = Vec::new();
    for number in 0..seekers {
        waiting.push(Seeker::new(number, &ports, &mut dice).await);
    }
    let cluster = Arc::new(Mutex::new(cluster));
    let mut killing = Killing::of(&cluster);
    let begun = Instant::now();
    let left = Arc::new(AtomicUsize::new(seekers));
    let became: Vec<Became> = stream::iter(waiting)
        .map(|seeker| seeker.play(begun, Arc::clone(&left)))
        .buffer_unordered(seekers)
        .collect()
        .await;
    let (mut found, mut left_booked) = (Vec::new(), Vec::new());
    for one in became {
        match one {
            Became::Found(one) => found.push(one),
            Became::BookedAsItLeft(account) => left_booked.push(account),
            Became::Alone => {}
        }
    }
    let booked = found.len() + left_booked.len();
    assert!(booked + 1 >= seekers, "{booked} of {seekers}");
    let kills = tokio::task::spawn_blocking(move || killing.end())
        .await
        .unwrap();
    assert!(kills > 0);

    let mut games: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in &found {
        games.entry(&one.game).or_default().insert(&one.account);
    }
    assert!(games.values().all(|players| players.len() <= 2));
    let in_journal = booked_once(&cluster.lock().unwrap());
    let heard = found.iter().map(|one| &one.account);
    for account in heard.chain(&left_booked) {
        assert!(in_journal.contains_key(account), "nobody booked {account}");
    }
    let sorted = |since: fn(&Found) -> Instant| {
        let mut waits: Vec<Duration> = found.iter().map(|one| one.booked - since(one)).collect();
        waits.sort_unstable();
        move |of: usize| waits[(waits.len() - 1) * of / 100].as_millis()
    };
    let (quantile, from_press) = (sorted(|one| one.began), sorted(|one| one.pressed));
    eprintln!("figure seekers_matched {}", found.len());
    eprintln!("figure seekers_kills {kills}");
    eprintln!("figure seekers_wait_p50_ms {} ms", quantile(50));
    eprintln!("figure seekers_wait_p99_ms {} ms", quantile(99));
    eprintln!("figure seekers_from_press_p50_ms {} ms", from_press(50));
    eprintln!("figure seekers_from_press_p99_ms {} ms", from_press(99));
    eprintln!(
        "figure seekers_together_max_ms {} ms",
        longest_together(&found).as_millis()
    );
}
