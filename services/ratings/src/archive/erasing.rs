//! What nobody sees any more is erased, a little at a time.

use outflank_access::Problem;
use outflank_journal::{WriteTransaction, records};

use super::{Archive, projection::LOOK, written::run};
use crate::stored::stored;

/// Games with their positions, and players, in one transaction.
const GAMES_AT_ONCE: i64 = 100;
const PLAYERS_AT_ONCE: i64 = 5_000;
/// What hangs on an event, and its mark.
const OF_EVENT: [&str; 5] = [
    "archive_positions",
    "archive_games",
    "archive_players",
    "archive_events",
    "archive_unseen",
];

impl Archive {
    /// Erases it, as long as no other process writes, until there is something better to do.
    pub(super) async fn erase_until(&self, better: impl Fn() -> bool) -> Result<(), Problem> {
        while !better() {
            let select = records::query_scalar::<i64>("SELECT COUNT(*) FROM archive_unseen");
            let unseen = select.fetch_one(self.records.read()).await;
            if unseen.map_err(stored)? == 0 {
                return Ok(());
            }
            {
                // Whoever has the turn may be writing what nobody sees yet.
                let _alone = self.alone.lock().await;
                if self.turn.take(self.clock.now_ms()).await?.is_none() {
                    return Ok(());
                }
                let erased = self.erase_some().await;
                self.turn.leave().await?;
                erased?;
            }
            // Whoever waits for the turn gets it.
            tokio::time::sleep(2 * LOOK).await;
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
            let games = number_of("archive_games", "number", event, &mut transaction).await?;
            let players = number_of("archive_players", "place", event, &mut transaction).await?;
            if games > games_left {
                let from = games - games_left;
                for table in &OF_EVENT[..2] {
                    erase_from(table, "number", (event, from), &mut transaction).await?;
                }
                break;
            }
            if players > PLAYERS_AT_ONCE {
                let from = players - PLAYERS_AT_ONCE;
                erase_from("archive_players", "place", (event, from), &mut transaction).await?;
                break;
            }
            for table in OF_EVENT {
                let sql = format!("DELETE FROM {table} WHERE event = $1");
                run(&mut transaction, sql, vec![event.into()]).await?;
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

/// How many of these an event still has: they are numbered from 0 on, and the last go first.
async fn number_of(
    table: &str,
    column: &str,
    event: i64,
    transaction: &mut WriteTransaction,
) -> Result<i64, Problem> {
    let sql = format!("SELECT COALESCE(MAX({column}) + 1, 0) FROM {table} WHERE event = $1");
    let select = records::query_scalar::<i64>(sqlx::AssertSqlSafe(sql));
    let number = select.bind(event).fetch_one(transaction).await;
    number.map_err(stored)
}

async fn erase_from(
    table: &str,
    column: &str,
    (event, from): (i64, i64),
    transaction: &mut WriteTransaction,
) -> Result<(), Problem> {
    let sql = format!("DELETE FROM {table} WHERE event = $1 AND {column} >= $2");
    let erased = run(transaction, sql, vec![event.into(), from.into()]).await;
    erased.map(drop)
}
