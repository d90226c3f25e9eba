//! The table: decide and evolve.

mod clocks;
mod controls;
mod defaults;
mod explore;
mod first_move;
mod lag;
mod openings;
mod policies;
mod properties;
mod reading;
mod refusals;
mod repeated;
mod scene;
mod time_kept;
