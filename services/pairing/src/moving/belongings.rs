//! Whose an event is: read from its whole stream, before anything of it is taken in.

use std::collections::BTreeSet;

use outflank_journal::moving::{MovingError, StoredEntry};
use outflank_tournament::{Event, FactBody};

use super::Moving;
use crate::app::EntryBody;

/// Whose an event is, and what belongs to it, as its stream tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Belongings {
    /// The accounts that direct or directed it, play or played in it, or help a player.
    pub accounts: BTreeSet<String>,
    /// The entry of each publication of a round, and the round.
    pub publications: Vec<(u64, u32)>,
}

impl Moving {
    /// What the whole stream of a tournament says belongs to it, if each entry and each fact is its own.
    ///
    /// # Errors
    /// [`MovingError::Foreign`] names the first entry that is not.
    pub fn belongings(id: &str, entries: &[StoredEntry]) -> Result<Belongings, MovingError> {
        let mut belongings = Belongings::default();
        for StoredEntry { entry, facts } in entries {
            let foreign = |what: String| MovingError::foreign(entry, what);
            let events = EntryBody::parse(entry).map_err(foreign)?;
            for fact in facts {
                let told: FactBody = serde_json::from_slice(&fact.body)
                    .map_err(|error| foreign(format!("a fact cannot be read: {error}")))?;
                if told.tournament_id != id || told.seq != entry.seq {
                    let of = told.tournament_id;
                    return Err(foreign(format!("it tells of entry {} of {of}", told.seq)));
                }
                if !events.contains(&told.event) {
                    return Err(foreign("it tells what it does not hold".to_owned()));
                }
            }
            for event in &events {
                belongings.take(entry.seq, event);
            }
        }
        Ok(belongings)
    }
}

impl Belongings {
    fn take(&mut self, seq: u64, event: &Event) {
        match event {
            Event::OfficialAppointed { account, .. } | Event::SeatAssigned { account, .. } => {
                self.accounts.insert(account.0.clone());
            }
            Event::AccommodationGranted { accommodation, .. } => {
                let assistant = accommodation.assistant.as_ref();
                self.accounts
                    .extend(assistant.map(|account| account.0.clone()));
            }
            Event::RoundPublished { round, .. } => self.publications.push((seq, *round)),
            _ => {}
        }
    }
}
