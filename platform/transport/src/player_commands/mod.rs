//! What players do at their tables, on its way from a gateway to play: a typed call where play runs in the same process,
//! a standing stream to each instance of it where it does not. Whoever calls cannot tell which.

mod carrier;
mod carrying;
mod direct;
mod remote;

use std::fmt;

use bytes::Bytes;
use outflank_proto::play::v1::CommandResponse;
use tonic::{Status, codegen::BoxFuture};

pub(crate) use carrier::{Answer, Carried, Carrier};
pub(crate) use carrying::{CarriedAnswers, carry};
pub use direct::{CommandTaker, DirectCommands};
/// A player's command, as play's contract has it.
pub use outflank_proto::peer::v1::carried_command::Command as PlayerCommand;
pub use remote::RemoteCommands;

/// The way to play. A command that was sent is carried out, whether anybody still waits for its answer or not.
pub trait PlayerCommands: fmt::Debug + Send + Sync {
    /// Sends a command, and answers with its commit or its refusal.
    fn send(&self, command: PlayerCommand) -> BoxFuture<CommandResponse, Status>;
}

/// The RPC that a command is.
fn path_of(command: &PlayerCommand) -> &'static str {
    match command {
        PlayerCommand::Move(_) => "/outflank.play.v1.PlayService/Move",
        PlayerCommand::Pass(_) => "/outflank.play.v1.PlayService/Pass",
        PlayerCommand::Resign(_) => "/outflank.play.v1.PlayService/Resign",
        PlayerCommand::CallDirector(_) => "/outflank.play.v1.PlayService/CallDirector",
        PlayerCommand::SealMove(_) => "/outflank.play.v1.PlayService/SealMove",
        PlayerCommand::ConfirmTranscript(_) => "/outflank.play.v1.PlayService/ConfirmTranscript",
        PlayerCommand::DisputeResult(_) => "/outflank.play.v1.PlayService/DisputeResult",
    }
}

/// The game that a command is about.
pub(crate) fn game_of(command: &PlayerCommand) -> Bytes {
    let game = match command {
        PlayerCommand::Move(asked) => &asked.game_id,
        PlayerCommand::Pass(asked) => &asked.game_id,
        PlayerCommand::Resign(asked) => &asked.game_id,
        PlayerCommand::CallDirector(asked) => &asked.game_id,
        PlayerCommand::SealMove(asked) => &asked.game_id,
        PlayerCommand::ConfirmTranscript(asked) => &asked.game_id,
        PlayerCommand::DisputeResult(asked) => &asked.game_id,
    };
    Bytes::copy_from_slice(game.as_bytes())
}
