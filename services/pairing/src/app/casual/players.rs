//! What players of casual games are called and how strong they are thought to be.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_casual::{LiveRating, Variant};
use outflank_tournament::AccountId;

use super::super::App;

/// Accounts by what they are called, and their live ratings by what is played.
#[derive(Debug, Clone, Default)]
pub(crate) struct Players {
    names: BTreeMap<String, String>,
    ratings: BTreeMap<(Variant, String), LiveRating>,
}

impl Players {
    /// What an account is called; empty where nobody knows.
    pub(crate) fn name(&self, account: &str) -> String {
        self.names.get(account).cloned().unwrap_or_default()
    }

    /// Its live rating in a variant.
    pub(crate) fn rating(&self, variant: Variant, account: &str) -> LiveRating {
        let known = self.ratings.get(&(variant, account.to_owned()));
        known.copied().unwrap_or_default()
    }
}

impl App {
    /// What is known of these, each in what it plays.
    pub(crate) async fn players(
        &self,
        who: &BTreeSet<(Variant, String)>,
    ) -> Result<Players, Problem> {
        let accounts = who.iter().map(|(_, account)| AccountId(account.clone()));
        let named = self.account_names(accounts).await?.into_iter();
        Ok(Players {
            names: named
                .map(|named| (named.account_id, named.display_name))
                .collect(),
            ratings: self.ratings_of(who).await?,
        })
    }
}
