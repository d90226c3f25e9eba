//! The perfect matching of least total cost on a complete graph: exact, on integers, by Edmonds' blossoms.
//!
//! Where several matchings cost the least, which of them comes out is part of what is promised: a published
//! draw is repeated by the programs of later years. It is the matching that the crate `integer-blossom` 1.2
//! finds, which paired the rounds before; so the order in which vertices and edges are looked at, and which
//! of equals is kept, must never change. What differs is where things lie: one row of costs a vertex, and of
//! a blossom only which of its vertices reaches each other vertex.

mod blossoms;
mod graph;
mod growth;
mod labels;
mod nearest;
mod search;
mod weight;

use graph::Graph;
use weight::Weight;

/// The partner of each vertex in a perfect matching of least total cost.
///
/// `costs` is row by row; only the columns right of the diagonal are read. `None` where that is no square of
/// an even number of rows, and where a cost is negative or takes more than 59 bits.
#[must_use]
pub fn least_matching(costs: &[i64], vertices: usize) -> Option<Vec<usize>> {
    partners(costs, vertices)
}

/// As [`least_matching`], for costs of up to 123 bits.
#[must_use]
pub fn least_matching_wide(costs: &[i128], vertices: usize) -> Option<Vec<usize>> {
    partners(costs, vertices)
}

fn partners<W: Weight>(costs: &[W], vertices: usize) -> Option<Vec<usize>> {
    let graph = Graph::new(costs, vertices)?;
    if vertices == 0 {
        return Some(Vec::new());
    }
    Some(search::Search::new(graph).solved())
}
