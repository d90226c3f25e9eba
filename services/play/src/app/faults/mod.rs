//! Server faults: when the server, or a gateway, did not run, and what that gives back to players.

mod instances;
mod known;
mod records;
mod watch;

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use self::known::Known;
use super::{game::Game, time::SILENCE_MS};

pub(crate) use instances::Instance;
pub(crate) use records::{
    Outage, OutageKind, OutageRecords, SavedReturn, forget_sockets, note_socket,
};
pub(crate) use watch::{gateway_process, gateways_heard};

/// Time that a game's running clock is owed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Owed {
    pub color: outflank_othello::Color,
    pub ms: i64,
    /// The end of the span that is made good, ms of cluster time.
    pub until_ms: i64,
    pub fault_id: String,
}

/// The faults of late, and the signs of life they are told from.
#[derive(Debug, Default)]
pub(crate) struct Faults(Mutex<Known>);

impl Faults {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This process starts; `last_beat_ms` is the last sign of life of any, if none runs now.
    pub fn started(&self, last_beat_ms: Option<i64>, now_ms: i64) {
        let mut known = self.known();
        known.last_beat_ms = now_ms;
        if let Some(from_ms) = last_beat_ms {
            known.outage(from_ms, now_ms);
        }
    }

    /// Since when this process was stopped, if it was: paused, or its machine asleep.
    pub fn stopped_since(&self, now_ms: i64) -> Option<i64> {
        let last_beat_ms = self.known().last_beat_ms;
        (now_ms.saturating_sub(last_beat_ms) > SILENCE_MS).then_some(last_beat_ms)
    }

    /// This process was stopped and no other ran since `from_ms`.
    pub fn outage(&self, from_ms: i64, now_ms: i64) {
        let mut known = self.known();
        known.last_beat_ms = known.last_beat_ms.max(now_ms);
        known.outage(from_ms, now_ms);
    }

    /// This process was stopped, and others ran.
    pub fn stall(&self, process: &str, now_ms: i64) {
        let mut known = self.known();
        let from_ms = known.last_beat_ms;
        known.last_beat_ms = from_ms.max(now_ms);
        known.stall(process, from_ms, now_ms);
    }

    /// This process runs. Answers whether that may be written down: not while open games still have to be
    /// credited for a fault, so that a successor of this process would still see its beginning.
    pub fn beat(&self, now_ms: i64) -> bool {
        let mut known = self.known();
        known.last_beat_ms = known.last_beat_ms.max(now_ms);
        known.forget_old(now_ms);
        known.looked_at == known.declared
    }

    /// How many faults there were; `None` if none of them is of late.
    pub fn of_late(&self) -> Option<u64> {
        let known = self.known();
        known.has_faults().then_some(known.declared)
    }

    /// Every open game was looked at since there were this many faults.
    pub fn looked_at(&self, declared: u64) {
        let mut known = self.known();
        known.looked_at = known.looked_at.max(declared);
    }

    /// Takes in what was written down; answers whether a fault is new.
    pub fn adopt(&self, outages: &[Outage], returns: &[SavedReturn]) -> bool {
        self.known().adopt(outages, returns)
    }

    /// What is to be written down; nothing of it is handed out twice.
    pub fn unsaved(&self) -> (Vec<Outage>, Vec<SavedReturn>) {
        let mut known = self.known();
        let outages = std::mem::take(&mut known.unsaved);
        (outages, std::mem::take(&mut known.unsaved_returns))
    }

    /// It could not be written down.
    pub fn still_unsaved(&self, (outages, returns): (Vec<Outage>, Vec<SavedReturn>)) {
        let mut known = self.known();
        known.unsaved.extend(outages);
        known.unsaved_returns.extend(returns);
    }

    /// A gateway runs.
    pub fn gateway_beat(&self, gateway_id: &str, at_ms: i64) {
        self.known().gateway_beat(gateway_id, at_ms);
    }

    /// The gateways that nothing was heard of for too long, with their last beat.
    pub fn silent_gateways(&self, now_ms: i64) -> Vec<(String, i64)> {
        self.known().silent_gateways(now_ms)
    }

    /// A gateway is gone, with the sockets that were reported here and elsewhere.
    pub fn lose(&self, gateway_id: &str, now_ms: i64, heard_elsewhere: BTreeSet<String>) {
        self.known().lose(gateway_id, now_ms, heard_elsewhere);
    }

    /// A socket of an account opened or closed at a gateway.
    pub fn socket(&self, gateway_id: &str, account: &str, open: bool, at_ms: i64) {
        self.known().socket(gateway_id, account, open, at_ms);
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
