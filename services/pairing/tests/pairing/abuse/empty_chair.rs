//! A playing director gives the own seat away, acts as one who plays nothing, and takes the seat back.

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::InterestTable;

use crate::interest::{enter, issue, noted, opponent_of, publish};
use crate::world::{DIRECTOR, STRANGER, World};

/// Nobody in particular, who claims what codes there are.
const ACCOMPLICE: &str = "igor";

/// A code for the seat, claimed by that account.
async fn give(world: &World, id: &str, (entrant, account): (&str, &str)) {
    issue(world, (id, DIRECTOR), entrant).await.unwrap();
    world.claim(id, entrant, account);
    world.catch_up().await;
    let state = world.folded(id).await;
    let holder = &state.entrant(&entrant.into()).unwrap().account;
    assert_eq!(holder.as_ref().unwrap().as_str(), account);
}

/// An event and its entrants; the first is the director's.
async fn event(world: &World, entrants: usize) -> (String, Vec<String>) {
    let id = world.create().await;
    let entrants = world.register(&id, entrants).await;
    give(world, &id, (&entrants[0], DIRECTOR)).await;
    (id, entrants)
}

fn board_of(round: &proto::Round, entrant: &str) -> proto::Board {
    let sits = |board: &&proto::Board| {
        [&board.black_entrant_id, &board.white_entrant_id].contains(&&entrant.to_owned())
    };
    round.boards.iter().find(sits).unwrap().clone()
}

async fn interests(world: &World, id: &str) -> proto::GetInterestsResponse {
    let asked = proto::GetInterestsRequest {
        tournament_id: id.to_owned(),
    };
    ask!(world, DIRECTOR, get_interests, asked).unwrap()
}

/// The attack. Answers the code of the refusal; `None`: the result is typed over the live game.
async fn attack(world: &World) -> Option<String> {
    let (id, entrants) = event(world, 2).await;
    let own = entrants[0].as_str();
    let board = board_of(&publish(world, &id).await, own);
    world.claim(&id, &opponent_of(&board, own), STRANGER);
    world.catch_up().await;
    give(world, &id, (own, ACCOMPLICE)).await;
    let told = interests(world, &id).await;
    assert_eq!(
        (told.entrant_ids, told.opponent_entrant_ids),
        (vec![own.to_owned()], vec![opponent_of(&board, own)])
    );
    let typed = enter(world, (&id, DIRECTOR), (1, board.table), 64).await;
    give(world, &id, (own, DIRECTOR)).await;
    assert_eq!(interests(world, &id).await.entrant_ids, [own]);
    typed.err().map(|problem| problem.code)
}

#[tokio::test]
async fn an_empty_chair_makes_no_director_impartial() {
    assert_eq!(
        attack(&World::new().await).await.as_deref(),
        Some("own_game")
    );
}

#[tokio::test]
async fn without_the_table_an_empty_chair_makes_a_director_impartial() {
    let world = World::under(InterestTable::ignored()).await;
    assert_eq!(attack(&world).await, None);
}

#[tokio::test]
async fn who_gave_the_seat_up_before_anybody_was_paired_has_no_interest() {
    let world = World::new().await;
    let (id, entrants) = event(&world, 2).await;
    give(&world, &id, (&entrants[0], ACCOMPLICE)).await;
    publish(&world, &id).await;
    let before = noted(&world, &id).await.len();
    enter(&world, (&id, DIRECTOR), (1, 1), 40).await.unwrap();
    assert_eq!(noted(&world, &id).await.len(), before);
    assert!(interests(&world, &id).await.entrant_ids.is_empty());
}

/// The hall's laptop was the director's, and the code a player's.
#[tokio::test]
async fn who_took_a_seat_by_mistake_is_free_again_in_the_next_round() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    let mistaken = entrants[0].as_str();
    give(&world, &id, (mistaken, DIRECTOR)).await;
    let first = publish(&world, &id).await;
    let board = board_of(&first, mistaken);
    give(&world, &id, (mistaken, STRANGER)).await;
    let refused = enter(&world, (&id, DIRECTOR), (1, board.table), 40).await;
    assert_eq!(refused.unwrap_err().code, "own_game");
    for board in &first.boards {
        world.game_over(&id, 1, board, 40);
    }
    world.catch_up().await;
    world.finish(&id, 1).await.unwrap();
    let second = publish(&world, &id).await;
    let before = noted(&world, &id).await.len();
    for board in &second.boards {
        let entered = enter(&world, (&id, DIRECTOR), (2, board.table), 40).await;
        entered.unwrap();
    }
    assert_eq!(noted(&world, &id).await.len(), before);
    // What was played while he held it stays his.
    let corrected = enter(&world, (&id, DIRECTOR), (1, board.table), 41).await;
    assert_eq!(corrected.unwrap_err().code, "own_game");
}
