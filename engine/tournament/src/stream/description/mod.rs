//! What the event says of itself in words: where it is held and by whom, whom to ask, what is won beside sums of money,
//! its prospectus. The texts are records; the stream holds their ids.

pub(super) mod describing;

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;

/// The texts of an event, each the id of the record that holds it; `None` where nothing is written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Description {
    /// Where it is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Who holds it, as printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organiser_name: Option<String>,
    /// Whom to ask, and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// What is won beside the sums of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_prizes: Option<String>,
    /// The prospectus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prospectus: Option<String>,
}

impl Description {
    /// Every text by its name, in the order in which they are shown.
    #[must_use]
    pub fn by_name(&self) -> [(&'static str, Option<&str>); 5] {
        [
            ("place", self.place.as_deref()),
            ("organiser_name", self.organiser_name.as_deref()),
            ("contact", self.contact.as_deref()),
            ("other_prizes", self.other_prizes.as_deref()),
            ("prospectus", self.prospectus.as_deref()),
        ]
    }

    /// The names of the texts that are not those of another description.
    #[must_use]
    pub fn changed_from(&self, before: &Self) -> Vec<&'static str> {
        self.by_name()
            .into_iter()
            .zip(before.by_name())
            .filter(|(now, then)| now != then)
            .map(|((name, _), _)| name)
            .collect()
    }
}

/// A description where it stands in the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeDescription {
    /// The texts, whole.
    pub description: Description,
    /// Who wrote them.
    pub by: AccountId,
    /// When, cluster time in ms since 1970.
    pub at_ms: i64,
}

/// What an event knows of its descriptions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Descriptions {
    made: Vec<MadeDescription>,
}

impl Descriptions {
    /// All of them, first to last; the last is in force.
    #[must_use]
    pub fn made(&self) -> &[MadeDescription] {
        &self.made
    }

    /// The texts in force; none before anything is written.
    #[must_use]
    pub fn in_force(&self) -> Description {
        let last = self.made.last();
        last.map(|made| made.description.clone())
            .unwrap_or_default()
    }

    pub(in crate::stream) fn take(
        &mut self,
        description: &Description,
        by: &AccountId,
        at_ms: i64,
    ) {
        self.made.push(MadeDescription {
            description: description.clone(),
            by: by.clone(),
            at_ms,
        });
    }
}
