//! A walk along the hash chains.

use outflank_journal::{ChainBreak, ChainFault, ChainReport, Hash, StreamId, entry_hash};

use super::Memory;

/// Walks the chains of these streams.
#[must_use]
pub fn verify(memory: &Memory, streams: &[StreamId]) -> ChainReport {
    let mut report = ChainReport::default();
    for stream in streams {
        let mut entries = memory.stored(stream);
        if entries.is_empty() {
            continue;
        }
        entries.sort_by_key(|stored| stored.entry.seq);
        report.streams += 1;
        let (mut after, mut previous) = (0_u64, Hash::NONE);
        for stored in entries {
            let entry = &stored.entry;
            report.entries += 1;
            report.facts += stored.facts.len() as u64;
            let mut found = |fault| {
                report.breaks.push(ChainBreak {
                    stream: stream.clone(),
                    seq: i64::try_from(entry.seq).unwrap_or(i64::MAX),
                    fault,
                });
            };
            if entry.seq != after + 1 {
                found(ChainFault::Gap {
                    after: i64::try_from(after).unwrap_or(i64::MAX),
                });
            }
            if entry.previous_hash != previous {
                found(ChainFault::WrongPrevious);
            }
            if entry_hash(entry, &stored.facts) != entry.hash {
                found(ChainFault::WrongHash);
            }
            (after, previous) = (entry.seq, entry.hash);
        }
    }
    report
}
