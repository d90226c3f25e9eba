//! Where not every event can be written, the same command goes on where it stopped.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use outflank_journal::{
    JournalError, StreamId,
    writer::{InsertError, Row},
};
use outflank_stillness::{Broken, Disturbance, Memory, MemoryJournal, Stillness};

use super::*;

/// What becomes of whatever is written of one event.
#[derive(Debug, Clone, Copy)]
enum Hindrance {
    /// Another process comes first every time.
    Rival,
    /// The server stops before it knows whether it is written; it is not.
    Stopped,
}

#[derive(Debug, Clone, Default)]
struct Hindered(Arc<Mutex<Option<(String, Hindrance)>>>);

#[tonic::async_trait]
impl Disturbance for Hindered {
    async fn commit(
        &self,
        memory: &Arc<Memory>,
        rows: &[Row],
    ) -> Result<BTreeSet<StreamId>, InsertError> {
        let hindered = self.0.lock().unwrap().clone();
        match hindered {
            Some((id, how)) if rows.iter().any(|row| row.entry.stream.id == id) => match how {
                Hindrance::Rival => Ok(BTreeSet::new()),
                Hindrance::Stopped => Err(InsertError::Refused(JournalError::OutcomeUnknown)),
            },
            _ => Ok(memory.insert(rows, Broken::default())),
        }
    }
}

#[tokio::test]
async fn the_same_command_goes_on_with_the_events_that_are_left() {
    for (how, code) in [
        (Hindrance::Rival, "tournament_contended"),
        (Hindrance::Stopped, "outcome_unknown"),
    ] {
        let hindered = Hindered::default();
        let journal = MemoryJournal::open(
            &Arc::new(Memory::new("pairing")),
            &Stillness::default(),
            hindered.clone(),
        );
        let world = World::over(Arc::new(journal)).await;
        world.rating_office().await;
        let mut events = Vec::new();
        for date in ["2026-03-01", "2026-02-01", "2026-01-01"] {
            let id = event(&world, "FRA", date).await;
            enter(&world, &id, ("Ardent", NUMBER)).await;
            events.push((world.seq(&id).await, id));
        }
        let asked = renumbering(&world, NUMBER, TO);
        let left = &events[1].1;
        *hindered.0.lock().unwrap() = Some((left.clone(), how));
        let done = |code: &str| became([(&events[0].1, ""), (left, code), (&events[2].1, "")]);
        match renumber(&world, OFFICER, &asked).await {
            Ok(told) => assert_eq!(told, done(code), "{how:?}"),
            Err(problem) => assert_eq!(problem.code, code, "{how:?}"),
        }
        assert_eq!(world.seq(left).await, events[1].0);
        *hindered.0.lock().unwrap() = None;
        for _ in 0..2 {
            let told = renumber(&world, OFFICER, &asked).await.unwrap();
            assert_eq!(told, done(""), "{how:?}");
            for (before, id) in &events {
                assert_eq!(world.seq(id).await, before + 1, "{how:?}");
                assert_eq!(entrants(&world, id).await, [listed("Ardent", TO)]);
            }
        }
    }
}
