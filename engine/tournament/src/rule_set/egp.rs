//! The preset `egp-2020`: European Grand Prix rules 3.0 of 17/01/2020.

use super::{
    AbsencePolicy, DefaultPolicy, FormatRow, PassPolicy, RuleSet, Scoring, StageFormat,
    TimeControl, TimeControls,
};
use crate::finals::FinalsFormat;
use crate::people::{EntryRules, PenaltyRules, TeamRules};
use crate::standings::TieBreak;
use crate::swiss::PairingLevel;

pub(super) const NAME: &str = "egp-2020";

const MINUTE_MS: i64 = 60_000;

pub(super) fn egp_2020() -> RuleSet {
    RuleSet {
        name: NAME.to_owned(),
        version: 1,
        formats: formats(),
        rounds: None,
        finals: FinalsFormat::final_and_third_place(),
        time_controls: TimeControls {
            qualification: minutes(25),
            semi_finals: minutes(25),
            finals: minutes(30),
        },
        default_policy: DefaultPolicy::PlayOnForScore,
        absence_policy: AbsencePolicy::ClockOnly,
        pass_policy: PassPolicy::Explicit,
        scoring: Scoring {
            bye_discs: 40,
            brightwell_constant: 6,
        },
        tie_breaks: vec![
            TieBreak::Points,
            TieBreak::BrightwellQuotient,
            TieBreak::DiscCount,
            TieBreak::Lots,
        ],
        pairing_levels: vec![
            PairingLevel::Repeats,
            PairingLevel::Difference,
            PairingLevel::DifferenceSquares,
            PairingLevel::Colour,
            PairingLevel::Floats,
            PairingLevel::Alternation,
        ],
        entry: EntryRules::default(),
        teams: TeamRules::default(),
        penalties: PenaltyRules::othello(),
        round_notice_ms: 0,
        season_points: vec![200, 140, 90, 60, 40, 30, 20, 15, 10, 5],
        sources: SOURCES
            .iter()
            .map(|&(field, rule)| (field.to_owned(), rule.to_owned()))
            .collect(),
    }
}

const SOURCES: &[(&str, &str)] = &[
    ("formats", "EGP II.2"),
    ("finals", "EGP II.1"),
    ("time_controls.qualification", "EGP IV.1"),
    ("time_controls.semi_finals", "EGP IV.1"),
    ("time_controls.finals", "EGP IV.1"),
    ("default_policy", "EGP IV.6"),
    ("absence_policy", "EGP IV.6"),
    ("pass_policy", "EGP IV.4"),
    ("scoring.brightwell_constant", "EGP VI.2"),
    ("tie_breaks", "EGP II.3"),
    ("pairing_levels", "EGP II.4.1"),
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
    ("season_points", "EGP I.2.5"),
];

fn minutes(minutes: i64) -> TimeControl {
    TimeControl::SuddenDeath {
        main_ms: minutes * MINUTE_MS,
    }
}

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
        rule: "EGP II.2".to_owned(),
    };
    vec![
        row(2, Some(4), vec![round_robin(3)]),
        row(5, Some(6), vec![round_robin(2)]),
        row(7, Some(8), vec![round_robin(1), swiss(4, true)]),
        row(
            9,
            Some(10),
            vec![round_robin(1), StageFormat::SemiFinals { games: 2 }],
        ),
        row(11, Some(12), vec![round_robin(1)]),
        row(13, None, vec![swiss(11, false)]),
    ]
}
