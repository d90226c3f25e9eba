//! Counts how often a client asks.

use std::net::IpAddr;

use outflank_access::identifier;
use outflank_live::{InProcess, Live as _, SharedLive};

use crate::{limits::Rate, problem::ApiProblem};

/// Counts how often a client asks: in the whole deployment, or at this gateway alone while live state is away.
pub struct RateLimiter {
    live: SharedLive,
    here: InProcess,
}

/// A use that was counted; none where nothing is.
#[derive(Debug, Default)]
pub struct Counted(Option<String>);

impl RateLimiter {
    /// Nobody has asked.
    pub fn new(live: SharedLive) -> Self {
        Self {
            live,
            here: InProcess::new(),
        }
    }

    /// Counts one use of `name` by `who`.
    ///
    /// # Errors
    /// When the rate is used up.
    pub async fn admit(&self, name: &str, who: &str, rate: Rate) -> Result<Counted, ApiProblem> {
        if rate == Rate::UNLIMITED {
            return Ok(Counted::default());
        }
        // Logins and addresses do not belong in the live store.
        let key = format!("{name}/{}", identifier::derived_id(&[who]));
        let mut counted = self.live.admit(&key, rate.allowed, rate.window).await;
        if let Err(error) = counted {
            tracing::debug!(%error, "limits are counted here alone");
            counted = self.here.admit(&key, rate.allowed, rate.window).await;
        }
        if counted.unwrap_or(true) {
            return Ok(Counted(Some(key)));
        }
        Err(ApiProblem::too_many(
            "Too many attempts: wait a minute and try again.",
            rate.window.as_secs(),
        ))
    }

    /// The same for an address. Neighbours in one IPv6 network of 64 bits count as one.
    ///
    /// # Errors
    /// When the rate is used up.
    pub async fn admit_address(
        &self,
        name: &str,
        address: IpAddr,
        rate: Rate,
    ) -> Result<Counted, ApiProblem> {
        self.admit(name, &network(address), rate).await
    }

    /// What was counted was none of what the rate is for.
    pub async fn take_back(&self, counted: Counted) {
        let Some(key) = counted.0 else {
            return;
        };
        if self.live.give_back(&key).await.is_err() {
            // The map of this process does not fail.
            let _ = self.here.give_back(&key).await;
        }
    }
}

/// What is counted as one address.
pub fn network(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("{:x?}", &address.segments()[..4]),
    }
}
