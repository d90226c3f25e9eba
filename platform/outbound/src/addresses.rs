//! Where requests may lead: to http and https of public addresses, and to those that the operator allows.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Longest address, in bytes.
pub const LONGEST_URL: usize = 2_000;
/// Ports below this are other services' but for the two of HTTP.
const FIRST_FREE_PORT: u16 = 1_024;

/// Why nothing is sent to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UrlFault {
    /// It cannot be read as an address.
    #[error("it is no address of at most {LONGEST_URL} bytes; write https://HOST/PATH")]
    Unreadable,
    /// Neither http nor https.
    #[error("it begins neither with https:// nor with http://")]
    Scheme,
    /// A name or a password in it.
    #[error("it has a name or a password in it; deliveries are signed instead")]
    Credentials,
    /// A part behind `#`, which is never sent.
    #[error("it has a part behind #, which is never sent")]
    Fragment,
    /// A port of another service.
    #[error("its port is neither 80 nor 443 nor above 1023")]
    Port,
    /// Its host is an address inside a private network.
    #[error("its host is inside a private network, where this server sends nothing")]
    Private,
}

/// Reads an address. What its host's name stands for is asked at every request.
///
/// # Errors
/// [`UrlFault`].
pub fn target_url(text: &str, is_allowed: impl Fn(IpAddr) -> bool) -> Result<Url, UrlFault> {
    if text.len() > LONGEST_URL
        || text
            .chars()
            .any(|letter| letter.is_control() || letter == ' ')
    {
        return Err(UrlFault::Unreadable);
    }
    let url = Url::parse(text).map_err(|_| UrlFault::Unreadable)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(UrlFault::Scheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(UrlFault::Credentials);
    }
    if url.fragment().is_some() {
        return Err(UrlFault::Fragment);
    }
    let port = url.port_or_known_default().ok_or(UrlFault::Port)?;
    if !matches!(port, 80 | 443 | FIRST_FREE_PORT..) {
        return Err(UrlFault::Port);
    }
    let address: IpAddr = match url.host().ok_or(UrlFault::Unreadable)? {
        Host::Domain("") => return Err(UrlFault::Unreadable),
        Host::Domain(_) => return Ok(url),
        Host::Ipv4(address) => address.into(),
        Host::Ipv6(address) => address.into(),
    };
    if may_be_sent_to(address, is_allowed) {
        return Ok(url);
    }
    Err(UrlFault::Private)
}

/// Whether anything is sent to an address: a public one, or one that the operator allows.
#[must_use]
pub fn may_be_sent_to(address: IpAddr, is_allowed: impl Fn(IpAddr) -> bool) -> bool {
    is_public(address) || is_allowed(address.to_canonical())
}

/// Whether an address is one of the public internet, by IANA's registries of special addresses.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        // This network, this machine, private networks, shared by carriers, link-local.
        (0 | 10 | 127, ..) | (100, 64..=127, _) | (169, 254, _) | (172, 16..=31, _) | (192, 168, _)
        // Protocol assignments, documentation, the old way to IPv6, benchmarks.
        | (192, 0, 0 | 2) | (198, 51, 100) | (203, 0, 113) | (192, 88, 99) | (198, 18..=19, _)
        // Multicast, reserved, broadcast.
        | (224.., ..)
    );
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let embedded = || {
        let [[p, q], [r, s]] = [g, h].map(u16::to_be_bytes);
        Ipv4Addr::new(p, q, r, s)
    };
    match (a, b, c, d, e, f) {
        // An IPv4 address in another dress: mapped, or behind a translator.
        (0, 0, 0, 0, 0, 0xffff) | (0x64, 0xff9b, 0, 0, 0, 0) => is_public_v4(embedded()),
        // Protocol assignments and tunnels, documentation, IPv4 over IPv6.
        (0x2001, 0..=0x1ff | 0xdb8, ..) | (0x2002, ..) | (0x3fff, 0..=0xfff, ..) => false,
        // Global unicast; nothing else is.
        (0x2000..=0x3fff, ..) => true,
        _ => false,
    }
}
