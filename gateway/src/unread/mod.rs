//! Clients that do not read what they have asked for: they are given up, whatever carries it.
//!
//! A connection that takes nothing is seen where it is written to ([`Watched`]). An HTTP/2 stream may stand still while
//! its connection answers pings: each has its own pace ([`Streams`], [`at_pace`]), and is reset. What is kept for plain
//! answers is counted for their connection ([`Answers`]); what many read at once is there once, and counted for one of
//! them ([`Loans`]).

mod answers;
mod body;
mod connection;
mod loans;
mod pace;
mod streams;

pub use answers::{Answers, Kept};
pub use body::{Whole, at_pace, note_size};
pub use connection::{Watched, is_given_up};
pub use loans::{Lent, Loans};
pub use pace::time_for;
pub use streams::{StreamPace, Streams};
