//! The public corpora the readers are tested on. They are not part of the repository.

use std::path::PathBuf;
use std::process::Command;

/// The corpus folder: `OUTFLANK_CORPUS`, else `../shared/data` beside the workspace.
pub fn folder() -> PathBuf {
    let folder = std::env::var_os("OUTFLANK_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    assert!(
        folder.is_dir(),
        "the corpus folder {} is missing; set OUTFLANK_CORPUS",
        folder.display()
    );
    folder
}

/// One file of the corpus.
pub fn read(path: &str) -> Vec<u8> {
    let path = folder().join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every rating file of the archive, by name.
pub fn elo_archive() -> Vec<(String, Vec<u8>)> {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let archive = folder().join("elo/wof_results_1977-2017.tar.xz");
    let status = Command::new("tar")
        .arg("-xJf")
        .arg(&archive)
        .arg("-C")
        .arg(scratch.path())
        .status()
        .expect("tar");
    assert!(status.success(), "tar cannot unpack {}", archive.display());
    let mut files = Vec::new();
    let mut folders = vec![scratch.path().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .file_name()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned();
                files.push((name, std::fs::read(&path).expect("a file")));
            }
        }
    }
    files.sort();
    files
}
