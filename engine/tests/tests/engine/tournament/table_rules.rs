//! What rule sets say about the tables: time controls, calls, spectators, confirmation, variants.

use outflank_tournament::*;
use serde_json::json;

const MINUTE: i64 = 60_000;

fn byoyomi(main_ms: i64, periods: u32, period_ms: i64) -> TimeControl {
    TimeControl::Byoyomi {
        main_ms,
        periods,
        period_ms,
    }
}

fn canadian(main_ms: i64, moves: u32, block_ms: i64) -> TimeControl {
    TimeControl::Canadian {
        main_ms,
        moves,
        block_ms,
    }
}

fn fischer(main_ms: i64, increment_ms: i64) -> TimeControl {
    TimeControl::Fischer {
        main_ms,
        increment_ms,
    }
}

fn bronstein(main_ms: i64, delay_ms: i64) -> TimeControl {
    TimeControl::Bronstein { main_ms, delay_ms }
}

#[test]
fn five_time_controls_are_written_and_read() {
    let table = [
        (
            TimeControl::minutes(30),
            json!({"kind": "sudden_death", "main_ms": 1_800_000}),
        ),
        (
            fischer(MINUTE, 5_000),
            json!({"kind": "fischer", "main_ms": 60_000, "increment_ms": 5_000}),
        ),
        (
            bronstein(MINUTE, 3_000),
            json!({"kind": "bronstein", "main_ms": 60_000, "delay_ms": 3_000}),
        ),
        (
            byoyomi(0, 5, 30_000),
            json!({"kind": "byoyomi", "main_ms": 0, "periods": 5, "period_ms": 30_000}),
        ),
        (
            canadian(MINUTE, 20, 300_000),
            json!({"kind": "canadian", "main_ms": 60_000, "moves": 20, "block_ms": 300_000}),
        ),
    ];
    for (control, written) in table {
        assert_eq!(serde_json::to_value(control).unwrap(), written);
        assert_eq!(
            serde_json::from_value::<TimeControl>(written).unwrap(),
            control
        );
        check_time_control(control).unwrap();
        let mut rules = RuleSet::preset("club").unwrap();
        rules.time_controls = TimeControls::all(control);
        check_rule_set(&rules).unwrap();
        assert_eq!(deviations(&rules), [], "the house sets its clocks");
        let read: RuleSet = serde_json::from_str(&serde_json::to_string(&rules).unwrap()).unwrap();
        assert_eq!(read, rules);
    }
}

#[test]
fn clocks_that_cannot_run_are_refused() {
    const TOO_LONG: i64 = 30 * 24 * 60 * MINUTE + 1;
    let table = [
        TimeControl::SuddenDeath { main_ms: 0 },
        TimeControl::SuddenDeath { main_ms: TOO_LONG },
        fischer(0, 1_000),
        fischer(MINUTE, 0),
        fischer(MINUTE, -1),
        fischer(MINUTE, i64::MAX),
        bronstein(0, 1_000),
        bronstein(MINUTE, 0),
        bronstein(MINUTE, TOO_LONG),
        byoyomi(-1, 1, 1_000),
        byoyomi(0, 0, 1_000),
        byoyomi(0, 101, 1_000),
        byoyomi(0, 1, 0),
        byoyomi(TOO_LONG, 1, 1_000),
        canadian(-1, 1, 1_000),
        canadian(0, 0, 1_000),
        canadian(0, 61, 1_000),
        canadian(0, 1, 0),
        canadian(0, 1, i64::MAX),
    ];
    for control in table {
        let refusal = check_time_control(control).unwrap_err();
        assert_eq!(refusal.code(), "time_control_out_of_range", "{control}");
        let mut rules = RuleSet::preset("club").unwrap();
        rules.time_controls.final_match = control;
        assert_eq!(check_rule_set(&rules).unwrap_err(), refusal);
    }
}

/// WOC IV.1 and EGP IV.1 know one stock of time and never less than 25 minutes.
#[test]
fn increments_and_overtime_leave_the_othello_texts() {
    let table = [
        (fischer(25 * MINUTE, 1_000), true),
        (bronstein(30 * MINUTE, 1_000), true),
        (byoyomi(30 * MINUTE, 5, 30_000), true),
        (canadian(40 * MINUTE, 20, 300_000), true),
        (fischer(24 * MINUTE, 60_000), true),
        (TimeControl::minutes(24), true),
        (TimeControl::minutes(25), false),
        (TimeControl::minutes(60), false),
    ];
    for (name, rule) in [("woc-2024", "WOC IV.1"), ("egp-2020", "EGP IV.1")] {
        for (control, departs) in table {
            let mut rules = RuleSet::preset(name).unwrap();
            rules.time_controls.playoffs = control;
            let found = deviations(&rules);
            assert_eq!(found.len(), usize::from(departs), "{name} {control}");
            for deviation in found {
                assert_eq!(deviation.value, "time_controls.playoffs");
                assert_eq!(deviation.rule.as_deref(), Some(rule));
                assert!(
                    deviation.detail.contains(&control.to_string()),
                    "{deviation:?}"
                );
            }
        }
    }
    for name in ["aga-swiss", "aga-mcmahon", "mso-swiss", "papp", "club"] {
        let mut rules = RuleSet::preset(name).unwrap();
        rules.time_controls = TimeControls::all(byoyomi(10 * MINUTE, 5, 30_000));
        assert_eq!(deviations(&rules), [], "{name} sets no times");
    }
}

#[test]
fn every_preset_says_how_its_tables_are_run() {
    for name in RuleSet::preset_names() {
        let rules = RuleSet::preset(name).unwrap();
        assert_eq!(
            rules.lag_credit,
            LagCredit {
                per_move_ms: 1_000,
                per_game_ms: 10_000,
                covers_reading: true,
            }
        );
        assert_eq!(
            rules.director_call,
            DirectorCall {
                stops_clocks: true,
                longest_ms: 10 * MINUTE,
                most_per_player: 3,
                hides_board: true,
            }
        );
        assert_eq!(rules.spectators, Spectators::On);
        assert_eq!(rules.confirm_within_ms, 5 * MINUTE);
        assert_eq!(rules.variant, Variant::default());
        assert!(rules.spectator_chat && !rules.spectator_chat_shown);
        assert!(!rules.freeze_on_mass_stall && !rules.single_official && !rules.over_the_board);
        let known: Vec<String> = readings(&rules)
            .into_iter()
            .map(|reading| reading.value)
            .collect();
        for value in [
            "lag_credit",
            "director_call.longest_ms",
            "director_call.most_per_player",
            "director_call.hides_board",
            "spectators",
            "spectator_chat",
            "spectator_chat_shown",
            "confirm_within_ms",
            "freeze_on_mass_stall",
            "single_official",
            "over_the_board",
            "offices.rivals_refused",
        ] {
            let shown = known.iter().filter(|known| *known == value).count();
            assert_eq!(shown, 1, "{name} shows {value} once");
        }
    }
    let paragraphs = [
        ("woc-2024", "director_call.stops_clocks", "WOC IV.2"),
        ("egp-2020", "director_call.stops_clocks", "EGP IV.2"),
        ("aga-swiss", "director_call.stops_clocks", "AGA V.E.10"),
        ("woc-2024", "spectators", "WOC I.5"),
        ("egp-2020", "confirm_within_ms", "EGP IV.8"),
        ("woc-2024", "variant.goal", "WOC IV.8"),
    ];
    for (name, key, paragraph) in paragraphs {
        let rules = RuleSet::preset(name).unwrap();
        assert_eq!(rules.source(key), Some(paragraph), "{name} {key}");
    }
}

#[test]
fn values_of_the_tables_that_depart_and_those_that_do_not() {
    type Change = fn(&mut RuleSet);
    type Departs = Option<(&'static str, &'static str)>;
    let table: &[(&str, Change, Departs)] = &[
        (
            "woc-2024",
            |rules| rules.lag_credit = LagCredit::none(),
            None,
        ),
        ("egp-2020", |rules| rules.spectators = Spectators::Off, None),
        (
            "woc-2024",
            |rules| rules.spectators = Spectators::Delayed { plies: 6, ms: 0 },
            None,
        ),
        ("woc-2024", |rules| rules.spectator_chat = false, None),
        ("woc-2024", |rules| rules.spectator_chat_shown = true, None),
        (
            "egp-2020",
            |rules| rules.director_call.hides_board = false,
            None,
        ),
        ("egp-2020", |rules| rules.confirm_within_ms = 1, None),
        ("egp-2020", |rules| rules.freeze_on_mass_stall = true, None),
        ("club", |rules| rules.over_the_board = true, None),
        ("club", |rules| rules.premoves = false, None),
        ("mso-swiss", |rules| rules.premoves = true, None),
        (
            "woc-2024",
            |rules| rules.premoves = true,
            Some(("premoves", "WOC IV.4")),
        ),
        (
            "egp-2020",
            |rules| rules.premoves = true,
            Some(("premoves", "EGP IV.4")),
        ),
        ("woc-2024", |rules| rules.director_call.longest_ms = 1, None),
        (
            "woc-2024",
            |rules| rules.director_call.most_per_player = 0,
            None,
        ),
        (
            "woc-2024",
            |rules| rules.director_call.stops_clocks = false,
            Some(("director_call.stops_clocks", "WOC IV.2")),
        ),
        (
            "aga-mcmahon",
            |rules| rules.director_call.stops_clocks = false,
            Some(("director_call.stops_clocks", "AGA V.E.10")),
        ),
        (
            "club",
            |rules| rules.director_call.stops_clocks = false,
            None,
        ),
        (
            "woc-2024",
            |rules| rules.variant.goal = Goal::Fewest,
            Some(("variant", "WOC IV.8")),
        ),
        (
            "egp-2020",
            |rules| rules.variant.opening = Opening::Placed1883,
            Some(("variant", "EGP IV.8")),
        ),
        ("club", |rules| rules.variant.goal = Goal::Fewest, None),
        (
            "woc-2024",
            |rules| {
                rules.variant.size = BoardSize::Six;
                rules.scoring.bye_discs = 22;
            },
            Some(("variant", "WOC IV.8")),
        ),
        (
            "aga-mcmahon",
            |rules| rules.variant.handicaps = HandicapRule::BandDifference,
            None,
        ),
        (
            "club",
            |rules| rules.variant.opening = Opening::Placed1883,
            None,
        ),
    ];
    for (place, (name, change, departs)) in table.iter().enumerate() {
        let mut rules = RuleSet::preset(name).unwrap();
        change(&mut rules);
        check_rule_set(&rules).unwrap();
        let found: Vec<(String, Option<String>)> = deviations(&rules)
            .into_iter()
            .map(|deviation| (deviation.value, deviation.rule))
            .collect();
        let wanted: Vec<(String, Option<String>)> = departs
            .iter()
            .map(|(value, rule)| ((*value).to_owned(), Some((*rule).to_owned())))
            .collect();
        assert_eq!(found, wanted, "change {place} of {name}");
    }
}

#[test]
fn values_of_the_tables_out_of_bounds_are_refused() {
    type Change = fn(&mut RuleSet);
    let table: &[Change] = &[
        |rules| rules.lag_credit.per_move_ms = -1,
        |rules| rules.lag_credit.per_move_ms = 10_001,
        |rules| rules.lag_credit.per_game_ms = -1,
        |rules| rules.lag_credit.per_game_ms = i64::MAX,
        |rules| rules.director_call.longest_ms = 0,
        |rules| rules.director_call.longest_ms = i64::MAX,
        |rules| rules.director_call.most_per_player = 65,
        |rules| rules.confirm_within_ms = 0,
        |rules| rules.confirm_within_ms = i64::MIN,
        |rules| rules.spectators = Spectators::Delayed { plies: 0, ms: 0 },
        |rules| rules.spectators = Spectators::Delayed { plies: 61, ms: 0 },
        |rules| rules.spectators = Spectators::Delayed { plies: 1, ms: -1 },
    ];
    for (place, change) in table.iter().enumerate() {
        let mut rules = RuleSet::preset("club").unwrap();
        change(&mut rules);
        let refusal = check_rule_set(&rules).unwrap_err();
        assert_eq!(refusal.code(), "rule_set_out_of_range", "change {place}");
    }
}

/// Before version 4 nobody was charged for what his client was slow to read; what the journal holds means what it
/// meant.
#[test]
fn older_rule_sets_do_not_charge_for_reading() {
    let mut written = serde_json::to_value(RuleSet::preset("woc-2024").unwrap()).unwrap();
    let fields = written.as_object_mut().unwrap();
    fields.insert("version".to_owned(), json!(3));
    fields["lag_credit"] = json!({"per_move_ms": 700, "per_game_ms": 7_000});
    let lag = |written: &serde_json::Value| {
        let rules: RuleSet = serde_json::from_value(written.clone()).unwrap();
        (
            rules.lag_credit.per_move_ms,
            rules.lag_credit.covers_reading,
        )
    };
    assert_eq!(lag(&written), (700, false));
    written.as_object_mut().unwrap().remove("lag_credit");
    assert_eq!(lag(&written), (1_000, false));
    // Whoever writes a rule set now and leaves it out has it as in the preset.
    written["lag_credit"] = json!({"per_move_ms": 700});
    written["version"] = json!(4);
    assert_eq!(lag(&written), (700, true));
    written.as_object_mut().unwrap().remove("version");
    assert_eq!(lag(&written), (700, true));
    written["lag_credit"]["covers_reading"] = json!(false);
    assert_eq!(lag(&written), (700, false));
}

/// Before version 3 nothing was credited; what the journal holds means what it meant.
#[test]
fn older_rule_sets_credit_no_lag() {
    let mut written = serde_json::to_value(RuleSet::egp_2020()).unwrap();
    let fields = written.as_object_mut().unwrap();
    fields.remove("lag_credit");
    fields.insert("version".to_owned(), json!(2));
    let rules: RuleSet = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(rules.lag_credit, LagCredit::none());
    assert_eq!(deviations(&rules), []);
    written.as_object_mut().unwrap().remove("version");
    let rules: RuleSet = serde_json::from_value(written).unwrap();
    assert_eq!(rules.lag_credit, RuleSet::egp_2020().lag_credit);
}

/// No text lets a player move on the opponent's time (WOC IV.4); where there is no text, a club evening allows it alone.
#[test]
fn a_move_is_chosen_ahead_at_a_club_evening_and_nowhere_else() {
    for name in RuleSet::preset_names() {
        let rules = RuleSet::preset(name).unwrap();
        assert_eq!(rules.premoves, name == "club", "{name}");
    }
}

/// Before version 7 nobody chose a move ahead; what the journal holds means what it meant.
#[test]
fn earlier_rule_sets_let_nobody_choose_a_move_ahead() {
    let rules = RuleSet::preset("club").unwrap();
    let mut fields = serde_json::to_value(&rules).unwrap();
    let written = fields.as_object_mut().unwrap();
    written.remove("premoves");
    written.insert("version".to_owned(), json!(6));
    let earlier: RuleSet = serde_json::from_value(fields.clone()).unwrap();
    assert!(!earlier.premoves);
    // A director who copies the preset without it takes what it has now.
    fields.as_object_mut().unwrap().remove("version");
    let copied: RuleSet = serde_json::from_value(fields).unwrap();
    assert!(copied.premoves);
}
