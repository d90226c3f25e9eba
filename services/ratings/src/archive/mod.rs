//! The archive: results and games of this server's confirmed events and of files that were imported.
//!
//! What was imported and what was taken back stands in the journal, and so does every export; the files of imports are
//! records beside it. All else is made of them, in the order of the journal's facts, and can be made again.

mod acts;
mod base;
mod download;
mod erasing;
mod imports;
mod lists;
mod official;
mod own;
mod players;
mod progress;
mod projection;
mod queries;
mod ratings;
mod read_import;
mod rows;
mod shown;
mod unpacked;
mod written;

use std::sync::Arc;

use outflank_access::Problem;
use outflank_journal::{Journal, Records};
use outflank_othello::Openings;
use outflank_transport::ClusterClock;
use tokio::sync::Mutex;

use crate::{
    exports::Exports,
    register::Register,
    turn::{Turn, Work},
};

pub(crate) use projection::follow;

/// The archive of this deployment.
pub(crate) struct Archive {
    journal: Arc<dyn Journal>,
    records: Records,
    clock: Arc<ClusterClock>,
    exports: Arc<Exports>,
    register: Register<imports::Imports>,
    openings: Openings,
    /// One at a time takes in what the journal tells: of all processes, and of this one's tasks.
    turn: Turn,
    alone: Arc<Mutex<()>>,
    progress: progress::Progress,
    /// What an import that is on its way was read as, so that it is not read again.
    just_read: std::sync::Mutex<Option<(String, read_import::ReadImport)>>,
    bases: base::Bases,
    lists: ratings::Lists,
    official: official::OfficialList,
}

impl Archive {
    pub(crate) fn new(exports: Arc<Exports>) -> Result<Self, Problem> {
        let is_alone = exports.journal.serves_one_process();
        let turn = Turn::new(exports.records.clone(), Work::Archive, is_alone)?;
        let (journal, clock) = (Arc::clone(&exports.journal), Arc::clone(&exports.clock));
        Ok(Self {
            register: Register::new(Arc::clone(&journal), Arc::clone(&clock)),
            records: exports.records.clone(),
            journal,
            clock,
            official: official::OfficialList::of(exports.pairing.clone()),
            exports,
            openings: Openings::named(),
            turn,
            alone: Arc::default(),
            progress: progress::Progress::default(),
            just_read: std::sync::Mutex::default(),
            bases: base::Bases::default(),
            lists: ratings::Lists::default(),
        })
    }
}
