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
    Absence, BoardPurpose, Categories, DrawNonce, EntryHeader, Event, FixedPair, ManualPair,
    ManualPairing, OfficialRole, PairingEdit, PublishedPairing, RankingLine, Registration,
    ResultKind, ResultRecord, RoundConstraints, StartingScore, TournamentFacts,
};
pub use evolve::evolve;
pub use round::{Board, BoardResult, Round, RoundState};
pub use state::{EntrantNonce, EntrantState, Phase, RevealedDraw, Roles, TournamentState};
