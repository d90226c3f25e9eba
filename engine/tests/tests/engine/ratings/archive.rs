//! The whole archive of results, 1977 to 2017: the list against the formula, and against another way to it.

use std::collections::BTreeMap;

use outflank_formats::{elo, papp};
use outflank_rating_list::{Game, Month, POINTS_PER_UNIT, RatingList, SETTLED};

use super::model::{Line, Model, judge};
use super::optimiser;
use crate::formats::corpus;
use crate::formats::raw_lines::raw_file;

/// The crate's reader and the crate's list.
fn list(files: &[(String, Vec<u8>)], until: Month) -> RatingList {
    let mut games = Vec::new();
    for (_, bytes) in files {
        let file = elo::read(bytes).value;
        let day = file.first_day.unwrap();
        let month = Month::new(day.year(), day.month()).unwrap();
        games.extend(file.games().map(|game| Game::of(month, game)));
    }
    outflank_rating_list::rating_list(games, until)
}

/// Neither.
fn lines(files: &[(String, Vec<u8>)]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (_, bytes) in files {
        let file = raw_file(bytes);
        let (_, month, year) = file.first_day.unwrap();
        lines.extend(file.games.iter().map(|game| Line {
            year: year.into(),
            month: month.into(),
            first: game.first,
            second: game.second,
            first_halves: match game.glyph {
                b'>' => 2,
                b'=' => 1,
                _ => 0,
            },
        }));
    }
    lines
}

#[test]
fn the_list_of_the_archive_is_the_top_of_the_likelihood() {
    let files = corpus::elo_archive();
    let lines = lines(&files);
    for (year, month) in [(2018, 1), (1996, 7)] {
        let of = Month::new(u16::try_from(year).unwrap(), u8::try_from(month).unwrap());
        let list = list(&files, of.unwrap());
        let model = Model::of(&lines, year, month);
        let worst = judge(&model, &list);
        println!(
            "{year}-{month:02}: {} rated, {} unrated, gradient at most {worst:.1e} of anybody's games",
            list.players.len(),
            list.unrated
        );
        assert!(worst <= SETTLED && SETTLED <= 1e-8, "{worst}");
        let by_id: BTreeMap<u32, f64> = list
            .players
            .iter()
            .map(|row| (row.id, row.rating))
            .collect();
        let mut furthest: (f64, u32) = (0.0, 0);
        for component in model.components(10) {
            let meetings = model.meetings(&component);
            let (strengths, rounds) = optimiser::likeliest(component.len(), &meetings);
            println!(
                "  {} players, {rounds} rounds of the other way",
                component.len()
            );
            for (id, strength) in component.iter().zip(strengths) {
                let apart = (1800.0 + POINTS_PER_UNIT * strength - by_id[id]).abs();
                furthest = if apart > furthest.0 {
                    (apart, *id)
                } else {
                    furthest
                };
            }
        }
        println!(
            "  at most {:.1e} points from the other way (player {})",
            furthest.0, furthest.1
        );
        assert!(furthest.0 <= 0.1, "{furthest:?}");
    }
}

/// The players list with official ratings is years newer: how far apart the two are is told, and not aimed at.
#[test]
fn the_official_list_of_another_day_is_of_the_same_shape() {
    let list = list(&corpus::elo_archive(), Month::new(2018, 1).unwrap());
    let official: BTreeMap<u32, i32> = papp::read_players(&corpus::read("papp/joueurs.txt"))
        .value
        .players
        .iter()
        .filter_map(|player| Some((player.id, player.rating?)))
        .collect();
    let rows = list.players.iter().filter(|row| row.active);
    let pairs: Vec<(f64, f64)> = rows
        .filter_map(|row| Some((row.rating, f64::from(*official.get(&row.id)?))))
        .collect();
    assert!(pairs.len() > 1_000, "{}", pairs.len());
    let count = f64::from(u32::try_from(pairs.len()).unwrap());
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (ours, theirs) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let with = mean(&|pair| (pair.0 - ours) * (pair.1 - theirs));
    let (own, other) = (
        mean(&|pair| (pair.0 - ours).powi(2)),
        mean(&|pair| (pair.1 - theirs).powi(2)),
    );
    let correlation = with / (own * other).sqrt();
    let mut apart: Vec<f64> = pairs.iter().map(|pair| (pair.0 - pair.1).abs()).collect();
    apart.sort_by(f64::total_cmp);
    println!(
        "{} active players on both: correlation {correlation:.3}, apart {:.0} points in the median",
        pairs.len(),
        apart[pairs.len() / 2]
    );
    assert!(correlation > 0.8, "{correlation}");
}
