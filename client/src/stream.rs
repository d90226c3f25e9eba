//! The gRPC stream of one account.

use bytes::Bytes;
use outflank_proto::{
    BytesCodec, json,
    live::v1::{self as live, client_message::Message as Say},
    play::v1 as play,
    problem::v1 as problem,
    schema::{CLIENT_MESSAGE, SERVER_MESSAGE},
};
use prost::Message as _;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{
    Request, Status, Streaming,
    client::Grpc,
    transport::{ClientTlsConfig, Endpoint},
};

use crate::{Client, Failure, Refused, line::heard, tls};

/// A refusal that names many entrants comes as a header, in bytes.
const MOST_HEADERS: u32 = 1 << 20;
const CONNECT: &str = "/outflank.live.v1.LiveService/Connect";
/// Messages on their way before sending waits.
const ON_THE_WAY: usize = 16;

/// An open gRPC stream.
#[derive(Debug)]
pub struct Stream {
    said: mpsc::Sender<Bytes>,
    told: Streaming<Bytes>,
}

impl Stream {
    /// Opens the stream in the name of the client's token or key.
    pub(crate) async fn open(client: &Client) -> Result<Self, Failure> {
        match Self::open_once(client).await {
            Err(Failure::Refused(refused)) if client.is_outworn(&refused) => {
                client.refresh().await?;
                Self::open_once(client).await
            }
            opened => opened,
        }
    }

    async fn open_once(client: &Client) -> Result<Self, Failure> {
        let endpoint = Endpoint::from_shared(client.base().to_owned());
        let endpoint = endpoint.map_err(Failure::unreachable)?;
        let mut endpoint = endpoint.http2_max_header_list_size(MOST_HEADERS);
        if client.base().starts_with("https:") {
            let trusted = ClientTlsConfig::new().trust_anchors(tls::authorities().roots.clone());
            endpoint = endpoint.tls_config(trusted).map_err(Failure::unreachable)?;
        }
        let channel = Box::pin(endpoint.connect())
            .await
            .map_err(Failure::unreachable)?;
        let mut grpc = Grpc::new(channel);
        grpc.ready().await.map_err(Failure::unreachable)?;
        let (said, saying) = mpsc::channel(ON_THE_WAY);
        let mut request = Request::new(ReceiverStream::new(saying));
        if let Some(bearer) = client.bearer().await {
            let value = format!("Bearer {bearer}").parse();
            let value = value.map_err(Failure::unreachable)?;
            request.metadata_mut().insert("authorization", value);
        }
        let path = PathAndQuery::from_static(CONNECT);
        let opened = grpc.streaming(request, path, BytesCodec::default()).await;
        let told = opened.map_err(|status| failure(&status))?.into_inner();
        Ok(Self { said, told })
    }

    pub(crate) async fn send(&mut self, message: Vec<u8>) -> Result<(), Failure> {
        let sent = self.said.send(message.into()).await;
        sent.map_err(|_| Failure::Unreachable("the stream has ended".into()))
    }

    /// What the server says next, as the WebSocket says it.
    pub(crate) async fn next(&mut self) -> Result<String, Failure> {
        use live::server_message::Message as Told;
        loop {
            let told = heard(self.told.message()).await?;
            let told = told
                .map_err(|status| failure(&status))?
                .ok_or_else(|| Failure::Unreachable("the stream was closed".into()))?;
            let message = live::ServerMessage::decode(told.clone());
            if let Some(Told::Ping(ping)) = message.map_err(Failure::unreadable)?.message {
                let number = ping.number;
                let pong = said(String::new(), Say::Pong(live::Pong { number }));
                self.send(pong).await?;
                continue;
            }
            let mut text = Vec::new();
            json::write(SERVER_MESSAGE, &told, &mut text).map_err(Failure::unreadable)?;
            return String::from_utf8(text).map_err(Failure::unreadable);
        }
    }
}

impl From<problem::Problem> for Refused {
    fn from(problem: problem::Problem) -> Self {
        Self {
            status: 0,
            code: problem.code,
            detail: problem.detail,
            rule: Some(problem.rule).filter(|rule| !rule.is_empty()),
        }
    }
}

/// A refusal where the status carries one; otherwise there is no answer, and the same may be asked again.
fn failure(status: &Status) -> Failure {
    match problem::Problem::decode(status.details()) {
        Ok(problem) if !problem.code.is_empty() && status.code() != tonic::Code::Unavailable => {
            Refused::from(problem).into()
        }
        _ => Failure::unreachable(status),
    }
}

fn said(id: String, message: Say) -> Vec<u8> {
    let message = Some(message);
    live::ClientMessage { id, message }.encode_to_vec()
}

/// The bytes of the message that says what a frame of the WebSocket says.
///
/// # Errors
/// When there is no such message.
pub fn message(frame: &Value) -> Result<Vec<u8>, Failure> {
    let kind = frame["type"].as_str().unwrap_or_default();
    let text = |name: &str| frame[name].as_str().unwrap_or_default().to_owned();
    let game_id = text("game");
    let ply = frame["ply"].as_u64().and_then(|ply| ply.try_into().ok());
    let ply: u32 = ply.unwrap_or_default();
    let message = match kind {
        "watch" => Say::Watch(live::Watch {
            game_id,
            after_seq: frame["after_seq"].as_u64().unwrap_or_default(),
        }),
        "leave" => Say::Leave(live::Leave { game_id }),
        "follow" => Say::Follow(live::Follow {
            tournament_id: text("tournament"),
        }),
        "unfollow" => Say::Unfollow(live::Unfollow {
            tournament_id: text("tournament"),
        }),
        "follow_events" => Say::FollowEvents(live::FollowEvents {}),
        "unfollow_events" => Say::UnfollowEvents(live::UnfollowEvents {}),
        "move" => Say::Move(live::Move {
            game_id,
            ply,
            square: text("square"),
            flip: text("flip"),
        }),
        "pass" => Say::Pass(live::Pass { game_id, ply }),
        "resign" => Say::Resign(live::Resign { game_id }),
        "call_director" => Say::CallDirector(live::CallDirector { game_id }),
        "seal" => Say::Seal(live::Seal {
            game_id,
            ply,
            square: text("square"),
            flip: text("flip"),
        }),
        "confirm" => Say::Confirm(live::Confirm {
            game_id,
            digest: text("digest"),
        }),
        "dispute" => Say::Dispute(live::Dispute {
            game_id,
            reason: text("reason"),
        }),
        "chat" => Say::Chat(chat(frame)),
        "renew" => Say::Renew(live::Renew {
            access_token: text("token"),
        }),
        _ => return by_contract(frame),
    };
    Ok(said(text("id"), message))
}

/// A frame that says nothing which its contract refuses.
fn by_contract(frame: &Value) -> Result<Vec<u8>, Failure> {
    let mut message = Vec::new();
    json::read_known(CLIENT_MESSAGE, frame.to_string().as_bytes(), &mut message)
        .map_err(Failure::unreadable)?;
    Ok(message)
}

fn chat(frame: &Value) -> live::Chat {
    let named = |name: &str| frame[name].as_str().unwrap_or_default();
    let channel = match named("channel") {
        "players" => play::ChatChannel::Players,
        "spectators" => play::ChatChannel::Spectators,
        "officials" => play::ChatChannel::Officials,
        _ => play::ChatChannel::Unspecified,
    };
    let addressed_to = match named("to") {
        "black" => play::Color::Black,
        "white" => play::Color::White,
        _ => play::Color::Unspecified,
    };
    live::Chat {
        game_id: named("game").to_owned(),
        channel: channel.into(),
        text: named("text").to_owned(),
        addressed_to: addressed_to.into(),
    }
}
