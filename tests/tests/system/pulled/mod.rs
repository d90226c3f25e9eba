//! Mirrors of a server's rating files: whole whatever was killed, and closed to whatever does not fit its signature.

mod foreign;
mod held;
mod kills;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::{Command, Output, Stdio},
};

use outflank_tests::server::binary;
use serde_json::Value;

/// `outflank pull`, to be run or killed.
fn pull(base: &str, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(binary());
    command.args(["pull", base]).arg(folder);
    command.args(more).args(["--format", "json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A run to its end: its exit code and its report.
fn pulled(base: &str, folder: &Path, more: &[&str]) -> (Option<i32>, Value) {
    told(&pull(base, folder, more).output().unwrap())
}

fn told(output: &Output) -> (Option<i32>, Value) {
    let report = serde_json::from_slice(&output.stdout);
    let report = report.unwrap_or_else(|_| Value::String(format!("{output:?}")));
    (output.status.code(), report)
}

/// `outflank verify` of a mirror: its exit code and its report.
fn verified(folder: &Path, more: &[&str]) -> (Option<i32>, Value) {
    let mut command = Command::new(binary());
    command.arg("verify").arg(folder).args(more);
    told(&command.args(["--format", "json"]).output().unwrap())
}

/// Names of what is in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The versions of each event in a mirror, by its folders; what a killed run left is none and has to be gone.
fn versions(folder: &Path) -> BTreeMap<String, BTreeSet<u32>> {
    let all = folder.join("versions");
    names(&all)
        .into_iter()
        .map(|event| {
            let versions = names(&all.join(&event));
            let versions = versions.iter().map(|name| name.parse().unwrap());
            (event, versions.collect())
        })
        .collect()
}
