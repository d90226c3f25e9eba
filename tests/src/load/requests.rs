//! A lean HTTP/1.1 client with an address of its own. All of 127.0.0.0/8 is this machine: a crowd comes from as many
//! addresses as a real one, and the server's limits by address count each apart.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};

use http_body_util::{BodyExt as _, Full};
use hyper::{
    Method, Request,
    body::Bytes,
    client::conn::http1::{self, SendRequest},
};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::{TcpSocket, TcpStream};

/// The address of somebody by number: none of them is 127.0.0.1.
#[must_use]
pub fn address(number: usize) -> Ipv4Addr {
    let [.., high, low] = (number % 65_000 + 1).to_be_bytes();
    Ipv4Addr::new(127, 1, high, low)
}

/// Connects to a port of this machine from one of its addresses.
///
/// # Errors
/// When nobody listens there, or there are no more files.
pub async fn connect(from: Ipv4Addr, port: u16) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_nodelay(true)?;
    socket.bind(SocketAddr::from((from, 0)))?;
    socket
        .connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        .await
}

/// One answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// The whole body.
    pub body: Bytes,
}

/// A connection that is kept, and opened again where it has ended.
#[derive(Debug)]
pub struct Requests {
    from: Ipv4Addr,
    port: u16,
    /// Whose they are; nobody's without one.
    token: Option<String>,
    open: Option<SendRequest<Full<Bytes>>>,
}

impl Requests {
    /// No connection yet.
    #[must_use]
    pub fn from(from: Ipv4Addr, port: u16) -> Self {
        Self {
            from,
            port,
            token: None,
            open: None,
        }
    }

    /// A new guest's from now on; answers with the account.
    ///
    /// # Errors
    /// When there is none; a refusal is told by its code.
    pub async fn become_guest(&mut self) -> io::Result<String> {
        let answer = self.send(Method::POST, "/guests", Bytes::from_static(b"{}"));
        let body: Value = serde_json::from_slice(&answer.await?.body).map_err(io::Error::other)?;
        let texts = [&body["access_token"], &body["account"]["id"]].map(Value::as_str);
        let [Some(token), Some(account)] = texts else {
            return Err(io::Error::other(format!("no guest: {body}")));
        };
        self.token = Some(token.to_owned());
        Ok(account.to_owned())
    }

    /// `GET /api/v1{path}`.
    ///
    /// # Errors
    /// When no answer comes.
    pub async fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.send(Method::GET, path, Bytes::new()).await
    }

    /// A ticket for one socket, for whoever asks.
    ///
    /// # Errors
    /// When none comes; a refusal is told by its code.
    pub async fn ticket(&mut self) -> io::Result<String> {
        let answer = self
            .send(Method::POST, "/tickets", Bytes::from_static(b"{}"))
            .await?;
        let body: Value = serde_json::from_slice(&answer.body).map_err(io::Error::other)?;
        match body["ticket"].as_str() {
            Some(ticket) => Ok(ticket.to_owned()),
            None => Err(io::Error::other(format!("no ticket: {}", body["code"]))),
        }
    }

    async fn send(&mut self, method: Method, path: &str, body: Bytes) -> io::Result<Answer> {
        let is_kept = self.open.is_some();
        match self.once(&method, path, body.clone()).await {
            // The server ends what was idle: that is no error, and found out by asking.
            Err(_) if is_kept => self.once(&method, path, body).await,
            answer => answer,
        }
    }

    async fn once(&mut self, method: &Method, path: &str, body: Bytes) -> io::Result<Answer> {
        let mut sender = match self.open.take() {
            Some(sender) if !sender.is_closed() => sender,
            _ => self.opened().await?,
        };
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request
            .header("host", format!("127.0.0.1:{}", self.port))
            .header("content-type", "application/json")
            .body(Full::new(body))
            .map_err(io::Error::other)?;
        sender.ready().await.map_err(io::Error::other)?;
        let response = sender.send_request(request);
        let response = response.await.map_err(io::Error::other)?;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await;
        let body = body.map_err(io::Error::other)?.to_bytes();
        self.open = Some(sender);
        Ok(Answer { status, body })
    }

    async fn opened(&self) -> io::Result<SendRequest<Full<Bytes>>> {
        let stream = connect(self.from, self.port).await?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(io::Error::other)?;
        tokio::spawn(connection);
        Ok(sender)
    }
}
