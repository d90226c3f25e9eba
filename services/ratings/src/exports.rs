//! Making, keeping and finding exports.

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use outflank_journal::{
    Append, DeadlineChange, Entry, Journal as _, NewEntry, SqliteJournal, StreamId,
};
use outflank_proto::{
    pairing::v1::{GetTournamentRequest, Tournament, pairing_service_client::PairingServiceClient},
    ratings::v1 as proto,
};
use outflank_runtime::{ClusterClock, Kind, Problem, Role, Transport, identifier};
use outflank_tournament::RankingLine;
use serde::{Deserialize, Serialize};

use crate::{manifest::Manifest, render};

const KIND: &str = "export";
const SCHEMA_VERSION: u32 = 1;
/// Exports of one tournament read at once; there is one a correction.
const PAGE: u32 = 1_000;
const LETTERS: std::ops::RangeInclusive<char> = 'a'..='z';

/// What an export's stream says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum ExportEvent {
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
}

/// The exports of this deployment.
pub(crate) struct Exports {
    pub journal: Arc<SqliteJournal>,
    pub clock: Arc<ClusterClock>,
    pub key: SigningKey,
    pub pairing: PairingServiceClient<Transport>,
}

impl Exports {
    /// Makes the export of a tournament that was confirmed by `command_id`, once.
    pub(crate) async fn export(
        &self,
        tournament_id: &str,
        seq: u64,
        ranking: &[RankingLine],
        command_id: &str,
    ) -> Result<(), Problem> {
        let stream = StreamId::new(KIND, tournament_id);
        let made = self
            .journal
            .by_command(&stream, &Role::Ratings.actor(), command_id)
            .await
            .map_err(Problem::internal)?;
        if made.is_some() {
            return Ok(());
        }
        let version = match self
            .journal
            .last(&stream)
            .await
            .map_err(Problem::internal)?
        {
            Some(last) => exported(&last)?.version.saturating_add(1),
            None => 1,
        };
        let tournament = self.tournament(tournament_id).await?;
        let at_ms = self.clock.now_ms();
        let file = self.render(&tournament, ranking, at_ms).await?;
        let manifest = describe(&tournament, &file, version, seq, at_ms);
        let signed = manifest.sign(&self.key).map_err(Problem::internal)?;
        let event = ExportEvent::Exported {
            version,
            file_name: file.name,
            content: file.content,
            manifest: String::from_utf8(signed.manifest).map_err(Problem::internal)?,
            signature: identifier::hex(&signed.signature),
            public_key: identifier::hex(&signed.public_key),
        };
        let appended = self
            .journal
            .append(NewEntry {
                stream,
                expected_seq: u64::from(version).saturating_sub(1),
                at_ms,
                actor: Role::Ratings.actor(),
                command_id: command_id.to_owned(),
                schema_version: SCHEMA_VERSION,
                body: serde_json::to_vec(&[event]).map_err(Problem::internal)?,
                facts: Vec::new(),
                deadline: DeadlineChange::Keep,
            })
            .await
            .map_err(Problem::internal)?;
        match appended {
            Append::Appended { .. } | Append::Repeated { .. } => Ok(()),
            Append::Conflict { .. } => Err(Problem::new(
                Kind::Conflict,
                "conflict",
                "Another export of this tournament was made at the same moment; this one is tried again.",
            )),
        }
    }

    async fn tournament(&self, id: &str) -> Result<Tournament, Problem> {
        let request = GetTournamentRequest {
            tournament_id: id.to_owned(),
        };
        self.pairing
            .clone()
            .get_tournament(request)
            .await
            .map_err(|status| Problem::from_status(&status))?
            .into_inner()
            .tournament
            .ok_or_else(|| Problem::internal("an answer without its tournament"))
    }

    /// Renders the file under a name that no other tournament's export has.
    async fn render(
        &self,
        tournament: &Tournament,
        ranking: &[RankingLine],
        at_ms: i64,
    ) -> Result<render::RatingFile, Problem> {
        let own = tournament
            .summary
            .as_ref()
            .map_or("", |summary| &summary.id);
        let taken: Vec<String> = self
            .list("")
            .await?
            .into_iter()
            .filter(|export| export.tournament_id != own)
            .map(|export| export.file_name)
            .collect();
        for letter in std::iter::once(None).chain(LETTERS.map(Some)) {
            let file = render::rating_file(tournament, ranking, letter, at_ms)?;
            if !taken.contains(&file.name) {
                return Ok(file);
            }
        }
        Err(Problem::internal("27 tournaments of one name on one day"))
    }

    /// The exports of one tournament, or of all, oldest first.
    pub(crate) async fn list(&self, tournament_id: &str) -> Result<Vec<proto::Export>, Problem> {
        let streams = if tournament_id.is_empty() {
            self.journal
                .streams(KIND)
                .await
                .map_err(Problem::internal)?
        } else {
            vec![StreamId::new(KIND, tournament_id)]
        };
        let mut exports = Vec::new();
        for stream in streams {
            let entries = self
                .journal
                .read(&stream, 0, PAGE)
                .await
                .map_err(Problem::internal)?;
            for entry in &entries {
                exports.push(exported(entry)?);
            }
        }
        Ok(exports)
    }

    /// One export; version 0 = the newest.
    pub(crate) async fn get(
        &self,
        tournament_id: &str,
        version: u32,
    ) -> Result<proto::Export, Problem> {
        self.list(tournament_id)
            .await?
            .into_iter()
            .rfind(|export| version == 0 || export.version == version)
            .filter(|_| !tournament_id.is_empty())
            .ok_or_else(|| {
                Problem::new(
                    Kind::NotFound,
                    "not_confirmed",
                    "There is no rating file yet: it is made when the director confirms the final ranking.",
                )
            })
    }
}

fn describe(
    tournament: &Tournament,
    file: &render::RatingFile,
    version: u32,
    seq: u64,
    at_ms: i64,
) -> Manifest {
    let summary = tournament.summary.clone().unwrap_or_default();
    Manifest {
        format: Manifest::format(),
        tournament_id: summary.id,
        tournament: summary.name,
        version,
        file_name: file.name.clone(),
        sha256: Manifest::digest(file.content.as_bytes()),
        bytes: u64::try_from(file.content.len()).unwrap_or(u64::MAX),
        at_ms,
        tournament_seq: seq,
        rule_set: summary.rule_set,
        conformant: tournament.departures.is_empty(),
        departures: tournament
            .departures
            .iter()
            .map(|departure| format!("{} ({})", departure.what, departure.rule))
            .collect(),
        draw_anchor: tournament.draw_anchor.clone(),
        revealed_seeds: tournament.revealed_seeds.clone(),
    }
}

/// The export that an entry holds.
fn exported(entry: &Entry) -> Result<proto::Export, Problem> {
    let events: Vec<ExportEvent> = serde_json::from_slice(&entry.body)
        .map_err(|error| Problem::internal(format!("{} {}: {error}", entry.stream, entry.seq)))?;
    let Some(ExportEvent::Exported {
        version,
        file_name,
        content,
        manifest,
        signature,
        public_key,
    }) = events.into_iter().next()
    else {
        return Err(Problem::internal(format!(
            "{} {} is empty",
            entry.stream, entry.seq
        )));
    };
    Ok(proto::Export {
        tournament_id: entry.stream.id.clone(),
        version,
        file_name,
        content: content.into_bytes(),
        manifest: manifest.into_bytes(),
        signature: from_hex(&signature),
        public_key: from_hex(&public_key),
        at_ms: entry.at_ms,
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
