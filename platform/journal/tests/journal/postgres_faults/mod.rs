//! Faults of the server and the way to it. Nothing acknowledged is lost, nothing is written twice.

mod kills;
mod proxy;
mod silence;
mod unknown;
