//! A running server, asked over HTTP.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde::Deserialize;

use super::report::{Report, Verdict};
use outflank_offline::exit::misuse;

const WITHIN: Duration = Duration::from_secs(5);
/// Clients reckon clocks by the server's time; only machines that are far off have trouble with certificates.
const FAR_OFF_MS: i64 = 1_000;

/// Asks a server how it is.
///
/// # Errors
/// When the address is none that can be asked.
pub async fn examine(address: &str) -> anyhow::Result<Report> {
    if address.starts_with("https://") {
        return Err(misuse(
            "doctor asks over http:// only: name the server's address behind its proxy, or run doctor with the options \
             of `serve` on its machine"
                .to_owned(),
        ));
    }
    if !address.starts_with("http://") && !address.starts_with("https://") {
        return Err(misuse(format!(
            "`{address}` is no address of a server: write http://HOST:PORT or https://HOST"
        )));
    }
    let base = address.trim_end_matches('/');
    let client = outflank_client::http().timeout(WITHIN).build()?;
    let mut report = Report::on(base);
    match client.get(format!("{base}/healthz")).send().await {
        Ok(answer) if answer.status().is_success() => report.good("process", "it runs"),
        Ok(answer) => {
            let what = format!(
                "what answers at {base} is no Outflank server ({})",
                answer.status()
            );
            report.finding("process", what);
            return Ok(report);
        }
        Err(error) => {
            let cause = innermost(&error);
            report.finding(
                "process",
                format!("nobody answers at {base}: {cause}; start it, or correct the address"),
            );
            return Ok(report);
        }
    }
    ready(&client, base, &mut report).await;
    clock(&client, base, &mut report).await;
    counters(&client, base, &mut report).await;
    Ok(report)
}

async fn ready(client: &reqwest::Client, base: &str, report: &mut Report) {
    #[derive(Deserialize)]
    struct NotReady {
        detail: String,
    }
    let answer = match client.get(format!("{base}/readyz")).send().await {
        Ok(answer) => answer,
        Err(error) => {
            return report.finding(
                "readiness",
                format!("it does not say: {}", innermost(&error)),
            );
        }
    };
    let good = answer.status().is_success();
    let text = answer.text().await.unwrap_or_default();
    if good {
        report.good("readiness", "every store and role that it needs answers");
        return stopped(&text, report);
    }
    let told = serde_json::from_str(&text).map(|told: NotReady| told.detail);
    report.finding("readiness", told.unwrap_or_else(|_| text.trim().to_owned()));
}

/// A process that is ready may have stopped at a fact.
fn stopped(ready: &str, report: &mut Report) {
    #[derive(Deserialize)]
    struct Ready {
        #[serde(default)]
        stopped_feeds: Vec<Stopped>,
    }
    #[derive(Deserialize)]
    struct Stopped {
        feed: String,
        role: String,
        position: u64,
    }
    let ready = serde_json::from_str(ready);
    for stopped in ready.map_or_else(|_| Vec::new(), |ready: Ready| ready.stopped_feeds) {
        let Stopped {
            feed,
            role,
            position,
        } = stopped;
        report.finding(
            "feeds",
            format!(
                "{role} cannot read fact {position} of {feed} and takes in nothing behind it; its log says why: start the \
                 version that wrote the fact"
            ),
        );
    }
}

/// A process without the gateway tells no time.
async fn clock(client: &reqwest::Client, base: &str, report: &mut Report) {
    #[derive(Deserialize)]
    struct Time {
        server_time_ms: i64,
    }
    let asked = Instant::now();
    let Ok(answer) = client.get(format!("{base}/api/v1/time")).send().await else {
        return;
    };
    let Ok(time) = answer.json::<Time>().await else {
        return;
    };
    let half = i64::try_from(asked.elapsed().as_millis()).unwrap_or(i64::MAX) / 2;
    let wall = SystemTime::now().duration_since(UNIX_EPOCH);
    let wall_ms = wall.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    });
    let offset = time.server_time_ms.saturating_sub(wall_ms - half);
    let what = format!("its time is {offset} ms from this machine's, read within {half} ms");
    if offset.abs() > FAR_OFF_MS.saturating_add(half) {
        report.caution("clock", format!("{what}: one of the two clocks is wrong"));
    } else {
        report.good("clock", what);
    }
}

/// What its own counters show.
async fn counters(client: &reqwest::Client, base: &str, report: &mut Report) {
    let text = match client.get(format!("{base}/metrics")).send().await {
        Ok(answer) if answer.status().is_success() => answer.text().await.unwrap_or_default(),
        _ => {
            return report.caution(
                "counters",
                "it does not show /metrics here: name this address in its `metrics-from`",
            );
        }
    };
    let samples: Vec<Sample> = text.lines().filter_map(Sample::read).collect();
    let named = |name: &'static str| samples.iter().filter(move |sample| sample.name == name);
    for process in named("outflank_process") {
        let label = |name: &str| process.labels.get(name).cloned().unwrap_or_default();
        let (version, ours) = (label("version"), env!("CARGO_PKG_VERSION"));
        let what = format!(
            "{} runs {} in version {version}",
            label("instance"),
            label("roles")
        );
        if version == ours {
            report.good("version", what);
        } else {
            report.caution("version", format!("{what}, this program is {ours}"));
        }
        match label("database").as_str() {
            "sqlite" => report.promise(
                Verdict::Good,
                "an acknowledged command is on the disk of the server's machine (SQLite WAL, synchronous=FULL, checked at \
                 its start)",
            ),
            "postgres" => report.promise(
                Verdict::Good,
                "an acknowledged command is on the disk of the database server (synchronous_commit and fsync were seen \
                 by every connection); what its replicas add, doctor says with the options of `serve`",
            ),
            _ => {}
        }
    }
    let mut peers: BTreeMap<&str, (f64, f64, f64)> = BTreeMap::new();
    for sample in named("outflank_peers") {
        let label = |name: &str| sample.labels.get(name).map_or("", String::as_str);
        let counts = peers.entry(label("role")).or_default();
        match label("state") {
            "serving" | "draining" => counts.0 += sample.value,
            "refused" => counts.2 += sample.value,
            _ => counts.1 += sample.value,
        }
    }
    for (role, (serving, away, refused)) in peers {
        let what = format!(
            "{serving} instances serve, {away} do not answer, {refused} refuse this process's keys"
        );
        if refused > 0.0 {
            report.finding(
                role,
                format!("{what}: give every process the same keys folder"),
            );
        } else if serving == 0.0 {
            report.finding(
                role,
                format!("{what}: start one, or correct --peers {role}=…"),
            );
        } else if away > 0.0 {
            report.caution(role, what);
        } else {
            report.good(role, what);
        }
    }
    for sample in named("outflank_live_answers") {
        if sample.value == 0.0 {
            report.finding(
                "redis",
                "the breaker before Redis is open: play goes on, spectators wait; start Redis",
            );
        } else {
            report.good("redis", "calls go through");
        }
    }
}

/// One line of Prometheus' text form.
struct Sample {
    name: String,
    labels: BTreeMap<String, String>,
    value: f64,
}

impl Sample {
    /// Labels of ours hold no quotes and no commas but between roles.
    fn read(line: &str) -> Option<Self> {
        if line.starts_with('#') {
            return None;
        }
        let (head, value) = line.rsplit_once(' ')?;
        let (name, labels) = match head.split_once('{') {
            Some((name, labels)) => (name, labels.trim_end_matches('}')),
            None => (head, ""),
        };
        let pairs = labels.split("\",").filter_map(|pair| {
            let (name, value) = pair.split_once("=\"")?;
            Some((name.to_owned(), value.trim_end_matches('"').to_owned()))
        });
        Some(Self {
            name: name.to_owned(),
            labels: pairs.collect(),
            value: value.parse().ok()?,
        })
    }
}

/// What lies under an error of the client.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(under) = cause.source() {
        cause = under;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_feed_is_a_finding_that_says_who_and_where() {
        let mut report = Report::on("http://127.0.0.1:8080");
        stopped("{\"ready\":true}", &mut report);
        assert!(report.holds());
        let feeds = "{\"ready\":true,\"stopped_feeds\":[{\"feed\":\"pairing\",\"role\":\"play\",\"position\":17}]}";
        stopped(feeds, &mut report);
        assert!(!report.holds());
        let told = serde_json::to_string(&report).unwrap_or_default();
        let said = "play cannot read fact 17 of pairing";
        assert!(told.contains(said), "{told}");
    }
}
