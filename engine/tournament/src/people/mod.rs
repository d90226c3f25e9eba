//! Rules about people, as data: who may enter, how teams are made up, which penalties there are.

mod appointment;
mod entry;
mod offices;
mod penalties;
mod person;
mod power;
mod role;
mod teams;
mod titles;

pub use appointment::{Appointment, AssignedTables, Limits};
pub use entry::{CheckInPolicy, ComputerRules, EntryMode, EntryRules, RulesAcceptance};
pub use offices::OfficeRules;
pub use penalties::{AppealBody, AppealRules, PenaltyKind, PenaltyRules};
pub use person::Person;
pub use power::Power;
pub use role::OfficialRole;
pub use teams::TeamRules;
pub use titles::TitledCategory;
