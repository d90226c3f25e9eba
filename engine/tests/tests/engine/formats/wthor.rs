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
fn every_given_file_is_written_as_it_was_read() {
    for year in (1978..=2020).step_by(2) {
        let bytes = corpus::read(&format!("wthor/WTH_{year}.wtb"));
        let read = wthor::read_games(&bytes).unwrap().value;
        assert!(wthor::write_games(&read) == bytes, "{year}");
    }
    let bytes = corpus::read("wthor/WTHOR.JOU");
    let read = wthor::read_player_names(&bytes).unwrap().value;
    assert!(wthor::write_player_names(&read) == bytes);
    let bytes = corpus::read("wthor/WTHOR.TRN");
    let read = wthor::read_tournament_names(&bytes).unwrap().value;
    assert!(wthor::write_tournament_names(&read) == bytes);
}

#[test]
fn names_are_cut_and_stay_latin() {
    let header = *b"\x14\x15\x02\x03\0\0\0\0\0\0\0\0\0\0\0\x07";
    let mut names = wthor::read_player_names(&header).unwrap().value;
    names.names = vec!["Zo\u{eb} \u{0141}".to_owned(), "x".repeat(30)];
    let bytes = wthor::write_player_names(&names);
    assert_eq!(bytes.len(), 16 + 2 * 20);
    assert_eq!(bytes[..8], header[..8]);
    assert_eq!((bytes[8], bytes[15]), (2, 7));
    assert_eq!(bytes[16..22], *b"Zo\xeb ?\0");
    assert_eq!((bytes[36 + 18], bytes[36 + 19]), (b'x', 0));
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

    /// Moves beyond the padding, codes that are no squares, discs that no board has: an import loses nothing of a record.
    #[test]
    fn whatever_stands_in_whole_records_is_written_as_it_was_read(
        records in proptest::collection::vec(any::<[u8; 34]>(), 0..12),
        (depth, reserved, size) in (any::<u8>(), any::<u8>(), proptest::sample::select(vec![0, 8_u8])),
    ) {
        let records = records.chunks_exact(2).flatten().flatten();
        let mut bytes = vec![20, 9, 12, 22, 0, 0, 0, 0, 0, 0, 0xd0, 7, size, 0, depth, reserved];
        bytes.extend(records.copied());
        bytes[4] = u8::try_from((bytes.len() - 16) / 68).unwrap();
        let read = wthor::read_games(&bytes).unwrap().value;
        prop_assert_eq!(wthor::write_games(&read), bytes);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = wthor::read_games(&bytes);
        let _ = wthor::read_player_names(&bytes);
        let _ = wthor::read_tournament_names(&bytes);
    }
}
