//! The sources of the repository, read as text.

use std::path::{Path, PathBuf};

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file of Rust in these folders, but for what is built and installed there.
pub fn files(mut folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !["target", "node_modules"].contains(&stem(&path).as_str()) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// The name of a file or folder, without its extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The module that a file is: a `main.rs` or `mod.rs` goes by its folder's name.
pub fn module(path: &Path) -> String {
    match stem(path).as_str() {
        "main" | "mod" => stem(path.parent().unwrap()),
        other => other.to_owned(),
    }
}

/// The functions that follow a test attribute.
pub fn test_functions(source: &str) -> impl Iterator<Item = String> {
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
