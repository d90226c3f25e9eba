//! Commands for the play of this process, behind the same auth layer as everybody who calls it.

use std::{fmt, sync::Arc};

use http::HeaderMap;
use outflank_access::{
    Caller, Problem, Role,
    tokens::{ServiceIdentity, TokenError},
};
use outflank_proto::play::v1::{CommandResponse, play_service_server::PlayService};
use tonic::{Request, Response, Status, codegen::BoxFuture};

use super::{PlayerCommand, PlayerCommands, path_of};
use crate::{AuthLayer, auth_layer::Late};

/// The play of this process, where it takes commands.
#[derive(Clone)]
pub struct CommandTaker {
    auth_layer: AuthLayer,
    play: Arc<dyn PlayService>,
}

impl fmt::Debug for CommandTaker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CommandTaker")
    }
}

impl CommandTaker {
    /// Behind an auth layer.
    pub fn new(auth_layer: AuthLayer, play: impl PlayService) -> Self {
        Self {
            auth_layer,
            play: Arc::new(play),
        }
    }

    /// Takes a command of a role whose key is proven. `headers` say until when it is wanted, and of which trace it is.
    pub(crate) fn take(
        &self,
        role: Role,
        command: PlayerCommand,
        headers: &HeaderMap,
    ) -> BoxFuture<CommandResponse, Status> {
        let caller = match self.auth_layer.caller_in_role(path_of(&command), role) {
            Ok(caller) => caller,
            Err(problem) => return Box::pin(async move { Err(problem.into()) }),
        };
        let call = self.auth_layer.call(&caller, headers);
        let play = Arc::clone(&self.play);
        let answer = async move {
            use PlayerCommand as Command;
            let answer = match command {
                Command::Move(asked) => play.r#move(from(caller, asked)).await,
                Command::Pass(asked) => play.pass(from(caller, asked)).await,
                Command::Resign(asked) => play.resign(from(caller, asked)).await,
                Command::CallDirector(asked) => play.call_director(from(caller, asked)).await,
                Command::SealMove(asked) => play.seal_move(from(caller, asked)).await,
                Command::ConfirmTranscript(asked) => {
                    play.confirm_transcript(from(caller, asked)).await
                }
                Command::DisputeResult(asked) => play.dispute_result(from(caller, asked)).await,
            };
            answer.map(Response::into_inner)
        };
        Box::pin(call.answered(answer))
    }
}

/// To the play of this process.
#[derive(Debug)]
pub struct DirectCommands {
    play: CommandTaker,
    /// Whose name the calls are in, once its key was proven.
    role: Role,
}

impl DirectCommands {
    /// For a role that calls in its own name.
    ///
    /// # Errors
    /// When its key is not one that the auth layer trusts.
    pub fn new(play: CommandTaker, identity: &ServiceIdentity) -> Result<Self, TokenError> {
        let role = play.auth_layer.role_of(identity)?;
        Ok(Self { play, role })
    }
}

impl PlayerCommands for DirectCommands {
    fn send(&self, command: PlayerCommand) -> BoxFuture<CommandResponse, Status> {
        self.play.take(self.role, command, &HeaderMap::new())
    }
}

fn from<T>(caller: Caller, asked: T) -> Request<T> {
    let mut request = Request::new(asked);
    request.extensions_mut().insert(caller);
    request
}

impl Late for Result<CommandResponse, Status> {
    fn late(status: Status) -> Self {
        Err(status)
    }

    fn refusal(&self) -> Option<String> {
        let refused = self.as_ref().err();
        refused.map(|status| Problem::from_status(status).code)
    }
}
