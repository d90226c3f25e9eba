//! Connecting: address, settings, durability.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgPool};

use crate::JournalError;

/// How long a server may take to let a connection in.
const CONNECT: Duration = Duration::from_secs(5);
/// How long to wait for a connection, new or given back. The server has to answer sooner for
/// anything to be acknowledged in good time.
const WAIT: Duration = Duration::from_secs(3);
/// How long a connection may be idle until it is asked whether it still lives.
pub(super) const FRESH: Duration = Duration::from_secs(1);
/// The oldest server that has all that the tables need.
const OLDEST_SERVER: i64 = 130_000;

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Group commits, and nothing else.
    Committing,
    /// Everything a service asks for.
    Serving,
    /// Bringing the tables up to date.
    Migrating,
    /// Looking only.
    Reading,
}

/// A schema of a database on a server.
#[derive(Debug, Clone)]
pub(super) struct Schema {
    options: PgConnectOptions,
    name: String,
}

impl Schema {
    pub fn new(url: &str, name: &str) -> Result<Self, JournalError> {
        let first = name.bytes().next().is_some_and(|c| c.is_ascii_lowercase());
        let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_';
        if !first || !name.bytes().all(plain) || name.len() > 63 {
            return Err(JournalError::Address {
                message: format!(
                    "the schema {name:?} may hold small letters, digits and _ only and has to \
                     begin with a letter"
                ),
            });
        }
        let options = parse(url)?.application_name(&format!("outflank {name}"));
        Ok(Self {
            options,
            name: name.to_owned(),
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// How people call it.
    pub fn place(&self) -> String {
        format!("schema {} of {}", self.name, server(&self.options))
    }

    /// Its server and database.
    pub fn server(&self) -> String {
        server(&self.options)
    }

    /// One connection, whose settings have been seen.
    pub async fn connect(&self, purpose: Use) -> Result<PgConnection, JournalError> {
        let mut connection = connect(&self.options).await?;
        self.prepare(&mut connection, purpose).await?;
        Ok(connection)
    }

    /// Connections made when they are needed, each with its settings seen.
    pub fn pool(&self, purpose: Use, most: u32) -> PgPool {
        let schema = self.clone();
        PgPoolOptions::new()
            .max_connections(most)
            .acquire_timeout(WAIT)
            .test_before_acquire(false)
            .before_acquire(|connection, meta| {
                Box::pin(async move {
                    if meta.idle_for > FRESH {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .after_connect(move |connection, _| {
                let schema = schema.clone();
                Box::pin(async move {
                    let prepared = schema.prepare(connection, purpose);
                    match tokio::time::timeout(WAIT, prepared).await {
                        Ok(prepared) => {
                            prepared.map_err(|refusal| sqlx::Error::Configuration(refusal.into()))
                        }
                        Err(_) => Err(sqlx::Error::PoolTimedOut),
                    }
                })
            })
            .connect_lazy_with(self.options.clone())
    }

    /// Sets what the journal relies on, and refuses what it cannot have.
    async fn prepare(
        &self,
        connection: &mut PgConnection,
        purpose: Use,
    ) -> Result<(), JournalError> {
        let (statement, lock) = match purpose {
            Use::Committing | Use::Serving => ("5s", "3s"),
            Use::Migrating => ("0", "60s"),
            Use::Reading => ("0", "10s"),
        };
        // Commits look up rows by their keys, however few rows a plan was made for; so one plan does
        // for all, and planning would cost more than the rows.
        let plans = match purpose {
            Use::Committing => "force_generic_plan",
            _ => "auto",
        };
        let scans = if purpose == Use::Committing {
            "off"
        } else {
            "on"
        };
        let read_only = if purpose == Use::Reading { "on" } else { "off" };
        // What was seen stays: settings changed later concern new connections, which are seen too.
        let settings: (String, String, String, i64, bool) = sqlx::query_as(
            "SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false), \
                 current_setting('fsync'), current_setting('server_encoding'), \
                 current_setting('server_version_num')::bigint, pg_is_in_recovery() \
             FROM (SELECT set_config('search_path', $1, false), \
                 set_config('statement_timeout', $2, false), \
                 set_config('lock_timeout', $3, false), \
                 set_config('idle_in_transaction_session_timeout', $2, false), \
                 set_config('default_transaction_isolation', 'read committed', false), \
                 set_config('default_transaction_read_only', $4, false), \
                 set_config('enable_seqscan', $5, false), \
                 set_config('plan_cache_mode', $6, false), \
                 set_config('jit', 'off', false) OFFSET 0) AS settings",
        )
        .bind(format!("\"{}\"", self.name))
        .bind(statement)
        .bind(lock)
        .bind(read_only)
        .bind(scans)
        .bind(plans)
        .fetch_one(connection)
        .await
        .map_err(JournalError::storage("prepare a connection"))?;
        let (synchronous, fsync, encoding, version, standby) = settings;
        if version < OLDEST_SERVER {
            let actual = (version / 10_000).to_string();
            return Err(self.unsafe_setting("server_version", &actual, "13 or newer"));
        }
        if purpose == Use::Reading {
            return Ok(());
        }
        if encoding != "UTF8" {
            return Err(self.unsafe_setting("server_encoding", &encoding, "UTF8"));
        }
        if fsync != "on" {
            return Err(self.unsafe_setting("fsync", &fsync, "on"));
        }
        if synchronous == "off" {
            let needed = "on: otherwise a crash of the server loses what was acknowledged";
            return Err(self.unsafe_setting("synchronous_commit", &synchronous, needed));
        }
        if standby {
            let needed = "the server that takes writes, not a standby of it";
            return Err(self.unsafe_setting("pg_is_in_recovery", "true", needed));
        }
        Ok(())
    }

    fn unsafe_setting(
        &self,
        setting: &'static str,
        actual: &str,
        needed: &'static str,
    ) -> JournalError {
        JournalError::Unsafe {
            database: server(&self.options),
            setting,
            actual: actual.to_owned(),
            needed,
        }
    }
}

/// A connection as the server gives it, to look around.
pub(super) async fn look(url: &str) -> Result<(PgConnection, String), JournalError> {
    let options = parse(url)?.application_name("outflank");
    Ok((connect(&options).await?, server(&options)))
}

fn parse(url: &str) -> Result<PgConnectOptions, JournalError> {
    let not_one = |message: String| JournalError::Address { message };
    if !["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
    {
        return Err(not_one(
            "it has to begin with postgres://, as in postgres://user:password@host:5432/outflank"
                .to_owned(),
        ));
    }
    url.parse::<PgConnectOptions>()
        .map_err(|cause| not_one(cause.to_string()))
}

/// Server and database, without who connects.
fn server(options: &PgConnectOptions) -> String {
    let (host, port) = (options.get_host(), options.get_port());
    let database = options.get_database().unwrap_or(options.get_username());
    format!("the database postgres://{host}:{port}/{database}")
}

/// A server that has just been started says so, and is waited for.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection, JournalError> {
    let unreachable = |cause| JournalError::Unreachable {
        database: server(options),
        cause: Arc::new(cause),
    };
    let start = Instant::now();
    loop {
        let cause = match tokio::time::timeout(CONNECT, options.connect()).await {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(cause)) => cause,
            Err(_) => {
                let silence =
                    std::io::Error::new(std::io::ErrorKind::TimedOut, "no answer within 5 seconds");
                return Err(unreachable(sqlx::Error::Io(silence)));
            }
        };
        let is_starting = cause
            .as_database_error()
            .is_some_and(sqlx::error::DatabaseError::is_transient_in_connect_phase);
        if !is_starting || start.elapsed() > CONNECT * 2 {
            return Err(unreachable(cause));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
