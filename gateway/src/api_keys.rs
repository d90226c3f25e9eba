//! API keys in place of access tokens: exchanged once, and the token kept for a short while.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use http::{HeaderMap, HeaderValue, header};
use outflank_access::{Problem, identifier};
use outflank_proto::identity::v1 as identity;

use crate::{limits, problem::ApiProblem, state::Shared};

/// What every API key begins with.
const MARK: &str = "outflank_";
/// A key that was revoked elsewhere is good here for so long at most, in ms.
const KEPT_MS: i64 = 30_000;
/// Tokens kept; beyond, all are forgotten and exchanged again.
const MOST_KEPT: usize = 10_000;

struct Kept {
    /// The key's id, the part that is no secret.
    id: String,
    token: HeaderValue,
    until_ms: i64,
}

/// Tokens that keys were exchanged for, by the digest of the key.
#[derive(Default)]
pub struct ApiKeys(Mutex<BTreeMap<Vec<u8>, Kept>>);

impl ApiKeys {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Vec<u8>, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A key was revoked here.
    pub fn forget(&self, id: &str) {
        self.lock().retain(|_, kept| kept.id != id);
    }

    fn kept(&self, digest: &[u8], now_ms: i64) -> Option<HeaderValue> {
        let kept = self.lock();
        let kept = kept.get(digest).filter(|kept| now_ms < kept.until_ms)?;
        Some(kept.token.clone())
    }

    fn keep(&self, digest: Vec<u8>, kept: Kept) {
        let mut all = self.lock();
        if all.len() >= MOST_KEPT {
            all.clear();
        }
        all.insert(digest, kept);
    }
}

/// Puts the access token of an API key in its place, where a request bears one.
///
/// # Errors
/// When the key is not good, or this address tries too many.
pub async fn exchange(
    shared: &Shared,
    address: IpAddr,
    headers: &mut HeaderMap,
) -> Result<(), ApiProblem> {
    let Some(key) = presented(headers) else {
        return Ok(());
    };
    let (digest, now_ms) = (identifier::secret_digest(&key), shared.clock.now_ms());
    let token = match shared.api_keys.kept(&digest, now_ms) {
        Some(token) => token,
        None => {
            let rate = shared.limits.key_exchanges_per_address;
            limits::admit_address(shared, "key-exchanges", address, rate).await?;
            let id = key.split('_').nth(1).unwrap_or_default().to_owned();
            let request = identity::ExchangeApiKeyRequest { key };
            let answer = shared.services.identity().exchange_api_key(request).await?;
            let answer = answer.into_inner();
            let token: HeaderValue = format!("Bearer {}", answer.access_token)
                .parse()
                .map_err(Problem::internal)?;
            let until_ms = now_ms
                .saturating_add(KEPT_MS)
                .min(answer.access_expires_at_ms.saturating_sub(KEPT_MS));
            let kept = Kept {
                id,
                token: token.clone(),
                until_ms,
            };
            shared.api_keys.keep(digest, kept);
            token
        }
    };
    headers.insert(header::AUTHORIZATION, token);
    Ok(())
}

/// The API key that stands where a token would.
fn presented(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = text.split_once(' ')?;
    let key = key.trim();
    let is_key = scheme.eq_ignore_ascii_case("bearer") && key.starts_with(MARK);
    is_key.then(|| key.to_owned())
}
