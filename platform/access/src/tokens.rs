//! Access tokens of people and service tokens of roles: EdDSA JWTs, verified by everybody who is called.

use std::{collections::BTreeMap, sync::Mutex};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{SigningKey, VerifyingKey, pkcs8::EncodePrivateKey as _};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Kind, Person, Problem, Role, Scopes, eddsa, keys};

/// How long an access token is good for, in ms.
pub const ACCESS_LIFETIME_MS: i64 = 10 * 60 * 1000;
/// How long a service token is good for, in ms.
const SERVICE_LIFETIME_MS: i64 = 5 * 60 * 1000;
/// A service token is renewed when less than this is left of it, in ms.
const RENEW_BEFORE_MS: i64 = 60 * 1000;

const ISSUER: &str = "outflank";
const PEOPLE: &str = "outflank";
const SERVICES: &str = "outflank-services";
/// RFC 9068.
const ACCESS_TYPE: &str = "at+jwt";
const SERVICE_TYPE: &str = "service+jwt";

/// A token could not be made or is not good.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not signed by a key we know, malformed, or meant for something else.
    #[error("the token is not one of ours")]
    Foreign,
    /// It was good once.
    #[error("the token has expired")]
    Expired,
    /// It cannot be signed.
    #[error("the token cannot be signed: {0}")]
    Signing(String),
}

impl From<&TokenError> for Problem {
    /// What a caller is told whose token is not good.
    fn from(error: &TokenError) -> Self {
        match error {
            TokenError::Expired => Problem::new(
                Kind::Unauthenticated,
                "token_expired",
                "The access token has expired: refresh the session.",
            ),
            _ => Problem::new(
                Kind::Unauthenticated,
                "token_refused",
                "The access token is not one of this server's: sign in again.",
            ),
        }
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct AccessClaims {
    iss: String,
    aud: String,
    sub: String,
    sid: String,
    iat: i64,
    exp: i64,
    /// How the person signed in (RFC 8176): `pwd`, or `seat` for a light account, a guest's too.
    amr: Vec<String>,
    /// What it is good for (RFC 8693); a session's token, good for everything, has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
}

#[derive(Clone, Serialize, Deserialize)]
struct ServiceClaims {
    iss: String,
    aud: String,
    sub: String,
    exp: i64,
}

/// Signs tokens with one key.
pub struct Signer {
    key: EncodingKey,
    key_id: String,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Signer({})", self.key_id)
    }
}

impl Signer {
    /// A signer for this key.
    ///
    /// # Errors
    /// When the key has no PKCS #8 form.
    pub fn new(key: &SigningKey) -> Result<Self, TokenError> {
        let der = key
            .to_pkcs8_der()
            .map_err(|error| TokenError::Signing(error.to_string()))?;
        Ok(Self {
            key: EncodingKey::from_ed_der(der.as_bytes()),
            key_id: keys::key_id(&key.verifying_key()),
        })
    }

    /// An access token for a person, and when it ends in ms.
    ///
    /// # Errors
    /// When signing fails.
    pub fn access_token(&self, person: &Person, now_ms: i64) -> Result<(String, i64), TokenError> {
        let expires_ms = now_ms.saturating_add(ACCESS_LIFETIME_MS);
        let method = if person.light { "seat" } else { "pwd" };
        let claims = AccessClaims {
            iss: ISSUER.into(),
            aud: PEOPLE.into(),
            sub: person.account_id.clone(),
            sid: person.session_id.clone(),
            iat: now_ms / 1000,
            exp: expires_ms / 1000,
            amr: vec![method.into()],
            scope: (person.scopes != Scopes::all()).then(|| person.scopes.names()),
        };
        Ok((self.sign(ACCESS_TYPE, &claims)?, expires_ms))
    }

    fn sign(&self, kind: &str, claims: &impl Serialize) -> Result<String, TokenError> {
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some(kind.into());
        header.kid = Some(self.key_id.clone());
        eddsa::install();
        jsonwebtoken::encode(&header, claims, &self.key)
            .map_err(|error| TokenError::Signing(error.to_string()))
    }
}

/// A role's own proof of who is calling, renewed as needed.
#[derive(Debug)]
pub struct ServiceIdentity {
    role: Role,
    signer: Signer,
    current: Mutex<Option<(String, i64)>>,
}

impl ServiceIdentity {
    /// The identity of `role` under its service key.
    ///
    /// # Errors
    /// When the key cannot sign.
    pub fn new(role: Role, key: &SigningKey) -> Result<Self, TokenError> {
        Ok(Self {
            role,
            signer: Signer::new(key)?,
            current: Mutex::new(None),
        })
    }

    /// A token that is good for at least another minute.
    ///
    /// # Errors
    /// When signing fails.
    pub fn token(&self, now_ms: i64) -> Result<String, TokenError> {
        let mut current = self
            .current
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((token, expires_ms)) = current.as_ref()
            && now_ms < expires_ms.saturating_sub(RENEW_BEFORE_MS)
        {
            return Ok(token.clone());
        }
        let expires_ms = now_ms.saturating_add(SERVICE_LIFETIME_MS);
        let token = self.signer.sign(
            SERVICE_TYPE,
            &ServiceClaims {
                iss: ISSUER.into(),
                aud: SERVICES.into(),
                sub: self.role.name().into(),
                exp: expires_ms / 1000,
            },
        )?;
        *current = Some((token.clone(), expires_ms));
        Ok(token)
    }
}

/// Checks tokens against the configured keys: one for people, one a role.
#[derive(Default)]
pub struct Verifier {
    people: BTreeMap<String, DecodingKey>,
    services: BTreeMap<String, (Role, DecodingKey)>,
    /// Service tokens change every few minutes and come with every call.
    seen: Mutex<BTreeMap<String, (Role, i64)>>,
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "Verifier({} keys)",
            self.people.len() + self.services.len()
        )
    }
}

impl Verifier {
    /// Trusts a key for people's access tokens.
    ///
    /// # Errors
    /// When the key has no form that tokens can be checked with.
    pub fn trust_people(mut self, key: &VerifyingKey) -> Result<Self, TokenError> {
        self.people.insert(keys::key_id(key), decoding_key(key)?);
        Ok(self)
    }

    /// Trusts a key for one role's service tokens.
    ///
    /// # Errors
    /// When the key has no form that tokens can be checked with.
    pub fn trust_service(mut self, role: Role, key: &VerifyingKey) -> Result<Self, TokenError> {
        self.services
            .insert(keys::key_id(key), (role, decoding_key(key)?));
        Ok(self)
    }

    /// Who holds this access token.
    ///
    /// # Errors
    /// When it is not ours or has expired.
    pub fn person(&self, token: &str, now_ms: i64) -> Result<Person, TokenError> {
        self.person_until(token, now_ms).map(|(person, _)| person)
    }

    /// Who holds this access token, and until when, cluster time in ms.
    ///
    /// # Errors
    /// When it is not ours or has expired.
    pub fn person_until(&self, token: &str, now_ms: i64) -> Result<(Person, i64), TokenError> {
        let key = self
            .people
            .get(&key_id_of(token, ACCESS_TYPE)?)
            .ok_or(TokenError::Foreign)?;
        let claims: AccessClaims = decode(token, key, PEOPLE)?;
        let expires_ms = claims.exp.saturating_mul(1000);
        if expires_ms <= now_ms {
            return Err(TokenError::Expired);
        }
        let person = Person {
            account_id: claims.sub,
            session_id: claims.sid,
            light: !claims.amr.iter().any(|method| method == "pwd"),
            scopes: claims
                .scope
                .map_or_else(Scopes::all, |names| Scopes::named(&names)),
        };
        Ok((person, expires_ms))
    }

    /// Which role holds this service token.
    ///
    /// # Errors
    /// When it is not ours or has expired.
    pub fn service(&self, token: &str, now_ms: i64) -> Result<Role, TokenError> {
        let mut seen = self
            .seen
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((role, expires_ms)) = seen.get(token)
            && now_ms < *expires_ms
        {
            return Ok(*role);
        }
        let (role, key) = self
            .services
            .get(&key_id_of(token, SERVICE_TYPE)?)
            .ok_or(TokenError::Foreign)?;
        let claims: ServiceClaims = decode(token, key, SERVICES)?;
        let expires_ms = claims.exp.saturating_mul(1000);
        if claims.sub != role.name() {
            return Err(TokenError::Foreign);
        }
        if expires_ms <= now_ms {
            return Err(TokenError::Expired);
        }
        seen.retain(|_, (_, expires)| *expires > now_ms);
        seen.insert(token.to_owned(), (*role, expires_ms));
        Ok(*role)
    }
}

fn decoding_key(key: &VerifyingKey) -> Result<DecodingKey, TokenError> {
    DecodingKey::from_ed_components(&URL_SAFE_NO_PAD.encode(key.as_bytes()))
        .map_err(|error| TokenError::Signing(error.to_string()))
}

fn key_id_of(token: &str, kind: &str) -> Result<String, TokenError> {
    let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Foreign)?;
    if header.alg != Algorithm::EdDSA || header.typ.as_deref() != Some(kind) {
        return Err(TokenError::Foreign);
    }
    header.kid.ok_or(TokenError::Foreign)
}

/// Expiry is compared with cluster time by the caller, not with the host's clock here.
fn decode<C: DeserializeOwned + Clone>(
    token: &str,
    key: &DecodingKey,
    audience: &str,
) -> Result<C, TokenError> {
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.validate_exp = false;
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[audience]);
    eddsa::install();
    jsonwebtoken::decode(token, key, &validation)
        .map(|data| data.claims)
        .map_err(|_| TokenError::Foreign)
}
