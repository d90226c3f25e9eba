//! The formats by number of entrants, and those that a text allows beside them.

use serde_json::{Value, json};

use super::seen::{departures, plans, preset};
use super::{Row, row};
use outflank_tournament::*;

fn woc() -> RuleSet {
    preset("woc-2024")
}

fn egp() -> RuleSet {
    RuleSet::egp_2020()
}

fn aga() -> RuleSet {
    preset("aga-swiss")
}

/// Played in another format that the text allows.
fn otherwise() -> RuleSet {
    let mut rules = egp();
    rules.formats[5] = rules.other_formats[2].clone();
    rules
}

/// The same with eleven and twelve.
fn otherwise_with_eleven() -> RuleSet {
    let mut rules = egp();
    rules.formats[4] = rules.other_formats[1].clone();
    rules
}

pub fn rows() -> Vec<Row> {
    let mut all = vec![
        row("formats.0.finals.choice_notice_ms", woc, 1, plans),
        row("formats.0.finals.final_match.games", woc, 1, plans),
        row(
            "formats.0.finals.final_match.first_game",
            woc,
            "lots",
            plans,
        ),
        row("formats.0.finals.third_place.games", woc, 3, plans),
        row(
            "formats.0.finals.third_place.first_game",
            woc,
            "lots",
            plans,
        ),
        row("formats.0.finals.semi_finals.games", woc, 1, plans),
        row(
            "formats.0.finals.semi_finals.first_game",
            woc,
            "lots",
            plans,
        ),
        row("formats.0.finals.playoffs.games", woc, 3, plans),
        row("formats.0.finals.playoffs.first_game", woc, "lots", plans),
        row("formats.0.finals.women.playoffs.games", woc, 3, plans),
        row(
            "formats.0.finals.women.playoffs.first_game",
            woc,
            "lots",
            plans,
        ),
        row("formats.0.finals.women.final_match.games", woc, 3, plans),
        row(
            "formats.0.finals.women.final_match.first_game",
            woc,
            "lots",
            plans,
        ),
        row("formats.3.finals.side_swiss.rounds", egp, 1, plans),
        row("formats.0.finals.tie_playoffs.games", aga, 3, plans),
        row(
            "formats.0.finals.tie_playoffs.first_game",
            aga,
            "colour",
            plans,
        ),
        row("formats.0.rule", woc, "Club 1", plans),
    ];
    all.extend([
        row("formats.0.stages.0.cycles", woc, 1, plans),
        row("formats.3.stages.0.rounds", woc, 12, plans),
        row("formats.3.stages.0.modified", woc, true, plans),
    ]);
    for (at, field) in [
        ("formats", "formats[].from_entrants"),
        ("formats", "formats[].to_entrants"),
    ] {
        all.push(row(at, egp, moved_bounds(), plans).of(field));
    }
    all.push(row("formats.0.stages", egp, swiss(5), plans).of("formats[].stages[].kind"));
    all.push(row("formats.2.stages", egp, two_cycles(), plans).of("formats[].stages[].continues"));
    all.extend(others());
    all
}

/// Five play as four do.
fn moved_bounds() -> Value {
    let mut rules = egp();
    rules.formats[0].to_entrants = Some(5);
    rules.formats[1].from_entrants = 6;
    serde_json::to_value(rules.formats).unwrap()
}

fn swiss(rounds: u32) -> Value {
    json!([{"kind": "swiss", "rounds": rounds, "modified": false, "continues": false}])
}

/// The second part as the whole of it: only what comes after another stage continues it.
fn two_cycles() -> Value {
    swiss(4)
}

fn others() -> Vec<Row> {
    let last = |at, to: Value| row(at, otherwise, to, departures);
    vec![
        last("other_formats.2.from_entrants", json!(14)),
        last("other_formats.2.to_entrants", json!(2000)),
        last("other_formats.2.rule", json!("EGP II.6")),
        last("other_formats.2.stages.0.rounds", json!(10)),
        last("other_formats.2.stages.0.modified", json!(true)),
        last(
            "other_formats.2.stages",
            json!([{"kind": "round_robin", "cycles": 1}]),
        )
        .of("other_formats[].stages[].kind"),
        last(
            "other_formats.2.stages",
            json!([
                {"kind": "swiss", "rounds": 11, "modified": false, "continues": false},
                {"kind": "swiss", "rounds": 1, "modified": false, "continues": true},
            ]),
        )
        .of("other_formats[].stages[].continues"),
        row(
            "other_formats.1.stages.0.cycles",
            otherwise_with_eleven,
            2,
            departures,
        ),
        last("other_formats.2.finals.choice_notice_ms", json!(1)),
        last("other_formats.2.finals.final_match.games", json!(1)),
        last(
            "other_formats.2.finals.final_match.first_game",
            json!("lots"),
        ),
        last("other_formats.2.finals.third_place.games", json!(3)),
        last(
            "other_formats.2.finals.third_place.first_game",
            json!("lots"),
        ),
        last("other_formats.2.finals.semi_finals.games", json!(1)),
        last(
            "other_formats.2.finals.semi_finals.first_game",
            json!("lots"),
        ),
        last(
            "other_formats.2.finals.playoffs",
            json!({"games": 1, "first_game": "colour"}),
        ),
        last("other_formats.2.finals.side_swiss", json!({"rounds": 2})),
        last(
            "other_formats.2.finals.tie_playoffs",
            json!({"games": 1, "first_game": "colour"}),
        ),
        last(
            "other_formats.2.finals.women",
            json!({"playoffs": null, "final_match": {"games": 1, "first_game": "colour"}}),
        ),
    ]
}
