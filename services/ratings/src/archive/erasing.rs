//! What nobody sees any more is erased, a little at a time.

use outflank_access::Problem;
use outflank_journal::{WriteTransaction, records};
use tokio_util::sync::CancellationToken;

use super::{Archive, written::run};
use crate::stored::stored;

/// Games in one transaction.
const GAMES_AT_ONCE: i64 = 500;
/// What hangs on an event, and its mark.
const OF_EVENT: [&str; 5] = [
    "archive_positions",
    "archive_games",
    "archive_players",
    "archive_events",
    "archive_unseen",
];

impl Archive {
    /// Erases it, as long as no other process writes, until the stop.
    pub(super) async fn erase_all(&self, stop: &CancellationToken) -> Result<(), Problem> {
        while !stop.is_cancelled() {
            let select = records::query_scalar::<i64>("SELECT COUNT(*) FROM archive_unseen");
            let unseen = select.fetch_one(self.records.read()).await;
            if unseen.map_err(stored)? == 0 {
                return Ok(());
            }
            // Whoever has the turn may be writing what nobody sees yet.
            let _alone = self.alone.lock().await;
            if self.turn.take(self.clock.now_ms()).await?.is_none() {
                return Ok(());
            }
            let erased = self.erase_some().await;
            self.turn.leave().await?;
            erased?;
        }
        Ok(())
    }

    async fn erase_some(&self) -> Result<(), Problem> {
        let mut transaction = self.begin_in_turn().await?;
        let mut games_left = GAMES_AT_ONCE;
        while games_left > 0 {
            let Some(event) = first_unseen(&mut transaction).await? else {
                break;
            };
            let games = games_of(&mut transaction, event).await?;
            let (tables, from) = match games > games_left {
                true => (&OF_EVENT[..2], games - games_left),
                false => (&OF_EVENT[..], 0),
            };
            for table in tables {
                let part = if from > 0 { " AND number >= $2" } else { "" };
                let sql = format!("DELETE FROM {table} WHERE event = $1{part}");
                let mut values = vec![event.into()];
                values.extend((from > 0).then(|| from.into()));
                run(&mut transaction, sql, values).await?;
            }
            games_left -= games.max(1);
        }
        transaction.commit().await.map_err(stored)
    }
}

async fn first_unseen(transaction: &mut WriteTransaction) -> Result<Option<i64>, Problem> {
    let select =
        records::query_scalar::<i64>("SELECT event FROM archive_unseen ORDER BY event LIMIT 1");
    let first = select.fetch_all(transaction).await.map_err(stored)?;
    Ok(first.first().copied())
}

/// An event's games are numbered from 0 on; the last go first.
async fn games_of(transaction: &mut WriteTransaction, event: i64) -> Result<i64, Problem> {
    let select = records::query_scalar::<i64>(
        "SELECT COALESCE(MAX(number) + 1, 0) FROM archive_games WHERE event = $1",
    );
    let games = select.bind(event).fetch_one(transaction).await;
    games.map_err(stored)
}
