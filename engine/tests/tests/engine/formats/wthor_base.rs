//! Bases of one's own: what is written is read back, what has no place is told, and all of it within bounds.

use outflank_formats::CivilDate;
use outflank_formats::archive::{
    ArchiveEvent, ArchiveFile, ArchiveFormat, ArchiveGame, ArchivePlayer, Base, BaseFile, BaseFull,
    Taken,
};
use outflank_formats::wthor;
use outflank_othello::Square;
use outflank_othello::transcript::{Outcome, replay_squares};

use super::corpus;

const PLENTY: usize = 64 << 20;

fn take(files: &[BaseFile]) -> Taken {
    let files: Vec<ArchiveFile<'_>> = files
        .iter()
        .map(|file| ArchiveFile {
            name: &file.name,
            bytes: &file.bytes,
        })
        .collect();
    ArchiveFormat::Wthor.take(&files)
}

fn written(events: &[(&str, ArchiveEvent)]) -> Vec<BaseFile> {
    let mut base = Base::within(PLENTY);
    for (id, event) in events {
        base.take(id, event).unwrap();
    }
    base.finish()
}

fn names(files: &[BaseFile]) -> Vec<&str> {
    files.iter().map(|file| &*file.name).collect()
}

fn left_out(files: &[BaseFile]) -> &str {
    let last = files.last().unwrap();
    assert_eq!(last.name, "left-out.txt");
    std::str::from_utf8(&last.bytes).unwrap()
}

fn player(surname: &str, given_names: &str, number: Option<u32>) -> ArchivePlayer {
    ArchivePlayer {
        number,
        surname: surname.to_owned(),
        given_names: given_names.to_owned(),
        country: None,
    }
}

/// A whole game of the federation's base.
fn game() -> ArchiveGame {
    let bytes = corpus::read("wthor/WTH_1978.wtb");
    let taken = ArchiveFormat::Wthor.take(&[ArchiveFile {
        name: "WTH_1978.wtb",
        bytes: &bytes,
    }]);
    taken.events[0].games[0].clone()
}

/// An event with that one game.
fn event(name: &str, day: (u16, u8, u8)) -> ArchiveEvent {
    ArchiveEvent {
        name: name.to_owned(),
        day: CivilDate::new(day.0, day.1, day.2),
        players: vec![player("Ardent", "Anna", None), player("Brisk", "Bo", None)],
        games: vec![ArchiveGame {
            round: Some(3),
            black: 0,
            white: 1,
            ..game()
        }],
        ..ArchiveEvent::default()
    }
}

type Told = (String, Option<u16>, [(String, String); 2], u16, Vec<Square>);

/// Every game of those events that has an end, in an order of its own.
fn told(taken: &Taken, whole: impl Fn(&ArchiveGame) -> bool) -> Vec<Told> {
    let mut all = Vec::new();
    for event in &taken.events {
        for game in event.games.iter().filter(|game| whole(game)) {
            let name = |place: usize| {
                let player = &event.players[place];
                (player.surname.clone(), player.given_names.clone())
            };
            all.push((
                event.name.clone(),
                event.held_in(),
                [name(game.black), name(game.white)],
                game.discs.unwrap().0,
                game.moves.clone(),
            ));
        }
    }
    all.sort();
    all
}

#[test]
fn the_federations_own_base_is_written_and_read_back_without_its_unfinished_games() {
    let mut files = Vec::new();
    for name in ["WTHOR.JOU".to_owned(), "WTHOR.TRN".to_owned()]
        .into_iter()
        .chain(
            (1978..=2020)
                .step_by(2)
                .map(|year| format!("WTH_{year}.wtb")),
        )
    {
        let bytes = corpus::read(&format!("wthor/{name}"));
        files.push(BaseFile { name, bytes });
    }
    let taken = take(&files);
    let ids: Vec<String> = (0..taken.events.len()).map(|id| id.to_string()).collect();
    let mut base = Base::within(PLENTY);
    for (id, event) in ids.iter().zip(&taken.events) {
        base.take(id, event).unwrap();
    }
    let again = base.finish();
    assert_eq!(again.len(), 22 + 3);
    let whole = |game: &ArchiveGame| {
        matches!(
            replay_squares(&game.moves).outcome,
            Outcome::Finished { .. }
        )
    };
    let read = take(&again);
    assert_eq!(read.findings, []);
    let expected = told(&taken, whole);
    assert!(expected.len() > 60_000, "{}", expected.len());
    assert!(told(&read, |_| true) == expected);
    let lines = left_out(&again).lines().count();
    assert_eq!(lines, 1 + 219, "the unfinished ones, a line each");
    let bytes: usize = again.iter().map(|file| file.bytes.len()).sum();
    let mut exactly = Base::within(bytes + 100);
    for (id, event) in ids.iter().zip(&taken.events) {
        exactly.take(id, event).unwrap();
    }
    assert!(exactly.finish() == again, "the same bytes every time");
    let most = bytes - 100;
    let mut less = Base::within(most);
    let mut taking = ids.iter().zip(&taken.events);
    let refused = taking.try_for_each(|(id, event)| less.take(id, event));
    assert_eq!(refused, Err(BaseFull { most }));
}

#[test]
fn years_have_files_of_their_own_and_events_of_one_name_stay_apart() {
    let events = [
        ("4", event("Marsh Open", (2026, 7, 18))),
        ("3", event("Marsh Open", (2026, 3, 1))),
        ("2", event("Marsh Open", (2025, 7, 18))),
        ("1", event("Fen Open", (2025, 1, 2))),
    ];
    let files = written(&events);
    let expected = [
        "WTH_2025.WTB",
        "WTH_2026.WTB",
        "WTHOR.JOU",
        "WTHOR.TRN",
        "left-out.txt",
    ];
    assert_eq!(names(&files), expected);
    assert_eq!(left_out(&files), "All 4 games are in this base.\n");
    let games = wthor::read_games(&files[0].bytes).unwrap();
    assert_eq!(games.problems, []);
    let created = games.value.header.created;
    assert_eq!((created.year, created.month, created.day), (2026, 7, 18));
    let of: Vec<u16> = games
        .value
        .records
        .iter()
        .map(|one| one.tournament)
        .collect();
    assert_eq!(of, [0, 1], "the earliest first");
    let tournaments = wthor::read_tournament_names(&files[3].bytes).unwrap();
    assert_eq!(tournaments.problems, []);
    assert_eq!(
        tournaments.value.names,
        ["Fen Open", "Marsh Open", "Marsh Open"],
        "as many of a name as the fullest year has"
    );
    let taken = take(&files);
    let mut held: Vec<_> = taken
        .events
        .iter()
        .map(|event| (event.held_in(), event.name.as_str(), event.games.len()))
        .collect();
    held.sort_unstable();
    let expected = [
        (Some(2025), "Fen Open", 1),
        (Some(2025), "Marsh Open", 1),
        (Some(2026), "Marsh Open", 1),
        (Some(2026), "Marsh Open", 1),
    ];
    assert_eq!(held, expected);
}

#[test]
fn players_are_told_apart_by_numbers_and_in_their_own_games() {
    let mut namesakes = event("Marsh Open", (2026, 7, 18));
    namesakes.players = vec![
        player("Ardent", "Anna", Some(7)),
        player("Ardent", "Anna", Some(8)),
        player("Ardent", "Anna", None),
        player("", "", None),
        player("", "", None),
    ];
    let met = |black, white| ArchiveGame {
        black,
        white,
        ..game()
    };
    namesakes.games = vec![met(0, 1), met(1, 2), met(3, 4), met(0, 2)];
    let files = written(&[("1", namesakes)]);
    let players = wthor::read_player_names(&files[1].bytes).unwrap();
    let expected = ["???", "???", "Ardent Anna", "Ardent Anna", "Ardent Anna"];
    assert_eq!(
        (players.value.names, players.problems),
        (expected.map(str::to_owned).to_vec(), vec![])
    );
    let records = wthor::read_games(&files[0].bytes).unwrap().value.records;
    let met: Vec<_> = records.iter().map(|one| (one.black, one.white)).collect();
    assert_eq!(met, [(3, 2), (0, 1), (4, 2), (3, 4)]);
    assert_eq!(take(&files).findings, []);
}

#[test]
fn names_are_cut_where_a_base_cuts_them() {
    let mut long = event("The Great Open of the Marshes and Fens", (2026, 7, 18));
    long.players = vec![
        player("Ardent-Featherstonehaugh", "Anna", None),
        player("Brïsk \u{448}", "Bo", None),
    ];
    let files = written(&[("1", long)]);
    let players = wthor::read_player_names(&files[1].bytes).unwrap().value;
    assert_eq!(players.names, ["Ardent-Featherstone", "Brïsk ? Bo"]);
    let tournaments = wthor::read_tournament_names(&files[2].bytes).unwrap().value;
    assert_eq!(tournaments.names, ["The Great Open of the Mar"]);
}

#[test]
fn what_a_base_has_no_place_for_is_told_with_why() {
    let mut odd = event("Marsh\nOpen", (2026, 7, 18));
    let whole = odd.games[0].clone();
    let change = |change: fn(&mut ArchiveGame)| {
        let mut game = whole.clone();
        change(&mut game);
        game
    };
    odd.games.extend([
        change(|game| game.colours_known = false),
        change(|game| game.moves.clear()),
        change(|game| game.discs = None),
        change(|game| game.moves.truncate(20)),
        change(|game| game.discs = Some((64, 0))),
        change(|game| game.moves.swap(0, 30)),
    ]);
    let undated = ArchiveEvent {
        day: None,
        ..event("Fen Open", (2026, 7, 18))
    };
    let files = written(&[("2", odd), ("1", undated)]);
    assert_eq!(
        wthor::read_games(&files[0].bytes)
            .unwrap()
            .value
            .records
            .len(),
        1
    );
    let lines: Vec<&str> = left_out(&files).lines().collect();
    assert_eq!(lines[0], "1 of 8 games are in this base. Left out:");
    let of = "2026-07-18 Marsh Open, round 3: Ardent Anna - Brisk Bo: ";
    let why: Vec<&str> = lines[1..7]
        .iter()
        .map(|line| line.strip_prefix(of).unwrap())
        .collect();
    assert_eq!(
        why[..4],
        [
            "who had which colour is not known",
            "its moves are not known",
            "its discs are not known",
            "the game is not over after its 20 moves; the score does not follow from them",
        ]
    );
    assert!(
        why[4].ends_with("on the board and 64 in the record"),
        "{}",
        why[4]
    );
    assert_eq!(why[5], "a move is not legal");
    let undated = "? Fen Open, round 3: Ardent Anna - Brisk Bo: its year is not known";
    assert_eq!(lines[7..], [undated]);
    let nothing = written(&[]);
    assert_eq!(names(&nothing), ["WTHOR.JOU", "WTHOR.TRN", "left-out.txt"]);
    assert_eq!(left_out(&nothing), "There is no such game.\n");
    assert_eq!(take(&nothing), Taken::default());
}
