//! PAPP's files.

use outflank_formats::event::ToldRound;
use outflank_formats::papp::config::{read_config, write_config};
use outflank_formats::papp::folder::{FolderFiles, read_folder, write_folder};
use outflank_formats::papp::work_file::{Course, WorkFile, read_work_file, write_work_file};
use outflank_formats::papp::{PlayersList, read_players, write_new_players, write_players};
use outflank_tournament::{GameResult, PappPenalties, StandingsRules, standings};

use super::super::corpus;
use super::super::papp_folder::{entrant, game, settings};
use super::{lines, sound, thousand};
use crate::tournament::support::Numbers;

/// Work file, players, new players, configuration.
fn folder(run: u32) -> [String; 4] {
    let mut numbers = Numbers::new("damaged events", run);
    let mut event = outflank_formats::event::ToldEvent {
        name: "Sample Open".to_owned(),
        entrants: (1..=8).map(entrant).collect(),
        ..Default::default()
    };
    event.entrants[1].is_new = true;
    event.entrants[2].rating = None;
    for round in 0..=run {
        let mut order: Vec<u32> = (1..=8).collect();
        numbers.shuffle(&mut order);
        let games = order.chunks_exact(2).map(|pair| {
            game(
                pair[0],
                pair[1],
                Some(GameResult::played(numbers.below(65))),
            )
        });
        event.rounds.push(ToldRound {
            games: games.collect(),
            byes: Vec::new(),
            over: round < run,
        });
    }
    let settings = outflank_formats::papp::folder::FolderSettings {
        penalties: Some(PappPenalties::default()),
        ..settings(7)
    };
    let written = write_folder(&event, &settings).unwrap();
    [
        written.work_file,
        written.players,
        written.new_players,
        written.config,
    ]
}

fn valid(which: usize) -> Vec<Vec<u8>> {
    (0..5)
        .map(|run| folder(run)[which].clone().into_bytes())
        .collect()
}

fn without_lines(mut file: WorkFile) -> WorkFile {
    for step in &mut file.steps {
        step.line = 0;
    }
    file
}

fn course_without_lines(mut course: Course) -> Course {
    for round in course.rounds.iter_mut().chain(&mut course.current) {
        for pair in &mut round.pairs {
            pair.line = 0;
        }
    }
    course
}

#[test]
fn work_files() {
    thousand("work files", &valid(0), |bytes| {
        let read = read_work_file(bytes);
        sound(&read.problems, lines(bytes), bytes.len());
        let text = write_work_file(&read.value);
        assert!(text.len() <= 4 * bytes.len() + 1_024);
        let again = read_work_file(text.as_bytes());
        assert_eq!(again.problems, []);
        assert_eq!(
            without_lines(again.value),
            without_lines(read.value.clone())
        );
        let course = read.value.course();
        sound(&course.problems, lines(bytes), bytes.len());
        let course = course_without_lines(course.value);
        let log = WorkFile::of_course(&course);
        assert_eq!(course_without_lines(log.course().value), course);
        // The event of it is whole, and can be ranked.
        let read = read_folder(&FolderFiles {
            work_file: bytes,
            ..FolderFiles::default()
        });
        standings(&read.event.table(), &StandingsRules::brightwell(6, 40), &[]).unwrap();
    });
}

#[test]
fn configurations() {
    let mut valid = valid(3);
    valid.push(b"dossier \"tournois\";\nSauvegarde immediate;\nXML \"x\";\nScore-bip = 32/64;\nPays = FRA;\n".to_vec());
    thousand("configurations", &valid, |bytes| {
        let read = read_config(bytes);
        sound(&read.problems, lines(bytes), bytes.len());
        let text = write_config(&read.value).unwrap();
        assert!(text.len() <= 4 * bytes.len() + 8_192);
        let again = read_config(text.as_bytes());
        assert_eq!(again.problems, [], "{text}");
        assert_eq!(again.value, read.value, "{text}");
    });
}

fn players_without_lines(mut list: PlayersList) -> PlayersList {
    for player in &mut list.players {
        player.line = 0;
    }
    list
}

#[test]
fn players_lists() {
    let mut valid = valid(1);
    valid.extend(self::valid(2));
    let real = corpus::read("papp/joueurs.txt");
    let real = real.split_inclusive(|byte| *byte == b'\n');
    let real: Vec<&[u8]> = real.collect();
    valid.extend(real.chunks(60).step_by(40).map(|lines| lines.concat()));
    thousand("players lists", &valid, |bytes| {
        let read = read_players(bytes);
        sound(&read.problems, lines(bytes), bytes.len());
        let list = players_without_lines(read.value);
        let text = write_players(&list);
        let again = players_without_lines(read_players(text.as_bytes()).value);
        assert_eq!(again, list, "{text}");
        let new = write_new_players(&list);
        let again = read_players(new.as_bytes()).value.players;
        assert_eq!(again.len(), list.players.len());
        for (again, player) in again.iter().zip(&list.players) {
            let name = |player: &outflank_formats::papp::PappPlayer| {
                (
                    player.id,
                    player.surname.clone(),
                    player.first_names.clone(),
                    player.country.clone(),
                )
            };
            assert_eq!(name(again), name(player), "{new}");
        }
    });
}
