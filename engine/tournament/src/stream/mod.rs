//! The tournament stream: commands, the events they cause, and the state folded from the events.

mod command;
mod decide;
mod event;
mod evolve;
mod result_table;
mod round;
mod state;

pub use command::Command;
pub use decide::decide;
pub use event::{
    Absence, Categories, EntryHeader, Event, OfficialRole, PublishedPairing, RankingLine,
    Registration, ResultKind, ResultRecord, TournamentFacts,
};
pub use evolve::evolve;
pub use round::{Board, BoardResult, Round, RoundState};
pub use state::{EntrantState, Phase, Roles, TournamentState};
