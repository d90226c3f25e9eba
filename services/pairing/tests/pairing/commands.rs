//! Commands: who may give them, what is refused, what a repetition answers.

use crate::world;
use std::sync::Arc;

use crate::world::{ADMINISTRATOR, DIRECTOR, STRANGER, World, code};
use outflank_access::{Problem, Role};
use outflank_proto::{
    feed::v1::{CatchUpRequest, ReadFactsRequest},
    pairing::v1 as proto,
    sentence::v1::Parameter,
};
use outflank_transport::for_person;

#[tokio::test]
async fn a_repeated_command_gets_its_first_answer_and_changes_nothing() {
    let world = World::new().await;
    let create = world.new_tournament();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let request = world.by(DIRECTOR, create.clone());
        let answer = world.client().create_tournament(request).await.unwrap();
        ids.push(answer.into_inner().tournament.unwrap());
    }
    assert_eq!(ids[0], ids[1]);
    let id = ids[0].summary.as_ref().unwrap().id.clone();

    let register = world.new_entrant(&id, 9);
    let mut answers = Vec::new();
    for _ in 0..2 {
        let request = world.by(DIRECTOR, register.clone());
        let answer = world.client().register_entrant(request).await.unwrap();
        answers.push(answer.into_inner());
    }
    assert_eq!(answers[0], answers[1]);
    world.register(&id, 3).await;

    let first = world.publish_as(&id, "publish").await.unwrap();
    assert_eq!(world.publish_as(&id, "publish").await.unwrap(), first);
    for board in &first.0.boards {
        world.enter(&id, (1, board.table), 40).await.unwrap();
    }
    world.finish(&id, 1).await.unwrap();
    let seq = world.seq(&id).await;
    // A repetition is answered even when the command would be refused by now.
    let request = world.by(DIRECTOR, register.clone());
    let answer = world.client().register_entrant(request).await.unwrap();
    assert_eq!(answer.into_inner(), answers[0]);
    let again = world.publish_as(&id, "publish").await.unwrap();
    assert_eq!((again.0.number, again.1), (1, first.1));
    // Another request under a used id is no repetition: it is judged by itself, never told that it was done.
    let mut reused = register;
    reused.command_id = "publish".to_owned();
    let request = world.by(DIRECTOR, reused);
    let answer = world.client().register_entrant(request).await;
    assert_eq!(code(answer), "registration_closed");
    assert_eq!(world.seq(&id).await, seq);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_publish_at_once_one_publishes() {
    let world = Arc::new(World::new().await);
    let id = world.create().await;
    world.register(&id, 13).await;
    let publish = |command_id: String| {
        let (world, id) = (Arc::clone(&world), id.clone());
        tokio::spawn(async move { world.publish_as(&id, &command_id).await })
    };
    let others: Vec<_> = (0..8).map(|_| publish(world.command_id())).collect();
    let mut published = Vec::new();
    for task in others {
        match task.await.unwrap() {
            Ok(answer) => published.push(answer),
            Err(problem) => assert_eq!(problem.code, "round_unfinished"),
        }
    }
    assert_eq!(published.len(), 1);
    assert_eq!(world.tournament(&id).await.rounds.len(), 1);

    for board in &published[0].0.boards {
        world.enter(&id, (1, board.table), 40).await.unwrap();
    }
    world.finish(&id, 1).await.unwrap();
    let same: Vec<_> = (0..8).map(|_| publish("the same".to_owned())).collect();
    let mut answers = Vec::new();
    for task in same {
        answers.push(task.await.unwrap().unwrap());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(world.tournament(&id).await.rounds.len(), 2);
}

#[tokio::test]
async fn only_officials_act_and_only_head_directors_name_them() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    let seq = world.seq(&id).await;
    let appoint = |account: &str, role: &str| proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: account.to_owned(),
        role: role.to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    let publish = || proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        starts_at_ms: 0,
        ..proto::PublishRoundRequest::default()
    };
    let mut client = world.client();
    let mut codes = Vec::new();
    let request = world.by(STRANGER, publish());
    codes.push(code(client.publish_round(request).await));
    let request = world.by(STRANGER, world.new_entrant(&id, 9));
    codes.push(code(client.register_entrant(request).await));
    let request = world.by(STRANGER, appoint(STRANGER, "head_director"));
    codes.push(code(client.appoint_official(request).await));
    let seat = proto::IssueSeatCodeRequest {
        tournament_id: id.clone(),
        entrant_id: entrants[0].clone(),
    };
    let request = world.by(STRANGER, seat.clone());
    codes.push(code(client.issue_seat_code(request).await));
    assert_eq!(codes, vec!["directors_only"; 4]);
    assert_eq!(
        code(client.publish_round(publish()).await),
        "unauthenticated"
    );
    let light = for_person(world.new_tournament(), Some(&world.token(STRANGER, true)));
    assert_eq!(code(client.create_tournament(light).await), "members_only");
    let request = world.by(DIRECTOR, ReadFactsRequest::default());
    assert_eq!(code(client.read_facts(request).await), "service_only");
    let mut identity = world.service_client(Role::Identity);
    let gateways = proto::ReadAnnouncementsRequest::default();
    assert_eq!(
        code(identity.read_announcements(gateways).await),
        "service_only"
    );
    assert!(identity.catch_up(CatchUpRequest {}).await.is_ok());
    assert!(world.identity.issued.lock().unwrap().is_empty());
    assert_eq!(world.seq(&id).await, seq);

    // An assistant runs the event, but appoints nobody.
    let request = world.by(DIRECTOR, appoint("carla", "assistant_director"));
    client.appoint_official(request).await.unwrap();
    client
        .issue_seat_code(world.by("carla", seat))
        .await
        .unwrap();
    assert_eq!(
        world.identity.issued.lock().unwrap()[0].display_name,
        "Pat Player0"
    );
    let request = world.by("carla", appoint("carla", "head_director"));
    assert_eq!(
        code(client.appoint_official(request).await),
        "head_director_only"
    );
    let request = world.by(DIRECTOR, appoint(DIRECTOR, "assistant_director"));
    assert_eq!(
        code(client.appoint_official(request).await),
        "last_head_director"
    );
    let request = world.by("carla", publish());
    client.publish_round(request).await.unwrap();
}

#[tokio::test]
async fn a_dismissed_official_acts_no_more() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 4).await;
    let mut client = world.client();
    let appoint = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: "carla".to_owned(),
        role: "assistant_director".to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    let appoint = world.by(DIRECTOR, appoint);
    client.appoint_official(appoint).await.unwrap();
    let dismiss = |account: &str| proto::DismissOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: account.to_owned(),
    };
    let publish = || proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        ..proto::PublishRoundRequest::default()
    };

    let seq = world.seq(&id).await;
    for (by, account, refusal) in [
        (STRANGER, "carla", "directors_only"),
        ("carla", DIRECTOR, "head_director_only"),
        (DIRECTOR, STRANGER, "unknown_official"),
        (DIRECTOR, DIRECTOR, "last_head_director"),
    ] {
        let request = world.by(by, dismiss(account));
        assert_eq!(code(client.dismiss_official(request).await), refusal);
    }
    assert_eq!(world.seq(&id).await, seq);

    let request = dismiss("carla");
    for _ in 0..2 {
        let answer = client.dismiss_official(world.by(DIRECTOR, request.clone()));
        assert_eq!(answer.await.unwrap().into_inner().seq, seq + 1);
    }
    let officials = world.tournament(&id).await.officials;
    assert_eq!(officials.len(), 1);
    let request = world.by("carla", publish());
    assert_eq!(code(client.publish_round(request).await), "directors_only");
    let request = world.by(DIRECTOR, publish());
    client.publish_round(request).await.unwrap();
}

#[tokio::test]
async fn bad_input_is_refused_and_changes_nothing() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 3).await;
    let now = world.clock.now_ms();
    let entries = || async { world.journal().streams("tournament").await.unwrap().len() };
    let (seq, streams) = (world.seq(&id).await, entries().await);
    let mut client = world.client();

    type Change<T> = (&'static str, fn(&mut T));
    let tournaments: [Change<proto::CreateTournamentRequest>; 17] = [
        ("bad_command_id", |asked| asked.command_id = String::new()),
        ("bad_command_id", |asked| asked.command_id = "x".repeat(101)),
        ("bad_name", |asked| asked.name = " ".to_owned()),
        ("bad_name", |asked| asked.name = "x".repeat(71)),
        ("bad_name", |asked| asked.name = "Open\u{0}".to_owned()),
        ("bad_name", |asked| asked.director_name = "x".repeat(71)),
        ("bad_country", |asked| asked.country = "fra".to_owned()),
        ("bad_country", |asked| asked.country = "FRAN".to_owned()),
        ("bad_country", |asked| asked.country = "ÉE".to_owned()),
        ("bad_date", |asked| asked.date = "2026-02-29".to_owned()),
        ("bad_date", |asked| asked.date = "21/11/2026".to_owned()),
        ("unknown_rule_set", |asked| {
            asked.rule_set = "chess".to_owned()
        }),
        ("bad_main_time", |asked| asked.main_time_ms = 59_999),
        ("bad_main_time", |asked| asked.main_time_ms = 10_800_001),
        ("bad_main_time", |asked| asked.main_time_ms = i64::MIN),
        ("bad_rounds", |asked| asked.swiss_rounds = 65),
        ("bad_rounds", |asked| asked.swiss_rounds = u32::MAX),
    ];
    for (expected, change) in tournaments {
        let mut asked = world.new_tournament();
        change(&mut asked);
        let answer = client
            .create_tournament(world.by(DIRECTOR, asked.clone()))
            .await;
        let problem = Problem::from_status(&answer.unwrap_err());
        assert_eq!(problem.code, expected, "{asked:?}");
        match expected {
            "unknown_rule_set" => {
                assert!(problem.detail.contains("egp-2020"), "{}", problem.detail);
                let named = Parameter::new("name", "chess");
                assert!(problem.parameters().contains(&named), "{problem:?}");
            }
            "bad_main_time" => assert_eq!(
                problem.parameters(),
                [
                    Parameter::new("least_minutes", 1),
                    Parameter::new("most_minutes", 180)
                ]
            ),
            "bad_name" => assert!(
                ["name", "director_name"].contains(&problem.field().unwrap()),
                "{problem:?}"
            ),
            _ => {}
        }
    }

    let entrants: [Change<proto::RegisterEntrantRequest>; 11] = [
        ("bad_command_id", |asked| asked.command_id = "\n".to_owned()),
        ("unknown_tournament", |asked| {
            asked.tournament_id = "nowhere".to_owned()
        }),
        ("unknown_tournament", |asked| {
            asked.tournament_id = "a/b".to_owned()
        }),
        ("unknown_tournament", |asked| {
            asked.tournament_id = String::new()
        }),
        ("bad_name", |asked| asked.surname = String::new()),
        ("bad_name", |asked| asked.given_names = "x".repeat(71)),
        ("bad_name", |asked| asked.surname = "a\tb".to_owned()),
        ("bad_country", |asked| asked.country = String::new()),
        ("bad_rating", |asked| asked.rating = -1),
        ("bad_rating", |asked| asked.rating = 4_001),
        ("bad_federation_number", |asked| {
            asked.federation_number = 1_000_000
        }),
    ];
    for (expected, change) in entrants {
        let mut asked = world.new_entrant(&id, 9);
        change(&mut asked);
        let answer = client
            .register_entrant(world.by(DIRECTOR, asked.clone()))
            .await;
        assert_eq!(code(answer), expected, "{asked:?}");
    }

    for (expected, starts_at_ms) in [
        ("start_in_the_past", now - 60_000),
        ("start_in_the_past", -1),
        ("start_too_late", i64::MAX),
    ] {
        let asked = proto::PublishRoundRequest {
            command_id: world.command_id(),
            tournament_id: id.clone(),
            starts_at_ms,
            ..proto::PublishRoundRequest::default()
        };
        assert_eq!(
            code(client.publish_round(world.by(DIRECTOR, asked)).await),
            expected
        );
    }
    assert_eq!(
        world.enter(&id, (1, 1), 65).await.unwrap_err().code,
        "bad_score"
    );
    assert_eq!(
        world.enter(&id, (1, 1), 64).await.unwrap_err().code,
        "unknown_round"
    );
    assert_eq!(
        world.enter(&id, (0, 0), 64).await.unwrap_err().code,
        "unknown_round"
    );
    assert_eq!(
        world.finish(&id, 1).await.unwrap_err().code,
        "unknown_round"
    );
    assert_eq!(world.confirm(&id).await.unwrap_err().code, "rounds_left");
    let asked = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: "carla".to_owned(),
        role: "king".to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    assert_eq!(
        code(client.appoint_official(world.by(DIRECTOR, asked)).await),
        "bad_role"
    );
    let asked = proto::RemoveEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: "nobody".to_owned(),
    };
    assert_eq!(
        code(client.remove_entrant(world.by(DIRECTOR, asked)).await),
        "unknown_entrant"
    );
    assert_eq!((world.seq(&id).await, entries().await), (seq, streams));
}

#[tokio::test]
async fn what_a_director_sets_outside_the_text_is_confirmed_twice_and_recorded() {
    let world = World::new().await;
    let mut asked = world.new_tournament();
    asked.main_time_ms = 60_000;
    asked.swiss_rounds = 3;
    asked.director_name = String::new();
    let request = world.by(DIRECTOR, asked.clone());
    let refused = world.client().create_tournament(request).await;
    assert_eq!(code(refused), "departure_unconfirmed");
    asked.accept_deviations = true;
    let request = world.by(DIRECTOR, asked);
    let answer = world.client().create_tournament(request).await.unwrap();
    let tournament = answer.into_inner().tournament.unwrap();
    assert_eq!(tournament.main_time_ms, 60_000);
    assert_eq!(tournament.director_name, "Account anna");
    let rules: Vec<&str> = tournament
        .deviations
        .iter()
        .map(|found| found.rule.as_str())
        .collect();
    assert_eq!(rules, ["EGP IV.1"]);
    let id = tournament.summary.unwrap().id;
    world.register(&id, 8).await;
    let tournament = world.tournament(&id).await;
    assert!(tournament.format.starts_with("Swiss system, 3 rounds."));
    let mut publish = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        ..proto::PublishRoundRequest::default()
    };
    let request = world.by(DIRECTOR, publish.clone());
    let refused = world.client().publish_round(request).await;
    assert_eq!(code(refused), "departure_unconfirmed");
    publish.accept_deviations = true;
    let request = world.by(DIRECTOR, publish);
    world.client().publish_round(request).await.unwrap();
    let tournament = world.tournament(&id).await;
    assert!(!tournament.conformant);
    let rules: Vec<&str> = tournament
        .deviations
        .iter()
        .map(|found| found.rule.as_str())
        .collect();
    assert_eq!(rules, ["EGP IV.1", "EGP II.2"]);
}

#[tokio::test]
async fn events_are_founded_under_every_default_policy_and_time_control() {
    let world = World::new().await;
    let values = [
        r#""default_policy":"loss_of_all_discs""#,
        r#""default_policy":"loss_on_board""#,
        r#""default_policy":"winner_plays_on""#,
        r#""time_controls":{"qualification":{"kind":"byoyomi","main_ms":600000,"periods":3,"period_ms":30000}}"#,
        r#""time_controls":{"qualification":{"kind":"canadian","main_ms":600000,"moves":10,"block_ms":60000}}"#,
        r#""time_controls":{"qualification":{"kind":"fischer","main_ms":600000,"increment_ms":5000}}"#,
    ];
    for value in values {
        let mut asked = world.new_tournament();
        asked.rule_set_json = format!(r#"{{"name":"own","based_on":"club",{value}}}"#);
        asked.accept_deviations = true;
        let judged = world.by(
            DIRECTOR,
            proto::CheckRuleSetRequest {
                rule_set_json: asked.rule_set_json.clone(),
                entrants: 0,
            },
        );
        let judged = world.client().check_rule_set(judged).await.unwrap();
        assert_eq!(judged.into_inner().problem, "", "{value}");
        let request = world.by(DIRECTOR, asked);
        let founded = world.client().create_tournament(request).await.unwrap();
        assert!(founded.into_inner().tournament.is_some(), "{value}");
    }
}

#[tokio::test]
async fn one_federation_number_enters_once_and_new_players_get_free_ones() {
    let world = World::new().await;
    let id = world.create().await;
    let mut client = world.client();
    let list = b"pays = FRA\n\n 50000 ARDENT, Anna %_<1700>\n 50002 BRISK, Ben\n".to_vec();
    let request = world.by(
        ADMINISTRATOR,
        proto::ImportPlayersListRequest { content: list },
    );
    let imported = client
        .import_players_list(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!((imported.players, imported.problems.len()), (2, 0));

    let with_number = |(name, number): (usize, u32)| {
        let mut asked = world.new_entrant(&id, name);
        asked.federation_number = number;
        asked
    };
    let known = with_number((1, 50_000));
    let others = [(2, 0), (3, 0), (1, 50_000), (4, 50_001)];
    let [new_one, new_two, again, taken] = others.map(with_number);
    let entrant = client
        .register_entrant(world.by(DIRECTOR, known))
        .await
        .unwrap();
    client
        .register_entrant(world.by(DIRECTOR, new_one))
        .await
        .unwrap();
    client
        .register_entrant(world.by(DIRECTOR, new_two))
        .await
        .unwrap();
    for asked in [again.clone(), taken] {
        let answer = client.register_entrant(world.by(DIRECTOR, asked)).await;
        assert_eq!(code(answer), "federation_number_taken");
    }
    let numbers = |tournament: &proto::Tournament| -> Vec<(u32, bool)> {
        let entrants = tournament.entrants.iter();
        entrants
            .map(|entrant| (entrant.federation_number, entrant.new_player))
            .collect()
    };
    let tournament = world.tournament(&id).await;
    assert_eq!(
        numbers(&tournament),
        [(50_000, false), (50_001, true), (50_003, true)]
    );

    // Whoever is taken off the list leaves the number free and no name behind.
    let request = proto::RemoveEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.into_inner().entrant_id,
    };
    client
        .remove_entrant(world.by(DIRECTOR, request))
        .await
        .unwrap();
    client
        .register_entrant(world.by(DIRECTOR, again))
        .await
        .unwrap();
    let tournament = world.tournament(&id).await;
    assert_eq!(
        numbers(&tournament),
        [(50_001, true), (50_003, true), (50_000, false)]
    );

    // Two at once: one of them enters.
    let mut first = world.new_entrant(&id, 5);
    first.federation_number = 60_000;
    let mut second = world.new_entrant(&id, 6);
    second.federation_number = 60_000;
    let (mut one, mut two) = (world.client(), world.client());
    let (one, two) = tokio::join!(
        one.register_entrant(world.by(DIRECTOR, first)),
        two.register_entrant(world.by(DIRECTOR, second)),
    );
    assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1);
    let refused = code(if one.is_ok() { two } else { one });
    assert_eq!(refused, "federation_number_taken");
}

#[tokio::test]
async fn the_federations_players_are_found_by_name_and_number() {
    let world = World::new().await;
    let content = std::fs::read(world::corpus().join("papp/joueurs.txt")).unwrap();
    let lines: Vec<Vec<u8>> = content
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let numbered = lines.iter().filter(|line| {
        let text = String::from_utf8_lossy(line);
        let first = text.split_whitespace().next().unwrap_or_default();
        first.parse::<u32>().is_ok_and(|number| number > 0)
    });
    let mut client = world.client();
    let request = world.by(
        ADMINISTRATOR,
        proto::ImportPlayersListRequest {
            content: content.clone(),
        },
    );
    let imported = client
        .import_players_list(request)
        .await
        .unwrap()
        .into_inner();
    let repeated = imported
        .problems
        .iter()
        .filter(|problem| problem.detail.contains("already"));
    assert_eq!(
        imported.players as usize,
        numbered.count() - repeated.count()
    );

    let find = |query: &str, limit: u32| proto::FindPlayersRequest {
        query: query.to_owned(),
        limit,
    };
    let mut found = async |query: &str, limit: u32| {
        let request = world.by(STRANGER, find(query, limit));
        client
            .find_players(request)
            .await
            .unwrap()
            .into_inner()
            .players
    };
    let first = found("a", 1).await.remove(0);
    let number = first.federation_number.to_string();
    assert_eq!(found(&number, 0).await, std::slice::from_ref(&first));
    let upside_down = format!(
        "{} {}",
        first.given_names.to_uppercase(),
        first.surname.to_lowercase()
    );
    assert!(found(&upside_down, 100).await.contains(&first));
    assert_eq!(found("a", 0).await.len(), 20);
    assert_eq!(found("a", 100).await.len(), 100);
    let too_many = world.by(STRANGER, find("a", 101));
    assert_eq!(
        code(world.client().find_players(too_many).await),
        "bad_limit"
    );
    assert!(found("", 0).await.is_empty());
    assert!(found("%' OR 1=1 --", 0).await.is_empty());

    let request = world.by(
        ADMINISTRATOR,
        proto::ImportPlayersListRequest {
            content: b"no list".to_vec(),
        },
    );
    assert_eq!(
        code(world.client().import_players_list(request).await),
        "no_players"
    );
    assert_eq!(found(&number, 0).await, [first]);

    let request = world.by(
        DIRECTOR,
        proto::ImportPlayersListRequest {
            content: b"pays = FRA\n\n 50000 ARDENT, Anna\n".to_vec(),
        },
    );
    let refused = world.client().import_players_list(request).await;
    assert_eq!(code(refused), "administrators_only");
}
