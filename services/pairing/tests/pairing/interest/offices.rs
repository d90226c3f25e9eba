//! Whose office an act is.

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;

use super::{ASSISTANT, appoint, enter, publish};
use crate::world::{DIRECTOR, STRANGER, World};

async fn event(world: &World, preset: &str, director_plays: bool) -> (String, u32) {
    let rules = RuleSet::preset(preset).unwrap();
    let id = world
        .create_under(&serde_json::to_value(rules).unwrap())
        .await;
    let entrants = world.register(&id, 4).await;
    appoint(world, &id, ASSISTANT, "assistant_director").await;
    let second = if director_plays { DIRECTOR } else { "zoe" };
    for (entrant, account) in entrants.iter().zip([STRANGER, second, "yuri", "xena"]) {
        world.claim(&id, entrant, account);
    }
    world.catch_up().await;
    let round = publish(world, &id).await;
    let own = |board: &&proto::Board| {
        [&board.black_entrant_id, &board.white_entrant_id].contains(&&entrants[1])
    };
    let table = round.boards.iter().find(own).unwrap().table;
    (id, table)
}

#[tokio::test]
async fn results_over_live_games_are_the_head_directors_where_the_rules_say_so() {
    let world = World::new().await;
    let (id, table) = event(&world, "egp-2020", false).await;
    let live = enter(&world, (&id, ASSISTANT), (1, table), 40).await;
    assert_eq!(live.unwrap_err().code, "not_your_office");
    enter(&world, (&id, DIRECTOR), (1, table), 40)
        .await
        .unwrap();
    // No game is live there any more, and none was played here.
    enter(&world, (&id, ASSISTANT), (1, table), 41)
        .await
        .unwrap();
    for preset in ["club", "aga-swiss", "mso-swiss", "papp"] {
        let (id, table) = event(&world, preset, false).await;
        enter(&world, (&id, ASSISTANT), (1, table), 40)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn another_score_than_was_played_is_a_penalty() {
    let world = World::new().await;
    let (id, table) = event(&world, "egp-2020", false).await;
    let boards = world.tournament(&id).await.rounds[0].boards.clone();
    let board = boards.iter().find(|board| board.table == table).unwrap();
    world.game_over(&id, 1, board, 40);
    world.catch_up().await;
    let typed = enter(&world, (&id, ASSISTANT), (1, table), 20).await;
    assert_eq!(typed.unwrap_err().code, "not_your_office");
    enter(&world, (&id, DIRECTOR), (1, table), 20)
        .await
        .unwrap();
}

#[tokio::test]
async fn an_office_passes_on_where_its_holder_has_an_interest() {
    let world = World::new().await;
    let (id, table) = event(&world, "egp-2020", true).await;
    let own = enter(&world, (&id, DIRECTOR), (1, table), 64).await;
    assert_eq!(own.unwrap_err().code, "own_game");
    enter(&world, (&id, ASSISTANT), (1, table), 40)
        .await
        .unwrap();
    let other = enter(&world, (&id, ASSISTANT), (1, 3 - table), 40).await;
    assert_eq!(other.unwrap_err().code, "not_your_office");
    enter(&world, (&id, DIRECTOR), (1, 3 - table), 40)
        .await
        .unwrap();
}

#[tokio::test]
async fn the_head_director_confirms_where_the_rules_say_so() {
    let world = World::new().await;
    for (preset, in_office) in [("egp-2020", false), ("club", true)] {
        let (id, _) = event(&world, preset, false).await;
        let asked = proto::ConfirmTournamentRequest {
            command_id: world.command_id(),
            tournament_id: id,
            without_finals: true,
        };
        let early = ask!(world, ASSISTANT, confirm_tournament, asked).unwrap_err();
        assert_eq!(early.code != "not_your_office", in_office, "{preset}");
    }
}
