//! The time of a deployment's database.

use std::time::Duration;

use async_trait::async_trait;
use outflank_transport::clock::TimeSource;
use sqlx::{
    PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use crate::configuration::StoreUrl;

/// An older answer says nothing about now.
const ANSWER: Duration = Duration::from_secs(3);

/// Reads the time of Postgres over a connection of its own. It needs no rights there but to log in.
#[derive(Debug)]
pub struct DatabaseTime(PgPool);

impl DatabaseTime {
    /// The time at an address. Nothing is connected yet.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn at(url: &StoreUrl) -> anyhow::Result<Self> {
        let options: PgConnectOptions = url
            .secret()
            .parse()
            .map_err(|error| anyhow::anyhow!("--database {url} cannot be read: {error}"))?;
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(Duration::from_secs(5))
            .connect_lazy_with(options.application_name("outflank time"));
        Ok(Self(pool))
    }
}

#[async_trait]
impl TimeSource for DatabaseTime {
    async fn now_us(&self) -> Result<i64, String> {
        let mut held = self.0.acquire().await.map_err(|error| error.to_string())?;
        let asked =
            sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")
                .fetch_one(&mut *held);
        match tokio::time::timeout(ANSWER, asked).await {
            Ok(answer) => answer.map_err(|error| error.to_string()),
            Err(_) => {
                // The only connection: the next question needs one that answers.
                held.close_on_drop();
                Err("the database does not answer".to_owned())
            }
        }
    }
}
