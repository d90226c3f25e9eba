//! Live state.

use outflank_live::{LiveError, RedisOptions, redis_condition};

use super::report::Report;
use crate::configuration::Deployment;
use crate::serve::wiring::site::{redis_away, redis_clustered};

const SUBJECT: &str = "redis";

/// Whether Redis answers, soon enough, and can do what is asked of it.
pub async fn examine(deployment: &Deployment, report: &mut Report) {
    let Some(url) = &deployment.redis else {
        report.good(
            SUBJECT,
            "live state is in the process, for this process alone",
        );
        if deployment.database.is_some() {
            report.caution(
                SUBJECT,
                "another process on the same database would not hear of this one's games: give both one --redis",
            );
        }
        return;
    };
    let redis = match redis_condition(url.secret()).await {
        Ok(redis) => redis,
        Err(LiveError::Unavailable(cause)) => {
            return report.finding(SUBJECT, format!("{}: {cause}", redis_away(url)));
        }
        Err(error @ LiveError::Address(_)) => return report.finding(SUBJECT, error.to_string()),
    };
    let mut sound = true;
    let mut wrong = |sentence: String| {
        sound = false;
        report.finding(SUBJECT, sentence);
    };
    if !redis.new_enough {
        wrong(format!(
            "{url} is version {}: 6.2 or newer is needed",
            redis.version
        ));
    }
    if redis.clustered {
        wrong(redis_clustered(url));
    }
    if redis.replica {
        wrong(format!(
            "{url} is a replica and takes no writes: name its primary"
        ));
    }
    let limit = RedisOptions::at(url.secret()).call_limit;
    if redis.round_trip >= limit {
        wrong(format!(
            "{url} answers after {} ms, and every call has {} ms: run it nearer",
            redis.round_trip.as_millis(),
            limit.as_millis()
        ));
    }
    if redis.most_bytes > 0 && redis.eviction == "noeviction" {
        sound = false;
        report.caution(
            SUBJECT,
            format!(
                "{url} keeps at most {} MB and refuses writes beyond (noeviction): set maxmemory-policy allkeys-lru, \
                 since everything in it is rebuilt",
                redis.most_bytes / 1_000_000
            ),
        );
    }
    if sound {
        report.good(
            SUBJECT,
            format!(
                "{url} answers in {}.{:03} ms, version {}; it holds nothing that is missed, so what it keeps on disk \
                 does not matter",
                redis.round_trip.as_micros() / 1_000,
                redis.round_trip.as_micros() % 1_000,
                redis.version
            ),
        );
    }
}
