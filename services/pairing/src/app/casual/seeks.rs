//! Seeks: whether one may stand, and how it does in the live state.

use outflank_access::Problem;
use outflank_casual::{Refusal, Seek};

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
    /// Whether a seek may stand.
    ///
    /// # Errors
    /// `main_time_out_of_range`, `increment_out_of_range`, `rating_range_empty`, `already_booked`, `plays_an_event`.
    pub(crate) async fn check_seek(&self, seek: &Seek) -> Result<(), Problem> {
        seek.check()
            .map_err(|refusal| problems::refused(&refusal))?;
        let stood = self.bookings().await?;
        if stood.bookings.of_account(&seek.account).is_some() {
            return Err(problems::refused(&Refusal::AlreadyBooked));
        }
        if self.at_event_boards().await?.contains(&seek.account) {
            return Err(problems::plays_event());
        }
        Ok(())
    }

    /// Every seek that stands, by its id.
    pub(super) async fn standing_seeks(&self) -> Result<Vec<Seek>, Problem> {
        let seeks = self.live.seeks().await.map_err(Problem::internal)?;
        Ok(seeks.values().filter_map(|bytes| read(bytes)).collect())
    }
}
