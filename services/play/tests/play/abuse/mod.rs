//! Attacks, each with what stands against it and without.

mod ears;
mod interest;
mod own_game;
mod reading;
