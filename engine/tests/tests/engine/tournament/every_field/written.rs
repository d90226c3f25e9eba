//! The fields of rule sets as they are written: of every preset, and of values that no preset has.

use std::collections::BTreeSet;

use outflank_tournament::*;
use serde_json::{Map, Value, json};

/// What a rule set is called and where its values come from: the presets' own tests show that it is kept and quoted
/// (`rule_sets::each_changed_value_names_its_paragraph`), and the test here what each of them changes.
pub const FIELDS: &[&str] = &["name", "based_on", "version", "sources"];

pub fn fields() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for rules in samples() {
        let mut written = serde_json::to_value(rules).unwrap();
        written["sources"] = Value::Null;
        collect("", &written, &mut found);
    }
    // Of a part that is there in one rule set and not in another, the fields.
    let parts: BTreeSet<String> = found
        .iter()
        .flat_map(|field| {
            field
                .match_indices('.')
                .map(|(end, _)| field[..end].to_owned())
        })
        .collect();
    found.retain(|field| !parts.contains(field));
    found
}

fn collect(field: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(parts) => {
            for (key, part) in parts {
                let inner = match field {
                    "" => key.clone(),
                    field => format!("{field}.{key}"),
                };
                collect(&inner, part, found);
            }
        }
        Value::Array(items)
            if items.iter().any(Value::is_object) && !field.ends_with("tie_breaks") =>
        {
            for item in items {
                collect(&format!("{field}[]"), item, found);
            }
        }
        Value::Array(items) if items.is_empty() && field.ends_with("formats") => {}
        _ => {
            found.insert(field.to_owned());
        }
    }
}

fn samples() -> Vec<RuleSet> {
    let mut all: Vec<RuleSet> = RuleSet::preset_names()
        .into_iter()
        .map(|name| RuleSet::preset(name).unwrap())
        .collect();
    let mut rare = RuleSet::preset("mso-swiss").unwrap();
    rare.absence_policy = AbsencePolicy::Limit { after_ms: 1 };
    rare.spectators = Spectators::Delayed { plies: 1, ms: 1 };
    rare.ranking.shared_ranks = SharedRanks::BelowMedals { medals: 3 };
    rare.pairing.start = StartingScores::Accelerated(Acceleration {
        groups: 2,
        step_half_points: HalfPoints(1),
        rounds: 1,
    });
    all.push(rare);
    all
}

#[test]
fn the_name_is_told_where_no_format_fits() {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.name = "Wednesdays".to_owned();
    rules.formats.clear();
    let refusal = stage_plan(&rules, 4).unwrap_err();
    assert!(refusal.detail().contains("Wednesdays"), "{refusal}");
}

#[test]
fn the_text_it_comes_from_says_what_departs() {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.time_controls = TimeControls::all(TimeControl::minutes(5));
    assert_eq!(deviations(&rules), []);
    rules.based_on = "egp-2020".to_owned();
    assert!(!deviations(&rules).is_empty());
}

#[test]
fn the_version_says_what_older_values_mean() {
    let written = |version: u32| {
        let given = json!({"name": "club", "based_on": "club", "version": version});
        serde_json::from_value::<RuleSet>(given).unwrap().lag_credit
    };
    assert_eq!(written(2), LagCredit::none());
    assert_ne!(written(5), LagCredit::none());
}

#[test]
fn its_sources_are_quoted() {
    let mut rules = RuleSet::preset("club").unwrap();
    rules
        .sources
        .insert("formats".to_owned(), "Club 1".to_owned());
    assert_eq!(stage_plan(&rules, 1).unwrap_err().rule(), Some("Club 1"));
    rules.sources = std::collections::BTreeMap::new();
    assert_eq!(stage_plan(&rules, 1).unwrap_err().rule(), None);
    let written: Map<String, Value> =
        serde_json::from_value(serde_json::to_value(&rules).unwrap()).unwrap();
    assert!(written.contains_key("sources"));
}
