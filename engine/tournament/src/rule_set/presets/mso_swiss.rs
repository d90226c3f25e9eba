//! The preset `mso-swiss`: Mind Sports Olympiad, Swiss format for two players.

use super::super::{ExtraRounds, RuleSet};
use super::{Preset, house_defaults, sources};
use crate::people::PenaltyRules;
use crate::rule_set::reading_texts::HOUSE_READINGS;
use crate::standings::RankingRules;

const NAME: &str = "mso-swiss";

pub(super) const PRESET: Preset = Preset {
    name: NAME,
    title: "Mind Sports Olympiad, Swiss",
    rule_set,
    readings: HOUSE_READINGS,
};

fn rule_set() -> RuleSet {
    RuleSet {
        ranking: RankingRules::mso_swiss(),
        extra_rounds: ExtraRounds::WhilePerfectScores,
        penalties: PenaltyRules::mind_sports(),
        sources: sources(MSO_SOURCES),
        ..house_defaults(NAME)
    }
}

/// Shared by both formats of the Olympiad.
pub(super) const MSO_SOURCES: &[(&str, &str)] = &[
    ("ranking", "MSO tie-breaking"),
    ("extra_rounds", "MSO perfect scores"),
    ("penalties", "MSO 5.1"),
    ("penalties.reviewed", "MSO 5.2"),
    ("penalties.appeals", "MSO 4.3"),
    ("protests", "MSO 4.2"),
    ("officials", "MSO 3.1"),
    ("season", "MSO tie-breaking"),
    ("resignation", "MSO 2.5"),
    ("draws", "MSO 2.6"),
    ("consultation", "MSO 2.3"),
    ("spectators", "MSO 1.3"),
    ("simultaneous_play", "MSO 6.3"),
];
