//! EdDSA for tokens, and nothing else: the providers that `jsonwebtoken` brings along compile RSA and two other curves.

use std::sync::Once;

use ed25519_dalek::{
    Signature, SigningKey, VerifyingKey,
    ed25519::signature::{Error, Signer, Verifier},
    pkcs8::DecodePrivateKey as _,
};
use jsonwebtoken::{
    Algorithm, AlgorithmFamily, DecodingKey, EncodingKey,
    crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils},
    errors::{ErrorKind, Result},
};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| Ok(Box::new(EdDsaSigner::new(*algorithm, key)?)),
    verifier_factory: |algorithm, key| Ok(Box::new(EdDsaVerifier::new(*algorithm, key)?)),
    // Of JWKs, which are written without that crate.
    key_utils: KeyUtils::new_unimplemented(),
};

/// Has tokens of this process signed and checked by what is here.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let first = PROVIDER.install_default();
        debug_assert!(
            first.is_ok(),
            "nothing else in a process signs or checks tokens with that crate"
        );
    });
}

struct EdDsaSigner(SigningKey);

impl EdDsaSigner {
    fn new(algorithm: Algorithm, key: &EncodingKey) -> Result<Self> {
        if algorithm != Algorithm::EdDSA || key.family() != AlgorithmFamily::Ed {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        let key = SigningKey::from_pkcs8_der(key.as_bytes());
        Ok(Self(key.map_err(|_| ErrorKind::InvalidEddsaKey)?))
    }
}

impl Signer<Vec<u8>> for EdDsaSigner {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.try_sign(message)?.to_bytes().to_vec())
    }
}

impl JwtSigner for EdDsaSigner {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

struct EdDsaVerifier(VerifyingKey);

impl EdDsaVerifier {
    fn new(algorithm: Algorithm, key: &DecodingKey) -> Result<Self> {
        if algorithm != Algorithm::EdDSA || key.family() != AlgorithmFamily::Ed {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        let bytes = key.try_get_as_bytes()?.try_into();
        let key = VerifyingKey::from_bytes(bytes.map_err(|_| ErrorKind::InvalidEddsaKey)?);
        Ok(Self(key.map_err(|_| ErrorKind::InvalidEddsaKey)?))
    }
}

impl Verifier<Vec<u8>> for EdDsaVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.0.verify(message, &Signature::from_slice(signature)?)
    }
}

impl JwtVerifier for EdDsaVerifier {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}
