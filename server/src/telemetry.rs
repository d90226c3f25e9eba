//! Logs on standard error, and traces to a collector.

use std::{io::IsTerminal as _, str::FromStr, time::Duration};

use opentelemetry::{KeyValue, trace::TracerProvider as _};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};
use outflank_transport::spans;
use serde::Deserialize;
use tokio::net::TcpStream;
use tracing::Metadata;
use tracing_subscriber::{
    EnvFilter, Layer as _, Registry,
    filter::{LevelFilter, filter_fn},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::configuration::Deployment;

/// Where a collector is named when `--telemetry` is not given.
pub const COLLECTOR_VARIABLE: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
/// Where collectors take OTLP over gRPC.
const USUAL_PORT: u16 = 4317;
/// A collector that has not taken a connection by then is away.
const COLLECTOR_WITHIN: Duration = Duration::from_secs(2);
/// Spans that wait for the collector at the end are given up after so long.
const LAST_EXPORT: Duration = Duration::from_secs(3);

/// Where it was said what is logged before `--log-filter` was: counts where that says nothing.
pub const OLD_FILTER_VARIABLE: &str = "OUTFLANK_LOG";
const FILTER_VARIABLE: &str = "OUTFLANK_LOG_FILTER";

/// What is logged: a level, or levels by target.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct LogFilter(String);

impl Default for LogFilter {
    fn default() -> Self {
        Self("warn".to_owned())
    }
}

impl LogFilter {
    /// What [`OLD_FILTER_VARIABLE`] says; nothing where it says nothing that can be read.
    #[must_use]
    pub fn of_old_variable() -> Option<Self> {
        Self::of(OLD_FILTER_VARIABLE)
    }

    fn of(variable: &str) -> Option<Self> {
        std::env::var(variable).ok()?.parse().ok()
    }

    fn filter(&self) -> EnvFilter {
        EnvFilter::new(&self.0)
    }
}

impl FromStr for LogFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match EnvFilter::try_new(text) {
            Ok(_) => Ok(Self(text.to_owned())),
            Err(_) => Err(format!(
                "`{text}` says not what is logged: write error, warn, info, debug or trace, or TARGET=LEVEL as outflank_play=debug"
            )),
        }
    }
}

impl TryFrom<String> for LogFilter {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// How logs are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "String")]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(format!("`{text}` is no form of logs: write text or json")),
        }
    }
}

impl TryFrom<String> for LogFormat {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// What a process tells of itself while this lives.
#[derive(Debug, Default)]
pub struct Telemetry(Option<SdkTracerProvider>);

/// Traces cannot be sent.
#[derive(Debug, thiserror::Error)]
#[error("traces cannot be sent to {collector}: {cause}; correct --telemetry, or leave it out")]
pub struct TelemetryError {
    collector: String,
    cause: String,
}

/// Starts logging alone, as text: for tools that serve nothing. The environment says what is logged; a second call in a
/// process changes nothing.
pub fn start_log() {
    let asked = LogFilter::of(FILTER_VARIABLE).or_else(LogFilter::of_old_variable);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .with_filter(asked.unwrap_or_default().filter());
    let _already_started = Registry::default().with(lines).try_init();
}

impl Telemetry {
    /// Starts logging, and traces where a collector is named. Must be called on a Tokio runtime, which sends the traces;
    /// a second call in a process changes nothing.
    ///
    /// # Errors
    /// When the collector's address cannot be used. One that does not answer is none.
    pub fn start(deployment: &Deployment) -> Result<Self, TelemetryError> {
        let shown = deployment.log_filter.filter();
        let provider = match &deployment.telemetry {
            Some(collector) => Some(provider(deployment, collector)?),
            None => None,
        };
        // Logs name the trace they belong to; without traces nobody listens to spans.
        let level = if provider.is_some() { "info" } else { "off" };
        let shown = match format!("{}={level}", spans::TARGET).parse() {
            Ok(directive) => shown.add_directive(directive),
            Err(_) => shown,
        };
        let lines = tracing_subscriber::fmt::layer()
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(std::io::stderr);
        let lines = match deployment.log_format {
            LogFormat::Json => lines.json().flatten_event(true).with_filter(shown).boxed(),
            LogFormat::Text => lines.with_filter(shown).boxed(),
        };
        let traces = provider.as_ref().map(|provider| {
            tracing_opentelemetry::layer()
                .with_tracer(provider.tracer("outflank"))
                .with_location(false)
                .with_threads(false)
                .with_target(false)
                .with_tracked_inactivity(false)
                .with_filter(filter_fn(is_span).with_max_level_hint(LevelFilter::INFO))
        });
        if let Some(collector) = deployment.telemetry.clone() {
            tokio::spawn(async move {
                if let Err(missing) = look_for(&collector).await {
                    tracing::warn!("{missing}");
                }
            });
        }
        let started = Registry::default().with(lines).with(traces).try_init();
        spans::export(started.is_ok() && provider.is_some());
        Ok(Self(provider))
    }

    /// Sends what is left. The runtime has to run on meanwhile.
    pub async fn stop(self) {
        let Some(provider) = self.0 else {
            return;
        };
        spans::export(false);
        let last = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(LAST_EXPORT));
        if !matches!(last.await, Ok(Ok(()))) {
            tracing::warn!("the last traces did not reach the collector");
        }
    }
}

/// Nobody takes traces.
#[derive(Debug, thiserror::Error)]
#[error("no collector listens at {collector} ({cause}): traces are lost until one does")]
pub struct NoCollector {
    collector: String,
    cause: String,
}

/// Looks whether somebody listens where traces go (`http://HOST[:PORT]`). Nothing else depends on it.
///
/// # Errors
/// When nobody does.
pub async fn look_for(collector: &str) -> Result<(), NoCollector> {
    let place = collector.trim_start_matches("http://");
    let place = place.split('/').next().unwrap_or_default();
    let usual = format!("{place}:{USUAL_PORT}");
    let has_port = place
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let connected = TcpStream::connect(if has_port { place } else { usual.as_str() });
    let cause = match tokio::time::timeout(COLLECTOR_WITHIN, connected).await {
        Ok(Ok(_)) => return Ok(()),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "no answer in time".to_owned(),
    };
    Err(NoCollector {
        collector: collector.to_owned(),
        cause,
    })
}

fn is_span(of: &Metadata<'_>) -> bool {
    of.is_span() && of.target() == spans::TARGET
}

fn provider(deployment: &Deployment, collector: &str) -> Result<SdkTracerProvider, TelemetryError> {
    let exporter = SpanExporter::builder()
        .with_tonic()
        .with_endpoint(collector)
        .build()
        .map_err(|error| TelemetryError {
            collector: collector.to_owned(),
            cause: error.to_string(),
        })?;
    let resource = Resource::builder()
        .with_service_name("outflank")
        .with_attributes([
            KeyValue::new("service.instance.id", deployment.instance.clone()),
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("outflank.roles", deployment.role_names()),
        ])
        .build();
    Ok(SdkTracerProvider::builder()
        .with_resource(resource)
        .with_batch_exporter(exporter)
        .build())
}
