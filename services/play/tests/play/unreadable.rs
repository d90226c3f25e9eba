//! What pairing tells and the tables refuse, or play cannot read.

use outflank_access::{Kind, Role};
use outflank_proto::play::v1 as proto;
use outflank_stillness::unreadable;
use outflank_tournament::{Absence, Event, ResultKind, ResultRecord};
use outflank_transport::feed::{self, StoppedFeed};

use crate::world::{BLACK, MAIN_MS, TOURNAMENT, World, answered, anywhere};

/// An official's result of a board.
fn entered(table: u32, (black_discs, white_discs): (u32, u32)) -> Event {
    Event::ResultRecorded {
        round: 1,
        table,
        result: ResultRecord {
            black_discs,
            white_discs,
            winner: None,
            kind: ResultKind::Ruling,
            absent: Absence::Nobody,
            game: None,
            unplayed: false,
        },
    }
}

async fn is_over(world: &World, game: &str) -> bool {
    world.table(game).await.phase() == proto::TablePhase::Finished
}

const PAIRS: [(&str, &str); 9] = [
    ("e-anna", "e-boris"),
    ("e1", "e2"),
    ("e3", "e4"),
    ("e5", "e6"),
    ("e7", "e8"),
    ("e9", "e10"),
    ("e11", "e12"),
    ("e13", "e14"),
    ("e15", "e16"),
];

#[test]
fn a_fact_that_cannot_be_read_stops_what_is_behind_it_and_no_game() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        let games = world.publish(1, &PAIRS).await;
        world.until_live(&games[0]).await;
        let spoilt = |table| {
            let good = world.pairing.fact(TOURNAMENT, &entered(table, (32, 32)));
            let ways = unreadable(&good);
            (good, ways)
        };
        let ways = spoilt(1).1.len();
        assert_eq!(ways, 4);
        for (way, table) in (0..ways).zip((2..).step_by(2)) {
            let (good, mut ways) = spoilt(table);
            let (how, spoilt) = ways.remove(way);
            let position = world.pairing.tell(spoilt);
            world
                .pairing
                .push(TOURNAMENT, &entered(table + 1, (32, 32)));

            let problem = world.try_to_catch_up().await.unwrap_err();
            assert_eq!(problem.kind, Kind::Unavailable, "{how}: {problem}");
            let stopped = StoppedFeed {
                feed: "pairing",
                role: "play",
                position,
            };
            assert_eq!(feed::stopped(), [stopped], "{how}");
            let concerned = &games[table as usize - 1..=table as usize];
            for game in concerned {
                assert!(!is_over(&world, game).await, "{how}");
            }
            if way == 0 {
                // Whoever plays goes on playing, and whoever looks sees it.
                world.play(BLACK, "c1", &games[0], (1, "f5")).await.unwrap();
                assert_eq!(world.table(&games[0]).await.plies.len(), 1);
            }
            world.pairing.mend(position, good);
            world.catch_up().await;
            assert_eq!(feed::stopped(), [], "{how}");
            for game in concerned {
                assert!(is_over(&world, game).await, "{how}");
            }
        }
    });
}

#[test]
fn what_the_tables_refuse_is_counted_and_holds_nobody_up() {
    anywhere(async {
        let world = World::new(MAIN_MS).await;
        // One table of the round cannot be set up; the others are.
        let pairs = [PAIRS[0], ("e1", "e1"), PAIRS[2]];
        let games = world.publish(1, &pairs).await;
        world.pairing.push(TOURNAMENT, &entered(1, (300, 300)));
        world.pairing.publish("without-rules", 1, &PAIRS[..1], 0);
        world.pairing.push(TOURNAMENT, &entered(3, (32, 32)));
        world.catch_up().await;
        world.catch_up().await;

        let nowhere = proto::GetTableRequest {
            game_id: games[1].clone(),
            ..Default::default()
        };
        let unknown = answered(world.client().get_table(nowhere).await).unwrap_err();
        assert_eq!(unknown.code, "unknown_game");
        assert!(!is_over(&world, &games[0]).await);
        assert!(is_over(&world, &games[2]).await);
        assert_eq!(feed::stopped(), []);
        let followed = &feed::followed()[&(Role::Play, Role::Pairing)];
        assert_eq!(followed.refused, 3);
    });
}
