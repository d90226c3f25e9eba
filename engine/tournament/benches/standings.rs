//! Rankings by every criterion at once: 1,000 players x 11 rounds, the growth up to there, and a yardstick
//! of the same run, the crosstable with a sort by points. Run by `make bench`.

#![allow(clippy::unwrap_used)] // a broken table must stop the run
#![allow(clippy::print_stdout)] // the figures are what it is for
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // it measures

use std::hint::black_box;
use std::time::Instant;

use outflank_tournament::*;

const ROUNDS: usize = 11;
const MOST_PLAYERS: usize = 1_000;
const RUNS: usize = 41;

const CHAIN: [TieBreak; 15] = [
    TieBreak::Points,
    TieBreak::FewestTimeouts,
    TieBreak::Buchholz { dropped_lowest: 2 },
    TieBreak::Buchholz { dropped_lowest: 0 },
    TieBreak::Progressive,
    TieBreak::SonnebornBerger,
    TieBreak::HeadToHead,
    TieBreak::SumOfOpponentsScores,
    TieBreak::SumOfDefeatedOpponentsScores,
    TieBreak::Median,
    TieBreak::ScoreAgainstCommonOpponents,
    TieBreak::Cumulative,
    TieBreak::BrightwellQuotient,
    TieBreak::DiscCount,
    TieBreak::Lots,
];

fn main() {
    println!("players  plain ms  restart ms  drop ms  yardstick ms  ratio");
    let mut figures = (0.0, 0.0);
    for players in (100..=MOST_PLAYERS).step_by(100) {
        let table = swiss(players);
        let lots: Vec<usize> = (0..players).collect();
        let [plain, restart, drop] = [
            TieResolution::Plain,
            TieResolution::RestartInSubsets,
            TieResolution::DropBelowBest,
        ]
        .map(|resolution| {
            let rules = rules(resolution);
            median_ms(|| {
                black_box(standings(black_box(&table), &rules, &lots).unwrap());
            })
        });
        let yardstick = median_ms(|| yardstick(black_box(&table)));
        let slowest = plain.max(restart).max(drop);
        figures = (slowest, slowest / yardstick);
        println!(
            "{players:>7}  {plain:>8.3}  {restart:>10.3}  {drop:>7.3}  {yardstick:>12.3}  {:>5.1}",
            figures.1
        );
    }
    println!("figure standings_1000_ratio {:.1} yardsticks", figures.1);
    println!("figure standings_1000_ms {:.3} ms", figures.0);
}

fn rules(resolution: TieResolution) -> StandingsRules {
    let ranking = RankingRules {
        tie_breaks: CHAIN.to_vec(),
        resolution,
        even_opponents: true,
        shared_ranks: SharedRanks::OnlyUnbroken,
    };
    let constant = BrightwellConstant::Fixed { constant: 6 };
    StandingsRules::new(ranking, constant, 11)
}

/// One pass over every cell, and a sort by points.
fn yardstick(table: &ResultTable) {
    let mut points: Vec<(HalfPoints, usize)> = crosstable(table)
        .unwrap()
        .iter()
        .enumerate()
        .map(|(player, cells)| {
            let own = cells.iter().map(|cell| match cell {
                CrosstableCell::Game { half_points, .. } => *half_points,
                _ => HalfPoints::ZERO,
            });
            (own.sum(), player)
        })
        .collect();
    points.sort_unstable_by(|a, b| b.cmp(a));
    black_box(points);
}

/// Rounds paired by score, neighbours against each other, with drawn numbers for results.
fn swiss(players: usize) -> ResultTable {
    let mut draw = Lottery::new(&Seed([11; 32]), "standings bench");
    let mut table = ResultTable {
        players: (0..players)
            .map(|number| TablePlayer {
                id: format!("p{number:04}"),
                ..TablePlayer::default()
            })
            .collect(),
        rounds: Vec::new(),
    };
    let mut score = vec![HalfPoints::ZERO; players];
    for _ in 0..ROUNDS {
        let mut order: Vec<usize> = (0..players).collect();
        draw.shuffle(&mut order);
        order.sort_by_key(|&player| std::cmp::Reverse(score[player]));
        let mut round = TableRound::default();
        for pair in order.chunks_exact(2) {
            let result = GameResult::played(draw.below(65));
            score[pair[0]] += result.half_points(Colour::Black);
            score[pair[1]] += result.half_points(Colour::White);
            round.games.push(TableGame {
                black: pair[0],
                white: pair[1],
                result: Some(result),
                flag_fell: None,
            });
        }
        table.rounds.push(round);
    }
    table
}

fn median_ms(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}
