//! Commands for a play that may run anywhere.

use std::sync::Arc;

use http::HeaderMap;
use outflank_proto::play::v1::{CommandResponse, play_service_client::PlayServiceClient};
use tonic::{Code, Response, Status, codegen::BoxFuture};

use super::{
    PlayerCommand, PlayerCommands,
    carrier::{Answer, Carried, Carrier},
};
use crate::{Pool, Transport, deadline, spans};

/// To a play that may run anywhere, over standing streams.
#[derive(Debug, Clone)]
pub struct RemoteCommands {
    carriers: Carriers,
    /// For an older version, which knows no streams.
    calls: Transport,
}

#[derive(Debug, Clone)]
enum Carriers {
    Pool(Pool),
    One(Arc<Carrier>),
}

impl RemoteCommands {
    /// To whichever instance fits the game; a command on a stream that broke is sent again under its id. `calls` is the way of other calls of play, in the gateway's own name.
    #[must_use]
    pub fn to(pool: Pool, calls: Transport) -> Self {
        Self {
            carriers: Carriers::Pool(pool),
            calls,
        }
    }

    /// Through a transport to one process, that carries the gateway's own name.
    #[must_use]
    pub fn through(transport: Transport) -> Self {
        Self {
            carriers: Carriers::One(Arc::new(Carrier::over(transport.clone()))),
            calls: transport,
        }
    }
}

impl Carriers {
    async fn carry(&self, carried: &Carried) -> Result<Answer, Status> {
        match self {
            Self::Pool(pool) => pool.carry(carried).await,
            Self::One(carrier) => {
                let carried = carrier.carry(carried).await;
                carried.map_err(|failure| failure.status)
            }
        }
    }
}

impl PlayerCommands for RemoteCommands {
    fn send(&self, command: PlayerCommand) -> BoxFuture<CommandResponse, Status> {
        let mut headers = HeaderMap::new();
        spans::tell(&mut headers);
        let trace = headers
            .get(spans::HEADER)
            .and_then(|value| value.to_str().ok());
        let carried = Carried {
            command,
            traceparent: trace.unwrap_or_default().to_owned(),
            until: deadline::of(&headers),
        };
        let way = self.clone();
        Box::pin(async move {
            match way.carriers.carry(&carried).await {
                Ok(answer) => answer,
                Err(status) if status.code() == Code::Unimplemented => {
                    called(way.calls, carried.command).await
                }
                Err(status) => Err(status),
            }
        })
    }
}

/// The same as a call of its own.
async fn called(way: Transport, command: PlayerCommand) -> Answer {
    let mut play = PlayServiceClient::new(way);
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
}
