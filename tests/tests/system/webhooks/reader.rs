//! A reader of the stream of publications that is cut off again and again, and goes on after the last event it took in.

use std::sync::{Arc, Mutex};

use outflank_tests::{othello::Dice, server::browser, waiting::AGAIN_AFTER};
use serde_json::Value;
use tokio::time::sleep;

/// What was read: tournaments and versions in their order.
#[derive(Debug, Clone, Default)]
pub struct Reader(Arc<Mutex<Vec<(String, u64)>>>);

impl Reader {
    pub fn seen(&self) -> Vec<(String, u64)> {
        self.0.lock().unwrap().clone()
    }

    /// Reads for ever; answers once the first stream stands.
    pub async fn follow(base: &str, seed: u64) -> Self {
        let reader = Self::default();
        let url = format!("{base}/api/v1/rating-files/stream");
        let (stands, stood) = tokio::sync::oneshot::channel();
        tokio::spawn(reader.clone().run(url, Dice(seed), stands));
        stood.await.unwrap();
        reader
    }

    async fn run(self, url: String, mut dice: Dice, stands: tokio::sync::oneshot::Sender<()>) {
        let mut stands = Some(stands);
        let mut last = String::new();
        let client = browser();
        loop {
            let mut request = client.get(&url);
            if !last.is_empty() {
                request = request.header("last-event-id", &last);
            }
            let mut answer = match request.send().await {
                Ok(answer) if answer.status() == 200 => answer,
                Ok(answer) if answer.status().as_u16() < 500 => {
                    panic!("the stream is refused: {}", answer.text().await.unwrap())
                }
                _ => {
                    sleep(AGAIN_AFTER).await;
                    continue;
                }
            };
            // It goes away by itself after so many blocks.
            let mut left = 1 + dice.below(8);
            let mut text = String::new();
            while let Ok(Some(piece)) = answer.chunk().await {
                text += std::str::from_utf8(&piece).unwrap();
                while let Some((block, rest)) = text.split_once("\n\n") {
                    self.take(block, &mut last);
                    text = rest.to_owned();
                    stands.take().map(|stands| stands.send(()));
                    left = left.saturating_sub(1);
                    if left == 0 {
                        break;
                    }
                }
                if left == 0 {
                    break;
                }
            }
        }
    }

    fn take(&self, block: &str, last: &mut String) {
        for line in block.lines() {
            if let Some(id) = line.strip_prefix("id: ") {
                id.clone_into(last);
            }
            if let Some(data) = line.strip_prefix("data: ") {
                let data: Value = serde_json::from_str(data).unwrap();
                let event = data["tournament_id"].as_str().unwrap().to_owned();
                let version = data["version"].as_u64().unwrap();
                self.0.lock().unwrap().push((event, version));
            }
        }
    }
}
