//! What players of casual games are called and how strong they are thought to be.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::{Problem, identifier};
use outflank_casual::{LiveRating, Variant};
use outflank_kept::{Kept, Weighed};
use outflank_proto::identity::v1::AccountName;
use outflank_tournament::AccountId;

use super::super::App;

/// Accounts by what they are called, and their live ratings by what is played.
#[derive(Debug, Clone, Default)]
pub(crate) struct Players {
    names: BTreeMap<String, AccountName>,
    ratings: BTreeMap<(Variant, String), LiveRating>,
}

impl Players {
    /// What an account is called, and who operates it; empty where nobody knows.
    pub(crate) fn name(&self, account: &str) -> AccountName {
        self.names.get(account).cloned().unwrap_or_default()
    }

    /// The account of the person who operates it, where it is a program's.
    pub(super) fn operator(&self, account: &str) -> Option<&str> {
        let named = self.names.get(account)?;
        Some(named.operator_account_id.as_str()).filter(|id| !id.is_empty())
    }

    /// Its live rating in a variant.
    pub(crate) fn rating(&self, variant: Variant, account: &str) -> LiveRating {
        let known = self.ratings.get(&(variant, account.to_owned()));
        known.copied().unwrap_or_default()
    }
}

/// Room for operators, in bytes; those beyond are asked for again.
const MOST_OPERATORS_BYTES: u64 = 1 << 20;

/// Who operates which account, as far as it was asked: that never changes.
#[derive(Debug)]
pub(in crate::app) struct Operators(Kept<String, Operator>);

/// The account of who operates a program; none for a person's account.
#[derive(Debug, Clone)]
struct Operator(Option<String>);

impl Weighed for Operator {
    fn bytes(&self) -> u64 {
        let bytes = self.0.as_ref().map_or(0, String::len);
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

impl Default for Operators {
    fn default() -> Self {
        Self(Kept::new("pairing_operators", MOST_OPERATORS_BYTES))
    }
}

impl App {
    /// The account of the person who operates a program; none for a person's.
    ///
    /// # Errors
    /// When identity does not answer and nobody asked before.
    pub(crate) async fn operator(&self, account: &str) -> Result<Option<String>, Problem> {
        if identifier::house_bot(account).is_some() {
            return Ok(Some(identifier::HOUSE.to_owned()));
        }
        if let Some(Operator(known)) = self.operators.0.get(account) {
            return Ok(known);
        }
        let named = self.account_names([AccountId(account.to_owned())]).await?;
        let Some(named) = named.into_iter().next() else {
            return Ok(None);
        };
        let operator = Some(named.operator_account_id).filter(|id| !id.is_empty());
        let kept = Operator(operator.clone());
        self.operators.0.keep(named.account_id, kept);
        Ok(operator)
    }

    /// What is known of these, each in what it plays.
    pub(crate) async fn players(
        &self,
        who: &BTreeSet<(Variant, String)>,
    ) -> Result<Players, Problem> {
        let accounts = who.iter().map(|(_, account)| AccountId(account.clone()));
        let named = self.account_names(accounts).await?.into_iter();
        Ok(Players {
            names: named
                .map(|named| (named.account_id.clone(), named))
                .collect(),
            ratings: self.ratings_of(who).await?,
        })
    }
}
