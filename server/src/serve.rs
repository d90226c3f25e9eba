//! `outflank serve`: the whole server on one machine, or some of its roles.

pub mod certificate;
mod house;
mod sample;
pub mod wiring;

use std::{net::SocketAddr, path::PathBuf};

use anyhow::Context as _;
use clap::Args;
use outflank_access::Role;
use outflank_journal::DataFolder;
use outflank_offline::exit::{Exit, OrMisuse as _};
use tokio::{
    net::TcpListener,
    signal::unix::{Signal, SignalKind, signal},
};
use tokio_util::sync::CancellationToken;

use wiring::{Admission, Process};

use crate::{
    configuration::{Deployment, Settings, Tls},
    telemetry::{COLLECTOR_VARIABLE, LogFilter, Telemetry},
};

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// File with settings under the same names (TOML); the command line and the environment come before it.
    #[arg(long, env = "OUTFLANK_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

impl Serve {
    /// What the command line, the environment and the file make together.
    ///
    /// # Errors
    /// When the file cannot be read, or the settings make no server.
    pub fn deployment(&self) -> anyhow::Result<Deployment> {
        let file = self.config.as_deref().map(Settings::read).transpose();
        let file = file.or_misuse()?.unwrap_or_default();
        let mut settings = self.settings.clone();
        settings.log_filter = settings.log_filter.or_else(LogFilter::of_old_variable);
        let mut settings = settings.over(file);
        if settings.telemetry.is_none() {
            settings.telemetry = std::env::var(COLLECTOR_VARIABLE).ok();
        }
        Ok(Deployment::of(settings)?)
    }
}

/// Serves until told to stop.
pub fn run(arguments: &Serve) -> anyhow::Result<Exit> {
    let deployment = arguments.deployment()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no runtime")?;
    runtime.block_on(async {
        let telemetry = Telemetry::start(&deployment)?;
        let served = Box::pin(serve(&deployment)).await;
        telemetry.stop().await;
        served
    })?;
    Ok(Exit::Good)
}

async fn serve(deployment: &Deployment) -> anyhow::Result<()> {
    let listener = listen(deployment.listen, "--listen").await?;
    let internal = match deployment.internal_listen {
        Some(address) => Some(listen(address, "--internal-listen").await?),
        None => None,
    };
    let address = listener.local_addr()?;
    let folder = match deployment.database {
        Some(_) => None,
        None => Some(DataFolder::open(&deployment.data)?),
    };
    let stop = CancellationToken::new();
    let process = Process::open(deployment, folder.as_ref(), stop.clone()).await?;
    // Whoever reads that it is there may have it stop.
    let mut told = StopSignals::listen().context("signals cannot be listened for")?;
    announce(deployment, &process, address).await?;
    if deployment.runs(Role::Gateway)
        && let Some(pace) = deployment.sample_pace
    {
        hold_sample(deployment, address, (pace, process.admission()), stop)?;
    }
    let leaving = process.leaving();
    tokio::spawn(async move {
        told.next().await;
        leaving.leave(told.next()).await;
    });
    process.serve(listener, internal).await
}

async fn listen(address: SocketAddr, setting: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| {
        format!(
            "{address} cannot be listened on; stop what uses it or choose another with {setting}"
        )
    })
}

/// Holds the sample event beside everything else.
fn hold_sample(
    deployment: &Deployment,
    address: SocketAddr,
    (pace, admit): (u32, Admission),
    stop: CancellationToken,
) -> anyhow::Result<()> {
    std::fs::create_dir_all(&deployment.data)
        .with_context(|| format!("{} cannot be made", deployment.data.display()))?;
    let sample = sample::SampleEvent {
        base: format!("http://{}", reachable(address)),
        file: deployment.data.join("sample-event.json"),
        pace,
        admit,
    };
    tokio::spawn(async move {
        tokio::select! {
            () = stop.cancelled() => {}
            () = sample.hold() => {}
        }
    });
    Ok(())
}

/// The address under which this machine reaches its own server.
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    address
}

/// The two lines that a person starting the server needs.
#[allow(clippy::print_stdout, reason = "this is the program's answer")]
async fn announce(
    deployment: &Deployment,
    process: &Process,
    address: SocketAddr,
) -> anyhow::Result<()> {
    let address = reachable(address);
    let scheme = if deployment.tls == Tls::Off {
        "http"
    } else {
        "https"
    };
    if deployment.runs(Role::Gateway) {
        println!("Outflank is at {scheme}://{address}");
    } else {
        let roles = deployment.role_names();
        println!("Outflank's {roles} runs; its health is at {scheme}://{address}/readyz");
    }
    if let Some(code) = process.administrator_code().await? {
        let origin = format!("{scheme}://{address}");
        let site = match &deployment.origin {
            Some(origin) => origin.trim_end_matches('/'),
            None if deployment.runs(Role::Gateway) => &origin,
            None => "",
        };
        println!("First administrator, good once: {site}/welcome#{code}");
    }
    Ok(())
}

/// What tells a process to stop.
struct StopSignals {
    interrupted: Signal,
    terminated: Signal,
}

impl StopSignals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }
}
