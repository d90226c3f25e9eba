//! Which imports there are: the fold of their events.

use std::collections::BTreeMap;

use outflank_access::{Kind, Problem};
use outflank_journal::{Fact, NewFact};
use serde::{Deserialize, Serialize};

use crate::register::Folded;

/// The kind of the facts that the archive is made of beside the exports.
const CHANGED: &str = "archive_changed";

/// What happened to an import. The bytes of its file are records, by their digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum ImportEvent {
    /// A file was imported.
    Imported {
        import_id: String,
        kind: String,
        name: String,
        sha256: String,
        by: String,
    },
    /// It was taken back.
    Undone {
        import_id: String,
        by: String,
        reason: String,
    },
}

impl ImportEvent {
    fn import_id(&self) -> &str {
        match self {
            Self::Imported { import_id, .. } | Self::Undone { import_id, .. } => import_id,
        }
    }
}

/// An import that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    pub number: u64,
    pub kind: String,
    pub name: String,
    pub sha256: String,
    pub by: String,
    pub at_ms: i64,
}

/// All imports.
#[derive(Debug, Clone, Default)]
pub(crate) struct Imports {
    standing: BTreeMap<String, Standing>,
    undone: BTreeMap<String, Undone>,
}

/// An import that was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Undone {
    pub by: String,
    pub reason: String,
    pub at_ms: i64,
}

impl Imports {
    /// One that stands.
    pub(crate) fn get(&self, import_id: &str) -> Option<&Standing> {
        self.standing.get(import_id)
    }

    /// How one was taken back.
    pub(crate) fn undone(&self, import_id: &str) -> Option<&Undone> {
        self.undone.get(import_id)
    }

    /// The import of these bytes in that format, if one stands.
    pub(crate) fn of(&self, kind: &str, sha256: &str) -> Option<&str> {
        let mut standing = self.standing.iter();
        let found = standing.find(|(_, one)| one.kind == kind && one.sha256 == sha256);
        found.map(|(import_id, _)| import_id.as_str())
    }

    /// Whether an import that stands needs those bytes.
    pub(crate) fn needs(&self, sha256: &str) -> bool {
        self.standing.values().any(|one| one.sha256 == sha256)
    }
}

/// What a fact of the archive tells of.
#[derive(Debug, Serialize, Deserialize)]
struct Changed {
    import_id: String,
}

/// The import that a fact tells of; none in another fact.
pub(crate) fn told(fact: &Fact) -> Result<Option<String>, Problem> {
    if fact.kind != CHANGED || fact.stream.kind != Imports::KIND {
        return Ok(None);
    }
    let told: Changed = serde_json::from_slice(&fact.body).map_err(Problem::internal)?;
    Ok(Some(told.import_id))
}

impl Folded for Imports {
    type Event = ImportEvent;
    const KIND: &'static str = "archive";

    fn contended() -> Problem {
        Problem::new(
            Kind::Conflict,
            "archive_contended",
            "Others changed the archive at the same moment again and again; send it once more.",
        )
    }

    fn evolve(&mut self, (seq, at_ms): (u64, i64), event: ImportEvent) {
        match event {
            ImportEvent::Imported {
                import_id,
                kind,
                name,
                sha256,
                by,
            } => {
                let standing = Standing {
                    number: seq,
                    kind,
                    name,
                    sha256,
                    by,
                    at_ms,
                };
                self.standing.insert(import_id, standing);
            }
            ImportEvent::Undone {
                import_id,
                by,
                reason,
            } => {
                self.standing.remove(&import_id);
                self.undone.insert(import_id, Undone { by, reason, at_ms });
            }
        }
    }

    fn facts(event: &ImportEvent) -> Result<Vec<NewFact>, Problem> {
        let changed = Changed {
            import_id: event.import_id().to_owned(),
        };
        Ok(vec![NewFact {
            kind: CHANGED.to_owned(),
            body: serde_json::to_vec(&changed).map_err(Problem::internal)?,
        }])
    }
}
