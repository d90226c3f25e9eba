//! Making and keeping exports.

use std::sync::Arc;

use ed25519_dalek::SigningKey;
use outflank_access::{Kind, Problem, Role};
use outflank_journal::{
    Append, DeadlineChange, Entry, Journal, NewEntry, NewFact, RecordWrite, Records, StreamId,
};
use outflank_proto::{
    pairing::v1::{
        GetTournamentAtRequest, GetTournamentAtResponse, Tournament, TournamentSummary,
        pairing_service_client::PairingServiceClient,
    },
    play::v1::{PlayedGame, play_service_client::PlayServiceClient},
    ratings::v1 as proto,
};
use outflank_tournament::RankingLine;
use outflank_transport::{ClusterClock, Transport, feed::NotTaken};
use tokio::sync::OnceCell;

use crate::{
    describe::describe,
    entry::{self, ExportEvent, Outcome},
    files::FilesBeside,
    games, kept, made,
    manifest::Manifest,
    names,
    render::{Unwritable, rating_file},
    stored::stored,
};

/// The exports of this deployment.
pub(crate) struct Exports {
    pub journal: Arc<dyn Journal>,
    pub records: Records,
    pub clock: Arc<ClusterClock>,
    pub key: SigningKey,
    pub pairing: PairingServiceClient<Transport>,
    pub play: PlayServiceClient<Transport>,
    /// Set once every export has its place in the list.
    pub listed: OnceCell<()>,
}

/// A tournament as it stood after an entry, told by pairing.
pub(crate) struct Standing {
    pub told: GetTournamentAtResponse,
    pub tournament: Tournament,
    pub summary: TournamentSummary,
    /// The games of its boards that were played and finished here.
    pub games: Vec<PlayedGame>,
}

impl Exports {
    /// Makes the export of a tournament that `command_id` asks for, once: what the tournament was after the entry `seq`,
    /// whenever it is made. What cannot be written now will never be: that is put on record, and refused.
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
        let earlier = made::entries(&*self.journal, &stream).await?;
        let before = before(&earlier)?;
        // Of a tournament that took another course no entry follows on what was exported of it.
        let after_seq = before
            .as_ref()
            .map_or(0, |(_, manifest)| manifest.tournament_seq)
            .min(seq.saturating_sub(1));
        let standing = self.standing(tournament_id, seq, after_seq).await?;
        let Standing {
            tournament,
            summary,
            told,
            ..
        } = &standing;
        let file = if !summary.rehearsal_of.is_empty() {
            Err(NoFile::Rehearsal)
        } else if tournament.variant_unrated {
            Err(NoFile::Variant)
        } else {
            rating_file(tournament, summary, ranking, told.at_ms).map_err(NoFile::Unwritable)
        };
        let now_ms = self.clock.now_ms();
        let mut files = Vec::new();
        let (event, taken) = match file {
            Ok(mut file) => {
                file.name = names::give(&*self.journal, &file.name, tournament_id, now_ms).await?;
                let beside = FilesBeside::of(&standing, ranking);
                let manifest = describe(&standing, &file, &beside, before.as_ref());
                let signed = manifest.sign(&self.key).map_err(Problem::internal)?;
                files.extend(beside.made.into_iter().map(kept::keep));
                (
                    ExportEvent::exported(manifest.version, file, signed)?,
                    Ok(()),
                )
            }
            Err(NoFile::Variant) => (ExportEvent::Variant, Ok(())),
            Err(NoFile::Rehearsal) => (ExportEvent::Rehearsal, Ok(())),
            Err(NoFile::Unwritable(unwritable)) => {
                let detail = unwritable.to_string();
                let refused = NotTaken::Refused(format!("no rating file can be made: {detail}"));
                (ExportEvent::Unwritable { detail }, Err(refused))
            }
        };
        let facts = match &event {
            ExportEvent::Exported { version, .. } => vec![entry::listed(*version)?],
            _ => Vec::new(),
        };
        let last = earlier.last().map_or(0, |entry| entry.seq);
        let written = (facts, files);
        self.append((stream, last), now_ms, command_id, &event, written)
            .await?;
        taken
    }

    /// Appends what was made, with its facts and files.
    pub(crate) async fn append(
        &self,
        (stream, expected_seq): (StreamId, u64),
        at_ms: i64,
        command_id: &str,
        event: &ExportEvent,
        (facts, files): (Vec<NewFact>, Vec<RecordWrite>),
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
                facts,
                deadline: DeadlineChange::Keep,
                records: files,
            })
            .await
            .map_err(stored)?;
        match appended {
            Append::Appended { .. } | Append::Repeated { .. } => Ok(()),
            Append::Conflict { .. } | Append::Unmet => Err(Problem::new(
                Kind::Conflict,
                "conflict",
                "Another export of this tournament was made at the same moment; this one is tried again.",
            )),
        }
    }

    /// The tournament as it stood after an entry, with the changes after another.
    async fn standing(&self, id: &str, seq: u64, after_seq: u64) -> Result<Standing, Problem> {
        let request = GetTournamentAtRequest {
            tournament_id: id.to_owned(),
            seq,
            after_seq,
        };
        let mut told = self
            .pairing
            .clone()
            .get_tournament_at(request)
            .await
            .map_err(|status| Problem::from_status(&status))?
            .into_inner();
        let mut tournament = told.tournament.take().unwrap_or_default();
        // Where an event came from has no say here, and where it went on is none of ours: an approval on the way is none.
        tournament.rated &= !tournament.away;
        let summary = tournament
            .summary
            .take()
            .ok_or_else(|| Problem::internal("pairing answered without a summary"))?;
        let games = games::of(&self.play, id, &tournament).await?;
        Ok(Standing {
            games,
            told,
            tournament,
            summary,
        })
    }
}

/// The newest export and what is signed of it, if there is one.
fn before(earlier: &[Entry]) -> Result<Option<(proto::Export, Manifest)>, Problem> {
    for entry in earlier.iter().rev() {
        if let Outcome::Export(export, manifest) = entry::outcome(entry)? {
            return Ok(Some((*export, *manifest)));
        }
    }
    Ok(None)
}

/// Why a confirmed event has no rating file.
enum NoFile {
    /// Ratings take Othello alone, without handicaps.
    Variant,
    /// Nothing of a rehearsal counts.
    Rehearsal,
    /// It cannot be written in the strict form.
    Unwritable(Unwritable),
}
