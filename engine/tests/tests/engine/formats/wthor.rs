//! The WTHOR base: every given year, replayed by the rules.

use super::corpus;
use outflank_formats::wthor::{self, WthorError};
use outflank_othello::transcript::{Outcome, replay_squares};
use proptest::prelude::*;

#[test]
fn every_given_year_is_read_and_replays_to_its_scores() {
    let players = wthor::read_player_names(&corpus::read("wthor/WTHOR.JOU")).unwrap();
    let tournaments = wthor::read_tournament_names(&corpus::read("wthor/WTHOR.TRN")).unwrap();
    assert_eq!((players.problems.len(), tournaments.problems.len()), (0, 0));
    assert_eq!(
        (players.value.names.len(), tournaments.value.names.len()),
        (3884, 439)
    );
    let (mut games, mut finished, mut unfinished) = (0, 0, 0);
    for year in (1978..=2020).step_by(2) {
        let bytes = corpus::read(&format!("wthor/WTH_{year}.wtb"));
        let parsed = wthor::read_games(&bytes).unwrap();
        assert_eq!(parsed.problems, vec![], "{year}");
        assert_eq!(parsed.value.header.year, year);
        assert_eq!(parsed.value.records.len(), (bytes.len() - 16) / 68);
        for record in &parsed.value.records {
            assert!(usize::from(record.black) < players.value.names.len());
            assert!(usize::from(record.white) < players.value.names.len());
            assert!(usize::from(record.tournament) < tournaments.value.names.len());
            assert_eq!(
                record.moves.first().unwrap().to_string(),
                "f5",
                "{year}: records are normalised"
            );
            games += 1;
            match replay_squares(&record.moves).outcome {
                Outcome::Finished { discs } => {
                    finished += 1;
                    assert_eq!(discs.black, record.black_discs, "{year}");
                }
                Outcome::Unfinished { .. } => unfinished += 1,
                illegal @ Outcome::Illegal { .. } => panic!("{year}: {illegal:?}"),
            }
        }
    }
    assert_eq!((games, finished, unfinished), (64_215, 63_996, 219));
}

#[test]
fn bytes_that_are_no_game_file_are_refused() {
    assert_eq!(
        wthor::read_games(&[0; 15]),
        Err(WthorError::NoHeader { found: 15 })
    );
    let mut ten = [0; 16];
    ten[12] = 10;
    assert_eq!(
        wthor::read_games(&ten),
        Err(WthorError::BoardSize { size: 10 })
    );
    let mut solitaires = [0; 16];
    solitaires[13] = 1;
    assert_eq!(wthor::read_games(&solitaires), Err(WthorError::Solitaires));
}

#[test]
fn damaged_records_become_problems() {
    let mut bytes = corpus::read("wthor/WTH_1978.wtb");
    bytes[16 + 8 + 3] = 19;
    bytes[16 + 6] = 65;
    bytes.truncate(bytes.len() - 1);
    let parsed = wthor::read_games(&bytes).unwrap();
    let found: Vec<_> = parsed
        .problems
        .iter()
        .map(|problem| (problem.line, problem.code))
        .collect();
    assert_eq!(
        found,
        vec![(1, "disc_count"), (1, "move_code"), (7, "record_count")]
    );
    assert_eq!(parsed.value.records[0].moves.len(), 3);
}

proptest! {
    #![proptest_config(crate::property::cases(256))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = wthor::read_games(&bytes);
        let _ = wthor::read_player_names(&bytes);
        let _ = wthor::read_tournament_names(&bytes);
    }
}
