//! How often passwords may be guessed. Whoever is known to an account has a count of his own, so that nobody else's
//! wrong passwords keep the owner out; all others together have one for each login.

use std::time::Duration;

use outflank_access::{Problem, identifier};
use outflank_live::{InProcess, Live as _, SharedLive};

use crate::{
    refusals,
    sources::{Known, Source},
};

/// So many wrong passwords within so long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Wrong passwords that are taken.
    pub allowed: u32,
    /// The window they are counted in.
    pub window: Duration,
}

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How often a login's password may be guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuessLimits {
    /// From one known device, or else from one address.
    pub in_a_row: Budget,
    /// The same over a longer time.
    pub a_day: Budget,
    /// By everybody together who is neither at a known device nor at a known address.
    pub strangers: Budget,
    /// From one address at whatever logins, by everybody together who is not at a known device.
    pub at_address: Budget,
    /// Known devices and addresses have budgets of their own; otherwise all share the strangers' and the address's.
    pub known_apart: bool,
}

impl Default for GuessLimits {
    /// Strangers have 480 guesses a day at a login, each of its known devices and addresses 100.
    fn default() -> Self {
        Self {
            in_a_row: Budget {
                allowed: 10,
                window: MINUTE,
            },
            a_day: Budget {
                allowed: 100,
                window: DAY,
            },
            strangers: Budget {
                allowed: 20,
                window: HOUR,
            },
            at_address: Budget {
                allowed: 120,
                window: MINUTE,
            },
            known_apart: true,
        }
    }
}

impl GuessLimits {
    /// None, for load tests.
    #[must_use]
    pub fn unlimited() -> Self {
        let free = Budget {
            allowed: u32::MAX,
            window: MINUTE,
        };
        Self {
            in_a_row: free,
            a_day: free,
            strangers: free,
            at_address: free,
            known_apart: true,
        }
    }
}

/// Counts guesses: in the whole deployment, or in this process alone while live state is away.
pub(crate) struct Guesses {
    live: SharedLive,
    here: InProcess,
    limits: GuessLimits,
}

/// A guess that was counted, under these names.
#[derive(Debug)]
pub(crate) struct Guess(Vec<String>);

impl Guesses {
    pub(crate) fn new(live: SharedLive, limits: GuessLimits) -> Self {
        Self {
            live,
            here: InProcess::new(),
            limits,
        }
    }

    /// Counts a guess of a login's password before it is looked at, so that guesses at once are counted too. One that is
    /// refused was none.
    pub(crate) async fn at_login(
        &self,
        login: &str,
        source: &Source,
        known: &Known,
    ) -> Result<Guess, Problem> {
        let limits = &self.limits;
        let strangers = || (name("strangers", &[login]), limits.strangers);
        let neighbours = (name("at-address", &[&source.address]), limits.at_address);
        if !limits.known_apart {
            return self.count(vec![neighbours, strangers()]).await;
        }
        let (mut budgets, who) = match known {
            Known::Device(digest) => (
                Vec::new(),
                ["device", &identifier::hex(digest)].map(str::to_owned),
            ),
            Known::Address | Known::Nothing => (
                vec![neighbours],
                ["address", &source.address].map(str::to_owned),
            ),
        };
        budgets.extend(self.of_one(&[login, &who[0], &who[1]]));
        if *known == Known::Nothing {
            budgets.push(strangers());
        }
        self.count(budgets).await
    }

    /// The same where somebody signed in tells the account's password again.
    pub(crate) async fn signed_in(&self, account_id: &str) -> Result<Guess, Problem> {
        self.count(self.of_one(&["signed in", account_id])).await
    }

    fn of_one(&self, who: &[&str]) -> Vec<(String, Budget)> {
        vec![
            (name("in-a-row", who), self.limits.in_a_row),
            (name("a-day", who), self.limits.a_day),
        ]
    }

    async fn count(&self, budgets: Vec<(String, Budget)>) -> Result<Guess, Problem> {
        let mut counted = Vec::new();
        for (name, budget) in budgets {
            let Budget { allowed, window } = budget;
            let mut admitted = self.live.admit(&name, allowed, window).await;
            if let Err(error) = admitted {
                tracing::debug!(%error, "guesses are counted here alone");
                admitted = self.here.admit(&name, allowed, window).await;
            }
            if !admitted.unwrap_or(true) {
                self.was_none(Guess(counted)).await;
                return Err(refusals::too_many_guesses(window.as_secs()));
            }
            counted.push(name);
        }
        Ok(Guess(counted))
    }

    /// The password was right, or was not looked at.
    pub(crate) async fn was_none(&self, guess: Guess) {
        for name in guess.0 {
            if self.live.give_back(&name).await.is_err() {
                // The map of this process does not fail.
                let _ = self.here.give_back(&name).await;
            }
        }
    }
}

/// Logins and addresses do not belong in the live store.
fn name(what: &str, who: &[&str]) -> String {
    format!("guesses/{what}/{}", identifier::derived_id(who))
}
