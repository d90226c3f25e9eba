//! What only the Postgres backend promises: several processes at a time, and what it refuses.

mod interruptions;
mod processes;
mod refused;
mod stores;
