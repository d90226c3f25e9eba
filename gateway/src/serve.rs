//! Accepts connections until told to stop, then lets what is under way finish.

use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// A client that has not sent a request's head by then is disconnected.
const HEAD_WITHIN: Duration = Duration::from_secs(15);
/// Largest request head, and what a connection reads ahead.
const HEAD_LIMIT: usize = 32 * 1024;
/// What is under way when the server stops has so long to finish.
const DRAIN: Duration = Duration::from_secs(10);
/// After the system refused a connection (too many open files), so long until the next.
const REFUSED_PAUSE: Duration = Duration::from_millis(200);

/// Serves HTTP/1.1 and WebSocket on `listener` until `stop`, at most `connections` at a time besides open sockets.
/// Requests under way are answered before it returns; sockets end by the gateway's own stop.
///
/// # Errors
/// When the listener has no address.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    connections: usize,
    stop: CancellationToken,
) -> io::Result<()> {
    listener.local_addr()?;
    let places = u32::try_from(connections).unwrap_or(u32::MAX >> 4);
    let free = Arc::new(Semaphore::new(places as usize));
    loop {
        let place = tokio::select! {
            () = stop.cancelled() => break,
            place = Arc::clone(&free).acquire_owned() => place,
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
        let (router, stop) = (router.clone(), stop.clone());
        tokio::spawn(async move {
            if let Err(error) = connection(stream, address, router, &stop).await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }
    drop(listener);
    let all_done = tokio::time::timeout(DRAIN, free.acquire_many(places)).await;
    if all_done.is_err() {
        tracing::warn!("some requests did not finish before the server stopped");
    }
    Ok(())
}

/// One connection until it ends, is upgraded, or is idle when the server stops.
async fn connection(
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
    stop: &CancellationToken,
) -> Result<(), hyper::Error> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps Nagle's algorithm");
    }
    let service = TowerToHyperService::new(with_address(&router, address));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(HEAD_LIMIT)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    }
}

fn with_address(
    router: &Router,
    address: SocketAddr,
) -> impl tower::Service<
    http::Request<hyper::body::Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> + Clone {
    router
        .clone()
        .map_request(move |mut request: http::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            request.map(axum::body::Body::new)
        })
}
