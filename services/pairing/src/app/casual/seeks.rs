//! Seeks: whether one may stand, and how it does in the live state.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_casual::{Circumstances, Refusal, Seek};

use super::{super::App, problems};

/// A seek as it stands in the live state.
///
/// # Errors
/// None that anybody can cause.
pub(crate) fn standing(seek: &Seek) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(seek).map_err(Problem::internal)
}

/// What stands in the live state; none where another release put it there.
pub(super) fn read(bytes: &[u8]) -> Option<Seek> {
    serde_json::from_slice(bytes).ok()
}

impl App {
    /// A seek as it may stand: after the game that its account had last, with who operates it.
    ///
    /// # Errors
    /// `main_time_out_of_range`, `increment_out_of_range`, `rating_range_empty`, `barred`, `already_booked`, `plays_an_event`;
    /// of one that is of a contest, those of [`seek_in_contest`](Self::seek_in_contest).
    pub(crate) async fn check_seek(
        self: &Arc<Self>,
        mut seek: Seek,
        contest: &str,
    ) -> Result<Seek, Problem> {
        seek.check()
            .map_err(|refusal| problems::refused(&refusal))?;
        self.check_may_play(&seek.account).await?;
        let mut stood = self.bookings().await?;
        if stood.bookings.of_account(&seek.account).is_some() {
            // Its game may be over, and play not heard yet.
            self.catch_up().await?;
            stood = self.bookings().await?;
        }
        if stood.bookings.of_account(&seek.account).is_some() {
            return Err(problems::refused(&Refusal::AlreadyBooked));
        }
        if let Some(freed_ms) = stood.bookings.freed_at(&seek.account) {
            seek.since_ms = seek.since_ms.max(freed_ms.saturating_add(1));
        }
        if self.at_event_boards().await?.contains(&seek.account) {
            return Err(problems::plays_event());
        }
        seek.operator = self.operator(&seek.account).await?;
        if !contest.is_empty() {
            self.seek_in_contest(&mut seek, contest).await?;
        }
        Ok(seek)
    }

    /// Which of these seeks, as they stand in the live state, stand no more, each with what its line is told. That its
    /// account is booked is no matter here: whoever keeps it is told of that.
    pub(crate) async fn ended_seeks(
        &self,
        standing: &[Vec<u8>],
    ) -> Result<Vec<(String, Problem)>, Problem> {
        if standing.is_empty() {
            return Ok(Vec::new());
        }
        let seeks = standing.iter().filter_map(|bytes| read(bytes));
        let seeks: Vec<Seek> = seeks.collect();
        let now_ms = self.clock.now_ms();
        let contests = self.contests_sought(&seeks, 1, now_ms).await;
        let order = self.order().await?.state.0;
        let seated = self.at_event_boards().await?;
        let ended = seeks.into_iter().filter_map(|seek| {
            let known = Circumstances {
                order: Some(&order),
                seated: Some(&seated),
                contest: contests.contest(&seek),
                ..Circumstances::default()
            };
            let end = seek.ended(&known, now_ms)?;
            Some((seek.id, problems::seek_ended(&end)))
        });
        Ok(ended.collect())
    }

    /// Every seek that stands, by its id.
    pub(in crate::app) async fn standing_seeks(&self) -> Result<Vec<Seek>, Problem> {
        let seeks = self.live.seeks().await.map_err(Problem::internal)?;
        Ok(seeks.values().filter_map(|bytes| read(bytes)).collect())
    }
}
