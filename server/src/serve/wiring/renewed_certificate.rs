//! A server whose certificate is renewed under its clients.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::{fs, net::SocketAddr, path::Path};

use outflank_testbed::PATIENCE;
use rcgen::{CertificateParams, KeyPair};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, RootCertStore, pki_types::CertificateDer},
};

use super::*;
use crate::configuration::{Settings, Tls};

/// Writes a new certificate for localhost into the files, good until that year.
fn renew(
    (chain, key): &(impl AsRef<Path>, impl AsRef<Path>),
    year: i32,
) -> CertificateDer<'static> {
    let mut wanted = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    wanted.not_after = rcgen::date_time_ymd(year, 1, 1);
    let pair = KeyPair::generate().unwrap();
    let made = wanted.self_signed(&pair).unwrap();
    fs::write(chain, made.pem()).unwrap();
    fs::write(key, pair.serialize_pem()).unwrap();
    made.der().clone()
}

/// A connection of somebody who trusts these.
async fn connect(
    address: SocketAddr,
    trusted: &[&CertificateDer<'static>],
) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    for one in trusted {
        roots.add((*one).clone()).unwrap();
    }
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = "localhost".try_into().unwrap();
    let connector = TlsConnector::from(Arc::new(config));
    connector.connect(name, stream).await.unwrap()
}

/// Asks for a path and keeps the connection.
async fn get(stream: &mut TlsStream<TcpStream>, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let (mut got, mut some) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut some).await.unwrap();
        assert!(count > 0, "the connection ended");
        got.extend_from_slice(&some[..count]);
        let text = String::from_utf8_lossy(&got);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let head = head.to_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        if length.is_some_and(|length| body.len() >= length.parse::<usize>().unwrap()) {
            assert!(head.starts_with("http/1.1 200"), "{head}");
            return body.to_owned();
        }
    }
}

fn shown(stream: &TlsStream<TcpStream>) -> CertificateDer<'static> {
    let chain = stream.get_ref().1.peer_certificates();
    chain.unwrap()[0].clone().into_owned()
}

async fn until<'a, F: Future<Output = bool> + 'a>(what: &str, holds: impl Fn() -> F) {
    let look = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(timeout(PATIENCE, look).await.is_ok(), "never {what}");
}

#[tokio::test]
async fn a_renewed_certificate_is_shown_and_a_bad_one_told_with_every_connection_kept() {
    let data = tempfile::tempdir().unwrap();
    let files = (data.path().join("tls.crt"), data.path().join("tls.key"));
    let first = renew(&files, 2060);
    let deployment = Deployment::of(Settings {
        data: Some(data.path().join("data")),
        tls: Some(Tls::Files {
            certificate: files.0.clone(),
            key: files.1.clone(),
        }),
        ..Settings::default()
    });
    let deployment = deployment.unwrap();
    let folder = DataFolder::open(&deployment.data).unwrap();
    let stop = CancellationToken::new();
    let process = Process::open(&deployment, Some(&folder), stop.clone()).await;
    let process = process.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let served = tokio::spawn(process.serve(listener, None));

    let mut kept = connect(address, &[&first]).await;
    assert_eq!(get(&mut kept, "/healthz").await, "ok\n");
    assert_eq!(shown(&kept), first);
    let second = renew(&files, 2061);
    let either = [&first, &second];
    until("renewed", async || {
        shown(&connect(address, &either).await) == second
    })
    .await;
    assert_eq!(get(&mut kept, "/healthz").await, "ok\n");
    let counted = get(&mut kept, "/metrics").await;
    // 2061-01-01T00:00:00Z.
    for line in [
        "outflank_certificate_expiry_timestamp_seconds 2871763200\n",
        "outflank_certificate_refused 0\n",
        "outflank_certificate_reloads_total{outcome=\"taken\"} 1\n",
    ] {
        assert!(counted.contains(line), "{line} is not in\n{counted}");
    }

    // A key of another certificate.
    fs::write(&files.1, KeyPair::generate().unwrap().serialize_pem()).unwrap();
    until("refused", async || {
        let mut asking = connect(address, &either).await;
        let counted = get(&mut asking, "/metrics").await;
        shown(&asking) == second && counted.contains("outflank_certificate_refused 1\n")
    })
    .await;
    assert_eq!(get(&mut kept, "/healthz").await, "ok\n");

    let third = renew(&files, 2062);
    let all = [&second, &third];
    until("renewed again", async || {
        shown(&connect(address, &all).await) == third
    })
    .await;
    let counted = get(&mut kept, "/metrics").await;
    assert!(
        counted.contains("outflank_certificate_refused 0\n"),
        "{counted}"
    );
    drop(kept);
    stop.cancel();
    served.await.unwrap().unwrap();
}
