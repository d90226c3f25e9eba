//! What a process knows about faults, and what it reckons from that.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Owed,
    records::{Outage, OutageKind, SavedReturn},
};
use crate::app::{
    game::Game,
    time::{RECONNECTION_MS, SILENCE_MS},
};

/// A fault is kept this long after everybody's time to be back is over, in ms.
const KEPT_MS: i64 = 60_000;

/// What is known of one fault.
#[derive(Debug)]
struct Fault {
    id: String,
    /// The last beat before it.
    from_ms: i64,
    /// The first beat after it. A lost gateway has none: its span is empty, and only the wait counts.
    to_ms: i64,
    /// Nobody is waited for any longer.
    until_ms: i64,
    /// Whose sockets it took; `None`: everybody's.
    accounts: Option<BTreeSet<String>>,
    /// Who is back since when.
    back: BTreeMap<String, Return>,
}

/// Since when somebody is back after a fault.
#[derive(Debug, Clone, Copy)]
struct Return {
    at_ms: i64,
    /// Nobody saw it: a socket that was open before counts as open until it is found closed.
    presumed: bool,
}

impl Fault {
    /// Whether it has a span of its own; a lost gateway has none.
    fn is_outage(&self) -> bool {
        self.to_ms > self.from_ms
    }

    fn concerns(&self, account: Option<&str>) -> bool {
        match (&self.accounts, account) {
            (None, _) => true,
            (Some(accounts), Some(account)) => accounts.contains(account),
            (Some(_), None) => false,
        }
    }
}

#[derive(Debug, Default)]
struct Gateway {
    last_beat_ms: i64,
    lost: bool,
    open: BTreeSet<String>,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    pub last_beat_ms: i64,
    /// Faults so far, and how many of them every open game was looked at for.
    pub declared: u64,
    pub looked_at: u64,
    faults: Vec<Fault>,
    gateways: BTreeMap<String, Gateway>,
    /// What is not written down yet.
    pub unsaved: Vec<Outage>,
    pub unsaved_returns: Vec<SavedReturn>,
}

impl Known {
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    pub fn forget_old(&mut self, now_ms: i64) {
        self.faults
            .retain(|fault| now_ms <= fault.until_ms.saturating_add(KEPT_MS));
    }

    /// A fault that was noticed here.
    fn declare(&mut self, outage: Outage, back: BTreeMap<String, Return>) {
        self.add(&outage, back);
        self.unsaved.push(outage);
    }

    fn add(&mut self, outage: &Outage, back: BTreeMap<String, Return>) {
        self.declared = self.declared.saturating_add(1);
        self.faults.push(Fault {
            id: outage.id.clone(),
            from_ms: outage.from_ms,
            to_ms: outage.to_ms,
            until_ms: outage.to_ms.saturating_add(RECONNECTION_MS),
            accounts: outage.accounts.clone(),
            back,
        });
        // In the order of time, so that credits follow each other.
        self.faults
            .sort_by_key(|fault| (fault.from_ms, fault.to_ms));
    }

    /// Takes in what this or another process wrote down.
    pub fn adopt(&mut self, outages: &[Outage], returns: &[SavedReturn]) -> bool {
        let before = self.declared;
        for outage in outages.iter().filter(|outage| outage.kind.is_made_good()) {
            if !self.faults.iter().any(|fault| fault.id == outage.id) {
                self.add(outage, BTreeMap::new());
            }
        }
        for back in returns {
            let fault = self.faults.iter_mut();
            if let Some(fault) = fault.into_iter().find(|fault| fault.id == back.outage_id) {
                let known = fault.back.entry(back.account_id.clone());
                known.or_insert(Return {
                    at_ms: back.at_ms,
                    presumed: false,
                });
            }
        }
        self.declared > before
    }

    /// No process of this service ran from `from_ms` until `to_ms`.
    pub fn outage(&mut self, from_ms: i64, to_ms: i64) {
        tracing::warn!(
            from_ms,
            to_ms,
            "the server did not run; clocks get the time back"
        );
        let mut back = BTreeMap::new();
        for gateway in self.gateways.values_mut().filter(|gateway| !gateway.lost) {
            // They could not be heard; their sockets count as open until they say otherwise.
            gateway.last_beat_ms = to_ms;
            let presumed = Return {
                at_ms: to_ms,
                presumed: true,
            };
            let open = gateway.open.iter();
            back.extend(open.map(|account| (account.clone(), presumed)));
        }
        self.declare(Outage::new(OutageKind::Server, "", (from_ms, to_ms)), back);
    }

    /// This process stood still, and others ran meanwhile.
    pub fn stall(&mut self, process: &str, from_ms: i64, to_ms: i64) {
        for gateway in self.gateways.values_mut().filter(|gateway| !gateway.lost) {
            gateway.last_beat_ms = to_ms;
        }
        let stall = Outage::new(OutageKind::Process, process, (from_ms, to_ms));
        self.unsaved.push(stall);
    }

    /// The gateways that nothing was heard of for too long, with their last beat.
    pub fn silent_gateways(&self, now_ms: i64) -> Vec<(String, i64)> {
        let silent = self.gateways.iter().filter(|(_, gateway)| {
            let silence_ms = now_ms.saturating_sub(gateway.last_beat_ms);
            // One that never beat only reported sockets; it cannot be missed.
            !gateway.lost && gateway.last_beat_ms > 0 && silence_ms > SILENCE_MS
        });
        silent
            .map(|(id, gateway)| (id.clone(), gateway.last_beat_ms))
            .collect()
    }

    /// This gateway is gone, with the sockets it had here and those that others heard of.
    pub fn lose(&mut self, gateway_id: &str, now_ms: i64, heard_elsewhere: BTreeSet<String>) {
        let Some(gateway) = self.gateways.get_mut(gateway_id) else {
            return;
        };
        let last_ms = gateway.last_beat_ms;
        if gateway.lost || now_ms.saturating_sub(last_ms) <= SILENCE_MS {
            return;
        }
        gateway.lost = true;
        gateway.open.extend(heard_elsewhere);
        if gateway.open.is_empty() {
            return;
        }
        tracing::warn!(
            gateway_id,
            last_ms,
            "a gateway is silent; its players get time to be back"
        );
        let mut outage = Outage::new(OutageKind::Gateway, gateway_id, (last_ms, last_ms));
        outage.accounts = Some(gateway.open.clone());
        self.declare(outage, BTreeMap::new());
    }

    pub fn gateway_beat(&mut self, gateway_id: &str, now_ms: i64) {
        let gateway = self.gateways.entry(gateway_id.to_owned()).or_default();
        gateway.last_beat_ms = gateway.last_beat_ms.max(now_ms);
        if std::mem::take(&mut gateway.lost) {
            // It was not gone, only not heard: its sockets are what they were.
            let open = gateway.open.clone();
            for account in open {
                self.is_back(&account, now_ms);
            }
        }
    }

    pub fn socket(&mut self, gateway_id: &str, account: &str, open: bool, at_ms: i64) {
        let gateway = self.gateways.entry(gateway_id.to_owned()).or_default();
        if open {
            gateway.open.insert(account.to_owned());
            self.is_back(account, at_ms);
            return;
        }
        gateway.open.remove(account);
        let mut others = self.gateways.values();
        if !others.any(|gateway| !gateway.lost && gateway.open.contains(account)) {
            self.is_gone(account, at_ms);
        }
    }

    pub fn is_back(&mut self, account: &str, at_ms: i64) {
        for fault in &mut self.faults {
            let known = fault.back.get(account).is_some_and(|back| !back.presumed);
            if known || !fault.concerns(Some(account)) || at_ms > fault.until_ms {
                continue;
            }
            let back = fault.back.entry(account.to_owned());
            let at_ms = back
                .and_modify(|back| back.presumed = false)
                .or_insert(Return {
                    at_ms,
                    presumed: false,
                })
                .at_ms;
            self.unsaved_returns.push(SavedReturn {
                outage_id: fault.id.clone(),
                account_id: account.to_owned(),
                at_ms,
            });
        }
    }

    fn is_gone(&mut self, account: &str, at_ms: i64) {
        for fault in &mut self.faults {
            let presumed = fault.back.get(account).is_some_and(|back| back.presumed);
            if presumed && at_ms <= fault.until_ms {
                fault.back.remove(account);
            }
        }
    }

    /// The first span that can be made good now, or until when it cannot be said yet.
    ///
    /// Only the running clock was charged, since its turn began, and what a credit has made good is not
    /// made good twice. A clock that stands was charged until it was stopped.
    pub fn reckon(&self, game: &Game, now_ms: i64) -> (Option<Owed>, Option<i64>) {
        let running = game.state.turn();
        let running = running.map(|turn| (turn, turn.from_ms, i64::MAX));
        let judged = running.or_else(|| game.state.stopped_turn());
        let Some((turn, charged_from, charged_until)) = judged else {
            return (None, None);
        };
        let seat = turn.seat();
        let account = game.account(seat);
        let charged_from = charged_from.max(game.credited_until_ms.unwrap_or(i64::MIN));
        let owed = |from_ms: i64, until_ms: i64, fault_id: String| {
            let until_ms = until_ms.min(charged_until);
            let ms = until_ms.saturating_sub(from_ms.max(charged_from));
            (ms > 0 && !game.state.has_credited(&fault_id)).then_some(Owed {
                color: seat,
                ms,
                until_ms,
                fault_id,
            })
        };
        let mut wait = None;
        // Whoever stopped the clock was served: an outage that ends later began later, whenever the last beat was.
        let before_the_stop = |fault: &&Fault| !fault.is_outage() || fault.to_ms <= charged_until;
        let concerned = self.faults.iter().filter(|fault| fault.concerns(account));
        let concerned = concerned.filter(before_the_stop);
        for fault in concerned.clone() {
            let gap = owed(fault.from_ms, fault.to_ms, fault.id.clone());
            if gap.is_some() {
                return (gap, None);
            }
            // What follows the next outage is that one's: its span is made good before anybody is back.
            let mut later = concerned.clone().filter(|other| other.is_outage());
            let next_ms = later.find(|other| other.from_ms >= fault.to_ms && other.id != fault.id);
            let until_ms = next_ms.map_or(fault.until_ms, |next| next.from_ms.min(fault.until_ms));
            let until_ms = until_ms.min(charged_until);
            let back = account.and_then(|account| fault.back.get(account));
            let until_ms = match back {
                Some(back) => back.at_ms.min(until_ms),
                None if now_ms >= until_ms => until_ms,
                None => {
                    wait = wait.max(Some(until_ms));
                    continue;
                }
            };
            let id = format!("{}-{seat}", fault.id);
            let absence = owed(fault.to_ms, until_ms, id);
            if absence.is_some() {
                return (absence, None);
            }
        }
        (None, wait)
    }
}
