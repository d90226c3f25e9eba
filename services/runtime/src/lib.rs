//! What every service needs to run: configuration, tokens, authorisation, transports, time, error codes, feeds, pages.
//!
//! Nothing in here knows what a tournament is.

pub mod access;
pub mod clock;
pub mod configuration;
mod eddsa;
pub mod feed;
pub mod identifier;
pub mod keys;
pub mod keys_folder;
pub mod page;
pub mod problem;
pub mod telemetry;
pub mod tokens;
pub mod transport;

pub use access::{Caller, Person, Role};
pub use clock::ClusterClock;
pub use page::Page;
pub use problem::{Kind, Problem};
pub use transport::Transport;
