//! The certificate that clients are shown: read again when its files change, without a connection lost.

use std::{
    fmt,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Context as _;
use outflank_transport::metrics::Reading;
use prometheus_client::{collector::Collector, encoding::DescriptorEncoder};
use tokio_rustls::rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use tokio_util::sync::CancellationToken;

use crate::keys_folder::{self, KeysError};

/// Its files are looked at so often.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The two files of a certificate, as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Files {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

#[derive(Debug)]
struct Served {
    certified: Arc<CertifiedKey>,
    /// Seconds since 1970.
    expires_at: i64,
}

impl Served {
    fn of(files: &Files) -> anyhow::Result<Self> {
        let chain: Vec<_> = CertificateDer::pem_slice_iter(&files.certificate)
            .collect::<Result<_, _>>()
            .context("the certificate is no PEM")?;
        let leaf = chain.first().context("there is no certificate in it")?;
        let (_, read) = x509_parser::parse_x509_certificate(leaf)
            .context("the first certificate cannot be read")?;
        let expires_at = read.validity().not_after.timestamp();
        let key = PrivateKeyDer::from_pem_slice(&files.key).context("the key is no PEM")?;
        let certified = CertifiedKey::from_der(chain, key, &ring::default_provider())
            .context("the certificate and its key")?;
        Ok(Self {
            certified: Arc::new(certified),
            expires_at,
        })
    }
}

/// What was seen in the files at the last look.
#[derive(Debug)]
struct Seen {
    files: Option<Files>,
    verdict: Verdict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Served,
    /// It cannot be served, and may be half of something.
    Doubtful,
    Refused,
}

/// The certificate that clients are shown.
#[derive(Debug)]
pub struct Certificate {
    paths: (PathBuf, PathBuf),
    served: RwLock<Served>,
    seen: Mutex<Seen>,
    taken: AtomicU64,
    refused: AtomicU64,
}

impl Certificate {
    /// What these files hold: the chain, and the private key.
    ///
    /// # Errors
    /// When it cannot be served.
    pub fn read(certificate: PathBuf, key: PathBuf) -> Result<Arc<Self>, KeysError> {
        let paths = (certificate, key);
        let files = read(&paths)?;
        let served = Served::of(&files).map_err(|error| KeysError::Form {
            path: paths.0.display().to_string(),
            cause: format!("{error:#}"),
        })?;
        Ok(Arc::new(Self {
            paths,
            served: RwLock::new(served),
            seen: Mutex::new(Seen {
                files: Some(files),
                verdict: Verdict::Served,
            }),
            taken: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        }))
    }

    /// How clients are spoken to with it.
    ///
    /// # Errors
    /// When the library of TLS cannot be set up.
    pub fn server(self: &Arc<Self>) -> Result<Arc<ServerConfig>, KeysError> {
        let provider = Arc::new(ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(self) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }

    /// Looks at its files until the stop.
    pub async fn watch(self: Arc<Self>, stop: CancellationToken) {
        while stop
            .run_until_cancelled(tokio::time::sleep(LOOK_EVERY))
            .await
            .is_some()
        {
            let certificate = Arc::clone(&self);
            // Files are read on a thread that may wait.
            let _ = tokio::task::spawn_blocking(move || certificate.look()).await;
        }
    }

    /// Serves what is new in the files. Two files change one after the other: what cannot be served is told when it was
    /// the same twice.
    fn look(&self) {
        let files = read(&self.paths);
        let mut seen = self.seen();
        let is_new = seen.files.as_ref() != files.as_ref().ok();
        if !is_new && seen.verdict != Verdict::Doubtful {
            return;
        }
        let path = self.paths.0.display();
        let read = match &files {
            Ok(files) => Served::of(files).map_err(|error| format!("{error:#}")),
            Err(error) => Err(error.to_string()),
        };
        seen.verdict = match read {
            Ok(new) => {
                tracing::info!(%path, "a new certificate is served from now on");
                *self.served.write().unwrap_or_else(PoisonError::into_inner) = new;
                self.taken.fetch_add(1, Ordering::Relaxed);
                Verdict::Served
            }
            Err(_) if is_new => Verdict::Doubtful,
            Err(error) => {
                tracing::error!(
                    %path, error,
                    "the new certificate cannot be served: clients are shown the one before"
                );
                self.refused.fetch_add(1, Ordering::Relaxed);
                Verdict::Refused
            }
        };
        seen.files = files.ok();
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn served(&self) -> std::sync::RwLockReadGuard<'_, Served> {
        self.served.read().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read((certificate, key): &(PathBuf, PathBuf)) -> Result<Files, KeysError> {
    Ok(Files {
        certificate: keys_folder::read(certificate)?,
        key: keys_folder::read(key)?,
    })
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _client: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.served().certified))
    }
}

/// The certificate as operators see it; none where TLS is spoken elsewhere.
#[derive(Debug)]
pub struct CertificateState(pub Option<Arc<Certificate>>);

impl Collector for CertificateState {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut reading = Reading(encoder);
        let certificate = self.0.iter();
        reading.gauges(
            (
                "certificate_expiry_timestamp_seconds",
                "When the certificate that clients are shown ends, in seconds since 1970.",
            ),
            certificate
                .clone()
                .map(|of| ([("", ""); 0], of.served().expires_at)),
        )?;
        reading.gauges(
            (
                "certificate_refused",
                "Whether the certificate's files hold what cannot be served: the one before is.",
            ),
            certificate.clone().map(|of| {
                (
                    [("", ""); 0],
                    u32::from(of.seen().verdict == Verdict::Refused),
                )
            }),
        )?;
        reading.counters(
            (
                "certificate_reloads",
                "Changes of the certificate's files, by outcome.",
            ),
            certificate.flat_map(|of| {
                [("taken", &of.taken), ("refused", &of.refused)]
                    .map(|(outcome, count)| ([("outcome", outcome)], count.load(Ordering::Relaxed)))
            }),
        )
    }
}
