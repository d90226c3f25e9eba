//! Everything that can go wrong goes wrong while games are played, and an independent checker compares what clients
//! were acknowledged with the journal.

pub mod controls;
pub mod failover;
pub mod faults;
pub mod frames;
pub mod journal;
pub mod judge;
pub mod ledger;
pub mod link;
pub mod logs;
pub mod player;
pub mod run;
pub mod test_cluster;
pub mod wall_clock;
pub mod workload;

use std::time::Duration;

use outflank_testbed::PATIENCE;

/// Faults follow one another: who gets nowhere for so long is stuck.
const STUCK: Duration = PATIENCE.saturating_mul(2);
