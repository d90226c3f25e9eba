//! What is taken in from identity and play, what is told, and what survives a restart.

use crate::world::{DIRECTOR, World};
use outflank_journal::records;
use outflank_live::{Received, topic};
use outflank_proto::pairing::v1 as proto;
use outflank_testbed::PATIENCE;
use outflank_tournament::AccountId;
use prost::Message as _;

async fn seats(world: &World, account: &str) -> proto::ListSeatsResponse {
    let request = world.by(account, proto::ListSeatsRequest::default());
    world
        .client()
        .list_seats(request)
        .await
        .unwrap()
        .into_inner()
}

#[tokio::test]
async fn a_claimed_seat_is_taken_and_a_later_claim_takes_it_over() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    world.claim(&id, &entrants[0], "dora");
    world.claim(&id, &entrants[0], "dora");
    world.claim("nowhere", &entrants[0], "dora");
    world.claim(&id, "nobody", "emil");
    world.claim(&id, &entrants[1], "dora");
    world.claim(&id, &entrants[2], "emil");
    world.claim(&id, &entrants[2], "frida");
    world.catch_up().await;
    let seq = world.seq(&id).await;
    world.catch_up().await;
    assert_eq!(world.seq(&id).await, seq);

    let state = world.folded(&id).await;
    let entrant = |account: &str| {
        state
            .role_of(&AccountId::from(account))
            .entrant
            .map(|id| id.0)
    };
    assert_eq!(entrant("dora").as_ref(), Some(&entrants[0]));
    assert_eq!(entrant("emil"), None);
    assert_eq!(entrant("frida").as_ref(), Some(&entrants[2]));
    let tournament = world.tournament(&id).await;
    let seated: Vec<bool> = tournament
        .entrants
        .iter()
        .map(|entrant| entrant.seated)
        .collect();
    assert_eq!(seated, [true, false, true, false]);
    assert_eq!(seats(&world, "dora").await.seats[0].entrant_id, entrants[0]);
    assert!(seats(&world, "emil").await.seats.is_empty());
    assert_eq!(seats(&world, DIRECTOR).await.directed_tournament_ids, [id]);
}

#[tokio::test]
async fn a_finished_game_settles_its_board_once_and_an_official_has_the_last_word() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    let (round, _) = world.publish(&id).await.unwrap();
    let [one, two] = &round.boards[..] else {
        panic!("four entrants have two boards");
    };

    // Settled by hand first: the game's own end comes too late.
    world.enter(&id, (1, 1), 40).await.unwrap();
    world.game_over(&id, 1, one, 10);
    let mut foreign = two.clone();
    foreign.game_id = "another".to_owned();
    world.game_over(&id, 1, &foreign, 13);
    world.game_over(&id, 1, two, 44);
    world.game_over(&id, 1, two, 12);
    world.game_over("nowhere", 1, two, 13);
    world.catch_up().await;
    let results = async || -> Vec<(u32, String)> {
        let tournament = world.tournament(&id).await;
        let boards = tournament.rounds[0].boards.iter();
        boards
            .map(|board| board.result.clone().unwrap())
            .map(|result| (result.black_discs, result.kind))
            .collect()
    };
    let words = |discs: [(u32, &str); 2]| discs.map(|(discs, kind)| (discs, kind.to_owned()));
    assert_eq!(results().await, words([(40, "entered"), (44, "played")]));

    // Corrections stand on the record with their reasons.
    world.enter(&id, (1, 2), 31).await.unwrap();
    assert_eq!(
        world.enter(&id, (1, 2), 31).await.unwrap_err().code,
        "result_unchanged"
    );
    world.game_over(&id, 1, two, 44);
    world.catch_up().await;
    assert_eq!(results().await, words([(40, "entered"), (31, "entered")]));
    let state = world.folded(&id).await;
    let history = &state.round(1).unwrap().board(2).unwrap().results;
    assert_eq!(history.len(), 2);
    assert!(history[0].reason.is_none() && history[1].reason.is_some());

    // Nobody rules on a game of their own.
    let own = entrants
        .iter()
        .find(|id| **id == one.black_entrant_id)
        .unwrap();
    world.claim(&id, own, "emil");
    world.catch_up().await;
    let appointed = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: "emil".to_owned(),
        role: "assistant_director".to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    ask!(&world, DIRECTOR, appoint_official, appointed).unwrap();
    let own_game = proto::EnterResultRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
        table: 1,
        black_discs: Some(64),
        reason: "Played over the board.".to_owned(),
        ..proto::EnterResultRequest::default()
    };
    let refused = ask!(&world, "emil", enter_result, own_game);
    assert_eq!(refused.unwrap_err().code, "own_game");
    world.enter(&id, (1, 2), 30).await.unwrap();
}

#[tokio::test]
async fn a_player_who_never_moved_is_marked() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 2).await;
    let (round, _) = world.publish(&id).await.unwrap();
    world.play.feed.push(
        "game_finished",
        &serde_json::json!({
            "game_id": round.boards[0].game_id, "tournament_id": id, "round": 1, "table": 1,
            "game_number": 1, "black_discs": 0, "white_discs": 64, "winner": "white",
            "kind": "time_default", "absent": "black",
        }),
    );
    world.catch_up().await;
    let tournament = world.tournament(&id).await;
    let result = tournament.rounds[0].boards[0].result.clone().unwrap();
    assert_eq!((result.black_absent, result.white_absent), (true, false));
    assert_eq!(result.kind, "time_default");
}

#[tokio::test]
async fn everything_survives_a_restart() {
    let mut world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 13).await;
    let (round, seq) = world.publish_as(&id, "publish").await.unwrap();
    world.claim(&id, &entrants[3], "dora");
    world.game_over(&id, 1, &round.boards[0], 20);
    world.catch_up().await;
    let before = world.tournament(&id).await;
    let facts = world.facts().await;
    let listed = proto::ListTournamentsRequest::default();
    let list = world
        .client()
        .list_tournaments(listed.clone())
        .await
        .unwrap()
        .into_inner();
    assert_eq!(list.tournaments, [before.summary.clone().unwrap()]);

    world.restart().await;
    assert_eq!(world.tournament(&id).await, before);
    assert_eq!(world.facts().await, facts);
    assert_eq!(
        world
            .client()
            .list_tournaments(listed)
            .await
            .unwrap()
            .into_inner(),
        list
    );
    assert_eq!(seats(&world, "dora").await.seats[0].entrant_id, entrants[3]);
    let again = world.publish_as(&id, "publish").await.unwrap();
    assert_eq!(again.1, seq);
    // Facts taken before are not taken again, and the next draw goes on along the chain.
    world.catch_up().await;
    assert_eq!(world.tournament(&id).await, before);
    for board in &round.boards[1..] {
        world.game_over(&id, 1, board, 33);
    }
    world.catch_up().await;
    world.finish(&id, 1).await.unwrap();
    world.publish(&id).await.unwrap();
    assert_eq!(world.tournament(&id).await.revealed_seeds.len(), 2);
}

#[tokio::test]
async fn lost_read_models_are_rebuilt_at_the_start() {
    let mut world = World::new().await;
    let id = world.create().await;
    world.register(&id, 2).await;
    let before = world.tournament(&id).await.summary.unwrap();
    let mut transaction = world.records().write().await.unwrap();
    for table in ["tournament_index", "seat_index", "official_index"] {
        let delete = sqlx::AssertSqlSafe(format!("DELETE FROM {table}"));
        records::query(delete)
            .execute(&mut transaction)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
    world.restart().await;
    let listed = proto::ListTournamentsRequest::default();
    let list = world
        .client()
        .list_tournaments(listed)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(list.tournaments, [before]);
    assert_eq!(seats(&world, DIRECTOR).await.directed_tournament_ids, [id]);
}

#[tokio::test]
async fn changes_are_announced_after_their_commit() {
    let world = World::new().await;
    let id = world.create().await;
    let mut changes = world.live.subscribe(&topic::tournament(&id)).await.unwrap();
    let mut facts = world
        .live
        .subscribe(&topic::facts("pairing"))
        .await
        .unwrap();
    let mut lines = world.live.subscribe(&topic::events()).await.unwrap();
    world.register(&id, 1).await;
    // Whoever reads the list then finds the line that was told.
    let Received::Message(line) = tokio::time::timeout(PATIENCE, lines.next()).await.unwrap()
    else {
        panic!("no line");
    };
    let heard = proto::HeardLine::decode(line).unwrap();
    let line = heard.line.unwrap();
    assert_eq!((&line.id, line.seq, line.entrants), (&id, 2, 1));
    let received = tokio::time::timeout(PATIENCE, changes.next())
        .await
        .unwrap();
    assert_eq!(received, Received::Message("2".into()));
    let received = tokio::time::timeout(PATIENCE, facts.next()).await.unwrap();
    assert_eq!(received, Received::Message(Vec::new().into()));
}

#[tokio::test]
async fn the_journal_holds_no_names() {
    let world = World::new().await;
    let id = world.create().await;
    world.register(&id, 2).await;
    world.publish(&id).await.unwrap();
    world.enter(&id, (1, 1), 40).await.unwrap();
    world.enter(&id, (1, 1), 41).await.unwrap();
    for (_, fact) in world.facts().await {
        let text = serde_json::to_string(&fact).unwrap();
        for secret in ["Player", "Pat", "Ardent", "faulty"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}
