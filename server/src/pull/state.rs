//! Where a mirror stands.

use std::{fs, io, path::Path};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

use super::mirror;
use crate::cli::Pull;

const FORMAT: &str = "outflank mirror 1";
/// The file of it, in the mirror's folder.
pub const STATE: &str = "mirror.json";

/// What a mirror is of, and how far it has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    format: String,
    /// The server's address.
    pub server: String,
    /// The key that must have signed, base64url; none before the first file.
    pub key: Option<String>,
    /// Unrated files are mirrored too.
    pub all: bool,
    /// Asks for what is published after everything that is here; empty = from the beginning.
    pub resume_token: String,
}

impl State {
    /// The mirror's state, none where nothing was mirrored there.
    pub fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(STATE);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let state: Self = serde_json::from_slice(&text)
            .with_context(|| format!("{} is no mirror's state", path.display()))?;
        if state.format != FORMAT {
            bail!(
                "{} is of {:?}, this program knows {FORMAT:?}",
                path.display(),
                state.format
            );
        }
        Ok(Some(state))
    }

    /// What is known, gone on with as the command line says.
    pub fn continued(known: Option<Self>, server: &str, arguments: &Pull) -> anyhow::Result<Self> {
        let mut state = known.unwrap_or_else(|| Self {
            format: FORMAT.to_owned(),
            server: server.to_owned(),
            key: None,
            all: arguments.all,
            resume_token: String::new(),
        });
        if state.server != server {
            bail!(
                "{} is a mirror of {}, not of {server}: name another folder, or move its {STATE} away if the server moved",
                arguments.folder.display(),
                state.server
            );
        }
        if state.all != arguments.all {
            // The list of other files is another list.
            state.all = arguments.all;
            state.resume_token.clear();
        }
        if let Some(key) = &arguments.key {
            state.key = Some(key.clone());
        }
        Ok(state)
    }

    /// Writes it in one step.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_vec_pretty(self).context("a mirror's state cannot be written")?;
        mirror::write_whole(&folder.join(STATE), &text)
    }
}
