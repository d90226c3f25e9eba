//! Making, keeping and finding exports.

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use outflank_access::{Kind, Page, Problem, Role, problem};
use outflank_journal::{Append, DeadlineChange, Entry, Journal, NewEntry, StreamId};
use outflank_proto::{
    pairing::v1::{
        GetTournamentRequest, Tournament, TournamentPhase, TournamentSummary,
        pairing_service_client::PairingServiceClient,
    },
    ratings::v1 as proto,
};
use outflank_tournament::RankingLine;
use outflank_transport::{ClusterClock, Transport, feed::NotTaken};

use crate::{
    entry::{self, ExportEvent, Outcome},
    manifest::Manifest,
    names,
    render::{RatingFile, Unwritable, rating_file},
    stored::stored,
};

/// Outcomes of one tournament read at once; there is one a confirmation.
const PAGE: u32 = 1_000;

/// What orders the list of exports: tournament and version.
pub(crate) type ExportKey = (String, u32);

/// The exports of this deployment.
pub(crate) struct Exports {
    pub journal: Arc<dyn Journal>,
    pub clock: Arc<ClusterClock>,
    pub key: SigningKey,
    pub pairing: PairingServiceClient<Transport>,
}

impl Exports {
    /// Makes the export of a tournament that `command_id` asks for, once. What cannot be
    /// written now will never be: that is put on record, and refused.
    pub(crate) async fn export(
        &self,
        tournament_id: &str,
        seq: u64,
        ranking: &[RankingLine],
        command_id: &str,
    ) -> Result<(), NotTaken> {
        let stream = entry::stream(tournament_id);
        let made = self
            .journal
            .by_command(&stream, &Role::Ratings.actor(), command_id)
            .await
            .map_err(stored)?;
        if made.is_some() {
            return Ok(());
        }
        let earlier = self.entries(&stream).await?;
        let (tournament, summary) = self.tournament(tournament_id, seq).await?;
        let at_ms = self.clock.now_ms();
        let file = match tournament.variant_unrated {
            true => Err(NoFile::Variant),
            false => rating_file(&tournament, &summary, ranking, at_ms).map_err(NoFile::Unwritable),
        };
        let (event, taken) = match file {
            Ok(mut file) => {
                file.name = names::give(&*self.journal, &file.name, tournament_id, at_ms).await?;
                let version = next_version(&earlier)?;
                let manifest = describe((&tournament, &summary), &file, version, seq, at_ms);
                let signed = manifest.sign(&self.key).map_err(Problem::internal)?;
                (ExportEvent::exported(version, file, signed)?, Ok(()))
            }
            Err(NoFile::Variant) => (ExportEvent::Variant, Ok(())),
            Err(NoFile::Unwritable(unwritable)) => {
                let detail = unwritable.to_string();
                let refused = NotTaken::Refused(format!("no rating file can be made: {detail}"));
                (ExportEvent::Unwritable { detail }, Err(refused))
            }
        };
        let last = earlier.last().map_or(0, |entry| entry.seq);
        self.append(stream, last, at_ms, command_id, &event).await?;
        taken
    }

    async fn append(
        &self,
        stream: StreamId,
        expected_seq: u64,
        at_ms: i64,
        command_id: &str,
        event: &ExportEvent,
    ) -> Result<(), Problem> {
        let appended = self
            .journal
            .append(NewEntry {
                stream,
                expected_seq,
                at_ms,
                actor: Role::Ratings.actor(),
                command_id: command_id.to_owned(),
                schema_version: entry::SCHEMA_VERSION,
                body: serde_json::to_vec(&[event]).map_err(Problem::internal)?,
                facts: Vec::new(),
                deadline: DeadlineChange::Keep,
            })
            .await
            .map_err(stored)?;
        match appended {
            Append::Appended { .. } | Append::Repeated { .. } => Ok(()),
            Append::Conflict { .. } => Err(Problem::new(
                Kind::Conflict,
                "conflict",
                "Another export of this tournament was made at the same moment; this one is tried again.",
            )),
        }
    }

    /// The tournament as pairing shows it, its confirmation at `seq` included.
    async fn tournament(
        &self,
        id: &str,
        seq: u64,
    ) -> Result<(Tournament, TournamentSummary), Problem> {
        let request = GetTournamentRequest {
            tournament_id: id.to_owned(),
        };
        let mut tournament = self
            .pairing
            .clone()
            .get_tournament(request)
            .await
            .map_err(|status| Problem::from_status(&status))?
            .into_inner()
            .tournament
            .unwrap_or_default();
        // Where an event came from has no say here, and where it went on is none of ours: an approval on the way is none.
        tournament.rated &= !tournament.away;
        match tournament.summary.take() {
            Some(summary) if summary.seq >= seq => Ok((tournament, summary)),
            _ => Err(problem!(
                Kind::Unavailable,
                "not_there_yet",
                "Pairing does not show entry {seq} of tournament {tournament_id} yet; try again.",
                seq,
                tournament_id = id,
            )),
        }
    }

    async fn entries(&self, stream: &StreamId) -> Result<Vec<Entry>, Problem> {
        self.journal.read(stream, 0, PAGE).await.map_err(stored)
    }

    /// A page of the exports of one tournament, or of all, by tournament and version, and one more.
    pub(crate) async fn list(
        &self,
        tournament_id: &str,
        page: &Page<ExportKey>,
    ) -> Result<Vec<proto::Export>, Problem> {
        let streams = if tournament_id.is_empty() {
            self.journal.streams(entry::KIND).await.map_err(stored)?
        } else {
            vec![entry::stream(tournament_id)]
        };
        let (after_id, after_version) = page.after().cloned().unwrap_or_default();
        let mut exports = Vec::new();
        for stream in streams.iter().filter(|stream| stream.id >= after_id) {
            for export in of_tournament(&self.entries(stream).await?)? {
                if stream.id > after_id || export.version > after_version {
                    exports.push(export);
                }
            }
            if exports.len() >= page.sought() {
                break;
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
        let entries = self.entries(&entry::stream(tournament_id)).await?;
        let mut exports = of_tournament(&entries)?.into_iter().rev();
        let sought = exports.find(|export| version == 0 || export.version == version);
        if let Some(export) = sought {
            return Ok(export);
        }
        Err(match why_not(&entries)? {
            Some(Outcome::Variant) => Problem::new(
                Kind::Refused,
                "variant_unrated",
                "There is no rating file: a variant of the game was played, or with handicaps; ratings take neither.",
            ),
            Some(Outcome::Unwritable(problem)) => problem!(
                Kind::Refused,
                "unwritable_rating_file",
                "No rating file could be made of the confirmed event: {problem}.",
                problem,
            ),
            Some(Outcome::Export(_)) | None => Problem::new(
                Kind::NotFound,
                "not_confirmed",
                "There is no rating file yet: it is made when the director confirms the final ranking.",
            ),
        })
    }
}

/// The exports of a tournament, the oldest first: the last counts.
fn of_tournament(entries: &[Entry]) -> Result<Vec<proto::Export>, Problem> {
    let mut exports: Vec<proto::Export> = Vec::new();
    for entry in entries {
        if let Outcome::Export(export) = entry::outcome(entry)? {
            if let Some(earlier) = exports.last_mut() {
                earlier.superseded = true;
            }
            exports.push(export);
        }
    }
    Ok(exports)
}

/// Why the last attempt to make one failed, if one did.
fn why_not(entries: &[Entry]) -> Result<Option<Outcome>, Problem> {
    for entry in entries.iter().rev() {
        match entry::outcome(entry)? {
            Outcome::Export(_) => {}
            why @ (Outcome::Unwritable(_) | Outcome::Variant) => return Ok(Some(why)),
        }
    }
    Ok(None)
}

/// Why a confirmed event has no rating file.
enum NoFile {
    /// Ratings take Othello alone, without handicaps.
    Variant,
    /// It cannot be written in the strict form.
    Unwritable(Unwritable),
}

fn next_version(earlier: &[Entry]) -> Result<u32, Problem> {
    let mut version = 1_u32;
    for entry in earlier {
        if let Outcome::Export(export) = entry::outcome(entry)? {
            version = export.version.saturating_add(1);
        }
    }
    Ok(version)
}

fn describe(
    (tournament, summary): (&Tournament, &TournamentSummary),
    file: &RatingFile,
    version: u32,
    seq: u64,
    at_ms: i64,
) -> Manifest {
    Manifest {
        format: Manifest::format(),
        tournament_id: summary.id.clone(),
        tournament: summary.name.clone(),
        version,
        file_name: file.name.to_string(),
        sha256: Manifest::digest(file.content.as_bytes()),
        bytes: u64::try_from(file.content.len()).unwrap_or(u64::MAX),
        at_ms,
        tournament_seq: seq,
        rule_set: summary.rule_set.clone(),
        amended_rules: amended(tournament),
        conformant: tournament.deviations.is_empty(),
        abandoned: summary.phase() == TournamentPhase::Abandoned,
        deviations: tournament
            .deviations
            .iter()
            .map(|deviation| format!("{} ({})", deviation.what, deviation.rule))
            .collect(),
        rated: tournament.rated,
        results_without_game: u32::try_from(tournament.results_without_game.len())
            .unwrap_or(u32::MAX),
        over_the_board: boards(tournament, true),
        unsigned_results: boards(tournament, false),
        draw_anchor: tournament.draw_anchor.clone(),
        revealed_seeds: tournament.revealed_seeds.clone(),
    }
}

/// The versions of the rules, where there is more than one.
fn amended(tournament: &Tournament) -> Vec<String> {
    let versions = &tournament.rules_of_rounds;
    if versions.len() < 2 {
        return Vec::new();
    }
    let named = versions.iter();
    named
        .map(|one| format!("{} from round {}", one.rule_set, one.from_round))
        .collect()
}

/// Round and table of the results that no game of the platform gave: those that a director signed for, or the others.
fn boards(tournament: &Tournament, signed: bool) -> Vec<String> {
    let results = tournament.results_without_game.iter();
    results
        .filter(|result| result.over_the_board == signed)
        .map(|result| format!("{}/{}", result.round, result.table))
        .collect()
}
