//! Results that both players signed, that silence confirmed or an official: the server signs them too.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _, VerifyingKey};
use outflank_access::{Role, keys};
use outflank_othello::{Command, ConfirmationStatus, Moment, Phase, TableState, transcript_digest};

use super::{Play, game::Game, tables::Step};

/// What the server's signature stands under.
#[must_use]
pub fn statement(game_id: &str, digest: &str) -> String {
    format!("outflank result 1\ngame {game_id}\ntranscript sha-256 {digest}\n")
}

/// Whether a signature under a game's confirmed result is that of this key.
#[must_use]
pub fn is_countersigned(
    key: &VerifyingKey,
    (game_id, digest): (&str, &str),
    signature: &str,
) -> bool {
    let Ok(bytes) = URL_SAFE_NO_PAD.decode(signature) else {
        return false;
    };
    Signature::from_slice(&bytes).is_ok_and(|signature| {
        key.verify(statement(game_id, digest).as_bytes(), &signature)
            .is_ok()
    })
}

/// Signs results, and documents about them, for the server.
pub(super) struct ResultSigner {
    key: SigningKey,
    key_id: String,
}

impl ResultSigner {
    pub fn new(key: SigningKey) -> Self {
        let key_id = keys::key_id(&key.verifying_key());
        Self { key, key_id }
    }

    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// The public key, base64.
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.verifying_key().as_bytes())
    }

    /// The signature under a document, base64url.
    pub fn sign_document(&self, document: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(self.key.sign(document).to_bytes())
    }

    /// The step that signs a game's confirmed result.
    pub fn sign(&self, game: &Game, now_ms: i64) -> Step {
        let digest = transcript_digest(&game.state);
        let signature = self.key.sign(statement(&game.id, &digest).as_bytes());
        Step::new(
            &Role::Play.actor(),
            &format!("countersign-{}", game.seq),
            Command::Countersign {
                digest,
                key_id: self.key_id.clone(),
                signature: URL_SAFE_NO_PAD.encode(signature.to_bytes()),
            },
            Moment::at(now_ms),
        )
    }
}

impl Play {
    /// The server's signature under a document it hands out, base64url.
    pub(crate) fn sign_document(&self, document: &[u8]) -> String {
        self.signer.sign_document(document)
    }

    /// Id of the key that the server signs with.
    pub(crate) fn signing_key_id(&self) -> &str {
        self.signer.key_id()
    }
}

/// Whether the server has still to sign.
pub(super) fn awaits_countersignature(state: &TableState) -> bool {
    state.phase() == Phase::Finished
        && state.away().is_none()
        && state.signatures().is_some_and(|signed| {
            signed.status() == ConfirmationStatus::Confirmed && signed.countersigned.is_none()
        })
}
