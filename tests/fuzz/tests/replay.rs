//! Every target takes its own corpus, and what is near it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::{fs, path::PathBuf};

use outflank_fuzz::TARGETS;

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

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }
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
            let mut dice = Dice(path.to_string_lossy().len() as u64);
            for _ in 0..CHANGES {
                (target.run)(&changed(&bytes, &mut dice));
            }
        }
    }
}
