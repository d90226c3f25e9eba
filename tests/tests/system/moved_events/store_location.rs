//! Where a server keeps everything, and what the command line does there.

use std::{
    collections::BTreeSet,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use outflank_testbed::{Postgres, breach};
use outflank_tests::{Server, server::binary, waiting::PATIENCE};
use serde_json::Value;

/// Servers that an event is loaded into until a load was killed at each of its steps.
const PLACES: usize = 60;

/// Where a server keeps everything.
pub struct StoreLocation {
    data: tempfile::TempDir,
    database: Option<String>,
}

impl StoreLocation {
    pub fn on_sqlite() -> Self {
        Self {
            data: tempfile::tempdir().unwrap(),
            database: None,
        }
    }

    pub fn on(postgres: &Postgres) -> Self {
        Self {
            data: tempfile::tempdir().unwrap(),
            database: Some(postgres.database().url),
        }
    }

    fn arguments(&self) -> Vec<String> {
        let database = self.database.iter();
        let database = database.flat_map(|url| ["--database".to_owned(), url.clone()]);
        database.collect()
    }

    pub fn serve(&self) -> Server {
        let arguments = self.arguments();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Server::start_with(self.data.path(), &arguments)
    }

    /// `outflank event ACT FILE` on this location, whether its server runs or not.
    pub fn event(&self, act: &str, file: &Path, more: &[&str]) -> Output {
        self.command(act, file, more).output().unwrap()
    }

    fn command(&self, act: &str, file: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command
            .args(["event", act])
            .arg(file)
            .arg("--data")
            .arg(self.data.path())
            .args(self.arguments())
            .args(more);
        command
    }

    /// The same, which must be done.
    pub fn done(&self, act: &str, file: &Path, more: &[&str]) -> String {
        let output = self.event(act, file, more);
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        eprintln!("{}", said.trim());
        said
    }

    /// The same, which must not be done; the sentence why.
    pub fn refused(&self, act: &str, file: &Path, more: &[&str]) -> String {
        let output = self.event(act, file, more);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let mut said = said.lines().filter(|line| line.starts_with("outflank: "));
        said.next_back().expect("a sentence").to_owned()
    }

    /// Loads a file on the word of whoever saved it; what is said of it.
    pub fn loaded(&self, file: &Path) -> Value {
        let said = self.done(
            "load",
            file,
            &["--trust", &signer(file), "--format", "json"],
        );
        serde_json::from_str(&said).unwrap()
    }

    /// The same, which must not be done; the sentence why.
    pub fn not_loaded(&self, file: &Path) -> String {
        self.refused("load", file, &["--trust", &signer(file)])
    }

    /// `outflank event links` on this location; what it says.
    pub fn links(&self, more: &[&str]) -> String {
        let mut command = Command::new(binary());
        command
            .args(["event", "links", "--data"])
            .arg(self.data.path());
        let output = command.args(self.arguments()).args(more).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Every chain, draw and signature of every journal here.
    pub fn verify(&self) {
        let mut command = Command::new(binary());
        command.arg("verify");
        match &self.database {
            Some(url) => sound(command.arg(url)),
            None => {
                for service in ["identity", "pairing", "play", "ratings"] {
                    let file = self.data.path().join(format!("{service}.sqlite"));
                    sound(Command::new(binary()).arg("verify").arg(file));
                }
            }
        }
    }

    /// Whether the file of a service's store holds these bytes, committed or about to be.
    fn holds(&self, (service, bytes): (&str, &str)) -> bool {
        ["", "-wal"].iter().any(|end| {
            let file = self.data.path().join(format!("{service}.sqlite{end}"));
            // It may not be there yet.
            let held = std::fs::read(file).unwrap_or_default();
            memchr::memmem::find(&held, bytes.as_bytes()).is_some()
        })
    }

    /// Loads a file here, and kills that as soon as it has come so far; answers whether it was killed, and none before it
    /// had come as far.
    fn load_is_killed(&self, file: &Path, so_far: (&str, &str)) -> bool {
        if self.holds(so_far) {
            return false;
        }
        let signer = signer(file);
        let mut loading = self.command("load", file, &["--resume-in", "1", "--trust", &signer]);
        let loading = loading.stderr(Stdio::null()).stdout(Stdio::null()).spawn();
        let mut loading = loading.unwrap();
        let begun = Instant::now();
        while !self.holds(so_far) && loading.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "{so_far:?} is never loaded");
            std::thread::sleep(Duration::from_micros(500));
        }
        // It may have come to its end meanwhile.
        let _ = loading.kill();
        let ended = loading.wait().unwrap();
        ended.signal() == Some(9)
    }
}

/// The key under a saved event.
pub fn signer(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let signed: Value = serde_json::from_str(text.lines().nth(2).unwrap()).unwrap();
    signed["public_key"].as_str().unwrap().to_owned()
}

/// A server where loads of an event were killed in their middle, each further than the one before, and which the next
/// one loaded; and what that one said. A kill may come later than it was meant, so that the steps up to there are passed
/// over at that server: by then a load was killed at each step, here or at a server before.
pub fn loaded_after_kills(file: &Path, steps: &[(&str, &str)]) -> (StoreLocation, Value) {
    let signer = signer(file);
    let arguments = ["--resume-in", "1", "--trust", &signer, "--format", "json"];
    let mut missing: BTreeSet<usize> = (0..steps.len()).collect();
    for tried in 0..PLACES {
        let location = StoreLocation::on_sqlite();
        // Each step is the first of some servers: what a kill that comes late passes over is not always the same.
        let from_here = (0..steps.len()).cycle().skip(tried).take(steps.len());
        let killed: Vec<usize> = from_here
            .filter(|step| location.load_is_killed(file, steps[*step]))
            .collect();
        let output = location.event("load", file, &arguments);
        if !output.status.success() {
            // The last kill came after all was done.
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains("loaded from this file before"), "{said}");
            continue;
        }
        missing.retain(|step| !killed.contains(step));
        if missing.is_empty() && !killed.is_empty() {
            eprintln!(
                "loads were killed at each of {} steps by server {}",
                steps.len(),
                tried + 1
            );
            return (location, serde_json::from_slice(&output.stdout).unwrap());
        }
    }
    panic!("no load was killed at the steps {missing:?}");
}

fn sound(command: &mut Command) {
    let output = command.output().unwrap();
    if !output.status.success() {
        breach(&format!("{output:?}"));
    }
}

pub fn check(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
