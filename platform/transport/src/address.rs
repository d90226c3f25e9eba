//! Where other roles answer.

use std::{collections::BTreeMap, fmt, str::FromStr};

use outflank_access::Role;
use serde::Deserialize;

/// An address of a role: one place, or a name that stands for all places it resolves to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PeerAddress {
    /// Host name or IP address, without brackets.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Whether every address behind the name is an instance (`dns:`).
    pub every: bool,
    /// Whether TLS was asked for (`https://`) or ruled out (`http://`).
    pub tls: Option<bool>,
}

impl FromStr for PeerAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no address: write http://HOST:PORT, https://HOST:PORT or dns:HOST:PORT"
            )
        };
        let (every, tls, place) = if let Some(place) = text.strip_prefix("dns:") {
            (true, None, place)
        } else if let Some(place) = text.strip_prefix("http://") {
            (false, Some(false), place)
        } else if let Some(place) = text.strip_prefix("https://") {
            (false, Some(true), place)
        } else {
            return Err(wrong());
        };
        let place = place.strip_suffix('/').unwrap_or(place);
        let (host, port) = place.rsplit_once(':').ok_or_else(wrong)?;
        let port = port.parse().map_err(|_| wrong())?;
        let host = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .unwrap_or(host);
        let odd = |letter: char| letter.is_whitespace() || "/@?#[]".contains(letter);
        if host.is_empty() || host.contains(odd) {
            return Err(wrong());
        }
        Ok(Self {
            host: host.to_owned(),
            port,
            every,
            tls,
        })
    }
}

impl fmt::Display for PeerAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match (self.every, self.tls) {
            (true, _) => "dns:",
            (false, Some(true)) => "https://",
            (false, _) => "http://",
        };
        if self.host.contains(':') {
            write!(formatter, "{kind}[{}]:{}", self.host, self.port)
        } else {
            write!(formatter, "{kind}{}:{}", self.host, self.port)
        }
    }
}

/// The addresses of one role, as they are written: `play=http://a:8081|http://b:8081`, `play=dns:play:8081`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Peers {
    /// Whose.
    pub role: Role,
    /// All of them.
    pub addresses: Vec<PeerAddress>,
}

impl Peers {
    /// The addresses of each role, whatever order they were given in.
    #[must_use]
    pub fn by_role(all: &[Self]) -> BTreeMap<Role, Vec<PeerAddress>> {
        let mut by_role: BTreeMap<Role, Vec<PeerAddress>> = BTreeMap::new();
        for peers in all {
            by_role
                .entry(peers.role)
                .or_default()
                .extend(peers.addresses.iter().cloned());
        }
        for addresses in by_role.values_mut() {
            addresses.sort();
            addresses.dedup();
        }
        by_role
    }
}

impl FromStr for Peers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (role, addresses) = text.split_once('=').ok_or_else(|| {
            format!(
                "`{text}` names no role: write ROLE=ADDRESS, for example play=http://10.0.0.5:8081"
            )
        })?;
        Ok(Self {
            role: role.parse()?,
            addresses: addresses
                .split('|')
                .map(str::parse)
                .collect::<Result<_, _>>()?,
        })
    }
}

impl TryFrom<String> for Peers {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
