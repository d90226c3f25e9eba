//! Attacks, each with what stands against it and without.

mod ears;
mod interest;
mod reading;
