//! Waiting for what comes by itself.

use outflank_live::{Received, Subscription};
use outflank_othello::Audience;
use outflank_proto::{
    feed::v1::Fact,
    json,
    live::v1 as live,
    play::v1 as proto,
    schema::{SERVER_MESSAGE, TABLE},
};
use outflank_testbed::PATIENCE;
use prost::{Message as _, bytes::Bytes};
use serde_json::Value;

use super::{World, rest};

const LOOK_EVERY_MS: u64 = 20;
/// A clock that stands is set forward by so much at most, in ms: a process that is silent for 3 s did not run.
const STRIDE_MS: i64 = 1_500;

/// Looks again and again until there is something to be seen; nothing if it does not come.
pub async fn seen<T>(look: impl AsyncFn() -> Option<T>) -> Option<T> {
    let looking = async {
        loop {
            if let Some(seen) = look().await {
                return seen;
            }
            rest(LOOK_EVERY_MS).await;
        }
    };
    tokio::time::timeout(PATIENCE, looking).await.ok()
}

/// The next message of a topic.
pub async fn heard(topic: &mut Subscription) -> Bytes {
    match tokio::time::timeout(PATIENCE, topic.next()).await {
        Ok(Received::Message(message)) => message,
        other => panic!("nothing is told: {other:?}"),
    }
}

/// What an audience is told of a commit: what those who see less are told, where that is all.
pub fn told(update: &proto::TableUpdate, audience: Audience) -> Option<live::TableCommit> {
    let (everybody, players) = (update.everybody.as_ref(), update.players.as_ref());
    let frame = match audience {
        Audience::All => everybody,
        Audience::Players => players.or(everybody),
        _ => update.officials.as_ref().or(players).or(everybody),
    };
    let frame = frame?;
    let said = live::ServerMessage::decode(frame.message.clone()).unwrap();
    let mut text = Vec::new();
    json::write(SERVER_MESSAGE, &frame.message, &mut text).unwrap();
    assert_eq!(frame.json, text, "one frame in both encodings");
    match said.message {
        Some(live::server_message::Message::Commit(commit)) => Some(commit),
        other => panic!("no commit: {other:?}"),
    }
}

/// A table as clients are shown it.
pub fn as_json(table: &proto::Table) -> Value {
    let mut text = Vec::new();
    json::write(TABLE, &table.encode_to_vec(), &mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The same without the times that go by themselves.
pub fn standing(mut table: Value) -> Value {
    let clocks = table["clocks"].as_object_mut().unwrap();
    if !clocks["running"].is_null() {
        clocks.retain(|name, _| name == "running" || name.ends_with("credit_ms"));
    }
    clocks.remove("as_of_ms");
    table
}

/// Puts what is told of a commit into a table.
pub fn follow(table: &mut Value, commit: &live::TableCommit) {
    let message = Some(live::server_message::Message::Commit(commit.clone()));
    let said = live::ServerMessage { message }.encode_to_vec();
    let mut text = Vec::new();
    json::write(SERVER_MESSAGE, &said, &mut text).unwrap();
    let said = serde_json::from_slice(&text).unwrap();
    assert!(outflank_client::table::follow(table, &said), "{said}");
}

impl World {
    /// Waits until the table is as wanted.
    pub async fn until(&self, game: &str, wanted: impl Fn(&proto::Table) -> bool) -> proto::Table {
        let look = async || Some(self.table(game).await).filter(|table| wanted(table));
        match seen(look).await {
            Some(table) => table,
            None => panic!("never as wanted: {:?}", self.table(game).await),
        }
    }

    pub async fn until_live(&self, game: &str) {
        self.until(game, |table| table.phase() == proto::TablePhase::Live)
            .await;
    }

    /// Waits until this service was known to run later than that, and answers when (ms since 1970).
    pub async fn until_beaten(&self, after_ms: i64) -> i64 {
        let look = async || Some(self.last_beat_ms("play:").await).filter(|ms| *ms > after_ms);
        let beaten = seen(look).await;
        beaten.unwrap_or_else(|| panic!("no heartbeat after {after_ms}"))
    }

    /// Waits until every process beat at the time at which the clock stands: they have looked around since then.
    pub async fn until_all_beat(&self) {
        let now_ms = self.clock.now_ms();
        let look = async || {
            let beats = self.journal().heartbeats().await.unwrap();
            beats.iter().all(|beat| beat.at_ms == now_ms).then_some(())
        };
        assert!(seen(look).await.is_some(), "somebody does not beat");
    }

    /// Waits until a game's clocks were given back so much, and answers how much, in ms.
    pub async fn until_credited(&self, game: &str, least_ms: i64) -> i64 {
        let look = async || Some(self.credited_ms(game).await).filter(|ms| *ms >= least_ms);
        match seen(look).await {
            Some(given_ms) => given_ms,
            None => panic!("not {least_ms} ms: {:?}", self.events(game).await),
        }
    }

    /// The facts once there is one of a kind: they are numbered after their commit.
    pub async fn until_told(&self, kind: &str) -> Vec<Fact> {
        let look = async || {
            let facts = self.facts().await;
            facts.iter().any(|fact| fact.kind == kind).then_some(facts)
        };
        let told = seen(look).await;
        told.unwrap_or_else(|| panic!("no fact {kind} was told"))
    }

    /// Sets a clock that stands forward while the service runs.
    pub async fn runs_on(&self, ms: i64) {
        let mut left_ms = ms;
        while left_ms > 0 {
            let stride_ms = left_ms.min(STRIDE_MS);
            let before_ms = self.clock.now_ms();
            self.clock.set_forward(stride_ms);
            self.until_beaten(before_ms).await;
            left_ms -= stride_ms;
        }
    }
}
