//! Postgres: its time, what it promises, and the tables of every role.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use outflank_access::Role;
use outflank_journal::{
    JournalError, JournalLocation, Promise, ServerCondition, TablesCondition, TablesState,
    server_condition,
};
use outflank_transport::ClusterClock;
use tokio_util::sync::CancellationToken;

use super::report::{Report, Verdict};
use crate::{
    configuration::{Deployment, StoreUrl},
    roles,
    serve::wiring::site,
};

/// A host whose clock is further off the database's has logs that are hard to read beside others, in ms.
const FAR_OFF_MS: i64 = 1_000;
/// What a store takes of the server's connections: eight to read and for records, two to commit.
const CONNECTIONS_OF_A_STORE: usize = 10;

/// Cluster time as a process here would have it; `None`, with a finding, when it would have none.
pub async fn time(
    deployment: &Deployment,
    stop: &CancellationToken,
    report: &mut Report,
) -> Option<Arc<ClusterClock>> {
    let clock = match site::cluster_time(deployment, stop).await {
        Ok((clock, _)) => clock,
        Err(error) => {
            report.finding("clock", error.to_string());
            return None;
        }
    };
    let wall = SystemTime::now().duration_since(UNIX_EPOCH);
    let wall_ms = wall.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    });
    let offset_ms = clock.now_ms().saturating_sub(wall_ms);
    let uncertainty = clock.uncertainty_ms();
    let side = if offset_ms < 0 { "ahead of" } else { "behind" };
    let off = offset_ms.abs();
    if off > FAR_OFF_MS {
        report.caution(
            "clock",
            format!(
                "games go by the database's time (known to {uncertainty} ms), and this machine's clock is {off} ms \
                 {side} it: let a time service set it, for logs and certificates"
            ),
        );
    } else {
        report.good(
            "clock",
            format!(
                "games go by the database's time, known to {uncertainty} ms; this machine's clock is {off} ms {side} it"
            ),
        );
    }
    Some(clock)
}

/// What the server promises, and how the tables of every role stand to this program.
pub async fn examine(deployment: &Deployment, url: &StoreUrl, report: &mut Report) {
    match server_condition(url.secret(), Role::Play.name()).await {
        Ok(server) => {
            connections(deployment, &server, report);
            durability(&server, report);
        }
        Err(error @ JournalError::Unsafe { .. }) => {
            report.promise(
                Verdict::Finding,
                format!("none: {error}; a process refuses to start on it"),
            );
        }
        Err(error) => report.finding("database", error.to_string()),
    }
    for (role, tables) in roles::stores() {
        let place = JournalLocation::Schema {
            url: url.secret().to_owned(),
            schema: role.name().to_owned(),
        };
        tables_of(role, &place, place.tables(tables).await, report);
    }
}

fn connections(deployment: &Deployment, server: &ServerCondition, report: &mut Report) {
    let stores = roles::stores()
        .filter(|(role, _)| deployment.runs(*role))
        .count();
    let needed = i64::try_from(stores * CONNECTIONS_OF_A_STORE + 1).unwrap_or(i64::MAX);
    let (used, most) = (server.connections, server.most_connections);
    let what = format!(
        "{} answers, version {}, {} MB; {used} of {most} connections are in use",
        server.place,
        server.version,
        server.bytes / 1_000_000
    );
    if most.saturating_sub(used) < needed {
        let advice =
            format!("{what}, and this process takes up to {needed}: raise max_connections");
        report.caution("database", advice);
    } else {
        report.good("database", what);
    }
}

fn durability(server: &ServerCondition, report: &mut Report) {
    let (commit, names) = (
        &server.synchronous_commit,
        &server.synchronous_standby_names,
    );
    let settings = format!("synchronous_commit={commit}, fsync=on");
    let replicas = server.replicas.len();
    let (verdict, sentence) = match server.promise() {
        Promise::OneDisk => (
            Verdict::Good,
            format!(
                "an acknowledged command is on the disk of the one database server ({settings}): it survives every \
                 crash, not the loss of that disk; without a replica there is nothing to fail over to"
            ),
        ),
        Promise::OneDiskBeforeReplicas => (
            Verdict::Caution,
            format!(
                "an acknowledged command is on the disk of the one database server ({settings}); none of its \
                 {replicas} replicas is waited for, and an asynchronous replica can lose acknowledged entries at \
                 failover: name it in synchronous_standby_names to rule that out"
            ),
        ),
        Promise::WaitsForReplicas => (
            Verdict::Finding,
            format!(
                "commits wait for a replica (synchronous_standby_names = {names}) and none such is connected: \
                 nothing is acknowledged until one is"
            ),
        ),
        Promise::Untold => (
            Verdict::Caution,
            format!(
                "commits wait for a replica (synchronous_standby_names = {names}), and Postgres does not tell this user \
                 whether one of the {replicas} connected is such: GRANT pg_read_all_stats to it to know"
            ),
        ),
        Promise::Replicated => (
            Verdict::Good,
            format!(
                "an acknowledged command is on the disks of the database server and of a synchronous replica \
                 ({settings}, {names}): it survives the loss of either, and a failover to that replica"
            ),
        ),
        Promise::ReplicatedInMemory => (
            Verdict::Caution,
            format!(
                "an acknowledged command is on the database server's disk and in a replica's memory ({settings}, \
                 {names}): a failover during a power cut of the replica can lose it; \
                 synchronous_commit = on rules that out"
            ),
        ),
    };
    report.promise(verdict, sentence);
    if !server.full_page_writes {
        report.finding(
            "durability",
            format!(
                "{} runs with full_page_writes = off: a page torn by a power cut loses what was acknowledged; set it \
                 on, unless the file system writes pages whole",
                server.place
            ),
        );
    }
}

/// How the tables of a role stand to this program.
pub fn tables_of(
    role: Role,
    place: &JournalLocation,
    found: Result<Vec<TablesCondition>, JournalError>,
    report: &mut Report,
) {
    let subject = format!("tables of {}", role.name());
    let conditions = match found {
        Ok(conditions) => conditions,
        Err(error) => return report.finding(subject, error.to_string()),
    };
    let mut verdict = Verdict::Good;
    let mut parts = Vec::new();
    for TablesCondition { part, state } in conditions {
        parts.push(match state {
            TablesState::Missing => format!("{part} made at the first start"),
            TablesState::Current { version } => format!("{part} at version {version}, as this program"),
            TablesState::Older { found, known } => {
                verdict = Verdict::Caution;
                format!("{part} at version {found}, brought to {known} by the next start")
            }
            TablesState::Newer { found, known } => {
                verdict = Verdict::Caution;
                format!("{part} at version {found}, which still serves this program ({known}): a newer one runs or ran")
            }
        });
    }
    report.note(verdict, subject, format!("{place}: {}", parts.join("; ")));
}
