//! Several processes of each role over a real Postgres and a real Redis, while links, processes and stores fail by
//! seed: nothing that clients were acknowledged is lost, doubled or out of order, every result is that of an own
//! replay, and every clock is within the bound. Deployments broken on purpose are caught.
//!
//! `CHAOS_SECONDS` (300) says how long faults happen, `SEED` which, `CHAOS_EVENTS` (2) and `CHAOS_ENTRANTS` (8) how
//! many play at once, `CHAOS_PAUSE_MS` (600) the longest pause between two faults. A run that fails says its seed and keeps its logs.

use std::time::{Duration, Instant, UNIX_EPOCH};

use outflank_tests::{
    chaos::{
        controls,
        field::DEPLOYMENT,
        logs::Logs,
        run::{Settings, report, run, verified},
    },
    load::{count, machine, setting},
};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes of faults: make test-chaos"]
async fn nothing_acknowledged_is_lost_whatever_fails() {
    machine::raise_open_files();
    let begun = Instant::now();
    let drawn = u64::from(UNIX_EPOCH.elapsed().unwrap().subsec_nanos());
    let settings = Settings {
        seed: setting("SEED", drawn),
        lasting: Duration::from_secs(setting("CHAOS_SECONDS", 300)),
        deployment: DEPLOYMENT.to_vec(),
        events: count("CHAOS_EVENTS", 2),
        entrants: count("CHAOS_ENTRANTS", 8),
        thought: Duration::from_millis(40),
        pause: Duration::from_millis(setting("CHAOS_PAUSE_MS", 600)),
    };
    eprintln!("chaos by seed {}", settings.seed);
    let logs = Logs::new(settings.seed);
    let outcome = run(&settings, logs.folder()).await;
    report(&settings, &outcome);
    let wrong = outcome.ledger.wrong();
    assert!(wrong.is_empty(), "clients saw {wrong:#?}");
    let verdict = &outcome.verdict;
    let judged = [verdict.games, verdict.acknowledged, verdict.clocked];
    assert!(judged.iter().all(|count| *count > 0), "{judged:?}");
    assert!(!outcome.faults.is_empty(), "nothing went wrong");
    assert!(verdict.credited_ms > 0, "nobody was given back any time");
    assert!(
        outcome.verdict.is_clean(),
        "{:#?}",
        outcome.verdict.findings
    );
    assert!(
        outcome.died.is_empty(),
        "ended by themselves: {:?}",
        outcome.died
    );
    let verified = verified(&outcome.field).unwrap_or_else(|found| panic!("{found}"));
    eprintln!(
        "outflank verify: {}",
        verified.lines().next().unwrap_or_default()
    );

    let controls = controls::all(&outcome.field, settings.seed).await;
    for control in &controls {
        eprintln!("{}: {}", control.broken, control.shown);
    }
    let caught = controls.iter().filter(|control| control.caught).count();
    eprintln!("figure chaos_controls_caught {caught}/{}", controls.len());
    eprintln!("figure chaos_took_s {:.0} s", begun.elapsed().as_secs_f64());
    assert_eq!(caught, controls.len(), "{controls:#?}");
}
