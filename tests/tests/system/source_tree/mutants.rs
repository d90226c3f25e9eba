//! The list of `scripts/mutants`: files that are there, and tests that are there to judge them.

use std::{collections::BTreeSet, fs, path::Path};

use super::{files, root};

/// Whether tests of a crate stand in such a module, given as libtest's filter: `clauses::`, `conformance::sqlite::`. What
/// is no file of its own is named in that of the module around it.
fn stands(folder: &Path, filter: &str) -> bool {
    let parts: Vec<&str> = filter.trim_end_matches("::").split("::").collect();
    let is_at = |path: &Path, parts: &[&str]| {
        let module = format!("/{}/", path.with_extension("").display());
        module.contains(&format!("/{}/", parts.join("/")))
    };
    files("rs").iter().any(|path| {
        let Ok(inside) = path.strip_prefix(folder) else {
            return false;
        };
        is_at(inside, &parts)
            || matches!(&parts[..], [around @ .., inner] if !around.is_empty()
                && is_at(inside, around)
                && fs::read_to_string(path).unwrap().contains(inner))
    })
}

#[test]
fn mutants_are_made_of_files_and_judged_by_tests_that_exist() {
    let script = fs::read_to_string(root().join("scripts/mutants")).unwrap();
    let list = script.split("<<'LIST'\n").nth(1).unwrap();
    let list = list.split("\nLIST\n").next().unwrap();
    let mut binaries = BTreeSet::new();
    for row in list.lines() {
        let mut words = row.split_whitespace();
        let (file, binary) = (words.next().unwrap(), words.next().unwrap());
        assert!(root().join(file).is_file(), "{file} is gone");
        binaries.insert(binary);
        let folder = match binary {
            "engine" => root().join("engine/tests"),
            "journal" => root().join("platform/journal"),
            service => root().join("services").join(service),
        };
        let filters: Vec<&str> = words.collect();
        assert!(!filters.is_empty(), "{file}: no test answers for it");
        for filter in filters {
            assert!(
                stands(&folder, filter),
                "{file}: no tests stand in {filter}"
            );
        }
    }
    assert_eq!(binaries, BTreeSet::from(["engine", "journal", "play"]));
}
