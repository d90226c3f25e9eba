//! What an entrant is called and which number he has: as the entries that stand make it count, and as it is written for an
//! entry that is under way or never came about.

use outflank_access::Problem;

use super::{App, tournament::stream};
use crate::records::{EntrantName, stored};

/// An entrant's name and number. What is said of either changes nothing only where both have it already.
#[derive(Debug, Clone)]
pub(super) struct NameStanding {
    /// By the entries that stand.
    pub counting: Option<EntrantName>,
    /// As the next reader finds it.
    pub written: Option<EntrantName>,
}

impl NameStanding {
    /// True where that holds of both.
    pub(super) fn both(&self, holds: impl Fn(Option<&EntrantName>) -> bool) -> bool {
        holds(self.counting.as_ref()) && holds(self.written.as_ref())
    }
}

impl App {
    /// A change is written before its entry, and stays where nobody knows whether that came about.
    pub(super) async fn name_standing(
        &self,
        tournament_id: &str,
        entrant_id: &str,
    ) -> Result<NameStanding, Problem> {
        let written = self.records.name(tournament_id, entrant_id).await?;
        let changes = self.records.name_changes(tournament_id, entrant_id).await?;
        if changes.is_empty() {
            return Ok(NameStanding {
                counting: written.clone(),
                written,
            });
        }
        let stream = stream(tournament_id);
        let mut entries = Vec::new();
        for change in changes {
            let entry = self
                .journal
                .by_command(&stream, &change.actor, &change.command_id);
            if let Some(entry) = entry.await.map_err(stored)? {
                entries.push((entry.seq, change));
            }
        }
        entries.sort_unstable();
        let entries: Vec<_> = entries.into_iter().map(|(_, change)| change).collect();
        let mut names = self.records.names_after(tournament_id, &entries).await?;
        Ok(NameStanding {
            counting: names.remove(entrant_id),
            written,
        })
    }
}
