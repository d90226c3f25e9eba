//! Who may enter a tournament, and what becomes of rounds that an entrant misses.

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;

/// Who may put himself on the list. The director may enter anybody in every mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryMode {
    /// Everybody.
    #[default]
    Open,
    /// Those who are invited.
    Invited,
    /// Nobody: the director keeps the list.
    ListOnly,
}

/// Before which rounds entrants have to check in to be paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckInPolicy {
    /// None; the director may still open one.
    #[default]
    NotRequired,
    /// Round 1.
    FirstRound,
    /// Every round.
    EveryRound,
}

/// How whoever enters comes to be bound by the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RulesAcceptance {
    /// Tacitly, by entering: the rules are shown and nobody is asked (WOC I.1, EGP I.1).
    #[default]
    Tacit,
    /// Whoever enters says so, and it is kept.
    Asked,
}

/// Computer programs as entrants (AGA, computer entrants). Sources: `entry.computers`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ComputerRules {
    /// They may not enter.
    pub banned: bool,
    /// The person who operates the program has to be named.
    pub operator_required: bool,
    /// The program and whoever operates it have to be members of the association, which their entry declares (AGA VI.C.3).
    pub members_only: bool,
    /// A human may refuse to be paired with one.
    pub may_be_refused: bool,
    /// Parameters change between rounds only, never while a board of the program is open.
    pub parameters_between_rounds_only: bool,
}

impl Default for ComputerRules {
    fn default() -> Self {
        Self {
            banned: false,
            operator_required: false,
            members_only: false,
            may_be_refused: false,
            parameters_between_rounds_only: true,
        }
    }
}

/// Who may enter and until when. Sources: `entry` and its fields (`entry.capacity`). The default lets
/// everybody enter until round 1 is published.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EntryRules {
    /// Who may put himself on the list.
    pub mode: EntryMode,
    /// How whoever enters comes to be bound by the rules.
    pub acceptance: RulesAcceptance,
    /// Who has not the federation's agreement yet holds his place and is not paired.
    pub federation_agreement: bool,
    /// What entering costs, amount and currency in the organiser's words ("EUR 20"); empty: nothing. No money is handled.
    pub fee: String,
    /// Who has not paid the fee holds his place and is not paired.
    pub paid_before_pairing: bool,
    /// Lowest rating; an entrant without a rating cannot enter where a bound is set.
    pub rating_from: Option<i32>,
    /// Highest rating.
    pub rating_to: Option<i32>,
    /// Only entrants whose federation number is confirmed.
    pub federation_number_required: bool,
    /// Most entrants who play at one time; `None`: as many as the platform takes.
    pub capacity: Option<u32>,
    /// Who comes when the tournament is full waits, and moves up when a place is free.
    pub waiting_list: bool,
    /// The last round a late entrant may begin with; 0 and 1: nobody enters once round 1 is published.
    pub late_entry_until_round: u32,
    /// What each round missed by a late entrant scores, in half-points (0 to 2).
    #[serde(deserialize_with = "HalfPoints::not_negative")]
    pub missed_rounds_half_points: HalfPoints,
    /// What a round scores from which an entrant was absent and had said so, in half-points (0 to 2).
    #[serde(deserialize_with = "HalfPoints::not_negative")]
    pub announced_absence_half_points: HalfPoints,
    /// How many announced absences of one entrant score; `None`: all.
    pub scored_absences: Option<u32>,
    /// Before which rounds entrants have to check in.
    pub check_in: CheckInPolicy,
    /// How many times an entrant may fail to appear before he counts as withdrawn; `None`: the director
    /// decides each time.
    pub no_shows_until_withdrawn: Option<u32>,
    /// Computer programs.
    pub computers: ComputerRules,
}
