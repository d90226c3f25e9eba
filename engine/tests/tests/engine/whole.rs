//! Nothing that is written here is left out of the binary.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::sources::{files, test_functions};

/// The path of every test function by the file it stands in.
fn written() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine");
    let mut tests = BTreeSet::new();
    for file in files(vec![root.clone()]) {
        let place = file.strip_prefix(&root).unwrap().with_extension("");
        let modules: Vec<_> = place
            .iter()
            .map(|part| part.to_string_lossy())
            .filter(|part| !["main", "mod"].contains(&part.as_ref()))
            .collect();
        let source = std::fs::read_to_string(&file).unwrap();
        for function in test_functions(&source) {
            tests.insert(format!("{}::{function}", modules.join("::")));
        }
    }
    tests
}

/// The tests of this binary by their paths.
fn listed() -> BTreeSet<String> {
    let listed = Command::new(std::env::current_exe().unwrap())
        .args(["--list", "--format", "terse"])
        .output()
        .unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let tests = listed
        .lines()
        .filter_map(|line| line.strip_suffix(": test"));
    tests.map(str::to_owned).collect()
}

/// A file that no module names would never be compiled, and its tests never run.
#[test]
fn every_test_that_is_written_is_in_the_binary() {
    let listed = listed();
    assert!(listed.len() > 400, "{} tests are listed", listed.len());
    let written = written();
    let apart: Vec<_> = written.symmetric_difference(&listed).collect();
    assert!(apart.is_empty(), "written or listed alone: {apart:?}");
}
