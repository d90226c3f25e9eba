//! The preset `mso-round-robin`: Mind Sports Olympiad, round robin for two players.

use super::super::{ExtraRounds, RuleSet};
use super::mso_swiss::MSO_SOURCES;
use super::{Preset, house_defaults, round_robin, row, sources};
use crate::finals::FinalsFormat;
use crate::people::PenaltyRules;
use crate::rule_set::reading_texts::HOUSE_READINGS;
use crate::standings::RankingRules;

const NAME: &str = "mso-round-robin";

pub(super) const PRESET: Preset = Preset {
    name: NAME,
    title: "Mind Sports Olympiad, round robin",
    rule_set,
    readings: HOUSE_READINGS,
};

fn rule_set() -> RuleSet {
    let once = row(
        2,
        None,
        vec![round_robin(1)],
        FinalsFormat::none(),
        "MSO tie-breaking",
    );
    RuleSet {
        formats: vec![once],
        ranking: RankingRules::mso_round_robin(),
        extra_rounds: ExtraRounds::WhilePerfectScores,
        penalties: PenaltyRules::mind_sports(),
        sources: sources(MSO_SOURCES),
        ..house_defaults(NAME)
    }
}
