//! PAPP's files: the work file is the event, the lists beside it say who played.

use super::{ArchiveFile, Finding, Taken, told};
use crate::papp::config::CONFIG_FILE;
use crate::papp::folder::{
    FolderFiles, NEW_PLAYERS_FILE, OLD_PLAYERS_FILE, PLAYERS_FILE, read_folder,
};
use crate::papp::work_file::WORK_FILE;
use crate::problem::Problem;

/// The files belong together. Of names that are none of PAPP's, the first is the work file where no other one is.
pub(super) fn take(files: &[ArchiveFile<'_>]) -> Taken {
    let place = |names: &[&str]| {
        files.iter().position(|file| {
            names
                .iter()
                .any(|name| name.eq_ignore_ascii_case(file.name))
        })
    };
    let players = place(&[PLAYERS_FILE, OLD_PLAYERS_FILE]);
    let new_players = place(&[NEW_PLAYERS_FILE]);
    let config = place(&[CONFIG_FILE]);
    let beside = [players, new_players, config];
    let other = || (0..files.len()).find(|place| !beside.contains(&Some(*place)));
    let Some((at, work_file)) = place(&[WORK_FILE])
        .or_else(other)
        .and_then(|at| Some((at, files.get(at)?)))
    else {
        return Taken::default();
    };
    let bytes = |place: Option<usize>| Some(files.get(place?)?.bytes);
    let read = read_folder(&FolderFiles {
        players: bytes(players),
        new_players: bytes(new_players),
        work_file: work_file.bytes,
        config: bytes(config),
    });
    let file_of = |name: &str| match name {
        PLAYERS_FILE => players,
        NEW_PLAYERS_FILE => new_players,
        CONFIG_FILE => config,
        _ => None,
    };
    let mut findings: Vec<Finding> = read
        .problems
        .into_iter()
        .map(|found| Finding {
            file: file_of(found.file).unwrap_or(at),
            problem: found.problem,
        })
        .collect();
    let mut problems: Vec<Problem> = Vec::new();
    if players.is_none() {
        let what =
            "the players have no names: give PAPP's players list (joueurs.txt) along with it";
        problems.push(Problem::new(1, "no_names", what));
    }
    let event = told::taken(read.event, work_file.name, &mut problems);
    findings.extend(
        problems
            .into_iter()
            .map(|problem| Finding { file: at, problem }),
    );
    let events = event.into_iter();
    Taken {
        events: events
            .map(|event| super::ArchiveEvent { file: at, ..event })
            .collect(),
        findings,
    }
}
