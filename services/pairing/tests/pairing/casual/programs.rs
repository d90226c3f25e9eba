//! Programs in casual play: who operates them, what comes by a key, and that nobody is matched with his own.

use outflank_access::identifier;
use outflank_casual::HOUSE;
use serde_json::json;

use super::*;

/// A seek as a gateway has it checked for a line that a key opened.
async fn keyed_seek(world: &World, account: &str) -> Seek {
    let request = proto::CheckSeekRequest {
        seek_id: format!("seek of {account}"),
        account_id: account.to_owned(),
        terms: Some(terms(5)),
        since_ms: world.clock.now_ms(),
        by_key: true,
        ..proto::CheckSeekRequest::default()
    };
    let mut gateway = world.service_client(Role::Gateway);
    let checked = gateway.check_seek(request).await.unwrap().into_inner();
    stand(world, account, checked.standing.clone()).await;
    serde_json::from_slice(&checked.standing).unwrap()
}

/// Who plays in a game, by what the account is called.
fn sides(game: &proto::CasualGame) -> BTreeMap<String, proto::CasualPlayer> {
    let sides = [game.black.clone(), game.white.clone()];
    let sides = sides.into_iter().flatten();
    sides.map(|side| (side.account_id.clone(), side)).collect()
}

#[tokio::test]
async fn a_person_is_not_matched_with_his_own_programs_nor_they_with_each_other() {
    let world = World::new().await;
    let mut news = news(&world).await;
    let (anna, program, second, boris) = (account(1), account(2), account(3), account(4));
    world.identity.operated_by(&program, &anna);
    world.identity.operated_by(&second, &anna);
    seek(&world, &anna).await;
    let sought = keyed_seek(&world, &program).await;
    assert_eq!(
        (sought.operator.as_deref(), sought.by_key),
        (Some(&*anna), true)
    );
    keyed_seek(&world, &second).await;
    let lobby = world.client().get_lobby(proto::GetLobbyRequest {}).await;
    let lobby = lobby.unwrap().into_inner();
    assert_eq!((lobby.seeking, lobby.games), (3, 0));
    let mut shown: Vec<(String, bool)> = lobby
        .seeks
        .into_iter()
        .map(|seek| seek.player.unwrap())
        .map(|player| (player.operator_display_name, player.by_key))
        .collect();
    shown.sort();
    let operated = (format!("Account {anna}"), true);
    assert_eq!(shown, [(String::new(), false), operated.clone(), operated]);
    // Somebody else plays one of them.
    seek(&world, &boris).await;
    let heard = heard(&mut news).await;
    let [booking] = &heard[..] else {
        panic!("one pair: {heard:?}");
    };
    let players = [&booking.black_account_id, &booking.white_account_id];
    assert!(players.contains(&&boris) && players[0] != players[1]);
    assert_eq!(
        booked(&world, &[&anna, &program, &second, &boris]).await,
        heard
    );
}

#[tokio::test]
async fn a_game_that_a_person_agrees_on_with_his_own_program_is_not_rated() {
    let world = World::new().await;
    let (anna, program, boris) = (account(1), account(2), account(3));
    world.identity.operated_by(&program, &anna);
    let made = challenge(&world, &anna, Some(Side::White)).await;
    let request = proto::TakeChallengeRequest {
        challenge_id: made.id,
    };
    let mut client = world.client();
    let taken = client.take_challenge(world.by_key(&program, request));
    let game = taken.await.unwrap().into_inner().game.unwrap();
    assert!(game.one_person);
    let own = &sides(&game)[&program];
    assert_eq!(
        (own.operator_account_id.as_str(), own.by_key),
        (anna.as_str(), true)
    );
    let facts = told(&world).await;
    let black = &facts[0].bookings[0].players.black;
    assert_eq!(
        (black.operator.as_deref(), black.by_key),
        (Some(&*anna), true)
    );
    end(&world, &game.game_id, true).await;
    let over = self::game(&world, &game.game_id).await;
    assert!(over.one_person && !over.result.unwrap().rated);
    for account in [&anna, &program] {
        let kept = ratings(&world, account).await;
        assert!(kept.ratings.is_empty());
        let operated = account == &program;
        assert_eq!(kept.operator_account_id.is_empty(), !operated);
    }
    // Another's program is rated as anybody is.
    let made = challenge(&world, &boris, None).await;
    let game = take(&world, &program, &made.id).await.unwrap();
    assert!(!game.one_person);
    end(&world, &game.game_id, true).await;
    assert_eq!(ratings(&world, &program).await.ratings.len(), 1);
}

#[tokio::test]
async fn a_game_with_a_program_of_the_server_itself_is_not_rated() {
    assert_eq!(HOUSE, identifier::HOUSE);
    let world = World::new().await;
    let (anna, bot) = (account(1), identifier::house_account(1_009));
    let made = challenge(&world, &anna, None).await;
    let game = take(&world, &bot, &made.id).await.unwrap();
    end(&world, &game.game_id, true).await;
    let over = self::game(&world, &game.game_id).await;
    assert!(!over.one_person && !over.result.unwrap().rated);
    assert!(ratings(&world, &anna).await.ratings.is_empty());
}

#[tokio::test]
async fn what_comes_by_a_key_of_a_persons_account_is_a_programs_and_a_rematch_by_it_too() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let request = proto::CreateChallengeRequest {
        command_id: world.command_id(),
        terms: Some(terms(3)),
        ..proto::CreateChallengeRequest::default()
    };
    let mut client = world.client();
    let made = client.create_challenge(world.by_key(&anna, request));
    let made = made.await.unwrap().into_inner().challenge.unwrap();
    let challenger = made.challenger.unwrap();
    assert!(challenger.by_key && challenger.operator_account_id.is_empty());
    let first = take(&world, &boris, &made.id).await.unwrap();
    let by_key = |game: &proto::CasualGame| {
        let sides = sides(game);
        (sides[&anna].by_key, sides[&boris].by_key)
    };
    assert_eq!(by_key(&first), (true, false));
    end(&world, &first.game_id, true).await;
    let rematch = || proto::OfferRematchRequest {
        game_id: first.game_id.clone(),
    };
    // A person offers, a program of his account agrees: each side as it spoke.
    let offered = client.offer_rematch(world.by(&anna, rematch()));
    assert_eq!(offered.await.unwrap().into_inner().game, None);
    let agreed = client.offer_rematch(world.by_key(&boris, rematch()));
    let second = agreed.await.unwrap().into_inner().game.unwrap();
    assert_eq!(by_key(&second), (false, true));
}

#[tokio::test]
async fn moves_by_key_in_a_game_that_was_booked_as_a_persons_are_found_at_its_end() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let made = challenge(&world, &anna, Some(Side::Black)).await;
    let game = take(&world, &boris, &made.id).await.unwrap();
    let found = |game: proto::CasualGame| (game.black.unwrap().by_key, game.white.unwrap().by_key);
    assert_eq!(found(game.clone()), (false, false));
    let by_key = json!({"black": false, "white": true});
    end_by_key(&world, &game.game_id, ("played", true, 60), by_key).await;
    let over = self::game(&world, &game.game_id).await;
    assert!(over.result.unwrap().rated);
    assert_eq!(found(over), (false, true));
}
