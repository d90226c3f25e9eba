//! A deployment as child processes: a real Postgres, a real Redis, and roles in any number of processes.

pub mod network;
mod process;

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead as _, BufReader},
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use outflank_testbed::{PATIENCE, Postgres, Redis};
use rustix::process::{Pid, Signal, kill_process};

pub use process::Process;

use crate::server::binary;

/// How long an orderly end may take while other things fail.
const DRAIN: Duration = Duration::from_secs(30);
/// Attempts to start a process in an environment that may not let it.
const ATTEMPTS: usize = 60;
/// Every role, in the order in which they are listed.
pub const ROLES: [&str; 6] = [
    "gateway",
    "identity",
    "pairing",
    "play",
    "standings",
    "ratings",
];

/// A deployment.
#[derive(Debug)]
pub struct Cluster {
    /// Every process, running or not. They end before what they stand on.
    pub processes: Vec<Process>,
    /// The store of everything.
    pub postgres: Postgres,
    /// Live state.
    pub redis: Redis,
    /// Other addresses that a process is told to find a port of this deployment at: process, port, detour.
    pub detours: BTreeMap<(usize, u16), SocketAddr>,
    /// More variables of a process's environment.
    pub environment: BTreeMap<usize, Vec<(String, String)>>,
    /// Processes that run another program than the one built beside the tests.
    pub programs: BTreeMap<usize, PathBuf>,
    /// Where processes write what they say on standard error, if not to the test's.
    pub logs: Option<PathBuf>,
    folder: tempfile::TempDir,
    more: Vec<String>,
}

/// How a process was restarted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rolled {
    /// Whether it ended as it should.
    pub in_good_order: bool,
    /// How often it had to be started until it was ready.
    pub starts: usize,
}

impl Rolled {
    /// As it should be.
    pub const WELL: Self = Self {
        in_good_order: true,
        starts: 1,
    };
}

impl Cluster {
    /// Starts so many processes of each role, and waits until all of them are ready.
    #[must_use]
    pub fn start(counts: &[(&'static str, usize)]) -> Self {
        Self::start_with(counts, &[])
    }

    /// The same with more arguments for every process.
    #[must_use]
    pub fn start_with(counts: &[(&'static str, usize)], more: &[&str]) -> Self {
        let mut cluster = Self::prepare(counts, more);
        for at in 0..cluster.processes.len() {
            cluster.launch(at);
        }
        for at in 0..cluster.processes.len() {
            cluster.wait_ready(at);
        }
        cluster
    }

    /// The same, with stores and keys but no process running yet.
    #[must_use]
    pub fn prepare(counts: &[(&'static str, usize)], more: &[&str]) -> Self {
        Self::prepare_on(Postgres::start(), counts, more)
    }

    /// The same on this Postgres.
    #[must_use]
    pub fn prepare_on(postgres: Postgres, counts: &[(&'static str, usize)], more: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        make_keys(&folder.path().join("keys"));
        let processes = counts
            .iter()
            .flat_map(|(role, count)| std::iter::repeat_n(*role, *count))
            .map(Process::new)
            .collect();
        Self {
            postgres,
            redis: Redis::start(),
            detours: BTreeMap::new(),
            environment: BTreeMap::new(),
            programs: BTreeMap::new(),
            logs: None,
            folder,
            processes,
            more: more.iter().map(ToString::to_string).collect(),
        }
    }

    /// The keys that all processes share.
    #[must_use]
    pub fn keys(&self) -> PathBuf {
        self.folder.path().join("keys")
    }

    /// The places of the processes of a role.
    #[must_use]
    pub fn of_role(&self, role: &str) -> Vec<usize> {
        let places = 0..self.processes.len();
        places
            .filter(|at| self.processes[*at].role.split(',').any(|of| of == role))
            .collect()
    }

    /// The address of a gateway, counted among the gateways.
    #[must_use]
    pub fn base(&self, gateway: usize) -> String {
        let at = self.of_role("gateway")[gateway];
        format!("http://{}", self.processes[at].address())
    }

    /// The command that starts a process of this deployment.
    #[must_use]
    pub fn command(&self, at: usize) -> Command {
        let process = &self.processes[at];
        let way = |to: SocketAddr| self.detours.get(&(at, to.port())).copied().unwrap_or(to);
        let detour = |url: String, port: u16| {
            let to = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
            url.replace(&format!("{to}/"), &format!("{}/", way(to)))
        };
        let database = detour(self.postgres.url(), self.postgres.port());
        let redis = detour(self.redis.url(), self.redis.port());
        let program = self.programs.get(&at).cloned().unwrap_or_else(binary);
        let mut command = match &process.network {
            Some(network) => network.enter(&program),
            None => Command::new(program),
        };
        command
            .arg("serve")
            .args(["--roles", process.role])
            .args(["--database", &database])
            .args(["--redis", &redis])
            .args(["--listen", &process.address().to_string()])
            .args(["--internal-listen", &process.internal_address().to_string()])
            .arg("--keys")
            .arg(self.keys())
            .arg("--data")
            .arg(self.folder.path().join(format!("data-{at}")))
            .env("OUTFLANK_NO_LIMITS", "true")
            .env("OUTFLANK_FOUNDING", "accounts");
        let own = |role: &str| process.role.split(',').any(|of| of == role);
        for role in ROLES
            .iter()
            .filter(|role| **role != "gateway" && !own(role))
        {
            let addresses: Vec<String> = self
                .of_role(role)
                .into_iter()
                .map(|at| format!("http://{}", way(self.processes[at].internal_address())))
                .collect();
            if !addresses.is_empty() {
                command.args(["--peers", &format!("{role}={}", addresses.join("|"))]);
            }
        }
        command.args(&self.more);
        let environment = self.environment.get(&at).into_iter().flatten();
        command.envs(environment.map(|(name, value)| (name, value)));
        if let Some(logs) = &self.logs {
            let path = logs.join(format!("{}-{at}.log", process.role.replace(',', "-")));
            let log = File::options().create(true).append(true).open(path);
            command.stderr(log.expect("a log file"));
        }
        command
    }

    /// Starts a process.
    pub fn launch(&mut self, at: usize) {
        let mut child = self
            .command(at)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let said = Arc::clone(&self.processes[at].said);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                said.lock().unwrap().push(line);
            }
        });
        self.processes[at].child = Some(child);
    }

    /// Waits until a process says that it is ready.
    pub fn wait_ready(&mut self, at: usize) {
        let begun = Instant::now();
        let process = &mut self.processes[at];
        loop {
            let child = process.child.as_mut().expect("it was started");
            assert!(
                child.try_wait().expect("its state").is_none(),
                "{} ended at its start",
                process.role
            );
            if process.is_ready() {
                return;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "{} is not ready after {PATIENCE:?}",
                process.role
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts a process until it is ready, as a service manager does; answers how often it had to be started.
    pub fn revive(&mut self, at: usize) -> usize {
        for attempt in 1..=ATTEMPTS {
            self.launch(at);
            let begun = Instant::now();
            while begun.elapsed() < PATIENCE && !self.has_ended(at) {
                if self.processes[at].is_ready() {
                    return attempt;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            self.kill(at);
            std::thread::sleep(Duration::from_millis(250));
        }
        panic!("{} never starts", self.processes[at].role);
    }

    /// Whether a process ended without having been told to.
    pub fn has_ended(&mut self, at: usize) -> bool {
        let child = &mut self.processes[at].child;
        child
            .as_mut()
            .is_some_and(|child| !matches!(child.try_wait(), Ok(None)))
    }

    /// What a process has said on standard output.
    #[must_use]
    pub fn said(&self, at: usize) -> Vec<String> {
        self.processes[at].said.lock().unwrap().clone()
    }

    /// Kills a process as a power cut would.
    pub fn kill(&mut self, at: usize) {
        if let Some(mut child) = self.processes[at].child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            child.wait().expect("it ends");
        }
    }

    /// Sends a signal to a process that runs.
    pub fn signal(&self, at: usize, signal: Signal) {
        let pid = self.processes[at].pid();
        if let Some(pid) = pid.and_then(|pid| Pid::from_raw(i32::try_from(pid).ok()?)) {
            let _ = kill_process(pid, signal);
        }
    }

    /// Ends a process in good order, and waits for it.
    pub fn stop(&mut self, at: usize) {
        self.signal(at, Signal::TERM);
        let Some(mut child) = self.processes[at].child.take() else {
            return;
        };
        let begun = Instant::now();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                let role = self.processes[at].role;
                assert!(status.success(), "{role} ended with {status}");
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "a process does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Ends a process in good order, or kills it when that takes too long, and starts it again, whatever state the rest
    /// is in.
    pub fn roll(&mut self, at: usize) -> Rolled {
        self.signal(at, Signal::TERM);
        let begun = Instant::now();
        while begun.elapsed() < DRAIN && !self.has_ended(at) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let child = self.processes[at].child.as_mut();
        let status = child.and_then(|child| child.try_wait().ok().flatten());
        self.kill(at);
        Rolled {
            in_good_order: status.is_some_and(|status| status.success()),
            starts: self.revive(at),
        }
    }

    /// Stops a process in good order and starts it again.
    pub fn restart(&mut self, at: usize) {
        self.stop(at);
        self.launch(at);
        self.wait_ready(at);
    }
}

/// Makes the keys of a deployment, as an operator does.
pub fn make_keys(folder: &Path) {
    let made: Output = Command::new(binary())
        .args(["keys", "create"])
        .arg(folder)
        .output()
        .expect("the binary runs");
    assert!(made.status.success(), "{made:?}");
}
