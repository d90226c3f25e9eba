//! What a process counts beside what its gateway counts.

mod feeds;
mod machine;

use std::{
    collections::BTreeMap,
    fmt,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use outflank_access::Role;
use outflank_journal::{Distribution as Measured, Journal, Measures};
use outflank_live::SharedLive;
use outflank_transport::{
    Calls, ClusterClock, MoveStages, Pool, Standing, feed,
    metrics::{Distribution, Reading},
};
use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric},
    metrics::MetricType,
    registry::Registry,
};

use crate::configuration::Deployment;

/// What a process counts.
pub struct Counters {
    process: [(&'static str, String); 5],
    clock: Arc<ClusterClock>,
    live: SharedLive,
    calls: Arc<Calls>,
    stages: MoveStages,
    pools: BTreeMap<Role, Pool>,
    journals: Vec<(Role, Arc<dyn Journal>)>,
    machine: machine::Machine,
}

impl fmt::Debug for Counters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Counters")
    }
}

impl Counters {
    /// The counters of everything that a process has.
    pub fn new(
        deployment: &Deployment,
        (clock, live): (Arc<ClusterClock>, SharedLive),
        (calls, stages): (Arc<Calls>, MoveStages),
        pools: BTreeMap<Role, Pool>,
        journals: Vec<(Role, Arc<dyn Journal>)>,
    ) -> Self {
        let database = deployment
            .database
            .as_ref()
            .map_or("sqlite", |_| "postgres");
        let redis = deployment.redis.as_ref().map_or("in_process", |_| "redis");
        Self {
            process: [
                ("instance", deployment.instance.clone()),
                ("roles", deployment.role_names()),
                ("version", env!("CARGO_PKG_VERSION").to_owned()),
                ("database", database.to_owned()),
                ("live", redis.to_owned()),
            ],
            clock,
            live,
            calls,
            stages,
            pools,
            journals,
            machine: machine::Machine {
                data: deployment
                    .database
                    .is_none()
                    .then(|| deployment.data.clone()),
                backups: deployment.backups.clone(),
            },
        }
    }

    /// Has a registry show them.
    pub fn register(self, registry: &mut Registry) {
        registry.register_collector(Box::new(self));
        registry.register_collector(Box::new(feeds::Feeds(feed::followed)));
    }

    fn live(&self, reading: &mut Reading<'_>) -> fmt::Result {
        let live = self.live.measures();
        reading.gauge(
            (
                "live_answers",
                "Whether calls to the live store go through: the breaker is closed.",
            ),
            u32::from(live.answers),
        )?;
        reading.gauge(
            (
                "live_waiting",
                "Messages and notes that wait to be sent to the live store.",
            ),
            live.waiting,
        )?;
        reading.counter(
            (
                "live_dropped",
                "Messages and notes that never got to the live store.",
            ),
            live.dropped,
        )?;
        reading.gauges(
            (
                "bus_lag_seconds",
                "How long this process's last beat took to come back over the bus.",
            ),
            live.lag.map(|lag| ([("", ""); 0], lag.as_secs_f64())),
        )
    }

    fn journals(&self, reading: &mut Reading<'_>) -> fmt::Result {
        let measured = self.journals.iter();
        let measured: Vec<(&str, Measures)> = measured
            .map(|(role, journal)| (role.name(), journal.measures()))
            .collect();
        let outcomes = measured.iter().flat_map(|(role, measures)| {
            [
                ("appended", measures.appended),
                ("repeated", measures.repeated),
                ("conflict", measures.conflicts),
                ("failed", measures.failed),
            ]
            .map(|(outcome, count)| ([("role", *role), ("outcome", outcome)], count))
        });
        reading.counters(
            (
                "entries",
                "Entries handed to the journal, by what became of them.",
            ),
            outcomes,
        )?;
        let by_role = measured
            .iter()
            .map(|(role, measures)| ([("role", *role)], measures));
        reading.counters(
            ("entry_reads", "Reads of a stream's entries."),
            by_role.clone().map(|(role, of)| (role, of.reads)),
        )?;
        reading.histograms(
            ("commit_entries", "Entries in a commit."),
            by_role
                .clone()
                .map(|(role, of)| (role, scaled(&of.batch_sizes, 1.0))),
        )?;
        reading.histograms(
            (
                "commit_seconds",
                "From the beginning of a commit to the database's word.",
            ),
            by_role
                .clone()
                .map(|(role, of)| (role, scaled(&of.commit_us, SECONDS))),
        )?;
        reading.gauges(
            (
                "commit_held_seconds",
                "How long the oldest entry of the commits that are under way has waited; 0 while none is.",
            ),
            by_role
                .clone()
                .map(|(role, of)| (role, Duration::from_micros(of.held_us).as_secs_f64())),
        )?;
        reading.histograms(
            (
                "journal_restart_seconds",
                "How long commits were held while SQLite's log began again at its start.",
            ),
            by_role.map(|(role, of)| (role, scaled(&of.restart_us, SECONDS))),
        )?;
        self.stages(reading, &measured)
    }

    /// The journal's own stages are play's.
    fn stages(&self, reading: &mut Reading<'_>, measured: &[(&str, Measures)]) -> fmt::Result {
        let here = self
            .stages
            .by_name()
            .map(|(stage, took)| (stage, Took::Here(took.clone())));
        let play = measured
            .iter()
            .filter(|(role, _)| *role == Role::Play.name());
        let in_journal = play.flat_map(|(_, of)| {
            [("appended", &of.queued_us), ("committed", &of.commit_us)]
                .map(|(stage, took)| (stage, Took::InJournal(scaled(took, SECONDS))))
        });
        reading.family(
            (
                "move_stage_seconds",
                "How long a stage of a move takes: arrived, decided, appended, committed, published, roomed, sent.",
            ),
            here.chain(in_journal)
                .map(|(stage, took)| ([("stage", stage)], took)),
            MetricType::Histogram,
        )
    }

    fn calls(&self, reading: &mut Reading<'_>) -> fmt::Result {
        let calls = self.calls.read();
        let labelled = calls.iter().map(|((method, answer), call)| {
            ([("method", *method), ("answer", answer.as_str())], call)
        });
        reading.counters(
            (
                "calls",
                "Calls to the roles of this process, by method and answer.",
            ),
            labelled.clone().map(|(labels, call)| (labels, call.count)),
        )?;
        reading.counters(
            (
                "call_seconds",
                "The time that those calls took together, by method and answer.",
            ),
            labelled.map(|(labels, call)| (labels, call.took.as_secs_f64())),
        )
    }

    fn peers(&self, reading: &mut Reading<'_>) -> fmt::Result {
        let counted = self.pools.iter().flat_map(|(role, pool)| {
            let mut counts = BTreeMap::from([
                ("serving", 0_u32),
                ("draining", 0),
                ("away", 0),
                ("refused", 0),
            ]);
            for (_, standing) in pool.standings() {
                let state = match standing {
                    Standing::Serving { .. } => "serving",
                    Standing::Draining => "draining",
                    Standing::Refused(_) => "refused",
                    Standing::Away(_) | Standing::Unknown => "away",
                };
                *counts.entry(state).or_insert(0) += 1;
            }
            let labelled = |(state, count)| ([("role", role.name()), ("state", state)], count);
            counts.into_iter().map(labelled)
        });
        reading.gauges(
            (
                "peers",
                "Instances of the roles that this process calls elsewhere.",
            ),
            counted,
        )
    }
}

impl Collector for Counters {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut reading = Reading(encoder);
        self.machine.read(&mut reading)?;
        reading.gauges(
            ("process", "What this process is."),
            [(self.process.as_slice(), 1_u32)],
        )?;
        let uncertainty_ms = u32::try_from(self.clock.uncertainty_ms()).unwrap_or(0);
        reading.gauge(
            (
                "clock_uncertainty_seconds",
                "How far its time may be from the cluster's.",
            ),
            f64::from(uncertainty_ms) / 1_000.0,
        )?;
        let wall = SystemTime::now().duration_since(UNIX_EPOCH);
        let wall_ms = wall.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0));
        let ahead_ms = wall_ms.saturating_sub(self.clock.now_ms());
        let bound = i64::from(i32::MAX);
        let ahead_ms = i32::try_from(ahead_ms.clamp(-bound, bound)).unwrap_or(0);
        reading.gauge(
            (
                "clock_offset_seconds",
                "How far this machine's wall clock is ahead of the cluster's time.",
            ),
            f64::from(ahead_ms) / 1_000.0,
        )?;
        self.live(&mut reading)?;
        self.journals(&mut reading)?;
        self.calls(&mut reading)?;
        reading.gauges(
            (
                "kept_bytes",
                "Memory taken by what can be made again, by what it is.",
            ),
            outflank_kept::bytes_by_name()
                .into_iter()
                .map(|(name, bytes)| ([("kept", name)], bytes)),
        )?;
        self.peers(&mut reading)
    }
}

/// Microseconds in seconds.
const SECONDS: f64 = 1e-6;

/// What a journal measured, in the unit that operators read.
#[expect(
    clippy::cast_precision_loss,
    reason = "sizes and times are far below 2^53"
)]
fn scaled(measured: &Measured, unit: f64) -> Distribution {
    let scale = |size: u64| (size as f64) * unit;
    let bounds = measured.bounds.iter().map(|bound| scale(*bound));
    Distribution {
        classes: bounds
            .chain([f64::INFINITY])
            .zip(measured.counts.iter().copied())
            .collect(),
        sum: scale(measured.sum),
    }
}

/// How long a stage took, by who measured it.
enum Took {
    Here(prometheus_client::metrics::histogram::Histogram),
    InJournal(Distribution),
}

impl EncodeMetric for Took {
    fn encode(&self, encoder: prometheus_client::encoding::MetricEncoder<'_>) -> fmt::Result {
        match self {
            Self::Here(took) => took.encode(encoder),
            Self::InJournal(took) => took.encode(encoder),
        }
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}
