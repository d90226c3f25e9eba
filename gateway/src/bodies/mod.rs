//! Bodies of requests while they are read: how much of them there may be together, and how long each may take.

mod budget;
mod framed;
mod read;

pub use budget::{Bodies, Sender};
pub use framed::Framed;
pub use read::whole;
