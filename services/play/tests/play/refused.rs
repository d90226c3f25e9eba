//! Whatever nonsense is sent, it is refused with a code and changes nothing.

use std::collections::BTreeSet;

use crate::world::{BLACK, MAIN_MS, STRANGER, WHITE, World, answered, anywhere};
use outflank_access::{Kind, Problem, Role};
use outflank_proto::play::v1 as proto;
use outflank_testbed::Dice;

const COMMANDS: u32 = 600;

fn pick<'a>(dice: &mut Dice, from: &[&'a str]) -> &'a str {
    dice.one_of(from).unwrap()
}

struct Sent {
    account: &'static str,
    command_id: String,
    game_id: String,
    ply: u32,
    square: String,
    stamps: Option<proto::Stamps>,
    kind: usize,
    by_gateway: bool,
}

fn nonsense(dice: &mut Dice, table: &proto::Table, now_ms: i64) -> Sent {
    let account = match dice.below(3) {
        0 => BLACK,
        1 => WHITE,
        _ => STRANGER,
    };
    let square = match dice.below(4) {
        0 => pick(dice, &["", "i1", "a9", "f55", "♛", "pass", "--", "a0"]).to_owned(),
        _ => format!(
            "{}{}",
            pick(dice, &["a", "b", "c", "d", "e", "f", "g", "h"]),
            dice.below(8) + 1
        ),
    };
    let ply = match dice.below(3) {
        0 => table.ply,
        1 => u32::try_from(dice.below(80)).unwrap(),
        _ => pick(dice, &["0", "4294967295", "61"]).parse().unwrap(),
    };
    let stamp = |dice: &mut Dice| match dice.below(5) {
        0 => i64::MIN,
        1 => i64::MAX,
        2 => 0,
        3 => -1,
        _ => now_ms,
    };
    Sent {
        account,
        command_id: match dice.below(8) {
            0 => String::new(),
            1 => "x".repeat(300),
            _ => format!("n{}", dice.below(usize::MAX)),
        },
        game_id: match dice.below(8) {
            0 => "no-such-game".to_owned(),
            1 => "'; DROP TABLE games; --".to_owned(),
            _ => table.game_id.clone(),
        },
        ply,
        square,
        stamps: Some(proto::Stamps {
            received_at_ms: stamp(dice),
            delivered_at_ms: stamp(dice),
            account_id: account.to_owned(),
            ..Default::default()
        }),
        kind: dice.below(4),
        by_gateway: dice.below(2) == 0,
    }
}

/// Whether it would be a good move after all.
fn is_good(sent: &Sent, table: &proto::Table) -> bool {
    let on_move = if table.to_move() == proto::Color::Black {
        BLACK
    } else {
        WHITE
    };
    let taken_already = table
        .plies
        .iter()
        .any(|played| played.ply == sent.ply && played.square == sent.square);
    sent.kind != 0
        && (taken_already
            || sent.account == on_move
                && sent.ply == table.ply
                && table.legal_squares.contains(&sent.square))
}

async fn send(world: &World, sent: Sent) -> Result<proto::CommandResponse, Problem> {
    let mut client = if sent.by_gateway {
        world.service(Role::Gateway)
    } else {
        world.client()
    };
    if sent.kind == 0 {
        let pass = proto::PassRequest {
            command_id: sent.command_id,
            game_id: sent.game_id,
            ply: sent.ply,
            stamps: sent.stamps,
        };
        return answered(if sent.by_gateway {
            client.pass(pass).await
        } else {
            client.pass(world.by(sent.account, pass)).await
        });
    }
    let request = proto::MoveRequest {
        command_id: sent.command_id,
        game_id: sent.game_id,
        ply: sent.ply,
        square: sent.square,
        flip: String::new(),
        stamps: sent.stamps,
    };
    answered(if sent.by_gateway {
        client.r#move(request).await
    } else {
        client.r#move(world.by(sent.account, request)).await
    })
}

#[test]
fn random_bad_commands_change_nothing() {
    anywhere(async {
        let (world, game) = World::with_game(MAIN_MS).await;
        for choice in 0..9 {
            world.step(&game, choice).await;
        }
        let before = world.table(&game).await;
        assert!(!before.must_pass);
        let stream = outflank_journal::StreamId::new("game", &game);
        let played = |events: &[outflank_othello::Event]| {
            events
                .iter()
                .filter(|event| !matches!(event, outflank_othello::Event::TimeCredited { .. }))
                .count()
        };
        let events_before = played(&world.events(&game).await);
        let mut dice = Dice(20_260_502);
        let mut refused = 0;
        let mut codes = BTreeSet::new();
        while refused < COMMANDS {
            let sent = nonsense(&mut dice, &before, world.clock.now_ms());
            if is_good(&sent, &before) {
                continue;
            }
            let problem = send(&world, sent).await.unwrap_err();
            assert!(
                !matches!(problem.kind, Kind::Internal | Kind::Unavailable),
                "{problem:?}"
            );
            assert!(
                !problem.code.is_empty() && problem.detail.ends_with('.'),
                "{problem:?}"
            );
            codes.insert(problem.code);
            refused += 1;
        }
        assert!(codes.len() >= 8, "only {codes:?}");
        let after = world.table(&game).await;
        assert_eq!((&after.board, after.ply), (&before.board, before.ply));
        assert_eq!(after.plies, before.plies);
        // A stale command's time is given back by the server; nothing else was written.
        assert_eq!(played(&world.events(&game).await), events_before);
        assert_eq!(world.journal().streams("game").await.unwrap(), [stream]);
        world.chains_are_sound().await;
    });
}
