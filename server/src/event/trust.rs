//! Whose saved events are loaded.

use anyhow::bail;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::Load;
use crate::{
    configuration::Deployment,
    keys_folder::{self, KeysFolder},
};

/// Whose signature is taken.
#[derive(Debug, PartialEq, Eq)]
pub enum Signers {
    /// Anybody's: the file is only looked at.
    Anybody,
    /// This one's.
    Only(String),
    /// This deployment's own, and those that the operator named.
    Trusted {
        own: Option<String>,
        named: Vec<String>,
    },
}

impl Signers {
    /// Whom a deployment believes that loads a file.
    pub fn of(arguments: &Load, deployment: &Deployment) -> Self {
        if let Some(key) = &arguments.key {
            return Self::Only(key.clone());
        }
        Self::Trusted {
            own: own_key(deployment),
            named: arguments.trust.clone(),
        }
    }

    /// Refuses a key that nobody here trusts.
    pub fn check(&self, key: &str) -> anyhow::Result<()> {
        match self {
            Self::Only(only) if only != key => {
                bail!("it is signed by the key {key}, not by {only}")
            }
            Self::Trusted { own, named }
                if own.as_deref() != Some(key) && named.iter().all(|one| one != key) =>
            {
                bail!(
                    "it is signed by the key {key}, which nobody here trusts: if that is the key that `event save` \
                     told whoever saved it, name it with --trust"
                )
            }
            _ => Ok(()),
        }
    }

    /// Why a key is taken, for whoever reads what was done.
    pub fn reason(&self, key: &str) -> &'static str {
        match self {
            Self::Anybody => "not checked",
            Self::Only(_) => "named with --key",
            Self::Trusted { own, .. } if own.as_deref() == Some(key) => "this server's own",
            Self::Trusted { .. } => "named with --trust",
        }
    }
}

/// The key with which this deployment signs, if it has one by now.
pub fn own_key(deployment: &Deployment) -> Option<String> {
    let keys = KeysFolder::looked_at(deployment)?;
    let key = keys.public(keys_folder::EXPORTS).ok()?;
    Some(URL_SAFE_NO_PAD.encode(key.as_bytes()))
}
