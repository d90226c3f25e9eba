//! Who is here: whoever asked for the lobby lately or seeks a game, whichever instance was asked.

use super::*;

/// A lobby that was made before is told no more after so long.
const ANEW: Duration = Duration::from_millis(500);
/// Whoever asked is here for so long.
const HERE: Duration = Duration::from_secs(10);

/// Time goes on by so much, of every clock.
async fn later(by: Duration) {
    tokio::time::pause();
    tokio::time::advance(by).await;
    tokio::time::resume();
}

/// The lobby as it is now, for that account.
async fn lobby_for(world: &World, who: &str) -> proto::GetLobbyResponse {
    later(ANEW).await;
    ask!(world, who, get_lobby, proto::GetLobbyRequest {}).unwrap()
}

/// The same for whoever is not signed in.
async fn lobby_for_nobody(world: &World) -> proto::GetLobbyResponse {
    later(ANEW).await;
    let lobby = world.client().get_lobby(proto::GetLobbyRequest {}).await;
    lobby.unwrap().into_inner()
}

/// Who is listed.
fn listed(lobby: &proto::GetLobbyResponse) -> BTreeSet<&str> {
    let accounts = lobby.here.iter().map(|one| one.account_id.as_str());
    let accounts: BTreeSet<&str> = accounts.collect();
    assert_eq!(lobby.people as usize, accounts.len());
    accounts
}

#[tokio::test]
async fn whoever_asks_for_the_lobby_is_here_until_he_asks_no_more() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    assert_eq!(listed(&lobby_for(&world, &anna).await), [&*anna].into());
    let both = BTreeSet::from([&*anna, &*boris]);
    for who in [&boris, &anna] {
        let lobby = lobby_for(&world, who).await;
        assert_eq!(listed(&lobby), both);
        assert!(lobby.here.iter().all(|one| {
            one.display_name == format!("Account {}", one.account_id)
                && (one.live_rating, one.provisional, one.by_key) == (1_500, true, false)
        }));
    }
    later(HERE * 6 / 10).await;
    assert_eq!(listed(&lobby_for(&world, &boris).await), both);
    later(HERE * 4 / 10).await;
    assert_eq!(listed(&lobby_for(&world, &boris).await), [&*boris].into());
    later(HERE).await;
    assert_eq!(listed(&lobby_for(&world, &anna).await), [&*anna].into());
}

#[tokio::test]
async fn whoever_is_not_signed_in_looks_on_and_is_not_here() {
    let world = World::new().await;
    for _ in 0..2 {
        assert_eq!(listed(&lobby_for_nobody(&world).await), BTreeSet::new());
    }
    let anna = account(1);
    lobby_for(&world, &anna).await;
    assert_eq!(listed(&lobby_for_nobody(&world).await), [&*anna].into());
}

#[tokio::test]
async fn instances_beside_each_other_show_those_who_ask_any_of_them() {
    let world = World::new().await;
    let (anna, boris) = (account(1), account(2));
    let stop = tokio_util::sync::CancellationToken::new();
    let beside = Pairing::start(world.parts(&stop)).await.unwrap();
    let mut client = world.client_of(&beside);
    assert_eq!(listed(&lobby_for(&world, &anna).await), [&*anna].into());
    let both = BTreeSet::from([&*anna, &*boris]);
    let asked = client.get_lobby(world.by(&boris, proto::GetLobbyRequest {}));
    assert_eq!(listed(&asked.await.unwrap().into_inner()), both);
    assert_eq!(listed(&lobby_for(&world, &anna).await), both);
    // Nobody asks the other any more: who is there has gone with it.
    stop.cancel();
    beside.stopped().await;
    later(HERE).await;
    assert_eq!(listed(&lobby_for(&world, &anna).await), [&*anna].into());
}

#[tokio::test]
async fn who_seeks_is_here_and_programs_are_marked() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    world.identity.operated_by(&carla, &anna);
    seek(&world, &boris).await;
    let mut client = world.client();
    for who in [&anna, &carla] {
        let asked = client.get_lobby(world.by_key(who, proto::GetLobbyRequest {}));
        asked.await.unwrap();
    }
    let lobby = lobby_for_nobody(&world).await;
    let marked: BTreeMap<&str, (bool, &str)> = lobby
        .here
        .iter()
        .map(|one| {
            let mark = (one.by_key, one.operator_account_id.as_str());
            (one.account_id.as_str(), mark)
        })
        .collect();
    let expected = [
        (&*anna, (true, "")),
        (&*boris, (false, "")),
        (&*carla, (true, &*anna)),
    ];
    assert_eq!(marked, BTreeMap::from(expected));
    // Who came himself is no program, though one comes for him, too.
    let lobby = lobby_for(&world, &anna).await;
    let here: BTreeMap<&str, bool> = lobby
        .here
        .iter()
        .map(|one| (one.account_id.as_str(), one.by_key))
        .collect();
    assert_eq!((lobby.people, here[&*anna]), (3, false));
}

#[tokio::test]
async fn the_highest_rated_in_othello_stand_first() {
    let world = World::new().await;
    let (anna, boris, carla) = (account(1), account(2), account(3));
    let made = challenge(&world, &anna, Some(Side::White)).await;
    let game = take(&world, &boris, &made.id).await.unwrap();
    end(&world, &game.game_id, true).await;
    for who in [&anna, &boris] {
        lobby_for(&world, who).await;
    }
    let lobby = lobby_for(&world, &carla).await;
    let order: Vec<&str> = lobby
        .here
        .iter()
        .map(|one| one.account_id.as_str())
        .collect();
    assert_eq!(order, [&*boris, &*carla, &*anna]);
    let rated = lobby.here.iter().map(|one| one.live_rating);
    assert!(rated.is_sorted_by(|one, next| one > next));
}
