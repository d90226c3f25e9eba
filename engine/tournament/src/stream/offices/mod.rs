//! The officials of an event, and which of their duties are done.

pub(super) mod appointing;
pub(super) mod duties;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;
use crate::lists::DutyDone;
use crate::people::{Limits, OfficialRole, Power};
use crate::stake::SharedInterest;

/// Who holds which office, and who held one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Offices {
    /// Whoever founded the event: its first official.
    pub founder: Option<AccountId>,
    /// The officials.
    pub held: BTreeMap<AccountId, OfficialRole>,
    /// How far their offices go, where that was said.
    pub limits: BTreeMap<AccountId, Limits>,
    /// Whose interests an account has beside its own, by its last appointment.
    pub shared_interests: BTreeMap<AccountId, Vec<SharedInterest>>,
    /// The entries that ended offices, each account's last.
    pub ended: BTreeMap<AccountId, u64>,
    /// The duties that are done, by their codes.
    pub duties_done: BTreeMap<String, DutyDone>,
}

impl Offices {
    pub(super) fn appoint(
        &mut self,
        account: &AccountId,
        (role, powers): (OfficialRole, Option<&BTreeSet<Power>>),
        shares: &[SharedInterest],
    ) {
        self.founder.get_or_insert_with(|| account.clone());
        self.held.insert(account.clone(), role);
        let limits = self.limits.entry(account.clone()).or_default();
        limits.appoint(role, powers);
        // It stays when the office ends: there may be a code of his.
        self.shared_interests
            .insert(account.clone(), shares.to_vec());
    }

    pub(super) fn assign(
        &mut self,
        account: &AccountId,
        round: Option<u32>,
        tables: &BTreeSet<u32>,
    ) {
        let limits = self.limits.entry(account.clone()).or_default();
        limits.tables.assign(round, tables.clone());
    }

    pub(super) fn dismiss(&mut self, account: &AccountId, seq: u64) {
        self.held.remove(account);
        self.limits.remove(account);
        self.ended.insert(account.clone(), seq);
    }
}
