//! Webhooks and the stream of publications over a server that is killed: nothing is missed, nothing is out of order.

mod events;
mod kills;
mod reader;
mod receiver;
