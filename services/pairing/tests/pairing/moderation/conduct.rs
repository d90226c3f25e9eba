//! Conduct that is worth a look.

use outflank_casual::CONDUCT_SPAN_MS;
use outflank_journal::records;
use outflank_proto::play::v1 as play;

use super::*;
use crate::casual::end_as;

async fn conduct(world: &World) -> proto::ListConductResponse {
    let asked = proto::ListConductRequest::default();
    ask!(world, &moderator(), list_conduct, asked).unwrap()
}

#[tokio::test]
async fn games_left_unbegun_are_shown_to_moderators() {
    let world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    for _ in 0..3 {
        let made = challenge(&world, &anna, Some(play::Color::White)).await;
        let game = take(&world, &boris, &made.id).await.unwrap();
        end_as(&world, &game.game_id, ("absence", false, 1)).await;
    }
    let before_ms = world.clock.now_ms();
    let told = conduct(&world).await;
    let since_ms = before_ms - CONDUCT_SPAN_MS..=world.clock.now_ms() - CONDUCT_SPAN_MS;
    assert!(since_ms.contains(&told.since_ms), "{told:?}");
    let [of] = &told.accounts[..] else {
        panic!("one account: {told:?}");
    };
    assert_eq!(of.account.as_ref().unwrap().account_id, anna);
    assert_eq!((of.games, of.never_began, of.longest_run), (3, 3, 0));
}

#[tokio::test]
async fn where_more_games_were_played_than_are_looked_at_moderators_read_since_when_they_count() {
    const LOOKED_AT: i64 = 20_000;
    let world = moderated().await;
    let last_ms = world.clock.now_ms();
    // One of them in each millisecond.
    let insert = records::query(
        "INSERT INTO casual_games (game_id, black_account_id, white_account_id, variant, main_ms, increment_ms, \
         origin, drawn_opening, booked_at_ms, starts_at_ms, over_at_ms, winner, ending, plies) \
         WITH RECURSIVE numbers (number) AS \
         (SELECT CAST(0 AS BIGINT) UNION ALL SELECT number + 1 FROM numbers WHERE number < $1) \
         SELECT 'game-' || number, $2, $3, 'othello', 300000, 0, 'seeks', '', $4 - number, $4 - number, \
         $4 - number, 'black', 'played', 60 FROM numbers",
    );
    let insert = insert
        .bind(LOOKED_AT + 4)
        .bind(account(1))
        .bind(account(2))
        .bind(last_ms);
    let inserted = world.records().run(insert).await.unwrap();
    assert_eq!(inserted, 20_005);
    let told = conduct(&world).await;
    assert_eq!(told.since_ms, last_ms - (LOOKED_AT - 1));
    assert_eq!(told.accounts, []);
}
