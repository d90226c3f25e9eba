//! What is found at a store that is only looked at: how its tables stand to this program, and what its
//! database promises.

use std::cmp::Ordering;
use std::sync::Arc;

use sqlx::migrate::{MigrateError, Migrator};

use crate::JournalError;

/// How some tables stand to this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TablesState {
    /// There are none yet: the first start makes them.
    Missing,
    /// They are those that this program makes.
    Current {
        /// Their version.
        version: i64,
    },
    /// The next start of this program brings them up to date.
    Older {
        /// Their version.
        found: i64,
        /// The version this program knows.
        known: i64,
    },
    /// A newer program made them; they still serve this one.
    Newer {
        /// Their version.
        found: i64,
        /// The version this program knows.
        known: i64,
    },
}

/// The tables of the journal itself, or those of records that its service keeps beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TablesCondition {
    /// `journal` or `records`.
    pub part: &'static str,
    /// How they stand to this program.
    pub state: TablesState,
}

/// A migration that was run: version, checksum, whether it came to its end.
pub(crate) type Applied = (i64, Vec<u8>, bool);

/// How tables with these migrations stand to a program with those. `serves_from` is the oldest version of a
/// program that newer tables still serve; none where that is not known.
pub(crate) fn state_of(
    database: &str,
    part: &'static str,
    applied: &[Applied],
    migrator: &Migrator,
    serves_from: Option<i64>,
) -> Result<TablesState, JournalError> {
    let broken = |cause| {
        Err(JournalError::Migration {
            database: database.to_owned(),
            cause: Arc::new(cause),
        })
    };
    for (version, checksum, finished) in applied {
        if !finished {
            return broken(MigrateError::Dirty(*version));
        }
        let mut ours = migrator.iter().filter(|one| one.version == *version);
        if ours.any(|one| one.checksum != *checksum) {
            return broken(MigrateError::VersionMismatch(*version));
        }
    }
    let found = applied.iter().map(|one| one.0).max().unwrap_or(0);
    let known = migrator.iter().map(|one| one.version).max().unwrap_or(0);
    match found.cmp(&known) {
        Ordering::Equal => Ok(TablesState::Current { version: found }),
        Ordering::Less if found == 0 => Ok(TablesState::Missing),
        Ordering::Less => Ok(TablesState::Older { found, known }),
        Ordering::Greater if serves_from.is_some_and(|from| from <= known) => {
            Ok(TablesState::Newer { found, known })
        }
        Ordering::Greater => Err(JournalError::WrongVersion {
            database: database.to_owned(),
            part,
            found,
            known,
            advice: "they no longer serve this program; start the newer one",
        }),
    }
}

/// What a Postgres server promises of a commit, and what it is like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerCondition {
    /// Host, port and database.
    pub place: String,
    /// As it says, e.g. `17.2`.
    pub version: String,
    /// `on`, `remote_apply`, `remote_write` or `local`; a server with `off` is refused.
    pub synchronous_commit: String,
    /// Whether pages torn by a power cut are mended.
    pub full_page_writes: bool,
    /// The replicas that a commit waits for, in the server's own words; empty when it waits for none.
    pub synchronous_standby_names: String,
    /// The replicas that are connected.
    pub replicas: Vec<Replica>,
    /// Connections that stand, of all who may.
    pub connections: i64,
    /// Connections that may stand.
    pub most_connections: i64,
    /// Bytes of this database.
    pub bytes: i64,
}

/// A connected replica of a Postgres server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replica {
    /// Its name.
    pub name: String,
    /// Whether commits wait for it; none when the server does not tell this user.
    pub synchronous: Option<bool>,
}

/// What an acknowledged entry survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promise {
    /// Everything but the loss of the one disk.
    OneDisk,
    /// The same, and the server's replicas are behind: the one that takes over may lack what was acknowledged.
    OneDiskBeforeReplicas,
    /// Replicas are asked for, none is connected: nothing is acknowledged until one is.
    WaitsForReplicas,
    /// Replicas are asked for, and the server does not tell this user which of those connected are waited for.
    Untold,
    /// The loss of the server's disk too: a replica has it on disk.
    Replicated,
    /// The same, unless the replica's machine fails at the same moment: it has it in memory.
    ReplicatedInMemory,
}

impl ServerCondition {
    /// What it promises of an acknowledged entry.
    #[must_use]
    pub fn promise(&self) -> Promise {
        let named = !self.synchronous_standby_names.trim().is_empty();
        let waits = named && self.synchronous_commit != "local";
        if !waits {
            return if self.replicas.is_empty() {
                Promise::OneDisk
            } else {
                Promise::OneDiskBeforeReplicas
            };
        }
        if self
            .replicas
            .iter()
            .all(|one| one.synchronous == Some(false))
        {
            return Promise::WaitsForReplicas;
        }
        if self
            .replicas
            .iter()
            .all(|one| one.synchronous != Some(true))
        {
            return Promise::Untold;
        }
        match self.synchronous_commit.as_str() {
            "remote_write" => Promise::ReplicatedInMemory,
            _ => Promise::Replicated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(commit: &str, names: &str, replicas: &[Option<bool>]) -> ServerCondition {
        ServerCondition {
            place: String::new(),
            version: "17".to_owned(),
            synchronous_commit: commit.to_owned(),
            full_page_writes: true,
            synchronous_standby_names: names.to_owned(),
            replicas: replicas
                .iter()
                .map(|synchronous| Replica {
                    name: "b".to_owned(),
                    synchronous: *synchronous,
                })
                .collect(),
            connections: 1,
            most_connections: 100,
            bytes: 0,
        }
    }

    #[test]
    fn the_promise_is_that_of_the_slowest_who_is_waited_for() {
        let (yes, no) = (Some(true), Some(false));
        for (commit, names, replicas, promise) in [
            ("on", "", &[][..], Promise::OneDisk),
            ("on", "", &[no], Promise::OneDiskBeforeReplicas),
            ("local", "*", &[yes], Promise::OneDiskBeforeReplicas),
            ("on", "b", &[], Promise::WaitsForReplicas),
            ("on", "b", &[no], Promise::WaitsForReplicas),
            ("on", "b", &[yes, no], Promise::Replicated),
            ("on", "b", &[None], Promise::Untold),
            ("remote_apply", "b", &[yes], Promise::Replicated),
            ("remote_write", "b", &[yes], Promise::ReplicatedInMemory),
        ] {
            let found = server(commit, names, replicas).promise();
            assert_eq!(found, promise, "{commit} {names} {replicas:?}");
        }
    }
}
