//! Two rule sets field by field, and the saved rule set that an event's rules come from.

use outflank_tournament::*;
use serde_json::{Value, json};

use super::every_field;
use super::support::*;

fn presets() -> Vec<RuleSet> {
    let names = RuleSet::preset_names().into_iter();
    names.map(|name| RuleSet::preset(name).unwrap()).collect()
}

/// The rule set with what differs put in place.
fn with(rules: &RuleSet, differences: &[RuleSetDifference]) -> RuleSet {
    let mut written = serde_json::to_value(rules).unwrap();
    for difference in differences {
        let (last, above) = difference.path.split_last().unwrap();
        let place = above.iter().fold(&mut written, |place, key| match place {
            Value::Array(rows) => &mut rows[key.parse::<usize>().unwrap()],
            place => place.get_mut(key).unwrap(),
        });
        match place {
            Value::Array(rows) => {
                let at: usize = last.parse().unwrap();
                assert_eq!(Some(&rows[at]), difference.old.as_ref());
                rows[at] = difference.new.clone().unwrap();
            }
            Value::Object(fields) => {
                assert_eq!(fields.get(last), difference.old.as_ref());
                match &difference.new {
                    Some(value) => fields.insert(last.clone(), value.clone()),
                    None => fields.remove(last),
                };
            }
            other => panic!("{other} has no parts"),
        }
    }
    serde_json::from_value(written).unwrap()
}

/// A preset with up to eight of its fields set otherwise, each to a value that is valid by itself.
fn changed(numbers: &mut Numbers) -> RuleSet {
    let all = presets();
    let mut written = serde_json::to_value(&all[numbers.index(all.len())]).unwrap();
    let changes = every_field::values();
    for _ in 0..numbers.below(9) {
        let (at, value) = &changes[numbers.index(changes.len())];
        let mut tried = written.clone();
        let Some(place) = tried.pointer_mut(&format!("/{}", at.replace('.', "/"))) else {
            continue;
        };
        *place = value.clone();
        if serde_json::from_value::<RuleSet>(tried.clone()).is_ok() {
            written = tried;
        }
    }
    if numbers.below(4) == 0 {
        written["sources"]["time_controls.final"] = json!("Club 3");
    }
    serde_json::from_value(written).unwrap()
}

#[test]
fn a_rule_set_does_not_differ_from_itself() {
    for rules in presets() {
        assert_eq!(compare_rule_sets(&rules, &rules), [], "{}", rules.name);
    }
}

#[test]
fn what_differs_between_two_makes_one_of_the_other() {
    let mut differing = 0;
    for run in 0..120 {
        let mut numbers = Numbers::new("rule sets compared", run);
        let (one, other) = (changed(&mut numbers), changed(&mut numbers));
        let there = compare_rule_sets(&one, &other);
        let back = compare_rule_sets(&other, &one);
        assert_eq!(there.is_empty(), one == other, "{run}");
        assert_eq!(with(&one, &there), other, "{run}");
        assert_eq!(with(&other, &back), one, "{run}");
        for difference in &there {
            assert_ne!(difference.old, difference.new, "{run}");
        }
        differing += usize::from(one != other);
    }
    assert!(differing > 90, "{differing}");
}

#[test]
fn a_field_that_is_set_otherwise_is_the_one_that_is_told() {
    for (at, base, other) in every_field::pairs() {
        let told = compare_rule_sets(&base, &other);
        assert!(!told.is_empty(), "{at}");
        for difference in &told {
            let field = difference.field();
            let within = |inner: &str, outer: &str| {
                inner == outer || inner.starts_with(&format!("{outer}."))
            };
            assert!(within(&field, &at) || within(&at, &field), "{at}: {field}");
        }
    }
}

#[test]
fn each_side_names_the_paragraph_of_its_own_text() {
    let egp = RuleSet::egp_2020();
    let mut copy = egp.clone();
    copy.time_controls.final_match = TimeControl::minutes(40);
    copy.scoring.bye_discs = 33;
    let told = compare_rule_sets(&egp, &copy);
    let short: Vec<_> = told
        .iter()
        .map(|one| (one.field(), one.old_rule.as_deref(), one.new.clone()))
        .collect();
    assert!(short.contains(&(
        "scoring.bye_discs".to_owned(),
        egp.source("scoring.bye_discs"),
        Some(json!(33))
    )));
    let final_ms = told
        .iter()
        .find(|one| one.path[0] == "time_controls")
        .unwrap();
    assert_eq!(
        (final_ms.field().as_str(), final_ms.old_rule.as_deref()),
        ("time_controls.final.main_ms", Some("EGP IV.1"))
    );

    let between = compare_rule_sets(&egp, &RuleSet::preset("woc-2024").unwrap());
    let time = between
        .iter()
        .find(|one| one.field() == "time_controls.final.main_ms")
        .unwrap();
    let rules = (time.old_rule.as_deref(), time.new_rule.as_deref());
    assert_eq!(rules, (Some("EGP IV.1"), Some("WOC IV.1")));
}

#[test]
fn a_list_is_told_by_its_rows_or_whole_and_a_value_of_another_kind_whole() {
    let egp = RuleSet::egp_2020();
    let mut row = egp.clone();
    row.formats[1].finals = FinalsFormat::none();
    let told = compare_rule_sets(&egp, &row);
    assert!(
        told.iter()
            .all(|one| one.path[..3] == ["formats", "1", "finals"]),
        "{told:?}"
    );
    let mut shorter = egp.clone();
    shorter.formats.pop();
    let told = compare_rule_sets(&egp, &shorter);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].path, ["formats"]);
    assert!(told[0].old.as_ref().unwrap().is_array());

    let mut kind = egp.clone();
    kind.absence_policy = AbsencePolicy::Limit { after_ms: 60_000 };
    let told = compare_rule_sets(&egp, &kind);
    assert_eq!(told.len(), 1);
    let new = json!({"kind": "limit", "after_ms": 60_000});
    assert_eq!(
        (told[0].field().as_str(), told[0].new.as_ref()),
        ("absence_policy", Some(&new))
    );
}

#[test]
fn a_source_that_one_of_them_lacks_is_absent_there() {
    let egp = RuleSet::egp_2020();
    let mut more = egp.clone();
    more.sources
        .insert("season.club".to_owned(), "Club 4".to_owned());
    let told = compare_rule_sets(&egp, &more);
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&*told[0].path[1], &told[0].old, &told[0].new),
        ("season.club", &None, &Some(json!("Club 4")))
    );
}

fn origin(version: u32) -> RuleSetOrigin {
    RuleSetOrigin {
        rule_set_id: "library".to_owned(),
        name: "Fernwood rules".to_owned(),
        version,
    }
}

fn taken(rule_set: RuleSet, from: Option<RuleSetOrigin>) -> Command {
    Command::ChangeRuleSet {
        rule_set,
        origin: from,
        accept_deviations: true,
    }
}

#[test]
fn an_event_holds_its_rules_whole_and_says_where_they_come_from() {
    let mut stream = Stream::new(1);
    let mut create = stream.creation(RuleSet::egp_2020());
    if let Command::CreateTournament { origin: from, .. } = &mut create {
        *from = Some(origin(1));
    }
    let events = stream.give(&create).unwrap();
    let Event::TournamentCreated {
        rule_set,
        origin: from,
        ..
    } = &events[0]
    else {
        panic!("{events:?}");
    };
    assert_eq!((rule_set, from), (&RuleSet::egp_2020(), &Some(origin(1))));
    assert_eq!(stream.state.rule_set_origins.in_force, Some(origin(1)));

    let club = RuleSet::preset("club").unwrap();
    stream.give(&taken(club.clone(), Some(origin(2)))).unwrap();
    assert_eq!(stream.state.rule_set_origins.in_force, Some(origin(2)));
    // The same rules are in force already, wherever they come from.
    let again = stream.refused(&taken(club, Some(origin(3))));
    assert_eq!(again.code(), "rule_set_unchanged");
    stream.give(&taken(RuleSet::egp_2020(), None)).unwrap();
    assert_eq!(stream.state.rule_set_origins.in_force, None);
    let ever: Vec<_> = stream.state.rule_set_origins.ever.iter().cloned().collect();
    assert_eq!(ever, [origin(1), origin(2)]);
}

#[test]
fn an_origin_that_can_name_no_saved_rule_set_is_refused() {
    let mut stream = Stream::created(1, RuleSet::egp_2020());
    let club = RuleSet::preset("club").unwrap();
    let odd = |change: &dyn Fn(&mut RuleSetOrigin)| {
        let mut odd = origin(1);
        change(&mut odd);
        odd
    };
    for wrong in [
        odd(&|odd| odd.version = 0),
        odd(&|odd| odd.rule_set_id.clear()),
        odd(&|odd| odd.name = "a\u{7}".to_owned()),
        odd(&|odd| odd.name = "x".repeat(201)),
    ] {
        let refused = stream.refused(&taken(club.clone(), Some(wrong.clone())));
        assert_eq!(refused.code(), "rule_set_out_of_range", "{wrong:?}");
    }
}
