//! The machine that everything runs on.

use std::{
    fs,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rustix::process::{Resource, getrlimit, setrlimit};

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
