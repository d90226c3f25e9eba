//! Calling people by their devices: who is told what, where, and what happens when nobody takes it.

mod called;
mod device;
mod receiver;
mod sealed;
mod subscribed;
mod two_processes;

pub use receiver::Receiver;
