//! The strengths under which the results of a component are the likeliest.

use crate::likelihood::{Likelihood, Slope};
use crate::systems::Laplacian;

/// How near is near enough, in natural units.
const PRECISION: f64 = 1e-10;
/// More rounds than any component needs.
const MOST_ROUNDS: usize = 200;
/// How far a step may lead over the top, as a part of the slope it began with; a longer one is halved.
const BEYOND: f64 = 0.1;

/// The likeliest strengths of a component, in natural units, with any mean.
pub(crate) fn likeliest(likelihood: &Likelihood) -> Vec<f64> {
    let mut strengths = vec![0.0; likelihood.played.len()];
    let mut slope = likelihood.at(&strengths);
    let mut left = most_steps(likelihood);
    for _ in 0..MOST_ROUNDS {
        let system = Laplacian::new(likelihood, &slope.curvature);
        let distance = system.distance(&slope.gradient);
        if distance <= PRECISION || left == 0 {
            break;
        }
        let (direction, steps) = system.solve(&slope.gradient, wanted(distance), left);
        // Rounding is all that is left.
        if steps == 0 {
            break;
        }
        left -= steps;
        let Some((next, next_slope)) = step(likelihood, &strengths, &slope, &direction) else {
            break;
        };
        strengths = next;
        slope = next_slope;
    }
    strengths
}

/// Far away a rough direction is as good; near by each round doubles the digits.
fn wanted(distance: f64) -> f64 {
    (distance * distance.min(0.3)).max(PRECISION / 10.0)
}

/// Bounds the work on a component of any shape.
fn most_steps(likelihood: &Likelihood) -> usize {
    (1_000_000_000 / likelihood.edges().len().max(1)).clamp(2_000, 200_000)
}

/// The longest of a few steps that does not lead far over the top; none where there is none.
fn step(
    likelihood: &Likelihood,
    strengths: &[f64],
    slope: &Slope,
    direction: &[f64],
) -> Option<(Vec<f64>, Slope)> {
    let along = |slope: &Slope| -> f64 {
        let products = slope.gradient.iter().zip(direction);
        products.map(|(slope, along)| slope * along).sum()
    };
    let promised = along(slope);
    let mut length = 1.0;
    for _ in 0..30 {
        let next: Vec<f64> = strengths
            .iter()
            .zip(direction)
            .map(|(strength, along)| strength + length * along)
            .collect();
        let reached = likelihood.at(&next);
        if along(&reached) >= -BEYOND * promised {
            return Some((next, reached));
        }
        length *= 0.5;
    }
    None
}
