//! A transaction on Postgres that nobody waits for longer than the journal waits for anything.

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};
use tokio::runtime::Handle;

use super::statement::in_time;

/// A connection of a pool in a transaction; none when that has ended. Dropped before its end it is rolled back, and if
/// the server says nothing of that either, the connection is closed.
#[derive(Debug)]
pub(super) struct PostgresTransaction(Option<PoolConnection<Postgres>>);

impl PostgresTransaction {
    pub(super) async fn begin(pool: &PgPool) -> Result<Self, sqlx::Error> {
        let mut begun = Self(Some(pool.acquire().await?));
        in_time(run("BEGIN", begun.on()?)).await?;
        Ok(begun)
    }

    /// The connection.
    pub(super) fn on(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        let held = self.0.as_deref_mut();
        held.ok_or(sqlx::Error::PoolClosed)
    }

    pub(super) async fn commit(mut self) -> Result<(), sqlx::Error> {
        in_time(run("COMMIT", self.on()?)).await?;
        self.0 = None;
        Ok(())
    }
}

impl Drop for PostgresTransaction {
    fn drop(&mut self) {
        let Some(mut held) = self.0.take() else {
            return;
        };
        let Ok(here) = Handle::try_current() else {
            held.close_on_drop();
            return;
        };
        here.spawn(async move {
            if in_time(run("ROLLBACK", &mut held)).await.is_err() {
                held.close_on_drop();
            }
        });
    }
}

async fn run(statement: &'static str, on: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(statement).execute(on).await.map(drop)
}
