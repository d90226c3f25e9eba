//! Clients that do not read what they have asked for: they are given up, whatever carries it.
//!
//! A connection that takes nothing is seen where it is written to ([`Watched`]). An HTTP/2 stream may stand still while
//! its connection answers pings: each has its own pace ([`Streams`], [`at_pace`]), and is reset.

mod body;
mod connection;
mod pace;
mod streams;

pub use body::at_pace;
pub use connection::Watched;
pub use streams::Streams;
