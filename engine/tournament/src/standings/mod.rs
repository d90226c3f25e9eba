//! Rankings: the individual final ranking list (IFRL) by points, Brightwell Quotient (BQ), disc-count
//! and lots (EGP II.3, VI).
//!
//! | criterion | from | counts |
//! |---|---|---|
//! | points | EGP II.3 | half-points of games and byes |
//! | BQ | EGP VI.3 | discs + C x opponents' points; 32 + C x own points for each bye, each unplayed round and each game against a player who withdrew during the qualification |
//! | disc-count | EGP II.3 | discs of all games, those against withdrawn players included, and the bye discs |
//! | lots | EGP II.3 | the order drawn once |

mod crosstable;
mod rules;

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

use crate::table::{PlayerRound, ResultTable, TableProblem};

pub use crosstable::{CrosstableCell, crosstable};
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
    /// Rank as printed: equal points are equal ranks, except among those who qualify for finals.
    pub rank: u32,
    /// Points, in half-points.
    pub half_points: i64,
    /// Brightwell Quotient, in half-units.
    pub bq_halves: i64,
    /// Disc-count, bye discs included.
    pub discs: i64,
    /// Place in the drawing of lots, from 1; none before lots are drawn.
    pub lot: Option<u32>,
    /// Equal to a neighbour on every criterion, lots not having been drawn.
    pub tied: bool,
}

/// A number of halves as text: 15 is "7.5", 14 is "7".
#[must_use]
pub fn halves_text(halves: i64) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let whole = halves.unsigned_abs() / 2;
    if halves % 2 == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.5")
    }
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
    let rows = table.by_player()?;
    let points: Vec<i64> = rows
        .iter()
        .zip(&table.players)
        .map(|(row, player)| {
            half_points(row)
                .saturating_add(player.starting_half_points)
                .saturating_add(player.adjustment_half_points)
        })
        .collect();
    let lot_of = lots_by_player(lots, rows.len());
    let mut list: Vec<Standing> = table
        .canonical_order()
        .into_iter()
        .map(|player| Standing {
            player,
            place: 0,
            rank: 0,
            half_points: points[player],
            bq_halves: bq_halves(table, &rows[player], points[player], &points, rules),
            discs: discs(&rows[player], rules),
            lot: lot_of.get(player).copied().flatten(),
            tied: false,
        })
        .collect();
    list.sort_by(|a, b| compare(a, b, rules));
    for index in 1..list.len() {
        if compare(&list[index - 1], &list[index], rules) == Ordering::Equal {
            list[index - 1].tied = true;
            list[index].tied = true;
        }
    }
    number(table, rules, &mut list);
    Ok(list)
}

fn compare(a: &Standing, b: &Standing, rules: &StandingsRules) -> Ordering {
    let key = |standing: &Standing, criterion: TieBreak| match criterion {
        TieBreak::Points => Reverse(standing.half_points),
        TieBreak::BrightwellQuotient => Reverse(standing.bq_halves),
        TieBreak::DiscCount => Reverse(standing.discs),
        TieBreak::Lots => Reverse(-standing.lot.map_or(i64::MAX, i64::from)),
        _ => Reverse(0),
    };
    rules
        .ranking
        .tie_breaks
        .iter()
        .fold(Ordering::Equal, |order, &criterion| {
            order.then_with(|| key(a, criterion).cmp(&key(b, criterion)))
        })
}

/// Places in order; ranks strict for the first `qualifiers` who have not withdrawn, shared by points for
/// the others. Who is equal on every criterion shares a rank everywhere: only lots could tell them apart.
fn number(table: &ResultTable, rules: &StandingsRules, list: &mut [Standing]) {
    let mut qualified = 0;
    let mut shared: Option<(i64, u32)> = None;
    for index in 0..list.len() {
        let equal_to = index
            .checked_sub(1)
            .map(|previous| &list[previous])
            .filter(|previous| compare(previous, &list[index], rules) == Ordering::Equal)
            .map(|previous| previous.rank);
        let place = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        let standing = &mut list[index];
        standing.place = place;
        if qualified < rules.qualifiers && !table.players[standing.player].withdrew {
            qualified += 1;
            standing.rank = equal_to.unwrap_or(place);
            continue;
        }
        let rank = match shared {
            Some((points, rank)) if points == standing.half_points => rank,
            _ => equal_to.unwrap_or(place),
        };
        shared = Some((standing.half_points, rank));
        standing.rank = rank;
    }
}

fn lots_by_player(lots: &[usize], players: usize) -> Vec<Option<u32>> {
    let mut found = vec![None; players];
    for (lot, &player) in (1_u32..).zip(lots) {
        if let Some(slot) = found.get_mut(player) {
            *slot = Some(lot);
        }
    }
    found
}

fn half_points(row: &[PlayerRound]) -> i64 {
    row.iter()
        .map(|cell| match cell {
            PlayerRound::Bye => 2,
            PlayerRound::Granted { half_points } => i64::from(*half_points),
            PlayerRound::Game {
                colour,
                result: Some(result),
                ..
            } => i64::from(result.half_points(*colour)),
            PlayerRound::Game { .. } | PlayerRound::Unplayed => 0,
        })
        .sum()
}

fn discs(row: &[PlayerRound], rules: &StandingsRules) -> i64 {
    row.iter()
        .map(|cell| match cell {
            PlayerRound::Bye => i64::from(rules.bye_discs),
            PlayerRound::Game {
                colour,
                result: Some(result),
                ..
            } => i64::from(result.discs(*colour)),
            PlayerRound::Game { .. } | PlayerRound::Unplayed | PlayerRound::Granted { .. } => 0,
        })
        .sum()
}

/// The BQ in half-units: 2 x discs + C x half-points. A game that is not over yet counts for nothing.
fn bq_halves(
    table: &ResultTable,
    row: &[PlayerRound],
    own: i64,
    points: &[i64],
    rules: &StandingsRules,
) -> i64 {
    let constant = i64::from(rules.brightwell_constant);
    let without_game = i64::from(rules.squares) + constant * own;
    row.iter()
        .map(|cell| match *cell {
            PlayerRound::Game { result: None, .. } => 0,
            PlayerRound::Game {
                opponent,
                colour,
                result: Some(result),
            } if !result.unplayed() && !table.players[opponent].withdrew => {
                2 * i64::from(result.discs(colour)) + constant * points[opponent]
            }
            _ => without_game,
        })
        .sum()
}
