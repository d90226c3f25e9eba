//! What a process left unfinished that was killed in the middle: nobody sees it, nobody waits for it for ever, and it goes.

use std::time::Duration;

use outflank_journal::records;
use outflank_proto::ratings::v1 as proto;
use sqlx::AssertSqlSafe;

use super::{OFFICER, ask, games, import, pairs, rating_file, total};
use crate::world::World;

const LEFT: [&str; 5] = [
    "INSERT INTO archive_events (event, import_id, sha256, name, country, day, year, counts) \
     VALUES (900, 'gone', 'abc', 'Half Open', '', '2026-01-01', 2026, 1)",
    "INSERT INTO archive_unseen (event) VALUES (900)",
    "INSERT INTO archive_players (event, place, number, surname, given_names, country, folded) \
     VALUES (900, 0, 1, 'HALF', 'A', '', 'a half'), (900, 1, 7, 'HALF', 'B', '', 'b half')",
    "INSERT INTO archive_games (event, number, day, year, round, black, white, black_number, white_number, colours_known, \
     outcome, black_discs, white_discs, moves, opening) \
     VALUES (900, 0, '2026-01-01', 2026, 1, 0, 1, 1, 7, 1, 'black', 40, 24, 'f5d6c3', 'Tiger')",
    "INSERT INTO archive_positions (position, event, number) VALUES (12345, 900, 0)",
];

/// The turn of a process that is gone, for as long as the test wants; where a store is one process's, nobody waits for it.
const ANOTHERS_TURN: &str = "INSERT INTO archive_turn (name, holder, until_ms) \
     VALUES ('archive', 'another', 9000000000000000) ON CONFLICT DO NOTHING";
const ENDED: &str = "DELETE FROM archive_turn WHERE holder = 'another'";

async fn run(world: &World, sql: String) {
    let statement = records::query(AssertSqlSafe(sql));
    world.records().run(statement).await.unwrap();
}

/// Once the service itself has ended its own.
async fn anothers_turn(world: &World) {
    for _ in 0..1_000 {
        let taken = world.records().run(records::query(ANOTHERS_TURN)).await;
        if taken.unwrap() == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the service never ends its turn");
}

async fn rows(world: &World, table: &str) -> i64 {
    let sql = format!("SELECT COUNT(*) FROM {table} WHERE event = 900");
    let select = records::query_scalar::<i64>(AssertSqlSafe(sql));
    select.fetch_one(world.records().read()).await.unwrap()
}

/// The results and the events of a player.
async fn record(world: &World, federation_number: u32) -> Option<(u32, u32)> {
    let asked = proto::GetPlayerRecordRequest { federation_number };
    let told = ask!(world, "nobody", get_player_record, asked).ok()?;
    let record = told.record.unwrap();
    Some((record.won + record.drawn + record.lost, record.events))
}

async fn leftovers_go(world: World) {
    let first = rating_file("18/07/2026", &[(1, 40, 2)]);
    let made = import(&world, OFFICER, ("elo", "one.elo"), first.as_bytes());
    assert!(made.await.unwrap().taken_in);
    for sql in LEFT {
        run(&world, sql.to_owned()).await;
    }
    anothers_turn(&world).await;

    assert_eq!(total(&world).await, 1);
    let of_opening = proto::ListArchivedGamesRequest {
        opening: "Tiger".to_owned(),
        ..proto::ListArchivedGamesRequest::default()
    };
    assert_eq!(games(&world, of_opening).await.total, 0);
    assert_eq!(
        (record(&world, 1).await, record(&world, 7).await),
        (Some((1, 1)), None)
    );
    let asked = proto::FindArchivedPlayersRequest {
        query: "half".to_owned(),
        ..proto::FindArchivedPlayersRequest::default()
    };
    let found = ask!(world, "nobody", find_archived_players, asked).unwrap();
    assert!(found.players.is_empty());

    let second = rating_file("19/07/2026", &[(3, 40, 4)]);
    let made = import(&world, OFFICER, ("elo", "two.elo"), second.as_bytes());
    made.await.unwrap();
    run(&world, ENDED.to_owned()).await;
    for _ in 0..50 {
        if total(&world).await == 2 {
            break;
        }
    }
    let all = games(&world, proto::ListArchivedGamesRequest::default()).await;
    assert_eq!(pairs(&all), [(3, 4), (1, 2)]);
    let tables = ["unseen", "events", "players", "games", "positions"];
    for table in tables.map(|table| format!("archive_{table}")) {
        for _ in 0..1_000 {
            if rows(&world, &table).await == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(rows(&world, &table).await, 0, "{table}");
    }
}

#[tokio::test]
async fn what_was_left_unfinished_is_seen_by_nobody_and_goes() {
    leftovers_go(World::new().await).await;
}

#[tokio::test]
async fn what_was_left_unfinished_is_seen_by_nobody_and_goes_in_postgres() {
    leftovers_go(World::in_postgres().await).await;
}

/// Taken back while it is on its way: it was never there.
#[tokio::test]
async fn an_import_that_is_taken_back_on_its_way_is_never_seen() {
    let world = World::in_postgres().await;
    anothers_turn(&world).await;
    let file = rating_file("18/07/2026", &[(1, 40, 2)]);
    let made = import(&world, OFFICER, ("elo", "one.elo"), file.as_bytes());
    let made = made.await.unwrap();
    assert!(!made.taken_in, "{made:?}");
    let asked = proto::UndoImportRequest {
        import_id: made.import_id,
        reason: "Mistaken.".to_owned(),
    };
    ask!(world, OFFICER, undo_import, asked).unwrap();
    run(&world, ENDED.to_owned()).await;
    // What comes behind both is there, and they never were.
    let other = rating_file("19/07/2026", &[(3, 40, 4)]);
    let made = import(&world, OFFICER, ("elo", "two.elo"), other.as_bytes());
    made.await.unwrap();
    for _ in 0..50 {
        let seen = total(&world).await;
        assert!(seen <= 1);
        if seen == 1 {
            break;
        }
    }
    let all = games(&world, proto::ListArchivedGamesRequest::default()).await;
    assert_eq!(pairs(&all), [(3, 4)]);
}
