//! The live protocol: what clients say and what they are told, and what waits to be written to one of them.

pub mod act;
pub mod client_frame;
pub mod delivery;
pub mod outbox;
pub mod outbox_budget;
mod outbox_queue;
pub mod server_frame;
pub mod unread;
