//! Attacks, each with what stands against it and without.

mod sessions;
