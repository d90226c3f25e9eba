//! What goes to the tables and what comes back from them.

use crate::world::{DIRECTOR, OFFICER, World};
use outflank_proto::pairing::v1 as proto;
use serde_json::{Value, json};

fn told(world: &World, id: &str, kind: &str, board: &proto::Board, more: &Value) {
    let mut fact = json!({
        "game_id": board.game_id, "tournament_id": id, "round": 1, "table": board.table,
        "game_number": 1,
    });
    let fields = fact.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    world.play.feed.push(kind, &fact);
}

async fn board(world: &World, id: &str, table: u32) -> proto::Board {
    let tournament = world.tournament(id).await;
    let boards = &tournament.rounds[0].boards;
    boards
        .iter()
        .find(|one| one.table == table)
        .unwrap()
        .clone()
}

async fn running(entrants: usize) -> (World, String, proto::Round) {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, entrants).await;
    let (round, _) = world.publish(&id).await.unwrap();
    (world, id, round)
}

fn grant(id: &str, entrant: &str, extra_ms: i64) -> proto::GrantAccommodationRequest {
    proto::GrantAccommodationRequest {
        command_id: format!("grant {entrant} {extra_ms}"),
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
        extra_ms,
        assistant_account_id: "helper".to_owned(),
        sight_impaired: true,
        accept_deviations: false,
    }
}

#[tokio::test]
async fn accommodations_are_granted_and_read_by_directors_alone() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    for (who, code) in [("dora", "directors_only"), ("", "unauthenticated")] {
        if !who.is_empty() {
            let refused = ask!(world, who, grant_accommodation, grant(&id, &entrants[0], 1));
            assert_eq!(refused.unwrap_err().code, code);
            let list = proto::ListAccommodationsRequest {
                tournament_id: id.clone(),
                ..proto::ListAccommodationsRequest::default()
            };
            let refused = ask!(world, who, list_accommodations, list);
            assert_eq!(refused.unwrap_err().code, code);
        }
    }
    ask!(
        world,
        DIRECTOR,
        grant_accommodation,
        grant(&id, &entrants[0], 300_000)
    )
    .unwrap();
    let refused = ask!(
        world,
        DIRECTOR,
        grant_accommodation,
        grant(&id, &entrants[0], -1)
    );
    assert_eq!(refused.unwrap_err().code, "extra_time_out_of_range");
    let list = proto::ListAccommodationsRequest {
        tournament_id: id.clone(),
        ..proto::ListAccommodationsRequest::default()
    };
    let known = ask!(world, DIRECTOR, list_accommodations, list)
        .unwrap()
        .accommodations;
    assert_eq!(
        known,
        [proto::Accommodation {
            entrant_id: entrants[0].clone(),
            extra_ms: 300_000,
            assistant_account_id: "helper".to_owned(),
            sight_impaired: true,
        }]
    );
    let (round, _) = world.publish(&id).await.unwrap();
    let extra: Vec<i64> = round
        .boards
        .iter()
        .flat_map(|board| [&board.black_clock, &board.white_clock])
        .flatten()
        .map(|clock| clock.extra_ms)
        .collect();
    assert_eq!(extra, [300_000]);
}

#[tokio::test]
async fn a_player_may_have_a_clock_of_its_own() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    let publish = |kind: &str, command: &str| proto::PublishRoundRequest {
        command_id: command.to_owned(),
        tournament_id: id.clone(),
        accept_deviations: true,
        clocks: vec![proto::PlayerClock {
            entrant_id: entrants[1].clone(),
            time_control: Some(proto::TimeControl {
                kind: kind.to_owned(),
                main_ms: 60_000,
                periods: 3,
                period_ms: 10_000,
                ..proto::TimeControl::default()
            }),
        }],
        ..proto::PublishRoundRequest::default()
    };
    let refused = ask!(world, DIRECTOR, publish_round, publish("hourglass", "a"));
    assert_eq!(refused.unwrap_err().code, "bad_time_control");
    let round = ask!(world, DIRECTOR, publish_round, publish("byoyomi", "b"))
        .unwrap()
        .round
        .unwrap();
    for board in &round.boards {
        let control = board.time_control.as_ref().unwrap();
        assert_eq!(control.kind, "sudden_death");
        let clocks = [
            (&board.black_entrant_id, &board.black_clock),
            (&board.white_entrant_id, &board.white_clock),
        ];
        for (entrant, clock) in clocks {
            let kind = clock
                .as_ref()
                .map(|clock| clock.time_control.as_ref().unwrap())
                .map(|control| (control.kind.as_str(), control.periods, control.period_ms));
            let own = *entrant == entrants[1];
            assert_eq!(kind, own.then_some(("byoyomi", 3, 10_000)));
        }
    }
    let what: Vec<String> = world
        .tournament(&id)
        .await
        .deviations
        .into_iter()
        .map(|deviation| deviation.rule)
        .collect();
    assert!(what.contains(&"EGP IV.1".to_owned()), "{what:?}");
}

#[tokio::test]
async fn a_transcript_of_a_table_where_nobody_played_is_a_result_without_a_game() {
    let (world, id, round) = running(4).await;
    let [one, two] = &round.boards[..] else {
        panic!("four entrants have two boards");
    };
    let played = json!({"black_discs": 63, "white_discs": 1, "winner": "black", "kind": "played", "absent": "nobody"});
    let mut entered = played.clone();
    entered["unplayed"] = json!(true);
    told(&world, &id, "game_finished", one, &entered);
    told(&world, &id, "game_finished", two, &played);
    world.catch_up().await;
    let without: Vec<u32> = world
        .tournament(&id)
        .await
        .results_without_game
        .iter()
        .map(|result| result.table)
        .collect();
    assert_eq!(without, [one.table]);
}

#[tokio::test]
async fn games_without_players_score_as_the_rules_say() {
    let (world, id, round) = running(4).await;
    let [one, two] = &round.boards[..] else {
        panic!("four entrants have two boards");
    };
    told(
        &world,
        &id,
        "game_finished",
        one,
        &json!({"black_discs": 0, "white_discs": 0, "winner": null, "kind": "absence", "absent": "both"}),
    );
    told(
        &world,
        &id,
        "game_finished",
        two,
        &json!({"black_discs": 64, "white_discs": 0, "winner": "black", "kind": "absence", "absent": "white"}),
    );
    world.catch_up().await;
    let result = async |table| {
        let result = board(&world, &id, table).await.result.unwrap();
        (
            result.kind,
            (result.black_discs, result.white_discs),
            (result.black_absent, result.white_absent),
        )
    };
    let absence = "no_show".to_owned();
    assert_eq!(result(1).await, (absence.clone(), (0, 0), (true, true)));
    assert_eq!(result(2).await, (absence, (64, 0), (false, true)));
    let scores: i64 = world
        .folded(&id)
        .await
        .standings()
        .unwrap()
        .iter()
        .map(|standing| standing.half_points.0)
        .sum();
    assert_eq!(scores, 2, "one point in all");
}

#[tokio::test]
async fn a_reopened_game_takes_its_result_back_or_the_director_is_shown_that_it_stands() {
    let (world, id, round) = running(4).await;
    let [one, two] = &round.boards[..] else {
        panic!("four entrants have two boards");
    };
    world.game_over(&id, 1, one, 40);
    world.game_over(&id, 1, two, 30);
    told(&world, &id, "result_confirmed", one, &json!({}));
    world.catch_up().await;
    assert!(board(&world, &id, 1).await.confirmed_at_ms > 0);
    assert_eq!(board(&world, &id, 2).await.confirmed_at_ms, 0);

    told(&world, &id, "game_reopened", one, &json!({}));
    world.catch_up().await;
    let shown = board(&world, &id, 1).await;
    assert_eq!((shown.result, shown.confirmed_at_ms), (None, 0));
    assert!(!shown.game_reopened);
    let seq = world.seq(&id).await;
    told(&world, &id, "game_reopened", one, &json!({}));
    world.catch_up().await;
    assert_eq!(
        world.seq(&id).await,
        seq,
        "told twice, nothing more happens"
    );
    world.game_over(&id, 1, one, 50);
    world.catch_up().await;
    let shown = board(&world, &id, 1).await;
    assert_eq!(shown.result.unwrap().black_discs, 50);

    // What an official has set stands, and is shown to stand against the table.
    world.enter(&id, (1, 2), 33).await.unwrap();
    told(&world, &id, "game_reopened", two, &json!({}));
    world.catch_up().await;
    let shown = board(&world, &id, 2).await;
    assert_eq!(shown.result.as_ref().unwrap().black_discs, 33);
    assert!(shown.game_reopened);
    world.game_over(&id, 1, two, 20);
    world.catch_up().await;
    assert!(
        board(&world, &id, 2).await.game_reopened,
        "the game ended otherwise"
    );
    world.game_over(&id, 1, two, 33);
    world.catch_up().await;
    assert!(!board(&world, &id, 2).await.game_reopened);
}

#[tokio::test]
async fn calls_and_disputes_of_the_tables_are_shown_at_their_boards() {
    let (world, id, round) = running(4).await;
    let [one, two] = &round.boards[..] else {
        panic!("four entrants have two boards");
    };
    let seq = world.seq(&id).await;
    told(
        &world,
        &id,
        "director_called",
        one,
        &json!({"color": "black"}),
    );
    told(
        &world,
        &id,
        "director_called",
        two,
        &json!({"color": "white"}),
    );
    let mut foreign = one.clone();
    foreign.game_id = "another".to_owned();
    told(
        &world,
        &id,
        "director_called",
        &foreign,
        &json!({"color": "white"}),
    );
    world.catch_up().await;
    assert_eq!(world.seq(&id).await, seq, "a call is no act of the event");
    let calls = async |table| {
        let board = board(&world, &id, table).await;
        (
            board.black_calls_since_ms > 0,
            board.white_calls_since_ms > 0,
        )
    };
    assert_eq!(calls(1).await, (true, false));
    assert_eq!(calls(2).await, (false, true));
    told(&world, &id, "director_call_ended", one, &json!({}));
    world.game_over(&id, 1, two, 30);
    world.catch_up().await;
    assert_eq!(
        (calls(1).await, calls(2).await),
        ((false, false), (false, false))
    );

    told(
        &world,
        &id,
        "result_disputed",
        two,
        &json!({"color": "white", "reason_id": "r1"}),
    );
    world.catch_up().await;
    assert!(board(&world, &id, 2).await.disputed);
    let state = world.folded(&id).await;
    let dispute = state.round(1).unwrap().board(2).unwrap().dispute.clone();
    let dispute = dispute.unwrap();
    assert_eq!(
        (dispute.entrant.0.as_str(), dispute.reason.as_str()),
        (two.white_entrant_id.as_str(), "r1")
    );
}

#[tokio::test]
async fn a_dispute_of_a_game_that_goes_on_is_decided_by_its_table() {
    let (world, id, round) = running(4).await;
    let one = &round.boards[0];
    world.game_over(&id, 1, one, 40);
    let disputed = json!({"color": "white", "reason_id": "r1"});
    told(&world, &id, "result_disputed", one, &disputed);
    told(&world, &id, "game_reopened", one, &json!({}));
    world.catch_up().await;
    assert!(!board(&world, &id, 1).await.disputed);
    let asked = proto::ListRulingsRequest {
        tournament_id: id.clone(),
        disputes: "all".to_owned(),
        ..proto::ListRulingsRequest::default()
    };
    let told = ask!(world, DIRECTOR, list_rulings, asked).unwrap().disputes;
    let [dispute] = &told[..] else {
        panic!("one dispute: {told:?}");
    };
    assert_eq!(dispute.entrant_id, one.white_entrant_id);
    assert!(dispute.decided && dispute.decided_at_ms > 0);
    let words = (&*dispute.outcome, &*dispute.decision);
    assert_eq!(words, ("game_goes_on", ""));
    assert_eq!(dispute.decided_by_account_id, "");
}

#[tokio::test]
async fn anti_reversi_is_won_with_fewer_discs() {
    let world = World::new().await;
    let rules = json!({
        "name": "Upside down", "based_on": "club", "variant": {"goal": "fewest", "opening": "standard"},
    });
    let created = ask!(
        world,
        DIRECTOR,
        create_tournament,
        proto::CreateTournamentRequest {
            command_id: "create".to_owned(),
            name: "Upside down".to_owned(),
            country: "FRA".to_owned(),
            date: "2026-11-21".to_owned(),
            rule_set_json: rules.to_string(),
            ..proto::CreateTournamentRequest::default()
        }
    );
    let id = created.unwrap().tournament.unwrap().summary.unwrap().id;
    world.register(&id, 4).await;
    world.publish(&id).await.unwrap();
    world.enter(&id, (1, 1), 20).await.unwrap();
    let result = board(&world, &id, 1).await.result.unwrap();
    assert_eq!(
        (result.black_discs, result.winner()),
        (20, proto::Winner::Black)
    );
}

async fn created(world: &World, rules: serde_json::Value) -> String {
    let created = ask!(
        world,
        DIRECTOR,
        create_tournament,
        proto::CreateTournamentRequest {
            command_id: world.command_id(),
            name: "Variants".to_owned(),
            country: "FRA".to_owned(),
            date: "2026-11-21".to_owned(),
            rule_set_json: rules.to_string(),
            ..proto::CreateTournamentRequest::default()
        }
    );
    created.unwrap().tournament.unwrap().summary.unwrap().id
}

#[tokio::test]
async fn a_smaller_board_is_told_scored_and_never_rated() {
    let world = World::new().await;
    let rules = json!({
        "name": "Six by six", "based_on": "club", "scoring": {"bye_discs": 20},
        "variant": {"goal": "most", "opening": "placed_1883_may_flip", "size": "6x6"},
    });
    let id = created(&world, rules).await;
    world.register(&id, 4).await;
    let (round, _) = world.publish(&id).await.unwrap();
    let refused = world.enter(&id, (1, 1), 37).await.unwrap_err();
    assert_eq!(refused.code, "result_inconsistent");
    world.enter(&id, (1, 1), 20).await.unwrap();
    let result = board(&world, &id, round.boards[0].table)
        .await
        .result
        .unwrap();
    assert_eq!(
        (result.black_discs, result.white_discs, result.winner()),
        (20, 16, proto::Winner::Black)
    );
    let tournament = world.tournament(&id).await;
    let variant = tournament.variant.unwrap();
    assert_eq!(
        (
            variant.goal.as_str(),
            variant.opening.as_str(),
            variant.board_size
        ),
        ("most", "placed_1883_may_flip", 6)
    );
    assert!(tournament.variant_unrated && !tournament.rated);
    world.rating_office().await;
    let refused = ask!(world, OFFICER, approve_event, world.approval(&id));
    assert_eq!(refused.unwrap_err().code, "variant_unrated");
}

#[tokio::test]
async fn a_handicap_is_given_shown_and_leaves_the_event_unrated() {
    let world = World::new().await;
    let id = created(&world, json!({"name": "House", "based_on": "club"})).await;
    let entrants = world.register(&id, 4).await;
    let shown = world.tournament(&id).await;
    assert!(shown.variant.is_none() && !shown.variant_unrated);
    let publish = |discs: u32| proto::PublishRoundRequest {
        command_id: format!("publish {discs}"),
        tournament_id: id.clone(),
        accept_deviations: true,
        handicaps: vec![proto::Handicap {
            entrant_id: entrants[2].clone(),
            discs,
        }],
        ..proto::PublishRoundRequest::default()
    };
    for discs in [5, 300] {
        let refused = ask!(world, DIRECTOR, publish_round, publish(discs));
        assert_eq!(refused.unwrap_err().code, "handicap_out_of_range");
    }
    let round = ask!(world, DIRECTOR, publish_round, publish(2))
        .unwrap()
        .round
        .unwrap();
    let given: Vec<_> = round
        .boards
        .iter()
        .filter_map(|board| board.handicap.clone())
        .collect();
    assert_eq!(
        given,
        [proto::Handicap {
            entrant_id: entrants[2].clone(),
            discs: 2,
        }]
    );
    let shown = world.tournament(&id).await;
    assert!(shown.variant.is_none() && shown.variant_unrated);
}
