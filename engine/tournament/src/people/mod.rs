//! Rules about people, as data: who may enter, how teams are made up, which penalties there are.

mod entry;
mod offices;
mod penalties;
mod person;
mod role;
mod teams;
mod titles;

pub use entry::{CheckInPolicy, ComputerRules, EntryMode, EntryRules, RulesAcceptance};
pub use offices::OfficeRules;
pub use penalties::{AppealBody, AppealRules, PenaltyKind, PenaltyRules};
pub use person::Person;
pub use role::OfficialRole;
pub use teams::TeamRules;
pub use titles::TitledCategory;
