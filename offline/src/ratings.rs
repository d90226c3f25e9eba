//! `outflank ratings FILE|DIR... --date YYYY-MM-DD`: the rating list of a day from rating files.

use outflank_rating_list::{Month, RatingList, SETTLED, rating_list};
use serde::Serialize;

use super::exit::{Exit, misuse};
use super::{output, ratings_files::Archive, ratings_official};
use crate::arguments;

#[derive(Serialize)]
struct RatingRow {
    /// Among the active players of the largest component; equal printed ratings are equal ranks.
    rank: Option<u32>,
    id: u32,
    name: String,
    rating: f64,
    /// Ours.
    uncertainty: f64,
    games: u32,
    active: bool,
    component: u32,
}

pub fn run(args: &arguments::Ratings) -> anyhow::Result<Exit> {
    let month = Month::new(args.date.year(), args.date.month());
    let month = month.ok_or_else(|| misuse(format!("{} is in no month", args.date)))?;
    let official = args.official.as_deref().map(ratings_official::read);
    let official = official.transpose()?;
    let mut archive = Archive::read(&args.files, args.date)?;
    let mut list = rating_list(archive.games.drain(..), month);
    list.players
        .sort_by(|one, other| other.rating.total_cmp(&one.rating));
    output::note(&sentence(&archive, &list, args));
    let mut findings = archive.findings.say();
    if list.gradient > SETTLED {
        output::note(
            "no ratings fit these results well: such as they are, nobody plays; they are as near as was tried",
        );
        findings = true;
    }
    if let Some(official) = &official {
        findings |= official.compare(&list);
    }
    args.answer.print(&rows(&list, &mut archive))?;
    Ok(Exit::of_findings(findings))
}

fn sentence(archive: &Archive, list: &RatingList, args: &arguments::Ratings) -> String {
    let rated = list.players.len();
    let active = list.players.iter().filter(|player| player.active).count();
    let later = match archive.later {
        0 => String::new(),
        later => format!(", without {later} later than {}", args.date),
    };
    format!(
        "{} files, {} games{later}; {} players: {rated} rated, {active} of them active, {} unrated",
        archive.files,
        archive.counted,
        rated + list.unrated as usize,
        list.unrated
    )
}

fn rows(list: &RatingList, archive: &mut Archive) -> Vec<RatingRow> {
    let ranks = list.ranks();
    let players = list.players.iter();
    players
        .map(|player| RatingRow {
            rank: ranks.get(&player.id).copied(),
            id: player.id,
            name: archive.names.remove(&player.id).unwrap_or_default(),
            rating: tenths(player.rating),
            uncertainty: tenths(player.uncertainty),
            games: player.games,
            active: player.active,
            component: player.component,
        })
        .collect()
}

/// With one decimal, and never a minus before nothing.
fn tenths(points: f64) -> f64 {
    (points * 10.0).round() / 10.0 + 0.0
}
