//! A counter on the terminal while a long run goes on.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(200);

/// Shows `done of total` on stderr if that is a terminal; silent elsewhere.
pub struct Progress {
    what: &'static str,
    total: usize,
    last: Option<Instant>,
}

impl Progress {
    /// A counter for `total` things called `what`.
    pub fn new(what: &'static str, total: usize) -> Self {
        let last = std::io::stderr().is_terminal().then(Instant::now);
        Self { what, total, last }
    }

    /// Says how many are done; shown a few times a second.
    pub fn at(&mut self, done: usize) {
        if let Some(last) = self.last.filter(|last| last.elapsed() >= STEP) {
            let _ = write!(
                std::io::stderr().lock(),
                "\r{done} of {} {}",
                self.total,
                self.what
            );
            self.last = Some(last + last.elapsed());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.last.is_some() {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
