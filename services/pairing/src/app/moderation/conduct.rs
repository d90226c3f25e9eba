//! Whose casual play is worth a look, reckoned from the games on record.

use std::{sync::Arc, time::Duration};

use outflank_access::Problem;
use outflank_casual::{CONDUCT_SPAN_MS, Conduct, PlayedGame, worth_a_look};
use outflank_othello::PerColor;

use super::super::App;
use crate::records::{CasualRow, color_of};

/// Games that are looked at: the latest.
const MOST_GAMES: i64 = 20_000;
/// However many look, it is reckoned so often at most.
pub(in crate::app) const CONDUCT_GOOD_FOR: Duration = Duration::from_secs(60);

/// Whose casual play is worth a look.
#[derive(Debug)]
pub(crate) struct WorthALook {
    /// The worst first.
    pub accounts: Vec<Conduct>,
    /// Since when games are counted, ms of cluster time.
    pub since_ms: i64,
}

impl App {
    /// Accounts whose casual play is worth a look, a minute old at most.
    pub(crate) async fn conduct(&self) -> Result<Arc<WorthALook>, Problem> {
        let conduct = &self.conduct;
        conduct.get(async || self.conduct_now().await).await
    }

    async fn conduct_now(&self) -> Result<WorthALook, Problem> {
        let after_ms = self.clock.now_ms().saturating_sub(CONDUCT_SPAN_MS).max(0);
        let rows = self.records.casual_games_over(after_ms, MOST_GAMES).await?;
        let is_full = i64::try_from(rows.len()).is_ok_and(|games| games >= MOST_GAMES);
        // What was over before the earliest of so many nobody has looked at.
        let earliest = rows.last().filter(|_| is_full);
        Ok(WorthALook {
            // In the order in which they were over.
            accounts: worth_a_look(rows.iter().rev().map(played)),
            since_ms: earliest.map_or(after_ms, |row| row.over_at_ms),
        })
    }
}

fn played(row: &CasualRow) -> PlayedGame<'_> {
    PlayedGame {
        variant: row.terms().variant,
        players: row.players(),
        winner: color_of(&row.winner),
        rated: row.black_rating > 0,
        ending: &row.ending,
        plies: u32::try_from(row.plies).ok(),
        ratings: PerColor::new(row.black_rating, row.white_rating),
        over_at_ms: row.over_at_ms,
    }
}
