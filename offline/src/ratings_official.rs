//! How far a list of ours is from the official one that a players list holds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use outflank_formats::papp;
use outflank_rating_list::RatingList;

use super::exit::misuse;
use super::output;

/// A players list with ratings.
pub struct Official {
    path: PathBuf,
    ratings: BTreeMap<u32, i32>,
    unreadable: Option<(usize, String)>,
}

/// Reads it.
pub fn read(path: &Path) -> anyhow::Result<Official> {
    let parsed = papp::read_players(&output::read_at_most(path, output::MOST_BYTES)?);
    let players = parsed.value.players.iter();
    let ratings: BTreeMap<u32, i32> = players
        .filter_map(|player| Some((player.id, player.rating?)))
        .collect();
    if ratings.is_empty() {
        let path = path.display();
        return Err(misuse(format!(
            "{path} has no ratings: name a players list (joueurs.txt)"
        )));
    }
    let first = parsed.problems.first();
    Ok(Official {
        path: path.to_owned(),
        ratings,
        unreadable: first.map(|first| (parsed.problems.len(), first.to_string())),
    })
}

impl Official {
    /// Says on stderr how far apart the active players of both are; whether something of the list could not be read.
    pub fn compare(&self, list: &RatingList) -> bool {
        let path = self.path.display();
        if let Some((count, first)) = &self.unreadable {
            output::note(&format!(
                "{path}: {count} lines cannot be read; the first, {first}"
            ));
        }
        let active = list.players.iter().filter(|player| player.active);
        let mut apart: Vec<(f64, u32, f64, i32)> = active
            .filter_map(|player| {
                let official = *self.ratings.get(&player.id)?;
                let difference = player.rating - f64::from(official);
                Some((difference, player.id, player.rating, official))
            })
            .collect();
        apart.sort_by(|one, other| one.0.abs().total_cmp(&other.0.abs()));
        let (Some(middle), Some(largest)) = (apart.get(apart.len() / 2), apart.last()) else {
            output::note(&format!("{path} rates nobody who is active on this list"));
            return self.unreadable.is_some();
        };
        let count = f64::from(u32::try_from(apart.len()).unwrap_or(u32::MAX));
        let sum = |of: fn(f64) -> f64| apart.iter().map(|row| of(row.0)).sum::<f64>();
        output::note(&format!(
            "{path} is of another archive and another day, and nothing that this list aims at: of {} active players on both \
             the distance is {:.1} points in the mean, {:.1} in the median and {:.1} at most (player {}: {:.1} here, {} \
             there); in the mean they stand {:+.1} here",
            apart.len(),
            sum(f64::abs) / count,
            middle.0.abs(),
            largest.0.abs(),
            largest.1,
            largest.2,
            largest.3,
            sum(|difference| difference) / count
        ));
        self.unreadable.is_some()
    }
}
