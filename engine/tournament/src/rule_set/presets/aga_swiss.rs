//! The preset `aga-swiss`: American Go Association tournament rules, Swiss system.

use super::super::{AnnouncementKind, FormatRow, RuleSet};
use super::{Preset, house_defaults, sources, swiss_formats};
use crate::finals::FinalsFormat;
use crate::people::{ComputerRules, EntryRules, PenaltyRules};
use crate::rule_set::readings::HOUSE_READINGS;
use crate::standings::RankingRules;

const NAME: &str = "aga-swiss";

const TEN_MINUTES_MS: i64 = 10 * 60_000;

pub(super) const PRESET: Preset = Preset {
    name: NAME,
    title: "AGA, Swiss",
    rule_set,
    readings: HOUSE_READINGS,
};

fn rule_set() -> RuleSet {
    aga(NAME)
}

/// What both systems of the association share.
pub(super) fn aga(name: &str) -> RuleSet {
    RuleSet {
        formats: formats(),
        ranking: RankingRules::aga(),
        entry: EntryRules {
            computers: ComputerRules {
                operator_required: true,
                may_be_refused: true,
                ..ComputerRules::default()
            },
            ..EntryRules::default()
        },
        penalties: PenaltyRules::aga(),
        announced_before_round_one: vec![AnnouncementKind::TimeRules, AnnouncementKind::Monitors],
        round_notice_ms: TEN_MINUTES_MS,
        sources: sources(SOURCES),
        ..house_defaults(name)
    }
}

const SOURCES: &[(&str, &str)] = &[
    ("ranking", "AGA tie-breaking"),
    ("finals", "AGA tie-breaking"),
    ("finals.tie_playoffs", "AGA tie-breaking"),
    ("announced_before_round_one", "AGA V.E"),
    ("announced_before_round_one.time_rules", "AGA V.E.2"),
    ("announced_before_round_one.monitors", "AGA V.E.13.d"),
    ("round_notice_ms", "AGA V.E.3"),
    ("director_call.stops_clocks", "AGA V.E.10"),
    ("entry.computers", "AGA VI.C"),
    ("penalties", "AGA III"),
    ("penalties.appeals", "AGA IV.D"),
    ("protests", "AGA IV.D"),
    ("prizes", "AGA VI.B"),
    ("officials", "AGA III"),
    ("lots", "AGA tie-breaking"),
    ("adjournment", "AGA V.C"),
    ("resignation", "AGA V.B.9"),
    ("consultation", "AGA V.A.5"),
    ("time_default", "AGA V.E"),
];

fn formats() -> Vec<FormatRow> {
    swiss_formats()
        .into_iter()
        .map(|row| FormatRow {
            finals: FinalsFormat::tie_playoffs_only(),
            ..row
        })
        .collect()
}
