//! Which games of a base are whole: one's own are refused otherwise, others' are kept and named.

use super::corpus;
use outflank_formats::archive::{ArchiveFile, ArchiveFormat, Taken};
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

fn taken(name: &str, bytes: &[u8]) -> Taken {
    ArchiveFormat::Wthor.take(&[ArchiveFile { name, bytes }])
}

/// What an archive says of the records of a base, by number.
fn flags(taken: &Taken) -> Vec<(u32, &str)> {
    let findings = taken.findings.iter().map(|finding| &finding.problem);
    let of_records = findings.filter(|problem| problem.code != "no_names");
    of_records
        .map(|problem| (problem.line, problem.code))
        .collect()
}

#[test]
fn an_archive_takes_the_unfinished_games_of_the_base_and_flags_them() {
    let (mut flagged, mut games) = (0, 0);
    for number in (1978..=2020).step_by(2) {
        let name = format!("WTH_{number}.wtb");
        let taken = taken(&name, &corpus::read(&format!("wthor/{name}")));
        let records = year(number).records;
        let told = flags(&taken);
        assert!(told.is_sorted(), "{number}");
        let (unfinished, others): (Vec<_>, Vec<_>) =
            told.iter().partition(|(_, code)| *code == "unfinished");
        assert!(
            others
                .iter()
                .all(|(_, code)| *code == "paired_with_oneself"),
            "{number} {others:?}"
        );
        let of_event: usize = taken.events.iter().map(|event| event.games.len()).sum();
        assert_eq!(of_event + others.len(), records.len(), "{number}");
        flagged += unfinished.len();
        games += of_event;
    }
    assert_eq!(flagged, 219);
    assert!(games > 50_000, "{games}");
}

#[test]
fn an_archive_takes_what_is_no_game_as_it_stands_and_says_by_number_what_it_lacks() {
    let mut base = year(1978);
    let number = base.records.len();
    assert!(number >= 5);
    assert_eq!(flags(&taken("a.wtb", &wthor::write_games(&base))), []);
    base.records[1].moves.truncate(20);
    base.records[2].moves.swap(0, 40);
    base.records[4].black_discs = (base.records[4].black_discs + 1) % 65;
    let taken = taken("a.wtb", &wthor::write_games(&base));
    assert_eq!(
        flags(&taken),
        [(2, "unfinished"), (3, "illegal"), (5, "score")]
    );
    let games = taken.events.iter().flat_map(|event| &event.games);
    let mut plies: Vec<usize> = games.map(|game| game.moves.len()).collect();
    plies.sort_unstable();
    let mut wanted: Vec<usize> = base.records.iter().map(|one| one.moves.len()).collect();
    wanted.sort_unstable();
    assert_eq!(plies, wanted);
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
