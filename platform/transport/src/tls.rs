//! What callers of other roles trust.

use tonic::transport::{Certificate, ClientTlsConfig};

/// The name in every certificate of a deployment's own authority: instances move between hosts, their name stays.
pub const DEPLOYMENT_NAME: &str = "outflank.internal";

/// How the other side of a connection between roles proves itself.
#[derive(Debug, Clone)]
pub enum PeerTls {
    /// By the deployment's own authority (its certificate, PEM).
    Deployment(Vec<u8>),
    /// By a certificate for the host's own name, signed by one of these (PEM) or an authority that this machine
    /// trusts.
    Public(Vec<u8>),
}

impl PeerTls {
    pub(crate) fn for_host(&self, host: &str) -> ClientTlsConfig {
        match self {
            Self::Deployment(authority) => ClientTlsConfig::new()
                .ca_certificate(Certificate::from_pem(authority))
                .domain_name(DEPLOYMENT_NAME),
            Self::Public(authorities) => ClientTlsConfig::new()
                .ca_certificate(Certificate::from_pem(authorities))
                .with_enabled_roots()
                .domain_name(host),
        }
    }
}
