//! Which games of a base are whole: one's own are refused otherwise, others' are kept and named.

use super::corpus;
use outflank_formats::wthor::{self, Games};
use outflank_othello::transcript::{Outcome, replay_squares};

fn year(year: u16) -> Games {
    let bytes = corpus::read(&format!("wthor/WTH_{year}.wtb"));
    wthor::read_games(&bytes).unwrap().value
}

#[test]
fn every_unfinished_game_of_the_base_is_flagged_and_written_back() {
    let mut flagged = 0;
    for number in (1978..=2020).step_by(2) {
        let games = year(number);
        let unfinished = games
            .records
            .iter()
            .zip(1_u32..)
            .filter_map(|(record, number)| {
                let outcome = replay_squares(&record.moves).outcome;
                matches!(outcome, Outcome::Unfinished { .. }).then_some((number, "unfinished"))
            });
        let unfinished: Vec<_> = unfinished.collect();
        let told = wthor::not_whole(&games);
        let told: Vec<_> = told.iter().map(|flag| (flag.line, flag.code)).collect();
        assert_eq!(told, unfinished, "{number}");
        flagged += told.len();
        let again = wthor::read_games(&wthor::write_games(&games)).unwrap();
        assert_eq!(wthor::not_whole(&again.value).len(), told.len(), "{number}");
        let refused = wthor::write_own_games(&games).map_err(|flags| flags.len());
        match told.len() {
            0 => assert_eq!(refused, Ok(wthor::write_games(&games))),
            many => assert_eq!(refused, Err(many), "{number}"),
        }
    }
    assert_eq!(flagged, 219);
}

#[test]
fn what_keeps_a_game_of_ones_own_out() {
    let whole = year(1978);
    assert_eq!(wthor::not_whole(&whole), []);
    type Change = fn(&mut wthor::Record);
    let changes: [(&str, Change); 4] = [
        ("unfinished", |record| record.moves.truncate(20)),
        ("illegal", |record| record.moves.swap(0, 40)),
        ("score", |record| {
            record.black_discs = (record.black_discs + 1) % 65
        }),
        ("no_moves", |record| record.no_moves = vec![99]),
    ];
    for (code, change) in changes {
        let mut games = whole.clone();
        change(&mut games.records[2]);
        let refused = wthor::write_own_games(&games).unwrap_err();
        let told: Vec<_> = refused.iter().map(|flag| (flag.line, flag.code)).collect();
        assert_eq!(told, [(3, code)]);
    }
}

/// The century's byte and the year's are kept whatever they say, in so far as they say a year.
#[test]
fn headers_of_no_calendar_come_back_the_same_year() {
    for (century, year) in [(19, 78), (0, 0), (255, 255), (255, 99), (3, 200)] {
        let mut bytes = [0_u8; 16];
        bytes[0] = century;
        bytes[1] = year;
        let read = wthor::read_player_names(&bytes).unwrap().value;
        let again = wthor::read_player_names(&wthor::write_player_names(&read)).unwrap();
        assert_eq!(again.value, read);
    }
}
