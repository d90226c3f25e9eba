//! The rating files in a store, for whoever holds them against what was published.

use outflank_access::Problem;
use outflank_journal::{Entry, Journal, StreamId};

use crate::{
    entry::{self, Outcome},
    stored::stored,
};

/// Outcomes of one tournament read at once; there is one a confirmation, and one an amendment.
const PAGE: u32 = 100;

/// A rating file as the service made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeFile {
    /// Seq of the tournament's journal that it shows.
    pub tournament_seq: u64,
    /// Its bytes, which are ASCII.
    pub content: Vec<u8>,
}

/// The rating files of a tournament, the first version first.
///
/// # Errors
/// When the journal cannot be read.
pub async fn made_files(
    journal: &dyn Journal,
    tournament_id: &str,
) -> Result<Vec<MadeFile>, Problem> {
    let mut made = Vec::new();
    for entry in entries(journal, &entry::stream(tournament_id)).await? {
        if let Outcome::Export(export, manifest) = entry::outcome(&entry)? {
            made.push(MadeFile {
                tournament_seq: manifest.tournament_seq,
                content: export.content,
            });
        }
    }
    Ok(made)
}

/// Everything that came of a tournament's confirmations.
pub(crate) async fn entries(
    journal: &dyn Journal,
    stream: &StreamId,
) -> Result<Vec<Entry>, Problem> {
    let mut all: Vec<Entry> = Vec::new();
    loop {
        let after = all.last().map_or(0, |entry| entry.seq);
        let page = journal.read(stream, after, PAGE).await;
        let page = page.map_err(stored)?;
        let more = page.len() >= PAGE as usize;
        all.extend(page);
        if !more {
            return Ok(all);
        }
    }
}
