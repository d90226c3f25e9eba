//! Rankings: points, and ties taken through the criteria of a rule set.
//!
//! | criterion | from | counts |
//! |---|---|---|
//! | points | WOC II.1.3, EGP II.3 | half-points of games, byes and granted rounds, starting scores, rulings |
//! | BQ | WOC A.3, EGP VI.3 | discs + C x opponents' points; 32 + C x own points for each bye, each unplayed round and each game against a player who withdrew during the qualification |
//! | disc-count | WOC A.4, EGP VI.4 | discs of all games, those against withdrawn players included, and the bye discs |
//! | lots | WOC A.4, EGP VI.4, AGA | the order drawn once |
//! | Buchholz, progressive, Sonneborn-Berger, head-to-head | MSO | see [`TieBreak`] |
//! | SOS, SODOS, median, SACO, cumulative | AGA | see [`TieBreak`] |
//! | timeouts | MSO, online | fallen flags, fewest first |
//!
//! A tie goes through them as [`TieResolution`] says, and [`SharedRanks`] says whose rank is his own.

mod chain;
mod criteria;
mod crosstable;
mod decision;
mod falls;
mod ranks;
mod rules;
mod sheet;

use serde::{Deserialize, Serialize};

use self::chain::Order;
use self::criteria::Criteria;
use self::ranks::Ranked;
use self::sheet::Sheet;
use crate::half_points::HalfPoints;
use crate::table::{ResultTable, TableProblem};

pub use crosstable::{CrosstableCell, crosstable};
pub(crate) use falls::fallen;

pub use decision::{Decision, PartedBy};
pub use rules::{
    BrightwellConstant, RankingRules, SharedRanks, StandingsRules, TieBreak, TieResolution,
};

/// One line of a ranking list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Index of the player in the table.
    pub player: usize,
    /// Place in strict order, from 1, no two alike.
    pub place: u32,
    /// Rank as printed; players may share it, as the rules' [`SharedRanks`] say.
    pub rank: u32,
    /// Points.
    pub half_points: HalfPoints,
    /// Brightwell Quotient, in half-units.
    pub bq_halves: i64,
    /// Disc-count, bye discs included.
    pub discs: i64,
    /// Place in the drawing of lots, from 1; none before lots are drawn.
    pub lot: Option<u32>,
    /// Equal to a neighbour on every criterion; the rules would have lots decide, which are not drawn.
    pub tied: bool,
    /// The value of every criterion in the rules' order, in the unit that [`TieBreak`] states and
    /// [`TieBreak::text`] prints. What depends on who is tied is counted among all with equal points;
    /// lots that are not drawn are left out.
    #[serde(default)]
    pub values: Vec<(TieBreak, i64)>,
    /// What parts the player from the neighbour above; none for the first.
    #[serde(default)]
    pub decided: Option<Decision>,
}

/// Ranks the players. `lots` is the order drawn by lot (indexes of players, best first), empty before
/// it is drawn; ties that are left keep the order of ids and are marked.
///
/// # Errors
/// A [`TableProblem`] when the table contradicts itself.
pub fn standings(
    table: &ResultTable,
    rules: &StandingsRules,
    lots: &[usize],
) -> Result<Vec<Standing>, TableProblem> {
    let sheets = sheet::sheets(table, rules, lots)?;
    let criteria = Criteria {
        sheets: &sheets,
        ranking: &rules.ranking,
        rounds: table.rounds.len(),
    };
    let order = chain::order(&criteria, table.canonical_order());
    let lines = ranks::ranks(table, &sheets, rules, &order);
    let mut values = listed_values(&criteria);
    let mut list: Vec<Standing> = (0..)
        .zip(&lines)
        .map(|(index, line)| {
            let sheet = &sheets[line.player];
            Standing {
                player: line.player,
                place: ranks::place(index),
                rank: line.rank,
                half_points: sheet.half_points,
                bq_halves: sheet.bq_halves,
                discs: sheet.discs,
                lot: sheet.lot,
                tied: false,
                values: std::mem::take(&mut values[line.player]),
                decided: index
                    .checked_sub(1)
                    .map(|above| decision(table, &sheets, &order, &lines[above], line)),
            }
        })
        .collect();
    mark_ties(rules, &sheets, &order, &lines, &mut list);
    Ok(list)
}

/// Marks whom only lots could part.
fn mark_ties(
    rules: &StandingsRules,
    sheets: &[Sheet],
    order: &Order,
    lines: &[Ranked],
    list: &mut [Standing],
) {
    if !rules.ranking.tie_breaks.contains(&TieBreak::Lots) {
        return;
    }
    for index in 1..lines.len() {
        let pair = [&lines[index - 1], &lines[index]];
        let undrawn = pair.iter().any(|line| sheets[line.player].lot.is_none());
        if undrawn && ranks::unparted(order, pair[0], pair[1]) {
            list[index - 1].tied = true;
            list[index].tied = true;
        }
    }
}

fn decision(
    table: &ResultTable,
    sheets: &[Sheet],
    order: &Order,
    above: &Ranked,
    below: &Ranked,
) -> Decision {
    let fall = table.players[below.player].fall;
    let equal_points = sheets[above.player].half_points == sheets[below.player].half_points;
    let out = fall.disqualified && !table.players[above.player].fall.disqualified;
    let by_ruling = fall.positions > 0 && below.apart;
    let by = if out {
        PartedBy::Disqualified
    } else if by_ruling && (above.position > below.position || equal_points) {
        PartedBy::DroppedPositions {
            positions: fall.positions,
        }
    } else {
        match order.parted(above.position, below.position) {
            None => PartedBy::Nothing,
            Some(split) if split.beaten(below.player) && !split.beaten(above.player) => {
                PartedBy::LostToAnotherOfTheTied
            }
            Some(split) => PartedBy::Criterion {
                criterion: split.criterion,
                above: split.value(above.player),
                below: split.value(below.player),
            },
        }
    };
    Decision {
        above: above.player,
        below: below.player,
        by,
        equal_rank: above.rank == below.rank,
    }
}

/// The values of the chain by player; those that depend on who is tied, among equal points.
fn listed_values(criteria: &Criteria<'_>) -> Vec<Vec<(TieBreak, i64)>> {
    let everyone: Vec<usize> = (0..criteria.sheets.len()).collect();
    let mut by_points = everyone.clone();
    by_points.sort_by_key(|&player| criteria.sheets[player].half_points);
    let equal: Vec<&[usize]> = by_points
        .chunk_by(|&a, &b| criteria.sheets[a].half_points == criteria.sheets[b].half_points)
        .collect();
    let mut listed = vec![Vec::new(); everyone.len()];
    for &criterion in &criteria.ranking.tie_breaks {
        let groups = if criteria.relative(criterion) {
            equal.as_slice()
        } else {
            &[everyone.as_slice()]
        };
        for group in groups {
            for (&player, value) in group.iter().zip(criteria.values(criterion, group)) {
                listed[player].extend(value.map(|value| (criterion, value)));
            }
        }
    }
    listed
}
