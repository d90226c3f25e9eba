//! A thousand damaged files of every format: no reader panics, every problem has its line within the file, answers are
//! no larger than their file allows, and what a reader takes is whole: written, it is read the same.

mod binary;
mod damage;
mod games;
mod papp;
mod rating_files;
mod web;

pub use damage::damaged;
use outflank_formats::Problem;

use crate::tournament::support::Numbers;

/// Damaged files of each format.
pub const FILES: u32 = 1_000;

/// Damages valid files a thousand times, each time from another seed, and hands each to a check.
pub fn thousand(name: &str, valid: &[Vec<u8>], check: impl Fn(&[u8])) {
    assert!(!valid.is_empty(), "{name} has nothing to damage");
    let mut changed = 0;
    for run in 0..FILES {
        let mut numbers = Numbers::new(name, run);
        let file = &valid[numbers.index(valid.len())];
        let damaged = damage::damaged(file, &mut numbers);
        changed += u32::from(damaged != *file);
        check(&damaged);
    }
    assert!(
        changed > FILES * 9 / 10,
        "{name}: {changed} files were damaged"
    );
}

/// Every problem stands in one of the file's lines, and all of them together are bounded by the file.
pub fn sound(problems: &[Problem], lines: usize, bytes: usize) {
    let mut said = 0;
    for problem in problems {
        let line = usize::try_from(problem.line).unwrap();
        assert!((1..=lines).contains(&line), "{problem:?} of {lines} lines");
        assert!(!problem.what.is_empty() && !problem.code.is_empty());
        said += problem.what.len();
    }
    let most = 4_096 + 400 * bytes.min(100_000) + 4 * bytes;
    assert!(said <= most, "{said} bytes are said of {bytes}");
}

/// Lines of a text, however they end; an empty one has one.
pub fn lines(bytes: &[u8]) -> usize {
    let ends = bytes.iter().enumerate().filter(|&(at, &byte)| {
        byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
    });
    ends.count() + 1
}
