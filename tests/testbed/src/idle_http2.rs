//! An HTTP/2 connection that asks for nothing, for as long as it is let be.

use tokio::io::{AsyncRead, AsyncWrite};

use crate::http2::Http2;

/// The window that streams begin with (RFC 9113 6.9.2).
const WINDOW: u32 = 65_535;

/// An HTTP/2 connection that asks for nothing and answers pings.
#[derive(Debug)]
pub struct IdleHttp2(Http2);

impl IdleHttp2 {
    /// Begins over what is open already. The server may not have noticed yet.
    #[must_use]
    pub fn over(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) -> Self {
        Self(Http2::over(stream, WINDOW))
    }

    /// Whether the server has answered the beginning.
    #[must_use]
    pub fn is_served(&self) -> bool {
        self.0.is_served()
    }

    /// Returns when it is over.
    pub async fn ends(self) {
        self.0.ends().await;
    }

    /// Whether it is not over.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.is_open()
    }
}
