//! The final ranking of the event of a rating file.

use outflank_tournament::{HalfPoints, stage_plan};

use super::course::{Course, index};
use super::event_file::EventFile;
use super::standings::{Scores, list};

/// The final ranking, best first.
pub struct FinalList {
    pub lines: Vec<FinalLine>,
    /// One sentence: why it is only the list of the rounds.
    pub open: Option<String>,
}

/// One line of it.
pub struct FinalLine {
    /// Index of the entrant.
    pub player: usize,
    pub rank: u32,
    pub half_points: HalfPoints,
}

/// The ranking after the finals; where the file does not have them whole, the list of its rounds.
pub fn final_list(event: &EventFile) -> anyhow::Result<FinalList> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let of_rounds = |open: Option<String>| -> anyhow::Result<FinalList> {
        let lines = list(event, &Scores::default())?.into_iter();
        Ok(FinalList {
            lines: lines
                .map(|standing| FinalLine {
                    player: standing.player,
                    rank: standing.rank,
                    half_points: standing.half_points,
                })
                .collect(),
            open,
        })
    };
    let Ok(plan) = stage_plan(&event.rules, count(event.entrants.len())) else {
        return of_rounds(None);
    };
    if plan.finals.is_none() {
        return of_rounds(None);
    }
    let played = event.table.rounds.len();
    if count(played) < plan.rounds() {
        return of_rounds(Some(format!(
            "{played} of {} rounds are in the file and no finals; the list of the rounds counts",
            plan.rounds()
        )));
    }
    let course = Course::of(event, &plan)?;
    let Some(ranking) = course.progress.final_ranking else {
        return of_rounds(Some(
            "the file does not have all games of the finals; the list of the rounds counts"
                .to_owned(),
        ));
    };
    let lines = ranking.iter().filter_map(|line| {
        Some(FinalLine {
            player: index(event, &line.entrant)?,
            rank: line.rank,
            half_points: line.half_points,
        })
    });
    Ok(FinalList {
        lines: lines.collect(),
        open: None,
    })
}
