//! Where devices are reached: one of each session, gone with it.

use std::net::IpAddr;

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use outflank_access::{Person, Problem};
use outflank_journal::{Records, WriteTransaction, records};
use outflank_outbound::{may_be_sent_to, target_url};
use outflank_proto::identity::v1 as proto;
use url::Host;

use super::sealing::{self, Device, PUBLIC_KEY_BYTES, SECRET_BYTES};
use crate::refusals::stored;

/// Devices of one account; the one that subscribed first is forgotten first.
const MOST: i64 = 10;

/// Where a device is reached, and what messages to it are sealed with.
#[derive(Debug, Clone)]
pub(super) struct Subscription {
    pub endpoint: String,
    pub public_key: Vec<u8>,
    pub secret: Vec<u8>,
    pub language: String,
}

outflank_journal::from_row!(Subscription {
    endpoint,
    public_key,
    secret,
    language,
});

impl Subscription {
    /// As it was asked for; none where a browser has no such one.
    pub(super) fn checked(
        asked: &proto::AddPushSubscriptionRequest,
        allows: impl Fn(IpAddr) -> bool,
    ) -> Option<Self> {
        let url = target_url(&asked.endpoint, &allows).ok()?;
        // Browsers have them of https alone; an operator's own may do without.
        let private = match url.host()? {
            Host::Ipv4(address) => !may_be_sent_to(address.into(), |_| false),
            Host::Ipv6(address) => !may_be_sent_to(address.into(), |_| false),
            Host::Domain(_) => false,
        };
        let read = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).ok();
        let subscription = Self {
            endpoint: url.into(),
            public_key: read(&asked.public_key)?,
            secret: read(&asked.secret)?,
            language: asked.language.clone(),
        };
        let language = &subscription.language;
        let is_whole = subscription.public_key.len() == PUBLIC_KEY_BYTES
            && subscription.secret.len() == SECRET_BYTES
            && language.len() == 2
            && language.bytes().all(|letter| letter.is_ascii_lowercase())
            && (private || subscription.endpoint.starts_with("https://"));
        // Whether the key is one shows as soon as it is used.
        let seals = || sealing::seal(subscription.device(), b"", [0; 16]).is_ok();
        (is_whole && seals()).then_some(subscription)
    }

    pub(super) fn device(&self) -> Device<'_> {
        Device {
            public_key: &self.public_key,
            secret: &self.secret,
        }
    }
}

/// Keeps where the calling session's device is reached. A device is told once, whoever signed in on it before.
pub(super) async fn keep(
    transaction: &mut WriteTransaction,
    person: &Person,
    subscription: &Subscription,
    now_ms: i64,
) -> Result<(), Problem> {
    records::query("DELETE FROM push_subscriptions WHERE endpoint = $1 AND session_id <> $2")
        .bind(&subscription.endpoint)
        .bind(&person.session_id)
        .execute(transaction.on())
        .await
        .map_err(stored)?;
    records::query(
        "INSERT INTO push_subscriptions
             (session_id, account_id, endpoint, public_key, secret, language, made_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, public_key = excluded.public_key,
             secret = excluded.secret, language = excluded.language",
    )
    .bind(&person.session_id)
    .bind(&person.account_id)
    .bind(&subscription.endpoint)
    .bind(&subscription.public_key)
    .bind(&subscription.secret)
    .bind(&subscription.language)
    .bind(now_ms)
    .execute(transaction.on())
    .await
    .map_err(stored)?;
    records::query(
        "DELETE FROM push_subscriptions WHERE account_id = $1 AND session_id NOT IN (
             SELECT session_id FROM push_subscriptions WHERE account_id = $2
             ORDER BY made_at_ms DESC, session_id LIMIT $3
         )",
    )
    .bind(&person.account_id)
    .bind(&person.account_id)
    .bind(MOST)
    .execute(transaction)
    .await
    .map_err(stored)
    .map(drop)
}

/// Forgets where a session's device is reached, and what it was still to be told.
pub(super) async fn forget(tables: &Records, session_id: &str) -> Result<(), Problem> {
    let delete = records::query("DELETE FROM push_subscriptions WHERE session_id = $1");
    let forgotten = tables.run(delete.bind(session_id)).await;
    forgotten.map_err(stored).map(drop)
}

/// The same where it is still reached there: a device that subscribes anew has another address.
pub(super) async fn forget_gone(
    tables: &Records,
    session_id: &str,
    endpoint: &str,
) -> Result<(), Problem> {
    let delete =
        records::query("DELETE FROM push_subscriptions WHERE session_id = $1 AND endpoint = $2");
    let forgotten = tables.run(delete.bind(session_id).bind(endpoint)).await;
    forgotten.map_err(stored).map(drop)
}

/// The sessions and languages of an account's devices, of sessions that stand.
pub(super) async fn of_account(
    tables: &Records,
    account_id: &str,
    now_ms: i64,
) -> Result<Vec<(String, String)>, Problem> {
    records::query_as(
        "SELECT p.session_id, p.language FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id
         WHERE p.account_id = $1 AND s.revoked_at_ms IS NULL
           AND EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.session_id = s.id AND t.expires_at_ms > $2)",
    )
    .bind(account_id)
    .bind(now_ms)
    .fetch_all(tables.read())
    .await
    .map_err(stored)
}

/// Where a session's device is reached, if the session was not ended.
pub(super) async fn of_session(
    tables: &Records,
    session_id: &str,
) -> Result<Option<Subscription>, Problem> {
    records::query_as(
        "SELECT p.endpoint, p.public_key, p.secret, p.language FROM push_subscriptions p
         JOIN sessions s ON s.id = p.session_id WHERE p.session_id = $1 AND s.revoked_at_ms IS NULL",
    )
    .bind(session_id)
    .fetch_optional(tables.read())
    .await
    .map_err(stored)
}

/// Forgets the devices of sessions that have ended.
pub(super) async fn forget_ended(tables: &Records, now_ms: i64) -> Result<(), Problem> {
    let delete = records::query(
        "DELETE FROM push_subscriptions WHERE NOT EXISTS (
             SELECT 1 FROM sessions s JOIN refresh_tokens t ON t.session_id = s.id
             WHERE s.id = push_subscriptions.session_id AND s.revoked_at_ms IS NULL AND t.expires_at_ms > $1
         )",
    );
    tables
        .run(delete.bind(now_ms))
        .await
        .map_err(stored)
        .map(drop)
}
