//! The feed of facts in the shape of its contract.

use outflank_proto::feed::v1 as proto;

use crate::{Cursor, Fact, Journal, JournalError};

/// Most facts given at once, whatever is asked.
const LARGEST_PAGE: u32 = 1_000;

/// Answers `ReadFacts`. A cursor of another store gets no facts and this store's beginning, which tells
/// the consumer to start over.
///
/// # Errors
/// When the store fails.
pub async fn read_facts(
    journal: &(impl Journal + ?Sized),
    request: proto::ReadFactsRequest,
) -> Result<proto::ReadFactsResponse, JournalError> {
    if request.at_end {
        return Ok(proto::ReadFactsResponse {
            facts: Vec::new(),
            next: Some(proto::Cursor {
                epoch: journal.epoch(),
                number: *journal.facts_head().borrow(),
            }),
        });
    }
    let after = request.after.map_or_else(Cursor::beginning, cursor);
    let limit = request.limit.clamp(1, LARGEST_PAGE);
    match journal.facts(&after, limit).await {
        Ok(page) => Ok(proto::ReadFactsResponse {
            facts: page.facts.into_iter().map(fact).collect(),
            next: Some(to_proto(page.cursor)),
        }),
        Err(JournalError::ForeignCursor { .. }) => Ok(proto::ReadFactsResponse {
            facts: Vec::new(),
            next: Some(proto::Cursor {
                epoch: journal.epoch(),
                number: 0,
            }),
        }),
        Err(error) => Err(error),
    }
}

/// How far one of this store's consumers has come in another service's feed; the beginning before the first fact.
///
/// # Errors
/// When the store fails.
pub async fn load_cursor(
    journal: &(impl Journal + ?Sized),
    consumer: &str,
) -> Result<proto::Cursor, JournalError> {
    journal.load_cursor(consumer).await.map(to_proto)
}

/// Keeps how far it has come.
///
/// # Errors
/// When the store fails.
pub async fn save_cursor(
    journal: &(impl Journal + ?Sized),
    consumer: &str,
    come_to: &proto::Cursor,
) -> Result<(), JournalError> {
    journal
        .save_cursor(consumer, &cursor(come_to.clone()))
        .await
}

/// Has it begin again.
///
/// # Errors
/// When the store fails.
pub async fn forget_cursor(
    journal: &(impl Journal + ?Sized),
    consumer: &str,
) -> Result<(), JournalError> {
    journal.save_cursor(consumer, &Cursor::beginning()).await
}

/// A cursor as it came over the wire.
#[must_use]
pub fn cursor(cursor: proto::Cursor) -> Cursor {
    Cursor {
        epoch: cursor.epoch,
        number: cursor.number,
    }
}

/// A cursor as it goes over the wire.
#[must_use]
pub fn to_proto(cursor: Cursor) -> proto::Cursor {
    proto::Cursor {
        epoch: cursor.epoch,
        number: cursor.number,
    }
}

fn fact(fact: Fact) -> proto::Fact {
    proto::Fact {
        number: fact.number,
        id: fact.id,
        stream: fact.stream.to_string(),
        seq: fact.seq,
        at_ms: fact.at_ms,
        kind: fact.kind,
        body: fact.body,
        texts: Vec::new(),
    }
}
