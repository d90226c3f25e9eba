//! The officials of an event.

use std::collections::BTreeMap;

use crate::ids::AccountId;
use crate::people::OfficialRole;
use crate::stake::SharedInterest;

/// Who holds which office, and who held one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offices {
    /// Whoever founded the event: its first official.
    pub founder: Option<AccountId>,
    /// The officials.
    pub held: BTreeMap<AccountId, OfficialRole>,
    /// Whose interests an account has beside its own, by its last appointment.
    pub shared_interests: BTreeMap<AccountId, Vec<SharedInterest>>,
    /// The entries that ended offices, each account's last.
    pub ended: BTreeMap<AccountId, u64>,
}
