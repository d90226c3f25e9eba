//! Over a real store and in real time: SQLite in a file, or Postgres where `OUTFLANK_TEST_STORE` says so. The service's
//! clock stands unless it is set forward, so that no stall of the machine is taken for an outage.

use std::sync::Arc;

use crate::{
    games::whole_game,
    world::{BLACK, GATEWAY, MAIN_MS, WHITE, World, heard, is_safe},
};
use outflank_live::topic;
use outflank_proto::play::v1 as proto;
use prost::Message as _;

const OUTAGE_MS: i64 = 40_000;

#[tokio::test]
async fn a_game_is_played_to_its_end() {
    whole_game().await;
}

#[tokio::test]
async fn a_restart_keeps_the_game_and_gives_the_outage_back() {
    let (mut world, game) = World::with_game(MAIN_MS).await;
    for choice in 0..5 {
        world.step(&game, choice).await;
    }
    world.runs_on(1_000).await;
    let before = world.table(&game).await;
    let then = before.clocks.unwrap();
    assert_eq!(then.white_ms, MAIN_MS - 1_000);
    assert_eq!(world.end().await, then.as_of_ms);
    world.clock.set_forward(OUTAGE_MS);
    world.start().await;
    let after = world.table(&game).await;
    is_safe(
        "the position",
        (&after.board, after.ply),
        (&before.board, before.ply),
    );
    is_safe("plies", &after.plies, &before.plies);
    is_safe("ms given back", world.credited_ms(&game).await, OUTAGE_MS);

    // Until white's socket is open again nothing is charged either.
    world.runs_on(700).await;
    world.report(GATEWAY, WHITE, true).await;
    world.until_credited(&game, OUTAGE_MS + 700).await;
    let now = world.clocks(&game).await;
    assert_eq!((now.white_ms, now.black_ms), (then.white_ms, then.black_ms));
    world.runs_on(400).await;
    assert_eq!(world.clocks(&game).await.white_ms, then.white_ms - 400);

    // A pause of the process is an outage too; white's socket was open all the time.
    world.clock.set_forward(OUTAGE_MS);
    world.until_credited(&game, 2 * OUTAGE_MS + 700).await;
    assert_eq!(world.clocks(&game).await.white_ms, then.white_ms - 400);
    is_safe(
        "ms given back",
        world.credited_ms(&game).await,
        2 * OUTAGE_MS + 700,
    );
    world.step(&game, 1).await;
    world.chains_are_sound().await;
    world.end().await;
}

/// Callers leave after ever more steps of the runtime, so in the middle of everything that a command does.
#[tokio::test]
async fn a_command_whose_caller_left_stands_once_and_is_told() {
    let (mut world, game) = World::with_game(MAIN_MS).await;
    let mut updates = world.live.subscribe(&topic::game(&game)).await.unwrap();
    let (mut left, mut went_on, mut answers) = (0, 0, 0);
    for ply in 1..=24 {
        let table = world.table(&game).await;
        assert_eq!(table.ply, ply);
        let account = match table.to_move() {
            proto::Color::Black => BLACK,
            _ => WHITE,
        };
        if table.must_pass {
            break;
        }
        let act = (ply, table.legal_squares[0].as_str());
        let id = world.new_id();
        let leaves = async {
            for _ in 0..1_u32 << (ply - 1) {
                tokio::task::yield_now().await;
            }
        };
        let first = tokio::select! {
            biased;
            answer = world.play(account, &id, &game, act) => Some(answer.unwrap()),
            () = leaves => None,
        };
        let again = world.play(account, &id, &game, act).await.unwrap();
        match first {
            Some(first) => {
                answers += 1;
                is_safe("sent again", (again.seq, again.repeated), (first.seq, true));
            }
            None => {
                left += 1;
                went_on += u32::from(again.repeated);
            }
        }
        let made = world.table(&game).await;
        is_safe("plies", made.plies.len(), ply as usize);
        loop {
            let told = proto::TableUpdate::decode(heard(&mut updates).await).unwrap();
            if told.entry.unwrap().seq == again.seq {
                break;
            }
        }
        if answers == 2 {
            break;
        }
    }
    assert!(left > 0 && went_on > 0, "{left} left, {went_on} went on");
    assert!(answers > 0, "nobody waited for an answer");
    world.chains_are_sound().await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_moves_at_the_same_moment_exactly_one_is_played() {
    let (world, game) = World::with_game(MAIN_MS).await;
    let world = Arc::new(world);
    for ply in 1..=6_u32 {
        let table = world.table(&game).await;
        let account = if table.to_move() == proto::Color::Black {
            BLACK
        } else {
            WHITE
        };
        let tasks: Vec<_> = (0..24)
            .map(|attempt| {
                let (world, game) = (Arc::clone(&world), game.clone());
                let square = table.legal_squares[attempt % table.legal_squares.len()].clone();
                tokio::spawn(async move {
                    let id = format!("{ply}-{attempt}");
                    world.play(account, &id, &game, (ply, &square)).await
                })
            })
            .collect();
        let mut accepted = 0;
        let mut seqs = std::collections::BTreeSet::new();
        for task in tasks {
            match task.await.unwrap() {
                Ok(done) => {
                    accepted += u32::from(!done.repeated);
                    seqs.insert(done.seq);
                }
                Err(refused) => assert_eq!(refused.code, "ply_taken"),
            }
        }
        is_safe(
            "accepted moves and their entries",
            (accepted, seqs.len()),
            (1, 1),
        );
        is_safe("plies", world.table(&game).await.plies.len(), ply as usize);
    }
}
