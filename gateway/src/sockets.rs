//! Which accounts' sockets are open here, and what play is told about it.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_proto::play::v1 as play;
use outflank_transport::ClusterClock;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{
    holder::{HeldSeat, Holder, seat_name},
    services::Services,
};

/// Reports kept while play does not answer; the oldest go first.
const KEPT_REPORTS: usize = 10_000;
/// Reports in one message.
const BATCH: usize = 500;
const RETRY: Duration = Duration::from_millis(250);

#[derive(Debug, Default)]
struct Open {
    sockets: usize,
    by_account: BTreeMap<String, Account>,
    by_seat: BTreeMap<HeldSeat, usize>,
    reports: VecDeque<play::SocketReport>,
    observed: VecDeque<play::ConnectionReport>,
    numbered: u64,
    /// Play was told something since this gateway started.
    told: bool,
}

#[derive(Debug, Default)]
struct Account {
    sockets: usize,
    seats: BTreeSet<HeldSeat>,
}

/// Which accounts' sockets are open here.
#[derive(Debug)]
pub struct Sockets {
    open: Mutex<Open>,
    clock: Arc<ClusterClock>,
    wake: Notify,
}

impl Sockets {
    /// No socket is open.
    pub fn new(clock: Arc<ClusterClock>) -> Self {
        Self {
            open: Mutex::default(),
            clock,
            wake: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn report(&self, open: &mut Open, account_id: &str, is_open: bool) {
        if open.reports.len() >= KEPT_REPORTS {
            open.reports.pop_front();
        }
        open.reports.push_back(play::SocketReport {
            account_id: account_id.to_owned(),
            open: is_open,
            at_ms: self.clock.now_ms(),
        });
        self.wake.notify_one();
    }

    /// A name that no other socket of this gateway has, before or after a restart.
    pub fn next_socket_id(&self) -> String {
        let mut open = self.lock();
        open.numbered = open.numbered.wrapping_add(1);
        format!("{:x}-{:x}", self.clock.now_ms(), open.numbered)
    }

    /// Cluster time, ms.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Something was noticed of a socket, for the evidence. It waits for the next report.
    pub fn observed(&self, report: play::ConnectionReport) {
        let mut open = self.lock();
        if open.observed.len() >= KEPT_REPORTS {
            open.observed.pop_front();
        }
        open.observed.push_back(report);
        self.wake.notify_one();
    }

    /// What is to be told next.
    fn batch(&self) -> (Vec<play::SocketReport>, Vec<play::ConnectionReport>) {
        let open = self.lock();
        let sockets = open.reports.iter().take(BATCH).cloned().collect();
        (sockets, open.observed.iter().take(BATCH).cloned().collect())
    }

    /// How many sockets are open.
    pub fn count(&self) -> usize {
        self.lock().sockets
    }

    /// A socket opened.
    pub fn opened(&self, holder: &Holder) {
        let mut open = self.lock();
        open.sockets += 1;
        let Some(account_id) = &holder.account_id else {
            return;
        };
        let account = open.by_account.entry(account_id.clone()).or_default();
        account.sockets += 1;
        let first = account.sockets == 1;
        let new: Vec<HeldSeat> = holder
            .seats
            .iter()
            .filter(|seat| account.seats.insert((*seat).clone()))
            .cloned()
            .collect();
        for seat in new {
            *open.by_seat.entry(seat).or_insert(0) += 1;
        }
        if first {
            if let Some(seat) = holder.casual_seat() {
                open.by_seat.insert(seat, 1);
            }
            self.report(&mut open, account_id, true);
        }
    }

    /// A socket closed. Answers with the seats that nobody's socket is open for now.
    pub fn closed(&self, holder: &Holder) -> Vec<HeldSeat> {
        let mut open = self.lock();
        open.sockets = open.sockets.saturating_sub(1);
        let Some(account_id) = &holder.account_id else {
            return Vec::new();
        };
        let last = match open.by_account.get_mut(account_id) {
            Some(account) => {
                account.sockets = account.sockets.saturating_sub(1);
                account.sockets == 0
            }
            None => false,
        };
        if !last {
            return Vec::new();
        }
        let account = open.by_account.remove(account_id).unwrap_or_default();
        self.report(&mut open, account_id, false);
        let mut left = Vec::new();
        if let Some(seat) = holder.casual_seat() {
            open.by_seat.remove(&seat);
            left.push(seat);
        }
        for seat in account.seats {
            if let Some(count) = open.by_seat.get_mut(&seat) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    open.by_seat.remove(&seat);
                    left.push(seat);
                }
            }
        }
        left
    }

    /// An account that may have a socket open took a seat, here or elsewhere.
    pub fn seat_taken(&self, account_id: &str, seat: &HeldSeat) {
        let mut open = self.lock();
        let new = open
            .by_account
            .get_mut(account_id)
            .is_some_and(|account| account.seats.insert(seat.clone()));
        if new {
            *open.by_seat.entry(seat.clone()).or_insert(0) += 1;
        }
    }

    /// Whether a socket of this account is open here, and it holds a seat.
    pub fn holds_seat(&self, account_id: &str) -> bool {
        let open = self.lock();
        let account = open.by_account.get(account_id);
        account.is_some_and(|account| !account.seats.is_empty())
    }

    /// An account that may have a socket open holds this seat no longer.
    pub fn seat_lost(&self, account_id: &str, seat: &HeldSeat) {
        let mut open = self.lock();
        let held = open
            .by_account
            .get_mut(account_id)
            .is_some_and(|account| account.seats.remove(seat));
        if held && let Some(count) = open.by_seat.get_mut(seat) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.by_seat.remove(seat);
            }
        }
    }

    /// The seats whose sockets are open here, as [`seat_name`] names them.
    pub fn open_seats(&self) -> BTreeSet<String> {
        let open = self.lock();
        let seats = open.by_seat.keys();
        seats
            .map(|seat| seat_name(&seat.tournament_id, &seat.entrant_id))
            .collect()
    }

    /// Whether a socket of this seat is open here.
    pub fn is_open(&self, tournament_id: &str, entrant_id: &str) -> bool {
        let seat = HeldSeat {
            tournament_id: tournament_id.to_owned(),
            entrant_id: entrant_id.to_owned(),
        };
        self.lock().by_seat.contains_key(&seat)
    }

    /// Play may have forgotten: everything that is open is to be reported again.
    pub fn report_all(&self) {
        let mut open = self.lock();
        let accounts: Vec<String> = open.by_account.keys().cloned().collect();
        for account_id in accounts {
            self.report(&mut open, &account_id, true);
        }
    }

    /// Tells play, in order, what opened and closed, until told to stop.
    pub async fn run_reports(
        &self,
        gateway_id: &str,
        services: &Services,
        stop: &CancellationToken,
    ) {
        // Nothing is open yet, and play may know of what was open before a restart.
        self.wake.notify_one();
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.wake.notified() => {}
            }
            loop {
                let (sockets, connections) = self.batch();
                let first = !self.lock().told;
                if sockets.is_empty() && connections.is_empty() && !first {
                    break;
                }
                let request = play::ReportSocketsRequest {
                    gateway_id: gateway_id.to_owned(),
                    sockets: sockets.clone(),
                    connections: connections.clone(),
                    first,
                };
                match services.play().report_sockets(request).await {
                    Ok(_) => self.forget(&sockets, &connections),
                    Err(status) => {
                        tracing::warn!(%status, "play was not told which sockets are open");
                        tokio::select! {
                            () = stop.cancelled() => return,
                            () = tokio::time::sleep(RETRY) => {}
                        }
                    }
                }
            }
        }
    }

    /// The oldest may have been dropped meanwhile to make room.
    fn forget(&self, sent: &[play::SocketReport], observed: &[play::ConnectionReport]) {
        let mut open = self.lock();
        open.told = true;
        for report in observed {
            if open.observed.front() == Some(report) {
                open.observed.pop_front();
            }
        }
        for report in sent {
            if open.reports.front() == Some(report) {
                open.reports.pop_front();
            }
        }
    }
}
