//! What the house keeps between two starts: its sessions, in a file that only this user can read.

use std::{fs, io, path::Path};

use anyhow::Context as _;
use outflank_access::identifier;
use outflank_client::Session;
use serde::{Deserialize, Serialize};

/// The house's memory.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Of the house director's account.
    pub password: String,
    /// The sample event, once it exists.
    pub tournament_id: Option<String>,
    /// Entrant id and session, in the order of the entrants.
    pub seats: Vec<(String, Session)>,
}

impl Kept {
    /// Reads the file, or begins a new one with a new password.
    pub fn read_or_new(file: &Path) -> anyhow::Result<Self> {
        match fs::read_to_string(file) {
            Ok(text) => serde_json::from_str(&text)
                .with_context(|| format!("{} is not what the house wrote", file.display())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let kept = Self {
                    password: identifier::random_secret()?,
                    tournament_id: None,
                    seats: Vec::new(),
                };
                kept.write(file)?;
                Ok(kept)
            }
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", file.display())),
        }
    }

    /// Writes the whole file beside and puts it in place.
    pub fn write(&self, file: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_vec_pretty(self)?;
        outflank_access::keys::write_private(file, &text)
            .with_context(|| format!("{} cannot be written", file.display()))
    }
}
