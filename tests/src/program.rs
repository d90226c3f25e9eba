//! Programs of authors: accounts with a key, and other processes that play by it.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use outflank_client::Client;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    task::JoinHandle,
    time::timeout,
};

use crate::{Server, event::text, waiting::PATIENCE};

/// A file beside the tests.
#[must_use]
pub fn beside_tests(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Somebody who answers for programs.
pub async fn operator(server: &Server) -> Client {
    let operator = server.client().anonymous();
    operator
        .create_account("Halvard Lund", "halvard", "a long password", None)
        .await
        .expect("an account");
    operator
}

/// A new program's key.
pub async fn key(operator: &Client, name: &str) -> String {
    let made: Value = operator
        .post("/account/programs", &json!({"display_name": name}))
        .await
        .expect("a program");
    let wanted = json!({
        "account_id": made["id"], "name": "at home", "scopes": ["play"], "password": "a long password",
    });
    let made: Value = operator
        .post("/account/api-keys", &wanted)
        .await
        .expect("a key");
    text(&made["key"])
}

/// A process that plays. Dropped, it is killed.
#[derive(Debug)]
pub struct Program {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    errors: JoinHandle<String>,
}

/// How a process ended.
#[derive(Debug)]
pub struct Ended {
    /// With what.
    pub code: Option<i32>,
    /// What it said of errors.
    pub errors: String,
}

impl Program {
    /// Starts a program of the workspace, by its name beside the server's (`examples/bot`), or one that Python runs.
    ///
    /// # Panics
    /// If it is not there.
    #[must_use]
    pub fn start(program: &str, key: &str, arguments: &[&str]) -> Self {
        Self::start_believing(program, key, arguments, None)
    }

    /// The same where another authority than the system's vouches for the server.
    ///
    /// # Panics
    /// If it is not there.
    #[must_use]
    pub fn start_believing(
        program: &str,
        key: &str,
        arguments: &[&str],
        authority: Option<&Path>,
    ) -> Self {
        let mut command = match program.ends_with(".py") {
            true => {
                let mut python = Command::new("python3");
                python.arg(beside_tests(program));
                python
            }
            false => Command::new(crate::server::binary().with_file_name(program)),
        };
        command.envs(authority.map(|authority| ("SSL_CERT_FILE", authority)));
        let mut child = command
            .args(arguments)
            .env("OUTFLANK_KEY", key)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut errors = child.stderr.take().expect("its errors");
        let errors = tokio::spawn(async move {
            let mut said = String::new();
            let _ = errors.read_to_string(&mut said).await;
            said
        });
        Self {
            child,
            lines,
            errors,
        }
    }

    /// The process.
    ///
    /// # Panics
    /// If it has ended.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// What follows the words in the first line that begins with them.
    ///
    /// # Panics
    /// If there is none.
    pub async fn says(&mut self, words: &str) -> String {
        let said = async {
            while let Some(line) = self.lines.next_line().await.expect("text") {
                eprintln!("{line}");
                if let Some(rest) = line.strip_prefix(words) {
                    return Some(rest.to_owned());
                }
            }
            None
        };
        match timeout(PATIENCE, said).await {
            Ok(Some(rest)) => rest,
            missing => panic!("nothing is said of {words:?}: {missing:?}"),
        }
    }

    /// Waits until it has ended by itself.
    ///
    /// # Panics
    /// If it does not.
    pub async fn ended(mut self) -> Ended {
        let ended = async {
            while let Some(line) = self.lines.next_line().await.expect("text") {
                eprintln!("{line}");
            }
            let status = self.child.wait().await.expect("its end");
            let errors = self.errors.await.expect("its errors");
            eprintln!("{errors}");
            Ended {
                code: status.code(),
                errors,
            }
        };
        timeout(2 * PATIENCE, ended).await.expect("it ends")
    }
}
