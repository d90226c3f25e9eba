//! The exact optimum: levels packed into one weight a pair, and a minimum-cost perfect matching.

use integer_blossom::min_weight_perfect_matching;

use super::PairingError;
use super::levels::{Field, PairingLevel};

/// Widest weight given to the search in 128 bits; it doubles weights and needs room above them.
const WIDE_BITS: u32 = 120;
/// Widest weight given to the search in 64 bits, where it is twice as fast.
const NARROW_BITS: u32 = 58;

/// The mate of each vertex. Vertices are the players in the given order, and last the bye if their
/// number is odd.
pub(super) fn optimal(field: &Field<'_>, order: &[usize]) -> Result<Vec<usize>, PairingError> {
    let vertices = order.len() + order.len() % 2;
    let wide = packed(field, order, vertices)?;
    let widest = wide.iter().max().copied().unwrap_or(0);
    if widest < 1 << NARROW_BITS {
        let narrow: Vec<i64> = wide
            .iter()
            .map(|&weight| i64::try_from(weight).unwrap_or(i64::MAX))
            .collect();
        return Ok(min_weight_perfect_matching(&narrow, vertices));
    }
    Ok(min_weight_perfect_matching(&wide, vertices))
}

/// The weights, row by row.
///
/// A level's values are first moved to start at 0, for pairs and for the bye apart: every complete
/// pairing has the same number of each. A level then weighs one more than all that can add up below it,
/// so that no sum of lower levels ever outweighs one unit of a higher level.
fn packed(field: &Field<'_>, order: &[usize], vertices: usize) -> Result<Vec<i128>, PairingError> {
    let mut weights = vec![0_i128; vertices * vertices];
    let mut unit: i128 = 1;
    let edges = i128::try_from(vertices / 2).unwrap_or(i128::MAX);
    for &level in field.levels.iter().rev() {
        let costs = level_costs(field, order, vertices, level);
        let highest = costs.iter().max().copied().unwrap_or(0);
        for (weight, &cost) in weights.iter_mut().zip(&costs) {
            *weight += unit * i128::from(cost);
        }
        let sums = i128::from(highest)
            .checked_mul(edges)
            .and_then(|most| most.checked_add(1));
        unit = sums
            .and_then(|sums| unit.checked_mul(sums))
            .filter(|&unit| unit < 1 << WIDE_BITS)
            .ok_or(PairingError::TooWide)?;
    }
    Ok(weights)
}

/// One level's cost of every edge, both triangles, each kind of edge moved to start at 0.
fn level_costs(
    field: &Field<'_>,
    order: &[usize],
    vertices: usize,
    level: PairingLevel,
) -> Vec<i64> {
    let mut costs = vec![0_i64; vertices * vertices];
    let mut least_pair = i64::MAX;
    for (row, &one) in order.iter().enumerate() {
        for (column, &two) in order.iter().enumerate().skip(row + 1) {
            let cost = field.pair_cost(level, one, two);
            least_pair = least_pair.min(cost);
            costs[row * vertices + column] = cost;
        }
    }
    let byes: Vec<i64> = order
        .iter()
        .map(|&player| field.bye_cost(level, player))
        .collect();
    let least_bye = byes.iter().min().copied().unwrap_or(0);
    for row in 0..order.len() {
        for column in row + 1..order.len() {
            let cost = costs[row * vertices + column] - least_pair;
            costs[row * vertices + column] = cost;
            costs[column * vertices + row] = cost;
        }
    }
    if vertices > order.len() {
        let bye = order.len();
        for (row, &cost) in byes.iter().enumerate() {
            costs[row * vertices + bye] = cost - least_bye;
            costs[bye * vertices + row] = cost - least_bye;
        }
    }
    costs
}
