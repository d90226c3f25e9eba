//! Runs cases one after the other, names the one that panics and notices the one that hangs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use outflank_testbed::PATIENCE;

const PROGRESS: Duration = Duration::from_secs(10);

/// Runs the cases 0 to `cases` - 1.
pub fn cases(name: &'static str, cases: u32, case: fn(u32)) {
    watched(name, case, move |done| done >= cases);
}

/// Runs cases for `OUTFLANK_SLOW_SECONDS` (60 without it), others than the quick ones.
pub fn budget(name: &'static str, case: fn(u32)) {
    let seconds = std::env::var("OUTFLANK_SLOW_SECONDS")
        .map_or(60, |text| text.parse().expect("a number of seconds"));
    let (start, budget) = (Instant::now(), Duration::from_secs(seconds));
    let done = watched(
        name,
        move |run| case(1_000_000 + run),
        move |_| start.elapsed() >= budget,
    );
    eprintln!("{name}: {done} cases in {seconds} s, no panic, no hang");
}

fn watched(
    name: &'static str,
    case: impl Fn(u32) + Send + 'static,
    enough: impl Fn(u32) -> bool + Send + 'static,
) -> u32 {
    let running = Arc::new(AtomicU32::new(0));
    let (alive, over) = channel::<()>();
    let worker = {
        let running = Arc::clone(&running);
        thread::spawn(move || {
            let _alive = alive;
            let mut run = 0;
            while !enough(run) {
                running.store(run, Ordering::Relaxed);
                calm(|| format!("{name}, case {run}"), || case(run));
                run += 1;
            }
            run
        })
    };
    let mut last = (0, Instant::now());
    while over.recv_timeout(PROGRESS) == Err(RecvTimeoutError::Timeout) {
        let run = running.load(Ordering::Relaxed);
        eprintln!("{name}: case {run}");
        if run != last.0 {
            last = (run, Instant::now());
        }
        assert!(last.1.elapsed() < PATIENCE, "{name}, case {run} hangs");
    }
    match worker.join() {
        Ok(done) => done,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// What it gives; a panic in it names the input.
pub fn calm<T>(input: impl FnOnce() -> String, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        panic!("{}: {}", input(), said.unwrap_or_default())
    })
}
