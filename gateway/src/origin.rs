//! Which addresses are our own: for links, for cookies, and against other sites' pages.

use http::{HeaderMap, Uri, header, uri::Authority};
use outflank_access::{Kind, Problem};

/// How browsers reach this server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublicOrigin {
    /// `https://open.example`, where an operator said so; otherwise the `Host` header decides.
    configured: Option<String>,
    /// Whether this process speaks TLS itself.
    tls: bool,
}

impl PublicOrigin {
    /// The configured origin without its trailing slash, if any, and whether this process speaks TLS itself.
    #[must_use]
    pub fn new(configured: Option<&str>, tls: bool) -> Self {
        Self {
            configured: configured.map(|origin| origin.trim_end_matches('/').to_owned()),
            tls,
        }
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

    /// Refuses what a browser sends for a page of another site.
    ///
    /// # Errors
    /// When the page is not ours.
    pub fn admit(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        let ours = match text("origin") {
            Some(origin) => self.is_own(origin, headers),
            None => matches!(text("sec-fetch-site"), None | Some("same-origin" | "none")),
        };
        if ours {
            return Ok(());
        }
        Err(Problem::new(
            Kind::Forbidden,
            "foreign_origin",
            "A page of another site may not do this: open this server's own pages.",
        ))
    }

    fn is_own(&self, origin: &str, headers: &HeaderMap) -> bool {
        if self.configured.as_deref() == Some(origin) {
            return true;
        }
        match (authority_of(origin), host(headers)) {
            (Some(page), Some(host)) => page == host,
            _ => false,
        }
    }
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
