//! What an archive costs: a server over very many finished events of 60 entrants, each another one, against one over ten
//! and one over none, in the same run and on both stores: its start, pages of the list, an event and its standings, and the
//! memory of what can be made again. Run by `make bench`.
//!
//! `EVENTS` (10,000), `STARTS` (5), `READS` (2,000) and `STORES` (`sqlite,postgres`) change the size.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::expect_used
)]
#![allow(missing_docs, clippy::cast_precision_loss)]

mod archive;
mod events;

use std::time::{Duration, Instant};

use outflank_testbed::{Dice, Postgres};
use outflank_tests::{
    Server,
    load::{Samples, count, machine, setting},
    server::browser,
};
use serde_json::Value;
use tempfile::TempDir;

use archive::{Place, bytes_of};

/// Events of the small archive.
const FEW: usize = 10;
/// Events listed on a page: as many as the small archive has.
const PAGE: usize = FEW;
/// A server that serves tables waits at its start for so long, and a little, until the one before it is known to be gone:
/// it is gone before each start that is measured.
const GONE: Duration = Duration::from_millis(3_500);
/// Events that a first start lists: it may take as long as that of any server here.
const LISTED_AT_ONCE: usize = 1_000;

fn main() {
    machine::runtime().block_on(measure());
}

async fn measure() {
    println!("{}", machine::load());
    let stores = std::env::var("STORES").unwrap_or_else(|_| "sqlite,postgres".to_owned());
    for store in stores.split(',') {
        over(store).await;
    }
    println!("{}", machine::load());
}

/// A server that can be started, with its stores.
struct Archive {
    place: Place,
    events: usize,
    _folder: TempDir,
}

impl Archive {
    async fn of(events: usize, postgres: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = postgres.then(|| Postgres::shared().database().url);
        let archive = Self {
            place: Place {
                data: folder.path().join("data"),
                database,
            },
            events,
            _folder: folder,
        };
        // The folder is a server's before it is anybody else's.
        archive.start().end();
        let begun = Instant::now();
        for first in (0..events).step_by(LISTED_AT_ONCE) {
            let last = (first + LISTED_AT_ONCE).min(events);
            archive.place.fill(first..last).await;
            archive.start().end();
            println!(
                "{last} of {events} events after {:.0} s",
                begun.elapsed().as_secs_f64()
            );
        }
        archive
    }

    fn start(&self) -> Server {
        match &self.place.database {
            Some(url) => Server::start_with(&self.place.data, &["--database", url]),
            None => Server::start(&self.place.data),
        }
    }
}

async fn over(store: &str) {
    let postgres = store == "postgres";
    let none = Archive::of(0, postgres).await;
    let few = Archive::of(FEW, postgres).await;
    let many = Archive::of(count("EVENTS", 10_000), postgres).await;
    if !postgres {
        println!(
            "figure {store}_archive_mib {:.0} MiB",
            bytes_of(&many.place.data) as f64 / f64::from(1 << 20)
        );
    }
    starts(store, &none, &many);
    reads(store, &few, &many).await;
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1_000.0
}

fn starts(store: &str, none: &Archive, many: &Archive) {
    let (mut empty, mut full) = (Vec::new(), Vec::new());
    for _ in 0..setting("STARTS", 5) {
        for (archive, times) in [(none, &mut empty), (many, &mut full)] {
            std::thread::sleep(GONE);
            let server = archive.start();
            times.push(server.start_time);
            server.end();
        }
    }
    let (empty, full) = (median(&mut empty), median(&mut full));
    println!("figure {store}_empty_start_ms {empty:.0} ms");
    println!("figure {store}_start_ms {full:.0} ms");
    println!("figure {store}_start_ratio {:.2}", full / empty);
}

/// One of the two servers that are compared.
struct Read<'a> {
    archive: &'a Archive,
    server: Server,
    client: reqwest::Client,
    /// Where pages of the list begin.
    tokens: Vec<String>,
    micros: [Vec<u64>; KINDS.len()],
}

/// What is read of them.
const KINDS: [&str; 3] = ["list_page", "event_read", "standings_read"];

impl<'a> Read<'a> {
    async fn of(archive: &'a Archive) -> Self {
        let mut read = Self {
            archive,
            server: archive.start(),
            client: browser(),
            tokens: vec![String::new()],
            micros: Default::default(),
        };
        loop {
            let page = read.get(&read.page(read.tokens.len() - 1)).await.1;
            let page: Value = serde_json::from_slice(&page).unwrap();
            match page["next_page_token"].as_str() {
                Some(token) if !token.is_empty() => read.tokens.push(token.to_owned()),
                _ => break,
            }
        }
        assert_eq!(read.tokens.len(), archive.events.div_ceil(PAGE));
        read
    }

    fn page(&self, number: usize) -> String {
        let token = &self.tokens[number];
        format!("/api/v1/tournaments?page_size={PAGE}&page_token={token}")
    }

    async fn get(&self, path: &str) -> (u64, Vec<u8>) {
        let begun = Instant::now();
        let answer = self.client.get(format!("{}{path}", self.server.base()));
        let answer = answer.send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        let body = answer.bytes().await.unwrap();
        let micros = u64::try_from(begun.elapsed().as_micros()).unwrap();
        (micros, body.to_vec())
    }

    async fn sample(&mut self, dice: &mut Dice) {
        let page = self.page(dice.below(self.tokens.len()));
        let event = format!(
            "/api/v1/tournaments/archive{:09}",
            dice.below(self.archive.events)
        );
        let standings = format!("{event}/standings");
        for (kind, path) in [page, event, standings].into_iter().enumerate() {
            let (micros, _) = self.get(&path).await;
            self.micros[kind].push(micros);
        }
    }

    async fn kept_bytes(&self) -> u64 {
        let (_, text) = self.get("/metrics").await;
        let text = String::from_utf8(text).unwrap();
        let kept = text
            .lines()
            .filter(|line| line.starts_with("outflank_kept_bytes{"));
        kept.inspect(|line| println!("{line}"))
            .map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap())
            .sum()
    }
}

/// By turns, each time another event and another page, all as likely as each other: hardly any is in memory.
async fn reads(store: &str, few: &Archive, many: &Archive) {
    let (mut few, mut many) = (Read::of(few).await, Read::of(many).await);
    let before = machine::resident(many.server.pid());
    let mut dice = Dice(7);
    for _ in 0..setting("READS", 2_000) {
        few.sample(&mut dice).await;
        many.sample(&mut dice).await;
    }
    for (kind, name) in KINDS.into_iter().enumerate() {
        let few = Samples::new(few.micros[kind].clone());
        let many = Samples::new(many.micros[kind].clone());
        for (per_mille, which) in [(500, "p50"), (990, "p99")] {
            let (few_ms, many_ms) = (few.per_mille_ms(per_mille), many.per_mille_ms(per_mille));
            println!("figure {store}_{name}_{which}_of_{FEW}_ms {few_ms:.2} ms");
            println!("figure {store}_{name}_{which}_ms {many_ms:.2} ms");
            println!(
                "figure {store}_{name}_{which}_ratio {:.2}",
                many_ms / few_ms
            );
        }
    }
    let kept = many.kept_bytes().await;
    let grown = machine::resident(many.server.pid()).saturating_sub(before);
    println!("figure {store}_caches_bytes {kept} B");
    println!(
        "figure {store}_read_rss_growth_mib {:.0} MiB",
        grown as f64 / f64::from(1 << 20)
    );
}
