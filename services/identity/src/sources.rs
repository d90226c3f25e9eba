//! Where accounts signed in from: devices, which bear a token, and addresses. Whoever asks from there is more likely the
//! owner than somebody who guesses.

use outflank_access::{Problem, identifier};
use outflank_journal::{Executor, WriteTransaction, records};

use crate::refusals::stored;

/// A device is known so long after it was last signed in from, in ms.
pub(crate) const DEVICE_LIFETIME_MS: i64 = 400 * 24 * 60 * 60 * 1000;
/// The same for an address, in ms.
const ADDRESS_LIFETIME_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// Devices that an account is known from; the one that was used the longest ago is forgotten first.
const MOST_DEVICES: i64 = 10;
/// Addresses, likewise.
const MOST_ADDRESSES: i64 = 5;

/// Where a caller is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Source {
    /// What an earlier sign-in gave the device; empty for a new one.
    pub device_token: String,
    /// As the gateway tells it; empty where none does.
    pub address: String,
}

/// What an account knows of a caller's whereabouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Known {
    /// A device that the account signed in from, by its token's digest.
    Device(Vec<u8>),
    /// Another device at an address that it signed in from.
    Address,
    /// Neither.
    Nothing,
}

#[derive(Debug, Clone, Copy)]
struct Kind {
    name: &'static str,
    lifetime_ms: i64,
    most: i64,
}

const DEVICE: Kind = Kind {
    name: "device",
    lifetime_ms: DEVICE_LIFETIME_MS,
    most: MOST_DEVICES,
};
const ADDRESS: Kind = Kind {
    name: "address",
    lifetime_ms: ADDRESS_LIFETIME_MS,
    most: MOST_ADDRESSES,
};

impl Source {
    fn device(&self) -> Option<Vec<u8>> {
        (!self.device_token.is_empty()).then(|| identifier::secret_digest(&self.device_token))
    }

    /// Two accounts at one address have different digests.
    fn address_of(&self, account_id: &str) -> Option<Vec<u8>> {
        let text = format!("{account_id}/{}", self.address);
        (!self.address.is_empty()).then(|| identifier::secret_digest(&text))
    }
}

/// What an account knows of where somebody is.
pub(crate) async fn known(
    on: Executor<'_>,
    account_id: &str,
    source: &Source,
    now_ms: i64,
) -> Result<Known, sqlx::Error> {
    let rows: Vec<(String, Vec<u8>, i64)> = records::query_as(
        "SELECT kind, digest, last_used_at_ms FROM known_sources WHERE account_id = $1",
    )
    .bind(account_id)
    .fetch_all(on)
    .await?;
    let has = |kind: Kind, digest: &Vec<u8>| {
        rows.iter().any(|(named, kept, last_ms)| {
            let lasts = now_ms.saturating_sub(*last_ms) < kind.lifetime_ms;
            named == kind.name && kept == digest && lasts
        })
    };
    if let Some(device) = source.device().filter(|digest| has(DEVICE, digest)) {
        return Ok(Known::Device(device));
    }
    let address = source.address_of(account_id);
    Ok(match address.filter(|digest| has(ADDRESS, digest)) {
        Some(_) => Known::Address,
        None => Known::Nothing,
    })
}

/// An account signed in from there. Answers the device's token: its own if this server made it, or else a new one.
pub(crate) async fn remember(
    transaction: &mut WriteTransaction,
    account_id: &str,
    source: &Source,
    now_ms: i64,
) -> Result<String, Problem> {
    let device_token = match source.device() {
        Some(digest) if is_ours(transaction, &digest).await? => source.device_token.clone(),
        _ => identifier::random_secret().map_err(Problem::internal)?,
    };
    let digest = identifier::secret_digest(&device_token);
    keep(transaction, account_id, (DEVICE, digest), now_ms).await?;
    if let Some(digest) = source.address_of(account_id) {
        keep(transaction, account_id, (ADDRESS, digest), now_ms).await?;
    }
    Ok(device_token)
}

/// Whether some account knows this device: it may be shared.
async fn is_ours(transaction: &mut WriteTransaction, digest: &Vec<u8>) -> Result<bool, Problem> {
    let known: i64 = records::query_scalar(
        "SELECT count(*) FROM known_sources WHERE digest = $1 AND kind = 'device'",
    )
    .bind(digest)
    .fetch_one(transaction.on())
    .await
    .map_err(stored)?;
    Ok(known > 0)
}

async fn keep(
    transaction: &mut WriteTransaction,
    account_id: &str,
    (kind, digest): (Kind, Vec<u8>),
    now_ms: i64,
) -> Result<(), Problem> {
    records::query(
        "INSERT INTO known_sources (account_id, kind, digest, last_used_at_ms) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id, kind, digest) DO UPDATE SET last_used_at_ms = excluded.last_used_at_ms",
    )
    .bind(account_id)
    .bind(kind.name)
    .bind(digest)
    .bind(now_ms)
    .execute(transaction.on())
    .await
    .map_err(stored)?;
    records::query(
        "DELETE FROM known_sources WHERE account_id = $1 AND kind = $2 AND digest NOT IN (
             SELECT digest FROM known_sources WHERE account_id = $3 AND kind = $4
             ORDER BY last_used_at_ms DESC, digest LIMIT $5
         )",
    )
    .bind(account_id)
    .bind(kind.name)
    .bind(account_id)
    .bind(kind.name)
    .bind(kind.most)
    .execute(transaction)
    .await
    .map_err(stored)
    .map(|_| ())
}

/// An account knows no device any more, nor, with `addresses`, any place.
pub(crate) async fn forget(
    transaction: &mut WriteTransaction,
    account_id: &str,
    addresses: bool,
) -> Result<(), Problem> {
    records::query("DELETE FROM known_sources WHERE account_id = $1 AND (kind = 'device' OR $2)")
        .bind(account_id)
        .bind(addresses)
        .execute(transaction)
        .await
        .map_err(stored)
        .map(|_| ())
}
