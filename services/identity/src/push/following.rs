//! Following the feeds of pairing and play for what calls people.

use std::sync::Arc;

use async_trait::async_trait;
use outflank_access::Problem;
use outflank_journal::feed;
use outflank_proto::feed::v1::{Cursor, Fact};
use outflank_tournament::{Event, FactBody};
use outflank_transport::feed::{self as facts, FactSink, NotTaken};
use serde::Deserialize;

use super::{
    devices::Push,
    summonses::{self, Call},
};
use crate::refusals::stored;

/// Takes in what calls people.
pub(crate) struct Callers {
    push: Arc<Push>,
    /// Names this consumer's cursor.
    consumer: &'static str,
}

/// A player calls for the director, as play tells it; in a game of no event nobody comes.
#[derive(Deserialize)]
struct DirectorCalled {
    tournament_id: String,
    round: u32,
    table: u32,
}

impl Callers {
    pub(crate) fn new(push: &Arc<Push>, consumer: &'static str) -> Arc<Self> {
        Arc::new(Self {
            push: Arc::clone(push),
            consumer,
        })
    }
}

/// What a fact calls to: most call to nothing, and need not be read.
fn calls(fact: &Fact) -> Result<Vec<Call>, NotTaken> {
    match fact.kind.as_str() {
        "director_called" => {
            let of: DirectorCalled = facts::read(fact)?;
            if of.tournament_id.is_empty() {
                return Ok(Vec::new());
            }
            let board = (of.tournament_id.as_str(), of.round, of.table);
            Ok(vec![Call::of_table(&fact.id, board, fact.at_ms)])
        }
        "round_published" | "announcement_made" => {
            let body: FactBody = facts::read(fact)?;
            let (id, at_ms) = (body.tournament_id.as_str(), body.at_ms);
            Ok(match &body.event {
                Event::RoundPublished {
                    round,
                    starts_at_ms,
                    ..
                } => Call::of_round(&fact.id, (id, *round, body.seq), (at_ms, *starts_at_ms)),
                Event::AnnouncementMade(made) => {
                    vec![Call::of_announcement(&fact.id, (id, made.number), at_ms)]
                }
                _ => Vec::new(),
            })
        }
        _ => Ok(Vec::new()),
    }
}

#[async_trait]
impl FactSink for Callers {
    async fn cursor(&self) -> Result<Cursor, Problem> {
        let cursor = feed::load_cursor(&*self.push.store.journal, self.consumer).await;
        cursor.map_err(stored)
    }

    /// What is too old to call anybody is passed over.
    async fn apply(&self, fact: &Fact, _epoch: &str) -> Result<(), NotTaken> {
        let now_ms = self.push.clock.now_ms();
        for call in calls(fact)?.iter().filter(|call| call.ends_at_ms > now_ms) {
            summonses::keep(&self.push.store.records, call).await?;
            self.push.called.notify_one();
        }
        Ok(())
    }

    async fn save_cursor(&self, cursor: &Cursor) -> Result<(), Problem> {
        let saved = feed::save_cursor(&*self.push.store.journal, self.consumer, cursor).await;
        saved.map_err(stored)
    }

    /// What a fact calls to is kept once, so reading everything again calls nobody twice.
    async fn start_over(&self) -> Result<(), Problem> {
        let forgotten = feed::forget_cursor(&*self.push.store.journal, self.consumer).await;
        forgotten.map_err(stored)
    }
}
