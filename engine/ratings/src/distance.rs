//! How far two lists are from each other.

use std::collections::BTreeMap;

use crate::list::RatingList;

/// How far a list is from another one, over the active players whom both rate, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distance {
    /// How many both rate.
    pub players: u32,
    /// In the mean.
    pub mean: f64,
    /// What half of them are within.
    pub median: f64,
    /// At most.
    pub greatest: f64,
    /// Whose that is, by number.
    pub greatest_of: u32,
    /// How much higher they stand on the first list, in the mean; negative is lower.
    pub offset: f64,
}

impl RatingList {
    /// How far the list is from these ratings, by number; none where they rate none of its active players.
    #[must_use]
    pub fn distance(&self, other: &BTreeMap<u32, i32>) -> Option<Distance> {
        let active = self.players.iter().filter(|player| player.active);
        let mut apart: Vec<(f64, u32)> = active
            .filter_map(|player| {
                let other = *other.get(&player.id)?;
                Some((player.rating - f64::from(other), player.id))
            })
            .collect();
        apart.sort_by(|one, other| one.0.abs().total_cmp(&other.0.abs()));
        let (median, greatest) = (apart.get(apart.len() / 2)?, apart.last()?);
        let players = u32::try_from(apart.len()).unwrap_or(u32::MAX);
        let mean = |of: fn(f64) -> f64| {
            apart.iter().map(|row| of(row.0)).sum::<f64>() / f64::from(players)
        };
        Some(Distance {
            players,
            mean: mean(f64::abs),
            median: median.0.abs(),
            greatest: greatest.0.abs(),
            greatest_of: greatest.1,
            offset: mean(|difference| difference),
        })
    }

    /// Somebody's rating in points, by number.
    #[must_use]
    pub fn rating(&self, number: u32) -> Option<f64> {
        let place = self
            .players
            .binary_search_by_key(&number, |player| player.id);
        Some(self.players.get(place.ok()?)?.rating)
    }
}
