//! Who may say for whom a connection or a request comes.

use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    str::FromStr,
};

use http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// An address, or a network of addresses: `10.0.0.5`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network(IpNet);

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let address = text.parse::<IpAddr>().map(|ip| ip.to_canonical().into());
        address.or_else(|_| text.parse()).map(Self).map_err(|_| {
            format!("`{text}` is no address and no network: write 10.0.0.5, 10.0.0.0/8 or fd00::/8")
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// The proxies before this server. Nobody else's word is taken for where a client is.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies {
    networks: Vec<Network>,
    proxy_protocol: bool,
}

impl TrustedProxies {
    /// The proxies in these networks; with `proxy_protocol` each of their connections begins with a PROXY header.
    #[must_use]
    pub fn new(networks: Vec<Network>, proxy_protocol: bool) -> Self {
        Self {
            networks,
            proxy_protocol,
        }
    }

    /// Whether what comes from there may say for whom it comes.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.networks.iter().any(|of| of.0.contains(&address))
    }

    /// Whether a connection from there begins with a PROXY header.
    #[must_use]
    pub fn begins_with_header(&self, address: IpAddr) -> bool {
        self.proxy_protocol && self.trusts(address)
    }

    /// Where the client is whose request came from `peer`: the hops that the headers name are gone through from the last
    /// to the first, up to the first that is no proxy of ours. A proxy adds to one of the two headers and passes on what
    /// its client wrote into the other: where they do not agree, neither is believed.
    #[must_use]
    pub fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> SocketAddr {
        if !self.trusts(peer.ip()) {
            return peer;
        }
        let forwarded = headers.contains_key(header::FORWARDED);
        let x_forwarded_for = headers.contains_key(&X_FORWARDED_FOR);
        let by_forwarded = || self.first_untrusted(peer, headers, &header::FORWARDED, of_element);
        let by_x_forwarded_for = || self.first_untrusted(peer, headers, &X_FORWARDED_FOR, node);
        match (forwarded, x_forwarded_for) {
            (false, false) => peer,
            (true, false) => by_forwarded(),
            (false, true) => by_x_forwarded_for(),
            (true, true) => {
                let (one, other) = (by_forwarded(), by_x_forwarded_for());
                if one.ip() == other.ip() { one } else { peer }
            }
        }
    }

    fn first_untrusted(
        &self,
        peer: SocketAddr,
        headers: &HeaderMap,
        name: &HeaderName,
        read: fn(&str) -> Option<IpAddr>,
    ) -> SocketAddr {
        let mut client = peer;
        let lines: Vec<_> = headers.get_all(name).iter().collect();
        for line in lines.into_iter().rev() {
            let Ok(line) = line.to_str() else {
                return client;
            };
            for hop in elements(line, ',').into_iter().rev() {
                // Who hides himself is where his proxy is.
                let Some(address) = read(hop) else {
                    return client;
                };
                client = SocketAddr::new(address.to_canonical(), 0);
                if !self.trusts(address) {
                    return client;
                }
            }
        }
        client
    }
}

/// The parts between separators that are not quoted.
fn elements(line: &str, separator: char) -> Vec<&str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    line.split(|letter: char| {
        let ends = letter == separator && !is_quoted;
        if letter == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = is_quoted && letter == '\\' && !is_escaped;
        ends
    })
    .map(str::trim)
    .collect()
}

/// The node that an element of `Forwarded` names (RFC 7239, 4 and 6).
fn of_element(element: &str) -> Option<IpAddr> {
    let mut pairs = elements(element, ';').into_iter();
    let value = pairs.find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then_some(value)
    })?;
    node(value.trim().trim_matches('"'))
}

/// An address, with or without its port; an IPv6 address with a port, or in `Forwarded`, stands in brackets.
fn node(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    if let Some(inner) = text.strip_prefix('[') {
        let (address, port) = inner.split_once(']')?;
        let is_port = port.is_empty() || port.starts_with(':');
        return address.parse().ok().filter(|_| is_port).map(IpAddr::V6);
    }
    let (address, _) = text.split_once(':')?;
    address.parse().ok().map(IpAddr::V4)
}
