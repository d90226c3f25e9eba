//! How long the rating list of the whole archive takes, against reading and parsing that archive in the same run, and of
//! the archive twice, the second time with other numbers, against once. Medians of several runs by turns, in CPU time.
//! The archive is read from `../shared/data`, or from the folder that `OUTFLANK_CORPUS` names. Run by `make bench`.

#![allow(clippy::unwrap_used, clippy::expect_used)] // without the archive there is nothing to measure
#![allow(clippy::print_stdout)] // the figures are what it is for
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // it measures

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use outflank_formats::elo;
use outflank_rating_list::{Game, Month, SETTLED, rating_list};
use rustix::time::{ClockId, clock_gettime};

const RUNS: usize = 21;
/// Numbers of the archive are lower.
const SHIFT: u32 = 10_000_000;

fn main() {
    let unpacked = tempfile::tempdir().expect("a scratch folder");
    unpack(unpacked.path());
    let files = files(unpacked.path());
    let games = games(&files);
    let shifted = games.iter().map(|game| Game {
        first: game.first + SHIFT,
        second: game.second + SHIFT,
        ..*game
    });
    let doubled: Vec<Game> = games.iter().copied().chain(shifted).collect();
    let after = Month::new(2018, 1).unwrap();
    let list = rating_list(games.iter().copied(), after);
    assert!(list.gradient <= SETTLED, "{}", list.gradient);
    println!(
        "{} files, {} games, {} rated, steepest gradient {:.1e}",
        files.len(),
        games.len(),
        list.players.len(),
        list.gradient
    );
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..RUNS {
        times[0].push(cpu_ms_of(|| self::games(&files)));
        times[1].push(cpu_ms_of(|| rating_list(games.iter().copied(), after)));
        times[2].push(cpu_ms_of(|| rating_list(doubled.iter().copied(), after)));
    }
    let [read, once, twice] = times.map(median);
    println!("reading {read:.0} ms, the list {once:.0} ms, of twice as much {twice:.0} ms");
    println!("figure ratings_list_ratio {:.2} x", once / read);
    println!("figure ratings_doubled_ratio {:.2} x", twice / once);
}

/// Reads and parses every file.
fn games(files: &[PathBuf]) -> Vec<Game> {
    let mut games = Vec::new();
    for file in files {
        let parsed = elo::read(&std::fs::read(file).unwrap()).value;
        let day = parsed.first_day.unwrap();
        let month = Month::new(day.year(), day.month()).unwrap();
        games.extend(parsed.games().map(|game| Game::of(month, game)));
    }
    games
}

fn unpack(into: &Path) {
    let corpus = std::env::var_os("OUTFLANK_CORPUS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let archive = corpus.join("elo/wof_results_1977-2017.tar.xz");
    let mut tar = Command::new("tar");
    let status = tar.arg("-xJf").arg(&archive).arg("-C").arg(into).status();
    assert!(
        status.unwrap().success(),
        "cannot unpack {}",
        archive.display()
    );
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let into = if path.is_dir() {
                &mut folders
            } else {
                &mut files
            };
            into.push(path);
        }
    }
    files.sort();
    files
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// CPU time of a call, in ms.
fn cpu_ms_of<T>(call: impl FnOnce() -> T) -> f64 {
    let start = cpu_ms();
    black_box(call());
    cpu_ms() - start
}

/// CPU time of this thread: a busy machine is not what is measured.
fn cpu_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}
