//! The tournament stream: commands, the events they cause, and the state folded from the events. Each concern has what
//! it knows, decides and remembers in a place of its own.

mod act;
mod appeals;
mod approval;
mod checks;
mod command;
mod decide;
mod ending;
mod event;
mod evolve;
mod explain;
mod fact;
mod finals;
mod founding;
mod interests;
mod lots;
mod next_act;
mod obstacles;
mod permitted;
mod presence;
mod registration;
mod repeat;
mod results;
mod rounds;
mod rulings;
mod state;
mod teams;
mod transfer;

pub use act::Act;
pub use appeals::{Appeal, AppealDecision, AppealEffect, AppealFiling, Appealed, Committee};
pub use approval::{Approval, LapseCause, Listing};
pub use command::Command;
pub use decide::decide;
pub use ending::{RankingLine, RankingVersion, Title};
pub use event::{EntryHeader, Event};
pub use evolve::evolve;
pub use explain::{BoardExplained, PublishedBoard, RoundOfEntrants, explain_published};
pub use fact::FactBody;
pub use finals::AnnouncedRound;
pub use founding::{Leg, TournamentFacts};
pub use interests::late_seat::PairedEntrant;
pub use interests::touched::deed_of;
pub use interests::{IssuedCode, NotedInterest};
pub use lots::{DrawNonce, EntrantNonce, RevealedDraw};
pub use next_act::NextAct;
pub use permitted::permitted;
pub use presence::accommodation::Accommodation;
pub use presence::{AbsentRound, CheckInList};
pub use registration::{EntrantCorrection, EntrantState, ListClaim, Registration};
pub use repeat::{DrawCheck, repeat_draws};
pub use results::amend::ResultAmendment;
pub use results::disputes::Dispute;
pub use results::record::{Absence, BoardResult, ResultKind, ResultRecord};
pub use rounds::pairing::{
    FixedPair, ManualPair, ManualPairing, PairingEdit, PlayerClock, RoundConstraints, StartingScore,
};
pub use rounds::table::{BoardPurpose, Handicap, OwnClock, PublishedPairing};
pub use rounds::{Board, Round, RoundState};
pub use rulings::exclusion::{Exclusion, ExclusionScope};
pub use rulings::penalty::{Offender, Penalty, PenaltyRuling};
pub use rulings::protests::{Protest, ProtestDecision, ProtestFiling};
pub use rulings::{Ruling, RulingStatus};
pub use state::{Phase, Roles, TournamentState};
pub use teams::{LateChangePermission, Nation, NationKind};
pub use transfer::Transfer;
