//! What every part of one simulation shares.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use outflank_stillness::SimulatedTime;
use tokio::sync::watch;

use crate::{
    chance::Chance,
    coverage::{Doing, Fault},
    evening::Seen,
    fault_plan::{Control, FaultPlan},
    log::Log,
};

/// A call that commands what is seldom done is struck this many times as often as any other call.
const STRUCK_MORE_OFTEN: u64 = 5;

/// One simulation.
#[derive(Debug)]
pub struct World {
    /// Its seed.
    pub seed: u64,
    /// What goes wrong.
    pub fault_plan: FaultPlan,
    /// What is broken on purpose.
    pub control: Option<Control>,
    /// Time.
    pub time: SimulatedTime,
    /// What everybody saw and did.
    pub log: Log,
    /// What there is to know of seeks and bookings.
    pub seen: Seen,
    /// Whether the live state is there.
    pub live_is_there: watch::Sender<bool>,
    calm: AtomicBool,
}

impl World {
    /// The world of a seed at its beginning.
    #[must_use]
    pub fn new(seed: u64, fault_plan: FaultPlan, control: Option<Control>) -> Arc<Self> {
        Arc::new(Self {
            seed,
            fault_plan,
            control,
            time: SimulatedTime::begin(),
            log: Log::default(),
            seen: Seen::default(),
            live_is_there: watch::Sender::new(true),
            calm: AtomicBool::new(false),
        })
    }

    /// A source of chance of that name.
    #[must_use]
    pub fn chance(&self, name: &str) -> Chance {
        Chance::new(self.seed, name)
    }

    /// From here on nothing goes wrong any more.
    pub fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    /// Whether nothing goes wrong any more.
    #[must_use]
    pub fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// Whether a fault of this kind happens now; one is counted when it does.
    #[must_use]
    pub fn strikes<'a>(
        &self,
        chance: &Chance,
        fault: Fault,
        during: impl IntoIterator<Item = &'a Doing>,
    ) -> bool {
        let strikes = self.draws(chance, fault);
        if strikes {
            self.log.struck(fault, during);
        }
        strikes
    }

    /// Whether a fault of this kind strikes a call: what is commanded once in an event or an evening is struck more often
    /// than one of its hundred moves.
    #[must_use]
    pub fn strikes_call(&self, chance: &Chance, fault: Fault, doing: &Doing) -> bool {
        let times = if doing.is_seldom() {
            STRUCK_MORE_OFTEN
        } else {
            1
        };
        let strikes = self.in_thousand(chance, self.fault_plan.often(fault) * times);
        if strikes {
            self.log.struck(fault, [doing]);
        }
        strikes
    }

    /// Whether one happens, while it is open which.
    #[must_use]
    pub fn draws(&self, chance: &Chance, fault: Fault) -> bool {
        self.in_thousand(chance, self.fault_plan.often(fault))
    }

    /// Drawn in any case, so that a calm world goes on as it began.
    fn in_thousand(&self, chance: &Chance, cases: u64) -> bool {
        chance.in_thousand(cases) && !self.is_calm()
    }

    /// Whether this is broken on purpose.
    #[must_use]
    pub fn breaks(&self, control: Control) -> bool {
        self.control == Some(control)
    }
}
