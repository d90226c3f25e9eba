//! A Redis server.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::Signal;
use tempfile::TempDir;

use crate::PATIENCE;
use crate::server::{Guard, find_program, folder, free_port, give_up, signal, within};

/// How long an orderly end may take before it becomes a disorderly one.
const STOP: Duration = Duration::from_secs(10);
/// An answer to one command may take so long.
const ANSWER: Duration = Duration::from_secs(10);
/// Ports tried until one is still free when the server asks for it.
const PORTS: usize = 5;

/// A Redis server that keeps nothing on disk: what it holds is gone with it.
///
/// Needs the Debian package `redis-server` (`scripts/install-tools redis`).
#[derive(Debug)]
pub struct Redis {
    program: PathBuf,
    port: u16,
    clustered: bool,
    child: Option<Child>,
    _guard: Guard,
    folder: TempDir,
}

impl Redis {
    /// Starts a new server on a free port.
    #[must_use]
    pub fn start() -> Self {
        Self::started(false)
    }

    /// Starts a node of a Redis Cluster that has no other.
    #[must_use]
    pub fn start_clustered() -> Self {
        Self::started(true)
    }

    fn started(clustered: bool) -> Self {
        let program = find_program("redis-server", &[]).unwrap_or_else(|| {
            give_up(
                "this test needs a Redis server, and the program `redis-server` is not in PATH: run \
                 `scripts/install-tools redis`",
            )
        });
        let folder = folder("redis", None);
        let mut server = Self {
            // Where tests run in a shell's background, all other signals may be ignored.
            _guard: Guard::over(folder.path(), &folder.path().join("pid"), "KILL"),
            program,
            port: 0,
            clustered,
            child: None,
            folder,
        };
        for _ in 0..PORTS {
            server.port = free_port();
            if server.serve() {
                return server;
            }
        }
        give_up(&format!("Redis does not start: {}", server.log()));
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Process id of the server while it runs.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// What it has logged so far.
    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Kills it at once, with all that it held, and waits until it is gone.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            signal(child.id(), Signal::KILL);
            let _ = child.wait();
        }
    }

    /// Ends it in good order; what it held is gone all the same.
    pub fn stop(&mut self) {
        let Some(child) = &mut self.child else {
            return;
        };
        signal(child.id(), Signal::TERM);
        if within(STOP, || !matches!(child.try_wait(), Ok(None))) {
            self.child = None;
        } else {
            self.kill();
        }
    }

    /// Starts it again, empty, after [`kill`](Self::kill) or [`stop`](Self::stop), or stops it first; returns when
    /// it answers.
    pub fn restart(&mut self) {
        self.stop();
        if !within(PATIENCE, || self.serve()) {
            give_up(&format!("Redis does not start again: {}", self.log()));
        }
    }

    /// Stops it where it stands, as a machine that hangs would: connections stand, nobody answers.
    pub fn pause(&self) {
        if let Some(pid) = self.pid() {
            signal(pid, Signal::STOP);
        }
    }

    /// Lets it go on after [`pause`](Self::pause).
    pub fn resume(&self) {
        if let Some(pid) = self.pid() {
            signal(pid, Signal::CONT);
        }
    }

    /// Has it forget everything it holds.
    pub fn flush(&self) {
        if self.ask("FLUSHALL").ok().as_deref() != Some("+OK") {
            give_up("Redis did not take FLUSHALL");
        }
    }

    /// One command without arguments that need quoting; answers the first line of the answer.
    ///
    /// # Errors
    /// When nobody answers.
    pub fn ask(&self, command: &str) -> io::Result<String> {
        let address = ([127, 0, 0, 1], self.port).into();
        let mut stream = TcpStream::connect_timeout(&address, ANSWER)?;
        stream.set_read_timeout(Some(ANSWER))?;
        stream.write_all(format!("{command}\r\n").as_bytes())?;
        let mut answer = Vec::new();
        let mut byte = [0];
        while !answer.ends_with(b"\r\n") && stream.read(&mut byte)? == 1 {
            answer.push(byte[0]);
        }
        Ok(String::from_utf8_lossy(&answer).trim_end().to_owned())
    }

    /// Starts the process; answers whether it serves. When not, it has ended.
    fn serve(&mut self) -> bool {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"));
        let log = match log {
            Ok(log) => log,
            Err(error) => give_up(&format!("no log file for Redis: {error}")),
        };
        let mut command = Command::new(&self.program);
        // The program may be a link's target with another name, and it goes by its name.
        command
            .arg0("redis-server")
            .args(["--bind", "127.0.0.1", "--port", &self.port.to_string()])
            .args(["--save", "", "--appendonly", "no", "--daemonize", "no"])
            .args([
                "--cluster-enabled",
                if self.clustered { "yes" } else { "no" },
            ])
            .arg("--pidfile")
            .arg(self.folder.path().join("pid"))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(Stdio::null());
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) => give_up(&format!("redis-server could not be started: {error}")),
        };
        let pid = child.id();
        self.child = Some(child);
        let mut serves = false;
        within(PATIENCE, || {
            serves = self.is_ours(pid);
            serves || self.has_ended()
        });
        if !serves {
            self.kill();
        }
        serves
    }

    /// Another server may answer on a port that this one could not get.
    fn is_ours(&self, pid: u32) -> bool {
        let own = self.folder.path().join("pid");
        let own = fs::read_to_string(own).unwrap_or_default();
        own.trim() == pid.to_string() && self.ask("PING").ok().as_deref() == Some("+PONG")
    }

    fn has_ended(&mut self) -> bool {
        match &mut self.child {
            Some(child) => !matches!(child.try_wait(), Ok(None)),
            None => true,
        }
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        // What it holds is worth nothing: no orderly end is needed.
        self.kill();
    }
}
