//! What a process counts beside what its gateway counts, in Prometheus' text form.

mod feeds;

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use outflank_access::Role;
use outflank_journal::{Distribution, Journal};
use outflank_live::SharedLive;
use outflank_transport::{Calls, ClusterClock, Pool, Standing, feed};

use crate::configuration::Deployment;

/// What a process counts.
pub struct Counters {
    process: String,
    clock: Arc<ClusterClock>,
    live: SharedLive,
    calls: Arc<Calls>,
    pools: BTreeMap<Role, Pool>,
    journals: Vec<(Role, Arc<dyn Journal>)>,
}

/// What is kept in memory to spare making it again.
fn kept(text: &mut Text) {
    text.head(
        "kept_bytes",
        "gauge",
        "Memory taken by what can be made again, by what it is.",
    );
    for (name, bytes) in outflank_kept::bytes_by_name() {
        text.line("kept_bytes", &format!("kept=\"{name}\""), bytes);
    }
}

impl Counters {
    /// The counters of everything that a process has.
    pub fn new(
        deployment: &Deployment,
        clock: Arc<ClusterClock>,
        live: SharedLive,
        calls: Arc<Calls>,
        pools: BTreeMap<Role, Pool>,
        journals: Vec<(Role, Arc<dyn Journal>)>,
    ) -> Self {
        let database = deployment
            .database
            .as_ref()
            .map_or("sqlite", |_| "postgres");
        let redis = deployment.redis.as_ref().map_or("in_process", |_| "redis");
        Self {
            process: format!(
                "instance=\"{}\",roles=\"{}\",version=\"{}\",database=\"{database}\",live=\"{redis}\"",
                deployment.instance,
                deployment.role_names(),
                env!("CARGO_PKG_VERSION"),
            ),
            clock,
            live,
            calls,
            pools,
            journals,
        }
    }

    /// Everything, as it is now.
    pub fn text(&self) -> String {
        let mut text = Text::default();
        text.head("process", "gauge", "What this process is.");
        text.line("process", &self.process, 1);
        text.head(
            "clock_uncertainty_seconds",
            "gauge",
            "How far its time may be from the cluster's.",
        );
        let uncertainty_ms = self.clock.uncertainty_ms();
        text.line(
            "clock_uncertainty_seconds",
            "",
            seconds(u64::try_from(uncertainty_ms).unwrap_or(0) * 1_000),
        );
        self.live(&mut text);
        self.journals(&mut text);
        self.calls(&mut text);
        feeds::show(&feed::followed(), &mut text);
        kept(&mut text);
        self.peers(&mut text);
        text.0
    }

    fn live(&self, text: &mut Text) {
        let live = self.live.measures();
        text.head(
            "live_answers",
            "gauge",
            "Whether calls to the live store go through: the breaker is closed.",
        );
        text.line("live_answers", "", u8::from(live.answers));
        text.head(
            "live_waiting",
            "gauge",
            "Messages and notes that wait to be sent to the live store.",
        );
        text.line("live_waiting", "", live.waiting);
        text.head(
            "live_dropped_total",
            "counter",
            "Messages and notes that never got to the live store.",
        );
        text.line("live_dropped_total", "", live.dropped);
        if let Some(lag) = live.lag {
            text.head(
                "bus_lag_seconds",
                "gauge",
                "How long this process's last beat took to come back over the bus.",
            );
            let lag = seconds(u64::try_from(lag.as_micros()).unwrap_or(u64::MAX));
            text.line("bus_lag_seconds", "", lag);
        }
    }

    fn journals(&self, text: &mut Text) {
        let measured = self
            .journals
            .iter()
            .map(|(role, journal)| (role.name(), journal.measures()));
        let measured: Vec<_> = measured.collect();
        text.head(
            "entries_total",
            "counter",
            "Entries handed to the journal, by what became of them.",
        );
        for (role, measures) in &measured {
            for (outcome, count) in [
                ("appended", measures.appended),
                ("repeated", measures.repeated),
                ("conflict", measures.conflicts),
                ("failed", measures.failed),
            ] {
                text.line(
                    "entries_total",
                    &format!("role=\"{role}\",outcome=\"{outcome}\""),
                    count,
                );
            }
        }
        text.head(
            "entry_reads_total",
            "counter",
            "Reads of a stream's entries.",
        );
        for (role, measures) in &measured {
            text.line(
                "entry_reads_total",
                &format!("role=\"{role}\""),
                measures.reads,
            );
        }
        text.head("commit_entries", "histogram", "Entries in a commit.");
        for (role, measures) in &measured {
            text.distribution("commit_entries", role, &measures.batch_sizes, |size| {
                size.to_string()
            });
        }
        text.head(
            "commit_seconds",
            "histogram",
            "From the beginning of a commit to the database's word.",
        );
        for (role, measures) in &measured {
            text.distribution("commit_seconds", role, &measures.commit_us, seconds);
        }
    }

    fn calls(&self, text: &mut Text) {
        let calls = self.calls.read();
        text.head(
            "calls_total",
            "counter",
            "Calls to the roles of this process, by method and answer.",
        );
        for ((rpc, answer), call) in &calls {
            let labels = format!("method=\"{rpc}\",answer=\"{answer}\"");
            text.line("calls_total", &labels, call.count);
        }
        text.head(
            "call_seconds_total",
            "counter",
            "The time that they took together.",
        );
        for ((rpc, answer), call) in &calls {
            let labels = format!("method=\"{rpc}\",answer=\"{answer}\"");
            let took = u64::try_from(call.took.as_micros()).unwrap_or(u64::MAX);
            text.line("call_seconds_total", &labels, seconds(took));
        }
    }

    fn peers(&self, text: &mut Text) {
        text.head(
            "peers",
            "gauge",
            "Instances of the roles that this process calls elsewhere.",
        );
        for (role, pool) in &self.pools {
            let mut counts =
                BTreeMap::from([("serving", 0), ("draining", 0), ("away", 0), ("refused", 0)]);
            for (_, standing) in pool.standings() {
                let state = match standing {
                    Standing::Serving { .. } => "serving",
                    Standing::Draining => "draining",
                    Standing::Refused(_) => "refused",
                    Standing::Away(_) | Standing::Unknown => "away",
                };
                *counts.entry(state).or_insert(0) += 1;
            }
            for (state, count) in counts {
                let labels = format!("role=\"{}\",state=\"{state}\"", role.name());
                text.line("peers", &labels, count);
            }
        }
    }
}

fn seconds(us: u64) -> String {
    format!("{}.{:06}", us / 1_000_000, us % 1_000_000)
}

#[derive(Default)]
struct Text(String);

// Writing into a text cannot fail.
impl Text {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(
            self.0,
            "# HELP outflank_{name} {help}\n# TYPE outflank_{name} {kind}"
        );
    }

    fn line(&mut self, name: &str, labels: &str, value: impl std::fmt::Display) {
        let _ = if labels.is_empty() {
            writeln!(self.0, "outflank_{name} {value}")
        } else {
            writeln!(self.0, "outflank_{name}{{{labels}}} {value}")
        };
    }

    fn distribution(
        &mut self,
        name: &str,
        role: &str,
        measured: &Distribution,
        shown: impl Fn(u64) -> String,
    ) {
        let role = format!("role=\"{role}\"");
        let bounds = measured.bounds.iter().map(|bound| shown(*bound));
        let bounds = bounds.chain(["+Inf".to_owned()]);
        let mut so_far = 0_u64;
        for (bound, count) in bounds.zip(&measured.counts) {
            so_far = so_far.saturating_add(*count);
            let labels = format!("{role},le=\"{bound}\"");
            self.line(&format!("{name}_bucket"), &labels, so_far);
        }
        self.line(&format!("{name}_sum"), &role, shown(measured.sum));
        self.line(&format!("{name}_count"), &role, so_far);
    }
}
