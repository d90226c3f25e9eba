//! The JSON of FlipTheDisc: what an event is (`info`), its pairings with results and transcripts (`pairing`), and its list
//! (`standings`), in one document. There is no specification: readers take what such documents were seen to hold.
//!
//! A pairing is a list of two players, black first; one whose number is null is the bye. The pairings of several rounds
//! are a list of such lists, an object by the rounds' numbers, or a list of objects with `round` and `pairing`. Rounds from
//! 100 on are finals.

mod game;
mod info;
mod node;
mod read;
mod rounds;

pub use read::read;

use crate::constant::ToldConstant;
use crate::event::ToldEvent;

/// The constant C that the rules of World Championship and Grand Prix name (WOC A.3, EGP VI.3).
pub const RULED_CONSTANT: u32 = 6;

/// What a document says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FlipTheDisc {
    /// The event.
    pub event: ToldEvent,
    /// `pairing_system` as written.
    pub pairing_system: Option<String>,
    /// The constant its MBQ was reckoned with: `mbq_coef`, else 64 / rounds.
    pub constant: Option<ToldConstant>,
}
