//! What it takes to show a contest that many look at.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use outflank_journal::JournalError;
use outflank_stillness::{Disturbance, Memory, MemoryJournal, Stillness};

use super::*;

/// How often entries were read from the journal.
#[derive(Debug, Clone, Default)]
struct Readings(Arc<AtomicU64>);

impl Readings {
    fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

#[tonic::async_trait]
impl Disturbance for Readings {
    async fn reach(&self, doing: &'static str) -> Result<(), JournalError> {
        if doing == "read entries" {
            self.0.fetch_add(1, Ordering::AcqRel);
        }
        Ok(())
    }
}

#[tokio::test]
async fn a_contest_that_somebody_has_just_looked_at_is_shown_without_the_journal() {
    let memory = Arc::new(Memory::new("pairing"));
    let readings = Readings::default();
    let journal = MemoryJournal::open(&memory, &Stillness::default(), readings.clone());
    let world = World::over(memory, journal).await;
    let id = entered(&world, arena(&world), &[&account(1)]).await;
    let look_twice = async || {
        head(&world, &id).await;
        let before = readings.count();
        head(&world, &id).await;
        readings.count() - before
    };
    // What was seen may have grown old between the two, or others have read meanwhile.
    shown(look_twice, |readings| *readings == 0).await;
    // What an act changed is seen at once all the same.
    join(&world, &id, &account(2)).await.unwrap();
    assert_eq!(head(&world, &id).await.entrants.len(), 2);
}
