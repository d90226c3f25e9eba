//! Board, transcripts, and the state machine of one table.

mod kernel;
mod lag_caps;
mod life;
mod openings;
mod table;
mod transcript;
mod variants;
