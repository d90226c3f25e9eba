//! What follows from the settings, or why they make no server.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    str::FromStr,
};

use clap::ValueEnum;
use outflank_access::{
    Role,
    identifier::{self, CASUAL_BOTS},
};
use outflank_gateway::{MetricsReaders, Network};
use outflank_outbound::{UrlFault, target_url};
use outflank_transport::{PeerAddress, Peers};
use serde::Deserialize;

use super::{Settings, StoreUrl};
use crate::telemetry::{LogFilter, LogFormat};

/// House bots for whoever waits alone, where a sample event is held and nothing is said of them.
const SAMPLE_BOTS: usize = 2;

/// How a listener is protected.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "String")]
pub enum Tls {
    /// Not at all: for one machine, a closed network, or behind a proxy.
    #[default]
    Off,
    /// By a certificate of this deployment's own authority, in its keys folder.
    Auto,
    /// By these PEM files.
    Files {
        /// The certificate and what it was signed with, up to what clients trust.
        certificate: PathBuf,
        /// Its private key.
        key: PathBuf,
    },
}

impl FromStr for Tls {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.split_once(',')) {
            ("off", _) => Ok(Self::Off),
            ("auto", _) => Ok(Self::Auto),
            (_, Some((certificate, key))) if !certificate.is_empty() && !key.is_empty() => {
                Ok(Self::Files {
                    certificate: certificate.into(),
                    key: key.into(),
                })
            }
            _ => Err(format!(
                "`{text}` is no TLS setting: write auto, off, or CERT,KEY with the names of two PEM files"
            )),
        }
    }
}

impl TryFrom<String> for Tls {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Who may found events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Founding {
    /// Administrators alone.
    #[default]
    Administrators,
    /// Every account with a password.
    Accounts,
}

/// Settings that make no server, and what would.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigurationError {
    /// Some roles here, others elsewhere, and a store that only one process can use.
    #[error(
        "the roles {roles} alone are a part of a server, and its parts share one Postgres: give each of them \
         --database postgres://…, or leave --roles out to run the whole server here on SQLite"
    )]
    SplitOnSqlite {
        /// The roles of this process.
        roles: String,
    },
    /// The same without a live store that all can reach.
    #[error(
        "the roles {roles} alone are a part of a server, and its parts share one Redis: give each of them \
         --redis redis://…, or leave --roles out to run the whole server in one process"
    )]
    SplitWithoutRedis {
        /// The roles of this process.
        roles: String,
    },
    /// A role that a role here calls runs elsewhere, and nobody said where.
    #[error(
        "{caller} runs here and calls {called}, which does not: say where it answers with \
         --peers {called}=http://HOST:PORT"
    )]
    NoAddress {
        /// Who calls.
        caller: &'static str,
        /// Who is called.
        called: &'static str,
    },
    /// An address contradicts the protection between roles.
    #[error(
        "--peers {role}={address} and --internal-tls {tls} contradict each other: write {right}:// there, or change \
         --internal-tls"
    )]
    Scheme {
        /// Whose address.
        role: &'static str,
        /// Which address.
        address: String,
        /// The setting.
        tls: &'static str,
        /// What the address would begin with.
        right: &'static str,
    },
    /// The address of a store is not one.
    #[error("--{setting} {address} is no address of {store}: write {right}")]
    StoreAddress {
        /// The name of the setting.
        setting: &'static str,
        /// Without its password.
        address: String,
        /// What stands behind it.
        store: &'static str,
        /// How it is written.
        right: &'static str,
    },
    /// A name that cannot stand in logs and metrics.
    #[error("--instance {0} is no name: use 1 to 64 of a-z, A-Z, 0-9, dot, dash and underscore")]
    Instance(String),
    /// A collector that cannot be spoken to.
    #[error(
        "--telemetry {0} is no address of a collector: write http://HOST:4317, where it takes OTLP over gRPC"
    )]
    Collector(String),
    /// An origin that browsers do not have.
    #[error("--origin {0} is no origin: write https://HOST, without a path")]
    Origin(String),
    /// No address of a chat filter.
    #[error("--chat-filter-url {url} leads to no filter: {fault}")]
    ChatFilter {
        /// The address.
        url: String,
        /// What is wrong with it.
        fault: UrlFault,
    },
    /// A host name that is none.
    #[error("--names {0} is no host name: write open.example, without a scheme, a port or a path")]
    Name(String),
    /// A PROXY header is nobody's to send.
    #[error(
        "--proxy-protocol believes trusted proxies alone, and there is none: name them with --trusted-proxies, or leave it out"
    )]
    ProxyProtocolOfNobody,
    /// The house's bots speak plain HTTP.
    #[error("the bots of --sample-event speak plain HTTP: leave --tls out to watch them")]
    SampleOverTls,
    /// More bots than there are.
    #[error("--casual-bots {0} is more than there are: write 0 to {most}", most = CASUAL_BOTS.count())]
    CasualBots(usize),
    /// A process without roles.
    #[error("--roles names no role: leave it out to run all of them")]
    NoRoles,
    /// No randomness for a name.
    #[error(transparent)]
    Randomness(#[from] identifier::NoRandomness),
}

/// One process of a deployment: what it runs, where it keeps things, and where the others are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    /// The data folder.
    pub data: PathBuf,
    /// Where browsers and programs come in, or, without the gateway, who asks for health and counters.
    pub listen: SocketAddr,
    /// What runs here.
    pub roles: BTreeSet<Role>,
    /// Postgres; SQLite in the data folder otherwise.
    pub database: Option<StoreUrl>,
    /// Redis; in the process otherwise.
    pub redis: Option<StoreUrl>,
    /// At `listen`.
    pub tls: Tls,
    /// Where other roles come in; `None` when there are none.
    pub internal_listen: Option<SocketAddr>,
    /// Between roles.
    pub internal_tls: Tls,
    /// Where roles that do not run here answer.
    pub peers: BTreeMap<Role, Vec<PeerAddress>>,
    /// The keys folder.
    pub keys: PathBuf,
    /// Whether the keys folder is this process's own, to be filled at the first start.
    pub owns_keys: bool,
    /// This process's name.
    pub instance: String,
    /// The collector that traces go to.
    pub telemetry: Option<String>,
    /// What is logged.
    pub log_filter: LogFilter,
    /// Form of the logs.
    pub log_format: LogFormat,
    /// How browsers reach the server, where somebody said so.
    pub origin: Option<String>,
    /// Other host names that it goes by.
    pub names: Vec<String>,
    /// The proxies before this process whose word is taken for where a client is.
    pub trusted_proxies: Vec<Network>,
    /// Whether each of their connections begins with a PROXY header.
    pub proxy_protocol: bool,
    /// Who may read what this process counts.
    pub metrics_from: MetricsReaders,
    /// Where the copies of what it keeps are put.
    pub backups: Option<PathBuf>,
    /// Who may found events.
    pub founding: Founding,
    /// Where webhooks may lead inside private networks.
    pub webhook_allow: Vec<Network>,
    /// Where chat messages are posted before they stand.
    pub chat_filter_url: Option<String>,
    /// Whether to hold the sample event, and at what pace.
    pub sample_pace: Option<u32>,
    /// Whether house bots play in rehearsals.
    pub house: bool,
    /// How many house bots play casual games at a time.
    pub casual_bots: usize,
    /// Whether clients' rates are limited.
    pub limited: bool,
    /// How long a delivery to a webhook that failed waits at first, in ms.
    pub webhook_wait_ms: i64,
    /// Added to the host's wall clock, in ms.
    pub clock_offset_ms: i64,
}

impl Deployment {
    /// Fills in what the settings leave open, and refuses what cannot work.
    ///
    /// # Errors
    /// One sentence with what would work.
    pub fn of(settings: Settings) -> Result<Self, ConfigurationError> {
        let roles: BTreeSet<Role> = match settings.roles {
            None => Role::ALL.into(),
            Some(roles) if roles.is_empty() => return Err(ConfigurationError::NoRoles),
            Some(roles) => roles.into_iter().collect(),
        };
        let split = roles.len() < Role::ALL.len();
        let tls = settings.tls.unwrap_or_default();
        let internal_tls = settings.internal_tls.unwrap_or(match tls {
            Tls::Off => Tls::Off,
            _ => Tls::Auto,
        });
        let data = settings.data.unwrap_or_else(|| "data".into());
        let sample = settings.sample_event.unwrap_or_default();
        let local = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let serves_others = roles.iter().any(|role| *role != Role::Gateway);
        let internal_listen = settings
            .internal_listen
            .or_else(|| (split && serves_others).then(|| local(8081)));
        let mut peers = Peers::by_role(&settings.peers.unwrap_or_default());
        peers.retain(|role, _| !roles.contains(role));
        let deployment = Self {
            listen: settings.listen.unwrap_or_else(|| local(8080)),
            keys: settings.keys.clone().unwrap_or_else(|| data.join("keys")),
            owns_keys: !split && settings.keys.is_none(),
            instance: match settings.instance {
                Some(instance) => instance,
                None => drawn_name(&roles)?,
            },
            telemetry: settings.telemetry.filter(|collector| !collector.is_empty()),
            log_filter: settings.log_filter.unwrap_or_default(),
            log_format: settings.log_format.unwrap_or_default(),
            origin: settings.origin.filter(|origin| !origin.is_empty()),
            // An empty variable names none.
            names: without_empty(settings.names),
            trusted_proxies: settings.trusted_proxies.unwrap_or_default(),
            proxy_protocol: settings.proxy_protocol.unwrap_or_default(),
            backups: settings.backups,
            metrics_from: match settings.metrics_from {
                Some(networks) => MetricsReaders::in_networks(networks),
                None if roles.contains(&Role::Gateway) => MetricsReaders::this_machine(),
                None => MetricsReaders::everybody(),
            },
            founding: settings.founding.unwrap_or_default(),
            webhook_allow: settings.webhook_allow.unwrap_or_default(),
            chat_filter_url: settings.chat_filter_url.filter(|url| !url.is_empty()),
            sample_pace: sample.then(|| settings.sample_pace.unwrap_or(1)),
            house: settings.house.unwrap_or(true),
            casual_bots: settings
                .casual_bots
                .unwrap_or(if sample { SAMPLE_BOTS } else { 0 }),
            limited: !settings.no_limits.unwrap_or_default(),
            webhook_wait_ms: settings
                .webhook_wait_ms
                .unwrap_or(outflank_ratings::webhooks::schedule::FIRST_MS),
            clock_offset_ms: settings.clock_offset_ms.unwrap_or_default(),
            database: settings.database,
            redis: settings.redis,
            data,
            roles,
            tls,
            internal_listen,
            internal_tls,
            peers,
        };
        deployment.check()?;
        Ok(deployment)
    }

    /// Whether other processes run the other roles.
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.roles.len() < Role::ALL.len()
    }

    /// Whether a role runs in this process.
    #[must_use]
    pub fn runs(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// The name under which play knows this gateway. Alone on its machine it is the same after a restart.
    #[must_use]
    pub fn gateway_id(&self) -> &str {
        match self.database {
            Some(_) => &self.instance,
            None => Role::Gateway.name(),
        }
    }

    /// The roles of this process, by name.
    #[must_use]
    pub fn role_names(&self) -> String {
        let names: Vec<&str> = self.roles.iter().map(|role| role.name()).collect();
        names.join(",")
    }

    fn check(&self) -> Result<(), ConfigurationError> {
        let roles = || self.role_names();
        if self.is_split() && self.database.is_none() {
            return Err(ConfigurationError::SplitOnSqlite { roles: roles() });
        }
        if self.is_split() && self.redis.is_none() {
            return Err(ConfigurationError::SplitWithoutRedis { roles: roles() });
        }
        self.check_store_addresses()?;
        self.check_peers()?;
        if self.proxy_protocol && self.trusted_proxies.is_empty() {
            return Err(ConfigurationError::ProxyProtocolOfNobody);
        }
        if self.sample_pace.is_some() && self.tls != Tls::Off {
            return Err(ConfigurationError::SampleOverTls);
        }
        if self.casual_bots > CASUAL_BOTS.count() {
            return Err(ConfigurationError::CasualBots(self.casual_bots));
        }
        let letter = |letter: char| letter.is_ascii_alphanumeric() || "._-+".contains(letter);
        if !(1..=64).contains(&self.instance.len()) || !self.instance.chars().all(letter) {
            return Err(ConfigurationError::Instance(self.instance.clone()));
        }
        if let Some(collector) = &self.telemetry
            && collector.strip_prefix("http://").is_none_or(str::is_empty)
        {
            return Err(ConfigurationError::Collector(collector.clone()));
        }
        if let Some(origin) = &self.origin {
            let host = origin
                .strip_prefix("https://")
                .or_else(|| origin.strip_prefix("http://"))
                .map(|rest| rest.strip_suffix('/').unwrap_or(rest));
            if host.is_none_or(|host| host.is_empty() || host.contains(['/', '?', '#', '@'])) {
                return Err(ConfigurationError::Origin(origin.clone()));
            }
        }
        if let Some(url) = &self.chat_filter_url
            && let Err(fault) = target_url(url, |_| true)
        {
            let url = url.clone();
            return Err(ConfigurationError::ChatFilter { url, fault });
        }
        let no_name =
            |name: &&String| name.is_empty() || name.contains([':', '/', '?', '#', '@', ' ']);
        if let Some(name) = self.names.iter().find(no_name) {
            return Err(ConfigurationError::Name(name.clone()));
        }
        Ok(())
    }

    fn check_store_addresses(&self) -> Result<(), ConfigurationError> {
        let wrong = |setting, url: &StoreUrl, store, right| ConfigurationError::StoreAddress {
            setting,
            address: url.to_string(),
            store,
            right,
        };
        if let Some(url) = &self.database
            && !matches!(url.scheme(), "postgres" | "postgresql")
        {
            let right = "postgres://USER:PASSWORD@HOST/DATABASE";
            return Err(wrong("database", url, "a Postgres database", right));
        }
        match &self.redis {
            Some(url) if !matches!(url.scheme(), "redis" | "rediss") => {
                Err(wrong("redis", url, "a Redis server", "redis://HOST:PORT"))
            }
            _ => Ok(()),
        }
    }

    fn check_peers(&self) -> Result<(), ConfigurationError> {
        for role in &self.roles {
            for called in role.calls() {
                if !self.runs(*called) && !self.peers.contains_key(called) {
                    return Err(ConfigurationError::NoAddress {
                        caller: role.name(),
                        called: called.name(),
                    });
                }
            }
        }
        let (tls, right) = match self.internal_tls {
            Tls::Off => ("off", "http"),
            Tls::Auto => ("auto", "https"),
            Tls::Files { .. } => ("CERT,KEY", "https"),
        };
        for (role, addresses) in &self.peers {
            for address in addresses {
                if address.tls.is_some_and(|asked| asked != (right == "https")) {
                    return Err(ConfigurationError::Scheme {
                        role: role.name(),
                        address: address.to_string(),
                        tls,
                        right,
                    });
                }
            }
        }
        Ok(())
    }
}

/// A name of its own for a process: what it runs, and eight random letters.
fn without_empty(names: Option<Vec<String>>) -> Vec<String> {
    let names = names.unwrap_or_default().into_iter();
    names.filter(|name| !name.is_empty()).collect()
}

fn drawn_name(roles: &BTreeSet<Role>) -> Result<String, identifier::NoRandomness> {
    let what = match roles.first() {
        Some(role) if roles.len() == 1 => role.name(),
        _ if roles.len() == Role::ALL.len() => "server",
        _ => "roles",
    };
    let random: [u8; 4] = identifier::random_bytes()?;
    Ok(format!("{what}-{}", identifier::hex(&random)))
}
