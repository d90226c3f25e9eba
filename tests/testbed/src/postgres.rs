//! A Postgres server.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::process::Signal;
use tempfile::TempDir;

use crate::PATIENCE;
use crate::initial::{self, USER};
use crate::server::{
    Guard, User, children, find_program, folder, free_port, give_up, processes_in, run, signal,
    within,
};

/// How long an orderly end may take before it becomes a disorderly one.
const STOP: Duration = Duration::from_secs(30);
/// How long recovery may take before it is not waited for any more.
const RECOVERY: Duration = Duration::from_secs(3);
/// The small disk in its folder.
const DISK: &str = "disk";
/// Ports tried until one is still free when the server asks for it.
const PORTS: usize = 5;

/// A Postgres server with durable commits (`fsync` and `synchronous_commit` are on).
///
/// Needs the Debian package `postgresql` (`scripts/install-tools postgres`). A test that is run
/// by root runs it as the user `postgres` or `nobody`.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    user: Option<User>,
    settings: Vec<String>,
    port: u16,
    child: Option<Child>,
    databases: AtomicU32,
    /// Its log stands on a disk of its own, a small one.
    small_disk: bool,
    _guard: Guard,
    folder: TempDir,
}

/// The address of a database of its own in a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Database {
    /// `postgres://...`
    pub url: String,
    /// Its name in the server.
    pub name: String,
}

impl Postgres {
    /// Starts a new server on a free port.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a new server with settings like `("synchronous_commit", "off")`.
    #[must_use]
    pub fn start_with(settings: &[(&str, &str)]) -> Self {
        Self::start_on(settings, false)
    }

    /// Starts a new server whose log stands on a small disk of its own, where this process may mount one in memory: see
    /// [`fill_disk`](Self::fill_disk).
    #[must_use]
    pub fn start_on_small_disk() -> Self {
        Self::start_on(&[], true)
    }

    fn start_on(settings: &[(&str, &str)], small_disk: bool) -> Self {
        let user = User::unprivileged();
        let programs = programs();
        let folder = folder("postgres", user);
        let data = folder.path().join("data");
        let guard = Guard::over(folder.path(), &data.join("postmaster.pid"), "QUIT");
        let small_disk = small_disk && mount_small_disk(folder.path(), user);
        let mut settings = settings.to_vec();
        let made = if small_disk {
            // Postgres takes these for segments of this size alone.
            settings.extend([("min_wal_size", "2MB"), ("max_wal_size", "48MB")]);
            let log = folder.path().join(DISK).join("log");
            initial::initdb(&programs, user, &data, Some(&log))
        } else {
            initial::copy(&programs, user, &data)
        };
        if let Err(said) = made {
            give_up(&format!("no data folder {}: {said}", data.display()));
        }
        let mut server = Self {
            _guard: guard,
            programs,
            user,
            settings: settings
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            port: 0,
            child: None,
            databases: AtomicU32::new(0),
            small_disk,
            folder,
        };
        for _ in 0..PORTS {
            server.port = free_port();
            if server.serve() {
                return server;
            }
        }
        give_up(&format!("Postgres does not start: {}", server.log()));
    }

    /// One server for all tests of a binary; each takes a [`database`](Self::database) in it.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(Self::start)
    }

    /// Address of the server's first database.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    fn url_of(&self, database: &str) -> String {
        let port = self.port;
        format!("postgres://{USER}@127.0.0.1:{port}/{database}?sslmode=disable")
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

    /// Folder of its programs, e.g. for `pgbench` and `pg_dump`.
    #[must_use]
    pub fn programs(&self) -> &Path {
        &self.programs
    }

    /// What it has logged so far.
    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Makes a new, empty database in the server.
    #[must_use]
    pub fn database(&self) -> Database {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{number}");
        let mut createdb = Command::new(self.programs.join("createdb"));
        createdb
            .args(["--host", "127.0.0.1", "--username", USER, "--port"])
            .args([&self.port.to_string(), &name]);
        if let Err(said) = run(&mut createdb) {
            give_up(&format!("createdb {name} failed: {said}"));
        }
        Database {
            url: self.url_of(&name),
            name,
        }
    }

    /// Kills all its processes at once, as a crash of the machine would, and waits until they
    /// are gone.
    pub fn kill(&mut self) {
        let Some(mut child) = self.child.take() else {
            return;
        };
        // Stopped, it starts no process while its children are counted.
        signal(child.id(), Signal::STOP);
        let children = children(child.id());
        for pid in &children {
            signal(*pid, Signal::KILL);
        }
        signal(child.id(), Signal::KILL);
        let _ = child.wait();
        // One that was being started just then has no parent any more, and would keep the next server out.
        within(STOP, || {
            let left = processes_in(self.folder.path());
            for pid in &left {
                signal(*pid, Signal::KILL);
            }
            left.is_empty() && !children.iter().any(|pid| is_running(*pid))
        });
    }

    /// Ends it in good order, cutting its connections.
    pub fn stop(&mut self) {
        self.end(Signal::INT);
    }

    /// Starts it again after [`kill`](Self::kill) or [`stop`](Self::stop), or stops it first;
    /// returns when it takes connections.
    pub fn restart(&mut self) {
        self.stop();
        // Its port may be waiting for the last connections to fade.
        if !within(PATIENCE, || self.serve()) {
            give_up(&format!("Postgres does not start again: {}", self.log()));
        }
    }

    /// Stops all its processes where they stand, as a machine that hangs would.
    pub fn pause(&self) {
        let Some(pid) = self.pid() else {
            return;
        };
        signal(pid, Signal::STOP);
        within(PATIENCE, || stands(pid));
        // It takes no more connections, so that these are all.
        self.signal_all(Signal::STOP);
        within(PATIENCE, || children(pid).into_iter().all(stands));
    }

    /// Lets it go on after [`pause`](Self::pause).
    pub fn resume(&self) {
        self.signal_all(Signal::CONT);
    }

    /// Whether its log stands on a small disk of its own.
    #[must_use]
    pub fn can_fill_disk(&self) -> bool {
        self.small_disk
    }

    /// Leaves no room on the disk of its log, and has it begin a new piece of that. It ends, or fails until there is
    /// room again.
    pub fn fill_disk(&self) {
        if self.small_disk {
            let block = vec![0; 1 << 16];
            let filler = File::create(self.filler());
            while filler
                .as_ref()
                .is_ok_and(|mut file| file.write_all(&block).is_ok())
            {}
            let mut ask = Command::new(self.programs.join("psql"));
            ask.args([
                "--dbname",
                &self.url(),
                "--command",
                "SELECT pg_switch_wal()",
            ]);
            // It may fail at once.
            let _ = run(&mut ask);
        }
    }

    /// Makes room again after [`fill_disk`](Self::fill_disk).
    pub fn free_disk(&self) {
        let _ = fs::remove_file(self.filler());
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join(DISK).join("filler")
    }

    /// Whether it takes connections, or does within a few seconds.
    #[must_use]
    pub fn is_serving(&self) -> bool {
        within(RECOVERY, || self.takes_connections())
    }

    fn signal_all(&self, what: Signal) {
        if let Some(pid) = self.pid() {
            signal(pid, what);
            for child in children(pid) {
                signal(child, what);
            }
        }
    }

    fn end(&mut self, how: Signal) {
        let Some(child) = &mut self.child else {
            return;
        };
        signal(child.id(), how);
        if within(STOP, || !matches!(child.try_wait(), Ok(None))) {
            self.child = None;
        } else {
            self.kill();
        }
    }

    /// Starts the process; answers whether it takes connections. When not, it has ended.
    fn serve(&mut self) -> bool {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.log_file());
        let log = log.and_then(|log| Ok((log.try_clone()?, log)));
        let (out, err) = match log {
            Ok(log) => log,
            Err(error) => give_up(&format!("no log file for Postgres: {error}")),
        };
        let mut command = Command::new(self.programs.join("postgres"));
        command
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .args(["-c", "listen_addresses=127.0.0.1"])
            .args(["-c", "unix_socket_directories="])
            .args(["-c", "max_connections=300", "-c", "shared_buffers=64MB"])
            .args(["-c", &format!("port={}", self.port)])
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err);
        for setting in &self.settings {
            command.args(["-c", setting]);
        }
        let child = match User::runs(self.user, &mut command).spawn() {
            Ok(child) => child,
            Err(error) => give_up(&format!("postgres could not be started: {error}")),
        };
        self.child = Some(child);
        let mut serves = false;
        within(PATIENCE, || {
            serves = self.takes_connections();
            serves || self.has_ended()
        });
        if !serves {
            self.kill();
        }
        serves
    }

    fn takes_connections(&self) -> bool {
        let mut ask = Command::new(self.programs.join("pg_isready"));
        ask.args(["--host", "127.0.0.1", "--username", USER, "--port"])
            .arg(self.port.to_string());
        // Another server may answer on a port that this one could not get.
        run(&mut ask).is_ok() && self.log_tells_of_this_port()
    }

    fn log_tells_of_this_port(&self) -> bool {
        self.log().contains(&format!("port {}", self.port))
    }

    fn has_ended(&mut self) -> bool {
        match &mut self.child {
            Some(child) => !matches!(child.try_wait(), Ok(None)),
            None => true,
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.resume();
        self.end(Signal::QUIT);
        if self.small_disk {
            let mut umount = Command::new("umount");
            let _ = run(umount.arg(self.folder.path().join(DISK)));
        }
    }
}

/// Mounts a small disk in the folder for this user; answers whether that may be done here.
#[allow(
    clippy::print_stderr,
    reason = "whoever reads a test's output shall know what it could not try"
)]
fn mount_small_disk(folder: &Path, user: Option<User>) -> bool {
    let disk = folder.join(DISK);
    let mut mount = Command::new("mount");
    mount
        .args(["-t", "tmpfs", "-o", "size=192m", "tmpfs"])
        .arg(&disk);
    let mounted = fs::create_dir(&disk)
        .map_err(|error| error.to_string())
        .and_then(|()| run(&mut mount));
    if let Err(said) = mounted {
        eprintln!("no small disk here: {said}");
        return false;
    }
    user.is_none_or(|user| user.owns(&disk).is_ok())
}

/// The letter of what a process is doing, where the system tells: a stopped one is at `T`, a dead one at `Z`.
fn state(pid: u32) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, state) = stat.rsplit_once(')')?;
    state.trim_start().chars().next()
}

fn is_running(pid: u32) -> bool {
    state(pid).is_some_and(|state| state != 'Z')
}

fn stands(pid: u32) -> bool {
    state(pid).is_none_or(|state| "TtZ".contains(state))
}

/// The folder of its programs.
fn programs() -> PathBuf {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut folders: Vec<_> = installed
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    folders.sort();
    folders.reverse();
    let server = find_program("postgres", &folders);
    match server.as_deref().and_then(Path::parent) {
        Some(folder) => folder.to_owned(),
        None => give_up(
            "this test needs a Postgres server, and the program `postgres` is neither in PATH nor \
             in /usr/lib/postgresql/*/bin: run `scripts/install-tools postgres`",
        ),
    }
}
