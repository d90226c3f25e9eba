//! Attacks, each with what stands against it and without.

mod bodies;
mod memory;
mod sessions;
