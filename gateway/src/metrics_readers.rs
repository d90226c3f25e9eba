//! Who may read what a process counts: the port that shows it is the one that everybody comes in by.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use http::Extensions;
use outflank_access::{Kind, Problem};

use crate::{request::client_address, trusted_proxies::Network};

/// Who may read what a process counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetricsReaders {
    networks: Vec<Network>,
}

/// A request that says it comes for somebody else, by a proxy whose word is not taken: it is nobody's here.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SpokenFor;

impl MetricsReaders {
    /// Whoever is in these networks.
    #[must_use]
    pub fn in_networks(networks: Vec<Network>) -> Self {
        Self { networks }
    }

    /// Everybody, where a port is not for the public.
    #[must_use]
    pub fn everybody() -> Self {
        Self::in_networks(Network::everywhere().into())
    }

    /// Whoever is on this machine and asks it by a loopback address.
    #[must_use]
    pub fn this_machine() -> Self {
        Self::in_networks(Network::loopback().into())
    }

    /// Refuses a request of somebody else. Where a client is trusted proxies say; a proxy that nobody named speaks for
    /// whom it likes, and is let in only where everybody is.
    ///
    /// # Errors
    /// When it comes from elsewhere.
    pub fn admit(&self, extensions: &Extensions) -> Result<(), Problem> {
        let is_spoken_for = extensions.get::<SpokenFor>().is_some();
        let address = client_address(extensions);
        let admits = |address: IpAddr| self.networks.iter().any(|of| of.contains(address));
        let admitted = match extensions.get::<ConnectInfo<SocketAddr>>() {
            Some(_) if !is_spoken_for => admits(address),
            _ => self.networks == Self::everybody().networks,
        };
        if admitted {
            return Ok(());
        }
        Err(Problem::new(
            Kind::Forbidden,
            "metrics_withheld",
            "Counters are not shown to whoever comes by: the operator names who reads them with the setting `metrics-from`.",
        ))
    }
}
