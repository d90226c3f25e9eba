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

impl Offices {
    pub(super) fn appoint(
        &mut self,
        account: &AccountId,
        role: OfficialRole,
        shares: &[SharedInterest],
    ) {
        self.founder.get_or_insert_with(|| account.clone());
        self.held.insert(account.clone(), role);
        // It stays when the office ends: there may be a code of his.
        self.shared_interests
            .insert(account.clone(), shares.to_vec());
    }

    pub(super) fn dismiss(&mut self, account: &AccountId, seq: u64) {
        self.held.remove(account);
        self.ended.insert(account.clone(), seq);
    }
}
