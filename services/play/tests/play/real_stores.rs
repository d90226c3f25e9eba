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
/// Commands among which one is met in its middle, and one is answered: a few are needed.
const MOST_COMMANDS: u32 = 600;

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

/// Looks for a moment in the middle of what a command does: steps of the runtime after which it has begun and is not
/// answered. How many those are differs from one time to the next.
struct Moment {
    /// After so many nothing had begun.
    before: u64,
    /// After so many it was answered.
    answered: Option<u64>,
}

impl Moment {
    fn next(&mut self) -> u64 {
        match self.answered {
            None => self.before.saturating_mul(2).max(1),
            Some(answered) if answered > self.before + 1 => self.before.midpoint(answered),
            // Between the two lay nothing, or one of them was slower than the other.
            Some(_) => {
                (self.before, self.answered) = (0, None);
                1
            }
        }
    }
}

/// Callers leave in the middle of what a command does.
#[tokio::test]
async fn a_command_whose_caller_left_stands_once_and_is_told() {
    let (mut world, mut game) = World::with_game(MAIN_MS).await;
    let mut updates = world.live.subscribe(&topic::game(&game)).await.unwrap();
    let mut moment = Moment {
        before: 0,
        answered: None,
    };
    let (mut went_on, mut answers, mut round) = (0, 0, 1);
    for _ in 0..MOST_COMMANDS {
        if went_on > 0 && answers > 0 {
            break;
        }
        let mut table = world.table(&game).await;
        if table.legal_squares.is_empty() {
            round += 1;
            let pair = [("e-anna", "e-boris")];
            game = world.publish(round, &pair).await.remove(0);
            world.until_live(&game).await;
            table = world.table(&game).await;
            updates = world.live.subscribe(&topic::game(&game)).await.unwrap();
        }
        let account = match table.to_move() {
            proto::Color::Black => BLACK,
            _ => WHITE,
        };
        let act = (table.ply, table.legal_squares[0].as_str());
        let id = world.new_id();
        let steps = moment.next();
        let leaves = async {
            for _ in 0..steps {
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
                moment.answered = Some(steps);
                is_safe("sent again", (again.seq, again.repeated), (first.seq, true));
            }
            None => {
                went_on += u32::from(again.repeated);
                moment.before = steps;
            }
        }
        let made = world.table(&game).await;
        is_safe("plies", made.plies.len(), table.ply as usize);
        loop {
            let told = proto::TableUpdate::decode(heard(&mut updates).await).unwrap();
            if told.seq == again.seq {
                break;
            }
        }
    }
    assert!(
        went_on > 0 && answers > 0,
        "{went_on} commands went on whose caller had left, {answers} were answered"
    );
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
