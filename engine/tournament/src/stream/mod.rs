//! The tournament stream: commands, the events they cause, and the state folded from the events.

mod act;
mod approval;
mod command;
mod decide;
mod event;
mod evolve;
mod explain;
mod extra_round;
mod finals;
mod late_seat;
mod next_act;
mod presence;
mod repeat;
mod result_table;
mod round;
mod ruling;
mod stakes;
mod state;
mod touched;

pub use act::Act;
pub use command::Command;
pub use decide::{decide, permitted};
pub use event::{
    Absence, BoardPurpose, Categories, DrawNonce, EntryHeader, Event, FixedPair, ManualPair,
    ManualPairing, OfficialRole, OwnClock, PairingEdit, PlayerClock, PublishedPairing, RankingLine,
    Registration, ResultKind, ResultRecord, RoundConstraints, StartingScore, Title,
    TournamentFacts,
};
pub use event::{
    AbsentRound, Accommodation, AppealDecision, AppealEffect, AppealFiling, Appealed, Committee,
    LapseCause, LateChangePermission, ListClaim, Listing, Nation, NationKind, Offender, Penalty,
    PenaltyRuling, ProtestDecision, ProtestFiling, ResultAmendment,
};
pub use evolve::evolve;
pub use explain::{BoardExplained, PublishedBoard, RoundOfEntrants, explain_published};
pub use late_seat::PairedEntrant;
pub use next_act::NextAct;
pub use presence::CheckInList;
pub use repeat::{DrawCheck, repeat_draws};
pub use round::{Board, BoardResult, Dispute, Round, RoundState};
pub use ruling::{Appeal, Protest, RankingVersion, Ruling, RulingStatus};
pub use state::{
    AnnouncedRound, Approval, EntrantNonce, EntrantState, IssuedCode, NotedInterest, Phase,
    RevealedDraw, Roles, TournamentState, Transfer,
};
pub use touched::deed_of;
