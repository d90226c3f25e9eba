//! The WebSocket's tickets: good for 30 s, and once.
//!
//! A ticket's holder is kept in live state. While that is away the ticket itself carries the holder, signed with the
//! gateways' service key, so that clients connect all the same; then each gateway by itself sees to it that it is
//! used once there, and for the deployment it is good for the rest of its 30 s.

use std::{sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _};
use outflank_access::{Problem, identifier};
use outflank_live::{InProcess, Live as _, SharedLive};
use outflank_transport::ClusterClock;
use serde::{Deserialize, Serialize};

use crate::holder::Holder;

/// How long a ticket is good for.
pub const LIFETIME: Duration = Duration::from_secs(30);
/// What a ticket that carries its holder begins with; no other can.
const SIGNED: &str = "signed.";
/// Nothing else that this key signs begins like this.
const CONTEXT: &[u8] = b"outflank socket ticket v1\0";
/// A ticket travels in an address: more seats and tournaments than this stay behind, and play knows them by itself.
const MOST_CARRIED: usize = 16;

#[derive(Serialize, Deserialize)]
struct Carried {
    /// No two tickets are the same.
    number: String,
    expires_at_ms: i64,
    holder: Holder,
}

/// Gives tickets out and takes them in.
pub struct Tickets {
    live: SharedLive,
    /// Which of those that carry their holder were used at this gateway.
    used_here: InProcess,
    signing_key: SigningKey,
    clock: Arc<ClusterClock>,
}

impl Tickets {
    /// No ticket was given out. `signing_key` is the gateways' service key.
    pub fn new(live: SharedLive, signing_key: SigningKey, clock: Arc<ClusterClock>) -> Self {
        Self {
            live,
            used_here: InProcess::new(),
            signing_key,
            clock,
        }
    }

    /// A new ticket for a holder.
    ///
    /// # Errors
    /// Without randomness.
    pub async fn issue(&self, holder: Holder) -> Result<String, Problem> {
        let secret = identifier::random_secret().map_err(Problem::internal)?;
        let value = serde_json::to_vec(&holder).map_err(Problem::internal)?;
        let value = Bytes::from(value);
        match self.live.put_ticket(&key(&secret), value, LIFETIME).await {
            Ok(()) => Ok(secret),
            Err(error) => {
                tracing::debug!(%error, "a ticket carries its holder");
                self.sign(secret, holder)
            }
        }
    }

    /// Whom a ticket speaks for; `None` when it is unknown, used, too old or forged.
    pub async fn take(&self, ticket: &str) -> Option<Holder> {
        let Some(signed) = ticket.strip_prefix(SIGNED) else {
            let taken = self.live.take_ticket(&key(ticket)).await;
            let taken = taken.unwrap_or_else(|error| {
                tracing::debug!(%error, "a ticket is asked for again");
                None
            });
            return serde_json::from_slice(&taken?).ok();
        };
        let carried = self.verify(signed)?;
        let once = key(&carried.number);
        if !self.used_here.admit(&once, 1, LIFETIME).await.ok()? {
            return None;
        }
        // Used at another gateway, as far as that can be known now.
        let elsewhere = self.live.admit(&once, 1, LIFETIME).await;
        elsewhere.unwrap_or(true).then_some(carried.holder)
    }

    fn sign(&self, number: String, mut holder: Holder) -> Result<String, Problem> {
        holder.seats.truncate(MOST_CARRIED);
        holder.directed_tournament_ids.truncate(MOST_CARRIED);
        let lifetime_ms = i64::try_from(LIFETIME.as_millis()).unwrap_or(i64::MAX);
        let carried = Carried {
            number,
            expires_at_ms: self.clock.now_ms().saturating_add(lifetime_ms),
            holder,
        };
        let body = serde_json::to_vec(&carried).map_err(Problem::internal)?;
        let signature = self.signing_key.sign(&message(&body)).to_bytes();
        let (body, signature) = (
            URL_SAFE_NO_PAD.encode(body),
            URL_SAFE_NO_PAD.encode(signature),
        );
        Ok(format!("{SIGNED}{body}.{signature}"))
    }

    fn verify(&self, signed: &str) -> Option<Carried> {
        let (body, signature) = signed.split_once('.')?;
        let body = URL_SAFE_NO_PAD.decode(body).ok()?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        let signature = Signature::from_slice(&signature).ok()?;
        let key = self.signing_key.verifying_key();
        key.verify(&message(&body), &signature).ok()?;
        let carried: Carried = serde_json::from_slice(&body).ok()?;
        (carried.expires_at_ms > self.clock.now_ms()).then_some(carried)
    }
}

/// The store holds no secret that opens a socket.
fn key(secret: &str) -> String {
    format!("socket/{}", identifier::derived_id(&[secret]))
}

fn message(body: &[u8]) -> Vec<u8> {
    [CONTEXT, body].concat()
}
