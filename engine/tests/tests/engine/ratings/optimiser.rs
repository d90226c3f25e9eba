//! Another way to the likeliest strengths, for comparison: limited-memory BFGS on variables of one scale, with a search
//! along the line for where the derivative is nothing.

use super::model::{Meeting, gradient, played};

const REMEMBERED: usize = 12;

/// The likeliest strengths in natural units with the mean 0, weighted by what was played, and the rounds it took.
pub fn likeliest(players: usize, meetings: &[Meeting]) -> (Vec<f64>, usize) {
    let played = played(players, meetings);
    let mut strengths = vec![0.0; players];
    let (mut left, mut rounds) = (6_000, 0);
    // The scale of far away does not fit near by.
    for until in [1e-2, 1e-4, 1e-12] {
        let taken = climb(meetings, &played, &mut strengths, until, left);
        left -= taken;
        rounds += taken;
    }
    let all: f64 = played.iter().sum();
    let mean = dot(&strengths, &played) / all;
    strengths.iter_mut().for_each(|strength| *strength -= mean);
    (strengths, rounds)
}

/// Climbs until nobody's gradient is a larger part of his games.
fn climb(
    meetings: &[Meeting],
    played: &[f64],
    strengths: &mut Vec<f64>,
    until: f64,
    most: usize,
) -> usize {
    let scale = scale(meetings, strengths);
    let slope_at = |strengths: &[f64]| -> Vec<f64> {
        let slope = gradient(meetings, strengths);
        slope
            .iter()
            .zip(&scale)
            .map(|(slope, scale)| slope * scale)
            .collect()
    };
    let mut slope = slope_at(strengths);
    let mut kept: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::new();
    for round in 0..most {
        let parts = slope.iter().zip(&scale).zip(played);
        let worst = parts.map(|((slope, scale), played)| (slope / scale / played).abs());
        if worst.fold(0.0, f64::max) <= until {
            return round;
        }
        let direction = direction(&slope, &kept);
        let begin = dot(&slope, &direction);
        // Brackets and halves, or doubles, until the derivative has lost most of its size.
        let (mut low, mut high, mut length) = (0.0, f64::INFINITY, 1.0);
        let (mut next, mut next_slope) = (strengths.clone(), slope.clone());
        for _ in 0..40 {
            for (((next, from), along), scale) in next
                .iter_mut()
                .zip(strengths.iter())
                .zip(&direction)
                .zip(&scale)
            {
                *next = from + length * along * scale;
            }
            next_slope = slope_at(&next);
            let end = dot(&next_slope, &direction);
            if end.abs() <= 0.7 * begin {
                break;
            }
            if end > 0.0 {
                low = length;
            } else {
                high = length;
            }
            length = if high.is_finite() {
                (low + high) / 2.0
            } else {
                2.0 * length
            };
        }
        let step: Vec<f64> = direction.iter().map(|along| along * length).collect();
        let bend: Vec<f64> = slope
            .iter()
            .zip(&next_slope)
            .map(|(old, new)| old - new)
            .collect();
        let curvature = dot(&step, &bend);
        if curvature > 0.0 {
            kept.push((step, bend, curvature));
        }
        if kept.len() > REMEMBERED {
            kept.remove(0);
        }
        *strengths = next;
        slope = next_slope;
    }
    most
}

/// One divided by the root of each second derivative.
fn scale(meetings: &[Meeting], strengths: &[f64]) -> Vec<f64> {
    let mut second = vec![0.0; strengths.len()];
    for meeting in meetings {
        let odds = (strengths[meeting.one] - strengths[meeting.other]).exp();
        let bent = (meeting.one_won + meeting.other_won) * odds / (1.0 + odds).powi(2);
        second[meeting.one] += bent;
        second[meeting.other] += bent;
    }
    second.iter().map(|second| 1.0 / second.sqrt()).collect()
}

/// Two loops over what is remembered.
fn direction(slope: &[f64], kept: &[(Vec<f64>, Vec<f64>, f64)]) -> Vec<f64> {
    let mut direction = slope.to_vec();
    let mut lengths = Vec::new();
    for (step, bend, curvature) in kept.iter().rev() {
        let length = dot(step, &direction) / curvature;
        add(&mut direction, -length, bend);
        lengths.push(length);
    }
    if let Some((_, bend, curvature)) = kept.last() {
        let first = curvature / dot(bend, bend);
        direction.iter_mut().for_each(|along| *along *= first);
    }
    for ((step, bend, curvature), length) in kept.iter().zip(lengths.iter().rev()) {
        let own = dot(bend, &direction) / curvature;
        add(&mut direction, length - own, step);
    }
    direction
}

#[allow(
    clippy::needless_range_loop,
    reason = "the quickest without optimisation"
)]
fn dot(one: &[f64], other: &[f64]) -> f64 {
    let mut sum = 0.0;
    for at in 0..one.len() {
        sum += one[at] * other[at];
    }
    sum
}

#[allow(
    clippy::needless_range_loop,
    reason = "the quickest without optimisation"
)]
fn add(sum: &mut [f64], times: f64, vector: &[f64]) {
    for at in 0..sum.len() {
        sum[at] += times * vector[at];
    }
}
