//! One simulation from its seed to what was found.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use outflank_journal::Cursor;
use outflank_stillness::{Memory, Stillness, rest};
use sha2::{Digest as _, Sha256};

use crate::{
    check::check,
    coverage::Case,
    director::Director,
    evening::Figures,
    fault_plan::{Control, FaultPlan},
    gateway::Gateway,
    log::Outcome,
    wiring::{PAIRING_FOLLOWS, PLAY_FOLLOWS, Wiring},
    world::World,
};

/// After the event everything has to be settled within so many seconds of simulated time.
const SETTLED_WITHIN_S: u32 = 180;

/// What a simulation came to.
#[derive(Debug, Clone)]
pub struct Report {
    /// The seed.
    pub seed: u64,
    /// What was found wrong.
    pub findings: Vec<String>,
    /// Faults that happened, crashes among them.
    pub faults: u64,
    /// Processes that died.
    pub crashes: u64,
    /// Games that were played.
    pub games: u64,
    /// Which faults struck what, and where processes died.
    pub covered: BTreeSet<Case>,
    /// Commands that were acknowledged.
    pub acknowledged: u64,
    /// How commands were answered, by their kind, and by its variety: with a code, or with nothing where they were acknowledged.
    pub answers: BTreeMap<(&'static str, String), u64>,
    /// Simulated time, ms.
    pub simulated_ms: i64,
    /// Every entry of both journals, a line each.
    pub history: Vec<String>,
    /// SHA-256 of everything in the journals: the same for the same seed.
    pub fingerprint: String,
    /// What became of an evening of casual play, where it was one.
    pub evening: Figures,
}

/// Simulates a seed.
#[must_use]
pub fn simulate(seed: u64) -> Report {
    run(seed, FaultPlan::of(seed), None)
}

/// Simulates a seed with something broken on purpose.
#[must_use]
pub fn simulate_broken(seed: u64, control: Control) -> Report {
    run(seed, FaultPlan::for_control(control, seed), Some(control))
}

/// Simulates a seed under this plan of faults.
#[must_use]
pub fn run(seed: u64, fault_plan: FaultPlan, control: Option<Control>) -> Report {
    let stillness = Stillness::default();
    stillness.run(async {
        let world = World::new(seed, fault_plan, control);
        let began_ms = world.time.now_ms();
        let wiring = Box::pin(Wiring::build(&world, &stillness)).await;
        let gateway = Gateway::new(&wiring);
        tokio::spawn(Arc::clone(&gateway).keep_beating());
        tokio::spawn(Arc::clone(&wiring).let_crash());
        tokio::spawn(Arc::clone(&wiring).beat_for_nobody());
        let director = Director::new(&wiring, &gateway);
        let event = Box::pin(director.run()).await;
        world.calm_down();
        let findings = match event {
            Ok(tournament) => match settle(&wiring).await {
                Ok(()) => Box::pin(check(&wiring, &tournament)).await,
                Err(open) => {
                    let mut findings = Box::pin(check(&wiring, &tournament)).await;
                    findings.push(open);
                    findings
                }
            },
            Err(stuck) => {
                let mut findings = world.log.complaints();
                findings.push(stuck);
                findings
            }
        };
        let report = report(&wiring, (began_ms, findings));
        wiring.end();
        report
    })
}

/// Waits until every process is back and everything that was told has been taken in.
pub async fn settle(wiring: &Wiring) -> Result<(), String> {
    let mut open = String::new();
    for _ in 0..SETTLED_WITHIN_S {
        rest(1_000).await;
        let fault_plan = &wiring.world.fault_plan;
        let processes = (wiring.play.serving().len(), wiring.pairing.serving().len());
        let tables = wiring.play_memory.open();
        let behind = |name: &str, of: &Memory, by: &Memory| {
            let head = of.facts(&Cursor::beginning(), u32::MAX);
            let head = head.map_or(0, |page| page.cursor.number);
            let read = by.cursor(name).number;
            (read < head).then(|| format!("{name} stands at {read} of {head}"))
        };
        let play = behind(PLAY_FOLLOWS, &wiring.pairing_memory, &wiring.play_memory);
        let pairing = behind(PAIRING_FOLLOWS, &wiring.play_memory, &wiring.pairing_memory);
        let all_back = processes == (fault_plan.play_instances, fault_plan.pairing_instances);
        if all_back && tables.is_empty() && play.is_none() && pairing.is_none() {
            return Ok(());
        }
        open = format!(
            "after the event not all comes to rest: processes {processes:?}, open tables {tables:?}, {play:?}, {pairing:?}; \
             a start failed with {:?}",
            wiring.start_failed.get()
        );
    }
    Err(open)
}

/// What a simulation came to.
#[must_use]
pub fn report(wiring: &Wiring, (began_ms, findings): (i64, Vec<String>)) -> Report {
    let mut hash = Sha256::new();
    let mut history = Vec::new();
    for memory in [&wiring.play_memory, &wiring.pairing_memory] {
        for stream in memory.all_streams() {
            for stored in memory.stored(&stream) {
                let entry = stored.entry;
                history.push(format!(
                    "{stream} {} at {} {} {} {}",
                    entry.seq,
                    entry.at_ms,
                    entry.actor,
                    entry.command_id,
                    String::from_utf8_lossy(&entry.body)
                ));
                // The one thing that is not of the seed is the secret of the draws, in the founding entry.
                if stream.kind == "tournament" && entry.seq == 1 {
                    continue;
                }
                hash.update(stream.to_string());
                hash.update(entry.seq.to_be_bytes());
                hash.update(entry.at_ms.to_be_bytes());
                hash.update(entry.actor);
                hash.update(entry.command_id);
                hash.update(entry.body);
            }
        }
    }
    let log = &wiring.world.log;
    let issued = log.issued();
    let mut answers = BTreeMap::new();
    let mut acknowledged = 0;
    for issued in issued.values() {
        let code = match &issued.outcome {
            Some(Outcome::Acknowledged { .. }) => String::new(),
            Some(Outcome::Refused { code }) => code.clone(),
            None => continue,
        };
        acknowledged += u64::from(code.is_empty());
        let variety = issued.asked.variety().into_iter();
        for name in variety.chain([issued.asked.kind()]) {
            *answers.entry((name, code.clone())).or_insert(0) += 1;
        }
    }
    Report {
        seed: wiring.world.seed,
        findings,
        faults: log.faults(),
        crashes: log.crashes(),
        covered: log.coverage.cases(),
        games: wiring.play_memory.streams("game").len() as u64,
        acknowledged,
        answers,
        simulated_ms: wiring.world.time.now_ms() - began_ms,
        history,
        fingerprint: outflank_access::identifier::hex(&hash.finalize()),
        evening: Figures::default(),
    }
}
