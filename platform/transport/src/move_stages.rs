//! How long the stages of a move take, from the socket that brings it to those that show it.

use prometheus_client::metrics::histogram::Histogram;
use tokio::time::Instant;

/// Upper bounds of the classes, in seconds.
const BOUNDS: [f64; 16] = [
    0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0,
    2.0, 5.0,
];

/// A stage of a move that is measured here; those of the journal it measures itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// At a gateway: from the frame to the command's handing over to play.
    Arrived,
    /// At play: from the command to its entry's handing over to the journal.
    Decided,
    /// At play: from the journal's answer until the bus has the commit.
    Published,
    /// At a gateway: from the bus to the outboxes of everybody in the room.
    Roomed,
    /// At a gateway: from the outbox until the socket was flushed.
    Sent,
}

const STAGES: [(Stage, &str); 5] = [
    (Stage::Arrived, "arrived"),
    (Stage::Decided, "decided"),
    (Stage::Published, "published"),
    (Stage::Roomed, "roomed"),
    (Stage::Sent, "sent"),
];

/// How long each stage took, by all who share it.
#[derive(Debug, Clone)]
pub struct MoveStages([Histogram; STAGES.len()]);

impl Default for MoveStages {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Histogram::new(BOUNDS)))
    }
}

impl MoveStages {
    /// A stage that began then has ended.
    pub fn ended(&self, stage: Stage, begun: Instant) {
        self.0[stage as usize].observe(begun.elapsed().as_secs_f64());
    }

    /// The stages by name.
    pub fn by_name(&self) -> impl Iterator<Item = (&'static str, &Histogram)> {
        STAGES
            .iter()
            .map(|(stage, name)| (*name, &self.0[*stage as usize]))
    }
}
