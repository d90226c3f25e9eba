//! Engines that speak the NBoard protocol, seated here.
//!
//! [`Conversation`] is the protocol itself, lines in and lines out; [`Engine`] is a process that speaks it, and
//! [`Player`] plays games with one.

mod conversation;
mod engine;
mod ggf;
mod player;

pub use conversation::{Answer, Conversation, Heard, MOST_LINE, MOST_SAID};
pub use engine::{Command, Engine, Fault, Listener, Said};
pub use ggf::{NotItsGame, game_so_far};
pub use player::{Broken, Note, Player};
