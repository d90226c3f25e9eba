//! Systems of equations on the graph of a component: what a change of strengths does to the gradient.

use crate::likelihood::Likelihood;

/// The symmetric matrix with the curvature of each edge between its players, whose rows sum to nothing.
pub(crate) struct Laplacian<'a> {
    likelihood: &'a Likelihood,
    /// Where each edge leads, and its curvature.
    edges: Vec<(u32, f64)>,
    diagonal: Vec<f64>,
    /// One divided by that.
    scale: Vec<f64>,
}

impl<'a> Laplacian<'a> {
    pub fn new(likelihood: &'a Likelihood, curvature: &[f64]) -> Self {
        let others = likelihood.edges().iter().map(|edge| edge.other);
        let edges: Vec<_> = others.zip(curvature.iter().copied()).collect();
        let mut diagonal = vec![0.0; likelihood.played.len()];
        for (row, range) in likelihood.rows() {
            for (other, curvature) in &edges[range] {
                diagonal[row] += curvature;
                diagonal[*other as usize] += curvature;
            }
        }
        let scale = diagonal.iter().map(|value| inverse(*value)).collect();
        Self {
            likelihood,
            edges,
            diagonal,
            scale,
        }
    }

    /// What each player's own results tell of a strength.
    pub fn diagonal(&self) -> &[f64] {
        &self.diagonal
    }

    /// How far somebody would move to have nothing left of this, if nobody else moved: the farthest of all.
    pub fn distance(&self, left: &[f64]) -> f64 {
        let moves = left.iter().zip(&self.scale);
        moves
            .map(|(left, scale)| (left * scale).abs())
            .fold(0.0, f64::max)
    }

    fn times(&self, vector: &[f64], product: &mut [f64]) {
        product.fill(0.0);
        for (row, range) in self.likelihood.rows() {
            let own = vector[row];
            let mut sum = 0.0;
            for (other, curvature) in &self.edges[range] {
                let other = *other as usize;
                let along = curvature * (own - vector[other]);
                sum += along;
                product[other] -= along;
            }
            product[row] += sum;
        }
    }

    /// Solves for a right side that sums to nothing, until what is left is so near or so many steps are taken (conjugate
    /// gradients, scaled by the diagonal). Also says how many were.
    pub fn solve(&self, right: &[f64], wanted: f64, most_steps: usize) -> (Vec<f64>, usize) {
        let mut solution = vec![0.0; right.len()];
        let mut residual = right.to_vec();
        let mut step = vec![0.0; right.len()];
        let mut product = vec![0.0; right.len()];
        let (mut size, mut kept) = (0.0, 0.0);
        for steps in 0..most_steps {
            if self.distance(&residual) <= wanted {
                return (solution, steps);
            }
            let mut next_size = 0.0;
            for (residual, scale) in residual.iter().zip(&self.scale) {
                next_size += residual * residual * scale;
            }
            if steps > 0 {
                kept = next_size / size;
            }
            size = next_size;
            for ((step, residual), scale) in step.iter_mut().zip(&residual).zip(&self.scale) {
                *step = residual * scale + kept * *step;
            }
            self.times(&step, &mut product);
            let bent: f64 = step
                .iter()
                .zip(&product)
                .map(|(one, other)| one * other)
                .sum();
            // Rounding is all that is left.
            if !(bent > 0.0 && size > 0.0) {
                return (solution, steps);
            }
            let length = size / bent;
            for (solution, step) in solution.iter_mut().zip(&step) {
                *solution += length * step;
            }
            for (residual, product) in residual.iter_mut().zip(&product) {
                *residual -= length * product;
            }
        }
        (solution, most_steps)
    }
}

fn inverse(value: f64) -> f64 {
    if value > 0.0 { 1.0 / value } else { 0.0 }
}
