//! The WebSocket of one account.

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};

use crate::{Client, Failure, Refused, Table};

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
    },
    /// Standings changed.
    Standings {
        /// Which.
        tournament: String,
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

/// An open WebSocket.
#[derive(Debug)]
pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Line {
    /// Buys a ticket and opens the line.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn open(client: &Client) -> Result<Self, Failure> {
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
        Ok(Self { socket })
    }

    /// Sends one frame.
    ///
    /// # Errors
    /// When the line is broken.
    pub async fn send(&mut self, frame: &Value) -> Result<(), Failure> {
        self.send_text(frame.to_string()).await
    }

    /// Sends any text, for those who test how it is refused.
    ///
    /// # Errors
    /// When the line is broken.
    pub async fn send_text(&mut self, text: String) -> Result<(), Failure> {
        self.socket
            .send(Message::text(text))
            .await
            .map_err(Failure::unreachable)
    }

    /// The next frame.
    ///
    /// # Errors
    /// When the line is broken or a frame cannot be read.
    pub async fn next(&mut self) -> Result<Frame, Failure> {
        loop {
            let message = match self.socket.next().await {
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
