//! The archive: results and games of this server's confirmed events and of files that were imported.
//!
//! What was imported and what was taken back stands in the journal, and so does every export; the files of imports are
//! records beside it. All else is made of them, in the order of the journal's facts, and can be made again.

mod acts;
mod download;
mod imports;
mod lists;
mod official;
mod own;
mod players;
mod progress;
mod projection;
mod queries;
mod ratings;
mod shown;
mod unpacked;
mod written;

use std::sync::Arc;

use outflank_journal::{Journal, Records};
use outflank_othello::Openings;
use outflank_transport::ClusterClock;
use tokio::sync::Mutex;

use crate::{exports::Exports, register::Register};

pub(crate) use projection::follow;

/// The archive of this deployment.
pub(crate) struct Archive {
    journal: Arc<dyn Journal>,
    records: Records,
    clock: Arc<ClusterClock>,
    exports: Arc<Exports>,
    register: Register<imports::Imports>,
    openings: Openings,
    /// One at a time takes in what the journal tells.
    turn: Arc<Mutex<()>>,
    progress: progress::Progress,
    /// What an import that is on its way was read as, so that it is not read again.
    just_read: std::sync::Mutex<Option<(String, projection::ReadImport)>>,
    lists: ratings::Lists,
    official: official::OfficialList,
}

impl Archive {
    pub(crate) fn new(exports: Arc<Exports>) -> Self {
        let (journal, clock) = (Arc::clone(&exports.journal), Arc::clone(&exports.clock));
        Self {
            register: Register::new(Arc::clone(&journal), Arc::clone(&clock)),
            records: exports.records.clone(),
            journal,
            clock,
            official: official::OfficialList::of(exports.pairing.clone()),
            exports,
            openings: Openings::named(),
            turn: Arc::default(),
            progress: progress::Progress::default(),
            just_read: std::sync::Mutex::default(),
            lists: ratings::Lists::default(),
        }
    }
}
