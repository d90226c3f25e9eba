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
    sync::Semaphore,
};
use tokio_rustls::{TlsAcceptor, rustls::ServerConfig};
use tokio_util::sync::CancellationToken;
use tower::{BoxError, ServiceExt as _};

use crate::unread::{Streams, Watched};

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
/// After the system refused a connection (too many open files), so long until the next.
const REFUSED_PAUSE: Duration = Duration::from_millis(200);

/// Serves HTTP/1.1, WebSocket and HTTP/2 (with prior knowledge, for programs) on `listener` until `stop`, at most `connections` at a time besides open sockets.
/// A client for whom something waits and who takes nothing for `patience` is given up.
/// Requests under way are answered before it returns; sockets end by the gateway's own stop. With `tls` all of it is
/// spoken over TLS alone.
///
/// # Errors
/// When the listener takes no option.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    tls: Option<Arc<ServerConfig>>,
    (connections, patience): (usize, Duration),
    stop: CancellationToken,
) -> io::Result<()> {
    let tls = tls.map(TlsAcceptor::from);
    // The system would keep megabytes of what is not read; connections have it from their listener.
    SockRef::from(&listener).set_send_buffer_size(SEND_BUFFER)?;
    let slots = u32::try_from(connections).unwrap_or(u32::MAX >> 4);
    let free = Arc::new(Semaphore::new(slots as usize));
    loop {
        let slot = tokio::select! {
            () = stop.cancelled() => break,
            slot = Arc::clone(&free).acquire_owned() => slot,
        };
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
        let (router, tls, stop) = (router.clone(), tls.clone(), stop.clone());
        tokio::spawn(async move {
            if let Err(error) = connection((stream, address), patience, router, tls, &stop).await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(slot);
        });
    }
    drop(listener);
    let all_done = tokio::time::timeout(DRAIN, free.acquire_many(slots)).await;
    if all_done.is_err() {
        tracing::warn!("some requests did not finish before the server stopped");
    }
    Ok(())
}

/// One connection until it ends, is upgraded, or is idle when the server stops.
async fn connection(
    (stream, address): (TcpStream, SocketAddr),
    patience: Duration,
    router: Router,
    tls: Option<TlsAcceptor>,
    stop: &CancellationToken,
) -> Result<(), BoxError> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps Nagle's algorithm");
    }
    if let Some(tls) = tls {
        let agreed = tokio::time::timeout(HEAD_WITHIN, tls.accept(stream));
        let stream = tokio::select! {
            agreed = agreed => agreed??,
            () = stop.cancelled() => return Ok(()),
        };
        let begins_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
        let stream = Watched::new(stream, patience);
        let service = with_address(router, address);
        return conversation(stream, (begins_http2, patience), service, stop).await;
    }
    let begins_http2 = tokio::select! {
        begins = begins_http2(&stream) => begins?,
        () = stop.cancelled() => return Ok(()),
    };
    let stream = Watched::new(stream, patience);
    let service = with_address(router, address);
    conversation(stream, (begins_http2, patience), service, stop).await
}

/// Serves one HTTP/1.1 connection that stands, whatever carries it, as [`serve`] does one that it accepted.
///
/// # Errors
/// When it ends early.
pub async fn serve_connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    (address, patience): (SocketAddr, Duration),
    router: Router,
    stop: &CancellationToken,
) -> Result<(), BoxError> {
    let stream = Watched::new(stream, patience);
    let service = with_address(router, address);
    conversation(stream, (false, patience), service, stop).await
}

/// What is said over a connection, whatever carries it.
async fn conversation<S>(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    (is_http2, patience): (bool, Duration),
    service: S,
    stop: &CancellationToken,
) -> Result<(), BoxError>
where
    S: tower::Service<
            http::Request<hyper::body::Incoming>,
            Response = axum::response::Response,
            Error = std::convert::Infallible,
            Future: Send + 'static,
        > + Clone
        + Send
        + 'static,
{
    let service = TowerToHyperService::new(service);
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
        return tokio::select! {
            ended = connection.as_mut() => Ok(ended?),
            () = stop.cancelled() => {
                connection.as_mut().graceful_shutdown();
                Ok(connection.await?)
            }
        };
    }
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(HEAD_LIMIT as usize)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => Ok(ended?),
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            Ok(connection.await?)
        }
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

fn with_address(
    router: Router,
    address: SocketAddr,
) -> impl tower::Service<
    http::Request<hyper::body::Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> + Clone {
    router.map_request(move |mut request: http::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        // Over HTTP/2 the host stands in the address alone.
        if let Some(authority) = request.uri().authority().map(ToString::to_string)
            && !request.headers().contains_key(header::HOST)
            && let Ok(host) = authority.parse()
        {
            request.headers_mut().insert(header::HOST, host);
        }
        request.map(axum::body::Body::new)
    })
}
