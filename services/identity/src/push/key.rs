//! The key by which push services know this server's messages (VAPID, RFC 8292). Browsers subscribe with its public half,
//! so that it stays as long as the store: it is kept there.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use outflank_access::Problem;
use outflank_journal::{Records, records};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;
use url::Url;

use crate::refusals::stored;

/// How long a push service may take this server's word, in s: half of the longest that there is.
const GOOD_FOR_S: i64 = 12 * 3_600;

pub(super) struct PushKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl PushKey {
    /// The key of a store, made where it has none. Of several processes that make one at once all take the first.
    pub(super) async fn of(tables: &Records) -> Result<Self, Problem> {
        let random = SystemRandom::new();
        let document = match kept(tables).await? {
            Some(document) => document,
            None => made(tables, &random).await?,
        };
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &document, &random)
            .map_err(Problem::internal)?;
        Ok(Self { pair, random })
    }

    /// Its public half, base64url.
    pub(super) fn public_key(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.pair.public_key())
    }

    /// The header `Authorization` of a message to there.
    pub(super) fn authorization(
        &self,
        endpoint: &Url,
        contact: Option<&str>,
        now_ms: i64,
    ) -> Result<String, Problem> {
        let mut claims = json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": now_ms.div_euclid(1_000).saturating_add(GOOD_FOR_S),
        });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let part = |json: &serde_json::Value| BASE64_URL_SAFE_NO_PAD.encode(json.to_string());
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let signed = format!("{}.{}", part(&header), part(&claims));
        let signature = self.pair.sign(&self.random, signed.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.map_err(Problem::internal)?);
        Ok(format!(
            "vapid t={signed}.{signature}, k={}",
            self.public_key()
        ))
    }
}

async fn kept(tables: &Records) -> Result<Option<Vec<u8>>, Problem> {
    let select = records::query_scalar("SELECT document FROM push_key");
    let found = select.fetch_optional(tables.read()).await;
    found.map_err(stored)
}

async fn made(tables: &Records, random: &SystemRandom) -> Result<Vec<u8>, Problem> {
    let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, random);
    let made = made.map_err(Problem::internal)?.as_ref().to_vec();
    let keep = records::query(
        "INSERT INTO push_key (only_row, document) VALUES (1, $1) ON CONFLICT (only_row) DO NOTHING",
    );
    tables.run(keep.bind(made.clone())).await.map_err(stored)?;
    Ok(kept(tables).await?.unwrap_or(made))
}
