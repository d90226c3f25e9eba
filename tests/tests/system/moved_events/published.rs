//! What was published of an event, against what its entries give: `outflank verify EVENT --rating-files`.

use std::path::{Path, PathBuf};
use std::process::Command;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signer as _, SigningKey};
use outflank_tests::{Event, event::text, server::binary};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::store_location::check;

/// A rating file with its manifest.
pub struct Published {
    folder: tempfile::TempDir,
    file_name: String,
}

impl Published {
    /// That of a confirmed event, whose signature fits.
    pub async fn of(event: &Event) -> Self {
        let path = format!("/tournaments/{}/rating-file", event.id);
        let file = event.rating_file().await;
        let manifest = format!("{path}/manifest");
        let manifest: Value = event.director.get(&manifest).await.unwrap();
        let published = Self {
            folder: tempfile::tempdir().unwrap(),
            file_name: text(&manifest["file_name"]),
        };
        std::fs::write(published.file(), file).unwrap();
        std::fs::write(published.manifest(), manifest.to_string()).unwrap();
        check(
            Command::new(binary())
                .arg("verify")
                .arg(published.manifest()),
        );
        published
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join(&self.file_name)
    }

    fn manifest(&self) -> PathBuf {
        self.folder.path().join("manifest.json")
    }

    /// It follows from the saved event; whatever else somebody signs does not.
    pub fn follows_from(&self, saved: &Path) {
        let (code, said) = self.compared(saved);
        let whole = ", 1 rating file made again: all comes out the same again";
        assert!(code == Some(0) && said.contains(whole), "{said}");

        let before = std::fs::read_to_string(self.file()).unwrap();
        let forged = before.replacen("Moving Open", "Loving Open", 1);
        assert_ne!(before, forged);
        self.sign(&forged);
        check(Command::new(binary()).arg("verify").arg(self.manifest()));
        let (code, said) = self.compared(saved);
        assert_eq!(code, Some(1), "{said}");
        let otherwise =
            "does not follow from the entries: it has \"%%Tournament: UNRATED Loving Open";
        assert!(said.contains(otherwise), "{said}");
    }

    fn compared(&self, saved: &Path) -> (Option<i32>, String) {
        let mut command = Command::new(binary());
        command.arg("verify").arg(saved);
        let command = command.arg("--rating-files").arg(self.manifest());
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), said)
    }

    /// Signs other bytes of the same length by a key of one's own.
    fn sign(&self, content: &str) {
        std::fs::write(self.file(), content).unwrap();
        let export: Value =
            serde_json::from_slice(&std::fs::read(self.manifest()).unwrap()).unwrap();
        let mut signed: Value = serde_json::from_str(&text(&export["manifest"])).unwrap();
        let digest = Sha256::digest(content.as_bytes());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        signed["sha256"] = json!(digest);
        let signed = signed.to_string();
        let key = SigningKey::from_bytes(&[7; 32]);
        let export = json!({
            "file_name": self.file_name,
            "signature": URL_SAFE_NO_PAD.encode(key.sign(signed.as_bytes()).to_bytes()),
            "public_key": URL_SAFE_NO_PAD.encode(key.verifying_key().as_bytes()),
            "manifest": signed,
        });
        std::fs::write(self.manifest(), export.to_string()).unwrap();
    }
}
