//! The preset `egp-2020`: European Grand Prix rules 3.0 of 17/01/2020.

use super::super::{
    FormatRow, PassPolicy, RuleSet, Scoring, StageFormat, TimeControl, TimeControls, TimetableRules,
};
use super::{Preset, house_defaults, round_robin, row, sources, swiss};
use crate::finals::{FinalsFormat, egp_finals_sources};
use crate::lists::{Duty, SeasonRules};
use crate::people::OfficeRules;
use crate::rule_set::reading_texts::EGP_READINGS;
use crate::standings::BrightwellConstant;

const NAME: &str = "egp-2020";

pub(super) const PRESET: Preset = Preset {
    name: NAME,
    title: "European Grand Prix 2020",
    rule_set,
    readings: EGP_READINGS,
};

pub(super) fn rule_set() -> RuleSet {
    let house = house_defaults(NAME);
    let mut all_sources = sources(SOURCES);
    all_sources.extend(sources(egp_finals_sources()));
    RuleSet {
        formats: formats(),
        other_formats: other_formats(),
        time_controls: TimeControls {
            third_place: TimeControl::minutes(30),
            final_match: TimeControl::minutes(30),
            ..TimeControls::all(TimeControl::minutes(25))
        },
        shortest_main_ms: TimeControl::minutes(25).main_ms(),
        pass_policy: PassPolicy::Explicit,
        scoring: Scoring {
            brightwell_constant: BrightwellConstant::Fixed { constant: 6 },
            ..house.scoring
        },
        season: SeasonRules::european_grand_prix(),
        duties: Duty::european_grand_prix(),
        timetable: TimetableRules::egp(),
        offices: OfficeRules::othello(),
        sources: all_sources,
        ..house
    }
}

const SOURCES: &[(&str, &str)] = &[
    ("formats", "EGP II.2"),
    ("timetable", "EGP II.1"),
    ("time_controls.qualification", "EGP IV.1"),
    ("time_controls.playoffs", "EGP IV.1"),
    ("time_controls.semi_finals", "EGP IV.1"),
    ("time_controls.third_place", "EGP IV.1"),
    ("time_controls.final", "EGP IV.1"),
    ("time_controls.womens_playoffs", "EGP IV.1"),
    ("time_controls.womens_final", "EGP IV.1"),
    ("shortest_main_ms", "EGP IV.1"),
    ("default_policy", "EGP IV.6"),
    ("absence_policy", "EGP IV.6"),
    ("pass_policy", "EGP IV.4"),
    ("premoves", "EGP IV.4"),
    ("director_call.stops_clocks", "EGP IV.2"),
    ("spectator_chat", "EGP I.3.5"),
    ("confirm_within_ms", "EGP IV.8"),
    ("variant", "EGP IV.8"),
    ("scoring.brightwell_constant", "EGP VI.2"),
    ("scoring.missed_round_half_points", "EGP VI.3"),
    ("scoring.bye_half_points", "EGP II.6"),
    ("scoring.bye_discs", "EGP VI.3"),
    ("ranking", "EGP II.3"),
    ("pairing.model", "EGP II.4.1"),
    ("pairing.round_robin_table", "EGP II.4.2"),
    ("pairing.first_round", "EGP II.4.1"),
    ("pairing.start", "EGP II.3"),
    ("extra_rounds", "EGP II.2"),
    ("penalties", "EGP V.2"),
    ("penalties.imposed_by", "EGP V.1"),
    ("penalties.appeals", "EGP V.1"),
    ("offices.clocks", "EGP IV.7"),
    ("entry.mode", "EGP I.2.4"),
    ("entry.acceptance", "EGP I.1"),
    ("entry.federation_agreement", "EGP I.2.4"),
    ("registration", "EGP I.2.4"),
    ("season", "EGP I.2.5"),
    ("duties", "EGP I.2.3, II.4.3"),
    ("officials", "EGP I.2.3"),
    ("withdrawal", "EGP II.6"),
    ("results", "EGP IV.8"),
    ("resignation", "EGP IV.8"),
    ("lots", "EGP II.3"),
    ("byes", "EGP II.6"),
    ("colour_choice", "EGP IV.9"),
    ("defective_clock", "EGP IV.7"),
    ("protests", "EGP V.1"),
    ("consultation", "EGP I.3.2"),
    ("spectators", "EGP I.3.5"),
    ("pairing_program", "EGP II.4.3"),
    ("time_default", "EGP IV.6"),
];

fn formats() -> Vec<FormatRow> {
    let last = FinalsFormat::final_and_third_place();
    let row = |from, to, stages, finals| row(from, to, stages, finals, "EGP II.2");
    let part_two = StageFormat::Swiss {
        rounds: 4,
        modified: false,
        continues: true,
    };
    vec![
        row(2, Some(4), vec![round_robin(3)], last),
        row(5, Some(6), vec![round_robin(2)], last),
        row(7, Some(8), vec![round_robin(1), part_two], last),
        row(
            9,
            Some(10),
            vec![round_robin(1)],
            FinalsFormat::egp_with_semi_finals(),
        ),
        row(11, Some(12), vec![round_robin(1)], last),
        row(13, None, vec![swiss(11)], last),
    ]
}

/// EGP II.5 has semi-finals from 10 players up, the table of II.2 with 9 and 10 only.
fn other_formats() -> Vec<FormatRow> {
    let last = FinalsFormat::final_and_third_place();
    let semi_finals = FinalsFormat {
        side_swiss: None,
        ..FinalsFormat::egp_with_semi_finals()
    };
    let row = |from, to, stages, finals| row(from, to, stages, finals, "EGP II.5");
    vec![
        row(9, Some(9), vec![round_robin(1)], last),
        row(11, Some(12), vec![round_robin(1)], semi_finals),
        row(13, None, vec![swiss(11)], semi_finals),
    ]
}
