//! What is known about the players' connections, and what it can and cannot show.

mod observation;
mod records;
mod reports;
