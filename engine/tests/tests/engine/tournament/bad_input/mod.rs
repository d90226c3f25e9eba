//! Bad input: malformed, contradictory and extreme values through every public entry point. Each is
//! answered or refused; nothing panics and nothing hangs.

mod commands;
mod events;
mod finals;
mod lists;
mod mutation;
mod pairings;
mod rule_sets;
mod sample;
mod sizes;
mod tables;
mod watch;
