//! `outflank doctor`: looks at everything that a process would stand on, changes nothing, and says what is wrong.

mod data;
mod database;
mod files;
mod others;
mod redis;
mod report;
mod server;

use std::{collections::BTreeMap, sync::Arc};

use anyhow::Context as _;
use outflank_access::{Role, tokens::ServiceIdentity};
use outflank_offline::exit::Exit;
use outflank_ratings::webhooks::schedule::FIRST_MS;
use outflank_transport::ClusterClock;
use tokio_util::sync::CancellationToken;

use crate::{
    cli::Doctor,
    configuration::{ConfigurationError, Deployment},
    keys_folder::{self, KeysFolder},
    roles,
    serve::certificate::Certificate,
    telemetry,
};
use report::Report;

/// Examines, and says what it found.
pub fn run(arguments: &Doctor) -> anyhow::Result<Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no runtime")?;
    let report = runtime.block_on(examine(arguments))?;
    report.print(arguments.format)?;
    Ok(Exit::of_findings(!report.holds()))
}

async fn examine(arguments: &Doctor) -> anyhow::Result<Report> {
    if let Some(address) = &arguments.server {
        return Box::pin(server::examine(address)).await;
    }
    match arguments.process.deployment() {
        Ok(deployment) => Ok(Box::pin(examine_process(&deployment)).await),
        Err(error) => {
            // Settings that can be read and make no server are what was asked for.
            let error = error.downcast::<ConfigurationError>()?;
            let mut report = Report::on("the process");
            report.finding("settings", error.to_string());
            Ok(report)
        }
    }
}

/// Everything that a process with these settings would stand on.
async fn examine_process(deployment: &Deployment) -> Report {
    let stop = CancellationToken::new();
    let mut report = Report::on(format!("a process with {}", deployment.role_names()));
    settings(deployment, &mut report);
    let keys = keys(deployment, &mut report);
    let clock = match &deployment.database {
        Some(url) => {
            let clock = database::time(deployment, &stop, &mut report).await;
            if clock.is_some() {
                database::examine(deployment, url, &mut report).await;
            }
            clock
        }
        None => {
            data::examine(deployment, &mut report).await;
            Some(Arc::new(ClusterClock::new()))
        }
    };
    redis::examine(deployment, &mut report).await;
    if let (Some((folder, identities)), Some(clock)) = (keys, clock) {
        others::examine(deployment, &folder, &identities, &clock, &stop, &mut report).await;
    }
    data::space(deployment, &mut report);
    files::examine(deployment, &mut report);
    collector(deployment, &mut report).await;
    stop.cancel();
    report
}

fn settings(deployment: &Deployment, report: &mut Report) {
    let database = match &deployment.database {
        Some(url) => url.to_string(),
        None => format!("SQLite in {}", deployment.data.display()),
    };
    let redis = match &deployment.redis {
        Some(url) => url.to_string(),
        None => "in this process".to_owned(),
    };
    let parts = if deployment.is_split() {
        "one of several processes"
    } else {
        "a whole server"
    };
    report.good(
        "settings",
        format!(
            "{parts}: {}; history in {database}, live state {redis}",
            deployment.role_names()
        ),
    );
    if deployment.clock_offset_ms != 0 {
        report.finding(
            "settings",
            format!(
                "the clock is shifted by {} ms, which is for tests only: leave OUTFLANK_CLOCK_OFFSET_MS out",
                deployment.clock_offset_ms
            ),
        );
    }
    if deployment.webhook_wait_ms != FIRST_MS {
        report.finding(
            "settings",
            format!(
                "failed deliveries to webhooks are tried again after {} ms, which is for tests only: leave OUTFLANK_WEBHOOK_WAIT_MS out",
                deployment.webhook_wait_ms
            ),
        );
    }
    if !deployment.limited {
        report.finding(
            "settings",
            "sign-ins and claims are not limited, which is for load tests only: leave OUTFLANK_NO_LIMITS out",
        );
    }
}

/// Whether somebody listens where traces go. Nothing else depends on it.
async fn collector(deployment: &Deployment, report: &mut Report) {
    let Some(collector) = &deployment.telemetry else {
        return;
    };
    match telemetry::look_for(collector).await {
        Ok(()) => report.good("telemetry", format!("a collector listens at {collector}")),
        Err(missing) => report.caution("telemetry", missing.to_string()),
    }
}

type Keys = (KeysFolder, BTreeMap<Role, Arc<ServiceIdentity>>);

/// Every key that the process needs, as it would load it.
fn keys(deployment: &Deployment, report: &mut Report) -> Option<Keys> {
    let path = deployment.keys.display();
    let Some(folder) = KeysFolder::looked_at(deployment) else {
        report.good("keys", format!("{path} is made at the first start"));
        return None;
    };
    let loaded = || -> Result<Keys, keys_folder::KeysError> {
        folder.verifier()?;
        let mut identities = BTreeMap::new();
        for role in &deployment.roles {
            identities.insert(*role, folder.identity(*role)?);
        }
        for (role, name) in roles::keys() {
            if deployment.runs(role) {
                folder.private(name)?;
            }
        }
        if let Some((chain, key)) = folder.public_tls(deployment)? {
            Certificate::read(chain, key)?;
        }
        folder.internal_tls(deployment)?;
        folder.peer_tls(deployment)?;
        Ok((folder.clone(), identities))
    };
    match loaded() {
        Ok(keys) => {
            let names = deployment.role_names();
            report.good("keys", format!("{path} has every key of {names}, and each public key is that of its private one"));
            Some(keys)
        }
        // Its own folder, which the next start completes.
        Err(keys_folder::KeysError::Missing(_)) if deployment.owns_keys => {
            report.good(
                "keys",
                format!("what {path} lacks is made at the next start"),
            );
            None
        }
        Err(error) => {
            report.finding("keys", error.to_string());
            None
        }
    }
}
