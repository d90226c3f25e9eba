//! Following pairing's feed for what calls people.

use std::sync::Arc;

use async_trait::async_trait;
use outflank_access::Problem;
use outflank_journal::{Cursor as JournalCursor, feed};
use outflank_proto::feed::v1::{Cursor, Fact};
use outflank_tournament::{Event, FactBody};
use outflank_transport::feed::{self as facts, FactSink, NotTaken};

use super::{
    Push,
    summonses::{self, Call},
};
use crate::refusals::stored;

const CONSUMER: &str = "identity-from-pairing";
/// The kinds of facts that call somebody; the others need not be read.
const CALLING: [&str; 2] = ["round_published", "announcement_made"];

/// Takes in what calls people.
pub(crate) struct Callers(pub Arc<Push>);

#[async_trait]
impl FactSink for Callers {
    async fn cursor(&self) -> Result<Cursor, Problem> {
        let cursor = self.0.store.journal.load_cursor(CONSUMER).await;
        cursor.map(feed::to_proto).map_err(stored)
    }

    /// What is too old to call anybody is passed over.
    async fn apply(&self, fact: &Fact, _epoch: &str) -> Result<(), NotTaken> {
        if !CALLING.contains(&fact.kind.as_str()) {
            return Ok(());
        }
        let body: FactBody = facts::read(fact)?;
        let id = body.tournament_id.as_str();
        let calls = match &body.event {
            Event::RoundPublished {
                round,
                starts_at_ms,
                ..
            } => Call::of_round(
                &fact.id,
                (id, *round, body.seq),
                (body.at_ms, *starts_at_ms),
            ),
            Event::AnnouncementMade(made) => {
                vec![Call::of_announcement(
                    &fact.id,
                    (id, made.number),
                    body.at_ms,
                )]
            }
            _ => Vec::new(),
        };
        let now_ms = self.0.clock.now_ms();
        for call in calls.iter().filter(|call| call.ends_at_ms > now_ms) {
            summonses::keep(&self.0.store.records, call).await?;
            self.0.nudge.notify_one();
        }
        Ok(())
    }

    async fn save_cursor(&self, cursor: &Cursor) -> Result<(), Problem> {
        let cursor = feed::cursor(cursor.clone());
        let saved = self.0.store.journal.save_cursor(CONSUMER, &cursor).await;
        saved.map_err(stored)
    }

    /// What a fact calls to is kept once, so reading everything again calls nobody twice.
    async fn start_over(&self) -> Result<(), Problem> {
        let beginning = JournalCursor::beginning();
        let saved = self.0.store.journal.save_cursor(CONSUMER, &beginning).await;
        saved.map_err(stored)
    }
}
