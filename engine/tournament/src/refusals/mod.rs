//! Why a command was refused: every refusal of the tournament, by concern.

mod announcements;
mod appeals;
mod approval;
mod check_in;
mod finals;
mod interest;
mod lots;
mod registration;
mod results;
mod rounds;
mod rule_set;
mod rulings;
mod teams;
mod tournament;
mod transfer;

use std::fmt;

use outflank_othello::refusal::{Parameter, Parameters, RefusalCode, Value};

use crate::ids::EntrantId;
use crate::rule_set::RuleSet;
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
    "Rule sets" RuleSet: RuleSetRefusal in rule_set;
    "Registration" Registration: RegistrationRefusal in registration;
    "Teams" Teams: TeamsRefusal in teams;
    "Check-in and absence" CheckIn: CheckInRefusal in check_in;
    "Lots" Lots: LotsRefusal in lots;
    "Rounds" Rounds: RoundsRefusal in rounds;
    "Announcements" Announcements: AnnouncementsRefusal in announcements;
    "Results" Results: ResultsRefusal in results;
    "Finals" Finals: FinalsRefusal in finals;
    "Rulings" Rulings: RulingsRefusal in rulings;
    "Appeals" Appeals: AppealsRefusal in appeals;
    "Officials who play" Interest: InterestRefusal in interest;
    "Ratings" Approval: ApprovalRefusal in approval;
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

    /// The same refusal with the paragraph that the rule set gives for it, where it has none yet.
    pub(crate) fn quoting(self, rules: Option<&RuleSet>) -> Self {
        if self.rule.is_some() {
            return self;
        }
        let source = self.reason.code().source;
        let rule = rules.and_then(|rules| rules.source(source?));
        Self {
            rule: rule.map(str::to_owned),
            ..self
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
