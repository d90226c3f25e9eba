//! The journal in memory passes the suite of the real ones.

#[macro_use]
#[path = "../../../../platform/journal/tests/conformance/cases.rs"]
mod cases;

#[path = "../../../../platform/journal/tests/conformance/appends.rs"]
mod appends;
#[path = "../../../../platform/journal/tests/conformance/backend.rs"]
mod backend;
#[path = "../../../../platform/journal/tests/conformance/feed.rs"]
mod feed;
#[path = "../../../../platform/journal/tests/conformance/model.rs"]
mod model;
#[path = "../../../../platform/journal/tests/conformance/schedule.rs"]
mod schedule;

mod stores {
    use std::sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    };

    use outflank_journal::Journal;
    use outflank_stillness::{Memory, MemoryJournal};

    use super::backend::Backend;

    pub struct InMemory(Arc<Memory>);

    impl Backend for InMemory {
        async fn start() -> Self {
            static STORES: AtomicU32 = AtomicU32::new(0);
            let number = STORES.fetch_add(1, Ordering::Relaxed);
            Self(Arc::new(Memory::new(&format!("memory-{number}"))))
        }

        async fn open(&self) -> Arc<dyn Journal> {
            Arc::new(MemoryJournal::undisturbed(&self.0))
        }
    }
}

backends!(memory: InMemory);
