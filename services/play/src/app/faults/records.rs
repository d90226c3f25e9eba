//! Outages as every process of this service knows them: what one noticed, all make good.

use std::collections::BTreeSet;

use outflank_access::Problem;
use outflank_journal::{Records, WriteTransaction, records};

use crate::app::refusal::stored;

/// What did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OutageKind {
    /// No process of this service.
    Server,
    /// A gateway: nothing was heard of it.
    Gateway,
    /// One process of this service, while others ran.
    Process,
    /// A gateway stood still, as it says itself.
    GatewayStall,
}

impl OutageKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Gateway => "gateway",
            Self::Process => "process",
            Self::GatewayStall => "gateway_stall",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [
            Self::Server,
            Self::Gateway,
            Self::Process,
            Self::GatewayStall,
        ]
        .into_iter()
        .find(|kind| kind.name() == name)
    }

    /// Whether running clocks get it back.
    pub const fn is_made_good(self) -> bool {
        matches!(self, Self::Server | Self::Gateway)
    }
}

/// A span in which something of the server did not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outage {
    /// Its place among all; 0 before it is saved.
    pub number: i64,
    pub id: String,
    pub kind: OutageKind,
    /// The process or gateway; empty for the whole service.
    pub name: String,
    pub from_ms: i64,
    pub to_ms: i64,
    /// Whose sockets it took; `None`: everybody's.
    pub accounts: Option<BTreeSet<String>>,
}

impl Outage {
    pub fn new(kind: OutageKind, name: &str, (from_ms, to_ms): (i64, i64)) -> Self {
        let id = if name.is_empty() {
            format!("{}-{from_ms}-{to_ms}", kind.name())
        } else {
            format!("{}-{name}-{from_ms}", kind.name())
        };
        Self {
            number: 0,
            id,
            kind,
            name: name.to_owned(),
            from_ms,
            to_ms,
            accounts: None,
        }
    }
}

/// Since when somebody is back after an outage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedReturn {
    pub outage_id: String,
    pub account_id: String,
    pub at_ms: i64,
}

outflank_journal::from_row!(SavedReturn {
    outage_id,
    account_id,
    at_ms,
});

struct OutageRow {
    number: i64,
    outage_id: String,
    kind: String,
    name: String,
    from_ms: i64,
    to_ms: i64,
    accounts: Option<String>,
}

outflank_journal::from_row!(OutageRow {
    number,
    outage_id,
    kind,
    name,
    from_ms,
    to_ms,
    accounts,
});

impl OutageRow {
    fn read(self) -> Result<Outage, Problem> {
        let accounts = self.accounts.map(|json| serde_json::from_str(&json));
        Ok(Outage {
            kind: OutageKind::named(&self.kind)
                .ok_or_else(|| Problem::internal(format!("an outage is {:?}", self.kind)))?,
            accounts: accounts.transpose().map_err(Problem::internal)?,
            number: self.number,
            id: self.outage_id,
            name: self.name,
            from_ms: self.from_ms,
            to_ms: self.to_ms,
        })
    }
}

/// The tables of outages.
#[derive(Debug, Clone)]
pub(crate) struct OutageRecords(pub Records);

impl OutageRecords {
    /// Saves what is new; what is known already stays as it is.
    pub async fn save(&self, outages: &[Outage], returns: &[SavedReturn]) -> Result<(), Problem> {
        let mut writing = self.0.write().await.map_err(stored)?;
        for outage in outages {
            let accounts = outage.accounts.as_ref().map(serde_json::to_string);
            records::query(
                "INSERT INTO outages (outage_id, kind, name, from_ms, to_ms, accounts) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (outage_id) DO NOTHING",
            )
            .bind(&outage.id)
            .bind(outage.kind.name())
            .bind(&outage.name)
            .bind(outage.from_ms)
            .bind(outage.to_ms)
            .bind(accounts.transpose().map_err(Problem::internal)?)
            .execute(&mut writing)
            .await
            .map_err(stored)?;
        }
        for back in returns {
            records::query(
                "INSERT INTO returns (outage_id, account_id, at_ms) VALUES ($1, $2, $3) \
                 ON CONFLICT (outage_id, account_id) DO UPDATE SET at_ms = excluded.at_ms \
                 WHERE excluded.at_ms < returns.at_ms",
            )
            .bind(&back.outage_id)
            .bind(&back.account_id)
            .bind(back.at_ms)
            .execute(&mut writing)
            .await
            .map_err(stored)?;
        }
        writing.commit().await.map_err(stored)
    }

    /// The outages that reached into this span, oldest first.
    pub async fn within(&self, from_ms: i64, until_ms: i64) -> Result<Vec<Outage>, Problem> {
        let rows: Vec<OutageRow> = records::query_as(
            "SELECT number, outage_id, kind, name, from_ms, to_ms, accounts FROM outages \
             WHERE to_ms >= $1 AND from_ms <= $2 ORDER BY from_ms, number",
        )
        .bind(from_ms)
        .bind(until_ms)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        rows.into_iter().map(OutageRow::read).collect()
    }

    /// Who was back after the outages that ended since.
    pub async fn returns_since(&self, to_ms: i64) -> Result<Vec<SavedReturn>, Problem> {
        records::query_as(
            "SELECT outage_id, account_id, at_ms FROM returns \
             WHERE outage_id IN (SELECT outage_id FROM outages WHERE to_ms >= $1)",
        )
        .bind(to_ms)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// Whose sockets are open at a gateway, as whoever heard of them wrote down.
    pub async fn open_at(&self, gateway_id: &str) -> Result<BTreeSet<String>, Problem> {
        let accounts: Vec<String> =
            records::query_scalar("SELECT account_id FROM open_sockets WHERE gateway_id = $1")
                .bind(gateway_id)
                .fetch_all(self.0.read())
                .await
                .map_err(stored)?;
        Ok(accounts.into_iter().collect())
    }
}

/// A gateway started: none of its sockets are open.
pub(crate) async fn forget_sockets(
    writing: &mut WriteTransaction,
    gateway_id: &str,
) -> Result<(), Problem> {
    records::query("DELETE FROM open_sockets WHERE gateway_id = $1")
        .bind(gateway_id)
        .execute(writing)
        .await
        .map_err(stored)?;
    Ok(())
}

/// Notes that an account's sockets at a gateway opened or closed.
pub(crate) async fn note_socket(
    writing: &mut WriteTransaction,
    gateway_id: &str,
    account_id: &str,
    open: bool,
) -> Result<(), Problem> {
    let statement = if open {
        "INSERT INTO open_sockets (gateway_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM open_sockets WHERE gateway_id = $1 AND account_id = $2"
    };
    records::query(statement)
        .bind(gateway_id)
        .bind(account_id)
        .execute(writing)
        .await
        .map_err(stored)?;
    Ok(())
}
