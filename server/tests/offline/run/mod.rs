//! Runs the built binary on files of the corpus.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a run of the binary gave.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// The answer as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {:?} {:?}", self.stdout, self.stderr))
    }
}

/// Runs `outflank` with these arguments.
pub fn outflank<I: IntoIterator<Item = S>, S: AsRef<std::ffi::OsStr>>(arguments: I) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments)
        .output()
        .expect("the binary starts");
    Ran {
        code: output.status.code().expect("an exit code"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A file of the corpus: `OUTFLANK_CORPUS`, else `../shared/data` beside the workspace.
pub fn corpus(path: &str) -> PathBuf {
    let folder = std::env::var_os("OUTFLANK_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let path = folder.join(path);
    assert!(
        path.exists(),
        "the corpus has no {}; set OUTFLANK_CORPUS",
        path.display()
    );
    path
}

/// A path as an argument.
pub fn text(path: &Path) -> String {
    path.to_str().expect("a path of text").to_owned()
}

/// Writes a file into a scratch folder.
pub fn write(folder: &Path, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, contents).expect("a file");
    text(&path)
}
