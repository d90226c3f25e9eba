//! The machine that everything runs on.

use std::{
    fs,
    process::{Child, Command, Stdio},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use rustix::{
    process::{Resource, getrlimit, setrlimit},
    time::{ClockId, clock_gettime},
};

/// What a measuring program runs on: every processor, and as many open files as it may have.
#[must_use]
pub fn runtime() -> tokio::runtime::Runtime {
    raise_open_files();
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
}

/// Lets this process and its children open as many files as the system allows.
pub fn raise_open_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).expect("open files up to the hard limit");
}

/// How many files a process of this machine may open.
#[must_use]
pub fn most_open_files() -> u64 {
    getrlimit(Resource::Nofile).maximum.unwrap_or(u64::MAX)
}

/// An instant by the clock that all processes of this machine share, in microseconds.
#[must_use]
pub fn shared_micros(instant: Instant) -> u64 {
    static BASE: OnceLock<(Instant, u64)> = OnceLock::new();
    let (base, micros) = *BASE.get_or_init(|| {
        let now = clock_gettime(ClockId::Monotonic);
        let micros = now.tv_sec * 1_000_000 + now.tv_nsec / 1_000;
        (Instant::now(), u64::try_from(micros).unwrap_or(0))
    });
    let micros_of = |of: std::time::Duration| u64::try_from(of.as_micros()).unwrap_or(0);
    match instant.checked_duration_since(base) {
        Some(after) => micros + micros_of(after),
        None => micros.saturating_sub(micros_of(base.duration_since(instant))),
    }
}

/// How many processors a server and its clients kept busy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shares {
    /// The server.
    pub server: f64,
    /// All of its clients.
    pub clients: f64,
}

/// Processor time from now on.
#[derive(Debug)]
pub struct Working {
    server: u32,
    crews: Vec<u32>,
    before: [f64; 2],
    begun: Instant,
}

impl Working {
    /// From now on; this process is among the clients.
    #[must_use]
    pub fn from_now(server: u32, crews: &[u32]) -> Self {
        let mut working = Self {
            server,
            crews: crews.to_vec(),
            before: [0.0; 2],
            begun: Instant::now(),
        };
        working.before = working.seconds();
        working
    }

    fn seconds(&self) -> [f64; 2] {
        let own = processor_seconds(std::process::id());
        let crews = self.crews.iter().map(|pid| processor_seconds(*pid));
        [processor_seconds(self.server), own + crews.sum::<f64>()]
    }

    /// Until now.
    #[must_use]
    pub fn shares(&self) -> Shares {
        let seconds = self.begun.elapsed().as_secs_f64();
        let [server, clients] = self.seconds();
        let [server_before, clients_before] = self.before;
        Shares {
            server: (server - server_before) / seconds,
            clients: (clients - clients_before) / seconds,
        }
    }
}

/// Lets this process run before others, so that what it measures is not its own waiting. Only an
/// administrator may; the answer says whether.
#[must_use]
pub fn run_first() -> bool {
    rustix::process::setpriority_process(None, -10).is_ok()
}

/// Resident memory of a process, in bytes.
#[must_use]
pub fn resident(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a running process");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .expect("its memory");
    let kib: u64 = line
        .trim()
        .trim_end_matches(" kB")
        .trim()
        .parse()
        .expect("a number");
    kib * 1024
}

/// Time that a process has spent on processors, in seconds.
#[must_use]
pub fn processor_seconds(pid: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("a running process");
    let after_name = stat.rsplit(')').next().expect("its fields");
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks: u32 = [11, 12]
        .iter()
        .map(|at| fields[*at].parse::<u32>().unwrap())
        .sum();
    f64::from(ticks) / 100.0
}

/// How often threads of a process that run now have waited and been woken again.
#[must_use]
pub fn wakes(pid: u32) -> u64 {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).expect("a running process");
    let of_thread = |thread: std::io::Result<fs::DirEntry>| {
        let status = fs::read_to_string(thread.ok()?.path().join("status")).ok()?;
        let mut lines = status.lines();
        let count = lines.find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
        count.trim().parse::<u64>().ok()
    };
    threads.filter_map(of_thread).sum()
}

/// The load of the last minute, as the system counts it.
#[must_use]
pub fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "load {} on {processors} processors",
        load.split(' ').next().unwrap_or("?")
    )
}

/// Keeps every processor busy until it is dropped.
#[derive(Debug)]
pub struct Burners(Arc<AtomicBool>);

impl Burners {
    /// One for each processor.
    #[must_use]
    pub fn start() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..processors {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                // As any other program's: not with the priority of who measures.
                let _ = rustix::process::setpriority_process(None, 0);
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Self(stop)
    }
}

impl Drop for Burners {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// This harness once more, as another process that plays a part in it. Dropped, it is killed.
#[derive(Debug)]
pub struct Part {
    /// The process.
    pub child: Child,
}

impl Part {
    /// Starts this very program with arguments of its own.
    #[must_use]
    pub fn start(arguments: &[&str]) -> Self {
        let own = std::env::current_exe().expect("this program's own path");
        let child = Command::new(own)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program starts once more");
        Self { child }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
