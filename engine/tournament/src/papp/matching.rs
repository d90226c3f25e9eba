//! The exact optimum: a minimum-cost perfect matching, lots deciding among equal sums.

use integer_blossom::min_weight_perfect_matching;

use super::model::Model;
use crate::draw::Draw;

/// Each pair's lot is below this; a unit of penalty outweighs all lots of a pairing together.
const LOTS: u32 = 1 << 16;

/// The mate of each vertex. Vertices are the players in the given order, and last the bye if their
/// number is odd.
///
/// Every pair also draws a lot, which counts below the penalties: so any optimal pairing can come out,
/// whatever the search would prefer.
pub(super) fn optimal(model: &Model<'_>, order: &[usize], draw: &mut Draw) -> Vec<usize> {
    let vertices = order.len() + order.len() % 2;
    let pairs = i64::try_from(vertices / 2).unwrap_or(i64::MAX);
    let unit = i64::from(LOTS).saturating_mul(pairs).saturating_add(1);
    let mut weights = vec![0_i64; vertices * vertices];
    for row in 0..vertices {
        for column in row + 1..vertices {
            let penalty = match (order.get(row), order.get(column)) {
                (Some(&one), Some(&two)) => model.pair(one, two),
                (Some(&player), None) => model.bye(player),
                _ => 0,
            };
            let weight = penalty * unit + i64::from(draw.below(LOTS));
            weights[row * vertices + column] = weight;
            weights[column * vertices + row] = weight;
        }
    }
    min_weight_perfect_matching(&weights, vertices)
}
