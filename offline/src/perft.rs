//! `outflank perft DEPTH`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use outflank_othello::{Board, PerftCount, perft_on, perft_split};
use serde::Serialize;

use super::exit::Exit;
use super::progress::Progress;
use crate::arguments;

/// Plies after which the tree is dealt out to the threads.
const SPLIT_PLIES: u32 = 5;

#[derive(Serialize)]
struct Answer {
    leaves: u64,
    with_ended: u64,
}

pub fn run(args: &arguments::Perft) -> anyhow::Result<Exit> {
    let count = count(&args.board.board(), args.depth);
    args.answer.print(&Answer {
        leaves: count.leaves,
        with_ended: count.with_ended,
    })?;
    Ok(Exit::Good)
}

/// Counts with as many threads as the machine has processors.
fn count(board: &Board, depth: u32) -> PerftCount {
    let (settled, parts) = perft_split(board, &board.start(), depth, SPLIT_PLIES);
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let total = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let (next, parts) = (&next, &parts);
                scope.spawn(move || {
                    // One thread speaks for all.
                    let mut progress =
                        (worker == 0).then(|| Progress::new("positions", parts.len()));
                    let mut sum = PerftCount::default();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some((position, depth)) = parts.get(index) else {
                            return sum;
                        };
                        sum = sum + perft_on(board, position, *depth);
                        if let Some(progress) = &mut progress {
                            progress.at(index);
                        }
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().ok())
            .sum::<Option<PerftCount>>()
    });
    // A worker never panics; if one did, its part is counted here again.
    settled
        + total.unwrap_or_else(|| {
            parts
                .iter()
                .map(|(position, depth)| perft_on(board, position, *depth))
                .sum()
        })
}
