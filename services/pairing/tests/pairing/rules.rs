//! Rule sets through the contract: the presets whole, a director's copies, and their judgement.

use crate::world::{DIRECTOR, STRANGER, World};
use outflank_access::Kind;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;
use serde_json::{Value, json};

fn rules(name: &str) -> Value {
    serde_json::to_value(RuleSet::preset(name).unwrap()).unwrap()
}

async fn judge(world: &World, rules: &Value, entrants: u32) -> proto::CheckRuleSetResponse {
    let asked = proto::CheckRuleSetRequest {
        rule_set_json: rules.to_string(),
        entrants,
    };
    ask!(world, STRANGER, check_rule_set, asked).unwrap()
}

#[tokio::test]
async fn every_preset_is_given_whole_and_can_be_run() {
    let world = World::new().await;
    let asked = proto::ListRuleSetsRequest::default();
    let listed = ask!(world, STRANGER, list_rule_sets, asked).unwrap();
    let names: Vec<&str> = listed.rule_sets.iter().map(|one| &*one.name).collect();
    assert_eq!(names, RuleSet::preset_names());
    assert_eq!(names.len(), 8);
    for one in &listed.rule_sets {
        let asked = proto::GetRuleSetRequest {
            name: one.name.clone(),
        };
        let found = ask!(world, STRANGER, get_rule_set, asked).unwrap();
        let read: RuleSet = serde_json::from_str(&found.rule_set_json).unwrap();
        assert_eq!(read, RuleSet::preset(&one.name).unwrap(), "{}", one.name);
        assert_eq!(found.formats, one.formats);
        assert!(found.formats.iter().all(|row| !row.format.is_empty()));
        assert!(found.readings.iter().all(|reading| !reading.changed));
        for reading in &found.readings {
            assert!(!reading.value.is_empty() && !reading.name.is_empty());
            assert!(!reading.detail.is_empty());
        }

        let whole: Value = serde_json::from_str(&found.rule_set_json).unwrap();
        let judged = judge(&world, &whole, 14).await;
        assert_eq!((judged.problem, judged.deviations), (String::new(), vec![]));
        assert_eq!(judged.readings, found.readings);
        assert_eq!(judged.formats, found.formats);
        assert!(!judged.stages.is_empty(), "{}", one.name);
        assert!(judge(&world, &whole, 0).await.stages.is_empty());
    }
    let asked = proto::GetRuleSetRequest {
        name: "egp-1066".to_owned(),
    };
    let problem = ask!(world, STRANGER, get_rule_set, asked).unwrap_err();
    assert_eq!(problem.code, "unknown_rule_set");
    assert!(problem.detail.contains("egp-2020"), "{}", problem.detail);
}

#[tokio::test]
async fn a_copy_is_judged_by_what_it_departs_from_and_by_whether_it_can_be_run() {
    let world = World::new().await;
    let mut copy = rules("egp-2020");
    copy["name"] = json!("Fernwood rules");
    assert!(judge(&world, &copy, 6).await.deviations.is_empty());

    copy["rounds"] = json!(7);
    copy["scoring"]["brightwell_constant"]["constant"] = json!(7);
    let judged = judge(&world, &copy, 20).await;
    assert_eq!(judged.problem, "");
    let rules_of: Vec<&str> = judged.deviations.iter().map(|one| &*one.rule).collect();
    assert!(rules_of.contains(&"EGP VI.2"), "{rules_of:?}");
    assert!(judged.deviations.iter().all(|one| !one.what.is_empty()));
    assert!(judged.stages[0].contains('7'), "{:?}", judged.stages);

    let mut impossible = rules("egp-2020");
    impossible["formats"] = json!([]);
    let judged = judge(&world, &impossible, 6).await;
    assert!(!judged.problem.is_empty());
    assert!(judged.stages.is_empty() && judged.formats.is_empty());
    // Too few entrants are a problem of the plan, not of the rules.
    let judged = judge(&world, &rules("egp-2020"), 1).await;
    assert!(!judged.problem.is_empty() && !judged.formats.is_empty());
}

#[tokio::test]
async fn what_is_no_rule_set_is_refused_with_where_it_fails() {
    let world = World::new().await;
    let mut half = rules("egp-2020");
    half["scoring"]["bye_discs"] = json!("forty");
    let half = half.to_string();
    let long = format!("{}{}", rules("egp-2020"), " ".repeat(64 * 1024));
    for (json, code) in [
        (String::new(), "bad_rule_set"),
        ("{".to_owned(), "bad_rule_set"),
        ("[1]".to_owned(), "bad_rule_set"),
        (half.clone(), "bad_rule_set"),
        (long, "rule_set_too_long"),
    ] {
        let asked = proto::CheckRuleSetRequest {
            rule_set_json: json.clone(),
            entrants: 6,
        };
        let problem = ask!(world, STRANGER, check_rule_set, asked).unwrap_err();
        assert_eq!(problem.code, code, "{}", problem.detail);
        assert!(!problem.detail.contains("line 0"), "{}", problem.detail);
        let names_value = problem.detail.contains("The value scoring of the rule set");
        assert_eq!(names_value, json == half, "{}", problem.detail);
        if json.is_empty() {
            continue;
        }
        let mut asked = world.new_tournament();
        asked.rule_set_json = json;
        let problem = ask!(world, DIRECTOR, create_tournament, asked).unwrap_err();
        assert_eq!(problem.code, code);
    }
    let asked = proto::ListTournamentsRequest::default();
    let listed = ask!(world, DIRECTOR, list_tournaments, asked).unwrap();
    assert!(listed.tournaments.is_empty());
}

#[tokio::test]
async fn a_tournament_is_created_under_a_copy_once_its_departures_are_accepted() {
    let world = World::new().await;
    let mut copy = rules("egp-2020");
    copy["name"] = json!("Fernwood rules");
    copy["rounds"] = json!(3);
    copy["scoring"]["brightwell_constant"]["constant"] = json!(7);
    let mut asked = world.new_tournament();
    asked.rule_set_json = copy.to_string();
    let departs = !judge(&world, &copy, 0).await.deviations.is_empty();
    assert!(departs);
    let refused = ask!(world, DIRECTOR, create_tournament, asked.clone()).unwrap_err();
    assert_eq!(refused.code, "departure_unconfirmed");

    asked.accept_deviations = true;
    asked.command_id = world.command_id();
    let created = ask!(world, DIRECTOR, create_tournament, asked).unwrap();
    let tournament = created.tournament.unwrap();
    assert!(!tournament.conformant && !tournament.deviations.is_empty());
    let id = tournament.summary.unwrap().id;
    let shown: RuleSet = serde_json::from_str(&tournament.rule_set_json).unwrap();
    assert_eq!((&*shown.name, shown.rounds), ("Fernwood rules", Some(3)));
    world.register(&id, 13).await;
    let tournament = world.tournament(&id).await;
    assert_eq!(tournament.summary.unwrap().rounds, 3);

    // Other rules may come into force until round 1 is paired.
    let change = |rules: &Value| proto::ChangeRuleSetRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        rule_set_json: rules.to_string(),
        ..proto::ChangeRuleSetRequest::default()
    };
    let stranger = ask!(world, STRANGER, change_rule_set, change(&rules("club")));
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
    let seq = ask!(world, DIRECTOR, change_rule_set, change(&rules("egp-2020")));
    assert_eq!(seq.unwrap().seq, world.seq(&id).await);
    let same = ask!(world, DIRECTOR, change_rule_set, change(&rules("egp-2020")));
    assert_eq!(same.unwrap_err().code, "rule_set_unchanged");
    let tournament = world.tournament(&id).await;
    let summary = tournament.summary.unwrap();
    assert_eq!((&*summary.rule_set, summary.rounds), ("egp-2020", 11));

    world.publish(&id).await.unwrap();
    let late = ask!(world, DIRECTOR, change_rule_set, change(&rules("club")));
    assert_eq!(late.unwrap_err().code, "registration_closed");
}
