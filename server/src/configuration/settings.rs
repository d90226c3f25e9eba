//! The settings of `serve`, by one name each on the command line, in the environment and in the file.

use std::{fs, io, net::SocketAddr, path::Path, path::PathBuf};

use clap::Args;
use outflank_access::Role;
use outflank_gateway::Network;
use outflank_transport::Peers;
use serde::{Deserialize, Deserializer, de::Error as _};

use super::{Founding, StoreUrl, Tls};
use crate::telemetry::{LogFilter, LogFormat};

/// Settings as they were given in one place; nothing is filled in yet.
// Under a heading of their own in help; options beside them stand before them.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[command(next_help_heading = "Settings")]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// Folder that holds everything the server keeps [default: data].
    #[arg(long, env = "OUTFLANK_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Address to listen on [default: 127.0.0.1:8080].
    #[arg(long, env = "OUTFLANK_LISTEN", value_name = "ADDRESS", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Roles of this process: gateway, identity, pairing, play, standings, ratings [default: all].
    #[arg(
        long,
        env = "OUTFLANK_ROLES",
        value_delimiter = ',',
        value_name = "LIST"
    )]
    #[serde(deserialize_with = "roles")]
    pub roles: Option<Vec<Role>>,
    /// Postgres for everything that is kept, postgres://USER:PASSWORD@HOST/DATABASE [default: SQLite in the data folder].
    #[arg(
        long,
        env = "OUTFLANK_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    pub database: Option<StoreUrl>,
    /// Redis for live state, redis://HOST [default: in this process].
    #[arg(
        long,
        env = "OUTFLANK_REDIS",
        value_name = "URL",
        hide_env_values = true
    )]
    pub redis: Option<StoreUrl>,
    /// TLS at --listen: auto (an authority of this deployment's own), CERT,KEY (files) or off [default: off].
    #[arg(long, env = "OUTFLANK_TLS", value_name = "auto|CERT,KEY|off")]
    pub tls: Option<Tls>,
    /// Address at which the other roles reach this process [default: 127.0.0.1:8081].
    #[arg(
        long,
        env = "OUTFLANK_INTERNAL_LISTEN",
        value_name = "ADDRESS",
        value_parser = address
    )]
    pub internal_listen: Option<SocketAddr>,
    /// TLS between roles [default: off where --tls is off, else auto].
    #[arg(long, env = "OUTFLANK_INTERNAL_TLS", value_name = "auto|CERT,KEY|off")]
    pub internal_tls: Option<Tls>,
    /// Where the other roles answer: play=http://HOST:PORT|http://HOST:PORT, or play=dns:NAME:PORT for all it stands for.
    #[arg(
        long,
        env = "OUTFLANK_PEERS",
        value_delimiter = ',',
        value_name = "ROLE=ADDRESS|..."
    )]
    pub peers: Option<Vec<Peers>>,
    /// Folder with the keys of this deployment [default: keys in the data folder].
    #[arg(long, env = "OUTFLANK_KEYS", value_name = "DIR")]
    pub keys: Option<PathBuf>,
    /// Name of this process in heartbeats, metrics and logs; no other running one may have it [default: drawn at start].
    #[arg(long, env = "OUTFLANK_INSTANCE", value_name = "NAME")]
    pub instance: Option<String>,
    /// Where traces go: an OpenTelemetry collector, http://HOST:4317 (OTLP over gRPC) [default: nowhere; also OTEL_EXPORTER_OTLP_ENDPOINT].
    #[arg(long, env = "OUTFLANK_TELEMETRY", value_name = "URL")]
    pub telemetry: Option<String>,
    /// What is logged on standard error: error, warn, info, debug or trace, or TARGET=LEVEL,... [default: warn; also OUTFLANK_LOG].
    #[arg(long, env = "OUTFLANK_LOG_FILTER", value_name = "FILTER")]
    pub log_filter: Option<LogFilter>,
    /// Form of the logs [default: text].
    #[arg(
        long,
        alias = "log",
        env = "OUTFLANK_LOG_FORMAT",
        value_name = "text|json"
    )]
    #[serde(alias = "log")]
    pub log_format: Option<LogFormat>,
    /// How browsers reach this server, where a proxy stands before it: https://open.example.
    #[arg(long, env = "OUTFLANK_ORIGIN", value_name = "ORIGIN")]
    pub origin: Option<String>,
    /// Other host names that this server goes by: play.example,open.example. Its addresses, the machine's own name and that of --origin it goes by anyway.
    #[arg(
        long,
        env = "OUTFLANK_NAMES",
        value_delimiter = ',',
        value_name = "LIST"
    )]
    pub names: Option<Vec<String>>,
    /// Proxies before this server, by address or network, whose word is taken for where a client is (Forwarded, X-Forwarded-For): 10.0.0.5,fd00::/8 [default: nobody's].
    #[arg(
        long,
        env = "OUTFLANK_TRUSTED_PROXIES",
        value_delimiter = ',',
        value_name = "LIST"
    )]
    #[serde(deserialize_with = "networks")]
    pub trusted_proxies: Option<Vec<Network>>,
    /// Every connection of a trusted proxy begins with a header of the PROXY protocol, version 1 or 2 [default: false].
    #[arg(
        long,
        env = "OUTFLANK_PROXY_PROTOCOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_name = "BOOL"
    )]
    pub proxy_protocol: Option<bool>,
    /// Who may read /metrics, by address or network: 127.0.0.1,10.0.0.0/8 [default: this machine's loopback addresses; everybody where the gateway runs elsewhere].
    #[arg(
        long,
        env = "OUTFLANK_METRICS_FROM",
        value_delimiter = ',',
        value_name = "LIST"
    )]
    #[serde(deserialize_with = "networks")]
    pub metrics_from: Option<Vec<Network>>,
    /// The folder that `outflank backup` puts its folders into: how old the newest copy is stands in /metrics.
    #[arg(long, env = "OUTFLANK_BACKUPS", value_name = "DIR")]
    pub backups: Option<PathBuf>,
    /// Who may found events: administrators, or every account with a password [default: administrators].
    #[arg(
        long,
        env = "OUTFLANK_FOUNDING",
        value_name = "administrators|accounts"
    )]
    pub founding: Option<Founding>,
    /// Where webhooks and messages to devices may lead inside private networks, by address or network: 10.0.0.5,fd00::/8 [default: nowhere].
    #[arg(
        long,
        env = "OUTFLANK_WEBHOOK_ALLOW",
        value_delimiter = ',',
        value_name = "LIST"
    )]
    #[serde(deserialize_with = "networks")]
    pub webhook_allow: Option<Vec<Network>>,
    /// Where each chat message is posted as JSON before it stands; 403 refuses it, no answer within a second lets it pass [default: nowhere].
    #[arg(long, env = "OUTFLANK_CHAT_FILTER_URL", value_name = "URL")]
    pub chat_filter_url: Option<String>,
    /// Hold a sample event that house bots play [default: false].
    #[arg(
        long,
        env = "OUTFLANK_SAMPLE_EVENT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_name = "BOOL"
    )]
    pub sample_event: Option<bool>,
    /// How fast the house bots play: 1 is a pace to watch, 10 is ten times that [default: 1].
    #[arg(
        long,
        env = "OUTFLANK_SAMPLE_PACE",
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    pub sample_pace: Option<u32>,
    /// Have house bots play in rehearsals; without, their seats stay free [default: true].
    #[arg(
        long,
        env = "OUTFLANK_HOUSE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_name = "BOOL"
    )]
    pub house: Option<bool>,
    /// House bots that play casual games at a time with whoever waits alone, up to 16 [default: 0; 2 with --sample-event].
    #[arg(long, env = "OUTFLANK_CASUAL_BOTS", value_name = "N")]
    pub casual_bots: Option<usize>,
    /// Lift the limits on sign-ins and claims per address: for load tests only [default: false].
    #[arg(
        long,
        env = "OUTFLANK_NO_LIMITS",
        hide = true,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_name = "BOOL"
    )]
    pub no_limits: Option<bool>,
    /// First wait before a delivery to a webhook that failed is tried again, in ms: for tests only [default: 10000].
    #[arg(
        long,
        env = "OUTFLANK_WEBHOOK_WAIT_MS",
        hide = true,
        value_name = "MS",
        value_parser = clap::value_parser!(i64).range(1..=10_000)
    )]
    pub webhook_wait_ms: Option<i64>,
    /// Shifts what this process takes for the host's wall clock, in ms: for tests only [default: 0].
    #[arg(
        long,
        env = "OUTFLANK_CLOCK_OFFSET_MS",
        hide = true,
        allow_hyphen_values = true,
        value_name = "MS"
    )]
    pub clock_offset_ms: Option<i64>,
}

/// A settings file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file system refused.
    #[error("the settings file {path} cannot be read: {cause}")]
    File {
        /// Which file.
        path: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It says something that is no setting.
    #[error("{path} line {line}: {what}")]
    Line {
        /// Which file.
        path: String,
        /// Where.
        line: usize,
        /// What is wrong, and what would be right.
        what: String,
    },
}

/// An address to listen on.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "no address to listen on: write IP:PORT, as 127.0.0.1:8080".to_owned())
}

/// Roles by their names.
fn roles<'file, D: Deserializer<'file>>(file: D) -> Result<Option<Vec<Role>>, D::Error> {
    let names = Vec::<String>::deserialize(file)?;
    let roles: Result<_, _> = names.iter().map(|name| name.parse()).collect();
    roles.map(Some).map_err(D::Error::custom)
}

/// Networks as they are written.
fn networks<'file, D: Deserializer<'file>>(file: D) -> Result<Option<Vec<Network>>, D::Error> {
    let texts = Vec::<String>::deserialize(file)?;
    let networks: Result<_, _> = texts.iter().map(|text| text.parse()).collect();
    networks.map(Some).map_err(D::Error::custom)
}

impl Settings {
    /// Reads a settings file (TOML; the names are those of the command line).
    ///
    /// # Errors
    /// When it cannot be read, or a line is no setting.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let text = fs::read_to_string(path).map_err(|cause| SettingsError::File {
            path: path.display().to_string(),
            cause,
        })?;
        toml::from_str(&text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let before = text.get(..start).unwrap_or_default();
            SettingsError::Line {
                path: path.display().to_string(),
                line: before.matches('\n').count() + 1,
                what: error.message().replace('\n', " "),
            }
        })
    }

    /// These settings; where they say nothing, the other ones.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        Self {
            data: self.data.or(other.data),
            listen: self.listen.or(other.listen),
            roles: self.roles.or(other.roles),
            database: self.database.or(other.database),
            redis: self.redis.or(other.redis),
            tls: self.tls.or(other.tls),
            internal_listen: self.internal_listen.or(other.internal_listen),
            internal_tls: self.internal_tls.or(other.internal_tls),
            peers: self.peers.or(other.peers),
            keys: self.keys.or(other.keys),
            instance: self.instance.or(other.instance),
            telemetry: self.telemetry.or(other.telemetry),
            log_filter: self.log_filter.or(other.log_filter),
            log_format: self.log_format.or(other.log_format),
            origin: self.origin.or(other.origin),
            names: self.names.or(other.names),
            trusted_proxies: self.trusted_proxies.or(other.trusted_proxies),
            proxy_protocol: self.proxy_protocol.or(other.proxy_protocol),
            metrics_from: self.metrics_from.or(other.metrics_from),
            backups: self.backups.or(other.backups),
            founding: self.founding.or(other.founding),
            webhook_allow: self.webhook_allow.or(other.webhook_allow),
            chat_filter_url: self.chat_filter_url.or(other.chat_filter_url),
            sample_event: self.sample_event.or(other.sample_event),
            sample_pace: self.sample_pace.or(other.sample_pace),
            house: self.house.or(other.house),
            casual_bots: self.casual_bots.or(other.casual_bots),
            no_limits: self.no_limits.or(other.no_limits),
            webhook_wait_ms: self.webhook_wait_ms.or(other.webhook_wait_ms),
            clock_offset_ms: self.clock_offset_ms.or(other.clock_offset_ms),
        }
    }
}
