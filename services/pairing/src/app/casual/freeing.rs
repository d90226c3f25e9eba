//! Games that are over: their players are free again, and rated.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_casual::{Event, Freed, Outcome as GameOutcome};
use outflank_othello::{BookedAt, PerColor};

use super::{
    super::App,
    matching::game_id,
    problems,
    stream::{ATTEMPTS, Next, Outcome},
};
use crate::records::keep_released;

/// A casual game that play says is over.
#[derive(Debug, Clone)]
pub(crate) struct GameOver {
    pub game_id: String,
    pub booked_at: BookedAt,
    pub outcome: GameOutcome,
    /// How it ended, as play names it; empty where play did not tell.
    pub ending: String,
    /// Plies that were played; `None` where play did not tell.
    pub plies: Option<u32>,
    /// Sides of which commands came by an API key.
    pub by_key: PerColor<bool>,
}

impl App {
    /// Frees the players of a game; what was done already is not done again.
    pub(crate) async fn free_players(
        self: &Arc<Self>,
        command_id: &str,
        over: &GameOver,
    ) -> Result<(), Problem> {
        // Before they are free: what is told again after a fall in between counts once all the same.
        if let Some(booking) = self.bookings().await?.bookings.at(&over.booked_at)
            && game_id(&over.booked_at, booking) == over.game_id
        {
            self.count_in_contest(booking, over).await?;
        }
        for _ in 0..ATTEMPTS {
            let _turn = self.bookings.turn().await;
            let stood = self.bookings().await?;
            let Some(booking) = stood.bookings.at(&over.booked_at) else {
                return Ok(());
            };
            // What was booked there before the store went back to an older state is another game.
            if game_id(&over.booked_at, booking) != over.game_id {
                return Ok(());
            }
            let players = &booking.players;
            let accounts = [&*players.black.account, &*players.white.account];
            let ratings = self.ratings_in(booking.terms.variant, &accounts).await?;
            let rating = |account: &str| ratings.get(account).copied().unwrap_or_default();
            let freed = Freed {
                booked_at: over.booked_at,
                outcome: Some(over.outcome),
                ratings: PerColor::new(
                    rating(&players.black.account),
                    rating(&players.white.account),
                ),
                by_key: over.by_key,
            };
            let now_ms = self.clock.now_ms().max(stood.at_ms);
            let Some(released) = stood.bookings.free(&freed, now_ms) else {
                return Ok(());
            };
            let next = Next {
                command_id: command_id.to_owned(),
                now_ms,
                records: keep_released(
                    &over.game_id,
                    (booking, &released),
                    (&over.ending, over.plies),
                    now_ms,
                ),
                event: Event::Freed(released),
                facts: Vec::new(),
            };
            match self.append_next(&stood, next).await? {
                Outcome::Stands(_) | Outcome::Repeated => return Ok(()),
                Outcome::Raced | Outcome::Unmet => {}
            }
        }
        Err(problems::contended())
    }
}
