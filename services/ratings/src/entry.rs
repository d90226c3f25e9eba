//! What the stream of a tournament's exports says.

use outflank_access::{Problem, identifier};
use outflank_journal::{Entry, StreamId};
use outflank_proto::ratings::v1 as proto;
use serde::{Deserialize, Serialize};

use crate::{manifest::SignedManifest, render::RatingFile};

pub(crate) const KIND: &str = "export";
pub(crate) const SCHEMA_VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum ExportEvent {
    /// A rating file was made and signed.
    Exported {
        version: u32,
        file_name: String,
        /// The file; rating files are ASCII.
        content: String,
        /// The signed text.
        manifest: String,
        /// Hexadecimal.
        signature: String,
        /// Hexadecimal.
        public_key: String,
    },
    /// What the tournament holds cannot be written as a rating file.
    Unwritable {
        /// Why, a sentence.
        detail: String,
    },
    /// A variant of the game was played, or with handicaps: no rating file is made.
    Variant,
}

impl ExportEvent {
    pub(crate) fn exported(
        version: u32,
        file: RatingFile,
        signed: SignedManifest,
    ) -> Result<Self, Problem> {
        Ok(Self::Exported {
            version,
            file_name: file.name.to_string(),
            content: file.content,
            manifest: String::from_utf8(signed.manifest).map_err(Problem::internal)?,
            signature: identifier::hex(&signed.signature),
            public_key: identifier::hex(&signed.public_key),
        })
    }
}

/// The stream of one tournament.
pub(crate) fn stream(tournament_id: &str) -> StreamId {
    StreamId::new(KIND, tournament_id)
}

/// What came of one confirmation.
pub(crate) enum Outcome {
    Export(proto::Export),
    Unwritable(String),
    Variant,
}

/// Reads an entry of the stream.
pub(crate) fn outcome(entry: &Entry) -> Result<Outcome, Problem> {
    let events: Vec<ExportEvent> = serde_json::from_slice(&entry.body)
        .map_err(|error| Problem::internal(format!("{} {}: {error}", entry.stream, entry.seq)))?;
    match events.into_iter().next() {
        Some(ExportEvent::Exported {
            version,
            file_name,
            content,
            manifest,
            signature,
            public_key,
        }) => Ok(Outcome::Export(proto::Export {
            tournament_id: entry.stream.id.clone(),
            version,
            file_name,
            content: content.into_bytes(),
            manifest: manifest.into_bytes(),
            signature: from_hex(&signature),
            public_key: from_hex(&public_key),
            at_ms: entry.at_ms,
            superseded: false,
        })),
        Some(ExportEvent::Unwritable { detail }) => Ok(Outcome::Unwritable(detail)),
        Some(ExportEvent::Variant) => Ok(Outcome::Variant),
        None => Err(Problem::internal(format!(
            "{} {} is empty",
            entry.stream, entry.seq
        ))),
    }
}

/// What `identifier::hex` wrote; anything else becomes empty and fits no signature.
fn from_hex(text: &str) -> Vec<u8> {
    text.as_bytes()
        .chunks(2)
        .map(|pair| {
            std::str::from_utf8(pair)
                .ok()
                .and_then(|pair| u8::from_str_radix(pair, 16).ok())
        })
        .collect::<Option<_>>()
        .unwrap_or_default()
}
