//! Accepts connections until told to stop, then lets what is under way finish.

use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use http::header;
use hyper::server::conn::{http1, http2};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use socket2::SockRef;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{TlsAcceptor, rustls::ServerConfig};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::{BoxError, ServiceExt as _};

use crate::{
    carried::{Answer, Seated},
    metrics_readers::SpokenFor,
    places::{Occupant, Place, Places},
    proxy_header,
    trusted_proxies::TrustedProxies,
    unread::{Streams, Watched},
};

/// A client that has not sent a request's head by then is disconnected.
const HEAD_WITHIN: Duration = Duration::from_secs(15);
/// Largest request head, and what a connection reads ahead.
const HEAD_LIMIT: u32 = 32 * 1024;
/// What an HTTP/2 connection with prior knowledge begins with (RFC 9113 3.4): no other client's first word is this.
const HTTP2_BEGINS: &[u8; 4] = b"PRI ";
/// How soon the first bytes are looked at again when too few have come to tell.
const LOOK_AGAIN: Duration = Duration::from_millis(5);
/// Calls and streams of one HTTP/2 connection at a time.
const STREAMS: u32 = 128;
/// What the system keeps for a connection's reader, in bytes; Linux takes it twice, for what it adds.
const SEND_BUFFER: usize = 128 * 1024;
/// What HTTP/2 keeps of one stream's answer, in bytes, besides the piece that reaches it.
const STREAM_BUFFER: usize = 64 * 1024;
/// Streams that a client has given up and that are still remembered: one more ends its connection (CVE-2023-44487).
const RESET_STREAMS: usize = 20;
/// Streams of a connection that were reset for the client's errors: one more ends its connection.
const FAULTY_STREAMS: usize = 256;
/// Bytes that a client may send ahead, on a stream and on all of a connection.
const STREAM_WINDOW: u32 = 256 * 1024;
const CONNECTION_WINDOW: u32 = 1024 * 1024;
/// A quiet HTTP/2 connection is asked whether it is still there.
const ASK_EVERY: Duration = Duration::from_secs(10);
const ANSWER_WITHIN: Duration = Duration::from_secs(9);
/// What is under way when the server stops has so long to finish.
const DRAIN: Duration = Duration::from_secs(10);
/// An idle connection that was told goodbye has so long to end by itself.
const GOODBYE_WITHIN: Duration = Duration::from_secs(5);
/// After the system refused a connection (too many open files), so long until the next.
const REFUSED_PAUSE: Duration = Duration::from_millis(200);

/// What clients come in by.
#[derive(Clone)]
pub struct Entrance {
    /// What answers them.
    pub router: Router,
    /// With this, all is spoken over TLS alone.
    pub tls: Option<Arc<ServerConfig>>,
    /// Places for connections, those that carry sockets among them.
    pub places: Arc<Places>,
    /// Who may say for whom a connection or a request comes.
    pub proxies: TrustedProxies,
    /// A connection without a request is ended after so long.
    pub idle: Duration,
    /// A client for whom something waits and who takes nothing for so long is given up.
    pub patience: Duration,
    /// Cancelled when nobody is to be let in any more.
    pub stop: CancellationToken,
}

impl std::fmt::Debug for Entrance {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Entrance").finish_non_exhaustive()
    }
}

/// Serves HTTP/1.1, WebSocket and HTTP/2 (with prior knowledge, for programs) on `listener` until the stop.
/// Requests under way are answered before it returns; sockets end by the gateway's own stop.
///
/// # Errors
/// When the listener takes no option.
pub async fn serve(listener: TcpListener, entrance: Entrance) -> io::Result<()> {
    // The system would keep megabytes of what is not read; connections have it from their listener.
    SockRef::from(&listener).set_send_buffer_size(SEND_BUFFER)?;
    let under_way = TaskTracker::new();
    let stop = entrance.stop.clone();
    loop {
        let (stream, address) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(REFUSED_PAUSE).await;
                    continue;
                }
            },
        };
        let place = tokio::select! {
            () = stop.cancelled() => break,
            place = entrance.places.enter() => place,
        };
        let entrance = entrance.clone();
        under_way.spawn(async move {
            let occupant = Arc::clone(place.occupant());
            tokio::select! {
                ended = connection(stream, address, place, &entrance) => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection ended early");
                    }
                }
                () = occupant.leaves() => {}
            }
        });
    }
    drop(listener);
    under_way.close();
    if tokio::time::timeout(DRAIN, under_way.wait()).await.is_err() {
        tracing::warn!("some requests did not finish before the server stopped");
    }
    Ok(())
}

/// One connection until it ends, is upgraded, or is idle, for too long or when the server stops.
async fn connection(
    mut stream: TcpStream,
    mut address: SocketAddr,
    place: Place,
    entrance: &Entrance,
) -> Result<(), BoxError> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps Nagle's algorithm");
    }
    if entrance.proxies.begins_with_header(address.ip()) {
        address = tokio::select! {
            source = proxy_header::read(&mut stream, address) => source?,
            () = entrance.stop.cancelled() => return Ok(()),
        };
    }
    if let Some(tls) = entrance.tls.clone().map(TlsAcceptor::from) {
        let stream = Seated { stream, place };
        let agreed = tokio::time::timeout(HEAD_WITHIN, tls.accept(stream));
        let stream = tokio::select! {
            agreed = agreed => agreed??,
            () = entrance.stop.cancelled() => return Ok(()),
        };
        let begins_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
        let occupant = Arc::clone(stream.get_ref().0.place.occupant());
        return conversation(stream, begins_http2, address, &occupant, entrance).await;
    }
    let begins_http2 = tokio::select! {
        begins = begins_http2(&stream) => begins?,
        () = entrance.stop.cancelled() => return Ok(()),
    };
    let occupant = Arc::clone(place.occupant());
    let stream = Seated { stream, place };
    conversation(stream, begins_http2, address, &occupant, entrance).await
}

/// Serves one connection that stands, whatever carries it, as [`serve`] does one that it accepted.
///
/// # Errors
/// When it ends early.
pub async fn serve_connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    begins_http2: bool,
    address: SocketAddr,
    entrance: &Entrance,
) -> Result<(), BoxError> {
    let place = entrance.places.enter().await;
    let occupant = Arc::clone(place.occupant());
    let stream = Seated { stream, place };
    tokio::select! {
        ended = conversation(stream, begins_http2, address, &occupant, entrance) => ended,
        () = occupant.leaves() => Ok(()),
    }
}

/// What is said over a connection, whatever carries it.
async fn conversation(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    is_http2: bool,
    address: SocketAddr,
    occupant: &Arc<Occupant>,
    entrance: &Entrance,
) -> Result<(), BoxError> {
    let patience = entrance.patience;
    let stream = Watched::new(stream, patience);
    let service = TowerToHyperService::new(answering(entrance, address, occupant));
    if is_http2 {
        let connection = http2::Builder::new(Streams { patience })
            .timer(TokioTimer::new())
            .max_concurrent_streams(STREAMS)
            .max_header_list_size(HEAD_LIMIT)
            .max_send_buf_size(STREAM_BUFFER)
            .max_pending_accept_reset_streams(RESET_STREAMS)
            .max_local_error_reset_streams(FAULTY_STREAMS)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .keep_alive_interval(ASK_EVERY)
            .keep_alive_timeout(ANSWER_WITHIN)
            .serve_connection(TokioIo::new(stream), service);
        let mut connection = pin!(connection);
        let within = tokio::select! {
            ended = connection.as_mut() => return Ok(ended?),
            within = goodbye(occupant, entrance) => within,
        };
        connection.as_mut().graceful_shutdown();
        return Ok(tokio::time::timeout(within, connection).await??);
    }
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(HEAD_LIMIT as usize)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return Ok(ended?),
        _ = goodbye(occupant, entrance) => connection.as_mut().graceful_shutdown(),
    }
    // An answer that is on its way has as long as its reader's pace gives it.
    tokio::select! {
        ended = connection.as_mut() => return Ok(ended?),
        () = entrance.stop.cancelled() => {}
    }
    Ok(tokio::time::timeout(DRAIN, connection).await??)
}

/// Returns when a connection is to be told goodbye, and how long it has to end after that.
async fn goodbye(occupant: &Occupant, entrance: &Entrance) -> Duration {
    tokio::select! {
        () = occupant.idles(entrance.idle) => GOODBYE_WITHIN,
        () = entrance.stop.cancelled() => DRAIN,
    }
}

/// Whether a client speaks HTTP/2, from its first bytes, which stay to be read.
async fn begins_http2(stream: &TcpStream) -> io::Result<bool> {
    let look = async {
        let mut first = [0; HTTP2_BEGINS.len()];
        loop {
            let count = stream.peek(&mut first).await?;
            let so_far = first.get(..count).unwrap_or_default();
            if count == 0 || !HTTP2_BEGINS.starts_with(so_far) {
                return Ok(false);
            }
            if count == HTTP2_BEGINS.len() {
                return Ok(true);
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    match tokio::time::timeout(HEAD_WITHIN, look).await {
        Ok(begins) => begins,
        Err(_) => Err(io::ErrorKind::TimedOut.into()),
    }
}

/// Answers requests of a connection, each with its client's address and the connection's place.
fn answering(
    entrance: &Entrance,
    address: SocketAddr,
    occupant: &Arc<Occupant>,
) -> impl tower::Service<
    http::Request<hyper::body::Incoming>,
    Response = http::Response<Answer>,
    Error = std::convert::Infallible,
    Future: Send + 'static,
> + Clone
+ use<> {
    let (router, proxies) = (entrance.router.clone(), entrance.proxies.clone());
    let occupant = Arc::clone(occupant);
    if proxies.trusts(address.ip()) {
        occupant.answers.are_of_many();
    }
    tower::service_fn(move |mut request: http::Request<hyper::body::Incoming>| {
        let open = occupant.asks();
        let client = proxies.client(address, request.headers());
        let doubted = proxies.doubts(address, request.headers());
        let extensions = request.extensions_mut();
        if doubted {
            extensions.insert(SpokenFor);
        }
        extensions.insert(ConnectInfo(client));
        extensions.insert(Arc::clone(&occupant));
        // Over HTTP/2 the host stands in the address alone.
        if let Some(authority) = request.uri().authority().map(ToString::to_string)
            && !request.headers().contains_key(header::HOST)
            && let Ok(host) = authority.parse()
        {
            request.headers_mut().insert(header::HOST, host);
        }
        let answer = router.clone().oneshot(request.map(axum::body::Body::new));
        async move { Ok(answer.await?.map(|body| Answer::new(body, open))) }
    })
}
