//! A season's table: points by final rank, the best results count (EGP I.2.5).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Fraction, TiedBy};
use crate::half_points::HalfPoints;

/// How a season is scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonRules {
    /// Points by place, first to last; places beyond the list score 0.
    pub points: Vec<u32>,
    /// How many of a player's best results count; 0: all of them.
    pub best_results: u32,
    /// A tie is broken by the sum of one result more, and so on up to this many; no more than
    /// `best_results`: ties stay.
    pub tie_best_results: u32,
    /// From this rank down equal players share the average of the places they cover; above it each has the
    /// points of his own place in the list.
    pub shared_from_rank: u32,
    /// Who is equal: players of one rank, or players of one score whatever broke the tie.
    pub tied_by: TiedBy,
}

impl SeasonRules {
    /// European Grand Prix: ten places, the best three of four count, equal players share from the fifth
    /// place down (EGP I.2.5).
    #[must_use]
    pub fn european_grand_prix() -> Self {
        Self {
            points: vec![200, 140, 90, 60, 40, 30, 20, 15, 10, 5],
            best_results: 3,
            tie_best_results: 4,
            shared_from_rank: 5,
            tied_by: TiedBy::Rank,
        }
    }

    /// Series points shared among all who are tied, whatever broke the tie, every result counting (MSO).
    #[must_use]
    pub fn shared(points: Vec<u32>) -> Self {
        Self {
            points,
            best_results: 0,
            tie_best_results: 0,
            shared_from_rank: 1,
            tied_by: TiedBy::Score,
        }
    }

    /// No season.
    #[must_use]
    pub fn none() -> Self {
        Self::shared(Vec::new())
    }
}

impl Default for SeasonRules {
    fn default() -> Self {
        Self::none()
    }
}

/// One line of an event's final ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonPlace {
    /// The player's id throughout the season.
    pub player: String,
    /// Final rank; equal ranks are equal players.
    pub rank: u32,
    /// Points scored in the event.
    pub half_points: HalfPoints,
}

/// One event of a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonEvent {
    /// Its name, for the explanations.
    pub name: String,
    /// The final ranking, best first.
    pub ranking: Vec<SeasonPlace>,
}

/// What a player scored in one event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonResult {
    /// Index of the event.
    pub event: usize,
    /// Final rank there.
    pub rank: u32,
    /// Season points.
    pub points: Fraction,
    /// Among the results that count.
    pub counts: bool,
}

/// One line of a season's table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonLine {
    /// The player's id.
    pub player: String,
    /// Rank; equal ranks are equal players, listed by id.
    pub rank: u32,
    /// The sum of the results that count.
    pub points: Fraction,
    /// The sum of all results up to the one that may break a tie.
    pub tie_points: Fraction,
    /// The player's results by event; events he did not play are left out.
    pub results: Vec<SeasonResult>,
    /// One sentence: the sum, and what placed him against those with as much.
    pub explanation: String,
}

/// Why a season cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SeasonProblem {
    /// A ranking's rank is neither its place nor the rank of the line above.
    #[error(
        "{event} ranks {player} {rank} in place {place}; equal players share the first one's place"
    )]
    RankOutOfOrder {
        /// The event.
        event: String,
        /// The player.
        player: String,
        /// The rank given.
        rank: u32,
        /// His place in the list, from 1.
        place: usize,
    },
    /// A player stands twice in one ranking.
    #[error("{event} lists {player} twice; a player has one final rank")]
    RepeatedPlayer {
        /// The event.
        event: String,
        /// The player.
        player: String,
    },
    /// The sum cannot be held exactly.
    #[error("the season points of {player} cannot be added exactly; leave out some results")]
    TooLarge {
        /// The player.
        player: String,
    },
}

/// The season points of one event by line of its ranking.
///
/// # Errors
/// [`SeasonProblem::RankOutOfOrder`] or [`SeasonProblem::RepeatedPlayer`] for a ranking that is none.
pub fn season_points(
    event: &SeasonEvent,
    rules: &SeasonRules,
) -> Result<Vec<Fraction>, SeasonProblem> {
    check(event)?;
    let mut points = Vec::with_capacity(event.ranking.len());
    let groups = event.ranking.chunk_by(|a, b| match rules.tied_by {
        TiedBy::Rank => a.rank == b.rank,
        TiedBy::Score => a.half_points == b.half_points,
    });
    for group in groups {
        let start = points.len();
        let end = start + group.len();
        let shared = size(rules.shared_from_rank)
            .saturating_sub(1)
            .clamp(start, end);
        points.extend((start..shared).map(|place| Fraction::whole(points_of_place(rules, place))));
        let sum = (shared..end)
            .map(|place| points_of_place(rules, place))
            .sum();
        let heads = u64::try_from(end - shared).unwrap_or(u64::MAX);
        let share = Fraction::new(sum, heads).unwrap_or(Fraction::ZERO);
        points.extend((shared..end).map(|_| share));
    }
    Ok(points)
}

/// The season's table after the given events, best first.
///
/// # Errors
/// A [`SeasonProblem`] when a ranking is none or a sum is too large.
pub fn season_table(
    events: &[SeasonEvent],
    rules: &SeasonRules,
) -> Result<Vec<SeasonLine>, SeasonProblem> {
    let mut players: BTreeMap<&str, Vec<SeasonResult>> = BTreeMap::new();
    for (index, event) in events.iter().enumerate() {
        for (line, points) in event.ranking.iter().zip(season_points(event, rules)?) {
            players.entry(&line.player).or_default().push(SeasonResult {
                event: index,
                rank: line.rank,
                points,
                counts: false,
            });
        }
    }
    let mut season = players
        .into_iter()
        .map(|(player, results)| Counted::of(player, results, events.len(), rules))
        .collect::<Result<Vec<_>, _>>()?;
    season.sort_by(|a, b| b.sums.cmp(&a.sums));
    let mut ranks = Vec::with_capacity(season.len());
    for (index, counted) in season.iter().enumerate() {
        let rank = index
            .checked_sub(1)
            .filter(|&above| season[above].sums == counted.sums)
            .and_then(|above| ranks.get(above).copied())
            .unwrap_or_else(|| u32::try_from(index + 1).unwrap_or(u32::MAX));
        ranks.push(rank);
    }
    let explanations: Vec<String> = (0..season.len())
        .map(|index| explain(&season, index, rules, events.len()))
        .collect();
    Ok(season
        .into_iter()
        .zip(ranks)
        .zip(explanations)
        .map(|((counted, rank), explanation)| SeasonLine {
            points: counted.points(),
            player: counted.player,
            rank,
            tie_points: counted.sums.last().copied().unwrap_or(Fraction::ZERO),
            results: counted.results,
            explanation,
        })
        .collect())
}

/// A player's results and the sums that rank him, first to last.
struct Counted {
    player: String,
    results: Vec<SeasonResult>,
    sums: Vec<Fraction>,
}

impl Counted {
    fn points(&self) -> Fraction {
        self.sums.first().copied().unwrap_or(Fraction::ZERO)
    }
}

impl Counted {
    fn of(
        player: &str,
        mut results: Vec<SeasonResult>,
        events: usize,
        rules: &SeasonRules,
    ) -> Result<Self, SeasonProblem> {
        let mut best: Vec<usize> = (0..results.len()).collect();
        best.sort_by_key(|&index| Reverse(results[index].points));
        let counting = counted(rules, events);
        let last = size(rules.tie_best_results).clamp(counting, events.max(counting));
        let mut sums = Vec::new();
        let mut sum = Fraction::ZERO;
        for taken in 1..=last {
            if let Some(&index) = best.get(taken - 1) {
                results[index].counts = taken <= counting;
                sum = sum
                    .plus(results[index].points)
                    .ok_or_else(|| SeasonProblem::TooLarge {
                        player: player.to_owned(),
                    })?;
            }
            if taken >= counting {
                sums.push(sum);
            }
        }
        Ok(Self {
            player: player.to_owned(),
            results,
            sums,
        })
    }
}

/// How many results of a player count, among so many events.
fn counted(rules: &SeasonRules, events: usize) -> usize {
    match rules.best_results {
        0 => events,
        best => size(best).min(events),
    }
}

fn size(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn points_of_place(rules: &SeasonRules, index: usize) -> u64 {
    rules.points.get(index).copied().map_or(0, u64::from)
}

fn check(event: &SeasonEvent) -> Result<(), SeasonProblem> {
    let mut seen = BTreeSet::new();
    let mut above = 0;
    for (place, line) in (1_usize..).zip(&event.ranking) {
        if (place == 1 || line.rank != above) && size(line.rank) != place {
            return Err(SeasonProblem::RankOutOfOrder {
                event: event.name.clone(),
                player: line.player.clone(),
                rank: line.rank,
                place,
            });
        }
        above = line.rank;
        if !seen.insert(&line.player) {
            return Err(SeasonProblem::RepeatedPlayer {
                event: event.name.clone(),
                player: line.player.clone(),
            });
        }
    }
    Ok(())
}

fn explain(season: &[Counted], index: usize, rules: &SeasonRules, events: usize) -> String {
    let own = &season[index];
    let mut scored: Vec<&SeasonResult> = own.results.iter().collect();
    scored.sort_by_key(|result| (Reverse(result.points), result.event));
    let terms: Vec<String> = scored
        .iter()
        .filter(|result| result.counts)
        .map(|result| result.points.to_string())
        .collect();
    let dropped: Vec<String> = scored
        .iter()
        .filter(|result| !result.counts)
        .map(|result| result.points.to_string())
        .collect();
    let mut text = format!("{} = {}", terms.join(" + "), own.points());
    if !dropped.is_empty() {
        text += &format!(
            ", the best {} of {} results ({} left out)",
            terms.len(),
            own.results.len(),
            dropped.join(", ")
        );
    }
    let first = season.partition_point(|other| other.sums > own.sums);
    let after = season.partition_point(|other| other.sums >= own.sums);
    let neighbours = [(first.checked_sub(1), "behind"), (Some(after), "before")];
    for (neighbour, word) in neighbours {
        let tied = neighbour
            .and_then(|at| season.get(at))
            .filter(|other| other.points() == own.points());
        if let Some(other) = tied {
            let step = own
                .sums
                .iter()
                .zip(&other.sums)
                .take_while(|(own, other)| own == other)
                .count();
            let sum = |counted: &Counted| counted.sums.get(step).copied().unwrap_or(Fraction::ZERO);
            text += &format!(
                "; {word} {} on the best {} results, {} to {}",
                other.player,
                counted(rules, events) + step,
                sum(own),
                sum(other)
            );
        }
    }
    let equal: Vec<&str> = (first..after)
        .filter(|&at| at != index)
        .filter_map(|at| season.get(at))
        .map(|other| other.player.as_str())
        .take(MOST_NAMES + 1)
        .collect();
    match equal.len() {
        0 => {}
        1..=MOST_NAMES => text += &format!("; equal to {}", equal.join(", ")),
        _ => text += &format!("; equal to {} others", after - first - 1),
    }
    text + "."
}

/// Most players an explanation names as equal.
const MOST_NAMES: usize = 3;
