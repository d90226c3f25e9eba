//! TLS with servers elsewhere: the system's authorities vouch for them, or those of the file that `SSL_CERT_FILE` names.

use std::sync::{Arc, OnceLock};

use tokio_rustls::rustls::{ClientConfig, Error, RootCertStore, crypto::ring};

/// Who vouches for servers, read once. Where no authority can be read no server is believed, and each connection says so.
pub(crate) fn authorities() -> &'static RootCertStore {
    static AUTHORITIES: OnceLock<RootCertStore> = OnceLock::new();
    AUTHORITIES.get_or_init(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots
    })
}

/// How connections are made that these vouch for.
///
/// # Errors
/// None that the system can cause: the library's own provider has versions that it takes.
pub(crate) fn config() -> Result<Arc<ClientConfig>, Error> {
    static CONFIG: OnceLock<Result<Arc<ClientConfig>, Error>> = OnceLock::new();
    CONFIG.get_or_init(|| trusted().map(Arc::new)).clone()
}

fn trusted() -> Result<ClientConfig, Error> {
    let provider = Arc::new(ring::default_provider());
    let builder =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(builder
        .with_root_certificates(authorities().clone())
        .with_no_client_auth())
}

/// What connects to servers over HTTP and HTTPS.
pub fn http() -> reqwest::ClientBuilder {
    let builder = reqwest::Client::builder();
    match config() {
        Ok(config) => builder.tls_backend_preconfigured((*config).clone()),
        Err(_) => builder,
    }
}
