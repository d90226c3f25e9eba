//! What players do at their tables, on its way from a gateway to play: a typed call where play runs in the same process,
//! an RPC where it does not. Whoever calls cannot tell which.

use std::{fmt, sync::Arc};

use http::HeaderMap;
use outflank_access::{
    Caller, Problem, Role,
    tokens::{ServiceIdentity, TokenError},
};
use outflank_proto::play::v1::{
    CallDirectorRequest, CommandResponse, ConfirmTranscriptRequest, DisputeResultRequest,
    MoveRequest, PassRequest, ResignRequest, SealMoveRequest,
    play_service_client::PlayServiceClient, play_service_server::PlayService,
};
use tonic::{Request, Response, Status, codegen::BoxFuture};

use crate::{AuthLayer, Transport, auth_layer::Late};

/// A player's command, as play's contract has it.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayerCommand {
    /// A disc.
    Move(MoveRequest),
    /// No disc.
    Pass(PassRequest),
    /// The end of the game.
    Resign(ResignRequest),
    /// A call.
    CallDirector(CallDirectorRequest),
    /// A move that is kept until the game goes on.
    SealMove(SealMoveRequest),
    /// A signature under the result.
    ConfirmTranscript(ConfirmTranscriptRequest),
    /// The opposite.
    DisputeResult(DisputeResultRequest),
}

impl PlayerCommand {
    /// The RPC that carries it.
    fn path(&self) -> &'static str {
        match self {
            Self::Move(_) => "/outflank.play.v1.PlayService/Move",
            Self::Pass(_) => "/outflank.play.v1.PlayService/Pass",
            Self::Resign(_) => "/outflank.play.v1.PlayService/Resign",
            Self::CallDirector(_) => "/outflank.play.v1.PlayService/CallDirector",
            Self::SealMove(_) => "/outflank.play.v1.PlayService/SealMove",
            Self::ConfirmTranscript(_) => "/outflank.play.v1.PlayService/ConfirmTranscript",
            Self::DisputeResult(_) => "/outflank.play.v1.PlayService/DisputeResult",
        }
    }
}

/// The way to play. A command that was sent is carried out, whether anybody still waits for its answer or not.
pub trait PlayerCommands: fmt::Debug + Send + Sync {
    /// Sends a command, and answers with its commit or its refusal.
    fn send(&self, command: PlayerCommand) -> BoxFuture<CommandResponse, Status>;
}

/// To a play that may run anywhere.
#[derive(Debug, Clone)]
pub struct RemoteCommands(Transport);

impl RemoteCommands {
    /// Through a transport that carries the gateway's own name.
    #[must_use]
    pub fn through(transport: Transport) -> Self {
        Self(transport)
    }
}

impl PlayerCommands for RemoteCommands {
    fn send(&self, command: PlayerCommand) -> BoxFuture<CommandResponse, Status> {
        let mut play = PlayServiceClient::new(self.0.clone());
        Box::pin(async move {
            let answer = match command {
                PlayerCommand::Move(asked) => play.r#move(asked).await,
                PlayerCommand::Pass(asked) => play.pass(asked).await,
                PlayerCommand::Resign(asked) => play.resign(asked).await,
                PlayerCommand::CallDirector(asked) => play.call_director(asked).await,
                PlayerCommand::SealMove(asked) => play.seal_move(asked).await,
                PlayerCommand::ConfirmTranscript(asked) => play.confirm_transcript(asked).await,
                PlayerCommand::DisputeResult(asked) => play.dispute_result(asked).await,
            };
            answer.map(Response::into_inner)
        })
    }
}

/// To the play of this process, behind the same auth layer as everybody who calls it.
#[derive(Debug)]
pub struct DirectCommands<S> {
    auth_layer: AuthLayer,
    play: Arc<S>,
    /// Whose name the calls are in, once its key was proven.
    role: Role,
}

impl<S: PlayService + fmt::Debug> DirectCommands<S> {
    /// For a role that calls in its own name.
    ///
    /// # Errors
    /// When its key is not one that the auth layer trusts.
    pub fn new(
        auth_layer: AuthLayer,
        play: S,
        identity: &ServiceIdentity,
    ) -> Result<Self, TokenError> {
        let role = auth_layer.role_of(identity)?;
        Ok(Self {
            auth_layer,
            play: Arc::new(play),
            role,
        })
    }
}

impl<S: PlayService + fmt::Debug> PlayerCommands for DirectCommands<S> {
    fn send(&self, command: PlayerCommand) -> BoxFuture<CommandResponse, Status> {
        let caller = match self.auth_layer.caller_in_role(command.path(), self.role) {
            Ok(caller) => caller,
            Err(problem) => return Box::pin(async move { Err(problem.into()) }),
        };
        let call = self.auth_layer.call(&caller, &HeaderMap::new());
        let play = Arc::clone(&self.play);
        let answer = async move {
            let answer = match command {
                PlayerCommand::Move(asked) => play.r#move(from(caller, asked)).await,
                PlayerCommand::Pass(asked) => play.pass(from(caller, asked)).await,
                PlayerCommand::Resign(asked) => play.resign(from(caller, asked)).await,
                PlayerCommand::CallDirector(asked) => play.call_director(from(caller, asked)).await,
                PlayerCommand::SealMove(asked) => play.seal_move(from(caller, asked)).await,
                PlayerCommand::ConfirmTranscript(asked) => {
                    play.confirm_transcript(from(caller, asked)).await
                }
                PlayerCommand::DisputeResult(asked) => {
                    play.dispute_result(from(caller, asked)).await
                }
            };
            answer.map(Response::into_inner)
        };
        Box::pin(call.answered(answer))
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
