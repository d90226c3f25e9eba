//! Simulated time for services that run in the test's process, and stores that keep to it.
//!
//! [`Stillness`] runs a test on a clock of its own, which stands while anybody works and leaps when all wait, so that
//! waits cost nothing and nothing depends on how fast the machine is. A service's journal is a [`MemoryJournal`] there,
//! under the services' own group commit, and its records are of [`Stillness::records`]. Never pause time over any
//! other store: the runtime would take the work of the store's threads for idleness.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a simulation that cannot be set up is a failed test"
)]

mod journal;
mod refusals;
mod stillness;
mod time;
mod unreadable;

pub use journal::{Broken, Disturbance, Memory, MemoryJournal, Stored, Undisturbed, verify};
pub use refusals::documented;
pub use stillness::Stillness;
pub use time::{SimulatedTime, rest};
pub use unreadable::unreadable;
