//! Consents to single acts of officials who have an interest in them.

use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, EntrantId};
use crate::judging::Question;
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
    /// About which board (round and table).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<(u32, u32)>,
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

    fn is_about(&self, touched: &Touched) -> bool {
        match touched.board {
            Some(board) => self.board == Some(board),
            None => self
                .entrant
                .as_ref()
                .is_some_and(|entrant| touched.entrants.contains(entrant)),
        }
    }
}

/// The consents that cover the act: of a second official, or of everybody whom it touches but the official himself.
pub(crate) fn consents(asked: &Question<'_>) -> Option<Vec<String>> {
    let given: Vec<&Consent> = asked
        .consents
        .iter()
        .filter(|given| given.act == asked.deed.name() && given.official == asked.by.account)
        .collect();
    let of_official = |given: &&&Consent| given.holder.is_none();
    if asked.touched.is_empty() {
        let whole = |given: &&&Consent| given.board.is_none() && given.entrant.is_none();
        let found = given.iter().filter(of_official).find(whole)?;
        return Some(vec![found.consent.clone()]);
    }
    let mut used = Vec::new();
    for touched in asked.touched {
        let about: Vec<&Consent> = given
            .iter()
            .copied()
            .filter(|given| given.is_about(touched))
            .collect();
        if let Some(found) = about.iter().find(|given| given.holder.is_none()) {
            used.push(found.consent.clone());
            continue;
        }
        let others: Vec<&EntrantId> = touched
            .entrants
            .iter()
            .filter(|entrant| !asked.by.has_as_own(entrant))
            .collect();
        if others.is_empty() {
            return None;
        }
        for other in others {
            let found = about
                .iter()
                .find(|given| given.holder.as_ref() == Some(other))?;
            used.push(found.consent.clone());
        }
    }
    Some(used)
}
