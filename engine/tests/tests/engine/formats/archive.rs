//! What an archive takes of files.

use std::collections::BTreeMap;

use outflank_formats::archive::{ArchiveFile, ArchiveFormat, Taken};
use outflank_formats::{elo, wthor};
use outflank_othello::{Color, Openings};

use super::corpus;

fn take(format: ArchiveFormat, files: &[(String, Vec<u8>)]) -> Taken {
    let files: Vec<ArchiveFile<'_>> = files
        .iter()
        .map(|(name, bytes)| ArchiveFile { name, bytes })
        .collect();
    format.take(&files)
}

fn named(name: &str, bytes: impl Into<Vec<u8>>) -> (String, Vec<u8>) {
    (name.to_owned(), bytes.into())
}

/// Each place is one of the event's, and no player is there twice by number.
fn assert_whole(taken: &Taken, files: usize) {
    for event in &taken.events {
        assert!(event.file < files);
        let mut numbers: Vec<u32> = event
            .players
            .iter()
            .filter_map(|player| player.number)
            .collect();
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count, "{}", event.name);
        for game in &event.games {
            assert!(game.black < event.players.len() && game.white < event.players.len());
            assert_ne!(game.black, game.white);
        }
    }
    assert!(taken.findings.iter().all(|finding| finding.file < files));
}

#[test]
fn every_result_of_the_archive_is_taken_once() {
    let files = corpus::elo_archive();
    let taken = take(ArchiveFormat::Elo, &files);
    assert_whole(&taken, files.len());
    let (mut wanted, mut oneself) = (0, 0);
    let mut events = taken.events.iter().peekable();
    for (place, (name, bytes)) in files.iter().enumerate() {
        let read = elo::read(bytes).value;
        let own = read
            .games()
            .filter(|game| game.first != game.second)
            .count();
        // One of nothing is no event.
        if own > 0 {
            let event = events.next_if(|event| event.file == place).expect(name);
            assert_eq!(event.games.len(), own, "{name}");
            assert_eq!(event.day, read.first_day, "{name}");
        }
        wanted += own;
        oneself += read.games().count() - own;
    }
    assert!(events.next().is_none());
    assert_eq!(wanted + oneself, 292_093);
    let of_oneself = taken.findings.iter();
    let of_oneself = of_oneself.filter(|finding| finding.problem.code == "self_game");
    assert_eq!(of_oneself.count(), oneself);
}

#[test]
fn every_game_of_the_base_is_taken_with_its_names() {
    let mut files = vec![
        named("WTHOR.JOU", corpus::read("wthor/WTHOR.JOU")),
        named("WTHOR.TRN", corpus::read("wthor/WTHOR.TRN")),
    ];
    for year in (1978..=2020).step_by(2) {
        let name = format!("WTH_{year}.wtb");
        files.push(named(&name, corpus::read(&format!("wthor/{name}"))));
    }
    let taken = take(ArchiveFormat::Wthor, &files);
    assert_whole(&taken, files.len());
    let mut wanted = 0;
    for (_, bytes) in &files[2..] {
        let records = wthor::read_games(bytes).unwrap().value.records;
        wanted += records
            .iter()
            .filter(|record| record.black != record.white)
            .count();
    }
    let games: Vec<_> = taken.events.iter().flat_map(|event| &event.games).collect();
    assert_eq!(games.len(), wanted);
    assert!(wanted > 50_000, "{wanted}");
    assert!(
        taken
            .events
            .iter()
            .all(|event| event.held_in().is_some() && !event.name.is_empty())
    );
    // All but the games of nothing begin with a named opening sooner or later.
    let openings = Openings::named();
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games.iter().step_by(20) {
        let name = openings.of(&game.moves).map_or("", |found| found.name);
        *by_name.entry(name).or_default() += 1;
    }
    let unnamed = by_name.get("").copied().unwrap_or_default();
    assert!(unnamed * 100 < games.len() / 20, "{unnamed} have no name");
    assert!(by_name["Tiger"] + by_name["Rose"] > 0);
}

#[test]
fn a_base_without_its_names_says_so() {
    let files = [named("WTH_1978.wtb", corpus::read("wthor/WTH_1978.wtb"))];
    let taken = take(ArchiveFormat::Wthor, &files);
    assert!(!taken.events.is_empty());
    assert!(
        taken
            .findings
            .iter()
            .any(|finding| finding.problem.code == "no_names")
    );
    let broken = take(
        ArchiveFormat::Wthor,
        &[named("a.wtb", "no base"), named("a.jou", "")],
    );
    assert!(broken.events.is_empty());
    assert_eq!(broken.findings.len(), 2);
}

#[test]
fn games_of_servers_are_taken_as_they_ended() {
    const GAMES: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]\
        TI[05:00//02:00]TY[8r]RE[-8.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[F5]W[f6]B[E6]W[f4];)\n(;GM[Othello]PB[Anna]PW[Bo]RE[12.000:t]TY[8]BO[8 -------- -------- -------- ---O*--- \
        ---*O--- -------- -------- -------- *]B[F5]W[d6];)\n(;GM[Othello]PB[Anna]PW[Bo]RE[?]TY[8]BO[8 -------- -------- \
        -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5];)\n";
    let taken = take(ArchiveFormat::Ggf, &[named("night.ggf", GAMES)]);
    assert_whole(&taken, 1);
    // What was played at one place on one day is an event.
    let told: Vec<_> = taken
        .events
        .iter()
        .flat_map(|event| event.games.iter().map(move |game| (event, game)))
        .map(|(event, game)| {
            let ended = (game.winner, game.discs, game.moves.len());
            (event.name.as_str(), event.held_in(), ended)
        })
        .collect();
    let server = (Some(Color::White), Some((28, 36)), 4);
    let club = (Some(Color::Black), None, 2);
    assert_eq!(
        told,
        [("GGS/os", Some(2003), server), ("night", None, club)]
    );
    let left_out: Vec<_> = taken
        .findings
        .iter()
        .map(|finding| finding.problem.code)
        .collect();
    assert_eq!(left_out, ["game_left_out"]);
}

#[test]
fn who_won_a_game_of_a_server_and_by_how_much_is_what_is_written() {
    for (written, ended) in [
        ("1.000:s", Some((Some(Color::Black), None))),
        ("-1:r", Some((Some(Color::White), None))),
        ("0.000", Some((None, Some((32, 32))))),
        // No board of 64 discs is won by seven.
        ("7", Some((Some(Color::Black), None))),
        ("-64.000", Some((Some(Color::White), Some((0, 64))))),
        ("66", None),
        ("-2147483648", None),
        ("99999999999", None),
    ] {
        let game = format!("(;GM[Othello]PB[Anna]PW[Bo]RE[{written}]B[f5];)");
        let taken = take(ArchiveFormat::Ggf, &[named("night.ggf", game.as_str())]);
        let games = taken.events.first().map(|event| &event.games[0]);
        let told = games.map(|game| (game.winner, game.discs));
        assert_eq!(told, ended, "{written}");
    }
    let of_oneself = "(;GM[Othello]PB[Anna]PW[Anna]RE[2]B[f5];)";
    let anti = "(;GM[Othello]PB[Anna]PW[Bo]TY[8a]RE[2]B[f5];)";
    let illegal = "(;GM[Othello]PB[Anna]PW[Bo]RE[2]B[f5]W[f5];)";
    for (game, code, events) in [
        (of_oneself, "game_left_out", 0),
        (anti, "game_left_out", 0),
        (illegal, "illegal_move", 1),
    ] {
        let taken = take(ArchiveFormat::Ggf, &[named("night.ggf", game)]);
        assert_eq!(taken.findings[0].problem.code, code);
        assert_eq!(taken.events.len(), events);
        let moves = taken.events.iter().flat_map(|event| &event.games);
        assert!(moves.into_iter().all(|game| game.moves.is_empty()));
    }
}

/// However many games lack their brackets, each is looked at once.
#[test]
fn games_without_end_are_read_in_time() {
    let text = "(;a[".repeat(1 << 20);
    let taken = take(ArchiveFormat::Ggf, &[named("night.ggf", text.as_str())]);
    assert!(taken.events.is_empty());
    assert!(taken.findings.len() < 2_000, "{}", taken.findings.len());
}

#[test]
fn nothing_readable_is_no_event() {
    for format in [
        ArchiveFormat::Ggf,
        ArchiveFormat::FlipTheDisc,
        ArchiveFormat::Wthor,
        ArchiveFormat::Papp,
    ] {
        let taken = take(format, &[named("x", &b"\x00\xff nothing"[..])]);
        assert!(taken.events.is_empty(), "{}", format.name());
        assert!(!taken.findings.is_empty(), "{}", format.name());
    }
    let taken = take(ArchiveFormat::Elo, &[named("x.elo", "")]);
    assert!(taken.events.is_empty());
}

/// PAPP's files come in whichever order; the work file is the event, the lists say who played.
#[test]
fn papps_files_are_one_event() {
    let work = "#_Nom-Tournoi = \"Marsh Open\";\n#_Nombre-Rondes = 3;\n#_Date = \"18/07/2026\";\n\n\
                & +000001 +000002 +220901;\nraz-couplage;\n(000001 000002);\n(000001 40 000002 24);\nronde-suivante;\n";
    let players = "pays = DNK\n\n220901 EKHAVN, Lars %_<2204>\n000001 ARDENT, Anna\n";
    let files = [
        named("joueurs.txt", players),
        named("nouveaux.txt", "000002 BRISK, Ben {DNK}\n"),
        named("papp-internal-workfile.txt", work),
    ];
    let taken = take(ArchiveFormat::Papp, &files);
    assert_whole(&taken, files.len());
    let [event] = taken.events.as_slice() else {
        panic!("{taken:?}");
    };
    assert_eq!((event.name.as_str(), event.file), ("Marsh Open", 2));
    assert_eq!(event.held_in(), Some(2026));
    let [game] = event.games.as_slice() else {
        panic!("{event:?}");
    };
    let name = |place: usize| event.players[place].surname.as_str();
    assert_eq!((name(game.black), game.discs), ("ARDENT", Some((40, 24))));
    // Without its lists it is an event of numbers, and says so.
    let alone = take(ArchiveFormat::Papp, &[named("anything.txt", work)]);
    assert_eq!(alone.events.len(), 1);
    let codes: Vec<_> = alone
        .findings
        .iter()
        .map(|finding| finding.problem.code)
        .collect();
    assert!(codes.contains(&"no_names"), "{codes:?}");
}
