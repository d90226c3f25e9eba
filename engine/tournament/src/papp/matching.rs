//! The exact optimum: a minimum-cost perfect matching, lots deciding among equal sums.

use integer_blossom::min_weight_perfect_matching;

use super::model::Model;
use super::penalties::PAPP_MAXIMUM;
use crate::draw::Draw;
use crate::swiss::Conditions;

/// The search for one round. Vertices are the players without a place by condition, in an order drawn
/// by lot, and last the bye if their number is odd.
pub(super) struct Search {
    order: Vec<usize>,
    vertices: usize,
    /// Row by row, both triangles.
    weights: Vec<i64>,
    /// More than any complete pairing without a forbidden board weighs.
    barred: i64,
}

/// A complete pairing of the players of a search.
pub(super) struct Matched {
    /// Pairs of players, without colours.
    pub pairs: Vec<(usize, usize)>,
    /// Who has the bye.
    pub bye: Option<usize>,
}

impl Search {
    /// A unit of penalty weighs more than the lots of all pairs, a forbidden board more than all
    /// penalties. The lot of a pair is one drawn bit: where the pairs of an optimum draw 0 and all
    /// others 1, it is the only best, so every optimum can come out; more bits would slow the search
    /// tenfold.
    pub fn new(
        model: &Model<'_>,
        conditions: &Conditions,
        order: Vec<usize>,
        draw: &mut Draw,
    ) -> Self {
        let vertices = order.len() + order.len() % 2;
        let unit = i64::try_from(vertices / 2).unwrap_or(i64::MAX) + 1;
        let barred = PAPP_MAXIMUM.saturating_add(1).saturating_mul(unit * unit);
        let mut bytes = vec![0_u8; (vertices * vertices).div_ceil(16)];
        draw.fill(&mut bytes);
        let mut lots = bytes
            .iter()
            .flat_map(|&byte| (0..8).map(move |bit| i64::from(byte >> bit & 1)));
        let mut weights = vec![0_i64; vertices * vertices];
        for row in 0..vertices {
            for column in row + 1..vertices {
                let (penalty, allowed) = match (order.get(row), order.get(column)) {
                    (Some(&one), Some(&two)) => {
                        (model.pair(one, two), !conditions.pair_forbidden(one, two))
                    }
                    (Some(&player), None) => (model.bye(player), !conditions.bye_forbidden(player)),
                    _ => (0, true),
                };
                let mut weight = penalty * unit + lots.next().unwrap_or(0);
                if !allowed {
                    weight += barred;
                }
                weights[row * vertices + column] = weight;
                weights[column * vertices + row] = weight;
            }
        }
        Self {
            order,
            vertices,
            weights,
            barred,
        }
    }

    /// The cheapest complete pairing.
    pub fn solve(&self) -> Matched {
        self.solved(&self.weights)
    }

    /// The cheapest complete pairing without one pair, or without one player's bye; `None` if the
    /// search does not have it, or nothing else is left.
    pub fn solve_without(&self, one: usize, two: Option<usize>) -> Option<Matched> {
        let vertex = |player: usize| self.order.iter().position(|&other| other == player);
        let from = vertex(one)?;
        let to = match two {
            Some(two) => vertex(two)?,
            None if self.vertices > self.order.len() => self.order.len(),
            None => return None,
        };
        if self.vertices < 4 {
            return None;
        }
        let mut weights = self.weights.clone();
        for cell in [from * self.vertices + to, to * self.vertices + from] {
            *weights.get_mut(cell)? += self.barred;
        }
        Some(self.solved(&weights))
    }

    fn solved(&self, weights: &[i64]) -> Matched {
        let mates = min_weight_perfect_matching(weights, self.vertices);
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
