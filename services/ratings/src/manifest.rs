//! What is signed of an export: a manifest that names the file by its digest.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use outflank_access::identifier;
use serde::{Deserialize, Serialize};

/// The first words of every manifest, so that a signature over one can never be taken for anything else.
const FORMAT: &str = "outflank rating export 2";
/// Without who answers for the event, what changed and what was superseded: such manifests stand as long as their files.
const EARLIER_FORMAT: &str = "outflank rating export 1";

/// What an export is, where it comes from, and whether the event kept to its rule text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Format of this manifest.
    pub format: String,
    /// The tournament.
    pub tournament_id: String,
    /// Its name.
    pub tournament: String,
    /// Number of the export, from 1.
    pub version: u32,
    /// Name of the rating file.
    pub file_name: String,
    /// SHA-256 of the rating file, lower-case hexadecimal.
    pub sha256: String,
    /// Length of the rating file in bytes.
    pub bytes: u64,
    /// Time of the entry that it shows, ms since 1970; in the earlier format when it was made.
    pub at_ms: i64,
    /// Seq of the tournament's journal that the file shows.
    pub tournament_seq: u64,
    /// The rule set.
    pub rule_set: String,
    /// The versions of the rules with the first round under each, where they were amended after round 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amended_rules: Vec<String>,
    /// True if nothing departs from the rule text.
    pub conformant: bool,
    /// True where the event was abandoned: its ranking is that after the finished rounds, without a champion.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub abandoned: bool,
    /// What departs from the rule text.
    #[serde(rename = "departures")]
    pub deviations: Vec<String>,
    /// True if a rating officer approved the event and released its file, and a director signed for every result that no
    /// game of the platform gave. Absent, and so false, where nobody was asked.
    #[serde(default)]
    pub rated: bool,
    /// How many results no game of the platform gave.
    #[serde(default)]
    pub results_without_game: u32,
    /// Those that a director signed for as played over the board, as round/table.
    #[serde(default)]
    pub over_the_board: Vec<String>,
    /// Those that nobody signed for, as round/table.
    #[serde(default)]
    pub unsigned_results: Vec<String>,
    /// The players' numbers that the players list did not know when the file was released; the committee may give others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers_not_listed: Vec<u32>,
    /// End of the hash chain of the event's draws, hexadecimal.
    pub draw_anchor: String,
    /// The seeds revealed, in order, hexadecimal.
    pub revealed_seeds: Vec<String>,
    /// Who answers for the event; absent in the earlier format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub responsible: Option<Responsible>,
    /// What led to this version, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// The version before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<Superseded>,
    /// What it says otherwise than the version before, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
    /// The files beside the rating file, under the same signature.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<NamedFile>,
    /// Those that could not be made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files_left_out: Vec<FileLeftOut>,
}

/// A file beside the rating file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedFile {
    /// What it is: `standings.csv`.
    pub kind: String,
    /// Its name: `20260718_EGP_ORESUND.standings.csv`.
    pub name: String,
    /// SHA-256 of it, lower-case hexadecimal.
    pub sha256: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// The games that it has no place for, as round/table: not played to the end of the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
}

/// A file that there is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileLeftOut {
    /// What it would be: `crosstable.csv`.
    pub kind: String,
    /// Why there is none.
    pub why: String,
}

/// Who answers for an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Responsible {
    /// The director by name: the file's sender.
    pub director: String,
    /// The accounts that head it.
    pub head_directors: Vec<Signatory>,
    /// Who confirmed its final ranking.
    pub confirmed_by: Option<Signatory>,
    /// Who approved it for ratings, while the approval stands.
    pub approved_by: Option<Signatory>,
    /// The federation in whose name it was approved, by its code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// Who released the file to the committee, while the release stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released_by: Option<Signatory>,
}

/// An account, and what it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signatory {
    /// The account.
    pub account_id: String,
    /// What it was called when the file was made; empty where it is no more.
    pub name: String,
    /// When it acted, ms since 1970; absent for an office that is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<i64>,
}

/// An act that led to a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// What kind of act: `confirmed`, `ranking_amended`, `entrant_corrected`, `event_approved`, `approval_withdrawn`,
    /// `approval_lapsed`, `over_the_board_declared` or `file_released`.
    pub cause: String,
    /// When, ms since 1970.
    pub at_ms: i64,
    /// Whose act; absent where it follows from another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Signatory>,
    /// Why, in that person's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// A version that counts no longer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Superseded {
    /// Its number.
    pub version: u32,
    /// SHA-256 of its file, lower-case hexadecimal.
    pub sha256: String,
}

/// The exact bytes that were signed, with the signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedManifest {
    /// JSON of a [`Manifest`].
    pub manifest: Vec<u8>,
    /// Ed25519 over those bytes.
    pub signature: [u8; 64],
    /// Public key.
    pub public_key: [u8; 32],
}

/// Why an export is not to be believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    /// The key is no Ed25519 public key.
    #[error("the public key is not an Ed25519 key")]
    Key,
    /// The signature does not belong to these bytes and this key.
    #[error("the signature does not fit the manifest: it was changed, or signed by another key")]
    Signature,
    /// Signed, but not a manifest.
    #[error("the signed text is not a rating export's manifest: {0}")]
    Form(String),
    /// The file is not the one that was signed.
    #[error("{file_name} has SHA-256 {found}, the manifest says {expected}: the file was changed")]
    Content {
        /// Name of the file.
        file_name: String,
        /// Its digest.
        found: String,
        /// The manifest's.
        expected: String,
    },
}

impl Manifest {
    /// The format's name, for new manifests.
    #[must_use]
    pub fn format() -> String {
        FORMAT.to_owned()
    }

    /// Whether this version may stand after an earlier one of its event: where it names that one, it is later, and the file
    /// is the one that it names.
    #[must_use]
    pub fn follows(&self, earlier: &Self) -> bool {
        let named = self.supersedes.as_ref();
        let named = named.filter(|named| named.version == earlier.version);
        named.is_none_or(|named| named.sha256 == earlier.sha256 && named.version < self.version)
    }

    /// The digest of a rating file as manifests give it.
    #[must_use]
    pub fn digest(content: &[u8]) -> String {
        identifier::sha256(content)
    }

    /// The manifest's bytes, signed.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn sign(&self, key: &SigningKey) -> Result<SignedManifest, ManifestError> {
        let manifest =
            serde_json::to_vec(self).map_err(|error| ManifestError::Form(error.to_string()))?;
        Ok(SignedManifest {
            signature: key.sign(&manifest).to_bytes(),
            public_key: key.verifying_key().to_bytes(),
            manifest,
        })
    }
}

impl SignedManifest {
    /// Reads the manifest if the signature fits it and, where the file is given, the file fits it too.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn verify(&self, content: Option<&[u8]>) -> Result<Manifest, ManifestError> {
        let key = VerifyingKey::from_bytes(&self.public_key).map_err(|_| ManifestError::Key)?;
        key.verify_strict(&self.manifest, &Signature::from_bytes(&self.signature))
            .map_err(|_| ManifestError::Signature)?;
        let manifest: Manifest = serde_json::from_slice(&self.manifest)
            .map_err(|error| ManifestError::Form(error.to_string()))?;
        if ![FORMAT, EARLIER_FORMAT].contains(&&*manifest.format) {
            return Err(ManifestError::Form(format!(
                "its format is {:?}, not {FORMAT:?}",
                manifest.format
            )));
        }
        if let Some(content) = content {
            let found = Manifest::digest(content);
            if found != manifest.sha256 {
                return Err(ManifestError::Content {
                    file_name: manifest.file_name,
                    found,
                    expected: manifest.sha256,
                });
            }
        }
        Ok(manifest)
    }
}
