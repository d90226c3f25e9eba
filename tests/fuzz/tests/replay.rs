//! Every target takes its own corpus, and what is near it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use outflank_fuzz::TARGETS;
use outflank_testbed::Dice;

/// Changes of each file that are tried, every run the same ones.
const CHANGES: u64 = 200;

fn corpus(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus")).join(name);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

/// From the names of the target and the file, wherever the repository stands (FNV-1a).
fn seed(target: &str, file: &Path) -> u64 {
    let name = format!("{target}/{}", file.file_name().unwrap().to_string_lossy());
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The bytes with a few of them changed, taken out, or doubled.
fn changed(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.below(4) {
        let place = dice.below(bytes.len());
        match dice.below(4) {
            0 => bytes.truncate(place),
            1 if !bytes.is_empty() => {
                bytes.remove(place);
            }
            2 => bytes.extend_from_within(place..),
            _ if !bytes.is_empty() => bytes[place] = u8::try_from(dice.below(256)).unwrap(),
            _ => {}
        }
    }
    bytes
}

#[test]
fn every_target_takes_its_corpus_and_what_is_near_it() {
    for target in TARGETS {
        let files = corpus(target.name);
        assert!(!files.is_empty(), "{} has no corpus", target.name);
        for (path, bytes) in files {
            (target.run)(&bytes);
            let mut dice = Dice(seed(target.name, &path));
            for _ in 0..CHANGES {
                (target.run)(&changed(&bytes, &mut dice));
            }
        }
    }
}

#[test]
fn the_changes_are_the_same_wherever_the_repository_stands() {
    let seeds =
        ["/a", "/somewhere/else"].map(|root| seed("frame", &Path::new(root).join("move.json")));
    assert_eq!(seeds[0], seeds[1]);
    assert_ne!(seeds[0], seed("frame", Path::new("/a/pass.json")));
    assert_ne!(seeds[0], seed("message", Path::new("/a/move.json")));
}
