//! System calls of a process, counted by strace where that is installed. Traced, a process is several times slower: what
//! it does is measured so, and never how fast.

use std::{
    collections::BTreeMap,
    io::Read as _,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};

/// A count under way.
#[derive(Debug)]
pub struct Counting {
    strace: Child,
    answer: PathBuf,
    _folder: tempfile::TempDir,
}

/// Begins to count the system calls of a process and of all its threads; none where strace is not to be had.
#[must_use]
pub fn count(pid: u32) -> Option<Counting> {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = folder.path().join("calls");
    let strace = Command::new("strace")
        .args(["-c", "-f", "-U", "calls,name", "-p", &pid.to_string(), "-o"])
        .arg(&answer)
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // Until each thread is followed.
    std::thread::sleep(Duration::from_secs(1));
    Some(Counting {
        strace,
        answer,
        _folder: folder,
    })
}

impl Counting {
    /// Ends it. Answers how often each was called.
    #[must_use]
    pub fn end(mut self) -> BTreeMap<String, u64> {
        let pid = i32::try_from(self.strace.id()).ok().and_then(Pid::from_raw);
        let _ = kill_process(pid.expect("a process id"), Signal::INT);
        let _ = self.strace.wait();
        let mut text = String::new();
        if let Ok(mut file) = std::fs::File::open(&self.answer) {
            let _ = file.read_to_string(&mut text);
        }
        let calls = text.lines().filter_map(|line| {
            let mut words = line.split_whitespace();
            let count: u64 = words.next()?.parse().ok()?;
            let name = words.next().filter(|name| *name != "total")?;
            Some((name.to_owned(), count))
        });
        calls.collect()
    }
}
