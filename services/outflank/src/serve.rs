//! `outflank serve`: the whole server on one machine.

mod house;
mod sample;

use std::{net::SocketAddr, path::PathBuf, process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::Args;
use outflank_gateway::Gateway;
use outflank_journal::DataFolder;
use outflank_runtime::telemetry;
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};
use tokio_util::sync::CancellationToken;

use house::House;

/// Who is connected hears of a planned stop so long before it.
const STOP_NOTICE: Duration = Duration::from_secs(2);

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub struct Serve {
    /// Folder that holds everything the server keeps.
    #[arg(
        long,
        env = "OUTFLANK_DATA",
        default_value = "data",
        value_name = "DIR"
    )]
    data: PathBuf,
    /// Address to listen on.
    #[arg(
        long,
        env = "OUTFLANK_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    listen: SocketAddr,
    /// Hold a sample event that house bots play.
    #[arg(long, env = "OUTFLANK_SAMPLE_EVENT")]
    sample_event: bool,
    /// How fast the house bots play: 1 is a pace to watch, 10 is ten times that.
    #[arg(
        long,
        env = "OUTFLANK_SAMPLE_PACE",
        default_value_t = 1,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    sample_pace: u32,
    /// Lift the limits on sign-ins and claims per address: for load tests only.
    #[arg(long, env = "OUTFLANK_NO_LIMITS", hide = true)]
    no_limits: bool,
}

/// Serves until told to stop. Exit code 1 with one line when it cannot.
pub fn run(arguments: &Serve) -> ExitCode {
    telemetry::start();
    let served = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no runtime")
        .and_then(|runtime| runtime.block_on(serve(arguments)));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: &Serve) -> anyhow::Result<()> {
    let listener = TcpListener::bind(arguments.listen).await.with_context(|| {
        format!(
            "{} cannot be listened on; stop what uses it or choose another with --listen",
            arguments.listen
        )
    })?;
    let address = listener.local_addr()?;
    let folder = DataFolder::open(&arguments.data)?;
    let stop = CancellationToken::new();
    let house = House::open(&folder, !arguments.no_limits, stop.clone()).await?;
    announce(&house, address).await?;
    if arguments.sample_event {
        let sample = sample::SampleEvent {
            base: format!("http://{}", reachable(address)),
            file: folder.path().join("sample-event.json"),
            pace: arguments.sample_pace,
        };
        let stop = stop.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = sample.hold() => {}
            }
        });
    }
    tokio::spawn(stop_when_told(house.gateway(), stop));
    house.serve(listener).await
}

/// The address under which this machine reaches its own server.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    address
}

/// The two lines that a person starting the server needs.
#[allow(clippy::print_stdout, reason = "this is the program's answer")]
async fn announce(house: &House, address: SocketAddr) -> anyhow::Result<()> {
    let address = reachable(address);
    println!("Outflank is at http://{address}");
    if let Some(code) = house.administrator_code().await? {
        println!("First administrator, good once: http://{address}/welcome#{code}");
    }
    Ok(())
}

#[allow(clippy::print_stderr, reason = "this is the program's answer")]
fn complain(error: &anyhow::Error) {
    eprintln!("outflank: {error:#}");
}

/// Ends the server when it is told to; who is connected hears of it a moment before. Being told a second time
/// ends it at once.
async fn stop_when_told(gateway: Gateway, stop: CancellationToken) {
    told_to_stop().await;
    if gateway.open_sockets() > 0 {
        gateway.announce_stop(STOP_NOTICE);
        tokio::select! {
            () = tokio::time::sleep(STOP_NOTICE) => {}
            () = told_to_stop() => {}
        }
    }
    stop.cancel();
}

async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    match signal(SignalKind::terminate()) {
        Ok(mut terminated) => {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
        }
        Err(_) => {
            let _ = interrupted.await;
        }
    }
}
