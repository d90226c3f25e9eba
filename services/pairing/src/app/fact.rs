//! What this service tells the others.

use outflank_access::{Problem, Role};
use outflank_journal::{NewFact, feed};
use outflank_proto::feed::v1::{Fact, ReadFactsRequest, ReadFactsResponse, Text};
use outflank_tournament::{AccountId, EntryHeader, Event, FactBody};

use super::{
    App,
    tournament::{EntryBody, stream},
};
use crate::records::stored;

impl App {
    /// What this service has told, from a place on; to play with what people wrote about it where tables show that.
    pub(crate) async fn read_facts(
        &self,
        reader: Option<Role>,
        request: ReadFactsRequest,
    ) -> Result<ReadFactsResponse, Problem> {
        let page = feed::read_facts(&*self.journal, request).await;
        let mut page = page.map_err(stored)?;
        if reader != Some(Role::Play) {
            return Ok(page);
        }
        for fact in &mut page.facts {
            fact.texts = self.text_of(fact).await?.into_iter().collect();
        }
        Ok(page)
    }

    async fn text_of(&self, fact: &Fact) -> Result<Option<Text>, Problem> {
        // Whoever follows says what cannot be read.
        let Ok(body) = serde_json::from_slice::<FactBody>(&fact.body) else {
            return Ok(None);
        };
        let Some(id) = shown_at_tables(&body.event) else {
            return Ok(None);
        };
        let text = self.records.reason(&body.tournament_id, id).await?;
        Ok(text.map(|text| Text {
            id: id.to_owned(),
            text,
        }))
    }
}

/// The id of what somebody wrote, which the table that it is about shows: what both its players are told anyway.
fn shown_at_tables(event: &Event) -> Option<&str> {
    match event {
        Event::ResultDisputed { reason, .. }
        | Event::ResultCorrected { reason, .. }
        | Event::DisputeSettled { reason, .. } => Some(reason),
        _ => None,
    }
}

/// The facts of an entry, one an event, in its order; `by`: whose act it is, where it is somebody's.
pub(crate) fn facts(
    tournament_id: &str,
    seq: u64,
    at_ms: i64,
    by: Option<&AccountId>,
    events: &[Event],
) -> Result<Vec<NewFact>, Problem> {
    let of = u32::try_from(events.len()).map_err(Problem::internal)?;
    (0_u32..)
        .zip(events)
        .map(|(index, event)| {
            let header = EntryHeader { seq, at_ms };
            let body = FactBody::new(
                tournament_id,
                header,
                (index, of),
                by.cloned(),
                event.clone(),
            );
            let body = serde_json::to_value(&body).map_err(Problem::internal)?;
            let kind = body["event"]["type"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            Ok(NewFact {
                kind,
                body: serde_json::to_vec(&body).map_err(Problem::internal)?,
            })
        })
        .collect()
}

/// The same as they go over the wire to who folds one tournament: they have no place in the feed.
pub(crate) fn wire_facts(
    tournament_id: &str,
    seq: u64,
    at_ms: i64,
    events: &[Event],
) -> Result<Vec<Fact>, Problem> {
    let facts = facts(tournament_id, seq, at_ms, None, events)?.into_iter();
    Ok(facts
        .map(|fact| Fact {
            stream: stream(tournament_id).to_string(),
            seq,
            at_ms,
            kind: fact.kind,
            body: fact.body,
            ..Fact::default()
        })
        .collect())
}

/// The body of the entry itself.
pub(crate) fn entry_body(events: &[Event]) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(&EntryBody {
        events: events.to_vec(),
    })
    .map_err(Problem::internal)
}
