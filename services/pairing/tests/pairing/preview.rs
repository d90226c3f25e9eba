//! A round looked at before it is published.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;

use crate::world::{DIRECTOR, STRANGER, World};

const HOUR_MS: i64 = 3_600_000;

fn asked(id: &str) -> proto::PreviewRoundRequest {
    proto::PreviewRoundRequest {
        tournament_id: id.to_owned(),
        ..proto::PreviewRoundRequest::default()
    }
}

async fn preview(
    world: &World,
    asked: proto::PreviewRoundRequest,
) -> Result<proto::PreviewRoundResponse, Problem> {
    let before = world.tournament(&asked.tournament_id).await;
    let after = asked.tournament_id.clone();
    let answer = ask!(world, DIRECTOR, preview_round, asked);
    let after = world.tournament(&after).await;
    assert_eq!(after, before, "a preview changes nothing");
    answer
}

fn codes(preview: &proto::PreviewRoundResponse) -> Vec<&str> {
    let obstacles = preview.obstacles.iter();
    obstacles.map(|problem| problem.code.as_str()).collect()
}

/// Who plays whom by table, who has the bye, what it costs and the director's hand in it.
fn shape(round: &proto::Round) -> proto::Round {
    let boards = round.boards.iter().map(|board| proto::Board {
        table: board.table,
        black_entrant_id: board.black_entrant_id.clone(),
        white_entrant_id: board.white_entrant_id.clone(),
        main_time_ms: board.main_time_ms,
        time_control: board.time_control.clone(),
        ..proto::Board::default()
    });
    proto::Round {
        boards: boards.collect(),
        published_at_ms: 0,
        starts_at_ms: 0,
        ..round.clone()
    }
}

/// Fifteen entrants after one round, and the names by which sentences call them.
async fn after_one_round(world: &World) -> (String, Vec<String>) {
    let id = world.create().await;
    let entrants = world.register(&id, 15).await;
    world.publish(&id).await.unwrap();
    let stronger = |board: &proto::Board| {
        let place = |of: &str| entrants.iter().position(|id| id == of);
        40 - 16 * u32::from(place(&board.black_entrant_id) > place(&board.white_entrant_id))
    };
    world.play(&id, stronger).await;
    (id, entrants)
}

#[tokio::test]
async fn a_round_set_by_hand_is_published_as_it_was_shown() {
    let world = World::new().await;
    let (id, entrants) = after_one_round(&world).await;
    let manual = proto::ManualPairing {
        pairs: entrants[1..]
            .chunks(2)
            .map(|pair| proto::ManualPair {
                black_entrant_id: pair[0].clone(),
                white_entrant_id: pair[1].clone(),
            })
            .collect(),
        bye_entrant_ids: vec![entrants[0].clone()],
    };
    let mut looked_at = asked(&id);
    looked_at.manual = Some(manual.clone());
    looked_at.starts_at_ms = world.clock.now_ms() + HOUR_MS;
    let shown = preview(&world, looked_at).await.unwrap();
    assert_eq!(codes(&shown), [""; 0]);
    assert!(!shown.draw_to_come);
    assert!(!shown.departures.is_empty());
    let departure = &shown.departures[0];
    assert!(departure.code.starts_with("pairing."), "{departure:?}");
    assert_eq!(departure.rule, "EGP II.4.1");
    assert!(!departure.parameters.is_empty());
    assert!(departure.what.contains("Pat Player"), "{}", departure.what);
    for departure in &shown.departures {
        let ids = entrants.iter();
        assert!(
            !ids.into_iter().any(|id| departure.what.contains(id)),
            "{departure:?}"
        );
    }
    assert!(
        shown
            .boards
            .iter()
            .any(|board| !board.explanation.as_ref().unwrap().chosen)
    );

    let mut publish = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        manual: Some(manual),
        starts_at_ms: world.clock.now_ms() + HOUR_MS,
        ..proto::PublishRoundRequest::default()
    };
    let refused = ask!(world, DIRECTOR, publish_round, publish.clone()).unwrap_err();
    assert_eq!(refused.code, "departure_unconfirmed");
    assert!(
        refused.detail.contains(&shown.departures[0].what),
        "{refused}"
    );
    let told = format!("{:?}", refused.parameters());
    assert!(told.contains("Pat Player"), "{told}");
    publish.accept_deviations = true;
    let published = ask!(world, DIRECTOR, publish_round, publish).unwrap();
    let tournament = world.tournament(&id).await;
    let mut kept = tournament.deviations.iter().map(|known| &known.what);
    assert!(kept.any(|what| *what == shown.departures[0].what));
    let (shown, published) = (shown.round.unwrap(), published.round.unwrap());
    assert_eq!(shape(&shown), shape(&published));
    assert_eq!((shown.number, &*shown.stage), (2, &*published.stage));
    assert!(shown.boards.iter().all(|board| board.game_id.is_empty()));
}

#[tokio::test]
async fn every_board_is_explained_with_what_its_players_bring() {
    let world = World::new().await;
    let (id, entrants) = after_one_round(&world).await;
    let shown = preview(&world, asked(&id)).await.unwrap();
    assert!(shown.draw_to_come);
    assert_eq!(shown.seq, world.seq(&id).await);
    let round = shown.round.as_ref().unwrap();
    assert_eq!(shown.best_cost, round.cost);
    assert_eq!(shown.boards.len(), round.boards.len() + 1);
    for (board, pair) in shown.boards.iter().zip(&round.boards) {
        let players: Vec<&str> = board.players.iter().map(|one| &*one.entrant_id).collect();
        assert_eq!(players, [&pair.black_entrant_id, &pair.white_entrant_id]);
        assert_eq!((board.table, board.meetings), (pair.table, 0));
        let levels = |cost: &[proto::CostLevel]| -> Vec<String> {
            cost.iter().map(|level| level.name.clone()).collect()
        };
        assert_eq!(levels(&board.cost), levels(&round.cost));
        let explanation = board.explanation.as_ref().unwrap();
        assert!(explanation.chosen && explanation.sentence.contains("Pat Player"));
        let drawn = board.lots.contains(&"pair".to_owned());
        assert_eq!(drawn, explanation.bound.is_empty(), "{board:?}");
        for player in &board.players {
            assert!([0, 2].contains(&player.half_points), "{player:?}");
            assert_eq!(player.colours.len(), 1);
        }
    }
    let bye = shown.boards.last().unwrap();
    assert_eq!((bye.table, bye.players.len()), (0, 1));
    assert_eq!(bye.players[0].float, "down");

    let (one, two) = (&entrants[0], &entrants[14]);
    let mut with_pairs = asked(&id);
    with_pairs.constraints = Some(proto::RoundConstraints {
        locked: vec![proto::FixedPair {
            one_entrant_id: one.clone(),
            two_entrant_id: two.clone(),
            black_entrant_id: two.clone(),
        }],
        forbidden: vec![proto::EntrantPair {
            one_entrant_id: entrants[1].clone(),
            two_entrant_id: entrants[2].clone(),
        }],
        ..proto::RoundConstraints::default()
    });
    let edited = preview(&world, with_pairs).await.unwrap();
    assert_eq!(edited.best_cost, round.cost);
    let edited = edited.round.unwrap();
    assert_ne!(edited.cost, round.cost);
    let pair = |board: &&proto::Board| board.black_entrant_id == *two;
    let set = edited.boards.iter().find(pair).unwrap();
    assert_eq!(set.white_entrant_id, *one);
    assert!(!edited.edit.unwrap().difference.is_empty());
}

#[tokio::test]
async fn what_stands_in_the_way_is_told_and_the_round_shown() {
    let world = World::new().await;
    let id = world.create().await;
    let early = preview(&world, asked(&id)).await.unwrap();
    assert_eq!(early.round, None);
    assert_eq!(codes(&early), ["too_few_entrants"]);
    assert!(!early.obstacles[0].detail.is_empty() && !early.obstacles[0].parameters.is_empty());

    let entrants = world.register(&id, 15).await;
    world.publish(&id).await.unwrap();
    let mut open = asked(&id);
    open.starts_at_ms = 5;
    let open = preview(&world, open).await.unwrap();
    assert_eq!(codes(&open), ["start_in_the_past", "round_unfinished"]);
    assert_eq!(open.round.unwrap().number, 2);

    let mut unknown = asked(&id);
    unknown.constraints = Some(proto::RoundConstraints {
        bye_entrant_id: "nobody".to_owned(),
        ..proto::RoundConstraints::default()
    });
    let unknown = preview(&world, unknown).await.unwrap();
    assert_eq!(codes(&unknown), ["round_unfinished", "unknown_entrant"]);
    assert_eq!(unknown.round, None);

    let mut bad = asked(&id);
    bad.clocks = vec![proto::PlayerClock {
        entrant_id: entrants[0].clone(),
        ..proto::PlayerClock::default()
    }];
    let bad = preview(&world, bad).await.unwrap_err();
    assert_eq!((&*bad.code, bad.kind), ("bad_time_control", Kind::Invalid));
    let mut beyond = asked(&id);
    beyond.handicaps = vec![proto::Handicap {
        entrant_id: entrants[0].clone(),
        discs: 5,
    }];
    let refused = ask!(world, STRANGER, preview_round, beyond.clone()).unwrap_err();
    assert_eq!(refused.code, "directors_only");
    let beyond = preview(&world, beyond).await.unwrap_err();
    assert_eq!(
        (&*beyond.code, beyond.kind),
        ("handicap_out_of_range", Kind::Invalid)
    );
    let stranger = ask!(world, STRANGER, preview_round, asked(&id)).unwrap_err();
    assert_eq!(stranger.code, "directors_only");
    let nothing = ask!(world, DIRECTOR, preview_round, asked("none")).unwrap_err();
    assert_eq!(nothing.code, "unknown_tournament");
}

/// An office without the power over pairings sees the round, and that it is not its to publish.
#[tokio::test]
async fn who_may_not_publish_is_told_so_beside_the_preview() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 4).await;
    let appoint = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: "carla".to_owned(),
        role: "assistant_director".to_owned(),
        powers: vec!["results".to_owned()],
    };
    ask!(world, DIRECTOR, appoint_official, appoint).unwrap();
    let seen = ask!(world, "carla", preview_round, asked(&id)).unwrap();
    let publish = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        ..proto::PublishRoundRequest::default()
    };
    let refused = ask!(world, "carla", publish_round, publish).unwrap_err();
    assert_eq!(codes(&seen), [&*refused.code]);
    assert!(seen.round.is_some());
}
