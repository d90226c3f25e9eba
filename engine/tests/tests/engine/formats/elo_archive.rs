//! The lenient reader against every rating file of the public archive's years 1977 to 2017.

use std::collections::{BTreeMap, BTreeSet};

use super::corpus;
use super::raw_lines::{RawGame, raw_file};
use outflank_formats::Encoding;
use outflank_formats::elo::{self, FirstColour, Outcome, SectionKind};

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    files: usize,
    games: usize,
    scored: usize,
    black_first: usize,
    white_first: usize,
    self_games: usize,
    result_against_score: usize,
    sums_other_than_64: usize,
    unreadable: usize,
    ranges: usize,
    utf8: usize,
    latin1: usize,
}

/// Counts a file without the reader: by the glyphs outside comments.
fn glyphs_outside_comments(bytes: &[u8]) -> usize {
    bytes
        .split(|&byte| byte == b'\n')
        .map(|line| line.split(|&byte| byte == b'%').next().unwrap_or_default())
        .map(|body| body.iter().filter(|byte| b"<>=".contains(byte)).count())
        .sum()
}

#[test]
fn every_file_of_the_archive_is_read() {
    let mut counts = Counts::default();
    for (name, bytes) in corpus::elo_archive() {
        let parsed = elo::read(&bytes);
        let file = &parsed.value;
        counts.files += 1;
        assert!(
            !file.tournament.is_empty() && file.first_day.is_some() && !file.country.is_empty(),
            "{name}"
        );
        let faults: Vec<_> = parsed
            .problems
            .iter()
            .filter(|problem| problem.code != "self_game")
            .collect();
        assert!(
            faults
                .iter()
                .all(|p| ["unknown_player", "player_zero"].contains(&p.code)),
            "{name}: {faults:?}"
        );
        counts.unreadable += faults.len();
        counts.ranges += usize::from(file.last_day.is_some());
        counts.utf8 += usize::from(file.encoding == Some(Encoding::Utf8));
        counts.latin1 += usize::from(file.encoding == Some(Encoding::Latin1));
        let games = file.games().count();
        assert_eq!(
            games + faults.len(),
            glyphs_outside_comments(&bytes),
            "{name}"
        );
        counts.games += games;
        for game in file.games() {
            counts.black_first += usize::from(game.colour == FirstColour::Black);
            counts.white_first += usize::from(game.colour == FirstColour::White);
            counts.self_games += usize::from(game.first == game.second);
            if let Some((first, second)) = game.discs {
                counts.scored += 1;
                counts.result_against_score +=
                    usize::from(Outcome::of_discs(first, second) != game.outcome);
                counts.sums_other_than_64 += usize::from(first + second != 64);
            }
        }
    }
    // Each figure agrees with an independent count by regular expressions.
    let expected = Counts {
        files: 5552,
        games: 292_093,
        scored: 194_563,
        black_first: 46_321,
        white_first: 1_095,
        self_games: 16,
        result_against_score: 15_959,
        sums_other_than_64: 1_222,
        unreadable: 1_059,
        ranges: 483,
        utf8: 77,
        latin1: 2,
    };
    assert_eq!(counts, expected);
}

/// Games with who won them, days, players and findings by class, of each file and of all, as another reader has them.
#[test]
fn another_reader_finds_the_same_results_players_and_findings() {
    let (mut files, mut games, mut players) = (0, 0, BTreeSet::new());
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, bytes) in corpus::elo_archive() {
        let parsed = elo::read(&bytes);
        let raw = raw_file(&bytes);
        let day = parsed.value.first_day.unwrap();
        let day = (day.day().into(), day.month().into(), day.year().into());
        assert_eq!(raw.first_day, Some(day), "{name}");
        let found: Vec<RawGame> = parsed
            .value
            .games()
            .map(|game| RawGame {
                first: game.first,
                second: game.second,
                glyph: u8::try_from(game.outcome.glyph()).unwrap(),
            })
            .collect();
        assert!(found == raw.games, "{name}");
        let mut findings = BTreeMap::new();
        for problem in &parsed.problems {
            *findings.entry(problem.code).or_insert(0) += 1;
        }
        assert_eq!(findings, raw.findings, "{name}");
        files += 1;
        games += found.len();
        players.extend(found.iter().flat_map(|game| [game.first, game.second]));
        for (class, count) in findings {
            *classes.entry(class).or_default() += count;
        }
    }
    println!(
        "{files} files, {games} games, {} players, {classes:?}",
        players.len()
    );
    assert_eq!((files, games, players.len()), (5552, 292_093, 10_129));
    assert_eq!(classes.values().sum::<usize>(), 1_059 + 16);
}

#[test]
fn the_two_single_files_are_read_whole() {
    for (name, players, rounds, games, added) in [
        ("EGP_NORWAY.ELO", 17, 11, 88, 0),
        ("20260314_Poznanskie_Rozgrywki.ELO", 11, 7, 35, 6),
    ] {
        let parsed = elo::read(&corpus::read(&format!("elo/{name}")));
        assert_eq!(parsed.problems, vec![], "{name}");
        let file = parsed.value;
        assert_eq!(file.players.len(), players);
        let of = |wanted: fn(&SectionKind) -> bool| -> (usize, usize) {
            let sections: Vec<_> = file
                .sections
                .iter()
                .filter(|section| wanted(&section.kind))
                .collect();
            (
                sections.len(),
                sections.iter().map(|section| section.games.len()).sum(),
            )
        };
        assert_eq!(
            of(|kind| matches!(kind, SectionKind::Round(_))),
            (rounds, games)
        );
        assert_eq!(of(|kind| *kind == SectionKind::Added), (1, added));
    }
}
