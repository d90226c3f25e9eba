//! The binary as a child process.

use std::{
    io::{BufRead as _, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

use outflank_client::Client;
use outflank_testbed::free_port;
use rustix::process::{Pid, Signal, kill_process};

use crate::waiting::PATIENCE;

/// Ports that are tried before there is none.
const PORTS: usize = 20;

/// The built binary, beside this program or in the folder above it, where a test is.
#[must_use]
pub fn binary() -> PathBuf {
    let own = std::env::current_exe().expect("this program's own path");
    let folder = own.parent().expect("a folder");
    let folder = match folder.ends_with("deps") {
        true => folder.parent().expect("a target folder"),
        false => folder,
    };
    let binary = folder.join("outflank");
    assert!(
        binary.exists(),
        "{} is missing: cargo build -p outflank first",
        binary.display()
    );
    binary
}

/// What requests are sent by that no client of an account sends.
///
/// # Panics
/// If it cannot be made.
#[must_use]
pub fn browser() -> reqwest::Client {
    outflank_client::http().build().expect("a client")
}

/// What a server answers at an address.
///
/// # Panics
/// If nothing comes.
pub async fn page(url: &str) -> reqwest::Response {
    browser().get(url).send().await.expect("an answer")
}

/// The one sentence on standard error with which a command is refused; it prints nothing else.
///
/// # Panics
/// If it is not refused so.
#[must_use]
pub fn refusal_of(command: &mut Command) -> String {
    let output = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    let said: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("outflank: "))
        .collect();
    let [only] = said.as_slice() else {
        panic!("not one sentence: {text}");
    };
    (*only).to_owned()
}

/// A running server. Dropped, it is killed.
#[derive(Debug)]
pub struct Server {
    child: Child,
    port: u16,
    data: PathBuf,
    output: mpsc::Receiver<String>,
    arguments: Vec<String>,
    files: Option<usize>,
    binary: PathBuf,
    clock_ahead_ms: i64,
    /// From start to the first good answer.
    pub start_time: Duration,
}

impl Server {
    /// Starts on a free port and waits until it is ready.
    #[must_use]
    pub fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    /// Starts with more arguments on a free port and waits until it is ready.
    #[must_use]
    pub fn start_with(data: &Path, arguments: &[&str]) -> Self {
        Self::start_under(&binary(), data, arguments, None)
    }

    /// Starts another build of the server on a free port and waits until it is ready.
    #[must_use]
    pub fn start_build(binary: &Path, data: &Path) -> Self {
        Self::start_under(binary, data, &[], None)
    }

    /// The same where the process may open so many files and no more.
    #[must_use]
    pub fn start_with_files(data: &Path, arguments: &[&str], files: usize) -> Self {
        Self::start_under(&binary(), data, arguments, Some(files))
    }

    fn start_under(binary: &Path, data: &Path, arguments: &[&str], files: Option<usize>) -> Self {
        // A port that was free a moment ago may be another test's by now.
        let started =
            (0..PORTS).find_map(|_| Self::try_start((binary, data), free_port(), arguments, files));
        started.expect("a free port")
    }

    /// Starts on a port and waits until it is ready; none where the port is taken.
    fn try_start(
        (binary, data): (&Path, &Path),
        port: u16,
        arguments: &[&str],
        files: Option<usize>,
    ) -> Option<Self> {
        let begun = Instant::now();
        let mut child = limited(Self::command_of(binary, data, port), files)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let output = lines(child.stdout.take().expect("its output"), false);
        let errors = lines(child.stderr.take().expect("its errors"), true);
        let mut server = Self {
            child,
            port,
            data: data.to_owned(),
            output,
            arguments: arguments.iter().map(ToString::to_string).collect(),
            files,
            binary: binary.to_owned(),
            clock_ahead_ms: 0,
            start_time: Duration::ZERO,
        };
        // Whoever has taken the port may answer on it: this server says where it is once the port is its own.
        while server.output.try_recv().is_err() {
            server.has_time(begun);
            if server.child.try_wait().expect("its state").is_some() {
                let said: Vec<String> = errors.iter().collect();
                let is_taken = said
                    .iter()
                    .any(|line| line.contains("cannot be listened on"));
                assert!(is_taken, "the server ended at its start: {said:?}");
                std::thread::sleep(Duration::from_millis(50));
                return None;
            }
        }
        while !answers(&format!("127.0.0.1:{port}")) {
            server.has_time(begun);
            assert!(
                server.child.try_wait().expect("its state").is_none(),
                "the server ended at its start"
            );
        }
        server.start_time = begun.elapsed();
        Some(server)
    }

    fn has_time(&self, begun: Instant) {
        assert!(
            begun.elapsed() < PATIENCE,
            "the server is not ready after {PATIENCE:?}"
        );
        std::thread::sleep(Duration::from_millis(10));
    }

    /// The printed line with the first administrator's link.
    #[must_use]
    pub fn administrator_line(&self) -> String {
        loop {
            let line = self
                .output
                .recv_timeout(PATIENCE)
                .expect("a line with a link");
            if line.contains("/welcome#") {
                return line;
            }
        }
    }

    /// The command that starts a server, for tests of how it fails.
    #[must_use]
    pub fn command(data: &Path, port: u16) -> Command {
        Self::command_of(&binary(), data, port)
    }

    fn command_of(binary: &Path, data: &Path, port: u16) -> Command {
        let mut command = Command::new(binary);
        command
            .arg("serve")
            .arg("--data")
            .arg(data)
            .arg("--listen")
            .arg(format!("127.0.0.1:{port}"))
            .env("OUTFLANK_NO_LIMITS", "true")
            .env("OUTFLANK_FOUNDING", "accounts");
        command
    }

    /// Its address.
    #[must_use]
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// A client signed in as nobody.
    #[must_use]
    pub fn client(&self) -> Client {
        Client::new(&self.base())
    }

    /// Kills it as a power cut would (SIGKILL), waits, and starts it again on the same port and data.
    pub fn kill_and_restart(&mut self, outage: Duration) {
        self.child.kill().expect("it was running");
        self.child.wait().expect("it ends");
        std::thread::sleep(outage);
        let (arguments, ahead_ms) = (std::mem::take(&mut self.arguments), self.clock_ahead_ms);
        let ahead = format!("--clock-offset-ms={ahead_ms}");
        let with_clock: Vec<&str> = arguments
            .iter()
            .map(String::as_str)
            .chain([ahead.as_str()])
            .collect();
        // Others look for free ports meanwhile, which takes each for a moment.
        let begun = Instant::now();
        let mut restarted = loop {
            let place = (self.binary.as_path(), self.data.as_path());
            if let Some(server) = Self::try_start(place, self.port, &with_clock, self.files) {
                break server;
            }
            assert!(begun.elapsed() < PATIENCE, "others have the port it had");
        };
        restarted.arguments = arguments;
        restarted.clock_ahead_ms = ahead_ms;
        *self = restarted;
    }

    /// Ends it in good order (SIGTERM) and waits until it is gone.
    pub fn end(mut self) {
        let pid = i32::try_from(self.pid()).ok().and_then(Pid::from_raw);
        kill_process(pid.expect("a process id"), Signal::TERM).expect("it was running");
        self.child.wait().expect("it ends");
    }

    /// Kills it and starts it again as if so many ms had passed meanwhile.
    pub fn kill_and_restart_later(&mut self, by_ms: i64) {
        self.kill_and_restart_as_if(Duration::ZERO, by_ms);
    }

    /// Kills it, waits, and starts it again as if so many ms more had passed meanwhile.
    pub fn kill_and_restart_as_if(&mut self, outage: Duration, more_ms: i64) {
        self.clock_ahead_ms += more_ms;
        self.kill_and_restart(outage);
    }

    /// Its cluster time, nearly: this host's clock and what was added to it, in ms.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        let since = std::time::UNIX_EPOCH.elapsed().expect("a time after 1970");
        i64::try_from(since.as_millis()).expect("a time before the year 292 million")
            + self.clock_ahead_ms
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command whose process may open so many files and no more.
#[must_use]
pub fn limited(command: Command, files: Option<usize>) -> Command {
    let Some(files) = files else {
        return command;
    };
    let mut limited = Command::new("sh");
    limited
        .arg("-c")
        .arg(format!("ulimit -n {files} && exec \"$0\" \"$@\""))
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        limited.env(name, value.unwrap_or_default());
    }
    limited
}

/// What a process prints, line by line; what it says of errors is shown too.
fn lines(from: impl Read + Send + 'static, is_shown: bool) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if is_shown {
                eprintln!("{line}");
            }
            // Nobody listens any more once the test is over.
            let _ = sender.send(line);
        }
    });
    receiver
}

/// Whether `/readyz` is answered with 200: the plainest of requests, without any client of ours.
fn answers(address: &str) -> bool {
    use std::io::Write as _;
    let Ok(mut stream) = std::net::TcpStream::connect(address) else {
        return false;
    };
    let request = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let mut answer = String::new();
    stream.write_all(request.as_bytes()).is_ok()
        && stream.read_to_string(&mut answer).is_ok()
        && answer.starts_with("HTTP/1.1 200")
}
