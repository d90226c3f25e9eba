//! docs/rules.md: every rule names tests that exist.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::{files, module, repository, test_functions};

/// One row of a table of the page.
struct Row {
    id: String,
    paragraph: String,
    tests: Vec<String>,
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

/// Every test function of the repository, as `file::function`.
fn tests() -> BTreeSet<String> {
    let folders = [
        "engine", "platform", "services", "gateway", "server", "tests",
    ];
    let mut found = BTreeSet::new();
    for file in files(folders.map(|folder| repository().join(folder)).into()) {
        let module = module(&file);
        let source = std::fs::read_to_string(&file).unwrap();
        found.extend(test_functions(&source).map(|function| format!("{module}::{function}")));
    }
    found
}

#[test]
fn every_rule_names_tests_that_exist() {
    let tests = tests();
    assert!(tests.contains("rules_table::every_rule_names_tests_that_exist"));
    assert!(!tests.contains("sources::test_functions"));
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
