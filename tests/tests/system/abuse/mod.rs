//! What somebody with bad intentions does to a server, and what it comes to. Each attack is repeated in process with its
//! mend left out of the wiring, beside the crate that has the mend, and succeeds there: `docs/security.md` names both tests.

mod address;
mod bundle;
mod delays;
mod ears;
mod interest;
mod late_seat;
mod listed;
mod memory;
mod reading;
mod sessions;
