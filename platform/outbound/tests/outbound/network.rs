//! The way out, over real sockets of this machine.

use std::{net::IpAddr, sync::Arc};

use bytes::Bytes;
use outflank_outbound::{Network, NotPosted, Post as _, Posted};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
    sync::oneshot,
};
use url::Url;

fn network(allowed: bool) -> Network {
    Network::new(Arc::new(move |address: IpAddr| {
        allowed && address.is_loopback()
    }))
}

fn posted(url: &str) -> Posted {
    Posted {
        url: Url::parse(url).unwrap(),
        headers: vec![
            ("content-type", "application/json".to_owned()),
            ("outflank-delivery", "one".to_owned()),
        ],
        body: Bytes::from_static(b"{\"version\":1}"),
    }
}

/// A receiver that answers the one request that comes with these bytes; where it is, and what it will have read.
async fn receiver(answer: Vec<u8>) -> (String, oneshot::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook?a=b", listener.local_addr().unwrap());
    let (told, read) = oneshot::channel();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"}") {
            let mut piece = [0; 1024];
            let count = stream.read(&mut piece).await.unwrap();
            request.extend_from_slice(&piece[..count]);
        }
        let _ = told.send(String::from_utf8(request).unwrap());
        // Whoever has read enough goes away.
        let _ = stream.write_all(&answer).await;
    });
    (url, read)
}

#[tokio::test]
async fn a_request_is_a_post_of_json_and_its_status_is_told() {
    let (url, read) =
        receiver(b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n".to_vec()).await;
    assert_eq!(network(true).post(posted(&url)).await, Ok(202));
    let request = read.await.unwrap();
    assert!(
        request.starts_with("POST /hook?a=b HTTP/1.1\r\n"),
        "{request}"
    );
    let host = url.strip_prefix("http://").unwrap().split('/').next();
    for line in [
        &*format!("host: {}", host.unwrap()),
        "content-type: application/json",
        "content-length: 13",
        "outflank-delivery: one",
    ] {
        assert!(request.to_lowercase().contains(line), "{request}");
    }
    assert!(request.ends_with("\r\n\r\n{\"version\":1}"));
}

#[tokio::test]
async fn a_redirect_is_an_answer_like_others() {
    let (elsewhere, read) = receiver(Vec::new()).await;
    let answer =
        format!("HTTP/1.1 307 Elsewhere\r\nlocation: {elsewhere}\r\ncontent-length: 0\r\n\r\n");
    let (url, _) = receiver(answer.into_bytes()).await;
    assert_eq!(network(true).post(posted(&url)).await, Ok(307));
    let mut read = read;
    assert!(read.try_recv().is_err(), "nobody went there");
}

#[tokio::test]
async fn an_answer_without_end_is_read_a_little() {
    let mut answer = b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n".to_vec();
    answer.resize(answer.len() + (4 << 20), b'x');
    let (url, _read) = receiver(answer).await;
    assert_eq!(network(true).post(posted(&url)).await, Ok(200));
    // A head without end is none.
    let mut answer = b"HTTP/1.1 200 OK\r\nx: ".to_vec();
    answer.resize(answer.len() + (1 << 20), b'x');
    let (url, _read) = receiver(answer).await;
    let refused = network(true).post(posted(&url)).await;
    assert_eq!(refused, Err(NotPosted::BadAnswer));
}

#[tokio::test]
async fn nothing_goes_to_this_machine_unless_the_operator_allows_it() {
    let (url, mut read) = receiver(Vec::new()).await;
    let named = url.replace("127.0.0.1", "localhost");
    let mapped = url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
    for url in [&url, &named, &mapped] {
        let refused = network(false).post(posted(url)).await;
        assert_eq!(refused, Err(NotPosted::PrivateAddress), "{url}");
    }
    assert!(read.try_recv().is_err(), "nobody went there");
}

#[tokio::test]
async fn what_is_no_answer_is_told_apart() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gone = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let refused = network(true).post(posted(&gone)).await;
    assert_eq!(refused, Err(NotPosted::NoConnection));
    let (url, _read) = receiver(b"SSH-2.0-OpenSSH\r\n".to_vec()).await;
    let refused = network(true).post(posted(&url)).await;
    assert_eq!(refused, Err(NotPosted::BadAnswer));
    // It speaks no TLS.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let plain = format!("https://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
    });
    let refused = network(true).post(posted(&plain)).await;
    assert_eq!(refused, Err(NotPosted::TlsRefused));
    let nowhere = posted("http://nowhere.invalid/");
    assert_eq!(network(true).post(nowhere).await, Err(NotPosted::NoAddress));
}
