//! Server faults: when the server, or a gateway, did not run, and what that gives back to players.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    game::Game,
    time::{RECONNECTION_MS, SILENCE_MS},
};

/// A fault is kept this long after everybody's time to be back is over, in ms.
const KEPT_MS: i64 = 60_000;

/// Time that a game's running clock is owed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owed {
    pub color: outflank_othello::Color,
    pub ms: i64,
    /// The end of the span that is made good, ms of cluster time.
    pub until_ms: i64,
    pub fault_id: String,
}

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
struct Known {
    last_beat_ms: i64,
    /// Faults so far, and how many of them every open game was looked at for.
    declared: u64,
    looked_at: u64,
    faults: Vec<Fault>,
    gateways: BTreeMap<String, Gateway>,
}

/// The faults of late, and the signs of life they are told from.
#[derive(Debug, Default)]
pub(crate) struct Faults(Mutex<Known>);

impl Faults {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This process starts; `last_beat_ms` is its predecessor's last sign of life.
    pub fn started(&self, last_beat_ms: Option<i64>, now_ms: i64) {
        let mut known = self.known();
        known.last_beat_ms = now_ms;
        if let Some(from_ms) = last_beat_ms {
            known.declare(from_ms, now_ms, BTreeMap::new());
        }
    }

    /// Looks whether this process was stopped since its last beat: paused, or its machine asleep. Asked
    /// before anything is decided, so that no clock pays for it.
    pub fn notice(&self, now_ms: i64) -> bool {
        let mut known = self.known();
        let from_ms = known.last_beat_ms;
        if now_ms.saturating_sub(from_ms) <= SILENCE_MS {
            return false;
        }
        known.last_beat_ms = now_ms;
        let mut back = BTreeMap::new();
        for gateway in known.gateways.values_mut().filter(|gateway| !gateway.lost) {
            // They could not be heard; their sockets count as open until they say otherwise.
            gateway.last_beat_ms = now_ms;
            let presumed = Return {
                at_ms: now_ms,
                presumed: true,
            };
            back.extend(
                gateway
                    .open
                    .iter()
                    .map(|account| (account.clone(), presumed)),
            );
        }
        known.declare(from_ms, now_ms, back);
        true
    }

    /// This process runs. Answers whether that may be written down: not while open games still have to be
    /// credited for a fault, so that a successor of this process would still see its beginning.
    pub fn beat(&self, now_ms: i64) -> bool {
        let mut known = self.known();
        known.last_beat_ms = known.last_beat_ms.max(now_ms);
        known.lose_gateways(now_ms);
        known
            .faults
            .retain(|fault| now_ms <= fault.until_ms.saturating_add(KEPT_MS));
        known.looked_at == known.declared
    }

    /// How many faults there were; `None` if none of them is of late.
    pub fn of_late(&self) -> Option<u64> {
        let known = self.known();
        (!known.faults.is_empty()).then_some(known.declared)
    }

    /// Every open game was looked at since there were this many faults.
    pub fn looked_at(&self, declared: u64) {
        let mut known = self.known();
        known.looked_at = known.looked_at.max(declared);
    }

    /// A gateway runs.
    pub fn gateway_beat(&self, gateway_id: &str, now_ms: i64) {
        let mut known = self.known();
        let gateway = known.gateways.entry(gateway_id.to_owned()).or_default();
        gateway.last_beat_ms = gateway.last_beat_ms.max(now_ms);
        if std::mem::take(&mut gateway.lost) {
            // It was not gone, only not heard: its sockets are what they were.
            let open = gateway.open.clone();
            for account in open {
                known.is_back(&account, now_ms);
            }
        }
    }

    /// A socket of an account opened or closed at a gateway.
    pub fn socket(&self, gateway_id: &str, account: &str, open: bool, at_ms: i64) {
        let mut known = self.known();
        let gateway = known.gateways.entry(gateway_id.to_owned()).or_default();
        if open {
            gateway.open.insert(account.to_owned());
            known.is_back(account, at_ms);
        } else {
            gateway.open.remove(account);
            let elsewhere = known
                .gateways
                .values()
                .any(|gateway| !gateway.lost && gateway.open.contains(account));
            if !elsewhere {
                known.is_gone(account, at_ms);
            }
        }
    }

    /// A command of this account came: it is back.
    pub fn is_back(&self, account: &str, at_ms: i64) {
        self.known().is_back(account, at_ms);
    }

    /// What the running clock of a game is owed first, if anything can be said now.
    pub fn owed(&self, game: &Game, now_ms: i64) -> Option<Owed> {
        self.known().reckon(game, now_ms).0
    }

    /// Until when it stays open what the running clock is owed; its flag is not settled before.
    pub fn waits_until(&self, game: &Game, now_ms: i64) -> Option<i64> {
        self.known().reckon(game, now_ms).1
    }
}

impl Known {
    fn declare(&mut self, from_ms: i64, to_ms: i64, back: BTreeMap<String, Return>) {
        tracing::warn!(
            from_ms,
            to_ms,
            "the server did not run; clocks get the time back"
        );
        self.declared = self.declared.saturating_add(1);
        self.faults.push(Fault {
            id: format!("server-{from_ms}-{to_ms}"),
            from_ms,
            to_ms,
            until_ms: to_ms.saturating_add(RECONNECTION_MS),
            accounts: None,
            back,
        });
    }

    fn lose_gateways(&mut self, now_ms: i64) {
        for (gateway_id, gateway) in &mut self.gateways {
            let silence_ms = now_ms.saturating_sub(gateway.last_beat_ms);
            // One that never beat only reported sockets; it cannot be missed.
            if gateway.lost || gateway.last_beat_ms == 0 || silence_ms <= SILENCE_MS {
                continue;
            }
            gateway.lost = true;
            if gateway.open.is_empty() {
                continue;
            }
            let last_ms = gateway.last_beat_ms;
            self.declared = self.declared.saturating_add(1);
            tracing::warn!(
                gateway_id,
                last_ms,
                "a gateway is silent; its players get time to be back"
            );
            self.faults.push(Fault {
                id: format!("gateway-{gateway_id}-{last_ms}"),
                from_ms: last_ms,
                to_ms: last_ms,
                until_ms: last_ms.saturating_add(RECONNECTION_MS),
                accounts: Some(gateway.open.clone()),
                back: BTreeMap::new(),
            });
        }
    }

    fn is_back(&mut self, account: &str, at_ms: i64) {
        for fault in &mut self.faults {
            if fault.concerns(Some(account)) && at_ms <= fault.until_ms {
                fault.back.entry(account.to_owned()).or_insert(Return {
                    at_ms,
                    presumed: false,
                });
            }
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
    /// made good twice.
    fn reckon(&self, game: &Game, now_ms: i64) -> (Option<Owed>, Option<i64>) {
        let Some(turn) = game.state.turn() else {
            return (None, None);
        };
        let seat = turn.seat();
        let account = game.account(seat);
        let charged_from = turn.from_ms.max(game.credited_until_ms.unwrap_or(i64::MIN));
        let owed = |from_ms: i64, until_ms: i64, fault_id: String| {
            let ms = until_ms.saturating_sub(from_ms.max(charged_from));
            (ms > 0).then_some(Owed {
                color: seat,
                ms,
                until_ms,
                fault_id,
            })
        };
        let mut wait = None;
        for fault in self.faults.iter().filter(|fault| fault.concerns(account)) {
            let gap = owed(fault.from_ms, fault.to_ms, fault.id.clone());
            if gap.is_some() {
                return (gap, None);
            }
            let back = account.and_then(|account| fault.back.get(account));
            let until_ms = match back {
                Some(back) => back.at_ms.min(fault.until_ms),
                None if now_ms >= fault.until_ms => fault.until_ms,
                None => {
                    wait = wait.max(Some(fault.until_ms));
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
