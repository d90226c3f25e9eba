//! Ed25519 keys kept in the data folder.

use std::{fs, io, path::Path};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{
    SigningKey, VerifyingKey,
    pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, spki::der::pem::LineEnding},
};

use crate::identifier;

/// A key could not be read or made.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file system refused.
    #[error("the key file {path} cannot be used: {cause}")]
    File {
        /// Which file.
        path: String,
        /// What the system says.
        cause: io::Error,
    },
    /// The file holds something else.
    #[error("the key file {path} is not an Ed25519 private key in PKCS #8 PEM form: {cause}")]
    Form {
        /// Which file.
        path: String,
        /// What is wrong.
        cause: String,
    },
    /// No randomness for a new key.
    #[error(transparent)]
    Randomness(#[from] identifier::NoRandomness),
}

/// Reads the key at `path`, or makes one there that only this user can read.
///
/// # Errors
/// When the file cannot be read, made, or is no Ed25519 key.
pub fn load_or_create(path: &Path) -> Result<SigningKey, KeyError> {
    let file = |cause| KeyError::File {
        path: path.display().to_string(),
        cause,
    };
    let form = |cause: String| KeyError::Form {
        path: path.display().to_string(),
        cause,
    };
    match fs::read_to_string(path) {
        Ok(pem) => SigningKey::from_pkcs8_pem(&pem).map_err(|error| form(error.to_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let key = SigningKey::from_bytes(&identifier::random_bytes()?);
            let pem = key
                .to_pkcs8_pem(LineEnding::LF)
                .map_err(|error| form(error.to_string()))?;
            write_private(path, pem.as_bytes()).map_err(file)?;
            Ok(key)
        }
        Err(error) => Err(file(error)),
    }
}

/// Writes a file that only this user can read, under another name first: a crash leaves no half file.
///
/// # Errors
/// When the file system refuses.
pub fn write_private(path: &Path, content: &[u8]) -> io::Result<()> {
    use std::io::Write as _;
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let beside = path.with_extension("new");
    let mut file = options.open(&beside)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(beside, path)
}

/// The key's name in tokens and key sets: it follows from the key itself.
#[must_use]
pub fn key_id(key: &VerifyingKey) -> String {
    identifier::derived_id(&["ed25519", &identifier::hex(key.as_bytes())])
}

/// What a published key signs, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signs {
    /// People's access tokens.
    AccessTokens,
    /// The manifests of rating files.
    RatingFiles,
    /// Confirmed results and evidence.
    Results,
}

impl Signs {
    /// As the key set says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AccessTokens => "access_tokens",
            Self::RatingFiles => "rating_files",
            Self::Results => "results",
        }
    }
}

/// A key that the world may check signatures with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishedKey {
    /// The key.
    pub key: VerifyingKey,
    /// What is signed with it.
    pub signs: Signs,
    /// Nothing is signed with it any more: what was still fits.
    pub retired: bool,
}

impl PublishedKey {
    /// The key as a JSON Web Key (RFC 8037). `signs` is ours, and says what the key is for. `alg` names how tokens are
    /// signed: a key that signs none has none.
    #[must_use]
    pub fn json_web_key(&self) -> serde_json::Value {
        let mut key = serde_json::json!({
            "kty": "OKP",
            "crv": "Ed25519",
            "use": "sig",
            "key_ops": ["verify"],
            "kid": key_id(&self.key),
            "x": URL_SAFE_NO_PAD.encode(self.key.as_bytes()),
            "signs": self.signs.name(),
            "retired": self.retired,
        });
        if self.signs == Signs::AccessTokens {
            key["alg"] = "EdDSA".into();
        }
        key
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_key_is_made_once_and_read_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("identity.pem");
        let made = load_or_create(&path).unwrap();
        assert_eq!(load_or_create(&path).unwrap().to_bytes(), made.to_bytes());
    }

    #[test]
    fn a_broken_key_file_is_named_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("identity.pem");
        fs::write(&path, "not a key").unwrap();
        let error = load_or_create(&path).unwrap_err().to_string();
        assert!(error.contains("identity.pem"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "not a key");
    }
}
