//! Consents to single acts of officials who have an interest in them.

use serde::{Deserialize, Serialize};

use crate::board_ref::BoardRef;
use crate::ids::{AccountId, EntrantId};
use crate::stake::Touched;

/// A consent to one act of one official. It is used up by that act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    /// Its id.
    pub consent: String,
    /// The name of the act ([`Deed::name`]).
    pub act: String,
    /// Whose act.
    pub official: AccountId,
    /// About which board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardRef>,
    /// About whom, where it is about no board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrant: Option<EntrantId>,
    /// Who consents.
    pub by: AccountId,
    /// Whose seat he holds; `None`: a second official's consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<EntrantId>,
}

impl Consent {
    /// Whether it is to the same act of the same official about the same.
    pub(crate) fn is_to_the_same(&self, other: &Self) -> bool {
        let key = |given: &Self| {
            (
                given.act.clone(),
                given.official.clone(),
                given.board,
                given.entrant.clone(),
            )
        };
        key(self) == key(other)
    }

    pub(crate) fn is_about(&self, touched: &Touched) -> bool {
        match touched.board {
            Some(board) => self.board == Some(board),
            None => self
                .entrant
                .as_ref()
                .is_some_and(|entrant| touched.entrants.contains(entrant)),
        }
    }
}
