//! What starting any server takes.

use std::fs;
use std::io;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getuid, kill_process};
use tempfile::TempDir;

/// Pause between two looks at whether something has happened.
const LOOK: Duration = Duration::from_millis(20);

/// Ends a test that cannot go on.
#[allow(clippy::panic, reason = "a test without its server has to fail")]
#[track_caller]
pub(crate) fn give_up(sentence: &str) -> ! {
    panic!("{sentence}");
}

/// Ports that the system gives to outgoing connections begin above these: such a connection of a server that
/// started earlier could sit on the port of one that starts later.
const PORTS: std::ops::Range<u16> = 12_000..32_000;

/// A port of this machine that nobody listens on, and that no test which is running was named before: it is this
/// process's until it ends, also while its server is down.
#[must_use]
pub fn free_port() -> u16 {
    static NEXT: LazyLock<AtomicU16> = LazyLock::new(|| {
        let spread = u32::from(PORTS.end - PORTS.start);
        // Other test processes begin elsewhere.
        let begin = std::process::id().wrapping_mul(97) % spread;
        AtomicU16::new(u16::try_from(begin).unwrap_or(0))
    });
    // The port of the same number for datagrams, which no server here uses, says whose it is. It is given back with
    // the process, however that ends.
    static OURS: Mutex<Vec<UdpSocket>> = Mutex::new(Vec::new());
    let spread = PORTS.end - PORTS.start;
    for _ in PORTS {
        let port = PORTS.start + NEXT.fetch_add(1, Ordering::Relaxed) % spread;
        let Ok(ours) = UdpSocket::bind(("127.0.0.1", port)) else {
            continue;
        };
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            let mut all = OURS.lock().unwrap_or_else(PoisonError::into_inner);
            all.push(ours);
            return port;
        }
    }
    give_up("no free port on 127.0.0.1")
}

/// Looks until `done` or the time is over; answers whether it is done.
pub(crate) fn within(limit: Duration, mut done: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    loop {
        if done() {
            return true;
        }
        if start.elapsed() > limit {
            return false;
        }
        sleep(LOOK);
    }
}

/// A program in `PATH`, or in one of the folders given; symbolic links are followed.
pub(crate) fn find_program(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .chain(folders.iter().cloned())
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())?;
    fs::canonicalize(found).ok()
}

/// Whom a server runs as that refuses to be root's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct User {
    uid: u32,
    gid: u32,
}

impl User {
    /// Nobody in particular when the test is root's; whoever runs the test otherwise.
    pub fn unprivileged() -> Option<Self> {
        if !getuid().is_root() {
            return None;
        }
        let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
        let user = |name: &str| {
            let line = users
                .lines()
                .find(|line| line.split(':').next() == Some(name))?;
            let mut ids = line.split(':').skip(2).map(str::parse);
            Some(Self {
                uid: ids.next()?.ok()?,
                gid: ids.next()?.ok()?,
            })
        };
        let found = user("postgres").or_else(|| user("nobody"));
        if found.is_none() {
            give_up("root may not run Postgres, and there is no user postgres or nobody to run it");
        }
        found
    }

    /// Makes a folder this user's.
    pub fn owns(self, folder: &Path) -> io::Result<()> {
        chown(folder, Some(self.uid), Some(self.gid))
    }

    /// Makes a command run as this user.
    pub fn runs(user: Option<Self>, command: &mut Command) -> &mut Command {
        match user {
            Some(user) => command.uid(user.uid).gid(user.gid),
            None => command,
        }
    }
}

/// A temporary folder of a server, removed with everything in it.
pub(crate) fn folder(server: &str, user: Option<User>) -> TempDir {
    let made = tempfile::Builder::new()
        .prefix(&format!("outflank-{server}-"))
        .tempdir();
    let made = made.and_then(|folder| {
        if let Some(user) = user {
            user.owns(folder.path())?;
        }
        Ok(folder)
    });
    match made {
        Ok(folder) => folder,
        Err(error) => give_up(&format!("no temporary folder for {server}: {error}")),
    }
}

/// Sends a signal to a child. A child that is gone needs none.
pub(crate) fn signal(pid: u32, signal: Signal) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        let _ = kill_process(pid, signal);
    }
}

/// The children of a process, where the system tells.
pub(crate) fn children(of: u32) -> Vec<u32> {
    processes().filter(|pid| parent(*pid) == Some(of)).collect()
}

/// The processes that work in a folder or below it, where the system tells. The dead work nowhere.
pub(crate) fn processes_in(folder: &Path) -> Vec<u32> {
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let works_there = |pid: &u32| {
        fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|place| place.starts_with(&folder))
    };
    processes().filter(works_there).collect()
}

fn processes() -> impl Iterator<Item = u32> {
    let listed = fs::read_dir("/proc").into_iter().flatten();
    listed.filter_map(|process| process.ok()?.file_name().to_str()?.parse().ok())
}

fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may hold anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_whitespace().nth(1)?.parse().ok()
}

/// Ends a server and removes its folder when this process is gone, in whatever way.
#[derive(Debug)]
pub(crate) struct Guard(Child);

impl Guard {
    /// Watches over a folder. `pid_file` holds the server's process id in its first line while
    /// it runs; this signal, by its name, ends it.
    pub fn over(folder: &Path, pid_file: &Path, ending: &str) -> Self {
        // Its standard input ends with this process.
        let script = "trap '' INT TERM HUP; read -r _; \
            pid=$(head -n 1 \"$2\" 2>/dev/null) && [ -n \"$pid\" ] && kill -\"$3\" \"$pid\"; \
            umount -l \"$1/disk\" 2>/dev/null; rm -rf \"$1\"; sleep 2; rm -rf \"$1\"";
        let guard = Command::new("sh")
            .args(["-c", script, "guard"])
            .args([folder, pid_file])
            .arg(ending)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn();
        match guard {
            Ok(guard) => Self(guard),
            Err(error) => give_up(&format!("sh could not be started: {error}")),
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a program to its end; answers what it said if it failed.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    let output = command.stdin(Stdio::null()).output().map_err(said)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}
