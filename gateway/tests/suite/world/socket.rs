//! A client's end of the WebSocket.

use std::{net::SocketAddr, time::Duration};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{self, Message, client::IntoClientRequest as _},
};

use super::{World, json_request};

/// Nothing that a test waits for takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

pub async fn ticket(world: &World, account_id: Option<&str>) -> String {
    let mut request = json_request("POST", "/api/v1/tickets", &json!({}));
    if let Some(account_id) = account_id {
        let value = format!("Bearer {}", world.token(account_id))
            .parse()
            .unwrap();
        request.headers_mut().insert("authorization", value);
    }
    let answer = world.ask(request).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["ticket"].as_str().unwrap().to_owned()
}

/// Opens a socket with a ticket, as a page of `origin` would.
pub async fn open(
    address: SocketAddr,
    ticket: &str,
    origin: Option<&str>,
) -> Result<Client, (u16, Value)> {
    let mut request = format!("ws://{address}/api/v1/socket?ticket={ticket}")
        .into_client_request()
        .unwrap();
    if let Some(origin) = origin {
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
    }
    match connect_async(request).await {
        Ok((stream, _)) => Ok(Client { stream }),
        Err(tungstenite::Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            let document = serde_json::from_slice(&body).unwrap_or(Value::Null);
            Err((response.status().as_u16(), document))
        }
        Err(error) => panic!("{error}"),
    }
}

impl Client {
    pub async fn connect(world: &World, address: SocketAddr, account_id: Option<&str>) -> Self {
        let ticket = ticket(world, account_id).await;
        let mut client = open(address, &ticket, None).await.unwrap();
        let hello = client.next().await;
        assert_eq!(hello["type"], "hello");
        assert_eq!(hello["protocol"], 1);
        assert_eq!(hello["account_id"].as_str(), account_id);
        client
    }

    pub async fn send(&mut self, frame: Value) {
        self.send_text(&frame.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// The next frame, or how the socket was closed.
    pub async fn next_or_close(&mut self) -> Result<Value, Option<u16>> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.stream.next())
                .await
                .expect("nothing came in time");
            match message {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(close))) => {
                    return Err(close.map(|close| u16::from(close.code)));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        self.next_or_close().await.expect("the socket was closed")
    }

    /// The code it is closed with, whatever is said before.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.next_or_close().await {
                return code;
            }
        }
    }

    /// The next frame of a type.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// Watches the game and answers with the first table.
    pub async fn watch(&mut self, after_seq: u64) -> Value {
        self.send(json!({"type": "watch", "game": "g", "after_seq": after_seq}))
            .await;
        self.next_of("table").await
    }
}

/// The seqs of a table frame's entries; asserts that the table is the one after the last.
pub fn seqs(frame: &Value) -> Vec<u64> {
    let seqs: Vec<u64> = frame["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["seq"].as_u64().unwrap())
        .collect();
    if let Some(last) = seqs.last() {
        assert_eq!(frame["table"]["seq"].as_u64(), Some(*last), "{frame}");
    }
    seqs
}
