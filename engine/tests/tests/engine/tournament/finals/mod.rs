//! The finals: every clause as a table, every way through a match, and random events to their end.

mod colours;
mod formats;
mod matches;
mod playoffs;
mod random;
mod rankings;
mod sittings;
mod withdrawals;
mod women;
mod world;
