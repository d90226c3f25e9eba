//! A folded tournament as bytes, so that whoever goes on with it need not fold it from its first event.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::stream::TournamentState;

/// Edition of the fold. Whoever changes what `evolve` makes of events, or what the state has in it, counts it up: states
/// that another edition folded are folded anew.
pub const FOLD_EDITION: u32 = 2;

#[derive(Serialize)]
struct Written<'a> {
    edition: u32,
    state: &'a TournamentState,
}

#[derive(Deserialize)]
struct Read {
    #[serde(deserialize_with = "own_edition")]
    #[expect(dead_code, reason = "read to be refused")]
    edition: u32,
    state: TournamentState,
}

impl TournamentState {
    /// The state for [`from_snapshot`](Self::from_snapshot). It says which edition of the fold made it.
    ///
    /// # Errors
    /// None that is known: every part of the state can be written.
    pub fn to_snapshot(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(&Written {
            edition: FOLD_EDITION,
            state: self,
        })
    }

    /// Which edition of the fold wrote it; none where that cannot be read.
    #[must_use]
    pub fn snapshot_edition(bytes: &[u8]) -> Option<u32> {
        #[derive(Deserialize)]
        struct Of {
            edition: u32,
        }
        let of: Of = serde_json::from_slice(bytes).ok()?;
        Some(of.edition)
    }

    /// The state that was written. What cannot be read, or was folded by another edition, is to be folded anew.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice::<Read>(bytes).map(|read| read.state)
    }
}

fn own_edition<'de, D: Deserializer<'de>>(edition: D) -> Result<u32, D::Error> {
    match u32::deserialize(edition)? {
        FOLD_EDITION => Ok(FOLD_EDITION),
        other => Err(D::Error::custom(format_args!(
            "edition {other} folded it, and this is {FOLD_EDITION}"
        ))),
    }
}
