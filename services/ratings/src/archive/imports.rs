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

/// An import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// Its place among all imports.
    pub number: u64,
    pub kind: String,
    pub name: String,
    pub sha256: String,
    pub by: String,
    pub at_ms: i64,
    /// How it was taken back; none while it stands.
    pub undone: Option<Undone>,
}

/// How an import was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Undone {
    pub by: String,
    pub reason: String,
    pub at_ms: i64,
}

/// All imports.
#[derive(Debug, Clone, Default)]
pub(crate) struct Imports {
    known: BTreeMap<String, Known>,
}

impl Imports {
    /// One that stands.
    pub(crate) fn standing(&self, import_id: &str) -> Option<&Known> {
        self.get(import_id).filter(|known| known.undone.is_none())
    }

    /// One, whether it stands or was taken back.
    pub(crate) fn get(&self, import_id: &str) -> Option<&Known> {
        self.known.get(import_id)
    }

    /// Those before the number, the latest first, so many at most.
    pub(crate) fn before(&self, number: u64, most: usize) -> Vec<(&str, &Known)> {
        let mut before: Vec<(&str, &Known)> = self
            .known
            .iter()
            .filter(|(_, known)| known.number < number)
            .map(|(import_id, known)| (import_id.as_str(), known))
            .collect();
        before.sort_by_key(|(_, known)| std::cmp::Reverse(known.number));
        before.truncate(most);
        before
    }

    /// The import of these bytes in that format, if one stands.
    pub(crate) fn of(&self, kind: &str, sha256: &str) -> Option<&str> {
        let mut standing = self.all_standing();
        let found = standing.find(|(_, one)| one.kind == kind && one.sha256 == sha256);
        found.map(|(import_id, _)| import_id.as_str())
    }

    /// Whether an import that stands needs those bytes.
    pub(crate) fn needs(&self, sha256: &str) -> bool {
        self.all_standing().any(|(_, one)| one.sha256 == sha256)
    }

    fn all_standing(&self) -> impl Iterator<Item = (&String, &Known)> {
        self.known
            .iter()
            .filter(|(_, known)| known.undone.is_none())
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
                let known = Known {
                    number: seq,
                    kind,
                    name,
                    sha256,
                    by,
                    at_ms,
                    undone: None,
                };
                self.known.insert(import_id, known);
            }
            ImportEvent::Undone {
                import_id,
                by,
                reason,
            } => {
                if let Some(known) = self.known.get_mut(&import_id) {
                    known.undone = Some(Undone { by, reason, at_ms });
                }
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
