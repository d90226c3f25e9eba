//! The preset, its formats by number of entrants, and what departs from its text.

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
        assert_eq!(plan.deviations, []);
        assert_eq!(plan.finals, FinalsFormat::final_and_third_place());
        assert_eq!(plan.rule, "EGP II.2");
    }
}

#[test]
fn numbers_without_a_format_are_refused() {
    let table = [
        (0, "too_few_entrants", Some("EGP II.2")),
        (1, "too_few_entrants", Some("EGP II.2")),
        (1025, "too_many_entrants", Some("EGP II.2")),
        (u32::MAX, "too_many_entrants", Some("EGP II.2")),
    ];
    for (entrants, code, rule) in table {
        let refusal = stage_plan(&RuleSet::egp_2020(), entrants).unwrap_err();
        assert_eq!((refusal.code(), refusal.rule()), (code, rule), "{entrants}");
        assert!(refusal.detail().ends_with('.'));
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
            plan.deviations.len(),
            usize::from(departs),
            "{entrants} entrants, {rounds} rounds"
        );
        assert!(
            plan.deviations
                .iter()
                .all(|found| found.rule.as_deref() == Some("EGP II.2"))
        );
    }
    assert_eq!(
        stage_plan(&with_rounds(7), 6).unwrap_err().code(),
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
    assert_eq!(deviations(&egp), []);
    check_rule_set(&egp).unwrap();
    let changed = |change: &dyn Fn(&mut RuleSet)| {
        let mut rules = RuleSet::egp_2020();
        change(&mut rules);
        check_rule_set(&rules).unwrap();
        deviations(&rules)
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
fn what_departs_is_told_as_people_read_it() {
    let told = |main_ms| {
        let mut rules = RuleSet::egp_2020();
        rules.time_controls.qualification = TimeControl::SuddenDeath { main_ms };
        deviations(&rules)[0].detail.clone()
    };
    let least = "The text allows no less than 25 minutes a player;";
    assert_eq!(told(60_000), format!("{least} 1 minute is set."));
    assert_eq!(told(120_000), format!("{least} 2 minutes are set."));
    assert_eq!(told(127_467), format!("{least} 2:07 minutes are set."));
    let mut rules = RuleSet::egp_2020();
    rules.time_controls.qualification = TimeControl::Fischer {
        main_ms: 60_000,
        increment_ms: 1_000,
    };
    let detail = &deviations(&rules)[0].detail;
    let told = format!("{least} 1 minute and 1 second after each move are set.");
    assert_eq!(*detail, told);
}

#[test]
fn rule_sets_that_cannot_be_run_are_refused() {
    let refused = |change: &dyn Fn(&mut RuleSet)| {
        let mut rules = RuleSet::egp_2020();
        change(&mut rules);
        check_rule_set(&rules).unwrap_err().code()
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
        refused(&|rules| rules.formats.clear()),
        "formats_incomplete"
    );
    assert_eq!(
        RuleSet::preset("chess").unwrap_err().code(),
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
    assert_eq!(rules.scoring.bye_half_points, HalfPoints(2));
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

#[test]
fn a_part_has_the_paragraph_of_the_whole() {
    let woc = RuleSet::preset("woc-2024").unwrap();
    assert_eq!(woc.source("withdrawal"), Some("WOC II.7"));
    assert_eq!(woc.source("penalties.known"), Some("WOC V.2"));
    assert_eq!(woc.source("penalties.imposed_by"), Some("WOC V.1"));
    assert_eq!(woc.source("teams.host_additional_player"), Some("WOC II.2"));
    assert_eq!(woc.source("season"), None);
    assert_eq!(woc.source(""), None);
}

/// Every number of entrants of WOC II.2.
#[test]
fn world_championship_formats() {
    let rules = RuleSet::preset("woc-2024").unwrap();
    let modified = PlannedStage::Swiss {
        rounds: 13,
        modified: true,
        continues: false,
    };
    for entrants in 2..=MAX_ENTRANTS {
        let plan = stage_plan(&rules, entrants).unwrap();
        let cycle = full_round_robin(entrants);
        let expected = match entrants {
            2..=8 => round_robin(2, 2 * cycle),
            9..=14 => round_robin(1, cycle),
            15..=24 => modified.clone(),
            _ => swiss(13),
        };
        assert_eq!(plan.stages, [expected], "{entrants} entrants");
        assert_eq!(plan.finals, FinalsFormat::woc());
        assert_eq!((plan.rule.as_str(), plan.deviations.len()), ("WOC II.2", 0));
    }
}

/// EGP II.2 for 7 to 10 players, whose formats have two parts.
#[test]
fn grand_prix_formats_of_two_parts() {
    let part_two = PlannedStage::Swiss {
        rounds: 4,
        modified: false,
        continues: true,
    };
    for (entrants, first) in [(7, 7), (8, 7)] {
        let plan = stage_plan(&RuleSet::egp_2020(), entrants).unwrap();
        assert_eq!(plan.stages, [round_robin(1, first), part_two.clone()]);
        assert_eq!(
            (plan.rounds(), plan.finals),
            (11, FinalsFormat::final_and_third_place())
        );
        let (index, _, within) = plan.stage_of(8).unwrap();
        assert_eq!((index, within), (1, 1));
    }
    for entrants in [9, 10] {
        let plan = stage_plan(&RuleSet::egp_2020(), entrants).unwrap();
        assert_eq!(plan.stages, [round_robin(1, 9)]);
        assert_eq!(plan.finals, FinalsFormat::egp_with_semi_finals());
    }
    let words = stage_plan(&RuleSet::egp_2020(), 9).unwrap().describe();
    assert_eq!(
        words,
        [
            "Round robin, 9 rounds.",
            "Semi-finals 1-4 and 2-3, 2 games, beside a Swiss system of 2 rounds for the others.",
            "A final, best of three games, and a match for third place, one game.",
        ]
    );
}

/// PAPP plays a round robin where N with the bye is at most twice half of the rounds, rounded up.
#[test]
fn papp_formats() {
    let table = [
        (8, 7, round_robin(1, 7)),
        (7, 7, round_robin(1, 7)),
        (9, 7, swiss(7)),
        (10, 9, round_robin(1, 9)),
        (10, 10, round_robin(2, 10)),
        (10, 8, swiss(8)),
        (11, 11, round_robin(1, 11)),
        (12, 10, swiss(10)),
        (6, 7, round_robin(2, 7)),
        (40, 11, swiss(11)),
    ];
    for (entrants, rounds, stage) in table {
        let rules = RuleSet {
            rounds: Some(rounds),
            ..RuleSet::preset("papp").unwrap()
        };
        let plan = stage_plan(&rules, entrants).unwrap();
        assert_eq!(plan.stages, [stage], "{entrants} entrants, {rounds} rounds");
        assert_eq!(plan.deviations, []);
        let constant = rules.scoring.brightwell_constant.value(rounds, 64);
        assert_eq!(constant, if rounds < 8 { 0 } else { 6 });
    }
}

/// WOC IV.1 and EGP IV.1, in minutes: qualification, playoffs, semi-finals, third place, final, women's
/// playoffs, women's final.
#[test]
fn time_limits_by_stage() {
    let table = [
        ("woc-2024", [30, 30, 35, 35, 40, 30, 40]),
        ("egp-2020", [25, 25, 25, 30, 30, 25, 25]),
    ];
    for (name, minutes) in table {
        let rules = RuleSet::preset(name).unwrap();
        let set = rules.time_controls.by_field();
        assert_eq!(
            set.map(|(_, control)| control.main_ms() / 60_000),
            minutes,
            "{name}"
        );
        for (field, control) in set {
            assert!(control.main_ms() >= rules.shortest_main_ms);
            assert!(rules.source(field).unwrap().ends_with("IV.1"), "{field}");
        }
    }
}

#[test]
fn every_preset_is_valid_conforms_and_plans_every_number() {
    let names = RuleSet::preset_names();
    assert_eq!(names.len(), 8);
    for name in names {
        let rules = RuleSet::preset(name).unwrap();
        assert_eq!((rules.name.as_str(), rules.based_on.as_str()), (name, name));
        check_rule_set(&rules).unwrap();
        assert_eq!(deviations(&rules), [], "{name}");
        assert!(!readings(&rules).is_empty());
        assert!(readings(&rules).iter().all(|reading| !reading.changed));
        assert!(RuleSet::preset_title(name).is_some());
        let text = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<RuleSet>(&text).unwrap(), rules);
        for entrants in 2..=MAX_ENTRANTS {
            let plan = stage_plan(&rules, entrants).unwrap();
            assert!(plan.rounds() > 0, "{name}, {entrants} entrants");
            assert_eq!(plan.deviations, []);
        }
        let rows = plan_table(&rules);
        assert_eq!(rows.first().map(|row| row.from), Some(2));
        assert_eq!(rows.last().map(|row| row.to), Some(None));
        assert!(rows.iter().all(
            |row| row.sentences.iter().all(|one| one.text.ends_with('.')) && !row.rule.is_empty()
        ));
    }
}

/// Every source that names a field names one that exists or an act; a changed value of a text names it.
#[test]
fn each_changed_value_names_its_paragraph() {
    type Change = fn(&mut RuleSet);
    let table: &[(&str, Change, &str, &str)] = &[
        (
            "egp-2020",
            |rules| rules.pass_policy = PassPolicy::Automatic,
            "pass_policy",
            "EGP IV.4",
        ),
        (
            "egp-2020",
            |rules| rules.default_policy = DefaultPolicy::LossOnBoard,
            "default_policy",
            "EGP IV.6",
        ),
        (
            "egp-2020",
            |rules| {
                rules.ranking.tie_breaks.pop();
            },
            "ranking",
            "EGP II.3",
        ),
        (
            "egp-2020",
            |rules| rules.penalties.known.clear(),
            "penalties",
            "EGP V.2",
        ),
        (
            "egp-2020",
            |rules| rules.formats[0].stages = vec![StageFormat::RoundRobin { cycles: 2 }],
            "formats",
            "EGP II.2",
        ),
        (
            "egp-2020",
            |rules| rules.formats[4].finals = FinalsFormat::none(),
            "finals",
            "EGP II.1",
        ),
        (
            "egp-2020",
            |rules| rules.pairing.model = PairingModel::Papp(PappPenalties::default()),
            "pairing.model",
            "EGP II.4.1",
        ),
        (
            "egp-2020",
            |rules| rules.shortest_main_ms = 0,
            "shortest_main_ms",
            "EGP IV.1",
        ),
        (
            "woc-2024",
            |rules| rules.time_controls.womens_final = TimeControl::minutes(24),
            "time_controls.womens_final",
            "WOC IV.1",
        ),
        (
            "woc-2024",
            |rules| rules.pairing.first_round = FirstRound::Random,
            "pairing.first_round",
            "WOC II.6.1",
        ),
        (
            "woc-2024",
            |rules| rules.teams.most_players = 5,
            "teams",
            "WOC I.2.2",
        ),
        (
            "woc-2024",
            |rules| rules.formats[3].finals = FinalsFormat::final_and_third_place(),
            "finals",
            "WOC II.1",
        ),
        (
            "woc-2024",
            |rules| rules.scoring.brightwell_constant = BrightwellConstant::PappDefault,
            "scoring.brightwell_constant",
            "WOC A.2",
        ),
        (
            "woc-2024",
            |rules| rules.team_list.counted_results = 4,
            "team_list",
            "WOC II.4",
        ),
        (
            "mso-swiss",
            |rules| rules.extra_rounds = ExtraRounds::None,
            "extra_rounds",
            "MSO perfect scores",
        ),
        (
            "mso-swiss",
            |rules| rules.penalties.reviewed.clear(),
            "penalties.reviewed",
            "MSO 5.2",
        ),
        (
            "mso-round-robin",
            |rules| {
                rules.ranking.tie_breaks.pop();
            },
            "ranking",
            "MSO tie-breaking",
        ),
        (
            "aga-swiss",
            |rules| rules.round_notice_ms = 60_000,
            "round_notice_ms",
            "AGA V.E.3",
        ),
        (
            "aga-swiss",
            |rules| rules.entry.computers.may_be_refused = false,
            "entry.computers",
            "AGA VI.C",
        ),
        (
            "aga-mcmahon",
            |rules| rules.ranking = RankingRules::brightwell(),
            "ranking",
            "AGA tie-breaking",
        ),
        (
            "papp",
            |rules| rules.pairing.round_robin_table = RoundRobinTable::Berger,
            "pairing.round_robin_table",
            "PAPP",
        ),
        (
            "papp",
            |rules| rules.scoring.bye_discs = 32,
            "scoring.bye_discs",
            "PAPP",
        ),
    ];
    for (name, change, value, rule) in table {
        let mut rules = RuleSet::preset(name).unwrap();
        change(&mut rules);
        check_rule_set(&rules).unwrap();
        let found = deviations(&rules);
        assert_eq!(found.len(), 1, "{name} {value}: {found:?}");
        assert_eq!(
            (found[0].value.as_str(), found[0].rule.as_deref()),
            (*value, Some(*rule))
        );
        assert!(found[0].detail.ends_with('.'));
    }
}

#[test]
fn changed_readings_and_free_options_conform() {
    type Change = fn(&mut RuleSet);
    let table: &[(&str, Change)] = &[
        ("egp-2020", |rules| rules.scoring.bye_discs = 32),
        ("egp-2020", |rules| {
            rules.absence_policy = AbsencePolicy::Limit { after_ms: 900_000 }
        }),
        ("egp-2020", |rules| {
            rules.pairing.round_robin_table = RoundRobinTable::Berger
        }),
        ("egp-2020", |rules| {
            rules.formats[4] = rules.other_formats[1].clone()
        }),
        ("egp-2020", |rules| {
            rules.formats[5] = rules.other_formats[2].clone()
        }),
        ("egp-2020", |rules| rules.name = "Open".to_owned()),
        ("egp-2020", |rules| rules.entry.capacity = Some(40)),
        ("woc-2024", |rules| {
            rules.time_controls.final_match = TimeControl::minutes(25)
        }),
        ("club", |rules| {
            rules.formats[0].stages = vec![StageFormat::RoundRobin { cycles: 4 }]
        }),
        ("club", |rules| {
            rules.time_controls.qualification = TimeControl::minutes(1)
        }),
        ("aga-swiss", |rules| rules.round_notice_ms = 3_600_000),
        ("aga-mcmahon", |rules| {
            rules.pairing.start = StartingScores::None
        }),
        ("mso-swiss", |rules| rules.rounds = Some(6)),
    ];
    for (place, (name, change)) in table.iter().enumerate() {
        let mut rules = RuleSet::preset(name).unwrap();
        change(&mut rules);
        check_rule_set(&rules).unwrap();
        assert_eq!(deviations(&rules), [], "change {place} of {name}");
        assert_eq!(stage_plan(&rules, 20).unwrap().deviations, []);
    }
    let mut rules = RuleSet::egp_2020();
    rules.scoring.bye_discs = 32;
    let changed: Vec<String> = readings(&rules)
        .into_iter()
        .filter(|reading| reading.changed)
        .map(|reading| reading.value)
        .collect();
    assert_eq!(changed, ["scoring.bye_discs"]);
}

#[test]
fn what_cannot_hold_together_is_refused() {
    type Change = fn(&mut RuleSet);
    let table: &[(&str, Change)] = &[
        ("formats_incomplete", |rules| {
            rules.formats.remove(1);
        }),
        ("formats_incomplete", |rules| {
            rules.formats[1].from_entrants = 4
        }),
        ("formats_incomplete", |rules| {
            rules.formats.pop();
        }),
        ("formats_incomplete", |rules| {
            rules.formats[0].stages.clear()
        }),
        ("formats_incomplete", |rules| {
            rules.formats[2].stages.reverse()
        }),
        ("formats_incomplete", |rules| {
            rules.formats.push(rules.formats[5].clone())
        }),
        ("rule_set_out_of_range", |rules| {
            rules.formats[0].stages = vec![StageFormat::RoundRobin { cycles: 0 }]
        }),
        ("rounds_out_of_range", |rules| {
            rules.formats[5].stages = vec![StageFormat::Swiss {
                rounds: 0,
                modified: false,
                continues: false,
            }]
        }),
        ("rounds_out_of_range", |rules| {
            rules.formats[5].stages = vec![StageFormat::RoundRobinOrSwiss { rounds: u32::MAX }]
        }),
        ("pairing_levels_wrong", |rules| {
            rules.pairing.model = PairingModel::Levels {
                levels: vec![PairingLevel::Repeats],
                modified_levels: Vec::new(),
            }
        }),
        ("pairing_levels_wrong", |rules| {
            rules.pairing.model = PairingModel::Levels {
                levels: vec![PairingLevel::Difference, PairingLevel::Difference],
                modified_levels: Vec::new(),
            }
        }),
        ("wrong_penalties", |rules| {
            rules.pairing.model = PairingModel::Papp(PappPenalties {
                colour: vec![0, 20, 10],
                ..PappPenalties::default()
            })
        }),
        ("tie_breaks_wrong", |rules| rules.ranking.tie_breaks.clear()),
        ("tie_breaks_wrong", |rules| {
            rules.ranking.tie_breaks.push(TieBreak::Points)
        }),
        ("tie_breaks_wrong", |rules| {
            rules.ranking.tie_breaks.swap(2, 3)
        }),
        ("rule_set_out_of_range", |rules| {
            rules.scoring.brightwell_constant = BrightwellConstant::Fixed { constant: 65 }
        }),
        ("rule_set_out_of_range", |rules| {
            rules.scoring.bye_half_points = HalfPoints(3)
        }),
        ("rule_set_out_of_range", |rules| {
            rules.absence_policy = AbsencePolicy::Limit { after_ms: 0 }
        }),
        ("rule_set_out_of_range", |rules| rules.name = String::new()),
        ("rule_set_out_of_range", |rules| {
            rules.entry.capacity = Some(1)
        }),
        ("rule_set_out_of_range", |rules| {
            rules.pairing.start = StartingScores::McMahon {
                bands: Vec::new(),
                bar: None,
            }
        }),
        ("penalties_wrong", |rules| {
            rules.penalties.imposed_by.clear()
        }),
        ("finals_incomplete", |rules| {
            rules.formats[3].finals.final_match = None
        }),
        ("time_control_out_of_range", |rules| {
            rules.time_controls.womens_final = TimeControl::minutes(0)
        }),
        ("unknown_rule_set", |rules| rules.based_on = String::new()),
    ];
    for (place, (code, change)) in table.iter().enumerate() {
        let mut rules = RuleSet::egp_2020();
        change(&mut rules);
        let refusal = check_rule_set(&rules).unwrap_err();
        assert_eq!(refusal.code(), *code, "change {place}");
        assert!(refusal.detail().ends_with('.'), "{}", refusal.detail());
        let _ = deviations(&rules);
        for entrants in [2, 9, 1024] {
            let _ = stage_plan(&rules, entrants);
        }
    }
}

/// Leaves of the JSON replaced by odd values: whatever still reads is checked, judged and planned.
#[test]
fn mutated_rule_sets_never_panic() {
    fn leaves(value: &mut serde_json::Value, change: &mut dyn FnMut(&mut serde_json::Value)) {
        match value {
            serde_json::Value::Array(items) => {
                for item in items.iter_mut() {
                    leaves(item, change);
                }
                change(value);
            }
            serde_json::Value::Object(fields) => {
                for (_, item) in fields.iter_mut() {
                    leaves(item, change);
                }
            }
            _ => change(value),
        }
    }
    let odd = [
        serde_json::json!(0),
        serde_json::json!(u32::MAX),
        serde_json::json!(i64::MAX),
        serde_json::json!(i64::MIN),
        serde_json::json!(-1),
        serde_json::json!(null),
        serde_json::json!([]),
        serde_json::json!(""),
        serde_json::json!("club"),
    ];
    let (mut read, mut refused) = (0, 0);
    for name in RuleSet::preset_names() {
        let whole = serde_json::to_value(RuleSet::preset(name).unwrap()).unwrap();
        let mut count = 0;
        leaves(&mut whole.clone(), &mut |_| count += 1);
        for run in 0..count {
            let mut place = 0;
            let mut mutated = whole.clone();
            leaves(&mut mutated, &mut |leaf| {
                if place == run {
                    *leaf = odd[(run * 7 + name.len()) % odd.len()].clone();
                }
                place += 1;
            });
            let Ok(rules) = serde_json::from_value::<RuleSet>(mutated) else {
                continue;
            };
            read += 1;
            refused += usize::from(check_rule_set(&rules).is_err());
            let _ = (deviations(&rules), readings(&rules), plan_table(&rules));
            for entrants in [0, 2, 7, 13, 1024, u32::MAX] {
                if let Ok(plan) = stage_plan(&rules, entrants) {
                    let _ = (plan.describe(), plan.rounds(), plan.stage_of(u32::MAX));
                }
            }
        }
    }
    assert!(
        read > 200 && refused > 20 && refused < read,
        "{read} read, {refused} refused"
    );
}
