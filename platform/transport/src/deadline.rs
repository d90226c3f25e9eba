//! Until when a call is wanted, carried from caller to called (`grpc-timeout`).

use std::time::Duration;

use http::{HeaderMap, HeaderValue};
use tokio::time::Instant;

/// An RPC that has not answered by then is given up by its caller; what it began is finished all the same.
pub const DEADLINE: Duration = Duration::from_secs(20);

const HEADER: &str = "grpc-timeout";
/// The header takes at most eight digits.
const MOST_MS: u128 = 99_999_999;

tokio::task_local! {
    /// Until when the call that is being answered by this task is wanted.
    static WANTED_UNTIL: Instant;
}

/// Until when a call with these headers is wanted: what they say, what is left for the call that caused it, and the
/// longest that anybody waits, whichever is soonest.
pub(crate) fn of(headers: &HeaderMap) -> Instant {
    let asked = headers
        .get(HEADER)
        .and_then(|value| read(value.to_str().ok()?));
    let until = Instant::now() + asked.unwrap_or(DEADLINE).min(DEADLINE);
    WANTED_UNTIL
        .try_with(|caused| until.min(*caused))
        .unwrap_or(until)
}

/// Answers a call within its own deadline; calls made meanwhile inherit it.
pub(crate) async fn within<F: Future>(until: Instant, answer: F) -> Option<F::Output> {
    WANTED_UNTIL
        .scope(until, tokio::time::timeout_at(until, answer))
        .await
        .ok()
}

/// Tells the called how long the caller will wait.
pub(crate) fn tell(headers: &mut HeaderMap, until: Instant) {
    let left = until.saturating_duration_since(Instant::now());
    let left_ms = left.as_millis().clamp(1, MOST_MS);
    if let Ok(value) = HeaderValue::from_str(&format!("{left_ms}m")) {
        headers.insert(HEADER, value);
    }
}

fn read(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.len() > 8 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(number * 3600),
        "M" => Duration::from_secs(number * 60),
        "S" => Duration::from_secs(number),
        "m" => Duration::from_millis(number),
        "u" => Duration::from_micros(number),
        "n" => Duration::from_nanos(number),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read_as_the_protocol_has_it() {
        for (text, read_as) in [
            ("1H", Some(Duration::from_secs(3600))),
            ("20S", Some(Duration::from_secs(20))),
            ("250m", Some(Duration::from_millis(250))),
            ("99999999n", Some(Duration::from_nanos(99_999_999))),
            ("123456789m", None),
            ("-1S", None),
            ("S", None),
            ("", None),
            ("1", None),
            ("1é", None),
        ] {
            assert_eq!(read(text), read_as, "{text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_caused_by_another_is_wanted_no_longer_than_that_one() {
        let outer = Instant::now() + Duration::from_millis(300);
        let mut headers = HeaderMap::new();
        tell(&mut headers, Instant::now() + Duration::from_secs(5));
        let inner = within(outer, async { of(&headers) }).await;
        assert_eq!(inner, Some(outer));
        assert_eq!(of(&headers), Instant::now() + Duration::from_secs(5));
        assert_eq!(within(outer, std::future::pending::<()>()).await, None);
    }
}
