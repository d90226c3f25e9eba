//! What is shown of a tournament is made once of each state, is never older than what was written, and is a row of its own
//! once the event is over.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
};

use outflank_journal::{JournalError, records};
use outflank_proto::pairing::v1 as proto;
use outflank_stillness::{Disturbance, Memory, MemoryJournal, Stillness};
use prost::Message as _;
use tokio::sync::Notify;

use crate::world::{DIRECTOR, World};

/// Looks at the journal, counted, and held up while it is closed.
#[derive(Default)]
struct Gate {
    closed: AtomicBool,
    waiting: AtomicUsize,
    opened: Notify,
    entries: AtomicUsize,
    lasts: AtomicUsize,
}

impl Gate {
    /// Entries that were read since, and last entries that were looked at.
    fn looks(&self) -> (usize, usize) {
        (self.entries.swap(0, SeqCst), self.lasts.swap(0, SeqCst))
    }

    fn open(&self) {
        self.closed.store(false, SeqCst);
        self.opened.notify_waiters();
    }
}

#[derive(Clone, Default)]
struct Gated(Arc<Gate>);

#[tonic::async_trait]
impl Disturbance for Gated {
    async fn reach(&self, doing: &'static str) -> Result<(), JournalError> {
        match doing {
            "read entries" => self.0.entries.fetch_add(1, SeqCst),
            "read the last entry" => self.0.lasts.fetch_add(1, SeqCst),
            _ => return Ok(()),
        };
        let opened = self.0.opened.notified();
        tokio::pin!(opened);
        opened.as_mut().enable();
        if self.0.closed.load(SeqCst) {
            self.0.waiting.fetch_add(1, SeqCst);
            opened.await;
        }
        Ok(())
    }
}

async fn gated(of_one_process: bool) -> (World, Gated) {
    let gated = Gated::default();
    let memory = Arc::new(Memory::new("pairing"));
    let journal = MemoryJournal::open(&memory, &Stillness::default(), gated.clone());
    let journal = if of_one_process {
        journal.of_one_process()
    } else {
        journal
    };
    (World::over(memory, journal).await, gated)
}

#[tokio::test]
async fn of_many_who_read_one_state_one_has_it_made() {
    const READERS: usize = 32;
    let (world, gated) = gated(true).await;
    let world = Arc::new(world);
    let id = world.create().await;
    world.register(&id, 4).await;
    gated.0.looks();

    gated.0.closed.store(true, SeqCst);
    let readers: Vec<_> = (0..READERS)
        .map(|_| {
            let (world, id) = (Arc::clone(&world), id.clone());
            tokio::spawn(async move { world.tournament(&id).await })
        })
        .collect();
    while gated.0.waiting.load(SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    // Whoever would make it too has come as far by now.
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    gated.0.open();
    let mut shown = Vec::new();
    for reader in readers {
        shown.push(reader.await.unwrap());
    }
    assert_eq!(shown[0].entrants.len(), 4);
    assert!(shown.iter().all(|one| *one == shown[0]));
    let (entries, _) = gated.0.looks();
    assert_eq!(entries, 1, "one folds the entries");

    for _ in 0..READERS {
        assert_eq!(world.tournament(&id).await, shown[0]);
    }
    assert_eq!(gated.0.looks(), (0, 0), "what is kept needs no look");
    let fifth = world.by(DIRECTOR, world.new_entrant(&id, 4));
    world.client().register_entrant(fifth).await.unwrap();
    assert_eq!(world.tournament(&id).await.entrants.len(), 5);
}

/// Where others write too, the last entry is looked at, and nothing else.
#[tokio::test]
async fn what_another_process_wrote_is_seen_by_a_look() {
    let (world, gated) = gated(false).await;
    let id = world.create().await;
    let shown = world.tournament(&id).await;
    gated.0.looks();
    for _ in 0..3 {
        assert_eq!(world.tournament(&id).await, shown);
    }
    assert_eq!(gated.0.looks(), (0, 3));
}

/// What it was made of, by what, and the answer.
type Row = (i64, Vec<u8>, i64, String, Vec<u8>);

async fn row(world: &World, id: &str) -> Option<Row> {
    records::query_as(
        "SELECT seq, hash, times_written, edition, answer FROM tournament_views WHERE tournament_id = $1",
    )
    .bind(id)
    .fetch_optional(world.records().read())
    .await
    .unwrap()
}

async fn put(world: &World, id: &str, (seq, hash, times_written, edition, answer): &Row) {
    let mut transaction = world.records().write().await.unwrap();
    records::query(
        "UPDATE tournament_views SET seq = $2, hash = $3, times_written = $4, edition = $5, answer = $6 \
         WHERE tournament_id = $1",
    )
    .bind(id)
    .bind(*seq)
    .bind(hash.clone())
    .bind(*times_written)
    .bind(edition)
    .bind(answer.clone())
    .execute(&mut transaction)
    .await
    .unwrap();
    transaction.commit().await.unwrap();
}

#[tokio::test]
async fn an_event_that_is_over_is_read_from_its_row_while_that_serves() {
    let mut world = World::new().await;
    let id = world.create().await;
    world.register(&id, 4).await;
    for _ in 0..9 {
        world.publish(&id).await.unwrap();
        world.play(&id, |board| 20 + 7 * board.table).await;
    }
    assert_eq!(row(&world, &id).await, None, "it is still played");
    world.confirm_with(&id, true).await.unwrap();
    let good = row(&world, &id).await.unwrap();
    world.restart().await;
    let shown = world.tournament(&id).await;
    let (seq, hash, times, edition, answer) = good.clone();
    let told = proto::GetTournamentResponse::decode(&*answer).unwrap();
    assert_eq!(told.tournament.unwrap(), shown);

    // It is the row that is read: one that says something else is believed.
    let mut other = shown.clone();
    other.summary.as_mut().unwrap().name = "Fernwood Club".to_owned();
    let other = proto::GetTournamentResponse {
        tournament: Some(other),
    };
    let other = other.encode_to_vec();
    let said = (seq, hash.clone(), times, edition.clone(), other.clone());
    put(&world, &id, &said).await;
    world.restart().await;
    let name = |shown: proto::Tournament| shown.summary.unwrap().name;
    assert_eq!(name(world.tournament(&id).await), "Fernwood Club");

    // One of another state, or made by another program, is not.
    let mut another = hash.clone();
    another[0] ^= 1;
    let old =
        |seq, hash, times, edition: &str| (seq, hash, times, edition.to_owned(), other.clone());
    for (why, old) in [
        (
            "an earlier entry",
            old(seq - 1, hash.clone(), times, &edition),
        ),
        ("another entry", old(seq, another, times, &edition)),
        ("other records", old(seq, hash.clone(), times - 1, &edition)),
        ("another program", old(seq, hash.clone(), times, "another")),
    ] {
        put(&world, &id, &old).await;
        world.restart().await;
        assert_eq!(world.tournament(&id).await, shown, "{why}");
        assert_eq!(row(&world, &id).await.unwrap(), good, "{why}");
    }
}
