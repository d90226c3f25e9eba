//! A gateway that shares its process with a role whose feed stopped.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use outflank_access::{Problem, Role};
use outflank_proto::feed::v1::{Cursor, Fact, ReadFactsRequest, ReadFactsResponse};
use outflank_transport::feed::{FactSink, FactSource, Follower, NotTaken};
use serde_json::json;
use tonic::Status;

use crate::world::{World, eventually_ready};

/// One fact, for ever.
struct One;

#[async_trait]
impl FactSource for One {
    async fn read(&self, request: ReadFactsRequest) -> Result<ReadFactsResponse, Status> {
        let after = request.after.unwrap_or_default().number;
        let fact = Fact {
            number: 17,
            ..Fact::default()
        };
        Ok(ReadFactsResponse {
            facts: (after < 17).then_some(fact).into_iter().collect(),
            next: Some(Cursor {
                epoch: "one".to_owned(),
                number: 17,
            }),
        })
    }
}

/// Reads it once it is a newer version.
#[derive(Default)]
struct Reader {
    newer: AtomicBool,
    done: AtomicBool,
}

#[async_trait]
impl FactSink for Reader {
    async fn cursor(&self) -> Result<Cursor, Problem> {
        Ok(Cursor {
            epoch: "one".to_owned(),
            number: 17 * u64::from(self.done.load(Ordering::SeqCst)),
        })
    }

    async fn apply(&self, _fact: &Fact, _epoch: &str) -> Result<(), NotTaken> {
        if self.newer.load(Ordering::SeqCst) {
            return Ok(());
        }
        Err(NotTaken::unknown_kind("board_turned"))
    }

    async fn save_cursor(&self, _cursor: &Cursor) -> Result<(), Problem> {
        self.done.store(true, Ordering::SeqCst);
        Ok(())
    }

    async fn start_over(&self) -> Result<(), Problem> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn a_stopped_feed_is_named_and_the_gateway_stays_in_service() {
    let world = World::new();
    world.inside();
    let reader = Arc::<Reader>::default();
    let sink: Arc<dyn FactSink> = Arc::<Reader>::clone(&reader);
    let follower = Follower::new((Role::Play, Role::Pairing), One, sink);
    eventually_ready(&world).await;
    assert_eq!(world.get("/readyz").await.json(), json!({"ready": true}));

    follower.catch_up().await.unwrap_err();
    let stopped = world.get("/readyz").await;
    assert_eq!(stopped.status, 200);
    assert_eq!(
        stopped.json(),
        json!({
            "ready": true,
            "stopped_feeds": [{"feed": "pairing", "role": "play", "position": 17}],
        })
    );

    reader.newer.store(true, Ordering::SeqCst);
    follower.catch_up().await.unwrap();
    assert_eq!(world.get("/readyz").await.json(), json!({"ready": true}));
}
