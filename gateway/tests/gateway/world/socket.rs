//! A client's end of the WebSocket.

use std::{
    collections::VecDeque,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use futures_util::{SinkExt as _, StreamExt as _};
use outflank_client::table;
use outflank_testbed::PATIENCE;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncWrite, DuplexStream},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest as _},
};

use super::{World, json_request};

/// What every client calls itself.
pub const PROGRAM: &str = "a browser of the tests";
/// Where they all are.
pub const ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9);
/// What a pipe holds that nobody has read.
const PIPE: usize = 1 << 16;

/// Where clients come in.
#[derive(Debug, Clone, Copy)]
pub enum Door {
    /// Over the network of this machine.
    Port(SocketAddr),
    /// Over pipes in this process: nothing is ever on its way where no task knows of it, so that a paused clock goes
    /// on when everybody waits, and not before.
    Inside,
}

impl From<SocketAddr> for Door {
    fn from(address: SocketAddr) -> Self {
        Self::Port(address)
    }
}

/// What carries a socket.
pub trait Carries: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Carries for T {}

/// Commits come as the tables that follow from them, and with the answers that they bring, as clients take them.
pub struct Client {
    pub stream: WebSocketStream<Box<dyn Carries>>,
    /// The table of the game, as it was told last.
    table: Value,
    /// What a commit said besides.
    waiting: VecDeque<Value>,
}

/// A connection inside.
pub fn pipe(world: &World) -> DuplexStream {
    carried(world, false)
}

/// A connection inside, for HTTP/2 or for everything else.
pub fn carried(world: &World, begins_http2: bool) -> DuplexStream {
    let (ours, theirs) = tokio::io::duplex(PIPE);
    let entrance = world.entrance();
    tokio::spawn(async move {
        outflank_gateway::serve_connection(theirs, begins_http2, ADDRESS, &entrance).await
    });
    ours
}

pub async fn ticket(world: &World, account_id: Option<&str>) -> String {
    ticket_for(world, account_id.map(|account_id| world.token(account_id))).await
}

pub async fn ticket_for(world: &World, token: Option<String>) -> String {
    let mut request = json_request("POST", "/api/v1/tickets", &json!({}));
    if let Some(token) = token {
        let value = format!("Bearer {token}").parse().unwrap();
        request.headers_mut().insert("authorization", value);
    }
    let answer = world.ask(request).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["ticket"].as_str().unwrap().to_owned()
}

/// Opens a socket with a ticket, as a page of `origin` would.
pub async fn open(
    world: &World,
    door: impl Into<Door>,
    ticket: &str,
    origin: Option<&str>,
) -> Result<Client, (u16, Value)> {
    let (host, stream): (_, Box<dyn Carries>) = match door.into() {
        Door::Port(address) => {
            let stream = TcpStream::connect(address).await.unwrap();
            (address.to_string(), Box::new(stream))
        }
        Door::Inside => ("inside".to_owned(), Box::new(pipe(world))),
    };
    let mut request = format!("ws://{host}/api/v1/socket?ticket={ticket}")
        .into_client_request()
        .unwrap();
    let headers = request.headers_mut();
    headers.insert("user-agent", PROGRAM.parse().unwrap());
    if let Some(origin) = origin {
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
    }
    match client_async(request, stream).await {
        Ok((stream, _)) => Ok(Client::over(stream)),
        Err(tungstenite::Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            let document = serde_json::from_slice(&body).unwrap_or(Value::Null);
            Err((response.status().as_u16(), document))
        }
        Err(error) => panic!("{error}"),
    }
}

impl Client {
    pub fn over(stream: WebSocketStream<Box<dyn Carries>>) -> Self {
        Self {
            stream,
            table: Value::Null,
            waiting: VecDeque::new(),
        }
    }

    pub async fn connect(world: &World, door: impl Into<Door>, account_id: Option<&str>) -> Self {
        let ticket = ticket(world, account_id).await;
        Self::with_ticket(world, door, &ticket, account_id).await
    }

    /// On the device that is signed in with this session.
    pub async fn on_device(
        world: &World,
        door: impl Into<Door>,
        account_id: &str,
        session_id: &str,
    ) -> Self {
        let ticket = ticket_for(world, Some(world.token_on(account_id, session_id))).await;
        Self::with_ticket(world, door, &ticket, Some(account_id)).await
    }

    async fn with_ticket(
        world: &World,
        door: impl Into<Door>,
        ticket: &str,
        account_id: Option<&str>,
    ) -> Self {
        let mut client = open(world, door, ticket, None).await.unwrap();
        let hello = client.next().await;
        assert_eq!(hello["type"], "hello");
        assert_eq!(hello["protocol"], 2);
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
        let next = timeout(PATIENCE, self.whatever_is_next()).await;
        next.expect("nothing came in time")
    }

    /// The next frame as it came.
    pub async fn next_raw(&mut self) -> Value {
        let next = timeout(PATIENCE, self.said()).await;
        let said = next.expect("nothing came in time");
        said.expect("the socket was closed")
    }

    pub async fn whatever_is_next(&mut self) -> Result<Value, Option<u16>> {
        loop {
            if let Some(waiting) = self.waiting.pop_front() {
                return Ok(waiting);
            }
            let said = self.said().await?;
            self.hear(said);
        }
    }

    async fn said(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(close))) => {
                    return Err(close.map(|close| u16::from(close.code)));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    fn hear(&mut self, said: Value) {
        if said["type"] == "table" {
            self.table = said["table"].clone();
        }
        if said["type"] != "commit" {
            return self.waiting.push_back(said);
        }
        let (game, seq) = (&said["game"], &said["seq"]);
        if let Some(id) = said.get("id") {
            let ack = json!({"type": "ack", "id": id, "game": game, "seq": seq, "repeated": false});
            self.waiting.push_back(ack);
        }
        assert!(
            table::follow(&mut self.table, &said),
            "{said} after {}",
            self.table
        );
        let entry = json!({"seq": seq, "at_ms": said["at_ms"], "events": said["events"]});
        let shown = json!({"type": "table", "game": game, "entries": [entry], "table": self.table});
        self.waiting.push_back(shown);
    }

    pub async fn next(&mut self) -> Value {
        self.next_or_close().await.expect("the socket was closed")
    }

    /// The code it is closed with, whatever is said before.
    pub async fn closed(&mut self) -> Option<u16> {
        let closed = async {
            loop {
                if let Err(code) = self.whatever_is_next().await {
                    return code;
                }
            }
        };
        timeout(PATIENCE, closed).await.expect("it stays open")
    }

    /// The next frame of a type.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        self.next_that(kind, |frame| frame["type"] == kind).await
    }

    /// The next frame that is as wanted.
    pub async fn next_that(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let next = async {
            loop {
                match self.whatever_is_next().await {
                    Ok(frame) if wanted(&frame) => return frame,
                    Ok(_) => {}
                    Err(code) => panic!("closed with {code:?} before there was {what}"),
                }
            }
        };
        match timeout(PATIENCE, next).await {
            Ok(frame) => frame,
            Err(_) => panic!("there is never {what}"),
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
