//! The library of rule sets through the contract: saved in versions, shared, copied, compared, taken by events, retired.

use std::{collections::BTreeSet, sync::Arc};

use crate::world::{ADMINISTRATOR, DIRECTOR, STRANGER, World};
use outflank_access::{Kind, Problem};
use outflank_journal::records;
use outflank_pairing::EventPolicy;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;
use outflank_transport::for_person;
use serde_json::{Value, json};

/// The Grand Prix with so many discs for a bye.
fn club_rules(bye_discs: u32) -> Value {
    let mut rules = serde_json::to_value(RuleSet::egp_2020()).unwrap();
    rules["scoring"]["bye_discs"] = json!(bye_discs);
    rules
}

fn document(rules: &Value) -> proto::RulesChoice {
    proto::RulesChoice {
        rule_set_json: rules.to_string(),
        ..proto::RulesChoice::default()
    }
}

fn preset(name: &str) -> proto::RulesChoice {
    proto::RulesChoice {
        preset: name.to_owned(),
        ..proto::RulesChoice::default()
    }
}

fn saved(id: &str, version: u32) -> proto::RulesChoice {
    proto::RulesChoice {
        rule_set_id: id.to_owned(),
        version,
        ..proto::RulesChoice::default()
    }
}

fn of_event(id: &str) -> proto::RulesChoice {
    proto::RulesChoice {
        tournament_id: id.to_owned(),
        ..proto::RulesChoice::default()
    }
}

fn new(world: &World, name: &str, rules: proto::RulesChoice) -> proto::SaveRuleSetRequest {
    proto::SaveRuleSetRequest {
        command_id: world.command_id(),
        name: name.to_owned(),
        rules: Some(rules),
        ..proto::SaveRuleSetRequest::default()
    }
}

fn next(world: &World, id: &str, rules: proto::RulesChoice) -> proto::SaveRuleSetVersionRequest {
    proto::SaveRuleSetVersionRequest {
        command_id: world.command_id(),
        rule_set_id: id.to_owned(),
        rules: Some(rules),
        ..proto::SaveRuleSetVersionRequest::default()
    }
}

/// A rule set of the director's; answers its id.
async fn save(world: &World, name: &str, rules: &Value) -> String {
    let asked = new(world, name, document(rules));
    let answer = ask!(world, DIRECTOR, save_rule_set, asked).unwrap();
    answer.rule_set.unwrap().rule_set_id
}

async fn get(
    world: &World,
    who: &str,
    id: &str,
    version: u32,
) -> Result<proto::GetSavedRuleSetResponse, Problem> {
    let asked = proto::GetSavedRuleSetRequest {
        rule_set_id: id.to_owned(),
        version,
    };
    ask!(world, who, get_saved_rule_set, asked)
}

async fn names(world: &World, who: &str, shared: bool, retired: bool) -> Vec<String> {
    let asked = proto::ListSavedRuleSetsRequest {
        shared,
        retired,
        ..proto::ListSavedRuleSetsRequest::default()
    };
    let listed = ask!(world, who, list_saved_rule_sets, asked).unwrap();
    let names = listed.rule_sets.into_iter().map(|one| one.name);
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

async fn versions(world: &World, id: &str) -> Vec<proto::RuleSetVersion> {
    let asked = proto::ListRuleSetVersionsRequest {
        rule_set_id: id.to_owned(),
        ..proto::ListRuleSetVersionsRequest::default()
    };
    let listed = ask!(world, DIRECTOR, list_rule_set_versions, asked).unwrap();
    listed.versions
}

async fn share(world: &World, who: &str, id: &str, shared: bool) -> Result<bool, Problem> {
    let asked = proto::ShareRuleSetRequest {
        rule_set_id: id.to_owned(),
        shared,
    };
    let answer = ask!(world, who, share_rule_set, asked)?;
    Ok(answer.rule_set.unwrap().shared)
}

async fn retire(world: &World, who: &str, id: &str, retired: bool) -> Result<bool, Problem> {
    let asked = proto::RetireRuleSetRequest {
        rule_set_id: id.to_owned(),
        retired,
    };
    let answer = ask!(world, who, retire_rule_set, asked)?;
    Ok(answer.rule_set.unwrap().retired)
}

async fn rename(world: &World, who: &str, id: &str, name: &str) -> Result<String, Problem> {
    let asked = proto::RenameRuleSetRequest {
        rule_set_id: id.to_owned(),
        name: name.to_owned(),
    };
    let answer = ask!(world, who, rename_rule_set, asked)?;
    Ok(answer.rule_set.unwrap().name)
}

async fn compare(
    world: &World,
    who: &str,
    one: proto::RulesChoice,
    other: proto::RulesChoice,
) -> Result<Vec<proto::RuleSetDifference>, Problem> {
    let asked = proto::CompareRuleSetsRequest {
        one: Some(one),
        other: Some(other),
    };
    let answer = ask!(world, who, compare_rule_sets, asked)?;
    Ok(answer.differences)
}

fn founding(world: &World, id: &str, version: u32) -> proto::CreateTournamentRequest {
    proto::CreateTournamentRequest {
        rule_set: String::new(),
        saved_rule_set_id: id.to_owned(),
        saved_rule_set_version: version,
        accept_deviations: true,
        ..world.new_tournament()
    }
}

fn rules_of(json: &str) -> RuleSet {
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn each_save_is_a_version_that_stays_as_it_is() {
    let mut world = World::new().await;
    let mut asked = new(&world, " Fernwood rules ", document(&club_rules(33)));
    asked.note = "As in spring.".to_owned();
    let first = ask!(world, DIRECTOR, save_rule_set, asked).unwrap();
    let (set, version) = (first.rule_set.unwrap(), first.version.unwrap());
    assert_eq!((&*set.name, set.latest_version), ("Fernwood rules", 1));
    assert_eq!(
        (&*set.owner_account_id, set.shared, set.retired),
        (DIRECTOR, false, false)
    );
    assert_eq!(
        (version.version, &*version.note, &*version.account_id),
        (1, "As in spring.", DIRECTOR)
    );
    assert!(version.saved_at_ms > 0 && version.copied_from.is_none());
    let id = set.rule_set_id;

    let asked = next(&world, &id, document(&club_rules(20)));
    let second = ask!(world, DIRECTOR, save_rule_set_version, asked).unwrap();
    let set = second.rule_set.unwrap();
    assert_eq!((set.latest_version, set.rule_set_id), (2, id.clone()));
    let numbers: Vec<u32> = versions(&world, &id)
        .await
        .iter()
        .map(|one| one.version)
        .collect();
    assert_eq!(numbers, [2, 1]);

    world.restart().await;
    for (number, discs) in [(1, 33), (2, 20), (0, 20)] {
        let found = get(&world, DIRECTOR, &id, number).await.unwrap();
        let rules = rules_of(&found.rule_set_json);
        assert_eq!(
            (&*rules.name, rules.scoring.bye_discs),
            ("Fernwood rules", discs)
        );
        // What it says of itself is what the judgement of a copy says.
        let asked = proto::CheckRuleSetRequest {
            rule_set_json: found.rule_set_json,
            entrants: 0,
        };
        let judged = ask!(world, DIRECTOR, check_rule_set, asked).unwrap();
        assert_eq!(found.deviations, judged.deviations);
        assert_eq!(found.readings, judged.readings);
        assert_eq!(found.formats, judged.formats);
        assert!(found.readings.iter().any(|one| one.changed));
    }
    let absent = get(&world, DIRECTOR, &id, 3).await.unwrap_err();
    assert_eq!(
        (&*absent.code, absent.kind),
        ("unknown_rule_set_version", Kind::NotFound)
    );
}

#[tokio::test]
async fn a_name_is_one_among_its_owners_and_no_presets() {
    let world = World::new().await;
    let id = save(&world, "Fernwood rules", &club_rules(33)).await;
    let other = save(&world, "Winter", &club_rules(33)).await;
    let taken = |name: &str| new(&world, name, preset("club"));
    for (name, code) in [
        ("Fernwood rules", "rule_set_name_taken"),
        ("egp-2020", "rule_set_name_taken"),
        ("", "bad_rule_set_name"),
        ("  ", "bad_rule_set_name"),
        ("a\u{7}", "bad_rule_set_name"),
        ("a\u{202e}b", "bad_rule_set_name"),
        (&"é".repeat(101), "bad_rule_set_name"),
    ] {
        let refused = ask!(world, DIRECTOR, save_rule_set, taken(name)).unwrap_err();
        assert_eq!(refused.code, code, "{name:?}");
        let refused = rename(&world, DIRECTOR, &other, name).await.unwrap_err();
        assert_eq!(refused.code, code, "{name:?}");
    }
    // Another owner has a name of his own.
    ask!(world, STRANGER, save_rule_set, taken("Fernwood rules")).unwrap();
    assert_eq!(
        rename(&world, DIRECTOR, &id, "Summer").await.unwrap(),
        "Summer"
    );
    assert_eq!(
        rename(&world, DIRECTOR, &id, "Summer").await.unwrap(),
        "Summer"
    );
    assert_eq!(
        names(&world, DIRECTOR, false, false).await,
        ["Summer", "Winter"]
    );
    // What was saved bears the name of then.
    let found = get(&world, DIRECTOR, &id, 1).await.unwrap();
    assert_eq!(rules_of(&found.rule_set_json).name, "Fernwood rules");
    ask!(world, DIRECTOR, save_rule_set, taken("Fernwood rules")).unwrap();
}

#[tokio::test]
async fn what_cannot_be_run_or_is_not_said_once_is_not_saved() {
    let world = World::new().await;
    let mut impossible = club_rules(33);
    impossible["formats"] = json!([]);
    let twice = proto::RulesChoice {
        preset: "club".to_owned(),
        ..document(&club_rules(33))
    };
    let versioned = proto::RulesChoice {
        version: 1,
        ..preset("club")
    };
    for (rules, code) in [
        (document(&impossible), "formats_incomplete"),
        (document(&json!("rules")), "bad_rule_set"),
        (proto::RulesChoice::default(), "bad_rules_choice"),
        (twice, "bad_rules_choice"),
        (versioned, "bad_rules_choice"),
        (preset("egp-1066"), "unknown_rule_set"),
        (saved("nobodys", 1), "unknown_saved_rule_set"),
        (of_event("nowhere"), "unknown_tournament"),
    ] {
        let asked = new(&world, "Odd", rules);
        let refused = ask!(world, DIRECTOR, save_rule_set, asked).unwrap_err();
        assert_eq!(refused.code, code);
    }
    let mut asked = new(&world, "Odd", preset("club"));
    asked.note = "x".repeat(501);
    let refused = ask!(world, DIRECTOR, save_rule_set, asked).unwrap_err();
    assert_eq!(refused.code, "bad_reason");
    assert!(names(&world, DIRECTOR, false, true).await.is_empty());
}

#[tokio::test]
async fn a_copy_says_from_where() {
    let world = World::new().await;
    let shared = save(&world, "Fernwood rules", &club_rules(33)).await;
    share(&world, DIRECTOR, &shared, true).await.unwrap();
    let event = world.create_under(&club_rules(20)).await;
    for (rules, discs, kind, id, version, name) in [
        (
            preset("egp-2020"),
            40,
            "preset",
            "egp-2020",
            0,
            "European Grand Prix 2020",
        ),
        (
            saved(&shared, 0),
            33,
            "saved",
            &*shared,
            1,
            "Fernwood rules",
        ),
        (
            of_event(&event),
            20,
            "tournament",
            &*event,
            0,
            "Fernwood Open",
        ),
    ] {
        let asked = new(&world, &format!("From {kind}"), rules);
        let answer = ask!(world, STRANGER, save_rule_set, asked).unwrap();
        let from = answer.version.unwrap().copied_from.unwrap();
        let told = (&*from.kind, &*from.id, from.version, &*from.name);
        assert_eq!(told, (kind, id, version, name));
        let copy = answer.rule_set.unwrap().rule_set_id;
        let found = get(&world, STRANGER, &copy, 1).await.unwrap();
        assert_eq!(found.version.unwrap().copied_from.unwrap(), from);
        let rules = rules_of(&found.rule_set_json);
        assert_eq!(
            (rules.scoring.bye_discs, &*rules.based_on),
            (discs, "egp-2020")
        );
    }
}

#[tokio::test]
async fn what_somebody_keeps_to_himself_is_not_found_and_what_he_shares_is_his_to_change() {
    let world = World::new().await;
    let id = save(&world, "Fernwood rules", &club_rules(33)).await;
    let all = async |id: &str| {
        let version = ask!(
            world,
            STRANGER,
            save_rule_set_version,
            next(&world, id, preset("club"))
        );
        let list = proto::ListRuleSetVersionsRequest {
            rule_set_id: id.to_owned(),
            ..proto::ListRuleSetVersionsRequest::default()
        };
        let copy = new(&world, &world.command_id(), saved(id, 0));
        [
            get(&world, STRANGER, id, 0).await.map(|_| ()),
            get(&world, STRANGER, id, 1).await.map(|_| ()),
            ask!(world, STRANGER, list_rule_set_versions, list).map(|_| ()),
            compare(&world, STRANGER, saved(id, 1), preset("club"))
                .await
                .map(|_| ()),
            ask!(world, STRANGER, save_rule_set, copy).map(|_| ()),
            ask!(world, STRANGER, create_tournament, founding(&world, id, 1)).map(|_| ()),
            version.map(|_| ()),
            rename(&world, STRANGER, id, "Mine").await.map(|_| ()),
            share(&world, STRANGER, id, true).await.map(|_| ()),
            retire(&world, STRANGER, id, true).await.map(|_| ()),
        ]
    };
    let absent: Vec<Problem> = all("nobodys")
        .await
        .into_iter()
        .map(Result::unwrap_err)
        .collect();
    let hidden: Vec<Problem> = all(&id).await.into_iter().map(Result::unwrap_err).collect();
    // Nothing tells one that is not there from one that is not his.
    assert_eq!(hidden, absent);
    for problem in hidden {
        assert_eq!(
            (&*problem.code, problem.kind),
            ("unknown_saved_rule_set", Kind::NotFound)
        );
    }
    assert!(names(&world, STRANGER, true, true).await.is_empty());

    assert!(share(&world, DIRECTOR, &id, true).await.unwrap());
    assert_eq!(
        names(&world, STRANGER, true, false).await,
        ["Fernwood rules"]
    );
    assert!(names(&world, DIRECTOR, true, false).await.is_empty());
    let (read, change) = {
        let mut told = all(&id).await.to_vec();
        let change = told.split_off(6);
        (told, change)
    };
    assert!(read.iter().all(Result::is_ok), "{read:?}");
    for refused in change {
        let problem = refused.unwrap_err();
        assert_eq!(
            (&*problem.code, problem.kind),
            ("not_your_rule_set", Kind::Forbidden)
        );
    }
    assert!(!share(&world, DIRECTOR, &id, false).await.unwrap());
    assert!(names(&world, STRANGER, true, false).await.is_empty());

    let asked = proto::ListSavedRuleSetsRequest::default();
    let seat = for_person(asked.clone(), Some(&world.token(STRANGER, true)));
    let refused = world.client().list_saved_rule_sets(seat).await.unwrap_err();
    assert_eq!(Problem::from_status(&refused).code, "members_only");
    let nobody = world
        .client()
        .list_saved_rule_sets(asked)
        .await
        .unwrap_err();
    assert_eq!(Problem::from_status(&nobody).code, "unauthenticated");
}

#[tokio::test]
async fn two_are_compared_field_by_field() {
    let world = World::new().await;
    let id = save(&world, "Fernwood rules", &club_rules(33)).await;
    let asked = next(&world, &id, document(&club_rules(20)));
    ask!(world, DIRECTOR, save_rule_set_version, asked).unwrap();
    let told = compare(&world, DIRECTOR, saved(&id, 1), saved(&id, 2))
        .await
        .unwrap();
    assert_eq!(told.len(), 1);
    let only = &told[0];
    let values = (&*only.path, &*only.old_json, &*only.new_json);
    assert_eq!(values, ("scoring.bye_discs", "33", "20"));
    let paragraph = RuleSet::egp_2020()
        .source("scoring.bye_discs")
        .unwrap_or_default()
        .to_owned();
    assert_eq!((&only.old_rule, &only.new_rule), (&paragraph, &paragraph));
    let same = compare(&world, DIRECTOR, saved(&id, 2), saved(&id, 0))
        .await
        .unwrap();
    assert_eq!(same, []);

    let event = ask!(world, DIRECTOR, create_tournament, founding(&world, &id, 1)).unwrap();
    let event = event.tournament.unwrap().summary.unwrap().id;
    assert_eq!(
        compare(&world, STRANGER, of_event(&event), of_event(&event))
            .await
            .unwrap(),
        []
    );
    let told = compare(&world, DIRECTOR, of_event(&event), saved(&id, 0))
        .await
        .unwrap();
    assert_eq!((told.len(), &told[0]), (1, only));
    let told = compare(
        &world,
        STRANGER,
        preset("egp-2020"),
        document(&club_rules(33)),
    )
    .await;
    let told = told.unwrap();
    assert_eq!((told.len(), &*told[0].path), (1, "scoring.bye_discs"));
}

#[tokio::test]
async fn an_event_holds_the_rules_that_it_took_and_says_from_where() {
    let world = World::new().await;
    let id = save(&world, "Fernwood rules", &club_rules(33)).await;
    let create = founding(&world, &id, 0);
    let event = ask!(world, DIRECTOR, create_tournament, create.clone()).unwrap();
    let event = event.tournament.unwrap();
    let event_id = event.summary.unwrap().id;
    let origin = event.rule_set_origin.unwrap();
    let told = (&*origin.rule_set_id, &*origin.name, origin.version);
    assert_eq!(told, (&*id, "Fernwood rules", 1));
    let held = rules_of(&event.rule_set_json);
    assert_eq!(
        (held.scoring.bye_discs, &*held.name),
        (33, "Fernwood rules")
    );

    // What becomes of the saved one later is nothing to it.
    let asked = next(&world, &id, document(&club_rules(20)));
    ask!(world, DIRECTOR, save_rule_set_version, asked).unwrap();
    rename(&world, DIRECTOR, &id, "Summer").await.unwrap();
    let event = world.tournament(&event_id).await;
    assert_eq!(event.rule_set_origin.unwrap(), origin);
    assert_eq!(rules_of(&event.rule_set_json), held);

    let change = proto::ChangeRuleSetRequest {
        command_id: world.command_id(),
        tournament_id: event_id.clone(),
        saved_rule_set_id: id.clone(),
        saved_rule_set_version: 2,
        accept_deviations: true,
        ..proto::ChangeRuleSetRequest::default()
    };
    let changed = ask!(world, DIRECTOR, change_rule_set, change.clone()).unwrap();
    let event = world.tournament(&event_id).await;
    let origin = event.rule_set_origin.unwrap();
    assert_eq!((&*origin.name, origin.version), ("Summer", 2));
    assert_eq!(rules_of(&event.rule_set_json).scoring.bye_discs, 20);

    // Sent again, both get their first answers, though the rule set is offered no longer.
    retire(&world, DIRECTOR, &id, true).await.unwrap();
    let again = ask!(world, DIRECTOR, change_rule_set, change.clone()).unwrap();
    assert_eq!(again, changed);
    let again = ask!(world, DIRECTOR, create_tournament, create).unwrap();
    assert_eq!(again.tournament.unwrap().summary.unwrap().id, event_id);
    for (code, asked) in [
        (
            "rule_set_retired",
            proto::ChangeRuleSetRequest {
                command_id: world.command_id(),
                ..change.clone()
            },
        ),
        (
            "bad_rules_choice",
            proto::ChangeRuleSetRequest {
                command_id: world.command_id(),
                rule_set_json: club_rules(1).to_string(),
                ..change.clone()
            },
        ),
        (
            "bad_rules_choice",
            proto::ChangeRuleSetRequest {
                command_id: world.command_id(),
                saved_rule_set_id: String::new(),
                ..change.clone()
            },
        ),
        (
            "unknown_saved_rule_set",
            proto::ChangeRuleSetRequest {
                command_id: world.command_id(),
                saved_rule_set_id: "nobodys".to_owned(),
                ..change.clone()
            },
        ),
    ] {
        let refused = ask!(world, DIRECTOR, change_rule_set, asked).unwrap_err();
        assert_eq!(refused.code, code);
    }
    // Rules of no saved rule set come from none.
    let own = proto::ChangeRuleSetRequest {
        command_id: world.command_id(),
        rule_set_json: club_rules(10).to_string(),
        saved_rule_set_id: String::new(),
        saved_rule_set_version: 0,
        ..change
    };
    ask!(world, DIRECTOR, change_rule_set, own).unwrap();
    assert_eq!(world.tournament(&event_id).await.rule_set_origin, None);
    // Both versions were taken by an event, and stay to be read for ever.
    for number in [1, 2] {
        get(&world, STRANGER, &id, number).await.unwrap();
    }
}

#[tokio::test]
async fn what_is_retired_is_offered_no_longer_and_what_events_took_stays_to_be_read() {
    let mut world = World::new().await;
    let mut asked = new(&world, "Fernwood rules", document(&club_rules(33)));
    (asked.note, asked.shared) = ("Ask Ingrid.".to_owned(), true);
    let answer = ask!(world, DIRECTOR, save_rule_set, asked).unwrap();
    let id = answer.rule_set.unwrap().rule_set_id;
    let asked = next(&world, &id, document(&club_rules(20)));
    ask!(world, DIRECTOR, save_rule_set_version, asked).unwrap();
    ask!(world, STRANGER, create_tournament, founding(&world, &id, 1)).unwrap();

    assert!(retire(&world, DIRECTOR, &id, true).await.unwrap());
    assert!(retire(&world, DIRECTOR, &id, true).await.unwrap());
    assert!(names(&world, DIRECTOR, false, false).await.is_empty());
    assert_eq!(
        names(&world, DIRECTOR, false, true).await,
        ["Fernwood rules"]
    );
    assert!(names(&world, STRANGER, true, true).await.is_empty());
    for (who, code) in [
        (DIRECTOR, "rule_set_retired"),
        (STRANGER, "unknown_saved_rule_set"),
    ] {
        let refused = ask!(world, who, create_tournament, founding(&world, &id, 1)).unwrap_err();
        assert_eq!(refused.code, code, "{who}");
    }
    let asked = next(&world, &id, preset("club"));
    let refused = ask!(world, DIRECTOR, save_rule_set_version, asked).unwrap_err();
    assert_eq!(refused.code, "rule_set_retired");

    world.restart().await;
    // The version that an event took is there for everybody who names it, and nothing else is but for the owner.
    let found = get(&world, STRANGER, &id, 1).await.unwrap();
    assert_eq!(rules_of(&found.rule_set_json).scoring.bye_discs, 33);
    assert_eq!(found.version.unwrap().note, "");
    for version in [0, 2] {
        let refused = get(&world, STRANGER, &id, version).await.unwrap_err();
        assert_eq!(refused.code, "unknown_saved_rule_set", "{version}");
    }
    let own = get(&world, DIRECTOR, &id, 1).await.unwrap();
    assert_eq!(own.version.unwrap().note, "Ask Ingrid.");
    get(&world, DIRECTOR, &id, 2).await.unwrap();

    assert!(!retire(&world, DIRECTOR, &id, false).await.unwrap());
    ask!(world, STRANGER, create_tournament, founding(&world, &id, 2)).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saves_at_once_make_a_version_each() {
    const AT_ONCE: u32 = 32;
    let world = Arc::new(World::new().await);
    let id = save(&world, "Fernwood rules", &club_rules(0)).await;
    let saves = (1..=AT_ONCE).map(|discs| {
        let (world, id) = (Arc::clone(&world), id.clone());
        tokio::spawn(async move {
            let asked = next(&world, &id, document(&club_rules(discs)));
            let answer = ask!(world, DIRECTOR, save_rule_set_version, asked).unwrap();
            (answer.version.unwrap().version, discs)
        })
    });
    let saves: Vec<_> = saves.collect();
    let mut made = BTreeSet::new();
    for save in saves {
        made.insert(save.await.unwrap());
    }
    let numbers: Vec<u32> = made.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (2..=AT_ONCE + 1).collect::<Vec<_>>());
    for (number, discs) in made {
        let found = get(&world, DIRECTOR, &id, number).await.unwrap();
        assert_eq!(rules_of(&found.rule_set_json).scoring.bye_discs, discs);
    }

    // Of several who take one name at once, one has it.
    let saves = (0..8).map(|_| {
        let world = Arc::clone(&world);
        tokio::spawn(async move {
            let asked = new(&world, "Winter", preset("club"));
            ask!(world, DIRECTOR, save_rule_set, asked)
        })
    });
    let saves: Vec<_> = saves.collect();
    let mut refused = 0;
    for save in saves {
        if let Err(problem) = save.await.unwrap() {
            assert_eq!(problem.code, "rule_set_name_taken");
            refused += 1;
        }
    }
    assert_eq!(refused, 7);
}

#[tokio::test]
async fn a_save_sent_again_is_the_first_and_another_under_its_id_is_another() {
    let world = World::new().await;
    let asked = new(&world, "Fernwood rules", document(&club_rules(33)));
    let first = ask!(world, DIRECTOR, save_rule_set, asked.clone()).unwrap();
    let id = first.rule_set.clone().unwrap().rule_set_id;
    assert_eq!(
        ask!(world, DIRECTOR, save_rule_set, asked.clone()).unwrap(),
        first
    );
    let mut other = asked;
    other.name = "Winter".to_owned();
    let other = ask!(world, DIRECTOR, save_rule_set, other).unwrap();
    assert_ne!(other.rule_set.unwrap().rule_set_id, id);

    let mut asked = next(&world, &id, document(&club_rules(20)));
    let second = ask!(world, DIRECTOR, save_rule_set_version, asked.clone()).unwrap();
    assert_eq!(second.version.as_ref().unwrap().version, 2);
    retire(&world, DIRECTOR, &id, true).await.unwrap();
    let again = ask!(world, DIRECTOR, save_rule_set_version, asked.clone()).unwrap();
    assert_eq!(again.version, second.version);
    retire(&world, DIRECTOR, &id, false).await.unwrap();
    asked.note = "Another.".to_owned();
    let third = ask!(world, DIRECTOR, save_rule_set_version, asked.clone()).unwrap();
    assert_eq!(third.version.unwrap().version, 3);
    asked.command_id.clear();
    let refused = ask!(world, DIRECTOR, save_rule_set_version, asked).unwrap_err();
    assert_eq!(refused.code, "bad_command_id");
}

#[tokio::test]
async fn who_may_found_events_saves_rule_sets() {
    let world = World::asking(EventPolicy::default()).await;
    let asked = || new(&world, "Fernwood rules", preset("club"));
    let refused = ask!(world, STRANGER, save_rule_set, asked()).unwrap_err();
    assert_eq!(
        (&*refused.code, refused.kind),
        ("founding_closed", Kind::Forbidden)
    );
    let made = ask!(world, ADMINISTRATOR, save_rule_set, asked()).unwrap();
    let id = made.rule_set.unwrap().rule_set_id;
    share(&world, ADMINISTRATOR, &id, true).await.unwrap();
    // Reading asks for no such right.
    get(&world, STRANGER, &id, 1).await.unwrap();
    assert_eq!(
        compare(&world, STRANGER, saved(&id, 1), saved(&id, 1))
            .await
            .unwrap(),
        []
    );
}

#[tokio::test]
async fn a_library_holds_so_many_and_no_more() {
    let world = World::new().await;
    let id = save(&world, "Fernwood rules", &club_rules(33)).await;
    let full = "UPDATE saved_rule_sets SET latest = 1000 WHERE rule_set_id = $1";
    let full = records::query(full).bind(&id);
    world.records().run(full).await.unwrap();
    let asked = next(&world, &id, preset("club"));
    let refused = ask!(world, DIRECTOR, save_rule_set_version, asked).unwrap_err();
    assert_eq!(refused.code, "too_many_versions");
    for number in 1..200 {
        let insert = records::query(
            "INSERT INTO saved_rule_sets (rule_set_id, owner, name, latest, shared, retired, created_at_ms, \
             saved_at_ms) VALUES ($1, $2, $3, 1, $4, $5, 0, 0)",
        );
        let insert = insert.bind(format!("r{number}")).bind(DIRECTOR);
        let insert = insert
            .bind(format!("Rules {number}"))
            .bind(false)
            .bind(false);
        world.records().run(insert).await.unwrap();
    }
    let asked = new(&world, "One more", preset("club"));
    let refused = ask!(world, DIRECTOR, save_rule_set, asked).unwrap_err();
    assert_eq!(refused.code, "too_many_rule_sets");
    let asked = new(&world, "One more", preset("club"));
    ask!(world, STRANGER, save_rule_set, asked).unwrap();
}
