//! Reading rule sets: fields that are left out come from the preset, and values written before the
//! finals moved to the formats are understood.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::{LagCredit, RuleSet, presets};

impl Serialize for RuleSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for RuleSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut given = Map::<String, Value>::deserialize(deserializer)?;
        upgrade(&mut given);
        keep_lag_uncredited(&mut given);
        keep_reading_uncharged(&mut given);
        keep_missed_rounds_unscored(&mut given);
        keep_entries_unasked(&mut given);
        keep_nothing_announced(&mut given);
        keep_premoves_out(&mut given);
        let based_on = given.get("based_on").and_then(Value::as_str);
        let whole = match based_on.and_then(presets::preset) {
            Some(preset) => {
                let mut whole = Self::serialize(&preset, serde_json::value::Serializer)
                    .map_err(D::Error::custom)?;
                merge(&mut whole, Value::Object(given));
                whole
            }
            None => Value::Object(given),
        };
        Self::deserialize(whole).map_err(D::Error::custom)
    }
}

/// Lays the given value over the preset's. Objects are merged where every given key is known there and
/// no variant is chosen; everything else replaces.
fn merge(whole: &mut Value, given: Value) {
    match (whole, given) {
        (Value::Object(whole), Value::Object(given))
            if !given.contains_key("kind") && given.keys().all(|key| whole.contains_key(key)) =>
        {
            for (key, value) in given {
                if let Some(known) = whole.get_mut(&key) {
                    merge(known, value);
                }
            }
        }
        (whole, given) => *whole = given,
    }
}

/// The first form of a rule set named only its preset, had one finals format for all rows, one time for
/// the final and the third place, and tie-breaks, levels and season points without their rules.
fn upgrade(given: &mut Map<String, Value>) {
    if given.contains_key("based_on") {
        return;
    }
    if let Some(name) = given.get("name").cloned() {
        given.insert("based_on".to_owned(), name);
    }
    let finals = given.remove("finals");
    if let Some(Value::Array(rows)) = given.get_mut("formats") {
        for row in rows.iter_mut().filter_map(Value::as_object_mut) {
            if let Some(finals) = &finals {
                row.entry("finals").or_insert_with(|| finals.clone());
            }
            if let Some(Value::Array(stages)) = row.get_mut("stages") {
                stages.retain(|stage| {
                    stage.get("kind").and_then(Value::as_str) != Some("semi_finals")
                });
            }
        }
    }
    if let Some(Value::Object(times)) = given.get_mut("time_controls")
        && let Some(last) = times.remove("finals")
    {
        times.insert("third_place".to_owned(), last.clone());
        times.insert("final".to_owned(), last);
    }
    if let Some(tie_breaks) = given.remove("tie_breaks") {
        given.insert("ranking".to_owned(), json!({ "tie_breaks": tie_breaks }));
    }
    if let Some(levels) = given.remove("pairing_levels") {
        let model = json!({ "kind": "levels", "levels": levels });
        given.insert("pairing".to_owned(), json!({ "model": model }));
    }
    if let Some(points) = given.remove("season_points") {
        given.insert("season".to_owned(), json!({ "points": points }));
    }
}

/// Until version 3 no rule set credited slow lines.
fn keep_lag_uncredited(given: &mut Map<String, Value>) {
    let version = given.get("version").and_then(Value::as_u64);
    if version.is_some_and(|version| version < 3) {
        given
            .entry("lag_credit")
            .or_insert_with(|| json!(LagCredit::none()));
    }
}

/// Until version 4 no rule set charged what a client was slow to read.
fn keep_reading_uncharged(given: &mut Map<String, Value>) {
    let version = given.get("version").and_then(Value::as_u64);
    if version.is_some_and(|version| version < 4)
        && let Some(lag) = given
            .entry("lag_credit")
            .or_insert_with(|| json!({}))
            .as_object_mut()
    {
        lag.entry("covers_reading").or_insert(json!(false));
    }
}

/// Until version 5 what was set for a missed round scored nothing.
fn keep_missed_rounds_unscored(given: &mut Map<String, Value>) {
    let version = given.get("version").and_then(Value::as_u64);
    if version.is_some_and(|version| version < 5)
        && let Some(Value::Object(scoring)) = given.get_mut("scoring")
    {
        scoring.insert("missed_round_half_points".to_owned(), json!(0));
    }
}

/// Until version 6 nobody was asked whom he represents, and of no program whether it is a member.
fn keep_entries_unasked(given: &mut Map<String, Value>) {
    let version = given.get("version").and_then(Value::as_u64);
    if version.is_none_or(|version| version >= 6) {
        return;
    }
    let mut unasked = |path: &[&str]| {
        let Some((field, parts)) = path.split_last() else {
            return;
        };
        let mut fields = Some(&mut *given);
        for part in parts {
            let inner = fields.map(|fields| fields.entry(*part).or_insert_with(|| json!({})));
            fields = inner.and_then(Value::as_object_mut);
        }
        if let Some(fields) = fields {
            fields.entry(*field).or_insert(json!(false));
        }
    };
    unasked(&["teams", "citizens_or_residents"]);
    unasked(&["entry", "computers", "members_only"]);
}

/// Until version 6 no rule set wanted anything announced.
fn keep_nothing_announced(given: &mut Map<String, Value>) {
    let version = given.get("version").and_then(Value::as_u64);
    if version.is_some_and(|version| version < 6) {
        given
            .entry("announced_before_round_one")
            .or_insert(json!([]));
    }
}

/// Until version 7 no rule set allowed a move to be chosen ahead.
fn keep_premoves_out(given: &mut Map<String, Value>) {
    let version = given.get("version").and_then(Value::as_u64);
    if version.is_some_and(|version| version < 7) {
        given.entry("premoves").or_insert(json!(false));
    }
}
