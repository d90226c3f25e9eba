//! Nothing that is written here is left out of the binary.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::sources::{files, repository, test_functions};

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

/// The list of `scripts/mutants`: files that are there, and of this binary tests that are there to judge them.
#[test]
fn mutants_are_made_of_files_and_judged_by_tests_that_exist() {
    let script = std::fs::read_to_string(repository().join("scripts/mutants")).unwrap();
    let list = script.split("<<'LIST'\n").nth(1).unwrap();
    let list = list.split("\nLIST\n").next().unwrap();
    let (tests, mut binaries) = (listed(), BTreeSet::new());
    for row in list.lines() {
        let mut words = row.split_whitespace();
        let (file, binary) = (words.next().unwrap(), words.next().unwrap());
        assert!(repository().join(file).is_file(), "{file} is gone");
        binaries.insert(binary);
        let mut filters = 0;
        for filter in words {
            filters += 1;
            let known = binary != "engine" || tests.iter().any(|test| test.contains(filter));
            assert!(known, "{file}: no test has {filter} in its name");
        }
        assert!(filters > 0, "{file}: no test answers for it");
    }
    assert_eq!(binaries, BTreeSet::from(["engine", "journal", "play"]));
}
