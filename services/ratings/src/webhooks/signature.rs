//! What deliveries are signed with.

use outflank_access::{Problem, identifier};
use ring::hmac;

/// What a secret begins with, so that scanners of leaked secrets know it.
const PREFIX: &str = "whsec_";
/// What a signature begins with: how it was made.
const VERSION: &str = "v1=";

/// A new secret: 32 random bytes, base64url.
///
/// # Errors
/// When the operating system gives no randomness.
pub fn new_secret() -> Result<String, Problem> {
    let secret = identifier::random_secret().map_err(Problem::internal)?;
    Ok(format!("{PREFIX}{secret}"))
}

/// The value of `Outflank-Signature`: `v1=` and the HMAC-SHA256, in lower-case hexadecimal, of the timestamp, a full stop
/// and the body, under the secret's own bytes.
#[must_use]
pub fn signature(secret: &str, timestamp_ms: i64, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let mut context = hmac::Context::with_key(&key);
    context.update(timestamp_ms.to_string().as_bytes());
    context.update(b".");
    context.update(body);
    format!("{VERSION}{}", identifier::hex(context.sign().as_ref()))
}
