//! The tournament stream: commands, the events they cause, and the state folded from the events.
//!
//! Each concern has a folder: its `mod.rs` has what its commands and events carry and its part of the state, the files
//! beside it decide. What every command and event goes through stands here: `permitted`, `decide`, `evolve`,
//! `consequences`, and `interests::touched`; where one is a match over all of them it has no catch-all.

mod act;
mod amendments;
mod announcements;
mod appeals;
mod approval;
mod checks;
mod command;
mod consequences;
mod decide;
mod description;
mod early_end;
mod edition;
mod ending;
mod event;
mod evolve;
mod explain;
mod fact;
mod facts;
mod finals;
mod founding;
mod interests;
mod lots;
mod next_act;
mod obstacles;
mod offices;
mod permitted;
mod presence;
mod preview;
mod ranking;
mod registration;
mod rehearsal;
mod repeat;
mod results;
mod rounds;
mod rulings;
mod snapshot;
mod state;
mod stored_form;
mod summonses;
mod teams;
mod timetable;
mod transfer;

pub use act::Act;
pub use amendments::{AmendedRules, RuleVersion, RulesAmendment};
pub use announcements::{
    Announcement, AnnouncementAudience, AnnouncementSubject, Announcements, MadeAnnouncement,
    NewAnnouncement,
};
pub use appeals::{
    Appeal, AppealDecision, AppealEffect, AppealFiling, Appealed, Appeals, AppealsCommittee,
    Committee,
};
pub use approval::{
    Approval, CheckWeight, Complaint, FileCause, FileChange, LapseCause, Listing, PendingChange,
    RatingCheck, RatingCheckKind, RatingOffice, RatingStanding, Release, Returned,
};
pub(crate) use checks::check_id;
pub use command::Command;
pub use decide::decide;
pub use description::{Description, Descriptions, MadeDescription};
pub use early_end::{
    Abandonment, AdjudicatedBoard, AnnulledRound, EarlyEnd, EarlyEndKind, EarlyEnds, EarlyFinish,
    RecordedEarlyEnd, RoundFate, SettledRound, Shortening, UnfinishedRound,
};
pub use edition::ENGINE_EDITION;
pub use event::{EntryHeader, Event};
pub use evolve::evolve;
pub use explain::{BoardExplained, PublishedBoard, RoundOfEntrants, explain_published};
pub use fact::FactBody;
pub use facts::{Leg, TournamentFacts};
pub use finals::{AnnouncedRound, Finals};
pub use interests::touched::{deed_of, officer_of};
pub use interests::{Interests, IssuedCode, NotedInterest, PairedEntrant};
pub use lots::{BoundNonce, DrawNonce, EntrantNonce, Lots, RevealedDraw};
pub use next_act::NextAct;
pub use offices::Offices;
pub use permitted::{permitted, permitted_until};
pub use presence::missing::{MissingCause, MissingEntrant};
pub use presence::{AbsentRound, Accommodation, CheckInList, Presence};
pub use preview::{PreviewedBoard, RoundAsked, RoundPreview, preview_round};
pub use ranking::{RankingLine, RankingVersion, Title};
pub(crate) use registration::days::day_of;
pub use registration::declared::{
    AcceptedRules, Declared, EntryFacts, FederationAgreement, FeeNote, Representation, Residence,
};
pub use registration::terms::{EntryTerms, ScoredRound};
pub use registration::{
    CorrectedNumber, EntrantCorrection, EntrantState, Entry, Invitation, ListClaim, Registration,
};
pub use rehearsal::{NewRehearsal, rehearse};
pub use repeat::{DrawCheck, repeat_draws};
pub use results::entered::{EnteredResult, LostBy};
pub use results::record::{
    Absence, BoardResult, DecidedDispute, Dispute, DisputeOutcome, ResultAmendment, ResultRecord,
};
pub use rounds::pairing::{
    FixedPair, ManualPair, ManualPairing, PairingEdit, PlayerClock, RoundConstraints, StartingScore,
};
pub use rounds::publish::check_handicaps;
pub use rounds::seeding::Seeding;
pub use rounds::table::{BoardPurpose, Handicap, OwnClock, PublishedPairing};
pub use rounds::{Board, Round, RoundState};
pub use rulings::exclusion::{Exclusion, ExclusionScope};
pub use rulings::penalty::{Offender, Penalty, PenaltyRuling};
pub use rulings::report::{Report, ReportAnswer, ReportFiling, ReportOutcome, TimeClaim};
pub use rulings::{Protest, ProtestDecision, ProtestFiling, Ruling, RulingStatus, Rulings};
pub use snapshot::FOLD_EDITION;
pub use state::{Phase, Roles, TournamentState};
pub use summonses::{SummonedBy, SummonedTo, Summons};
pub use teams::{
    LateChangePermission, Nation, NationApplication, NationDecision, NationKind,
    PermittedLateChange, Teams,
};
pub use timetable::{
    LATEST_START_DAYS, MovedStart, PlannedBreak, PlannedPlay, PlannedSession, PlannedStart,
    Timetable, TimetableMove,
};
pub(crate) use timetable::{MOST_DAYS, MOST_SESSIONS, SaidPlay};
pub use transfer::Transfer;
