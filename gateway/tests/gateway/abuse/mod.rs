//! Attacks, each with what stands against it and without.

mod address;
mod bodies;
mod ears;
mod memory;
mod reading;
mod sessions;
