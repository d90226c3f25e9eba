//! Looking at a Redis without serving from it.

use std::time::Duration;

use redis::{AsyncConnectionConfig, Client, RedisError, aio::MultiplexedConnection};
use tokio::time::Instant;

use super::no_address;
use crate::LiveError;

/// Connecting, and each question, may take so long.
const WITHIN: Duration = Duration::from_secs(2);
/// Round trips that are measured.
const TRIPS: usize = 9;
/// The oldest Redis that knows every command we use (`GETDEL`).
const OLDEST: (u32, u32) = (6, 2);

/// What a Redis is like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedisCondition {
    /// As it says, e.g. `7.2.4`.
    pub version: String,
    /// Whether it knows every command we use.
    pub new_enough: bool,
    /// The median of several round trips.
    pub round_trip: Duration,
    /// Whether it is one of several that share the keys: our scripts need all of them in one place.
    pub clustered: bool,
    /// Whether it is a copy that takes no writes.
    pub replica: bool,
    /// Most bytes that it keeps; 0 without a limit.
    pub most_bytes: u64,
    /// What it does when these are used up, e.g. `noeviction`.
    pub eviction: String,
}

/// What the Redis at an address is like.
///
/// # Errors
/// [`LiveError::Address`] when the address cannot be used, [`LiveError::Unavailable`] when nobody answers there or
/// lets us in.
pub async fn redis_condition(url: &str) -> Result<RedisCondition, LiveError> {
    let client = Client::open(url).map_err(|error| no_address(&error))?;
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(WITHIN))
        .set_response_timeout(Some(WITHIN));
    let away = |error: RedisError| LiveError::Unavailable(error.to_string());
    let mut connection = client
        .get_multiplexed_async_connection_with_config(&config)
        .await
        .map_err(away)?;
    let mut trips = Vec::with_capacity(TRIPS);
    for _ in 0..TRIPS {
        trips.push(round_trip(&mut connection).await.map_err(away)?);
    }
    trips.sort();
    let told: String = redis::cmd("INFO")
        .query_async(&mut connection)
        .await
        .map_err(away)?;
    let value = |name: &str| {
        let mut lines = told.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(key, _)| *key == name);
        found.map_or("", |(_, value)| value.trim())
    };
    let version = value("redis_version").to_owned();
    Ok(RedisCondition {
        new_enough: number(&version) >= OLDEST,
        version,
        round_trip: trips[TRIPS / 2],
        clustered: value("cluster_enabled") == "1",
        replica: value("role") == "slave",
        most_bytes: value("maxmemory").parse().unwrap_or(0),
        eviction: value("maxmemory_policy").to_owned(),
    })
}

async fn round_trip(connection: &mut MultiplexedConnection) -> Result<Duration, RedisError> {
    let asked = Instant::now();
    redis::cmd("PING").exec_async(connection).await?;
    Ok(asked.elapsed())
}

/// The first two numbers of a version.
fn number(version: &str) -> (u32, u32) {
    let mut numbers = version.split('.').map(|part| part.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}
