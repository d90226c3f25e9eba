//! No file is left out: what no module names is never compiled, and its tests never run.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::files;

/// Whether a file stands for itself: a library, a binary, a bench, an example, a fuzz target, a build script.
fn is_root(path: &Path) -> bool {
    let folder = path.parent().unwrap();
    let is_named = |name: &&str| path.file_name().unwrap() == *name;
    let lies_in = |name: &&str| folder.file_name().unwrap() == *name;
    ["lib.rs", "main.rs", "build.rs"].iter().any(is_named)
        || ["benches", "bin", "examples", "fuzz_targets"]
            .iter()
            .any(lies_in)
        || lies_in(&"tests") && folder.with_file_name("Cargo.toml").exists()
}

/// The files that a file names as its modules.
fn modules(path: &Path, text: &str) -> Vec<PathBuf> {
    let folder = path.parent().unwrap();
    let own = match is_root(path) || path.ends_with("mod.rs") {
        true => folder.to_owned(),
        false => path.with_extension(""),
    };
    let (mut found, mut elsewhere) = (Vec::new(), None);
    for line in text.lines().map(str::trim) {
        if let Some(path) = line.strip_prefix("#[path = \"") {
            elsewhere = path.strip_suffix("\"]").map(|path| folder.join(path));
            continue;
        }
        let declared = line.strip_suffix(';').and_then(|line| {
            let (before, name) = line.rsplit_once("mod ")?;
            (before.is_empty() || before.starts_with("pub")).then_some(name)
        });
        if let Some(name) = declared {
            let file = own.join(format!("{name}.rs"));
            let in_folder = own.join(name).join("mod.rs");
            found.push(match elsewhere.take() {
                Some(path) => path,
                None if file.exists() => file,
                None => in_folder,
            });
        }
    }
    found
}

#[test]
fn every_file_is_a_module_of_something() {
    let all: BTreeSet<PathBuf> = files("rs")
        .iter()
        .map(|path| path.canonicalize().unwrap())
        .collect();
    let mut next: Vec<PathBuf> = all.iter().filter(|path| is_root(path)).cloned().collect();
    let mut reached = BTreeSet::new();
    while let Some(path) = next.pop() {
        let text = fs::read_to_string(&path).unwrap();
        if reached.insert(path.clone()) {
            let modules = modules(&path, &text);
            next.extend(modules.iter().map(|module| {
                module
                    .canonicalize()
                    .unwrap_or_else(|_| panic!("{} names {}", path.display(), module.display()))
            }));
        }
    }
    let left_out: Vec<_> = all.difference(&reached).collect();
    assert!(left_out.is_empty(), "in no module: {left_out:#?}");
}
