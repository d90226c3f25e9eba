//! Where a call or a connection comes from, as far as it can be told.

use std::net::IpAddr;

use http::{HeaderMap, header};
use outflank_access::identifier;

use crate::rate_limiter::network;

/// Where a call or a connection comes from. The address is the client's, as trusted proxies tell it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// What is counted as one address.
    pub network: String,
    /// What stands for the name that its program gives itself (`User-Agent`); empty where it gives none.
    pub program: String,
}

impl Source {
    /// Of a request with these headers.
    pub fn of(address: IpAddr, headers: &HeaderMap) -> Self {
        let program = headers
            .get(header::USER_AGENT)
            .and_then(|name| name.to_str().ok());
        Self {
            network: network(address),
            program: program.map_or_else(String::new, |name| identifier::derived_id(&[name])),
        }
    }
}
