//! The players list: imported once, taken back, and read by ratings.

use outflank_access::Role;
use outflank_proto::pairing::v1 as proto;

use crate::world::{ADMINISTRATOR, DIRECTOR, STRANGER, World, code};

/// A list that was imported by mistake is taken back, and the one before it counts again.
#[tokio::test]
async fn a_players_list_is_imported_once_and_taken_back() {
    let world = World::new().await;
    let mut client = world.client();
    let list =
        |number: u32| format!("pays = FRA\n\n {number} ARDENT, Anna %_<1700>\n").into_bytes();
    let mut import = async |content: Vec<u8>| {
        let request = world.by(ADMINISTRATOR, proto::ImportPlayersListRequest { content });
        let answer = client.import_players_list(request).await.unwrap();
        answer.into_inner().list.unwrap()
    };
    let first = import(list(50_000)).await;
    assert_eq!((first.number, first.players, first.current), (1, 1, true));
    assert_eq!(first.by_account_id, ADMINISTRATOR);
    // The same bytes again are the same list.
    assert_eq!(import(list(50_000)).await, first);
    let second = import(list(50_001)).await;
    assert_eq!(second.number, 2);

    let mut client = world.client();
    let mut found = async |number: u32| {
        let query = proto::FindPlayersRequest {
            query: number.to_string(),
            limit: 0,
        };
        let answer = client
            .find_players(world.by(STRANGER, query))
            .await
            .unwrap();
        answer.into_inner().players.len()
    };
    assert_eq!((found(50_000).await, found(50_001).await), (0, 1));
    let mut client = world.client();
    let take_back = |by, number| world.by(by, proto::TakeBackPlayersListRequest { number });
    for (by, number, refused) in [
        (DIRECTOR, 2, "administrators_only"),
        (ADMINISTRATOR, 1, "not_the_list"),
        (ADMINISTRATOR, 7, "not_the_list"),
    ] {
        let answer = client.take_back_players_list(take_back(by, number)).await;
        assert_eq!(code(answer), refused);
    }
    for _ in 0..2 {
        let answer = client
            .take_back_players_list(take_back(ADMINISTRATOR, 2))
            .await;
        let lists = answer.unwrap().into_inner().lists;
        let told: Vec<_> = lists
            .iter()
            .map(|list| {
                (
                    list.number,
                    list.current,
                    list.taken_back_by_account_id.as_str(),
                )
            })
            .collect();
        assert_eq!(told, [(2, false, ADMINISTRATOR), (1, true, "")]);
    }
    assert_eq!((found(50_000).await, found(50_001).await), (1, 0));
    let last = client
        .take_back_players_list(take_back(ADMINISTRATOR, 1))
        .await;
    assert_eq!(code(last), "no_earlier_list");
    let asked = world.by(DIRECTOR, proto::GetPlayersListsRequest {});
    assert_eq!(
        code(client.get_players_lists(asked).await),
        "administrators_only"
    );
    let asked = world.by(ADMINISTRATOR, proto::GetPlayersListsRequest {});
    let lists = client.get_players_lists(asked).await.unwrap().into_inner();
    assert_eq!(lists.lists.len(), 2);
    // Ten are kept; what is imported again gets a number of its own.
    for number in 0..12 {
        import(list(60_000 + number)).await;
    }
    let asked = world.by(ADMINISTRATOR, proto::GetPlayersListsRequest {});
    let lists = client.get_players_lists(asked).await.unwrap().into_inner();
    let numbers = |lists: &[proto::PlayersList]| -> Vec<u32> {
        lists.iter().map(|list| list.number).collect()
    };
    let ten: Vec<u32> = (5..=14).rev().collect();
    assert_eq!(numbers(&lists.lists), ten);
    // Of those that can count again as many are kept, however many were taken back.
    for number in (6..=14).rev() {
        let answer = client
            .take_back_players_list(take_back(ADMINISTRATOR, number))
            .await;
        answer.unwrap();
    }
    import(list(70_000)).await;
    let answer = client
        .take_back_players_list(take_back(ADMINISTRATOR, 15))
        .await;
    let lists = answer.unwrap().into_inner().lists;
    assert!(
        lists.iter().any(|list| list.current && list.number == 5),
        "{lists:?}"
    );
}

/// Whoever comes at the same moment waits: the directory is always that of the list that counts.
#[tokio::test]
async fn imports_at_once_take_turns() {
    let world = World::new().await;
    let import = |number: u32| {
        let content = format!("pays = FRA\n\n {number} ARDENT, Anna %_<1700>\n").into_bytes();
        let request = world.by(ADMINISTRATOR, proto::ImportPlayersListRequest { content });
        let mut client = world.client();
        async move { client.import_players_list(request).await.unwrap() }
    };
    tokio::join!(
        import(1),
        import(1),
        import(2),
        import(3),
        import(1),
        import(2)
    );
    let asked = world.by(ADMINISTRATOR, proto::GetPlayersListsRequest {});
    let lists = world.client().get_players_lists(asked).await.unwrap();
    let lists = lists.into_inner().lists;
    let current = lists.iter().find(|list| list.current).unwrap();
    let mut found = Vec::new();
    for number in 1..=3 {
        let query = proto::FindPlayersRequest {
            query: number.to_string(),
            limit: 0,
        };
        let answer = world.client().find_players(world.by(STRANGER, query)).await;
        let players = answer.unwrap().into_inner().players;
        found.extend(players.iter().map(|player| player.federation_number));
    }
    assert_eq!(found.len(), 1, "{found:?} under {current:?}");
}

/// What ratings measure their preview by: all ratings of the list that counts, once for each list.
#[tokio::test]
async fn ratings_read_the_ratings_of_the_list_that_counts() {
    let world = World::new().await;
    let read = async |known_version: u64, after: u32| {
        let request = proto::ReadOfficialRatingsRequest {
            known_version,
            after,
        };
        let answer = world
            .service_client(Role::Ratings)
            .read_official_ratings(request)
            .await;
        answer.unwrap().into_inner()
    };
    let none = read(0, 0).await;
    assert_eq!((none.version, none.ratings.len()), (0, 0));
    let content = b"pays = FRA\n\n 50002 BRISK, Ben\n 50000 ARDENT, Anna %_<1700>\n 50001 CALM, Cleo %_<1650>\n";
    let request = proto::ImportPlayersListRequest {
        content: content.to_vec(),
    };
    let mut client = world.client();
    client
        .import_players_list(world.by(ADMINISTRATOR, request))
        .await
        .unwrap();
    let told = read(none.version, 0).await;
    let ratings: Vec<_> = told
        .ratings
        .iter()
        .map(|rated| (rated.federation_number, rated.rating))
        .collect();
    assert_eq!(ratings, [(50_000, 1_700), (50_001, 1_650)]);
    assert!(told.version > 0 && told.imported_at_ms > 0 && !told.goes_on);
    assert!(read(told.version, 0).await.ratings.is_empty());
    assert_eq!(read(0, 50_000).await.ratings.len(), 1);
    let stranger = proto::ReadOfficialRatingsRequest::default();
    let refused = client
        .read_official_ratings(world.by(STRANGER, stranger))
        .await;
    assert!(refused.is_err());
}
