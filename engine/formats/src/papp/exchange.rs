//! An event of this platform that goes on in PAPP's files after any round, and comes back: the fallback when the server
//! cannot be reached.
//!
//! [`write_event`] gives the files of the event as it stands, and [`compare`] says what PAPP's files hold beyond it: steps
//! that bring the event there, or findings that stand in the way.

mod comparison;
mod finding;
mod here;
mod step;

use std::collections::BTreeMap;

use outflank_tournament::{EntrantId, TournamentState};

pub use comparison::{Comparison, compare};
pub use finding::{ExchangeFinding, NumberedPair, NumberedPlayer};
pub use here::{EventObstacle, write_event};
pub use step::ExchangeStep;

/// Who an entrant is on PAPP's lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedEntrant {
    /// The federation number, or the one that the event gave.
    pub number: u32,
    /// On no list of the federation yet.
    pub is_new: bool,
    /// Surname.
    pub surname: String,
    /// First names.
    pub first_names: String,
}

/// An event as this platform holds it.
#[derive(Debug, Clone, Copy)]
pub struct EventHere<'a> {
    /// Its state.
    pub state: &'a TournamentState,
    /// Who its entrants are.
    pub listed: &'a BTreeMap<EntrantId, ListedEntrant>,
}
