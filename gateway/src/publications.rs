//! Streams of publications: what wakes them, and how many there are.

use std::sync::Arc;

use outflank_live::{Received, SharedLive, topic};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::stream_places::StreamPlaces;

/// The streams of publications that are open here.
#[derive(Debug)]
pub struct Publications {
    /// Another number whenever something may have been published.
    news: watch::Sender<u64>,
    /// Of the streams.
    pub places: Arc<StreamPlaces>,
}

impl Default for Publications {
    fn default() -> Self {
        Self {
            news: watch::Sender::new(0),
            places: Arc::default(),
        }
    }
}

impl Publications {
    /// Changes whenever something may have been published.
    pub fn news(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Wakes streams when the live bus says that something was published, until the stop.
    pub async fn watch(&self, live: &SharedLive, stop: &CancellationToken) {
        let Ok(mut published) = live.subscribe(&topic::rating_files()).await else {
            // They look by themselves.
            return;
        };
        loop {
            let received = tokio::select! {
                () = stop.cancelled() => return,
                received = published.next() => received,
            };
            if received == Received::Closed {
                return;
            }
            self.news
                .send_modify(|number| *number = number.wrapping_add(1));
        }
    }
}
