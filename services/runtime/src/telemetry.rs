//! Structured logs on standard error.

use tracing_subscriber::EnvFilter;

/// Starts logging. `OUTFLANK_LOG` sets what is shown (`info`, `outflank_play=debug`, …), `OUTFLANK_LOG_FORMAT=json`
/// one JSON object a line. A second call changes nothing.
pub fn start() {
    let filter = EnvFilter::try_from_env("OUTFLANK_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let json = std::env::var("OUTFLANK_LOG_FORMAT").is_ok_and(|format| format == "json");
    let _already_started = if json {
        builder.json().try_init()
    } else {
        builder.try_init()
    };
}
