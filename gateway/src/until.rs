//! Waiting for an instant that there may not be.

use tokio::time::Instant;

/// That instant; never when there is none.
pub(crate) async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => std::future::pending().await,
    }
}
