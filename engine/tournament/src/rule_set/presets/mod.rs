//! The presets: one file each, every value with its source, and the readings of silent paragraphs.

mod aga_mcmahon;
mod aga_swiss;
mod club;
mod egp_2020;
mod mso_round_robin;
mod mso_swiss;
mod papp;
mod woc_2024;

use std::collections::BTreeMap;

use super::reading_texts::ReadingText;
use super::{
    AbsencePolicy, DefaultPolicy, DirectorCall, ExtraRounds, FormatRow, LagCredit, PassPolicy,
    RuleSet, Scoring, Spectators, StageFormat, TimeControl, TimeControls, TimetableRules, Variant,
};
use crate::finals::FinalsFormat;
use crate::half_points::HalfPoints;
use crate::lists::{PrizeRules, SeasonRules, TeamListRules};
use crate::pairing::{FirstRound, PairingModel, PairingRules, RoundRobinTable, StartingScores};
use crate::people::{EntryRules, OfficeRules, PenaltyRules, TeamRules};
use crate::plan::HOUSE;
use crate::standings::{BrightwellConstant, RankingRules};
use crate::swiss::PairingLevel;

/// A preset with what is shown about it.
pub(super) struct Preset {
    pub name: &'static str,
    pub title: &'static str,
    pub rule_set: fn() -> RuleSet,
    pub readings: &'static [ReadingText],
}

const MINUTE_MS: i64 = 60_000;

const PRESETS: &[Preset] = &[
    egp_2020::PRESET,
    woc_2024::PRESET,
    mso_swiss::PRESET,
    mso_round_robin::PRESET,
    aga_swiss::PRESET,
    aga_mcmahon::PRESET,
    papp::PRESET,
    club::PRESET,
];

pub(super) fn egp_2020() -> RuleSet {
    egp_2020::rule_set()
}

pub(super) fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

pub(super) fn preset(name: &str) -> Option<RuleSet> {
    find(name).map(|preset| (preset.rule_set)())
}

pub(super) fn names() -> Vec<&'static str> {
    PRESETS.iter().map(|preset| preset.name).collect()
}

/// What holds where a text says nothing: a Swiss system with its unmodified levels and short round
/// robins for few entrants, no finals.
fn house_defaults(name: &str) -> RuleSet {
    RuleSet {
        name: name.to_owned(),
        based_on: name.to_owned(),
        version: 7,
        formats: swiss_formats(),
        other_formats: Vec::new(),
        rounds: None,
        time_controls: TimeControls::all(TimeControl::minutes(30)),
        shortest_main_ms: 0,
        default_policy: DefaultPolicy::PlayOnForScore,
        absence_policy: AbsencePolicy::ClockOnly,
        pass_policy: PassPolicy::Automatic,
        premoves: false,
        lag_credit: LagCredit {
            per_move_ms: 1_000,
            per_game_ms: 10_000,
            covers_reading: true,
        },
        director_call: DirectorCall {
            stops_clocks: true,
            longest_ms: 10 * MINUTE_MS,
            most_per_player: 3,
            hides_board: true,
        },
        spectators: Spectators::On,
        spectator_chat: true,
        spectator_chat_shown: false,
        confirm_within_ms: 5 * MINUTE_MS,
        freeze_on_mass_stall: false,
        single_official: false,
        over_the_board: false,
        variant: Variant::default(),
        scoring: Scoring {
            bye_half_points: HalfPoints::WIN,
            bye_discs: 40,
            missed_round_half_points: HalfPoints::ZERO,
            brightwell_constant: BrightwellConstant::SquaresOverRounds,
        },
        ranking: RankingRules::brightwell(),
        pairing: PairingRules {
            model: PairingModel::Levels {
                levels: unmodified_levels(),
                modified_levels: modified_levels(),
            },
            first_round: FirstRound::Random,
            round_robin_table: RoundRobinTable::Circle,
            start: StartingScores::None,
        },
        extra_rounds: ExtraRounds::None,
        entry: EntryRules::default(),
        teams: TeamRules::default(),
        team_list: TeamListRules::default(),
        penalties: PenaltyRules::default(),
        offices: OfficeRules::default(),
        round_notice_ms: 5 * MINUTE_MS,
        category_titles: Vec::new(),
        timetable: TimetableRules::default(),
        announced_before_round_one: Vec::new(),
        prizes: PrizeRules::default(),
        season: SeasonRules::none(),
        duties: Vec::new(),
        sources: BTreeMap::new(),
    }
}

fn unmodified_levels() -> Vec<PairingLevel> {
    vec![
        PairingLevel::Repeats,
        PairingLevel::Difference,
        PairingLevel::DifferenceSquares,
        PairingLevel::Colour,
        PairingLevel::Floats,
        PairingLevel::Alternation,
    ]
}

fn modified_levels() -> Vec<PairingLevel> {
    vec![
        PairingLevel::ThirdMeetings,
        PairingLevel::Difference,
        PairingLevel::DifferenceSquares,
        PairingLevel::Repeats,
        PairingLevel::Colour,
        PairingLevel::Floats,
        PairingLevel::Alternation,
    ]
}

/// Rounds that leave few perfect scores, and a full round robin where it takes no more.
fn swiss_formats() -> Vec<FormatRow> {
    let row = |from, to, stage| row(from, to, vec![stage], FinalsFormat::none(), HOUSE);
    vec![
        row(2, Some(4), round_robin(2)),
        row(5, Some(6), round_robin(1)),
        row(7, Some(16), swiss(5)),
        row(17, Some(64), swiss(7)),
        row(65, Some(256), swiss(9)),
        row(257, None, swiss(11)),
    ]
}

fn row(
    from_entrants: u32,
    to_entrants: Option<u32>,
    stages: Vec<StageFormat>,
    finals: FinalsFormat,
    rule: &str,
) -> FormatRow {
    FormatRow {
        from_entrants,
        to_entrants,
        stages,
        finals,
        rule: rule.to_owned(),
    }
}

fn round_robin(cycles: u32) -> StageFormat {
    StageFormat::RoundRobin { cycles }
}

fn swiss(rounds: u32) -> StageFormat {
    StageFormat::Swiss {
        rounds,
        modified: false,
        continues: false,
    }
}

fn sources(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|&(key, rule)| (key.to_owned(), rule.to_owned()))
        .collect()
}
