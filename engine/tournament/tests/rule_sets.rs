//! The preset, its formats by number of entrants, and what departs from its text.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use outflank_tournament::*;

fn with_rounds(rounds: u32) -> RuleSet {
    RuleSet {
        rounds: Some(rounds),
        ..RuleSet::egp_2020()
    }
}

fn round_robin(cycles: u32, rounds: u32) -> PlannedStage {
    PlannedStage::RoundRobin { cycles, rounds }
}

fn swiss(rounds: u32) -> PlannedStage {
    PlannedStage::Swiss {
        rounds,
        modified: false,
        continues: false,
    }
}

/// EGP II.2, and 4.1 for fewer rounds.
#[test]
fn formats_by_number_of_entrants() {
    let table = [
        (2, round_robin(3, 3)),
        (3, round_robin(3, 9)),
        (4, round_robin(3, 9)),
        (5, round_robin(2, 10)),
        (6, round_robin(2, 10)),
        (11, round_robin(1, 11)),
        (12, round_robin(1, 11)),
        (13, swiss(11)),
        (64, swiss(11)),
        (1024, swiss(11)),
    ];
    for (entrants, stage) in table {
        let plan = stage_plan(&RuleSet::egp_2020(), entrants).unwrap();
        assert_eq!(plan.stages, [stage], "{entrants} entrants");
        assert_eq!(plan.departures, []);
        assert_eq!(plan.finals, FinalsFormat::final_and_third_place());
        assert_eq!(plan.rule, "EGP II.2");
    }
}

#[test]
fn numbers_without_a_format_are_refused() {
    let table = [
        (0, "too_few_entrants", None),
        (1, "too_few_entrants", None),
        (1025, "too_many_entrants", None),
        (u32::MAX, "too_many_entrants", None),
    ];
    for (entrants, code, rule) in table {
        let refusal = stage_plan(&RuleSet::egp_2020(), entrants).unwrap_err();
        assert_eq!(
            (refusal.code.as_str(), refusal.rule.as_deref()),
            (code, rule),
            "{entrants}"
        );
        assert!(refusal.detail.ends_with('.'));
    }
}

#[test]
fn a_directors_number_of_rounds() {
    let table = [
        (12, 10, swiss(10), true),
        (12, 11, round_robin(1, 11), false),
        (11, 10, swiss(10), true),
        (13, 11, swiss(11), false),
        (13, 9, swiss(9), true),
        (13, 13, round_robin(1, 13), true),
        (20, 5, swiss(5), true),
        (6, 10, round_robin(2, 10), false),
        (6, 5, round_robin(1, 5), true),
        (8, 7, round_robin(1, 7), true),
        (8, 4, swiss(4), true),
        (2, 1, round_robin(1, 1), true),
    ];
    for (entrants, rounds, stage, departs) in table {
        let plan = stage_plan(&with_rounds(rounds), entrants).unwrap();
        assert_eq!(plan.stages, [stage], "{entrants} entrants, {rounds} rounds");
        assert_eq!(
            plan.departures.len(),
            usize::from(departs),
            "{entrants} entrants, {rounds} rounds"
        );
        assert!(
            plan.departures
                .iter()
                .all(|found| found.rule.as_deref() == Some("EGP II.2"))
        );
    }
    assert_eq!(
        stage_plan(&with_rounds(7), 6).unwrap_err().code,
        "rounds_not_whole_cycles"
    );
}

#[test]
fn rounds_belong_to_stages() {
    let plan = stage_plan(&RuleSet::egp_2020(), 5).unwrap();
    assert_eq!(plan.stage_of(0), None);
    assert_eq!(
        plan.stage_of(1).map(|(index, _, within)| (index, within)),
        Some((0, 1))
    );
    assert_eq!(
        plan.stage_of(10).map(|(index, _, within)| (index, within)),
        Some((0, 10))
    );
    assert_eq!(plan.stage_of(11), None);
    assert_eq!(plan.stage_of(u32::MAX), None);
}

#[test]
fn the_preset_conforms_and_changes_are_named() {
    let egp = RuleSet::egp_2020();
    assert_eq!(departures(&egp), []);
    check_rule_set(&egp).unwrap();
    let changed = |change: &dyn Fn(&mut RuleSet)| {
        let mut rules = RuleSet::egp_2020();
        change(&mut rules);
        check_rule_set(&rules).unwrap();
        departures(&rules)
            .into_iter()
            .map(|found| (found.value, found.rule.unwrap_or_default()))
            .collect::<Vec<_>>()
    };
    let time = |minutes: i64| TimeControl::SuddenDeath {
        main_ms: minutes * 60_000,
    };
    let named = |value: &str, rule: &str| vec![(value.to_owned(), rule.to_owned())];
    assert_eq!(
        changed(&|rules| rules.time_controls.qualification = time(24)),
        named("time_controls.qualification", "EGP IV.1")
    );
    assert_eq!(
        changed(&|rules| rules.time_controls.qualification = time(30)),
        []
    );
    assert_eq!(
        changed(&|rules| rules.time_controls.final_match = time(25)),
        [],
        "25 minutes are the least for any game"
    );
    assert_eq!(
        changed(&|rules| rules.formats[0].finals = FinalsFormat::none()),
        named("finals", "EGP II.1")
    );
    assert_eq!(
        changed(
            &|rules| rules.scoring.brightwell_constant = BrightwellConstant::Fixed { constant: 5 }
        ),
        named("scoring.brightwell_constant", "EGP VI.2")
    );
    assert_eq!(
        changed(&|rules| rules.scoring.bye_discs = 32),
        [],
        "the text is silent on bye discs"
    );
    assert_eq!(
        changed(&|rules| rules.season.points = vec![1]),
        named("season", "EGP I.2.5")
    );
}

#[test]
fn rule_sets_that_cannot_be_run_are_refused() {
    let refused = |change: &dyn Fn(&mut RuleSet)| {
        let mut rules = RuleSet::egp_2020();
        change(&mut rules);
        check_rule_set(&rules).unwrap_err().code
    };
    assert_eq!(
        refused(&|rules| rules.based_on = "chess".to_owned()),
        "unknown_rule_set"
    );
    let time = |main_ms| TimeControl::SuddenDeath { main_ms };
    for main_ms in [0, -1, i64::MIN, i64::MAX] {
        assert_eq!(
            refused(&|rules| rules.time_controls.qualification = time(main_ms)),
            "time_control_out_of_range"
        );
    }
    for rounds in [0, 65, u32::MAX] {
        assert_eq!(
            refused(&|rules| rules.rounds = Some(rounds)),
            "rounds_out_of_range"
        );
    }
    assert_eq!(
        refused(&|rules| rules.scoring.bye_discs = 65),
        "rule_set_out_of_range"
    );
    assert_eq!(
        refused(&|rules| rules.round_notice_ms = -1),
        "rule_set_out_of_range"
    );
    assert_eq!(
        refused(&|rules| rules.default_policy = DefaultPolicy::LossOfAllDiscs),
        "policy_unavailable"
    );
    assert_eq!(
        RuleSet::preset("chess").unwrap_err().code,
        "unknown_rule_set"
    );
}

#[test]
fn rule_sets_survive_json() {
    let egp = RuleSet::egp_2020();
    let text = serde_json::to_string(&egp).unwrap();
    assert_eq!(serde_json::from_str::<RuleSet>(&text).unwrap(), egp);
    assert!(
        text.contains(r#""qualification":{"kind":"sudden_death","main_ms":1500000}"#),
        "{text}"
    );
}

/// The first form named only its preset and had one finals format, one time for the last games and C as
/// a number.
#[test]
fn the_first_form_is_still_read() {
    let text = r#"{"name":"egp-2020","version":1,
        "formats":[{"from_entrants":9,"to_entrants":10,"rule":"EGP II.2","stages":[
            {"kind":"round_robin","cycles":1},{"kind":"semi_finals","games":2}]}],
        "rounds":7,"finals":"final_and_third_place",
        "time_controls":{"qualification":{"kind":"sudden_death","main_ms":1500000},
            "semi_finals":{"kind":"sudden_death","main_ms":1500001},
            "finals":{"kind":"sudden_death","main_ms":1800002}},
        "default_policy":"play_on_for_score","absence_policy":{"kind":"clock_only"},
        "pass_policy":"explicit","scoring":{"bye_discs":39,"brightwell_constant":5},
        "round_notice_ms":0,"sources":{}}"#;
    let rules: RuleSet = serde_json::from_str(text).unwrap();
    assert_eq!(
        (rules.based_on.as_str(), rules.rounds),
        ("egp-2020", Some(7))
    );
    assert_eq!(rules.formats.len(), 1);
    assert_eq!(
        rules.formats[0].stages,
        [StageFormat::RoundRobin { cycles: 1 }]
    );
    assert_eq!(rules.time_controls.semi_finals.main_ms(), 1_500_001);
    assert_eq!(rules.time_controls.third_place.main_ms(), 1_800_002);
    assert_eq!(rules.time_controls.final_match.main_ms(), 1_800_002);
    assert_eq!(rules.scoring.bye_discs, 39);
    assert_eq!(rules.scoring.bye_half_points, 2);
    assert_eq!(
        rules.scoring.brightwell_constant,
        BrightwellConstant::Fixed { constant: 5 }
    );
}

#[test]
fn fields_left_out_are_the_presets() {
    let text = r#"{"name":"Oslo Cup","based_on":"egp-2020",
        "scoring":{"bye_discs":32},"absence_policy":{"kind":"limit","after_ms":900000}}"#;
    let mut expected = RuleSet::egp_2020();
    expected.name = "Oslo Cup".to_owned();
    expected.scoring.bye_discs = 32;
    expected.absence_policy = AbsencePolicy::Limit { after_ms: 900_000 };
    let rules: RuleSet = serde_json::from_str(text).unwrap();
    assert_eq!(
        rules,
        RuleSet {
            absence_policy: expected.absence_policy,
            ..expected
        }
    );
    assert!(serde_json::from_str::<RuleSet>(r#"{"name":"x","based_on":"chess"}"#).is_err());
}
