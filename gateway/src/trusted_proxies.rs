//! Who may say for whom a connection or a request comes.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

use http::{HeaderMap, HeaderName, header};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// An address, or a network of addresses: `10.0.0.5`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network(IpNet);

impl Network {
    /// All addresses there are.
    #[must_use]
    pub fn everywhere() -> [Self; 2] {
        [Ipv4Net::default().into(), Ipv6Net::default().into()].map(Self)
    }

    /// Those by which a machine reaches itself.
    #[must_use]
    pub fn loopback() -> [Self; 2] {
        let four = Ipv4Net::new_assert(Ipv4Addr::LOCALHOST, 8).trunc();
        [four.into(), IpAddr::V6(Ipv6Addr::LOCALHOST).into()].map(Self)
    }

    /// Whether an address is one of its own.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

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
        self.networks.iter().any(|of| of.contains(address))
    }

    /// Whether a connection from there begins with a PROXY header.
    #[must_use]
    pub fn begins_with_header(&self, address: IpAddr) -> bool {
        self.proxy_protocol && self.trusts(address)
    }

    /// Whether a request says that it comes for somebody else, and is not believed.
    #[must_use]
    pub fn doubts(&self, peer: SocketAddr, headers: &HeaderMap) -> bool {
        let says =
            headers.contains_key(header::FORWARDED) || headers.contains_key(&X_FORWARDED_FOR);
        says && !self.trusts(peer.ip())
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
        let by_forwarded =
            || self.first_untrusted(peer, headers, &header::FORWARDED, forwarded_hops);
        let by_x_forwarded_for =
            || self.first_untrusted(peer, headers, &X_FORWARDED_FOR, x_forwarded_for_hops);
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
        read: fn(&str) -> Vec<Option<IpAddr>>,
    ) -> SocketAddr {
        let mut client = peer;
        let lines: Vec<_> = headers.get_all(name).iter().collect();
        for line in lines.into_iter().rev() {
            let Ok(line) = line.to_str() else {
                return client;
            };
            for hop in read(line).into_iter().rev() {
                // Who hides himself is where his proxy is, and so is whoever wrote what nobody can read.
                let Some(address) = hop else {
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

/// The hops of a line of `X-Forwarded-For`, which knows no quotes.
fn x_forwarded_for_hops(line: &str) -> Vec<Option<IpAddr>> {
    line.split(',').map(|hop| node(hop.trim())).collect()
}

/// The hops of a line of `Forwarded` (RFC 7239, 4). A line with a quote that is never closed is not one: what a client
/// wrote would take in what the proxy added to it.
fn forwarded_hops(line: &str) -> Vec<Option<IpAddr>> {
    match elements(line, ',') {
        Some(hops) => hops.into_iter().map(of_element).collect(),
        None => vec![None],
    }
}

/// The parts between separators that are not quoted; none where a quote is not closed.
fn elements(line: &str, separator: char) -> Option<Vec<&str>> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let parts = line.split(|letter: char| {
        let ends = letter == separator && !is_quoted;
        if letter == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = is_quoted && letter == '\\' && !is_escaped;
        ends
    });
    let parts = parts.map(str::trim).collect();
    (!is_quoted).then_some(parts)
}

/// The node that an element of `Forwarded` names (RFC 7239, 4 and 6); none where it is not well-formed.
fn of_element(element: &str) -> Option<IpAddr> {
    let mut found = None;
    for pair in elements(element, ';')? {
        let (name, value) = pair.split_once('=')?;
        let value = unquoted(value)?;
        if !is_token(name) || (name.eq_ignore_ascii_case("for") && found.replace(value).is_some()) {
            return None;
        }
    }
    node(found?)
}

/// What a value says that is a token or stands in quotes.
fn unquoted(value: &str) -> Option<&str> {
    let Some(quoted) = value.strip_prefix('"') else {
        // An address with its port is no token, and proxies write it as one.
        return (!value.is_empty() && !value.contains('"')).then_some(value);
    };
    let inner = quoted.strip_suffix('"')?;
    let mut is_escaped = false;
    let ends_early = inner.chars().any(|letter| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends
    });
    (!ends_early && !is_escaped).then_some(inner)
}

/// Whether this is a token (RFC 9110, 5.6.2).
fn is_token(name: &str) -> bool {
    let is_mark = |letter: u8| b"!#$%&'*+-.^_`|~".contains(&letter);
    let letters = |letter: u8| letter.is_ascii_alphanumeric() || is_mark(letter);
    !name.is_empty() && name.bytes().all(letters)
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
