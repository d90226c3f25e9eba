//! Scores before the first round (McMahon) and virtual scores in the first rounds (acceleration).

use std::cmp::Reverse;

use super::{Acceleration, McMahonBand, StartingScores};
use crate::half_points::HalfPoints;
use crate::table::ResultTable;

/// The score before the first round of each player with that rating, to be set as
/// [`starting_half_points`](crate::TablePlayer::starting_half_points). Players without a rating and those
/// below every band start at 0; nobody at or above the bar starts higher than the bar's own band.
#[must_use]
pub fn starting_scores(start: &StartingScores, ratings: &[Option<i32>]) -> Vec<HalfPoints> {
    let StartingScores::McMahon { bands, bar } = start else {
        return vec![HalfPoints::ZERO; ratings.len()];
    };
    let score =
        |rating: i32| band_of(bands, rating).map_or(HalfPoints::ZERO, |band| band.half_points);
    ratings
        .iter()
        .map(|&rating| match (rating, *bar) {
            (None, _) => HalfPoints::ZERO,
            (Some(rating), Some(bar)) => score(rating.min(bar)),
            (Some(rating), None) => score(rating),
        })
        .collect()
}

/// The number of the band that a player with that rating starts in, the bar's own at or above it; 0 below all bands, for
/// players without a rating, and where there are none.
#[must_use]
pub fn mcmahon_band(start: &StartingScores, rating: Option<i32>) -> usize {
    let (StartingScores::McMahon { bands, bar }, Some(rating)) = (start, rating) else {
        return 0;
    };
    let rating = bar.map_or(rating, |bar| rating.min(bar));
    let reached = bands.iter().filter(|band| band.from_rating <= rating);
    reached.count()
}

fn band_of(bands: &[McMahonBand], rating: i32) -> Option<&McMahonBand> {
    bands
        .iter()
        .filter(|band| band.from_rating <= rating)
        .max_by_key(|band| band.from_rating)
}

/// The points that each player of the table has more in an accelerated round. All players of the
/// table are cut into groups of equal size by rating, equal ratings by id, those without a rating last.
#[must_use]
pub fn virtual_scores(acceleration: &Acceleration, table: &ResultTable) -> Vec<HalfPoints> {
    let mut order = table.canonical_order();
    order
        .sort_by_key(|&player| Reverse(table.players.get(player).and_then(|player| player.rating)));
    let groups = u64::from(acceleration.groups.max(1));
    let players = u64::try_from(order.len()).unwrap_or(u64::MAX).max(1);
    let mut scores = vec![HalfPoints::ZERO; order.len()];
    for (place, &player) in (0_u64..).zip(&order) {
        let below = groups - 1 - place.saturating_mul(groups) / players;
        let step = u64::try_from(acceleration.step_half_points.0).unwrap_or(0);
        if let Some(slot) = scores.get_mut(player) {
            slot.0 = i64::try_from(below.saturating_mul(step)).unwrap_or(i64::MAX);
        }
    }
    scores
}
