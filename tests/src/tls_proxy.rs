//! A proxy with a certificate in front of a server, as most servers have one.

use std::{path::PathBuf, sync::Arc};

use rcgen::{CertifiedKey, generate_simple_self_signed};
use tempfile::TempDir;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
};

/// Ends TLS and passes bytes on. Dropped, it takes no more connections.
#[derive(Debug)]
pub struct TlsProxy {
    port: u16,
    folder: TempDir,
    task: JoinHandle<()>,
}

impl Drop for TlsProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TlsProxy {
    /// In front of what listens on that port of this machine, with a certificate of `localhost`.
    ///
    /// # Panics
    /// When there is no port, or no certificate can be made.
    pub async fn of(port: u16) -> Self {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("authority.pem"), cert.pem()).expect("a file");
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).expect("a key");
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .expect("a certificate and its key");
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = listener.local_addr().expect("its address").port();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // Who does not believe the certificate hangs up.
                    let mut client = acceptor.accept(stream).await?;
                    let mut server = TcpStream::connect(("127.0.0.1", port)).await?;
                    copy_bidirectional(&mut client, &mut server).await
                });
            }
        });
        Self {
            port: own,
            folder,
            task,
        }
    }

    /// Where clients find the server.
    #[must_use]
    pub fn base(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// The file of the authority that vouches for it.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }
}
