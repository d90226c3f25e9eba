//! The seeds of the gate, as `seeds.txt` lists them.

use std::{fs, path::PathBuf};

/// How the reason of a seed begins that was chosen for what it covers.
pub const CHOSEN: &str = "chosen:";

/// A seed, and why it is on the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub seed: u64,
    pub why: String,
}

/// Where the list is.
pub fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seeds.txt")
}

/// The list as it is written.
pub fn text() -> String {
    fs::read_to_string(file()).expect("tests/simulation/seeds.txt can be read")
}

fn is_remark(line: &&str) -> bool {
    line.trim().is_empty() || line.starts_with('#')
}

/// What stands above the seeds.
pub fn remarks() -> String {
    let text = text();
    let remarks = text.lines().take_while(is_remark);
    remarks.map(|line| format!("{line}\n")).collect()
}

/// Every seed that is listed.
pub fn listed() -> Vec<Listed> {
    let text = text();
    let lines = text.lines().filter(|line| !is_remark(line));
    lines
        .map(|line| {
            let (seed, why) = line.split_once(' ').unwrap_or((line, ""));
            let seed = seed.parse();
            let seed = seed.unwrap_or_else(|_| panic!("no seed stands in the line {line:?}"));
            let why = why.trim().to_owned();
            assert!(!why.is_empty(), "seed {seed} does not say why it is listed");
            Listed { seed, why }
        })
        .collect()
}
