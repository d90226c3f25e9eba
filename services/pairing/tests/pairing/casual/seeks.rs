//! Seeks that become games, and what ends them.

use outflank_casual::LONGEST_SEEK_MS;

use super::*;
use crate::world::code;

#[tokio::test]
async fn two_seeks_that_fit_become_one_game_which_frees_and_rates_its_players() {
    let world = World::new().await;
    let mut news = news(&world).await;
    let (anna, boris) = (account(1), account(2));
    seek(&world, &anna).await;
    seek(&world, &boris).await;
    let heard = heard(&mut news).await;
    let [booking] = &heard[..] else {
        panic!("one pair: {heard:?}");
    };
    let players = [&booking.black_account_id, &booking.white_account_id];
    assert_eq!(BTreeSet::from(players), BTreeSet::from([&anna, &boris]));
    assert_eq!(booking.seek_ids.len(), 2);
    assert_eq!(booked(&world, &[&anna, "nobody"]).await, heard);
    assert_eq!(
        check(&world, &anna, 5).await.unwrap_err().code,
        "already_booked"
    );

    let facts = told(&world).await;
    assert_eq!(facts.len(), 1);
    assert_eq!(facts[0].bookings.len(), 1);
    let lobby = world.client().get_lobby(proto::GetLobbyRequest {}).await;
    let lobby = lobby.unwrap().into_inner();
    assert_eq!((lobby.seeking, lobby.games), (0, 1));
    assert_eq!(lobby.playing[0].game_id, booking.game_id);
    assert_eq!(lobby.quick.len(), 4);
    let shown = game(&world, &booking.game_id).await;
    let black = shown.black.unwrap();
    assert_eq!(
        black.display_name,
        format!("Account {}", booking.black_account_id)
    );
    assert_eq!((black.live_rating, black.provisional), (1_500, true));
    assert_eq!((shown.result, shown.over_at_ms), (None, 0));

    end(&world, &booking.game_id, true).await;
    end(&world, &booking.game_id, true).await;
    assert!(booked(&world, &[&anna, &boris]).await.is_empty());
    let shown = game(&world, &booking.game_id).await;
    let result = shown.result.unwrap();
    assert_eq!(
        (result.black_discs, result.white_discs, result.rated),
        (40, 24, true)
    );
    assert_eq!(result.winner, i32::from(Side::Black));
    let expected = rated(PerColor::default(), Some(Color::Black), shown.over_at_ms);
    assert_eq!(shown.black.unwrap().live_rating, expected.black.points());
    assert_eq!(shown.white.unwrap().live_rating, expected.white.points());
    let kept = ratings(&world, &booking.black_account_id).await;
    assert_eq!(kept.ratings.len(), 1);
    assert_eq!(
        (kept.ratings[0].live_rating, kept.ratings[0].games),
        (expected.black.points(), 1)
    );
    let mut client = world.client();
    let listed = client.list_casual_games(proto::ListCasualGamesRequest {
        account_id: anna.clone(),
        ..proto::ListCasualGamesRequest::default()
    });
    let listed = listed.await.unwrap().into_inner();
    assert_eq!(listed.games.len(), 1);
    assert_eq!(listed.games[0].game_id, booking.game_id);
}

#[tokio::test]
async fn a_game_that_one_side_never_began_is_not_rated() {
    let world = World::new().await;
    let mut news = news(&world).await;
    for number in [1, 2] {
        seek(&world, &account(number)).await;
    }
    let booking = heard(&mut news).await.remove(0);
    end(&world, &booking.game_id, false).await;
    let shown = game(&world, &booking.game_id).await;
    assert!(!shown.result.unwrap().rated && shown.over_at_ms > 0);
    assert_eq!(shown.black.unwrap().live_rating, 1_500);
    assert!(
        ratings(&world, &booking.black_account_id)
            .await
            .ratings
            .is_empty()
    );
}

#[tokio::test]
async fn who_sits_at_an_open_board_of_an_event_is_not_matched() {
    let world = World::new().await;
    let id = world.create().await;
    let entrants = world.register(&id, 4).await;
    let (seated, free, other) = (account(1), account(2), account(3));
    world.claim(&id, &entrants[0], &seated);
    world.catch_up().await;
    // Who has a seat and no round to play seeks as he likes.
    let early = check(&world, &seated, 5).await.unwrap();
    world.publish(&id).await.unwrap();
    assert_eq!(
        check(&world, &seated, 5).await.unwrap_err().code,
        "plays_an_event"
    );
    let mut news = news(&world).await;
    stand(&world, &seated, early).await;
    seek(&world, &free).await;
    seek(&world, &other).await;
    let booking = heard(&mut news).await.remove(0);
    let players = [booking.black_account_id, booking.white_account_id];
    assert_eq!(BTreeSet::from(players), BTreeSet::from([free, other]));
    let challenge = challenge(&world, &account(4), None).await;
    let refused = ask!(
        world,
        &seated,
        take_challenge,
        proto::TakeChallengeRequest {
            challenge_id: challenge.id,
        }
    );
    assert_eq!(refused.unwrap_err().code, "plays_an_event");
}

#[tokio::test]
async fn a_seek_that_has_stood_as_long_as_one_may_has_ended() {
    let world = World::new().await;
    let anna = account(1);
    let fresh = check(&world, &anna, 5).await.unwrap();
    assert_eq!(ended(&world, &fresh).await, None);
    let old = proto::CheckSeekRequest {
        since_ms: world.clock.now_ms() - LONGEST_SEEK_MS,
        ..sought(&world, &anna, 5)
    };
    let old = checked(&world, old).await.unwrap();
    let why = ended(&world, &old).await;
    assert_eq!(why.as_deref(), Some("seek_lapsed"));
}

#[tokio::test]
async fn seeks_and_bookings_are_the_gateways_own() {
    let world = World::new().await;
    let request = proto::FindBookingsRequest::default();
    let refused = world
        .client()
        .find_bookings(world.by(&account(1), request))
        .await;
    assert_ne!(code(refused), "");
}
