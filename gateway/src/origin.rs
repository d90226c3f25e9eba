//! Which addresses are our own: for links, for cookies, and against other sites' pages.

use std::{collections::BTreeSet, net::IpAddr};

use http::{HeaderMap, Uri, header, uri::Authority};
use outflank_access::{Kind, Problem, problem};

/// How browsers reach this server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublicOrigin {
    /// `https://open.example`, where an operator said so; otherwise the `Host` header decides.
    configured: Option<String>,
    /// Whether this process speaks TLS itself.
    tls: bool,
    /// The names that this server goes by beside its addresses, in lower case; none: whatever name it is asked by.
    names: Option<BTreeSet<String>>,
}

impl PublicOrigin {
    /// The configured origin without its trailing slash, if any, and whether this process speaks TLS itself.
    #[must_use]
    pub fn new(configured: Option<&str>, tls: bool) -> Self {
        Self {
            configured: configured.map(|origin| origin.trim_end_matches('/').to_owned()),
            tls,
            names: None,
        }
    }

    /// The same for a server that goes by its addresses, the configured origin and these names alone: a name of somebody
    /// else that resolves to this server is not its own.
    #[must_use]
    pub fn named(self, names: impl IntoIterator<Item = String>) -> Self {
        let names = names.into_iter().map(|name| plain(&name)).collect();
        Self {
            names: Some(names),
            ..self
        }
    }

    /// The configured origin, if any.
    pub fn configured(&self) -> Option<&str> {
        self.configured.as_deref()
    }

    /// Whether browsers reach us over TLS.
    pub fn is_secure(&self, headers: &HeaderMap) -> bool {
        match &self.configured {
            // The same server may be reached without its proxy, over plain HTTP on the local network.
            Some(origin) if !self.tls => {
                origin.starts_with("https://") && authority_of(origin) == host(headers)
            }
            _ => self.tls,
        }
    }

    /// A link to one of our pages; only its path when nothing says where we are.
    pub fn link(&self, headers: &HeaderMap, path: &str) -> String {
        if let Some(origin) = &self.configured {
            return format!("{origin}{path}");
        }
        let scheme = if self.tls { "https" } else { "http" };
        host(headers).map_or_else(
            || path.to_owned(),
            |authority| format!("{scheme}://{authority}{path}"),
        )
    }

    /// Refuses what a browser sends for a page of another site, or for one under a name that is not this server's.
    ///
    /// # Errors
    /// When the page is not ours.
    pub fn admit(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        let is_of_host = |origin: &str| {
            let page = authority_of(origin);
            page.is_some() && page == host(headers)
        };
        match (text("origin"), text("sec-fetch-site")) {
            (None, None) => Ok(()),
            (Some(origin), _) if self.configured.as_deref() == Some(origin) => Ok(()),
            (Some(origin), _) if is_of_host(origin) => self.admit_host(headers),
            (None, Some("same-origin" | "none")) => self.admit_host(headers),
            _ => Err(Problem::new(
                Kind::Forbidden,
                "foreign_origin",
                "A page of another site may not do this: open this server's own pages.",
            )),
        }
    }

    /// Refuses a page under a name that is not this server's, though it leads here.
    fn admit_host(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let host = host(headers);
        let name = host.as_ref().map(|host| plain(host.host()));
        if name.as_deref().is_none_or(|name| self.goes_by(name)) {
            return Ok(());
        }
        Err(problem!(
            Kind::Forbidden,
            "foreign_origin",
            "This server does not go by the name {name}: open it by its address or its machine's own name, or have its \
             operator say so with the setting `origin`, or `names` for further names.",
            name = name.unwrap_or_default(),
        ))
    }

    /// Whether a name, as [`plain`] writes it, can lead nowhere but to this server.
    fn goes_by(&self, name: &str) -> bool {
        let Some(names) = &self.names else {
            return true;
        };
        let address = name.trim_start_matches('[').trim_end_matches(']');
        let is_loopback = name == "localhost" || name.ends_with(".localhost");
        let configured = self.configured.as_deref().and_then(authority_of);
        let is_configured = configured.is_some_and(|own| plain(own.host()) == name);
        is_loopback || is_configured || names.contains(name) || address.parse::<IpAddr>().is_ok()
    }
}

/// A name as it is compared.
fn plain(name: &str) -> String {
    name.trim_end_matches('.').to_lowercase()
}

fn authority_of(origin: &str) -> Option<Authority> {
    let (scheme, _) = origin.split_once("://")?;
    if scheme != "http" && scheme != "https" {
        return None;
    }
    origin.parse::<Uri>().ok()?.into_parts().authority
}

fn host(headers: &HeaderMap) -> Option<Authority> {
    headers.get(header::HOST)?.to_str().ok()?.parse().ok()
}
