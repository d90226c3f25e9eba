//! What a tournament is shown as is kept with the edition of all that made it: the engine, the contract and this service.

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    path::{Path, PathBuf},
};

/// Whose files say how a state is shown.
const MADE_BY: [&str; 6] = [
    "../../engine/formats/src",
    "../../engine/matching/src",
    "../../engine/tournament/src",
    "../../proto/build",
    "../../proto/outflank",
    "src",
];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let mut edition = DefaultHasher::new();
    for folder in MADE_BY {
        println!("cargo:rerun-if-changed={folder}");
        digest(Path::new(folder), &mut edition)?;
    }
    let edition = edition.finish();
    println!("cargo:rustc-env=OUTFLANK_VIEW_EDITION={edition:016x}");
    Ok(())
}

/// Every file of a folder, with its place in it.
fn digest(folder: &Path, into: &mut DefaultHasher) -> io::Result<()> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?.collect();
    let mut paths: Vec<PathBuf> = entries?.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            digest(&path, into)?;
        } else {
            path.hash(into);
            fs::read(&path)?.hash(into);
        }
    }
    Ok(())
}
