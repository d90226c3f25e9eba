//! The finished games of a tournament, for the files of an event.

use crate::world::{MAIN_MS, TOURNAMENT, World, answered, anywhere};
use outflank_access::Role;
use outflank_proto::play::v1 as proto;

async fn read(
    world: &World,
    role: Role,
    (after, limit): (String, u32),
) -> Result<proto::ReadPlayedGamesResponse, String> {
    let request = proto::ReadPlayedGamesRequest {
        tournament_id: TOURNAMENT.to_owned(),
        limit,
        after,
        ..Default::default()
    };
    let told = world.service(role).read_played_games(request).await;
    answered(told).map_err(|problem| problem.code)
}

#[test]
fn finished_games_are_told_ply_by_ply_to_ratings_alone() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let games = world
            .publish(1, &[("e-anna", "e-boris"), ("e-clara", "e-dario")])
            .await;
        let told = read(&world, Role::Ratings, (String::new(), 0))
            .await
            .unwrap();
        assert_eq!((told.games, told.next), (Vec::new(), String::new()));
        let mut choice = 7_usize;
        let table = loop {
            choice = choice * 31 % 101;
            let table = world.step(&games[0], choice).await;
            if table.phase() == proto::TablePhase::Finished {
                break table;
            }
        };
        let first = read(&world, Role::Ratings, (String::new(), 1))
            .await
            .unwrap();
        let second = read(&world, Role::Ratings, (first.next.clone(), 1)).await;
        let second = second.unwrap();
        assert_eq!((second.games, second.next), (Vec::new(), String::new()));
        let [game] = first.games.as_slice() else {
            panic!("{:?}", first.games)
        };
        let result = table.result.unwrap();
        assert_eq!(game.game_id, games[0]);
        assert_eq!(game.ended_by, "board_complete");
        assert_eq!(
            (game.black_discs, game.white_discs),
            (result.black_discs, result.white_discs)
        );
        let told = game
            .plies
            .iter()
            .map(|ply| (ply.color, &*ply.square, ply.charged_ms));
        let shown = table
            .plies
            .iter()
            .map(|ply| (ply.color, &*ply.square, ply.charged_ms));
        assert!(told.eq(shown));
        assert_eq!(game.starts_at_ms, table.starts_at_ms);
        let mut left = [MAIN_MS; 2];
        for ply in &game.plies {
            let clock = usize::from(ply.color() == proto::Color::White);
            left[clock] -= ply.charged_ms;
            assert_eq!(ply.remaining_ms, left[clock]);
        }
        let refused = read(&world, Role::Gateway, (String::new(), 0)).await;
        assert_eq!(refused.unwrap_err(), "service_only");
    });
}
