//! Why a command was refused: every refusal of the tournament, by concern.

mod amendments;
mod announcements;
mod appeals;
mod approval;
mod check_in;
mod early_end;
mod entry_facts;
mod federation;
mod finals;
mod interest;
mod lots;
mod officials;
mod registration;
mod results;
mod rounds;
mod rule_set;
mod rulings;
mod season;
mod teams;
mod timetable;
mod tournament;
mod transfer;

use std::fmt;

use outflank_othello::refusal::{Parameter, Parameters, RefusalCode, Value};

use crate::ids::EntrantId;
use crate::swiss::PairingError;
use crate::table::TableProblem;

/// A refusal: a stable code for programs, the values that it is about, a sentence for people, and the paragraph
/// that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    reason: Reason,
    rule: Option<String>,
}

/// The concerns, each with its refusals.
macro_rules! concerns {
    ($($name:literal $concern:ident: $reason:ident in $module:ident;)+) => {
        $(pub(crate) use $module::$reason;)+

        #[derive(Debug, Clone, PartialEq, Eq)]
        enum Reason {
            $($concern($reason),)+
        }

        $(impl From<$reason> for Refusal {
            fn from(reason: $reason) -> Self {
                let rule = reason.code().paragraph.map(str::to_owned);
                Self { reason: Reason::$concern(reason), rule }
            }
        })+

        impl Reason {
            fn code(&self) -> &'static RefusalCode {
                match self {
                    $(Self::$concern(reason) => reason.code(),)+
                }
            }

            fn parameters(&self) -> Parameters {
                match self {
                    $(Self::$concern(reason) => reason.parameters(),)+
                }
            }
        }

        impl fmt::Display for Refusal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match &self.reason {
                    $(Reason::$concern(reason) => reason.fmt(f),)+
                }
            }
        }

        impl Refusal {
            /// Every code with its sentences, by concern.
            pub const CODES: &'static [(&'static str, &'static [RefusalCode])] = &[
                $(($name, $reason::CODES),)+
            ];
        }
    };
}
concerns! {
    "The tournament" Tournament: TournamentRefusal in tournament;
    "Officials" Officials: OfficialsRefusal in officials;
    "Rule sets" RuleSet: RuleSetRefusal in rule_set;
    "Registration" Registration: RegistrationRefusal in registration;
    "Entries" EntryFacts: EntryFactsRefusal in entry_facts;
    "Teams" Teams: TeamsRefusal in teams;
    "Check-in and absence" CheckIn: CheckInRefusal in check_in;
    "Lots" Lots: LotsRefusal in lots;
    "Rounds" Rounds: RoundsRefusal in rounds;
    "Amended rules" Amendments: AmendmentsRefusal in amendments;
    "Announcements" Announcements: AnnouncementsRefusal in announcements;
    "Timetable" Timetable: TimetableRefusal in timetable;
    "Results" Results: ResultsRefusal in results;
    "Early end" EarlyEnd: EarlyEndRefusal in early_end;
    "Finals" Finals: FinalsRefusal in finals;
    "Rulings" Rulings: RulingsRefusal in rulings;
    "Appeals" Appeals: AppealsRefusal in appeals;
    "Officials who play" Interest: InterestRefusal in interest;
    "Ratings" Approval: ApprovalRefusal in approval;
    "Federations" Federation: FederationRefusal in federation;
    "Seasons" Season: SeasonRefusal in season;
    "Transfer to another server" Transfer: TransferRefusal in transfer;
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// The stable snake_case code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.reason.code().code
    }

    /// The paragraph of the rules that refuses it ("EGP II.6"), where a rule does.
    #[must_use]
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// One sentence: what was wrong, where, and what would be right.
    #[must_use]
    pub fn detail(&self) -> String {
        self.to_string()
    }

    /// The values that it is about, by name.
    #[must_use]
    pub fn parameters(&self) -> Vec<(&'static str, Parameter)> {
        self.reason.parameters()
    }

    /// The same refusal under the paragraph that says so, where one does.
    pub(crate) fn under(mut self, rule: Option<String>) -> Self {
        self.rule = rule;
        self
    }

    /// The key of the rule set's sources under which its paragraph is found, where it has none yet.
    pub(crate) fn source(&self) -> Option<&'static str> {
        match self.rule {
            Some(_) => None,
            None => self.reason.code().source,
        }
    }
}

/// Refuses unless that holds.
pub(crate) fn ensure(holds: bool, otherwise: impl Into<Refusal>) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

impl Value for EntrantId {
    fn parameter(&self) -> Parameter {
        Parameter::Text(self.as_str().to_owned())
    }
}

macro_rules! sentences {
    ($($told:ty),+) => {$(
        impl Value for $told {
            fn parameter(&self) -> Parameter {
                Parameter::Text(self.to_string())
            }
        }
    )+};
}
sentences!(PairingError, TableProblem);
