//! Everything live for one account, over the WebSocket or the gRPC stream.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{self, Message},
};

use crate::{
    Client, Failure, Refused, Table,
    stream::{self, Stream},
};

/// The server pings every 2.5 s: a line on which nothing is heard for so long is dead.
const SILENCE: Duration = Duration::from_secs(9);
/// How long a line that is closed waits for the server's own goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// What the server says, as far as a program needs it; other frames are [`Frame::Other`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Frame {
    /// The line is open.
    Hello {
        /// Whose line it is.
        account_id: Option<String>,
    },
    /// New entries of a table, and the table after them.
    Table {
        /// The game.
        game: String,
        /// The entries, as the journal holds them.
        entries: Vec<Value>,
        /// The table after them.
        table: Box<Table>,
    },
    /// A command is committed.
    Ack {
        /// The command's id.
        id: String,
        /// The entry that it made.
        seq: u64,
        /// It was accepted before.
        repeated: bool,
    },
    /// A command changed nothing.
    Refused {
        /// The command's id, where it had one.
        id: Option<String>,
        /// Why.
        problem: Refused,
    },
    /// A tournament changed.
    Tournament {
        /// Which.
        tournament: String,
        /// Where it stands.
        seq: u64,
        /// Where what changed starts from.
        #[serde(default)]
        previous_seq: Option<u64>,
        /// The members of its document that changed; `None` = read it again.
        #[serde(default)]
        changed: Option<Value>,
    },
    /// Standings changed.
    Standings {
        /// Which.
        tournament: String,
        /// Where they stand.
        version: u64,
        /// Where what changed starts from.
        #[serde(default)]
        previous_version: Option<u64>,
        /// The members of their document that changed; `None` = read them again.
        #[serde(default)]
        changed: Option<Value>,
    },
    /// Frames were dropped: watch again.
    Resync {
        /// Which game.
        game: String,
    },
    /// Something a program need not care about.
    #[serde(other)]
    Other,
}

/// What carries a line. Both carry the same content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Carrier {
    /// JSON texts over a WebSocket.
    #[default]
    WebSocket,
    /// Typed messages over a gRPC stream.
    Grpc,
}

/// An open line.
#[derive(Debug)]
pub enum Line {
    /// Over a WebSocket.
    WebSocket(Box<WebSocketStream<MaybeTlsStream<TcpStream>>>),
    /// Over a gRPC stream.
    Grpc(Box<Stream>),
}

impl Line {
    /// Opens a WebSocket.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn open(client: &Client) -> Result<Self, Failure> {
        Self::open_over(client, Carrier::WebSocket).await
    }

    /// Opens the line: a WebSocket with a ticket, a stream with the client's own token or key.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn open_over(client: &Client, carrier: Carrier) -> Result<Self, Failure> {
        match carrier {
            Carrier::WebSocket => heard(open_socket(client)).await?,
            Carrier::Grpc => {
                let stream = heard(Stream::open(client)).await??;
                Ok(Self::Grpc(Box::new(stream)))
            }
        }
    }

    /// Sends one frame, in the form that the line's carrier has for it.
    ///
    /// # Errors
    /// When the line is broken, or a gRPC stream has no message for the frame.
    pub async fn send(&mut self, frame: &Value) -> Result<(), Failure> {
        match self {
            Self::WebSocket(_) => self.send_raw(frame.to_string().into_bytes()).await,
            Self::Grpc(stream) => stream.send(stream::message(frame)?).await,
        }
    }

    /// Sends any frame, for those who test how it is refused: a text for a WebSocket, a message's bytes for a
    /// stream.
    ///
    /// # Errors
    /// When the line is broken, or text is no UTF-8.
    pub async fn send_raw(&mut self, frame: Vec<u8>) -> Result<(), Failure> {
        match self {
            Self::WebSocket(socket) => {
                let text = String::from_utf8(frame).map_err(Failure::unreadable)?;
                let sent = socket.send(Message::text(text)).await;
                sent.map_err(Failure::unreachable)
            }
            Self::Grpc(stream) => stream.send(frame).await,
        }
    }

    /// Ends it in good order. A line that merely ends looks like one that was lost, also in the evidence of its games.
    pub async fn close(self) {
        let Self::WebSocket(mut socket) = self else {
            return;
        };
        let goodbye = async {
            (*socket).close(None).await?;
            while socket.next().await.transpose()?.is_some() {}
            Ok::<_, tungstenite::Error>(())
        };
        // It is gone in any case.
        let _ = tokio::time::timeout(GOODBYE, goodbye).await;
    }

    /// The next frame. A stream's pings are answered in here, as a WebSocket's are.
    ///
    /// # Errors
    /// When the line is broken or silent, or a frame cannot be read.
    pub async fn next(&mut self) -> Result<Frame, Failure> {
        let socket = match self {
            Self::WebSocket(socket) => socket,
            Self::Grpc(stream) => return stream.next().await,
        };
        loop {
            let message = match heard(socket.next()).await? {
                Some(Ok(message)) => message,
                Some(Err(error)) => return Err(Failure::unreachable(error)),
                None => return Err(Failure::Unreachable("the line was closed".into())),
            };
            if let Message::Text(text) = message {
                return serde_json::from_str(&text)
                    .map_err(|error| Failure::Unreadable(format!("{error}: {text}")));
            }
        }
    }
}

/// What comes next from a server that is not silent.
pub(crate) async fn heard<T>(next: impl Future<Output = T>) -> Result<T, Failure> {
    let silent = |_| Failure::Unreachable("nothing is heard from the server".into());
    tokio::time::timeout(SILENCE, next).await.map_err(silent)
}

async fn open_socket(client: &Client) -> Result<Line, Failure> {
    #[derive(Deserialize)]
    struct Ticket {
        ticket: String,
    }
    let bought: Ticket = client.post("/tickets", &json!({})).await?;
    let base = client.base().replacen("http", "ws", 1);
    let url = format!("{base}/api/v1/socket?ticket={}", bought.ticket);
    let (socket, _) = tokio_tungstenite::connect_async(url)
        .await
        .map_err(Failure::unreachable)?;
    Ok(Line::WebSocket(Box::new(socket)))
}
