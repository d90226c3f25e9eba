//! Following pairing's feed for confirmed tournaments, and for what changes their rating files.

use std::sync::Arc;

use async_trait::async_trait;
use outflank_access::Problem;
use outflank_journal::feed;
use outflank_proto::feed::v1::{Cursor, Fact};
use outflank_tournament::{Event, FactBody};
use outflank_transport::feed::{self as facts, FactSink, NotTaken};

use crate::{exports::Exports, stored::stored};

const CONSUMER: &str = "ratings-from-pairing";

pub(crate) struct Confirmations(pub Arc<Exports>);

#[async_trait]
impl FactSink for Confirmations {
    async fn cursor(&self) -> Result<Cursor, Problem> {
        let cursor = feed::load_cursor(&*self.0.journal, CONSUMER).await;
        cursor.map_err(stored)
    }

    /// The confirmation makes a rating file, and what changes the file afterwards.
    async fn apply(&self, fact: &Fact, _epoch: &str) -> Result<(), NotTaken> {
        if facts::is_casual(fact) {
            return Ok(());
        }
        let body: FactBody = facts::read(fact)?;
        match &body.event {
            Event::TournamentConfirmed { ranking, .. } | Event::RatingFileDue { ranking } => {
                self.0
                    .export(&body.tournament_id, body.seq, ranking, &fact.id)
                    .await
            }
            _ => Ok(()),
        }
    }

    async fn save_cursor(&self, cursor: &Cursor) -> Result<(), Problem> {
        let saved = feed::save_cursor(&*self.0.journal, CONSUMER, cursor).await;
        saved.map_err(stored)
    }

    /// Exports are made once a fact, so reading everything again makes nothing twice.
    async fn start_over(&self) -> Result<(), Problem> {
        let forgotten = feed::forget_cursor(&*self.0.journal, CONSUMER).await;
        forgotten.map_err(stored)
    }
}
