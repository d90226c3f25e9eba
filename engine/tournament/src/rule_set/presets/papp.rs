//! The preset `papp`: the practice of the pairing program PAPP.

use super::super::{RuleSet, Scoring, StageFormat};
use super::{Preset, house_defaults, row, sources};
use crate::finals::FinalsFormat;
use crate::lists::TeamListRules;
use crate::pairing::{PairingModel, PairingRules, RoundRobinTable};
use crate::papp::PappPenalties;
use crate::rule_set::reading_texts::PAPP_READINGS;
use crate::standings::{BrightwellConstant, RankingRules, TieBreak};

const NAME: &str = "papp";

pub(super) const PRESET: Preset = Preset {
    name: NAME,
    title: "PAPP",
    rule_set,
    readings: PAPP_READINGS,
};

fn rule_set() -> RuleSet {
    let house = house_defaults(NAME);
    let any = row(
        2,
        None,
        vec![StageFormat::RoundRobinOrSwiss { rounds: 7 }],
        FinalsFormat::none(),
        "PAPP",
    );
    RuleSet {
        formats: vec![any],
        scoring: Scoring {
            brightwell_constant: BrightwellConstant::PappDefault,
            ..house.scoring
        },
        ranking: RankingRules {
            tie_breaks: vec![
                TieBreak::Points,
                TieBreak::BrightwellQuotient,
                TieBreak::DiscCount,
            ],
            ..RankingRules::brightwell()
        },
        pairing: PairingRules {
            model: PairingModel::Papp(PappPenalties::default()),
            round_robin_table: RoundRobinTable::Papp,
            ..house.pairing
        },
        team_list: TeamListRules::papp(),
        sources: sources(SOURCES),
        ..house
    }
}

const SOURCES: &[(&str, &str)] = &[
    ("scoring.bye_half_points", "PAPP"),
    ("scoring.bye_discs", "PAPP"),
    ("scoring.missed_round_half_points", "PAPP"),
    ("scoring.brightwell_constant", "PAPP"),
    ("ranking", "PAPP"),
    ("pairing.model", "PAPP"),
    ("pairing.round_robin_table", "PAPP"),
    ("team_list", "PAPP"),
];
