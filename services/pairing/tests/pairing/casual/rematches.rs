//! Other games after one: of the same two, and as their variant has it.

use outflank_othello::DrawnOpening;

use super::*;

#[tokio::test]
async fn a_rematch_takes_both_and_changes_colours() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let made = challenge(&world, &anna, Some(Side::Black)).await;
    let first = take(&world, &boris, &made.id).await.unwrap();
    assert_eq!(
        rematch(&world, &anna, &first.game_id)
            .await
            .unwrap_err()
            .code,
        "not_over"
    );
    end(&world, &first.game_id, true).await;
    assert_eq!(
        rematch(&world, &account(3), &first.game_id)
            .await
            .unwrap_err()
            .code,
        "not_your_game"
    );
    assert_eq!(
        rematch(&world, &anna, "no game").await.unwrap_err().code,
        "unknown_casual_game"
    );
    assert_eq!(rematch(&world, &anna, &first.game_id).await.unwrap(), None);
    assert_eq!(rematch(&world, &anna, &first.game_id).await.unwrap(), None);
    let wanted = game(&world, &first.game_id).await.rematch_wanted_by;
    assert_eq!(wanted, std::slice::from_ref(&anna));
    let second = rematch(&world, &boris, &first.game_id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        rematch(&world, &anna, &first.game_id).await.unwrap(),
        Some(second.clone())
    );
    let shown = game(&world, &second).await;
    assert_eq!(shown.white.unwrap().account_id, anna);
    assert_eq!(shown.origin, i32::from(proto::CasualOrigin::Rematch));
    assert!(
        game(&world, &first.game_id)
            .await
            .rematch_wanted_by
            .is_empty()
    );
    end(&world, &second, true).await;
    // Both at the same moment.
    let both = tokio::join!(
        rematch(&world, &anna, &second),
        rematch(&world, &boris, &second)
    );
    let third = both.0.unwrap().or(both.1.unwrap()).unwrap();
    assert_eq!(booked(&world, &[&anna]).await[0].game_id, third);
    assert_eq!(told(&world).await.len(), 3);
}

/// The openings of the games that play was told of, in order.
async fn openings(world: &World) -> Vec<DrawnOpening> {
    let told = told(world).await;
    let games = told.iter().flat_map(|body| &body.bookings);
    games.map(|game| game.drawn.unwrap().opening).collect()
}

/// A challenge to a game of that variant, which is taken up; answers with the game.
async fn taken(world: &World, variant: proto::CasualVariant, color: Option<Side>) -> String {
    let request = proto::CreateChallengeRequest {
        command_id: world.command_id(),
        terms: Some(proto::CasualTerms {
            variant: variant.into(),
            ..terms(5)
        }),
        color: color.map_or(0, Into::into),
    };
    let made = ask!(world, &account(1), create_challenge, request).unwrap();
    let id = made.challenge.unwrap().id;
    take(world, &account(2), &id).await.unwrap().game_id
}

#[tokio::test]
async fn both_games_of_a_pair_begin_from_one_opening_and_the_next_pair_from_another() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let mut last = taken(&world, proto::CasualVariant::OthelloDrawnOpening, None).await;
    for _ in 0..2 {
        end(&world, &last, true).await;
        assert_eq!(rematch(&world, &anna, &last).await.unwrap(), None);
        last = rematch(&world, &boris, &last).await.unwrap().unwrap();
    }
    let openings = openings(&world).await;
    assert_eq!(openings.len(), 3);
    assert_eq!(openings[0], openings[1]);
    assert_ne!(openings[1], openings[2]);
}

#[tokio::test]
async fn a_handicap_stays_with_whom_it_was_for() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let two_corners = proto::CasualVariant::OthelloTwoCorners;
    let first = taken(&world, two_corners, Some(Side::Black)).await;
    end(&world, &first, true).await;
    assert_eq!(rematch(&world, &anna, &first).await.unwrap(), None);
    let second = rematch(&world, &boris, &first).await.unwrap().unwrap();
    let shown = game(&world, &second).await;
    assert_eq!(shown.black.unwrap().account_id, anna);
}

#[tokio::test]
async fn a_game_in_which_the_stronger_had_the_corners_is_not_rated() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    // The first is one of equals; by it she is the stronger, who has the corners of the second.
    for (of_anna, is_rated) in [
        (Side::Black, true),
        (Side::Black, false),
        (Side::White, true),
    ] {
        let before = [ratings(&world, &anna).await, ratings(&world, &boris).await];
        let variant = proto::CasualVariant::OthelloTwoCorners;
        let id = taken(&world, variant, Some(of_anna)).await;
        end_for(&world, &id, of_anna).await;
        let over = game(&world, &id).await;
        assert_eq!(over.result.unwrap().rated, is_rated, "{of_anna:?}");
        let after = [ratings(&world, &anna).await, ratings(&world, &boris).await];
        assert_eq!(before != after, is_rated, "{of_anna:?}");
    }
}
