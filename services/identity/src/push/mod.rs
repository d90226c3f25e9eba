//! Calling people who have no page open: messages to their devices, by way of their browsers' push services (RFC 8030).
//!
//! What calls is a fact of pairing's or of play's. Whom it calls is asked of pairing when it is time, and what is to be told
//! is kept until it was told or is of no use any more. Nothing that a rule depends on is in here.

mod delivering;
mod devices;
mod following;
mod key;
mod messages;
pub mod sealing;
mod subscriptions;
mod summonses;

pub(crate) use delivering::Deliverer;
pub(crate) use devices::Push;
pub(crate) use following::Callers;
