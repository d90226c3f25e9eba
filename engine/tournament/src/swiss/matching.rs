//! The exact optimum: levels packed into one weight a pair, and a minimum-cost perfect matching.

use outflank_matching::{least_matching, least_matching_wide};

use super::PairingError;
use super::conditions::Conditions;
use super::field::Field;
use super::levels::PairingLevel;
use crate::draw::Lottery;
use crate::player_index::PlayerIndex;

/// Widest weight given to the search in 128 bits: it takes 123.
const WIDE_BITS: u32 = 120;
/// Widest weight given to the search in 64 bits: it takes 59.
const NARROW_BITS: u32 = 58;
/// The search for one round.
///
/// Vertices are the players without a place by condition, in an order drawn by lot, and last the bye if
/// their number is odd.
pub(super) struct Search {
    order: Vec<PlayerIndex>,
    vertices: usize,
    /// Row by row; only the columns right of the diagonal are used.
    weights: Vec<i128>,
    /// More than any complete pairing weighs.
    beyond: i128,
}

/// The weights of a round's pairs as the search gets them, for measurements and second solvers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingWeights {
    /// Number of vertices, always even: players in an order drawn by lot, and the bye last if there is
    /// one.
    pub vertices: usize,
    /// Row by row; only the columns right of the diagonal are used.
    pub weights: Vec<i128>,
    /// More than any complete pairing weighs; below 2^58 the search takes 64 bits.
    pub beyond: i128,
}

/// A complete pairing of the players of a search.
pub(super) struct Matched {
    /// Pairs of players, without colours.
    pub pairs: Vec<(PlayerIndex, PlayerIndex)>,
    /// Who has the bye.
    pub bye: Option<PlayerIndex>,
}

impl Search {
    pub fn new(
        field: &Field<'_>,
        conditions: &Conditions,
        order: Vec<PlayerIndex>,
        draw: &mut Lottery,
    ) -> Result<Self, PairingError> {
        let vertices = order.len() + order.len() % 2;
        let mut packed =
            Packed::new(lots(vertices, draw), vertices).ok_or(PairingError::TooWide)?;
        let mut costs = Vec::with_capacity(vertices * vertices / 2);
        for &level in field.levels.iter().rev() {
            level_costs(field, &order, vertices, level, &mut costs);
            packed.add(&costs).ok_or(PairingError::TooWide)?;
        }
        if conditions.forbids() {
            edges(&order, vertices, &mut costs, |one, two| match two {
                Some(two) => i64::from(conditions.pair_forbidden(one, two)),
                None => i64::from(conditions.bye_forbidden(one)),
            });
            packed.add(&costs).ok_or(PairingError::TooWide)?;
        }
        Ok(Self {
            order,
            vertices,
            weights: packed.weights,
            beyond: packed.unit,
        })
    }

    /// The weights, for other solvers.
    pub fn into_weights(self) -> PairingWeights {
        PairingWeights {
            vertices: self.vertices,
            weights: self.weights,
            beyond: self.beyond,
        }
    }

    /// The best complete pairing.
    pub fn solve(&self) -> Matched {
        self.solved(&self.weights, self.beyond)
    }

    /// The best complete pairing without one pair, or without one player's bye; `None` if every
    /// complete pairing has it or the search does not.
    pub fn solve_without(&self, one: PlayerIndex, two: Option<PlayerIndex>) -> Option<Matched> {
        let vertex = |player: PlayerIndex| self.order.iter().position(|&other| other == player);
        let from = vertex(one)?;
        let to = match two {
            Some(two) => vertex(two)?,
            None if self.vertices > self.order.len() => self.order.len(),
            None => return None,
        };
        if self.vertices < 4 {
            return None;
        }
        let widest = self.beyond.checked_mul(2)?;
        let mut weights = self.weights.clone();
        *weights.get_mut(from.min(to) * self.vertices + from.max(to))? += self.beyond;
        Some(self.solved(&weights, widest))
    }

    fn solved(&self, weights: &[i128], beyond: i128) -> Matched {
        let mates = if beyond < 1 << NARROW_BITS {
            let narrow: Vec<i64> = weights
                .iter()
                .map(|&weight| i64::try_from(weight).unwrap_or(i64::MAX))
                .collect();
            least_matching(&narrow, self.vertices)
        } else {
            least_matching_wide(weights, self.vertices)
        };
        let mates = mates.unwrap_or_default();
        let mut matched = Matched {
            pairs: Vec::with_capacity(self.order.len() / 2),
            bye: None,
        };
        for (vertex, &mate) in mates.iter().enumerate() {
            match (self.order.get(vertex), self.order.get(mate)) {
                (Some(&player), None) => matched.bye = Some(player),
                (Some(&one), Some(&two)) if vertex < mate => matched.pairs.push((one, two)),
                _ => {}
            }
        }
        matched
    }
}

/// One drawn bit for every edge, below the lowest level.
///
/// It makes every optimal pairing possible: where its pairs draw 0 and all others 1, it is the only best.
/// More bits would slow the search tenfold; what one bit leaves equal, the drawn order decides.
fn lots(vertices: usize, draw: &mut Lottery) -> Vec<i128> {
    let mut bytes = vec![0_u8; (vertices * vertices).div_ceil(16)];
    draw.fill(&mut bytes);
    let mut bits = bytes
        .iter()
        .flat_map(|&byte| (0..8).map(move |bit| i128::from(byte >> bit & 1)));
    let mut lots = vec![0; vertices * vertices];
    for row in 0..vertices {
        let right = row * vertices + row + 1..(row + 1) * vertices;
        for (lot, bit) in lots
            .get_mut(right)
            .unwrap_or_default()
            .iter_mut()
            .zip(&mut bits)
        {
            *lot = bit;
        }
    }
    lots
}

/// The weights, packed from the lowest level up.
///
/// A level's unit is one more than the most that all below it can add up to in a complete pairing, so that
/// no sum of lower levels ever outweighs one unit of a higher one. That most is half the sum of each
/// player's dearest pair: a complete pairing has one pair for each player, and counts each twice.
struct Packed {
    weights: Vec<i128>,
    vertices: usize,
    /// The next level's: one more than the most that a complete pairing can weigh.
    unit: i128,
}

impl Packed {
    /// `None`, here and below, where the weights do not fit [`WIDE_BITS`].
    fn new(lots: Vec<i128>, vertices: usize) -> Option<Self> {
        let mut weights = lots;
        let unit = add_level(&mut weights, &[], 0, vertices)?;
        Some(Self {
            weights,
            vertices,
            unit,
        })
    }

    /// Puts a level above those that are there.
    fn add(&mut self, level: &[i64]) -> Option<()> {
        let highest = level.iter().max().copied().unwrap_or(0);
        if highest == 0 {
            return Some(());
        }
        i128::from(highest)
            .checked_mul(self.unit)
            .filter(|&weight| weight < 1 << WIDE_BITS)?;
        self.unit = add_level(&mut self.weights, level, self.unit, self.vertices)?;
        Some(())
    }
}

/// Adds the costs of a level times its unit, and gives one more than the most that a complete pairing
/// can weigh then; `None` beyond [`WIDE_BITS`].
fn add_level(weights: &mut [i128], level: &[i64], unit: i128, vertices: usize) -> Option<i128> {
    let mut dearest = vec![0_i128; vertices];
    let mut costs = level.iter().copied().chain(std::iter::repeat(0));
    for row in 0..vertices {
        let cells = weights.get_mut(row * vertices + row + 1..(row + 1) * vertices)?;
        let (own, right) = dearest.split_at_mut_checked(row + 1)?;
        let own = own.last_mut()?;
        for ((weight, other), cost) in cells.iter_mut().zip(right).zip(&mut costs) {
            *weight += unit * i128::from(cost);
            *own = (*own).max(*weight);
            *other = (*other).max(*weight);
        }
    }
    let sum = dearest
        .into_iter()
        .try_fold(0_i128, |sum, weight| sum.checked_add(weight))?;
    Some(sum / 2 + 1).filter(|&most| most < 1 << WIDE_BITS)
}

/// One level's cost of every edge. Pairs and byes are each moved to start at 0: every complete pairing
/// has the same number of each.
fn level_costs(
    field: &Field<'_>,
    order: &[PlayerIndex],
    vertices: usize,
    level: PairingLevel,
    costs: &mut Vec<i64>,
) {
    let (mut least_pair, mut least_bye) = (i64::MAX, i64::MAX);
    edges(order, vertices, costs, |one, two| match two {
        Some(two) => {
            let cost = field.pair_cost(level, one, two);
            least_pair = least_pair.min(cost);
            cost
        }
        None => {
            let cost = field.bye_cost(level, one);
            least_bye = least_bye.min(cost);
            cost
        }
    });
    let mut rest = costs.as_mut_slice();
    for row in 0..order.len() {
        let (cells, after) = rest.split_at_mut((vertices - row - 1).min(rest.len()));
        rest = after;
        let (pairs, byes) = cells.split_at_mut((order.len() - row - 1).min(cells.len()));
        for cost in pairs {
            *cost = cost.saturating_sub(least_pair);
        }
        for cost in byes {
            *cost = cost.saturating_sub(least_bye);
        }
    }
}

/// The cost of every edge, row by row right of the diagonal: pairs of players, then the row's bye where
/// there is one.
fn edges(
    order: &[PlayerIndex],
    vertices: usize,
    costs: &mut Vec<i64>,
    mut cost: impl FnMut(PlayerIndex, Option<PlayerIndex>) -> i64,
) {
    costs.clear();
    for (row, &one) in order.iter().enumerate() {
        for &two in order.iter().skip(row + 1) {
            costs.push(cost(one, Some(two)));
        }
        if vertices > order.len() {
            costs.push(cost(one, None));
        }
    }
}
