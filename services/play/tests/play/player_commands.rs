//! The ways of a player's command, a standing stream, an RPC and the typed call of one process, are the same to whoever
//! sends it.

use std::{collections::BTreeSet, sync::Arc};

use outflank_access::{
    Kind, Problem, Role,
    tokens::{ServiceIdentity, Verifier},
};
use outflank_proto::play::v1 as proto;
use outflank_transport::{
    AuthLayer, ClusterClock, CommandTaker, DirectCommands, PlayerCommand, PlayerCommands,
};

use crate::world::{BLACK, MAIN_MS, STRANGER, WHITE, World, rest, still};

/// The ways that there are.
const WAYS: usize = 3;
/// How long any call is waited for, in ms.
const DEADLINE_MS: u64 = 20_000;

/// A move as a gateway passes it on.
fn a_move(world: &World, account: &str, game: &str, (ply, square): (u32, &str)) -> PlayerCommand {
    PlayerCommand::Move(proto::MoveRequest {
        command_id: format!("{account}-{ply}"),
        game_id: game.to_owned(),
        ply,
        square: square.to_owned(),
        flip: String::new(),
        stamps: Some(stamps(world, account)),
    })
}

fn stamps(world: &World, account: &str) -> proto::Stamps {
    proto::Stamps {
        received_at_ms: world.clock.now_ms(),
        account_id: account.to_owned(),
        gateway_id: "gateway-1".to_owned(),
        ..Default::default()
    }
}

async fn sent(
    way: &dyn PlayerCommands,
    command: PlayerCommand,
) -> Result<proto::CommandResponse, Problem> {
    let answer = way.send(command).await;
    answer.map_err(|status| Problem::from_status(&status))
}

/// What came of a whole conversation over one way, and how its calls were counted.
type Told = (
    Vec<Result<proto::CommandResponse, Problem>>,
    Vec<(&'static str, String, u64)>,
);

async fn conversation(place: usize) -> Told {
    let (world, game) = World::with_game(MAIN_MS).await;
    let counted: BTreeSet<_> = world.calls().into_iter().collect();
    let way = Arc::clone(&world.ways(Role::Gateway)[place]);
    let command = (game.clone(), "every-kind".to_owned());
    let of = |account| Some(stamps(&world, account));
    let mut answers = Vec::new();
    for said in [
        a_move(&world, BLACK, &game, (1, "f5")),
        // The same again, and what the rules refuse.
        a_move(&world, BLACK, &game, (1, "f5")),
        a_move(&world, WHITE, &game, (2, "a1")),
        a_move(&world, WHITE, &game, (2, "nowhere")),
        a_move(&world, STRANGER, &game, (2, "d6")),
        a_move(&world, WHITE, "no-such-game", (2, "d6")),
        PlayerCommand::Pass(proto::PassRequest {
            command_id: command.1.clone(),
            game_id: game.clone(),
            ply: 2,
            stamps: of(WHITE),
        }),
        PlayerCommand::SealMove(proto::SealMoveRequest {
            command_id: command.1.clone(),
            game_id: game.clone(),
            ply: 2,
            square: "d6".to_owned(),
            flip: String::new(),
            stamps: of(WHITE),
        }),
        PlayerCommand::ConfirmTranscript(proto::ConfirmTranscriptRequest {
            command_id: command.1.clone(),
            game_id: game.clone(),
            digest: "none".to_owned(),
            stamps: of(WHITE),
        }),
        PlayerCommand::DisputeResult(proto::DisputeResultRequest {
            command_id: command.1.clone(),
            game_id: game.clone(),
            reason: "It is not over.".to_owned(),
            stamps: of(WHITE),
        }),
        PlayerCommand::Move(proto::MoveRequest {
            command_id: String::new(),
            game_id: game.clone(),
            ply: 2,
            square: "d6".to_owned(),
            stamps: of(WHITE),
            ..Default::default()
        }),
        PlayerCommand::Resign(proto::ResignRequest {
            command_id: "enough".to_owned(),
            game_id: game.clone(),
            stamps: of(BLACK),
        }),
        PlayerCommand::CallDirector(proto::CallDirectorRequest {
            command_id: "call".to_owned(),
            game_id: game.clone(),
            stamps: of(WHITE),
        }),
    ] {
        answers.push(sent(&*way, said).await);
    }
    let calls = world.calls().into_iter();
    // That a stream was opened, or could not be, is no command.
    let commands = calls.filter(|(rpc, ..)| !rpc.contains("peer"));
    let calls = commands.filter(|call| !counted.contains(call)).collect();
    (answers, calls)
}

#[test]
fn answers_refusals_and_counts_are_the_same() {
    let mut told = Vec::new();
    for place in 0..WAYS {
        still(async { told.push(conversation(place).await) });
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(told[1], told[2]);
    let (answers, calls) = &told[0];
    let codes: Vec<&str> = answers
        .iter()
        .map(|answer| match answer {
            Ok(answer) if answer.repeated => "repeated",
            Ok(_) => "done",
            Err(problem) => &problem.code,
        })
        .collect();
    assert_eq!(
        codes,
        [
            "done",
            "repeated",
            "illegal_move",
            "malformed_square",
            "not_your_seat",
            "unknown_game",
            "cannot_pass",
            "not_adjourned",
            "not_finished",
            "not_finished",
            "malformed_command_id",
            "done",
            "game_over"
        ]
    );
    assert!(answers[0].as_ref().unwrap().update.is_some());
    let moves = calls.iter().filter(|(rpc, ..)| rpc.ends_with("/Move"));
    assert_eq!(moves.map(|(.., count)| count).sum::<u64>(), 7);
}

/// Who is no gateway speaks for nobody, by whichever way.
#[test]
fn another_role_is_refused() {
    still(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Gateway) {
            for way in world.ways(role) {
                let refused = sent(&*way, a_move(&world, BLACK, &game, (1, "f5"))).await;
                let problem = refused.unwrap_err();
                assert_eq!(
                    (problem.kind, problem.code.as_str()),
                    (Kind::Unauthenticated, "unauthenticated"),
                    "{way:?} of {role:?}"
                );
            }
        }
        assert_eq!(world.table(&game).await.ply, 1);
    });
}

/// A key that the deployment does not know opens no direct way.
#[test]
fn a_foreign_key_opens_no_way() {
    still(async {
        let (world, _) = World::with_game(MAIN_MS).await;
        let trusts_nobody = Arc::new(Verifier::default());
        let auth_layer = AuthLayer::new(trusts_nobody, Arc::new(ClusterClock::new()));
        let key = ed25519_dalek::SigningKey::from_bytes(&[7; 32]);
        let identity = ServiceIdentity::new(Role::Gateway, &key).unwrap();
        let taker = CommandTaker::new(auth_layer, world.grpc());
        assert!(DirectCommands::new(taker, &identity).is_err());
    });
}

/// Nobody waits longer than a call may take; what was sent is carried out all the same, and answers when it is sent again.
#[test]
fn a_command_outlives_its_deadline() {
    for place in 0..WAYS {
        still(async {
            let (world, game) = World::with_game(MAIN_MS).await;
            let way = Arc::clone(&world.ways(Role::Gateway)[place]);
            world.commits_take(DEADLINE_MS + 5_000);
            let begun_ms = world.clock.now_ms();
            let command = a_move(&world, BLACK, &game, (1, "f5"));
            let late = sent(&*way, command.clone()).await.unwrap_err();
            assert_eq!(late.kind, Kind::Unavailable, "{late:?}");
            let waited_ms = world.clock.now_ms() - begun_ms;
            assert_eq!(waited_ms.unsigned_abs(), DEADLINE_MS, "{way:?}");
            rest(5_000).await;
            world.commits_take(0);
            let answer = sent(&*way, command).await.unwrap();
            assert!(answer.repeated, "{way:?}");
            assert_eq!(world.table(&game).await.ply, 2, "{way:?}");
        });
    }
}

/// A caller that goes away does not stop its command half-way.
#[test]
fn a_command_outlives_its_caller() {
    for place in 0..WAYS {
        still(async {
            let (world, game) = World::with_game(MAIN_MS).await;
            let way = Arc::clone(&world.ways(Role::Gateway)[place]);
            world.commits_take(1_000);
            let command = a_move(&world, BLACK, &game, (1, "f5"));
            tokio::select! {
                answer = way.send(command) => panic!("{answer:?} before the commit"),
                () = rest(500) => {}
            }
            rest(1_000).await;
            assert_eq!(world.table(&game).await.ply, 2, "{way:?}");
        });
    }
}
