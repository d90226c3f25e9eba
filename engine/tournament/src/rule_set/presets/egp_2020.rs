//! The preset `egp-2020`: European Grand Prix rules 3.0 of 17/01/2020.

use super::super::{
    AbsencePolicy, DefaultPolicy, ExtraRounds, FormatRow, PassPolicy, RuleSet, Scoring,
    StageFormat, TimeControl, TimeControls,
};
use super::sources;
use crate::finals::FinalsFormat;
use crate::lists::{PrizeRules, SeasonRules, TeamListRules};
use crate::pairing::{FirstRound, PairingModel, PairingRules, RoundRobinTable, StartingScores};
use crate::people::{EntryRules, PenaltyRules, TeamRules};
use crate::standings::{BrightwellConstant, RankingRules};
use crate::swiss::PairingLevel;

pub(super) const NAME: &str = "egp-2020";

pub(super) fn rule_set() -> RuleSet {
    RuleSet {
        name: NAME.to_owned(),
        based_on: NAME.to_owned(),
        version: 2,
        formats: formats(),
        rounds: None,
        time_controls: TimeControls {
            third_place: TimeControl::minutes(30),
            final_match: TimeControl::minutes(30),
            ..TimeControls::all(TimeControl::minutes(25))
        },
        default_policy: DefaultPolicy::PlayOnForScore,
        absence_policy: AbsencePolicy::ClockOnly,
        pass_policy: PassPolicy::Explicit,
        scoring: Scoring {
            bye_half_points: 2,
            bye_discs: 40,
            missed_round_half_points: 0,
            brightwell_constant: BrightwellConstant::Fixed { constant: 6 },
        },
        ranking: RankingRules::brightwell(),
        pairing: PairingRules {
            model: PairingModel::Levels {
                levels: vec![
                    PairingLevel::Repeats,
                    PairingLevel::Difference,
                    PairingLevel::DifferenceSquares,
                    PairingLevel::Colour,
                    PairingLevel::Floats,
                    PairingLevel::Alternation,
                ],
                modified_levels: Vec::new(),
            },
            first_round: FirstRound::Random,
            round_robin_table: RoundRobinTable::Circle,
            start: StartingScores::None,
        },
        extra_rounds: ExtraRounds::None,
        entry: EntryRules::default(),
        teams: TeamRules::default(),
        team_list: TeamListRules::default(),
        penalties: PenaltyRules::othello(),
        round_notice_ms: 0,
        prizes: PrizeRules::default(),
        season: SeasonRules::european_grand_prix(),
        sources: sources(SOURCES),
    }
}

const SOURCES: &[(&str, &str)] = &[
    ("formats", "EGP II.2"),
    ("finals", "EGP II.1"),
    ("time_controls.qualification", "EGP IV.1"),
    ("time_controls.semi_finals", "EGP IV.1"),
    ("time_controls.third_place", "EGP IV.1"),
    ("time_controls.final", "EGP IV.1"),
    ("default_policy", "EGP IV.6"),
    ("absence_policy", "EGP IV.6"),
    ("pass_policy", "EGP IV.4"),
    ("scoring.brightwell_constant", "EGP VI.2"),
    ("ranking", "EGP II.3"),
    ("pairing.model", "EGP II.4.1"),
    ("withdrawal", "EGP II.6"),
    ("officials.head_director", "EGP I.2.3"),
    ("penalties", "EGP V.1"),
    ("penalties.known", "EGP V.2"),
    ("penalties.time", "EGP V.2.a"),
    ("penalties.final_score", "EGP V.2.b"),
    ("penalties.draw", "EGP V.2.c"),
    ("penalties.loss_of_game", "EGP V.2.c"),
    ("penalties.room_expulsion", "EGP V.2.d"),
    ("penalties.expulsion", "EGP V.2.e"),
    ("season", "EGP I.2.5"),
];

fn formats() -> Vec<FormatRow> {
    let swiss = |rounds, continues| StageFormat::Swiss {
        rounds,
        modified: false,
        continues,
    };
    let round_robin = |cycles| StageFormat::RoundRobin { cycles };
    let row = |from_entrants, to_entrants, stages| FormatRow {
        from_entrants,
        to_entrants,
        stages,
        finals: FinalsFormat::final_and_third_place(),
        rule: "EGP II.2".to_owned(),
    };
    vec![
        row(2, Some(4), vec![round_robin(3)]),
        row(5, Some(6), vec![round_robin(2)]),
        row(7, Some(8), vec![round_robin(1), swiss(4, true)]),
        row(9, Some(10), vec![round_robin(1)]),
        row(11, Some(12), vec![round_robin(1)]),
        row(13, None, vec![swiss(11, false)]),
    ]
}
