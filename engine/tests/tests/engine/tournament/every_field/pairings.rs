//! How rounds are paired.

use serde_json::json;

use super::seen::{Told, event_of_6, preset, rounds};
use super::{Row, row};
use outflank_tournament::*;

fn egp() -> RuleSet {
    RuleSet::egp_2020()
}

fn papp() -> RuleSet {
    preset("papp")
}

/// What a float against the last one takes off outweighs a colour.
fn loud_floats() -> RuleSet {
    let mut rules = papp();
    if let PairingModel::Papp(penalties) = &mut rules.pairing.model {
        penalties.opposite_float = 9_000;
    }
    rules
}

/// Pairs that met are cheap to pair again.
fn cheap_repeats() -> RuleSet {
    let mut rules = papp();
    if let PairingModel::Papp(penalties) = &mut rules.pairing.model {
        penalties.repeat_same_colours = 1;
        penalties.repeat_opposite_colours = 1;
        penalties.repeat_bye = 1;
    }
    rules
}

fn mcmahon() -> RuleSet {
    preset("aga-mcmahon")
}

fn accelerated() -> RuleSet {
    let mut rules = egp();
    rules.pairing.start = StartingScores::Accelerated(Acceleration {
        groups: 2,
        step_half_points: HalfPoints(2),
        rounds: 2,
    });
    rules
}

/// The scores that a first round is paired by, and its boards.
fn first_round(rules: &RuleSet) -> String {
    let mut told = Told::under(rules);
    told.enter(14);
    told.publish();
    told.list();
    told.words()
}

pub fn rows() -> Vec<Row> {
    let mut all = vec![
        row("pairing.model", egp, json!({"kind": "papp"}), rounds).of("pairing.model.kind"),
        row("pairing.model.levels", egp, json!(["difference"]), rounds),
        row(
            "pairing.model.modified_levels",
            egp,
            json!(["difference"]),
            rounds,
        ),
        row("pairing.first_round", egp, "rated_fold", rounds),
        row("pairing.round_robin_table", egp, "berger", event_of_6),
        row(
            "pairing.start",
            mcmahon,
            json!({"kind": "none"}),
            first_round,
        )
        .of("pairing.start.kind"),
        row(
            "pairing.start.bands.0.from_rating",
            mcmahon,
            1_050,
            first_round,
        ),
        row("pairing.start.bands.0.half_points", mcmahon, 1, first_round),
        row("pairing.start.bar", mcmahon, 1_300, first_round),
        row("variant.handicaps", mcmahon, "band_difference", first_round),
        row("pairing.start.groups", accelerated, 3, rounds),
        row("pairing.start.step_half_points", accelerated, 1, rounds),
        row("pairing.start.rounds", accelerated, 1, rounds),
    ];
    all.extend(papp_rows());
    all
}

fn papp_rows() -> Vec<Row> {
    vec![
        row("pairing.model.colour", papp, json!([0, 500, 900]), rounds),
        row("pairing.model.same_colour", papp, 900, rounds),
        row("pairing.model.float", papp, json!([0, 100, 200]), rounds),
        row("pairing.model.same_float", papp, 9_000, rounds),
        row("pairing.model.opposite_float", papp, 900, rounds),
        row(
            "pairing.model.opposite_float_from_round",
            loud_floats,
            9,
            rounds,
        ),
        row("pairing.model.repeat_same_colours", papp, 1, rounds),
        row("pairing.model.repeat_opposite_colours", papp, 1, rounds),
        row("pairing.model.repeat_bye", papp, 1, rounds),
        row(
            "pairing.model.repeat_at_once",
            cheap_repeats,
            9_000_000,
            rounds,
        ),
        row("pairing.model.country", papp, json!([9_000]), rounds),
        row("pairing.model.elitism", papp, json!([0]), rounds),
    ]
}
