//! Attacks, each with what stands against it and without.

mod empty_chair;
mod interest;
mod late_seat;
mod rivals;
