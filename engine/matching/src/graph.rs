//! The costs as the search reads them.

use crate::weight::Weight;

/// Rows and columns of a square that is turned at a time, to stay inside the nearest cache.
const TILE: usize = 16;

/// Twice every edge's cost above the cheapest edge's, both ways round, so that a vertex' edges lie in a row.
///
/// Vertices are numbered from 1; row and column 0 are nobody's.
pub struct Graph<W> {
    pub vertices: usize,
    stride: usize,
    costs: Vec<W>,
}

impl<W: Weight> Graph<W> {
    /// `None` where the costs are not such as the search can take.
    pub fn new(costs: &[W], vertices: usize) -> Option<Self> {
        if vertices % 2 == 1 || vertices.checked_mul(vertices) != Some(costs.len()) {
            return None;
        }
        u32::try_from(vertices.checked_mul(2)?).ok()?;
        let rows =
            || (0..vertices).map(|row| &costs[row * vertices + row + 1..][..vertices - row - 1]);
        let least = rows().flatten().min().copied().unwrap_or(W::ZERO);
        let most = rows().flatten().max().copied().unwrap_or(W::ZERO);
        if !least.is_cost() || !most.is_cost() {
            return None;
        }
        let stride = vertices + 1;
        let mut graph = Self {
            vertices,
            stride,
            costs: vec![W::ZERO; stride * stride],
        };
        for top in (0..vertices).step_by(TILE) {
            for left in (top..vertices).step_by(TILE) {
                for row in top..vertices.min(top + TILE) {
                    for column in left.max(row + 1)..vertices.min(left + TILE) {
                        let cost = (costs[row * vertices + column] - least).double();
                        graph.costs[(row + 1) * stride + column + 1] = cost;
                        graph.costs[(column + 1) * stride + row + 1] = cost;
                    }
                }
            }
        }
        Some(graph)
    }

    /// A vertex' edges, by the other vertex.
    pub fn row(&self, vertex: usize) -> &[W] {
        &self.costs[vertex * self.stride..(vertex + 1) * self.stride]
    }

    pub fn cost(&self, one: usize, two: usize) -> W {
        self.costs[one * self.stride + two]
    }
}
