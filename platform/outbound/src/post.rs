//! One request, and what came of it.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderValue, Request, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    sync::OnceCell,
    task::JoinSet,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};
use url::{Host, Url};

use crate::addresses::may_be_sent_to;

/// A request and its answer take no longer.
pub const LONGEST: Duration = Duration::from_secs(10);
/// So much of an answer's body is read, so that its sender comes to its end; nothing of it is kept.
const READ_BYTES: usize = 4 * 1024;
/// So much of an answer's head is read.
const HEAD_BYTES: usize = 16 * 1024;
/// So many addresses of a host are tried.
const TRIED: usize = 4;
const AGENT: &str = concat!("Outflank/", env!("CARGO_PKG_VERSION"));

/// What is posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// Where to, as it was checked.
    pub url: Url,
    /// Headers beside those of HTTP, with the body's type among them.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Bytes,
}

/// Why no answer came, or none that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPosted {
    /// The host's name stands for no address.
    NoAddress,
    /// It stands for none to which anything is sent.
    PrivateAddress,
    /// Nobody there takes a connection.
    NoConnection,
    /// Its certificate is not good, or it speaks no TLS.
    TlsRefused,
    /// Nothing came within [`LONGEST`].
    NoAnswer,
    /// What came is no HTTP.
    BadAnswer,
}

impl NotPosted {
    /// As deliveries show it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoAddress => "no_address",
            Self::PrivateAddress => "private_address",
            Self::NoConnection => "no_connection",
            Self::TlsRefused => "tls_refused",
            Self::NoAnswer => "no_answer",
            Self::BadAnswer => "bad_answer",
        }
    }
}

/// The way out to those who are told.
#[async_trait]
pub trait Post: Send + Sync + 'static {
    /// Posts once; answers the HTTP status. A redirect is an answer like others.
    ///
    /// # Errors
    /// When no answer came that can be read.
    async fn post(&self, posted: Posted) -> Result<u16, NotPosted>;

    /// Whether the operator allows an address inside a private network.
    fn allows(&self, address: IpAddr) -> bool;
}

/// Says of an address inside a private network whether the operator allows it.
pub type Allowed = Arc<dyn Fn(IpAddr) -> bool + Send + Sync>;

/// The network, as this machine reaches it. What a host's name stands for is looked up once for each request, and the
/// address that was checked is the one that is connected to.
pub struct Network {
    allowed: Allowed,
    tls: OnceCell<TlsConnector>,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Network")
    }
}

impl Network {
    /// The public internet, and what is allowed besides.
    #[must_use]
    pub fn new(allowed: Allowed) -> Self {
        Self {
            allowed,
            tls: OnceCell::new(),
        }
    }

    async fn connect(&self, url: &Url) -> Result<TcpStream, NotPosted> {
        let port = url.port_or_known_default().ok_or(NotPosted::NoAddress)?;
        let found: Vec<SocketAddr> = match url.host().ok_or(NotPosted::NoAddress)? {
            Host::Ipv4(address) => vec![(address, port).into()],
            Host::Ipv6(address) => vec![(address, port).into()],
            Host::Domain(name) => {
                let found = lookup_host((name, port)).await;
                found.map_err(|_| NotPosted::NoAddress)?.collect()
            }
        };
        if found.is_empty() {
            return Err(NotPosted::NoAddress);
        }
        let good = |address: &SocketAddr| may_be_sent_to(address.ip(), |ip| self.allows(ip));
        let good: Vec<SocketAddr> = found.into_iter().filter(good).take(TRIED).collect();
        if good.is_empty() {
            return Err(NotPosted::PrivateAddress);
        }
        for address in good {
            if let Ok(stream) = TcpStream::connect(address).await {
                return Ok(stream);
            }
        }
        Err(NotPosted::NoConnection)
    }

    /// TLS as the system's authorities vouch for it.
    async fn tls(&self) -> Result<&TlsConnector, NotPosted> {
        let made = self.tls.get_or_try_init(|| async {
            let read = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await;
            let read = read.map_err(|_| NotPosted::TlsRefused)?;
            for error in &read.errors {
                tracing::warn!(%error, "an authority of the system's cannot be read");
            }
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(read.certs);
            let mut config =
                ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
                    .with_safe_default_protocol_versions()
                    .map_err(|_| NotPosted::TlsRefused)?
                    .with_root_certificates(roots)
                    .with_no_client_auth();
            config.alpn_protocols = vec![b"http/1.1".to_vec()];
            Ok(TlsConnector::from(Arc::new(config)))
        });
        made.await
    }

    async fn exchange(&self, posted: Posted) -> Result<u16, NotPosted> {
        let stream = self.connect(&posted.url).await?;
        if posted.url.scheme() != "https" {
            return speak(stream, &posted).await;
        }
        let name = match posted.url.host() {
            Some(Host::Domain(name)) => ServerName::try_from(name.to_owned()).ok(),
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address).into()),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address).into()),
            None => None,
        };
        let name = name.ok_or(NotPosted::TlsRefused)?;
        let stream = self.tls().await?.connect(name, stream).await;
        speak(stream.map_err(|_| NotPosted::TlsRefused)?, &posted).await
    }
}

#[async_trait]
impl Post for Network {
    async fn post(&self, posted: Posted) -> Result<u16, NotPosted> {
        let answered = tokio::time::timeout(LONGEST, self.exchange(posted)).await;
        answered.unwrap_or(Err(NotPosted::NoAnswer))
    }

    fn allows(&self, address: IpAddr) -> bool {
        (self.allowed)(address)
    }
}

/// One request over a connection that stands, and the connection's end.
async fn speak(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    posted: &Posted,
) -> Result<u16, NotPosted> {
    let bad = |_: hyper::Error| NotPosted::BadAnswer;
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(HEAD_BYTES)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(bad)?;
    // Ended with what waits for it.
    let mut driven = JoinSet::new();
    driven.spawn(connection);
    let answer = sender.send_request(request(posted)?).await.map_err(bad)?;
    let status = answer.status().as_u16();
    // What it says besides is nobody's concern, nor is where that breaks off.
    let _ = Limited::new(answer.into_body(), READ_BYTES).collect().await;
    Ok(status)
}

fn request(posted: &Posted) -> Result<Request<Full<Bytes>>, NotPosted> {
    let url = &posted.url;
    let path = url.query().map_or_else(
        || url.path().to_owned(),
        |query| format!("{}?{query}", url.path()),
    );
    let host = match (url.host_str().unwrap_or_default(), url.port()) {
        (host, Some(port)) => format!("{host}:{port}"),
        (host, None) => host.to_owned(),
    };
    let mut request = Request::post(path)
        .header(header::HOST, host)
        .header(header::USER_AGENT, AGENT)
        .header(header::CONNECTION, "close");
    for (name, value) in &posted.headers {
        let value = HeaderValue::from_str(value).map_err(|_| NotPosted::BadAnswer)?;
        request = request.header(*name, value);
    }
    let body = Full::new(posted.body.clone());
    request.body(body).map_err(|_| NotPosted::BadAnswer)
}
