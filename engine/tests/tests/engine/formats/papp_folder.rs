//! An event as the files that PAPP goes on with, and what PAPP has no way to be told.

use outflank_formats::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use outflank_formats::papp::config::ByeScore;
use outflank_formats::papp::folder::{
    FolderFiles, FolderObstacle, FolderSettings, WrittenFolder, read_folder, write_folder,
};
use outflank_formats::{CivilDate, ToldConstant};
use outflank_tournament::{Colour, GameResult, PappPenalties, ResultKind};

pub fn entrant(number: u32) -> ToldEntrant {
    ToldEntrant {
        number,
        is_new: false,
        surname: format!("SAMPLE{number}"),
        first_names: "Ann".to_owned(),
        country: Some("FRA".to_owned()),
        rating: Some(1500),
        left: false,
    }
}

pub fn game(black: u32, white: u32, result: Option<GameResult>) -> ToldGame {
    ToldGame {
        black,
        white,
        result,
        moves: Vec::new(),
    }
}

pub fn settings(rounds: u32) -> FolderSettings {
    FolderSettings {
        rounds,
        constant: ToldConstant::of_whole(6),
        bye: ByeScore::new(24, 64),
        country: Some("FRA".to_owned()),
        penalties: None,
    }
}

pub fn read(written: &WrittenFolder) -> ToldEvent {
    let read = read_folder(&FolderFiles {
        players: Some(written.players.as_bytes()),
        new_players: Some(written.new_players.as_bytes()),
        work_file: written.work_file.as_bytes(),
        config: Some(written.config.as_bytes()),
    });
    assert_eq!(read.problems, [], "{}", written.work_file);
    read.event
}

fn event() -> ToldEvent {
    let mut event = ToldEvent {
        name: "Sample Open".to_owned(),
        country: Some("FRA".to_owned()),
        first_day: CivilDate::new(2026, 5, 9),
        planned_rounds: Some(7),
        constant: ToldConstant::of_whole(6),
        entrants: [11, 12, 13, 50_001, 50_002].map(entrant).to_vec(),
        rounds: vec![ToldRound {
            games: vec![
                game(11, 50_001, Some(GameResult::played(40))),
                game(13, 12, Some(GameResult::played(32))),
            ],
            byes: vec![50_002],
            over: true,
        }],
        added: Vec::new(),
    };
    event.entrants[3].is_new = true;
    event.entrants[4].is_new = true;
    event.entrants[4].country = Some("GBR".to_owned());
    event.entrants[4].rating = None;
    event
}

#[test]
fn the_files_are_those_of_the_documents() {
    let mut event = event();
    // A player on no list has no rating there.
    event.entrants[3].rating = None;
    let written = write_folder(&event, &settings(7)).unwrap();
    assert_eq!(
        written.players,
        "% Liste des joueurs par pays\n\npays = FRA\n\n    11 SAMPLE11, Ann                        %_<1500>\n    12 SAMPLE12, Ann                        %_<1500>\n    13 SAMPLE13, Ann                        %_<1500>\n\n__eof__\n"
    );
    assert_eq!(
        written.new_players,
        " 50001 SAMPLE50001, Ann\t{FRA}\n 50002 SAMPLE50002, Ann\t{GBR}\n"
    );
    assert!(written.work_file.ends_with(
        "& +000011 +000012 +000013 +050001 +050002;\nraz-couplage;\n(000011 40 050001 24);\n(000013 32 000012 32);\nronde-suivante;\n\n"
    ));
    assert!(
        written
            .config
            .contains("\nPays = \"FRA\";\n\nScore-bip = 24/64;\n")
    );
    assert!(
        written
            .config
            .contains("\nzone-insertion \"FRA\" = 50000-59999;\n")
    );
    assert!(!written.config.contains("Penalites"), "PAPP has its own");
    assert_eq!(written.untold, []);
    assert_eq!(read(&written), event);
}

#[test]
fn penalties_of_ones_own_are_told() {
    let penalties = PappPenalties {
        country: vec![2, 0],
        ..PappPenalties::default()
    };
    let settings = FolderSettings {
        penalties: Some(penalties.clone()),
        ..settings(7)
    };
    let written = write_folder(&event(), &settings).unwrap();
    let read = read_folder(&FolderFiles {
        work_file: written.work_file.as_bytes(),
        config: Some(written.config.as_bytes()),
        ..FolderFiles::default()
    });
    assert_eq!(read.config.penalties, Some(penalties));
}

#[test]
fn a_round_that_has_begun_is_one_that_papp_goes_on_with() {
    let mut event = event();
    event.rounds.push(ToldRound {
        games: vec![
            game(12, 11, Some(GameResult::played(50))),
            game(50_002, 13, None),
        ],
        byes: vec![],
        over: false,
    });
    event.entrants[3].left = true;
    let written = write_folder(&event, &settings(7)).unwrap();
    assert!(
        written
            .work_file
            .ends_with("& -050001;\nraz-couplage;\n(000012 50 000011 14);\n(050002 000013);\n")
    );
    event.entrants[3].rating = None;
    let mut again = read(&written);
    again.entrants[3].rating = None;
    assert_eq!(again, event);
    // Somebody who stays and does not play it is gone to PAPP, until it is told otherwise.
    event.entrants[3].left = false;
    let written = write_folder(&event, &settings(7)).unwrap();
    assert_eq!(written.untold.len(), 1);
    assert!(
        written.untold[0]
            .to_string()
            .contains("+ 50001 brings the player back"),
        "{:?}",
        written.untold
    );
    assert!(read(&written).entrants[3].left);
}

#[test]
fn results_that_papp_does_not_know_are_told_as_near_as_may_be() {
    let played = GameResult::played;
    let with = |black_discs, white_discs, winner| GameResult {
        black_discs,
        white_discs,
        winner,
        ..played(32)
    };
    let absent = GameResult {
        white_absent: true,
        kind: ResultKind::NoShow,
        ..played(64)
    };
    let (black, white) = (Some(Colour::Black), Some(Colour::White));
    for (result, told) in [
        (with(35, 28, black), "(000011 36 050001 28);"),
        (with(28, 35, white), "(000011 28 050001 36);"),
        (with(32, 32, black), "(000011 33 050001 31);"),
        (with(9, 55, black), "(000011 55 050001 9);"),
        (with(0, 0, white), "(000011 0 050001 64);"),
        (with(30, 30, None), "(000011 32 050001 32);"),
        (absent, "(000011 64 050001 0);"),
    ] {
        let mut event = event();
        event.rounds[0].games[0].result = Some(result);
        let written = write_folder(&event, &settings(7)).unwrap();
        assert!(
            written.work_file.contains(told),
            "{result:?}: {}",
            written.work_file
        );
        assert_eq!(written.untold.len(), 1, "{result:?}: {:?}", written.untold);
    }
    // Who both lost were not there.
    let mut event = event();
    event.rounds[0].games[0].result = Some(GameResult {
        kind: ResultKind::DoubleForfeit,
        ..with(0, 0, None)
    });
    let written = write_folder(&event, &settings(7)).unwrap();
    assert_eq!(written.untold.len(), 1);
    let again = read(&written);
    assert_eq!(
        (again.rounds[0].games.len(), again.rounds[0].byes.len()),
        (1, 1)
    );
}

#[test]
fn what_papp_has_no_place_for_is_refused() {
    let refused = |change: &dyn Fn(&mut ToldEvent), rounds: u32| {
        let mut event = event();
        change(&mut event);
        write_folder(&event, &settings(rounds)).unwrap_err()
    };
    assert_eq!(refused(&|_| {}, 129), FolderObstacle::Rounds(129));
    assert_eq!(
        refused(
            &|event| event.entrants = (1..=257).map(entrant).collect(),
            7
        ),
        FolderObstacle::Players(257)
    );
    for number in [0, 1_000_000, 12] {
        assert_eq!(
            refused(&|event| event.entrants[0].number = number, 7),
            FolderObstacle::Number(number)
        );
    }
    assert_eq!(
        refused(&|event| event.entrants[0].surname = "{%".to_owned(), 7),
        FolderObstacle::NoName(11)
    );
}

#[test]
fn problems_are_named_with_their_file() {
    let read = read_folder(&FolderFiles {
        players: Some(b"pays = FRA\n\n    11 SAMPLE, Ann\nno player\n"),
        new_players: Some(b" 50001 SAMPLE, Bob\t{FRA}\n"),
        work_file: b"& +11 +50001 +99;\n(11 40.5 50001 23.5);\nronde-suivante;\n",
        config: Some(b"Score-bip = 1;\n"),
    });
    let told: Vec<_> = read
        .problems
        .iter()
        .map(|found| (found.file, found.problem.line, found.problem.code))
        .collect();
    assert_eq!(
        told,
        [
            ("papp.cfg", 1, "statement_form"),
            ("joueurs.txt", 4, "not_a_player"),
            ("papp-internal-workfile.txt", 1, "unlisted_player"),
            ("papp-internal-workfile.txt", 2, "half_discs"),
        ]
    );
    let event = read.event;
    assert_eq!(
        event.rounds[0].games[0].result,
        Some(GameResult::played(41))
    );
    assert!(event.entrants[1].is_new && !event.entrants[0].is_new);
    assert_eq!(event.entrants[2].name(), "99");
}
