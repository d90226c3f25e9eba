//! Whose casual play is worth a look, reckoned from the games on record.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use outflank_access::Problem;
use outflank_casual::{CONDUCT_SPAN_MS, Conduct, PlayedGame, worth_a_look};
use outflank_othello::PerColor;
use tokio::time::Instant;

use super::super::App;
use crate::records::{CasualRow, color_of};

/// Games that are looked at: the latest.
const MOST_GAMES: i64 = 20_000;
/// However many look, it is reckoned so often at most.
const KEPT: Duration = Duration::from_secs(60);
/// How a game ends that is not lost on the board.
const GIVEN_UP: [&str; 3] = ["resigned", "absence", "time_default"];

/// Reckoned when, and what.
type Made = (Instant, Arc<Vec<Conduct>>);

/// What was reckoned last.
#[derive(Debug, Default)]
pub(in crate::app) struct KeptConduct {
    made: Mutex<Option<Made>>,
    /// Who reckons; the others wait for that.
    making: tokio::sync::Mutex<()>,
}

impl KeptConduct {
    fn fresh(&self) -> Option<Arc<Vec<Conduct>>> {
        let kept = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let (made, found) = kept.as_ref()?;
        (made.elapsed() < KEPT).then(|| Arc::clone(found))
    }
}

impl App {
    /// Accounts whose casual play is worth a look, the worst first, a minute old at most.
    pub(crate) async fn conduct(&self) -> Result<Arc<Vec<Conduct>>, Problem> {
        if let Some(found) = self.kept_conduct.fresh() {
            return Ok(found);
        }
        let _turn = self.kept_conduct.making.lock().await;
        if let Some(found) = self.kept_conduct.fresh() {
            return Ok(found);
        }
        let after_ms = self.clock.now_ms().saturating_sub(CONDUCT_SPAN_MS);
        let rows = self
            .records
            .casual_games_over(after_ms.max(0), MOST_GAMES)
            .await?;
        // In the order in which they were over.
        let found = Arc::new(worth_a_look(rows.iter().rev().map(played)));
        let kept = &self.kept_conduct.made;
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((Instant::now(), Arc::clone(&found)));
        Ok(found)
    }
}

fn played(row: &CasualRow) -> PlayedGame<'_> {
    PlayedGame {
        variant: row.terms().variant,
        players: row.players(),
        winner: color_of(&row.winner),
        rated: row.black_rating > 0,
        given_up: GIVEN_UP.contains(&row.ending.as_str()),
        plies: u32::try_from(row.plies).ok(),
        ratings: PerColor::new(row.black_rating, row.white_rating),
        over_at_ms: row.over_at_ms,
    }
}
