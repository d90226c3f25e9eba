//! Tournaments as they are shown: made once of each state, however many ask, and kept as the bytes of the answer.
//!
//! A view is of an entry and of what is written beside the stream, so that it stands until either is written again. Where
//! this process alone writes, it knows without a look; elsewhere the last entry and a count of the other writes are looked
//! at. Of an event that is over the view is a row as well: an archive is read without being folded.

use std::sync::Arc;

use bytes::Bytes;
use outflank_access::Problem;
use outflank_kept::Weighed;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::permitted_until;
use prost::Message as _;

use super::{
    App, check,
    tournament::{Tournament, stream},
};
use crate::{
    grpc,
    records::{VIEW_EDITION, ViewRow, stored},
};

/// What a view takes beside its bytes.
const BESIDE_BYTES: u64 = 256;

/// What a view was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Made {
    seq: u64,
    hash: [u8; 32],
    /// How often what is shown beside the stream had been written.
    times_written: u64,
}

/// A tournament as it is shown, while that lasts.
#[derive(Debug, Clone)]
pub(super) struct View {
    of: Made,
    /// It stands without a look while this is what is settled here.
    settled: Option<u64>,
    /// What may be done is what was permitted from then on, cluster time in ms.
    from_ms: i64,
    /// Before then; none where nothing but an act changes it.
    until_ms: Option<i64>,
    answer: Bytes,
}

impl Weighed for View {
    fn bytes(&self) -> u64 {
        let answer = u64::try_from(self.answer.len()).unwrap_or(u64::MAX);
        answer.saturating_add(BESIDE_BYTES)
    }
}

impl View {
    /// Whether what it says may be done now is so.
    fn holds_at(&self, now_ms: i64) -> bool {
        self.from_ms <= now_ms && self.until_ms.is_none_or(|until_ms| now_ms < until_ms)
    }
}

impl App {
    /// A tournament with every entry that is committed now, as the encoded answer of its contract.
    ///
    /// # Errors
    /// `unknown_tournament`.
    pub(crate) async fn view(&self, id: &str) -> Result<Bytes, Problem> {
        check::tournament_id(id)?;
        if let Some(answer) = self.kept_view(id).await? {
            return Ok(answer);
        }
        // Whoever comes while it is made waits for it, and makes one where that takes too long: a reader changes nothing.
        let _making = self.making.take(id).await.ok();
        if let Some(answer) = self.kept_view(id).await? {
            return Ok(answer);
        }
        if let Some(answer) = self.view_of_row(id).await? {
            return Ok(answer);
        }
        // It is large, and not many make one.
        Box::pin(self.make_view(id)).await
    }

    /// What is settled, where nobody but this process writes.
    fn settled(&self, id: &str) -> Option<u64> {
        let alone = self.journal.serves_one_process();
        alone.then(|| self.records.writes().settled(id)).flatten()
    }

    /// The view that is kept, if it still stands.
    async fn kept_view(&self, id: &str) -> Result<Option<Bytes>, Problem> {
        let settled = self.settled(id);
        let now_ms = self.clock.now_ms();
        let kept = self.views.get(id).filter(|view| view.holds_at(now_ms));
        let Some(kept) = kept else {
            return Ok(None);
        };
        if settled.is_some() && kept.settled == settled {
            return Ok(Some(kept.answer.clone()));
        }
        let times_written = self.records.times_written(id).await?;
        if times_written != kept.of.times_written || !self.is_last(id, &kept.of).await? {
            return Ok(None);
        }
        let answer = kept.answer.clone();
        if settled.is_some() {
            let looked_at = View {
                settled,
                ..View::clone(&kept)
            };
            self.views.keep(id.to_owned(), Arc::new(looked_at));
        }
        Ok(Some(answer))
    }

    /// The same of an event that is over and that nobody asked for lately.
    async fn view_of_row(&self, id: &str) -> Result<Option<Bytes>, Problem> {
        let settled = self.settled(id);
        let Some(row) = self.records.view(id, &self.view_edition()).await? else {
            return Ok(None);
        };
        let of = Made {
            seq: row.seq,
            hash: row.hash.try_into().unwrap_or_default(),
            times_written: row.times_written,
        };
        if !self.is_last(id, &of).await? {
            return Ok(None);
        }
        let answer = Bytes::from(row.answer);
        let view = View {
            of,
            settled,
            // Nothing about it changes with time.
            from_ms: i64::MIN,
            until_ms: None,
            answer: answer.clone(),
        };
        self.views.keep(id.to_owned(), Arc::new(view));
        Ok(Some(answer))
    }

    /// Whether a view is of the last entry.
    async fn is_last(&self, id: &str, of: &Made) -> Result<bool, Problem> {
        let last = self.journal.last(&stream(id)).await.map_err(stored)?;
        Ok(last.is_some_and(|last| (last.seq, last.hash.0) == (of.seq, of.hash)))
    }

    async fn make_view(&self, id: &str) -> Result<Bytes, Problem> {
        // What is written from here on is not taken for what is read now.
        let settled = self.settled(id);
        let from_ms = self.clock.now_ms();
        let times_written = self.records.times_written(id).await?;
        let tournament = self.tournament(id).await?;
        let now_ms = self.now_ms(&tournament);
        let shown = proto::GetTournamentResponse {
            tournament: Some(self.shown(&tournament, now_ms).await?),
        };
        let answer = Bytes::from(shown.encode_to_vec());
        let until_ms = permitted_until(&tournament.state, now_ms);
        let view = View {
            of: Made {
                seq: tournament.seq,
                hash: tournament.hash,
                times_written,
            },
            settled,
            from_ms,
            until_ms,
            answer: answer.clone(),
        };
        // A round of an abandoned event may still be to start.
        if tournament.state.phase().is_over() && until_ms.is_none() {
            self.keep_row(id, &view).await;
        }
        self.views.keep(id.to_owned(), Arc::new(view));
        Ok(answer)
    }

    /// Without it the next who asks after a while makes it again.
    async fn keep_row(&self, id: &str, view: &View) {
        let row = ViewRow {
            tournament_id: id.to_owned(),
            seq: view.of.seq,
            hash: view.of.hash.to_vec(),
            times_written: view.of.times_written,
            edition: self.view_edition(),
            answer: view.answer.to_vec(),
        };
        if let Err(problem) = self.records.keep_view(&row).await {
            tracing::warn!(tournament_id = id, %problem, "a view was not kept");
        }
    }

    /// What a view is made by: the program, and what is asked of events here.
    fn view_edition(&self) -> String {
        format!("{VIEW_EDITION}/{:?}", self.policy)
    }

    /// A tournament put together with what is written beside its stream.
    async fn shown(
        &self,
        tournament: &Tournament,
        now_ms: i64,
    ) -> Result<proto::Tournament, Problem> {
        let id = &tournament.id;
        let mut texts = self.described(tournament).await?;
        if !tournament.state.early_ends.acts.is_empty() {
            texts.extend(self.records.reasons(id).await?);
        }
        let beside = grpc::Beside {
            names: self.records.names(id).await?,
            notes: self.records.board_notes(id).await?,
            texts,
            director_name: self.records.director(id).await?.unwrap_or_default(),
        };
        Ok(proto::Tournament {
            rated: self.rated(&tournament.state),
            ..grpc::shown(tournament, &beside, now_ms)
        })
    }
}
