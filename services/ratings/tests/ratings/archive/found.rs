//! Games by player, year, opening, position and result; players by name and number.

use outflank_proto::ratings::v1 as proto;
use outflank_testbed::by_pages;

use super::{OFFICER, ask, games, import, pairs, rating_file};
use crate::world::World;

type Asked = proto::ListArchivedGamesRequest;

const GGF: &str = "(;GM[Othello]PB[Anna Ardent]PW[Bo Brisk]RE[8.000]TY[8]BO[8 -------- -------- -------- ---O*--- \
    ---*O--- -------- -------- -------- *]B[F5]W[d6]B[C3]W[d3]B[C4]W[f4];)\n(;GM[Othello]PB[Bo Brisk]PW[Cleo Calm]\
    RE[-8.000]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[C4]W[c5];)\n";

/// Two rating files and the games of a server's evening.
async fn filled() -> World {
    let world = World::new().await;
    for (day, played) in [
        ("18/07/2024", [(1, 40, 2), (3, 32, 1)]),
        ("18/07/2026", [(2, 20, 1), (1, 64, 3)]),
    ] {
        let file = rating_file(day, &played);
        import(&world, OFFICER, ("elo", "a.elo"), file.as_bytes())
            .await
            .unwrap();
    }
    import(&world, OFFICER, ("ggf", "evening.ggf"), GGF.as_bytes())
        .await
        .unwrap();
    world
}

#[tokio::test]
async fn games_are_found_by_whatever_is_asked_of_them() {
    let world = filled().await;
    let of = |change: fn(&mut Asked)| {
        let mut asked = Asked::default();
        change(&mut asked);
        asked
    };
    let found = async |change: fn(&mut Asked)| {
        let told = games(&world, of(change)).await;
        assert_eq!(told.total as usize, told.games.len());
        pairs(&told)
    };
    // The latest first; what has no day comes last.
    assert_eq!(
        found(|_| {}).await,
        [(1, 3), (2, 1), (3, 1), (1, 2), (0, 0), (0, 0)]
    );
    assert_eq!(found(|of| of.player = 2).await, [(2, 1), (1, 2)]);
    assert_eq!(
        found(|of| (of.player, of.opponent) = (1, 3)).await,
        [(1, 3), (3, 1)]
    );
    assert_eq!(found(|of| of.from_year = 2025).await, [(1, 3), (2, 1)]);
    assert_eq!(found(|of| of.to_year = 2025).await, [(3, 1), (1, 2)]);
    assert_eq!(found(|of| of.outcome = "draw".to_owned()).await, [(3, 1)]);
    assert_eq!(
        found(|of| of.outcome = "black".to_owned()).await,
        [(1, 3), (1, 2), (0, 0)]
    );
    assert_eq!(found(|of| of.with_moves = true).await.len(), 2);
    assert_eq!(found(|of| of.name = "BRISK".to_owned()).await.len(), 2);
    assert_eq!(found(|of| of.name = "calm".to_owned()).await.len(), 1);
    assert_eq!(found(|of| of.name = "%%".to_owned()).await, []);
    assert_eq!(found(|of| of.opening = "Tiger".to_owned()).await.len(), 1);
    assert_eq!(
        found(|of| of.opening = "Parallel".to_owned()).await.len(),
        1
    );
    // The position, whichever way round: c4 e3 is f5 d6 mirrored.
    assert_eq!(found(|of| of.position = "c4e3".to_owned()).await.len(), 1);
    assert_eq!(found(|of| of.position = "d3c5".to_owned()).await.len(), 1);
    assert_eq!(found(|of| of.position = "F5".to_owned()).await.len(), 2);
    for (change, field) in [
        (
            (|of| of.position = "f5f5".to_owned()) as fn(&mut Asked),
            "position",
        ),
        (|of| of.position = "f".to_owned(), "position"),
        (|of| of.opening = "Lion".to_owned(), "opening"),
        (|of| of.outcome = "x".to_owned(), "outcome"),
        (|of| of.name = "a".repeat(71), "name"),
        (|of| of.player = 1_000_000, "player"),
        (|of| of.to_year = 10_000, "to_year"),
        (|of| of.opponent = 3, "opponent"),
    ] {
        let refused = ask!(world, "nobody", list_archived_games, of(change)).unwrap_err();
        assert_eq!(refused.code, "bad_archive_query");
        assert!(refused.detail.contains(field), "{}", refused.detail);
    }
    let tiger = games(&world, of(|of| of.opening = "Tiger".to_owned())).await;
    let [tiger] = tiger.games.as_slice() else {
        panic!("{tiger:?}");
    };
    assert_eq!(tiger.moves, "f5d6c3d3c4f4");
    assert_eq!((tiger.black_discs, tiger.white_discs), (Some(36), Some(28)));
    assert_eq!(tiger.event.as_ref().unwrap().name, "evening");
}

#[tokio::test]
async fn pages_of_games_miss_none_and_have_none_twice() {
    let world = filled().await;
    let whole = pairs(&games(&world, Asked::default()).await);
    let by_two = by_pages(async |size, token| {
        let asked = Asked {
            page_size: size,
            page_token: token.to_owned(),
            ..Asked::default()
        };
        let told = games(&world, asked).await;
        assert_eq!(told.total, 6);
        (pairs(&told), told.next_page_token)
    });
    assert_eq!(by_two.await, whole);
}

#[tokio::test]
async fn openings_are_told_with_their_games() {
    let world = filled().await;
    let told = ask!(world, "nobody", get_openings, proto::GetOpeningsRequest {}).unwrap();
    let of = |name: &str| told.openings.iter().find(|line| line.name == name).unwrap();
    assert_eq!(
        (of("Tiger").moves.as_str(), of("Tiger").games),
        ("f5d6c3d3c4", 1)
    );
    assert_eq!((of("Parallel").games, of("Rose").games), (1, 0));
}

#[tokio::test]
async fn players_are_found_and_told_with_whom_they_met() {
    let world = filled().await;
    let find = |query: &str, limit: u32| proto::FindArchivedPlayersRequest {
        query: query.to_owned(),
        limit,
    };
    let numbers = |told: proto::FindArchivedPlayersResponse| -> Vec<u32> {
        let players = told.players.into_iter();
        players
            .map(|one| one.player.unwrap().federation_number)
            .collect()
    };
    let found = ask!(world, "nobody", find_archived_players, find("player", 0)).unwrap();
    assert_eq!(numbers(found), [1, 2, 3]);
    let found = ask!(world, "nobody", find_archived_players, find("player", 1)).unwrap();
    assert_eq!(numbers(found), [1]);
    let found = ask!(world, "nobody", find_archived_players, find("3", 0)).unwrap();
    assert_eq!(numbers(found), [3]);
    let found = ask!(world, "nobody", find_archived_players, find("99", 0)).unwrap();
    assert!(numbers(found).is_empty());
    let refused = ask!(
        world,
        "nobody",
        find_archived_players,
        find(&"x".repeat(71), 0)
    )
    .unwrap_err();
    assert_eq!(refused.code, "bad_archive_query");

    let of = |federation_number| proto::GetPlayerRecordRequest { federation_number };
    let one = ask!(world, "nobody", get_player_record, of(1)).unwrap();
    let record = one.record.unwrap();
    assert_eq!((record.won, record.drawn, record.lost), (3, 1, 0));
    assert_eq!(
        (record.events, record.first_year, record.last_year),
        (2, 2024, 2026)
    );
    let player = record.player.unwrap();
    assert_eq!(
        (player.surname.as_str(), player.country.as_str()),
        ("PLAYER1", "DNK")
    );
    let against: Vec<_> = one
        .opponents
        .iter()
        .map(|of| {
            let number = of.opponent.as_ref().unwrap().federation_number;
            (number, of.won, of.drawn, of.lost)
        })
        .collect();
    assert_eq!(against, [(2, 2, 0, 0), (3, 1, 1, 0)]);
    let refused = ask!(world, "nobody", get_player_record, of(4)).unwrap_err();
    assert_eq!(refused.code, "unknown_player");
    let refused = ask!(world, "nobody", get_player_record, of(0)).unwrap_err();
    assert_eq!(refused.code, "unknown_player");
}
