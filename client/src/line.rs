//! Everything live for one account, over the WebSocket or the gRPC stream.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
    tungstenite::{self, Message},
};

use crate::{
    Booked, Client, Failure, Refused, Table,
    stream::{self, Stream},
    table, tls,
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
    /// A round may have other games.
    Games {
        /// Of which tournament.
        tournament: String,
        /// Which; `None` = any of its.
        round: Option<u32>,
    },
    /// A line of the list of all tournaments changed.
    Event {
        /// The line; `None` = any of them may have.
        event: Option<Value>,
    },
    /// What this line seeks stands.
    Seeking {
        /// The id of the frame that began it.
        id: Option<String>,
    },
    /// The account is booked for a casual game.
    Booked(Booked),
    /// A rating file was published.
    RatingFiles {},
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
pub struct Line {
    wire: Wire,
    /// The tables that are watched, as they were told last.
    tables: HashMap<String, Value>,
    /// What one message said besides the frame that it was answered with.
    waiting: VecDeque<Frame>,
}

#[derive(Debug)]
enum Wire {
    WebSocket(Box<WebSocketStream<MaybeTlsStream<TcpStream>>>),
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
            Carrier::WebSocket => heard(open_socket(client)).await?.map(Self::over),
            Carrier::Grpc => {
                let stream = heard(Stream::open(client)).await??;
                Ok(Self::over(Wire::Grpc(Box::new(stream))))
            }
        }
    }

    fn over(wire: Wire) -> Self {
        Self {
            wire,
            tables: HashMap::new(),
            waiting: VecDeque::new(),
        }
    }

    /// Sends one frame, in the form that the line's carrier has for it.
    ///
    /// # Errors
    /// When the line is broken, or a gRPC stream has no message for the frame.
    pub async fn send(&mut self, frame: &Value) -> Result<(), Failure> {
        match &mut self.wire {
            Wire::WebSocket(_) => self.send_raw(frame.to_string().into_bytes()).await,
            Wire::Grpc(stream) => stream.send(stream::message(frame)?).await,
        }
    }

    /// Sends any frame, for those who test how it is refused: a text for a WebSocket, a message's bytes for a
    /// stream.
    ///
    /// # Errors
    /// When the line is broken, or text is no UTF-8.
    pub async fn send_raw(&mut self, frame: Vec<u8>) -> Result<(), Failure> {
        match &mut self.wire {
            Wire::WebSocket(socket) => {
                let text = String::from_utf8(frame).map_err(Failure::unreadable)?;
                let sent = socket.send(Message::text(text)).await;
                sent.map_err(Failure::unreachable)
            }
            Wire::Grpc(stream) => stream.send(frame).await,
        }
    }

    /// Ends it in good order. A line that merely ends looks like one that was lost, also in the evidence of its games.
    pub async fn close(self) {
        let Wire::WebSocket(mut socket) = self.wire else {
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
        if let Some(frame) = self.waiting.pop_front() {
            return Ok(frame);
        }
        let text = self.next_raw().await?;
        let unreadable = |error| Failure::Unreadable(format!("{error}: {text}"));
        let said: Value = serde_json::from_str(&text).map_err(unreadable)?;
        self.frames(said).map_err(unreadable)?;
        Ok(self.waiting.pop_front().unwrap_or(Frame::Other))
    }

    /// The next frame as it came: a stream's as the JSON text that says the same.
    ///
    /// # Errors
    /// When the line is broken or silent.
    pub async fn next_raw(&mut self) -> Result<String, Failure> {
        match &mut self.wire {
            Wire::WebSocket(socket) => next_text(socket).await,
            Wire::Grpc(stream) => stream.next().await,
        }
    }

    /// What a message says: of a commit the table that follows from it, and the answer to the command that made it.
    fn frames(&mut self, said: Value) -> serde_json::Result<()> {
        let game = said["game"].as_str().unwrap_or_default().to_owned();
        match said["type"].as_str() {
            Some("table") => {
                self.tables.insert(game, said["table"].clone());
            }
            Some("commit") => {
                if let (Some(id), Some(seq)) = (said["id"].as_str(), said["seq"].as_u64()) {
                    self.waiting.push_back(Frame::Ack {
                        id: id.to_owned(),
                        seq,
                        repeated: false,
                    });
                }
                if let Some(known) = self.tables.get_mut(&game)
                    && table::follow(known, &said)
                {
                    let table = Box::new(Table::deserialize(&*known)?);
                    let entry = json!({
                        "seq": said["seq"], "at_ms": said["at_ms"], "events": said["events"],
                    });
                    let entries = vec![entry];
                    self.waiting.push_back(Frame::Table {
                        game,
                        entries,
                        table,
                    });
                }
                return Ok(());
            }
            _ => {}
        }
        self.waiting.push_back(Frame::deserialize(said)?);
        Ok(())
    }
}

async fn next_text(
    socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>,
) -> Result<String, Failure> {
    loop {
        let message = match heard(socket.next()).await? {
            Some(Ok(message)) => message,
            Some(Err(error)) => return Err(Failure::unreachable(error)),
            None => return Err(Failure::Unreachable("the line was closed".into())),
        };
        if let Message::Text(text) = message {
            return Ok(text.as_str().to_owned());
        }
    }
}

/// What comes next from a server that is not silent.
pub(crate) async fn heard<T>(next: impl Future<Output = T>) -> Result<T, Failure> {
    let silent = |_| Failure::Unreachable("nothing is heard from the server".into());
    tokio::time::timeout(SILENCE, next).await.map_err(silent)
}

async fn open_socket(client: &Client) -> Result<Wire, Failure> {
    #[derive(Deserialize)]
    struct Ticket {
        ticket: String,
    }
    let bought: Ticket = client.post("/tickets", &json!({})).await?;
    let base = client.base().replacen("http", "ws", 1);
    let url = format!("{base}/api/v1/socket?ticket={}", bought.ticket);
    let tls = tls::config().map_err(Failure::unreachable)?;
    let tls = Some(Connector::Rustls(tls));
    let connected = Box::pin(connect_async_tls_with_config(url, None, true, tls));
    let (socket, _) = connected.await.map_err(Failure::unreachable)?;
    Ok(Wire::WebSocket(Box::new(socket)))
}
