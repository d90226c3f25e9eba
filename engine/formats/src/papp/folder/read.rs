use std::collections::BTreeMap;

use outflank_tournament::GameResult;

use super::{FolderFiles, NEW_PLAYERS_FILE, PLAYERS_FILE};
use crate::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use crate::papp::config::{CONFIG_FILE, PappConfig, read_config};
use crate::papp::players::{PappPlayer, read_players};
use crate::papp::work_file::{
    Course, CoursePair, CourseRound, PairScore, WORK_FILE, read_work_file,
};
use crate::problem::Problem;

/// An event that was read from PAPP's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFolder {
    /// The event.
    pub event: ToldEvent,
    /// How PAPP was set up.
    pub config: PappConfig,
    /// What could not be taken as it stood.
    pub problems: Vec<FolderProblem>,
}

/// A problem with the file that has it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FolderProblem {
    /// The file's name.
    pub file: &'static str,
    /// The problem.
    #[serde(flatten)]
    pub problem: Problem,
}

/// Reads an event. Never fails: the work file says who plays and what happened, the lists say who that is.
#[must_use]
pub fn read_folder(files: &FolderFiles<'_>) -> ReadFolder {
    let mut problems = Vec::new();
    let mut tell = |file: &'static str, found: Vec<Problem>| {
        problems.extend(
            found
                .into_iter()
                .map(|problem| FolderProblem { file, problem }),
        );
    };
    let config = read_config(files.config.unwrap_or_default());
    tell(CONFIG_FILE, config.problems);
    let config = config.value;
    let mut people: BTreeMap<u32, (PappPlayer, bool)> = BTreeMap::new();
    for (file, bytes, is_new) in [
        (PLAYERS_FILE, files.players, false),
        (NEW_PLAYERS_FILE, files.new_players, true),
    ] {
        let list = read_players(bytes.unwrap_or_default());
        tell(file, list.problems);
        for player in list.value.players {
            people.entry(player.id).or_insert((player, is_new));
        }
    }
    let file = read_work_file(files.work_file);
    tell(WORK_FILE, file.problems);
    let course = file.value.course();
    tell(WORK_FILE, course.problems);
    let course = course.value;
    let mut unnamed = Vec::new();
    let entrants = course.players.iter().map(|&(number, there)| {
        let left = !there;
        let Some((player, is_new)) = people.get(&number) else {
            unnamed.push(number);
            return ToldEntrant {
                number,
                left,
                ..ToldEntrant::default()
            };
        };
        ToldEntrant {
            number,
            is_new: *is_new,
            surname: player.surname.clone(),
            first_names: player.first_names.clone(),
            country: player.country.clone().or_else(|| config.country.clone()),
            rating: player.rating,
            left,
        }
    });
    let entrants: Vec<ToldEntrant> = entrants.collect();
    let mut found: Vec<Problem> = unnamed
        .into_iter()
        .map(|number| {
            let what = format!("player {number} stands on neither list; he has no name here");
            Problem::new(1, "unlisted_player", what)
        })
        .collect();
    let rounds = rounds(&course, &mut found);
    tell(WORK_FILE, found);
    let heading = course.heading;
    ReadFolder {
        event: ToldEvent {
            name: heading.name.unwrap_or_default(),
            country: config.country.clone(),
            first_day: heading.date,
            planned_rounds: heading.rounds,
            constant: heading.constant,
            entrants,
            rounds,
            added: Vec::new(),
        },
        config,
        problems,
    }
}

/// The rounds of a log, the one that is not over last.
pub(in crate::papp) fn rounds(course: &Course, found: &mut Vec<Problem>) -> Vec<ToldRound> {
    let over = course.rounds.iter().map(|round| (round, true));
    let rounds = over.chain(course.current.iter().map(|round| (round, false)));
    rounds
        .map(|(CourseRound { pairs, byes }, over)| ToldRound {
            games: pairs.iter().map(|pair| game(pair, found)).collect(),
            byes: byes.clone(),
            over,
        })
        .collect()
}

fn game(paired: &CoursePair, found: &mut Vec<Problem>) -> ToldGame {
    let (black, white) = (paired.pair.black, paired.pair.white);
    let result = paired.pair.score.map(|score| {
        let (result, whole) = result(score);
        if !whole {
            let what = format!(
                "half discs of {black} and {white} are counted as {} and {}",
                result.black_discs, result.white_discs
            );
            found.push(Problem::new(paired.line.max(1), "half_discs", what));
        }
        result
    });
    ToldGame {
        black,
        white,
        result,
        moves: Vec::new(),
    }
}

/// The result of whole discs, and whether they were whole; the half goes to who has more.
fn result(score: PairScore) -> (GameResult, bool) {
    let (black, white) = (score.black_half_discs(), score.white_half_discs());
    let whole = black.is_multiple_of(2);
    let discs = if black > white {
        black.div_ceil(2)
    } else {
        black / 2
    };
    (GameResult::played(discs.into()), whole)
}
