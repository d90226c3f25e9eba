//! docs/rules.md: every rule names tests that exist.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// One row of a table of the page.
struct Row {
    id: String,
    paragraph: String,
    tests: Vec<String>,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows: lines of four cells whose first is an id such as F12.
fn rows() -> Vec<Row> {
    let page = std::fs::read_to_string(repository().join("docs/rules.md")).unwrap();
    page.lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line
                .strip_prefix('|')?
                .strip_suffix('|')?
                .split('|')
                .map(str::trim)
                .collect();
            let &[id, _, paragraph, tests] = cells.as_slice() else {
                panic!("a row has four cells: {line}");
            };
            let (letter, number) = id.split_at_checked(1)?;
            (letter.chars().all(char::is_uppercase) && number.parse::<u32>().is_ok()).then(|| Row {
                id: id.to_owned(),
                paragraph: paragraph.to_owned(),
                tests: tests
                    .split('`')
                    .skip(1)
                    .step_by(2)
                    .map(str::to_owned)
                    .collect(),
            })
        })
        .collect()
}

/// Every test function of the repository, as `file::function`; a `main.rs` goes by its folder's name.
fn tests() -> BTreeSet<String> {
    let mut folders: Vec<PathBuf> = ["engine", "services", "gateway", "tests"]
        .iter()
        .map(|folder| repository().join(folder))
        .collect();
    let mut found = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["target", "node_modules"].contains(&stem(&path).as_str()) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = match stem(&path).as_str() {
                    "main" | "mod" => stem(&folder),
                    other => other.to_owned(),
                };
                let source = std::fs::read_to_string(&path).unwrap();
                found.extend(test_functions(&source).map(|function| format!("{name}::{function}")));
            }
        }
    }
    found
}

/// The functions that follow a test attribute.
fn test_functions(source: &str) -> impl Iterator<Item = String> {
    let mut marked = false;
    source.lines().filter_map(move |line| {
        let line = line.trim();
        if ["#[test]", "#[tokio::test", "#[rstest"]
            .iter()
            .any(|attribute| line.starts_with(attribute))
        {
            marked = true;
            return None;
        }
        let function = line
            .trim_start_matches("pub ")
            .trim_start_matches("async ")
            .strip_prefix("fn ")?;
        std::mem::take(&mut marked)
            .then(|| function.split(['(', '<']).next().map(str::to_owned))
            .flatten()
    })
}

#[test]
fn every_rule_names_tests_that_exist() {
    let tests = tests();
    assert!(tests.contains("rules_table::every_rule_names_tests_that_exist"));
    assert!(!tests.contains("rules_table::test_functions"));
    let mut wrong = Vec::new();
    for row in rows() {
        if row.tests.is_empty() {
            wrong.push(format!("{} names no test", row.id));
        }
        if row.paragraph.is_empty() {
            wrong.push(format!("{} names no paragraph", row.id));
        }
        for test in row.tests.iter().filter(|&test| !tests.contains(test)) {
            wrong.push(format!("{} names {test}, which does not exist", row.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The ids of a section run from 1 without gaps, and no section is missing.
#[test]
fn every_section_is_there_and_counts_on() {
    let mut sections: BTreeMap<char, u32> = BTreeMap::new();
    for row in rows() {
        let letter = row.id.chars().next().unwrap();
        let last = sections.entry(letter).or_default();
        *last += 1;
        assert_eq!(row.id, format!("{letter}{last}"));
    }
    let letters: String = sections.keys().collect();
    assert_eq!(letters, "DFGKPRT");
}
