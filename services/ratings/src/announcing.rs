//! Says on the live bus that there is something new in the list of rating files.

use bytes::Bytes;
use outflank_live::{SharedLive, topic};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Says so whenever the last place in the list is another, until the stop. Streams that miss it look by themselves, and
/// gateways tell pages to look from time to time.
pub(crate) async fn announce(
    mut head: watch::Receiver<u64>,
    live: SharedLive,
    stop: CancellationToken,
) {
    head.mark_unchanged();
    loop {
        let changed = tokio::select! {
            () = stop.cancelled() => return,
            changed = head.changed() => changed,
        };
        if changed.is_err() {
            return;
        }
        if let Err(error) = live.publish(&topic::rating_files(), Bytes::new()).await {
            tracing::debug!(%error, "who follows publications looks by itself");
        }
    }
}
