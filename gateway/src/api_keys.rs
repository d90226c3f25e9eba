//! API keys in place of access tokens: exchanged once, and the token kept for a short while.

use std::{net::IpAddr, sync::Arc};

use http::{HeaderMap, HeaderValue, header};
use outflank_access::{Kind, Problem, identifier};
use outflank_kept::{Kept, Weighed};
use outflank_proto::identity::v1 as identity;
use outflank_transport::ClusterClock;

use crate::{
    connection_registry::ConnectionRegistry,
    limits::Rate,
    problem::ApiProblem,
    rate_limiter::{Counted, RateLimiter},
    services::Services,
};

/// What every API key begins with.
const MARK: &str = "outflank_";
/// A key whose end was not heard of is good here for reading for so long at most, in ms.
const KEPT_MS: i64 = 30_000;
/// Room for keys, in bytes; those beyond are exchanged again.
const MOST_KEPT_BYTES: u64 = 4 << 20;

/// A key that was good, longer than its token is.
#[derive(Clone)]
struct GoodKey {
    /// Its id, the part that is no secret.
    id: String,
    token: HeaderValue,
    until_ms: i64,
}

impl Weighed for GoodKey {
    fn bytes(&self) -> u64 {
        let bytes = self.id.len().saturating_add(self.token.len());
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// Tokens that keys were exchanged for.
pub struct ApiKeys {
    services: Services,
    clock: Arc<ClusterClock>,
    limiter: Arc<RateLimiter>,
    /// How often an address may come with a key that is not good.
    rate: Rate,
    /// Knows which keys have ended.
    connections: Arc<ConnectionRegistry>,
    /// By the digest of the key.
    kept: Kept<Vec<u8>, GoodKey>,
}

impl ApiKeys {
    /// No key was exchanged; an address may come with bad ones at this rate.
    pub fn new(
        services: Services,
        clock: Arc<ClusterClock>,
        limiter: Arc<RateLimiter>,
        rate: Rate,
        connections: Arc<ConnectionRegistry>,
    ) -> Self {
        Self {
            services,
            clock,
            limiter,
            rate,
            connections,
            kept: Kept::new("gateway_api_keys", MOST_KEPT_BYTES),
        }
    }

    fn kept(&self, digest: &[u8], now_ms: i64) -> Option<HeaderValue> {
        let kept = self.kept.get(digest);
        let kept = kept.filter(|kept| now_ms < kept.until_ms)?;
        let session = identifier::session_of_key(&kept.id);
        (!self.connections.ended.has(&session)).then_some(kept.token)
    }

    /// Counts a key against its address, unless it was good here before. Whoever has used up what the address has gets no
    /// further; keys that were good here do.
    ///
    /// # Errors
    /// When this address tried too many.
    pub async fn count(&self, address: IpAddr, key: &str) -> Result<Counted, ApiProblem> {
        if self.kept.get(&identifier::secret_digest(key)).is_some() {
            return Ok(Counted::default());
        }
        let limiter = &self.limiter;
        limiter
            .admit_address("key-exchanges", address, self.rate)
            .await
    }

    /// Identity answered about a key: with what it refused it, if it did. Only what is not good stays counted.
    pub async fn answered(&self, key: &str, counted: Counted, refused: Option<Kind>) {
        let digest = identifier::secret_digest(key);
        match refused {
            Some(Kind::Unauthenticated) => {
                self.kept.forget(&digest);
                return;
            }
            Some(_) => {}
            None => self.kept.keep(digest, GoodKey::without_token(key)),
        }
        self.limiter.take_back(counted).await;
    }

    /// Puts the access token of an API key in its place, where a request bears one.
    ///
    /// # Errors
    /// When the key is not good, or this address tries too many.
    pub async fn exchange(
        &self,
        address: IpAddr,
        headers: &mut HeaderMap,
    ) -> Result<(), ApiProblem> {
        let Some(key) = presented(headers) else {
            return Ok(());
        };
        let now_ms = self.clock.now_ms();
        let token = match self.kept(&identifier::secret_digest(&key), now_ms) {
            Some(token) => token,
            None => self.exchanged(address, key, now_ms).await?,
        };
        headers.insert(header::AUTHORIZATION, token);
        Ok(())
    }

    async fn exchanged(
        &self,
        address: IpAddr,
        key: String,
        now_ms: i64,
    ) -> Result<HeaderValue, ApiProblem> {
        let counted = self.count(address, &key).await?;
        let request = identity::ExchangeApiKeyRequest { key: key.clone() };
        let exchanged = self.services.identity().exchange_api_key(request).await;
        let exchanged = exchanged.map_err(|status| Problem::from_status(&status));
        let refused = exchanged.as_ref().err().map(|problem| problem.kind);
        self.answered(&key, counted, refused).await;
        let answer = exchanged?.into_inner();
        let token: HeaderValue = format!("Bearer {}", answer.access_token)
            .parse()
            .map_err(Problem::internal)?;
        let until_ms = now_ms
            .saturating_add(KEPT_MS)
            .min(answer.access_expires_at_ms.saturating_sub(KEPT_MS));
        let kept = GoodKey {
            token: token.clone(),
            until_ms,
            ..GoodKey::without_token(&key)
        };
        self.kept.keep(identifier::secret_digest(&key), kept);
        Ok(token)
    }
}

impl GoodKey {
    /// A key that was good, with no token that is good now.
    fn without_token(key: &str) -> Self {
        Self {
            id: key.split('_').nth(1).unwrap_or_default().to_owned(),
            token: HeaderValue::from_static(""),
            until_ms: i64::MIN,
        }
    }
}

/// The API key that stands where a token would.
fn presented(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = text.split_once(' ')?;
    let key = key.trim();
    let is_key = scheme.eq_ignore_ascii_case("bearer") && key.starts_with(MARK);
    is_key.then(|| key.to_owned())
}
