//! A player's command on its way to play.

use std::time::Instant;

use outflank_proto::play::v1 as play;
use outflank_runtime::{Kind, Problem};

use crate::{
    socket::{
        frame::Act,
        server_frame::{self, Outgoing},
    },
    state::Shared,
};

/// A command as it came.
#[derive(Debug)]
pub struct Received {
    /// The command id.
    pub id: String,
    /// The game.
    pub game: String,
    /// What to do.
    pub act: Act,
    /// When its frame arrived, cluster time in ms.
    pub received_at_ms: i64,
}

/// Passes a command on for the socket's account and makes its answer.
pub async fn perform(shared: Shared, account_id: Option<String>, command: Received) -> Outgoing {
    let begun = Instant::now();
    let kind = command.act.name();
    let (id, game) = (command.id.clone(), command.game.clone());
    let answer = match account_id {
        Some(account_id) => send(&shared, account_id, command).await,
        None => Err(Problem::new(
            Kind::Unauthenticated,
            "unauthenticated",
            "This socket is a spectator's: sign in and open another to play.",
        )),
    };
    match answer {
        Ok(answer) => {
            let outcome = if answer.repeated {
                "repeated"
            } else {
                "acknowledged"
            };
            shared.metrics.command(kind, outcome, begun.elapsed());
            shared.rooms.expect(&game, answer.seq);
            server_frame::ack(&id, &game, answer.seq, answer.repeated)
        }
        Err(problem) => {
            shared.metrics.command(kind, "refused", begun.elapsed());
            shared.metrics.refusal("socket", &problem.code);
            server_frame::refused(Some(&id), &problem)
        }
    }
}

async fn send(
    shared: &Shared,
    account_id: String,
    command: Received,
) -> Result<play::CommandResponse, Problem> {
    let (command_id, game_id) = (command.id, command.game);
    let ply = command.act.ply();
    let stamps = Some(play::Stamps {
        received_at_ms: command.received_at_ms,
        delivered_at_ms: shared
            .rooms
            .delivered_at_ms(&game_id, &account_id, ply)
            .unwrap_or_default(),
        account_id,
        ..Default::default()
    });
    let mut client = shared.services.play();
    let answer = match command.act {
        Act::Move { ply, square } => {
            let request = play::MoveRequest {
                command_id,
                game_id,
                ply,
                square,
                stamps,
            };
            client.r#move(request).await
        }
        Act::Pass { ply } => {
            let request = play::PassRequest {
                command_id,
                game_id,
                ply,
                stamps,
            };
            client.pass(request).await
        }
        Act::Resign => {
            let request = play::ResignRequest {
                command_id,
                game_id,
                stamps,
            };
            client.resign(request).await
        }
    };
    answer
        .map(tonic::Response::into_inner)
        .map_err(|status| Problem::from_status(&status))
}
