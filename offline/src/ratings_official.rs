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
        let Some(distance) = list.distance(&self.ratings) else {
            output::note(&format!("{path} rates nobody who is active on this list"));
            return self.unreadable.is_some();
        };
        let farthest = distance.greatest_of;
        output::note(&format!(
            "{path} is of another archive and another day, and nothing that this list aims at: of {} active players on both \
             the distance is {:.1} points in the mean, {:.1} in the median and {:.1} at most (player {farthest}: {:.1} here, {} \
             there); in the mean they stand {:+.1} here",
            distance.players,
            distance.mean,
            distance.median,
            distance.greatest,
            list.rating(farthest).unwrap_or_default(),
            self.ratings.get(&farthest).copied().unwrap_or_default(),
            distance.offset
        ));
        self.unreadable.is_some()
    }
}
