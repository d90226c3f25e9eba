//! The preset `woc-2024`: World Othello Championship rules of 2024.

use super::super::{
    FormatRow, PassPolicy, RuleSet, Scoring, StageFormat, TimeControl, TimeControls, TimetableRules,
};
use super::{
    Preset, house_defaults, modified_levels, round_robin, row, sources, swiss, unmodified_levels,
};
use crate::finals::{FinalsFormat, woc_finals_sources};
use crate::lists::{Duty, TeamListRules};
use crate::pairing::{FirstRound, PairingModel, PairingRules};
use crate::people::{OfficeRules, TeamRules};
use crate::rule_set::reading_texts::WOC_READINGS;
use crate::standings::BrightwellConstant;
use crate::swiss::PairingLevel;

const NAME: &str = "woc-2024";

pub(super) const PRESET: Preset = Preset {
    name: NAME,
    title: "World Othello Championship 2024",
    rule_set,
    readings: WOC_READINGS,
};

fn rule_set() -> RuleSet {
    let house = house_defaults(NAME);
    let with_country = |mut levels: Vec<PairingLevel>| {
        levels.push(PairingLevel::Country);
        levels
    };
    let mut all_sources = sources(SOURCES);
    all_sources.extend(sources(woc_finals_sources()));
    RuleSet {
        formats: formats(),
        time_controls: TimeControls {
            semi_finals: TimeControl::minutes(35),
            third_place: TimeControl::minutes(35),
            final_match: TimeControl::minutes(40),
            womens_final: TimeControl::minutes(40),
            ..TimeControls::all(TimeControl::minutes(30))
        },
        shortest_main_ms: TimeControl::minutes(25).main_ms(),
        pass_policy: PassPolicy::Explicit,
        scoring: Scoring {
            brightwell_constant: BrightwellConstant::Fixed { constant: 6 },
            ..house.scoring
        },
        pairing: PairingRules {
            model: PairingModel::Levels {
                levels: with_country(unmodified_levels()),
                modified_levels: with_country(modified_levels()),
            },
            first_round: FirstRound::WocGroups,
            ..house.pairing
        },
        teams: TeamRules::woc(),
        team_list: TeamListRules::world_championship(),
        duties: Duty::world_championship(),
        timetable: TimetableRules::woc(),
        offices: OfficeRules::othello(),
        sources: all_sources,
        ..house
    }
}

const SOURCES: &[(&str, &str)] = &[
    ("formats", "WOC II.2"),
    ("timetable", "WOC II.2"),
    ("time_controls.qualification", "WOC IV.1"),
    ("time_controls.playoffs", "WOC IV.1"),
    ("time_controls.semi_finals", "WOC IV.1"),
    ("time_controls.third_place", "WOC IV.1"),
    ("time_controls.final", "WOC IV.1"),
    ("time_controls.womens_playoffs", "WOC IV.1"),
    ("time_controls.womens_final", "WOC IV.1"),
    ("shortest_main_ms", "WOC IV.1"),
    ("default_policy", "WOC IV.6"),
    ("absence_policy", "WOC IV.6"),
    ("pass_policy", "WOC IV.4"),
    ("premoves", "WOC IV.4"),
    ("director_call.stops_clocks", "WOC IV.2"),
    ("spectator_chat", "WOC I.5"),
    ("confirm_within_ms", "WOC IV.8"),
    ("variant", "WOC IV.8"),
    ("scoring.brightwell_constant", "WOC A.2"),
    ("scoring.missed_round_half_points", "WOC A.3"),
    ("scoring.bye_half_points", "WOC II.7"),
    ("scoring.bye_discs", "WOC A.3"),
    ("ranking", "WOC II.3.1"),
    ("pairing.model", "WOC II.6.2"),
    ("pairing.first_round", "WOC II.6.1"),
    ("pairing.round_robin_table", "WOC II.2"),
    ("pairing.start", "WOC II.3.1"),
    ("extra_rounds", "WOC II.2"),
    ("penalties", "WOC V.2"),
    ("penalties.imposed_by", "WOC V.1"),
    ("penalties.appeals", "WOC V.1"),
    ("offices.clocks", "WOC IV.7"),
    ("entry.acceptance", "WOC I.1"),
    ("registration", "WOC I.2.1"),
    ("teams", "WOC I.2.2"),
    ("teams.contact_person_players", "WOC I.2.1"),
    ("teams.citizens_or_residents", "WOC I.2.3"),
    ("teams.residence_days", "WOC I.2.3"),
    ("teams.application_days", "WOC I.2.1"),
    ("teams.host_additional_player", "WOC II.2"),
    ("team_list", "WOC II.4"),
    ("duties", "WOC I.2.3"),
    ("table_judges", "WOC IV.2"),
    ("officials", "WOC I.3"),
    ("withdrawal", "WOC II.7"),
    ("results", "WOC IV.8"),
    ("resignation", "WOC IV.8"),
    ("lots", "WOC II.3.1"),
    ("byes", "WOC II.7"),
    ("additional_player", "WOC II.2"),
    ("colour_choice", "WOC IV.9"),
    ("accommodation", "WOC IV.10"),
    ("defective_clock", "WOC IV.7"),
    ("protests", "WOC V.1"),
    ("consultation", "WOC I.4.2"),
    ("spectators", "WOC I.5"),
    ("time_default", "WOC IV.6"),
];

fn formats() -> Vec<FormatRow> {
    let row = |from, to, stage| row(from, to, vec![stage], FinalsFormat::woc(), "WOC II.2");
    let modified = StageFormat::Swiss {
        rounds: 13,
        modified: true,
        continues: false,
    };
    vec![
        row(2, Some(8), round_robin(2)),
        row(9, Some(14), round_robin(1)),
        row(15, Some(24), modified),
        row(25, None, swiss(13)),
    ]
}
