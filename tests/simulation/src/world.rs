//! What every part of one simulation shares.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use outflank_stillness::SimulatedTime;
use tokio_util::sync::CancellationToken;

use crate::{
    chance::Chance,
    log::Log,
    weather::{Control, Weather},
};

/// One simulation.
#[derive(Debug)]
pub struct World {
    /// Its seed.
    pub seed: u64,
    /// What goes wrong.
    pub weather: Weather,
    /// What is broken on purpose.
    pub control: Option<Control>,
    /// Time.
    pub time: SimulatedTime,
    /// What everybody saw and did.
    pub log: Log,
    calm: AtomicBool,
}

impl World {
    /// The world of a seed at its beginning.
    #[must_use]
    pub fn new(seed: u64, weather: Weather, control: Option<Control>) -> Arc<Self> {
        Arc::new(Self {
            seed,
            weather,
            control,
            time: SimulatedTime::begin(),
            log: Log::default(),
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

    /// Whether a fault of this frequency happens now; one is counted when it does.
    #[must_use]
    pub fn strikes(&self, chance: &Chance, in_thousand: u64) -> bool {
        // Drawn in any case, so that a calm world goes on as it began.
        let strikes = chance.in_thousand(in_thousand) && !self.is_calm();
        if strikes {
            self.log.count_fault();
        }
        strikes
    }

    /// Whether this is broken on purpose.
    #[must_use]
    pub fn breaks(&self, control: Control) -> bool {
        self.control == Some(control)
    }
}

/// The life of one process: when it is over, nothing that it still does has any effect.
#[derive(Debug, Clone, Default)]
pub struct Life(CancellationToken);

impl Life {
    /// Ends it.
    pub fn end(&self) {
        self.0.cancel();
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Returns when it has ended.
    pub async fn over(&self) {
        self.0.cancelled().await;
    }

    /// Returns while the process lives, never afterwards.
    pub async fn go_on(&self) {
        if self.is_over() {
            std::future::pending::<()>().await;
        }
    }
}
