//! The officers' list of events, and what stands out of one.

use outflank_access::Kind;
use outflank_formats::CivilDate;
use outflank_proto::{pairing::v1 as proto, sentence::v1::Parameter};
use outflank_tournament::RuleSet;

use crate::world::{ADMINISTRATOR, DIRECTOR, OFFICER, SECOND_OFFICER, STRANGER, World};

const DAY_MS: i64 = 86_400_000;

async fn event_in(world: &World, country: &str) -> String {
    let asked = proto::CreateTournamentRequest {
        country: country.to_owned(),
        ..world.new_tournament()
    };
    let made = ask!(world, DIRECTOR, create_tournament, asked).unwrap();
    made.tournament.unwrap().summary.unwrap().id
}

/// Two who play a club event out, by results that no game gave.
async fn played(world: &World) -> String {
    let club = serde_json::to_value(RuleSet::preset("club").unwrap()).unwrap();
    let id = world.create_under(&club).await;
    world.register(&id, 2).await;
    play(world, &id).await;
    id
}

async fn play(world: &World, id: &str) {
    for _ in 0..2 {
        world.publish(id).await.unwrap();
        world.play(id, |_| 40).await;
    }
}

async fn listed(
    world: &World,
    asked: proto::ListRatingEventsRequest,
) -> Vec<(String, &'static str)> {
    let mut asked = proto::ListRatingEventsRequest {
        page_size: 2,
        ..asked
    };
    let known = [
        "announced",
        "approved",
        "waiting",
        "correction",
        "returned",
        "released",
        "withdrawn",
    ];
    let mut all = Vec::new();
    loop {
        let page = ask!(world, STRANGER, list_rating_events, asked.clone()).unwrap();
        assert!(page.events.len() <= 2);
        all.extend(page.events);
        if page.next_page_token.is_empty() {
            break;
        }
        asked.page_token = page.next_page_token;
    }
    assert!(
        all.is_sorted_by_key(|event| std::cmp::Reverse(event.since_ms)),
        "the latest first"
    );
    let stands = |event: proto::RatingEvent| {
        let state = known.iter().find(|state| **state == event.state);
        (event.tournament.unwrap().id, *state.unwrap())
    };
    all.into_iter().map(stands).collect()
}

fn asked(federation: &str, state: &str, released_by: &str) -> proto::ListRatingEventsRequest {
    proto::ListRatingEventsRequest {
        federation: federation.to_owned(),
        state: state.to_owned(),
        released_by: released_by.to_owned(),
        ..proto::ListRatingEventsRequest::default()
    }
}

#[tokio::test]
async fn events_are_listed_by_nation_and_by_how_their_files_stand() {
    let world = World::new().await;
    world.rating_office().await;
    world.federation("DNK", &[], &[OFFICER]).await;
    world.federation("EOCF", &["DNK", "FRA"], &[]).await;
    let announced = world.create().await;
    let danish = event_in(&world, "DNK").await;
    let swedish = event_in(&world, "SWE").await;
    let approved = world.create().await;
    world.approve(&approved).await;
    let waiting = played(&world).await;
    world.confirm(&waiting).await.unwrap();
    let released = played(&world).await;
    world.sign(&released).await;
    world.approve(&released).await;
    world.confirm(&released).await.unwrap();
    let release = world.release(&released, 1);
    ask!(world, OFFICER, release_rating_file, release).unwrap();
    let cancelled = world.create().await;
    let cancel = proto::CancelTournamentRequest {
        command_id: world.command_id(),
        tournament_id: cancelled.clone(),
        reason: "Too few came.".to_owned(),
        ..proto::CancelTournamentRequest::default()
    };
    ask!(world, DIRECTOR, cancel_tournament, cancel).unwrap();

    let french = [
        (released.clone(), "released"),
        (waiting.clone(), "waiting"),
        (approved.clone(), "approved"),
        (announced.clone(), "announced"),
    ];
    let sorted = |mut events: Vec<(String, &'static str)>| {
        events.sort();
        events
    };
    let all = sorted(listed(&world, asked("", "", "")).await);
    let others = [
        (danish.clone(), "announced"),
        (swedish.clone(), "announced"),
    ];
    let expected = sorted(french.iter().cloned().chain(others).collect());
    assert_eq!(all, expected);
    for (federation, state, expected) in [
        ("FRA", "", french.to_vec()),
        ("FRA", "waiting", vec![(waiting.clone(), "waiting")]),
        ("FRA", "withdrawn", vec![]),
        ("DNK", "", vec![(danish.clone(), "announced")]),
        (
            "EOCF",
            "announced",
            vec![
                (danish.clone(), "announced"),
                (announced.clone(), "announced"),
            ],
        ),
    ] {
        let found = listed(&world, asked(federation, state, "")).await;
        let (found, expected) = (sorted(found), sorted(expected));
        assert_eq!(found, expected, "{federation} {state}");
    }
    for (federation, state, day, code) in [
        ("FRA", "closed", "", "bad_rating_query"),
        ("FRA", "Waiting", "", "bad_rating_query"),
        ("FRA", "", "2026-02-30", "bad_rating_query"),
        ("FRA", "", "yesterday", "bad_rating_query"),
        ("POL", "", "", "unknown_federation"),
        ("fra", "", "", "unknown_federation"),
    ] {
        let query = asked(federation, state, day);
        let refused = ask!(world, STRANGER, list_rating_events, query).unwrap_err();
        assert_eq!(refused.code, code, "{federation} {state} {day}");
    }
    // A page of one list is none of another.
    let first = proto::ListRatingEventsRequest {
        page_size: 1,
        ..asked("FRA", "", "")
    };
    let page = ask!(world, STRANGER, list_rating_events, first).unwrap();
    let other = proto::ListRatingEventsRequest {
        page_token: page.next_page_token,
        ..asked("DNK", "", "")
    };
    let refused = ask!(world, STRANGER, list_rating_events, other).unwrap_err();
    assert_eq!(refused.kind, Kind::Invalid);
}

/// What a federation sent by a deadline stays sent, whatever became of the file since.
#[tokio::test]
async fn what_was_released_by_a_day_is_found() {
    let world = World::new().await;
    world.rating_office().await;
    let id = played(&world).await;
    world.sign(&id).await;
    world.approve(&id).await;
    world.confirm(&id).await.unwrap();
    assert!(
        listed(&world, asked("FRA", "", "2999-12-31"))
            .await
            .is_empty()
    );
    let release = world.release(&id, 1);
    ask!(world, OFFICER, release_rating_file, release).unwrap();
    let query = asked("FRA", "released", "");
    let shown = ask!(world, STRANGER, list_rating_events, query).unwrap();
    let released_at_ms = shown.events[0].released_at_ms;
    assert!(released_at_ms > 0 && shown.events[0].since_ms == released_at_ms);
    let day = released_at_ms.div_euclid(DAY_MS);
    let on = |day| CivilDate::of_days_since_1970(day).unwrap().to_string();
    let states = ["released", "withdrawn", "waiting"];
    for state in states {
        for (deadline, found) in [(day - 1, false), (day, true), (day + 1, true)] {
            let expected: &[_] = if found { &[(id.clone(), state)] } else { &[] };
            let listed = listed(&world, asked("FRA", "", &on(deadline))).await;
            assert_eq!(listed, expected, "{state} {deadline}");
        }
        match state {
            "released" => {
                let asked = world.withdrawal(&id);
                ask!(world, OFFICER, withdraw_approval, asked).unwrap();
            }
            _ => drop(ask!(world, OFFICER, approve_event, world.approval(&id))),
        }
    }
}

async fn checks(world: &World, who: &str, id: &str) -> proto::GetRatingChecksResponse {
    let asked = proto::GetRatingChecksRequest {
        tournament_id: id.to_owned(),
    };
    ask!(world, who, get_rating_checks, asked).unwrap()
}

fn kinds(checks: &proto::GetRatingChecksResponse) -> Vec<(&str, &str)> {
    let checks = checks.checks.iter();
    checks
        .map(|check| (check.kind.as_str(), check.weight.as_str()))
        .collect()
}

async fn enter(world: &World, id: &str, surname: &str, number: u32) -> String {
    let asked = proto::RegisterEntrantRequest {
        surname: surname.to_owned(),
        federation_number: number,
        accept_same_person: true,
        ..world.new_entrant(id, 0)
    };
    ask!(world, DIRECTOR, register_entrant, asked)
        .unwrap()
        .entrant_id
}

#[tokio::test]
async fn what_stands_out_is_told_with_names() {
    let world = World::new().await;
    let content = b"pays = FRA\n\n 50000 ARDENT, Pat %_<1700>\n".to_vec();
    let list = proto::ImportPlayersListRequest { content };
    ask!(world, ADMINISTRATOR, import_players_list, list).unwrap();
    let club = serde_json::to_value(RuleSet::preset("club").unwrap()).unwrap();
    let id = world.create_under(&club).await;
    enter(&world, &id, "ARDENT", 50_000).await;
    let unknown = enter(&world, &id, "BRISK", 59_999).await;
    let new = enter(&world, &id, "CALM", 0).await;
    let looked = checks(&world, OFFICER, &id).await;
    assert_eq!(
        kinds(&looked),
        [
            ("unapproved_director", "look"),
            ("unknown_number", "look"),
            ("new_player", "note"),
        ]
    );
    assert_eq!(looked.checks[1].entrant_ids, [unknown]);
    assert_eq!(
        looked.checks[1].sentence,
        "Number 59999 of Pat BRISK is not in the players list."
    );
    assert_eq!(looked.checks[2].entrant_ids, [new]);
    assert_eq!(
        (looked.state.as_str(), looked.federation.as_str()),
        ("announced", "")
    );
    assert!(!looked.officer && looked.seq == world.seq(&id).await);

    world.rating_office().await;
    let twin = enter(&world, &id, "Ardent", 0).await;
    let looked = checks(&world, OFFICER, &id).await;
    assert_eq!(
        kinds(&looked),
        [
            ("same_person", "look"),
            ("unknown_number", "look"),
            ("new_player", "note"),
            ("new_player", "note"),
        ]
    );
    let same = looked.checks.iter().find(|one| one.kind == "same_person");
    assert!(same.unwrap().entrant_ids.contains(&twin));
    assert_eq!(looked.federation, "FRA");
    assert!(looked.officer);
    assert!(!checks(&world, STRANGER, &id).await.officer);
}

#[tokio::test]
async fn results_without_a_game_stand_out_with_their_tables() {
    let world = World::new().await;
    world.rating_office().await;
    let id = played(&world).await;
    let unsigned = checks(&world, OFFICER, &id).await;
    let stops: Vec<&proto::RatingCheck> = unsigned
        .checks
        .iter()
        .filter(|one| one.weight == "stop")
        .collect();
    let at: Vec<(&str, u32, u32)> = stops
        .iter()
        .map(|one| (one.kind.as_str(), one.round, one.table))
        .collect();
    assert_eq!(at, [("unsigned_result", 1, 1), ("unsigned_result", 2, 1)]);
    assert!(stops[0].sentence.starts_with("Round 1, table 1: "));
    assert_eq!(stops[0].entrant_ids.len(), 2);
    world.sign(&id).await;
    let signed = checks(&world, OFFICER, &id).await;
    let looks = kinds(&signed);
    assert_eq!(
        looks[..2],
        [
            ("result_without_game", "look"),
            ("result_without_game", "look")
        ]
    );
}

/// With what its sentence is made of, so that other languages tell it too.
#[tokio::test]
async fn a_departure_from_the_rules_stands_out_with_what_it_is() {
    let world = World::new().await;
    world.rating_office().await;
    let mut rules = serde_json::to_value(RuleSet::preset("egp-2020").unwrap()).unwrap();
    rules["time_controls"]["final"]["main_ms"] = 60_000.into();
    let id = world.create_under(&rules).await;
    let looked = checks(&world, OFFICER, &id).await;
    let departure = looked.checks.iter().find(|one| one.kind == "departure");
    let (sentence, departure) = departure
        .map(|one| (&one.sentence, one.departure.as_ref().unwrap()))
        .unwrap();
    assert_eq!(departure.code, "time_controls.final");
    assert!(departure.what.ends_with("1 minute is set."));
    let told = format!("The event departed from its rules. {}", departure.what);
    assert_eq!(*sentence, told);
    let set = departure.parameters.iter().find(|one| one.name == "set");
    let control = serde_json::json!({ "kind": "sudden_death", "main_ms": 60_000 }).to_string();
    assert_eq!(set, Some(&Parameter::new("set", control)));
    let others = looked.checks.iter().filter(|one| one.kind != "departure");
    assert!({ others }.all(|one| one.departure.is_none()));
}

/// Without a players list nothing is known of any number.
#[tokio::test]
async fn without_a_players_list_no_number_stands_out() {
    let world = World::new().await;
    world.rating_office().await;
    let id = world.create().await;
    enter(&world, &id, "ARDENT", 59_999).await;
    assert!(kinds(&checks(&world, SECOND_OFFICER, &id).await).is_empty());
    let asked = proto::GetRatingChecksRequest {
        tournament_id: "nowhere".to_owned(),
    };
    let refused = ask!(world, OFFICER, get_rating_checks, asked).unwrap_err();
    assert_eq!(refused.code, "unknown_tournament");
}
