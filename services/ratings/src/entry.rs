//! What the stream of a tournament's exports says.

use outflank_access::{Problem, identifier};
use outflank_journal::{Entry, Fact, NewFact, StreamId};
use outflank_proto::ratings::v1 as proto;
use serde::{Deserialize, Serialize};

use crate::{
    manifest::{Manifest, SignedManifest},
    render::RatingFile,
};

pub(crate) const KIND: &str = "export";
pub(crate) const SCHEMA_VERSION: u32 = 1;
/// The kind of the facts that make the list of all exports.
const LISTED: &str = "export_listed";

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
        /// Its fact, which gives it its place in the list, went out with it.
        #[serde(default)]
        listed: bool,
    },
    /// Versions from before there was a list of all got their places in it.
    Listed,
    /// What the tournament holds cannot be written as a rating file.
    Unwritable {
        /// Why, a sentence.
        detail: String,
    },
    /// A variant of the game was played, or with handicaps: no rating file is made.
    Variant,
    /// It was a rehearsal: no rating file is made.
    Rehearsal,
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
            listed: true,
        })
    }
}

/// The stream of one tournament.
pub(crate) fn stream(tournament_id: &str) -> StreamId {
    StreamId::new(KIND, tournament_id)
}

/// What the list of all exports is made of.
#[derive(Debug, Serialize, Deserialize)]
struct ListedVersion {
    version: u32,
}

/// The fact that gives an export its place in the list.
pub(crate) fn listed(version: u32) -> Result<NewFact, Problem> {
    Ok(NewFact {
        kind: LISTED.to_owned(),
        body: serde_json::to_vec(&ListedVersion { version }).map_err(Problem::internal)?,
    })
}

/// The version that a fact of [`listed`] tells of; none in another fact.
pub(crate) fn told(fact: &Fact) -> Result<Option<u32>, Problem> {
    if fact.kind != LISTED || fact.stream.kind != KIND {
        return Ok(None);
    }
    let told: ListedVersion = serde_json::from_slice(&fact.body).map_err(Problem::internal)?;
    Ok(Some(told.version))
}

/// The version that an entry made without a place in the list.
pub(crate) fn unlisted(entry: &Entry) -> Result<Option<u32>, Problem> {
    Ok(match event(entry)? {
        ExportEvent::Exported {
            version,
            listed: false,
            ..
        } => Some(version),
        _ => None,
    })
}

/// What came of one confirmation.
pub(crate) enum Outcome {
    Export(Box<proto::Export>, Box<Manifest>),
    Unwritable(String),
    Variant,
    Rehearsal,
    /// Of none: earlier versions were listed.
    Listed,
}

fn event(entry: &Entry) -> Result<ExportEvent, Problem> {
    let events: Vec<ExportEvent> = serde_json::from_slice(&entry.body)
        .map_err(|error| Problem::internal(format!("{} {}: {error}", entry.stream, entry.seq)))?;
    events
        .into_iter()
        .next()
        .ok_or_else(|| Problem::internal(format!("{} {} is empty", entry.stream, entry.seq)))
}

/// Reads an entry of the stream.
pub(crate) fn outcome(entry: &Entry) -> Result<Outcome, Problem> {
    Ok(match event(entry)? {
        ExportEvent::Exported {
            version,
            file_name,
            content,
            manifest,
            signature,
            public_key,
            listed: _,
        } => {
            let read: Manifest = serde_json::from_str(&manifest).map_err(Problem::internal)?;
            let export = proto::Export {
                tournament_id: entry.stream.id.clone(),
                version,
                file_name,
                content: content.into_bytes(),
                manifest: manifest.into_bytes(),
                signature: from_hex(&signature),
                public_key: from_hex(&public_key),
                at_ms: entry.at_ms,
                superseded: false,
                rated: read.rated,
            };
            Outcome::Export(Box::new(export), Box::new(read))
        }
        ExportEvent::Unwritable { detail } => Outcome::Unwritable(detail),
        ExportEvent::Variant => Outcome::Variant,
        ExportEvent::Rehearsal => Outcome::Rehearsal,
        ExportEvent::Listed => Outcome::Listed,
    })
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
