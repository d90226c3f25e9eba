//! How likely the results of one component are under some strengths.

use std::ops::Range;

/// All games of two players of a component, in the row of the one of them who comes first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Edge {
    /// Place of the other.
    pub other: u32,
    /// What the one whose row it is won, weighted.
    pub won: f64,
    /// What the other won, weighted.
    pub lost: f64,
}

/// The results of a component.
#[derive(Debug, Default)]
pub(crate) struct Likelihood {
    /// Where each player's row ends among the edges.
    ends: Vec<usize>,
    edges: Vec<Edge>,
    /// What each player played, weighted.
    pub played: Vec<f64>,
}

/// How the logarithm of the likelihood changes around some strengths.
#[derive(Debug)]
pub(crate) struct Slope {
    /// Its derivative by each strength: what was won beyond what was to be expected.
    pub gradient: Vec<f64>,
    /// Its second derivative along each edge without the sign, never negative.
    pub curvature: Vec<f64>,
}

impl Likelihood {
    /// Players without games.
    pub fn of(players: usize) -> Self {
        Self {
            ends: Vec::with_capacity(players),
            edges: Vec::new(),
            played: vec![0.0; players],
        }
    }

    /// Takes the games of two players; rows come in their order.
    pub fn add(&mut self, row: usize, edge: Edge) {
        self.ends.resize(row, self.edges.len());
        self.played[row] += edge.won + edge.lost;
        self.played[edge.other as usize] += edge.won + edge.lost;
        self.edges.push(edge);
    }

    /// That was the last of them.
    pub fn finish(&mut self) {
        self.ends.resize(self.played.len(), self.edges.len());
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Every player with the range of edges that are their row.
    pub fn rows(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let ranges = begins.zip(&self.ends).map(|(begin, end)| begin..*end);
        ranges.enumerate()
    }

    /// The slope at some strengths, in natural units: a difference of 1 is odds of e.
    pub fn at(&self, strengths: &[f64]) -> Slope {
        let mut gradient = vec![0.0; strengths.len()];
        let mut curvature = Vec::with_capacity(self.edges.len());
        for (row, range) in self.rows() {
            let own = strengths[row];
            let mut sum = 0.0;
            for edge in &self.edges[range] {
                let ahead = own - strengths[edge.other as usize];
                // Of the two odds the one that cannot overflow.
                let odds = (-ahead.abs()).exp();
                let likely = 1.0 / (1.0 + odds);
                let unlikely = odds * likely;
                let (wins, loses) = if ahead >= 0.0 {
                    (likely, unlikely)
                } else {
                    (unlikely, likely)
                };
                // Written so that what is to be expected does not cancel out what is small.
                let beyond = edge.won * loses - edge.lost * wins;
                sum += beyond;
                gradient[edge.other as usize] -= beyond;
                curvature.push((edge.won + edge.lost) * likely * unlikely);
            }
            gradient[row] += sum;
        }
        Slope {
            gradient,
            curvature,
        }
    }

    /// The largest part of anybody's games that the gradient still is.
    pub fn part(&self, gradient: &[f64]) -> f64 {
        let parts = gradient.iter().zip(&self.played);
        parts
            .map(|(slope, played)| slope.abs() / played)
            .fold(0.0, f64::max)
    }
}
