//! Until when each field of a rule set may be changed: one table.

use super::RuleSet;
use super::readings::{at, fields};
use crate::refusals::AmendmentsRefusal;

/// What fixes a field. After it the field stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Nothing: it holds from the next round on, or from now on where it is about no round.
    AnyTime,
    /// Nothing by itself; the stages that come of it are judged.
    Stages,
    /// Round 1: the text that the event is held by.
    Text,
    /// Round 1: the variant of the game.
    Variant,
    /// Round 1: the teams (WOC I.2.2).
    Teams,
    /// Round 1: how it is paired.
    FirstRound,
    /// Round 1: what is announced before it.
    Announcements,
    /// The chairs of a round robin.
    Chairs,
    /// The scores before the first round.
    StartingScores,
    /// The first bye.
    Byes,
    /// The first round that somebody missed.
    MissedRounds,
    /// An appeal, a protest or a proposed penalty that waits for its decision, by the rules of when it was filed.
    Proceedings,
    /// Lots, or the list that the finals go by.
    List,
}

/// What an event has given already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Given {
    pub chairs: bool,
    pub starting_scores: bool,
    pub byes: bool,
    pub missed_rounds: bool,
    pub proceedings: bool,
    pub list: bool,
}

/// Every field, or its parts.
const FIELDS: &[(&str, Until)] = &[
    ("name", Until::AnyTime),
    ("based_on", Until::Text),
    ("version", Until::Text),
    ("formats", Until::Stages),
    ("other_formats", Until::AnyTime),
    ("rounds", Until::Stages),
    ("time_controls", Until::AnyTime),
    ("shortest_main_ms", Until::AnyTime),
    ("default_policy", Until::AnyTime),
    ("absence_policy", Until::AnyTime),
    ("pass_policy", Until::AnyTime),
    ("premoves", Until::AnyTime),
    ("lag_credit", Until::AnyTime),
    ("director_call", Until::AnyTime),
    ("spectators", Until::AnyTime),
    ("spectator_chat", Until::AnyTime),
    ("spectator_chat_shown", Until::AnyTime),
    ("confirm_within_ms", Until::AnyTime),
    ("freeze_on_mass_stall", Until::AnyTime),
    ("single_official", Until::AnyTime),
    ("over_the_board", Until::AnyTime),
    ("variant", Until::Variant),
    ("scoring.bye_half_points", Until::Byes),
    ("scoring.bye_discs", Until::Byes),
    ("scoring.missed_round_half_points", Until::MissedRounds),
    ("scoring.brightwell_constant", Until::List),
    ("ranking", Until::List),
    ("pairing.model", Until::AnyTime),
    ("pairing.first_round", Until::FirstRound),
    ("pairing.round_robin_table", Until::Chairs),
    ("pairing.start", Until::StartingScores),
    ("extra_rounds", Until::List),
    ("entry", Until::AnyTime),
    ("category_titles", Until::List),
    ("duties", Until::AnyTime),
    ("teams", Until::Teams),
    ("team_list", Until::AnyTime),
    ("penalties", Until::Proceedings),
    ("offices", Until::AnyTime),
    ("round_notice_ms", Until::AnyTime),
    ("timetable", Until::AnyTime),
    ("announced_before_round_one", Until::Announcements),
    ("prizes", Until::AnyTime),
    ("season", Until::AnyTime),
    ("sources", Until::Text),
];

/// The fields that the table has, each by its path: one for every field of a rule set, or for each of its parts.
pub fn changeable_fields() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(path, _)| *path)
}

impl Until {
    fn refusal(self, given: Given, field: &str) -> Option<AmendmentsRefusal> {
        let field = field.to_owned();
        Some(match self {
            Self::AnyTime | Self::Stages => return None,
            Self::Text => AmendmentsRefusal::TextFixed { field },
            Self::Variant => AmendmentsRefusal::VariantFixed,
            Self::Teams => AmendmentsRefusal::TeamsFixed,
            Self::FirstRound => AmendmentsRefusal::FirstRoundPaired,
            Self::Announcements => AmendmentsRefusal::AnnouncementsOver,
            Self::Chairs if given.chairs => AmendmentsRefusal::ChairsDrawn,
            Self::StartingScores if given.starting_scores => AmendmentsRefusal::StartingScoresFixed,
            Self::Byes if given.byes => AmendmentsRefusal::ByesGiven { field },
            Self::MissedRounds if given.missed_rounds => AmendmentsRefusal::MissedRoundsScored,
            Self::Proceedings if given.proceedings => AmendmentsRefusal::ProceedingsOpen,
            Self::List if given.list => AmendmentsRefusal::ListFixed { field },
            Self::Chairs
            | Self::StartingScores
            | Self::Byes
            | Self::MissedRounds
            | Self::Proceedings
            | Self::List => return None,
        })
    }
}

/// Checks that what differs in amended rules may still differ, once round 1 is published. Which stages come of them is not
/// judged here.
///
/// # Errors
/// The refusal of the first field that stands.
pub(crate) fn check_changes(
    before: &RuleSet,
    after: &RuleSet,
    given: Given,
) -> Result<(), AmendmentsRefusal> {
    let (old, new) = (fields(before), fields(after));
    let mut changed = FIELDS
        .iter()
        .filter(|(path, _)| at(&old, path) != at(&new, path));
    match changed.find_map(|(path, until)| until.refusal(given, path)) {
        None => Ok(()),
        Some(refusal) => Err(refusal),
    }
}
