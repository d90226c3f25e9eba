//! The strict form: PAPP's bytes, the federation's rules, and nothing that is not a game.

use super::corpus;
use outflank_formats::elo::{
    self, CreationTime, FileName, FirstColour, Obstacle, Outcome, SectionKind, Submission,
    SubmittedGame, SubmittedPlayer, TableResult,
};
use outflank_formats::{CivilDate, fold_ascii};
use proptest::prelude::*;

fn day(year: u16, month: u8, day: u8) -> CivilDate {
    CivilDate::new(year, month, day).unwrap()
}

/// A submission holding what a strict file says.
fn submission_of(bytes: &[u8]) -> Submission {
    let parsed = elo::read(bytes);
    assert_eq!(parsed.problems, vec![]);
    let file = parsed.value;
    let games = |section: &elo::Section| -> Vec<TableResult> {
        section
            .games
            .iter()
            .map(|game| {
                assert_eq!(game.colour, FirstColour::Black);
                let (black, white) = game.discs.unwrap();
                TableResult::Played(SubmittedGame {
                    black: game.first,
                    white: game.second,
                    black_discs: u8::try_from(black).unwrap(),
                    white_discs: u8::try_from(white).unwrap(),
                    outcome: game.outcome,
                })
            })
            .collect()
    };
    let (date, time) = file
        .creation_date
        .as_deref()
        .unwrap()
        .split_once(' ')
        .unwrap();
    let date: Vec<u16> = date.split('/').map(|part| part.parse().unwrap()).collect();
    let (hour, minute) = time.split_once(':').unwrap();
    Submission {
        tournament: file.tournament.clone(),
        country: file.country.clone(),
        first_day: file.first_day.unwrap(),
        same_day_letter: None,
        sender: file.sender.clone(),
        creator: file.creator.clone().unwrap(),
        created: CreationTime {
            day: day(
                date[0],
                u8::try_from(date[1]).unwrap(),
                u8::try_from(date[2]).unwrap(),
            ),
            hour: hour.parse().unwrap(),
            minute: minute.parse().unwrap(),
        },
        players: file
            .players
            .iter()
            .map(|player| SubmittedPlayer {
                id: player.id.unwrap(),
                is_new: player.is_new,
                surname: player.surname.clone(),
                first_names: player.first_names.clone(),
                country: player.country.clone().unwrap(),
                half_points: player.half_points.unwrap(),
                half_discs: player.half_discs.unwrap(),
                rating: player.rating,
            })
            .collect(),
        rounds: file
            .sections
            .iter()
            .filter(|s| matches!(s.kind, SectionKind::Round(_)))
            .map(games)
            .collect(),
        added: file
            .sections
            .iter()
            .filter(|s| s.kind == SectionKind::Added)
            .flat_map(games)
            .collect(),
    }
}

#[test]
fn a_file_of_papp_is_written_again_byte_for_byte() {
    let bytes = corpus::read("elo/EGP_NORWAY.ELO");
    let written = elo::write(&submission_of(&bytes)).unwrap();
    assert_eq!(written.as_bytes(), bytes.as_slice());
}

#[test]
fn files_of_older_papps_differ_only_in_the_second_space_before_b() {
    let (mut whole_files, mut same) = (0, 0);
    for (_, bytes) in corpus::elo_archive() {
        let text = String::from_utf8_lossy(&bytes).replace("  B\n", " B\n");
        let file = elo::read(text.as_bytes());
        let whole = text.contains("%%Creator: PAPP 1.36")
            && text.contains("disc-count, rating\n")
            && file.problems.is_empty()
            && file.value.last_day.is_none()
            && file
                .value
                .games()
                .all(|game| game.colour == FirstColour::Black && game.discs.is_some())
            && file.value.players.iter().all(|player| {
                player.country.is_some()
                    && player.half_points.is_some()
                    && player.half_discs.is_some()
            })
            && file
                .value
                .players
                .iter()
                .all(|player| player.id.is_some() && player.rating.is_some());
        if whole {
            whole_files += 1;
            same += usize::from(
                elo::write(&submission_of(text.as_bytes())).is_ok_and(|written| written == text),
            );
        }
    }
    // The others were touched by hand after PAPP had written them.
    assert_eq!((whole_files, same), (228, 200));
}

fn sample() -> Submission {
    let player = |id: u32, surname: &str, half_points: u32| SubmittedPlayer {
        id,
        is_new: id > 900_000,
        surname: surname.to_owned(),
        first_names: "Ann\u{e9}".to_owned(),
        country: "XXX".to_owned(),
        half_points,
        half_discs: 81,
        rating: None,
    };
    let game = |black, white, black_discs: u8, outcome| {
        TableResult::Played(SubmittedGame {
            black,
            white,
            black_discs,
            white_discs: 64 - black_discs,
            outcome,
        })
    };
    Submission {
        tournament: "Coupe d'\u{c9}t\u{e9} \u{2013} S\u{f8}r".to_owned(),
        country: "Utopia".to_owned(),
        first_day: day(2026, 11, 21),
        same_day_letter: Some('b'),
        sender: "Stra\u{df}e, J\u{fc}rgen".to_owned(),
        creator: elo::creator_line("0.1.0"),
        created: CreationTime {
            day: day(2026, 11, 22),
            hour: 9,
            minute: 5,
        },
        players: vec![
            player(12, "\u{141}\u{f3}d\u{17a}, the Elder", 3),
            player(900_001, "NEW", 2),
            player(7, "ODD", 1),
        ],
        rounds: vec![
            vec![
                game(12, 900_001, 40, Outcome::FirstWon),
                TableResult::Bye { player: 7 },
            ],
            vec![
                game(900_001, 7, 32, Outcome::FirstWon),
                TableResult::Walkover {
                    winner: 12,
                    absent: 7,
                },
            ],
            vec![TableResult::NeitherCame {
                first: 12,
                second: 7,
            }],
        ],
        added: vec![game(7, 12, 3, Outcome::SecondWon)],
    }
}

#[test]
fn the_whole_strict_file() {
    let expected = "\
%%Tournament: Coupe d'Ete - Sor
%%Country: Utopia
%%Date: 21/11/2026
%%Sender: Strasse, Jurgen

%%Creator: Outflank 0.1.0
%%CreationDate: 2026/11/22 09:05

%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating
%_%      12, Lodz the Elder, Anne, XXX,  1.5, 40.5, 0
%_% +900001, NEW, Anne, XXX,  1, 40.5, 0
%_%       7, ODD, Anne, XXX,  0.5, 40.5, 0



%Round: 1

    12 (40)>(24) 900001 B

%Round: 2

900001 (32)>(32)      7 B

%Round: 3



%%Added results
     7 (03)<(61)     12 B
";
    let written = elo::write(&sample()).unwrap();
    assert_eq!(written, expected);
    assert_eq!(sample().file_name(), "20261121b_Coupe_dEte_Sor.ELO");
    assert_eq!(
        elo::strict_check(written.as_bytes(), &sample().file_name()),
        vec![]
    );
}

#[test]
fn what_cannot_be_written_is_refused_with_every_reason() {
    let mut bad = sample();
    bad.country = " ".to_owned();
    bad.players[0].surname = "\u{4f50}\u{85e4}".to_owned();
    bad.players[2].id = 12;
    bad.rounds[0] = vec![
        TableResult::Played(SubmittedGame {
            black: 12,
            white: 12,
            black_discs: 30,
            white_discs: 30,
            outcome: Outcome::Drawn,
        }),
        TableResult::Played(SubmittedGame {
            black: 12,
            white: 5,
            black_discs: 20,
            white_discs: 44,
            outcome: Outcome::FirstWon,
        }),
    ];
    bad.added = vec![];
    bad.rounds.truncate(1);
    let obstacles = elo::write(&bad).unwrap_err();
    let expected = vec![
        Obstacle::EmptyHeader("country"),
        Obstacle::NoAsciiForm {
            whose: "player 12".to_owned(),
            text: "\u{4f50}\u{85e4}".to_owned(),
        },
        Obstacle::Number(12),
        Obstacle::SelfGame { round: 1, id: 12 },
        Obstacle::Score {
            round: 1,
            black: 12,
            white: 12,
            black_discs: 30,
            white_discs: 30,
        },
        Obstacle::Unlisted { round: 1, id: 5 },
        Obstacle::Score {
            round: 1,
            black: 12,
            white: 5,
            black_discs: 20,
            white_discs: 44,
        },
    ];
    assert_eq!(obstacles, expected);
}

#[test]
fn file_names() {
    for (name, good) in [
        ("20071130_WOC.ELO", true),
        ("20080405_EGP_ALKMAAR.ELO", true),
        ("20020725a_2nd_Japan_Open.ELO", true),
        ("20080504a_EGP_USHUAIA.ELO", true),
        ("20080504A_EGP_USHUAIA.ELO", false),
        ("20080504ab_EGP_USHUAIA.ELO", false),
        ("20080504.ELO", false),
        ("20080504_.ELO", false),
        ("20080231_X.ELO", false),
        ("20080504_X.elo", false),
        ("20080504_X-Y.ELO", false),
        ("20080504_AAAAAAAAAABBBBBBBBBBCCCCCCCCCC.ELO", true),
        ("20080504_AAAAAAAAAABBBBBBBBBBCCCCCCCCCCD.ELO", false),
        ("\u{e9}\u{e9}\u{e9}\u{e9}_X.ELO", false),
    ] {
        let parsed = FileName::parse(name);
        assert_eq!(parsed.is_ok(), good, "{name}: {parsed:?}");
        if let Ok(parsed) = parsed {
            assert_eq!(parsed.to_string(), name);
        }
    }
    assert_eq!(
        elo::name_part("  X\u{e9}r\u{e8}s -- Open (2nd), d'Or! "),
        "Xeres_Open_2nd_dOr"
    );
    assert_eq!(elo::name_part("\u{4f50}"), "TOURNAMENT");
}

#[test]
fn departures_are_named_with_line_and_remedy() {
    let head = "%%Tournament: Open\n%%Country: Utopia\n%%Date: 01/02/2003\n%%Sender: X\n\n%_%      12, A, B, XXX,  1, 40, 0\n%_%      13, C, D, XXX,  0, 24, 0\n\n";
    type Found<'a> = &'a [(u32, &'a str, &'a str)];
    let cases: [(&str, Found); 12] = [
        ("%Round: 1\n\n    12 (40)>(24)     13 B\n", &[]),
        (
            "%Round 1\n    12 (40)>(24)     13 B\n",
            &[(9, "round_label", "%Round: 1")],
        ),
        (
            "%Round: 2\n    12 (40)>(24)     13 B\n",
            &[(9, "round_order", "round 1")],
        ),
        (
            "    12 (40)>(24)     13 B\n",
            &[(9, "no_round", "%Round: 1")],
        ),
        (
            "%Round: 1\n12 (40)>(24) 13  B\n",
            &[(10, "game_form", "    12 (40)>(24)     13 B")],
        ),
        (
            "%Round: 1\n    12 (40)>(24)     13 W\n",
            &[(10, "white_first", "    13 (24)<(40)     12 B")],
        ),
        (
            "%Round: 1\n    12 >     13 B\n",
            &[(10, "no_score", "the discs of both players in parentheses")],
        ),
        (
            "%Round: 1\n    12 (39)>(24)     13 B\n",
            &[(10, "disc_sum", "empties go to the winner")],
        ),
        (
            "%Round: 1\n    12 (40)<(24)     13 B\n",
            &[(10, "result_against_score", "the score that was played")],
        ),
        (
            "%Round: 1\n    12 (40)>(24)     14 B\n",
            &[(10, "unlisted_player", "a player line for everybody")],
        ),
        (
            "%Finals\n    12 (40)>(24)     13 B\n",
            &[(9, "finals_label", "%%Added results above it")],
        ),
        (
            "%Round: 1\n% \u{e9}t\u{e9}\n",
            &[(10, "not_ascii", "% ete")],
        ),
    ];
    for (body, expected) in cases {
        let found = elo::strict_check(format!("{head}{body}").as_bytes(), "20030201_Open.ELO");
        let found: Vec<_> = found
            .iter()
            .map(|d| (d.line, d.code, d.right.as_str()))
            .collect();
        assert_eq!(found, expected, "{body:?}");
    }
    let renamed = elo::strict_check(head.as_bytes(), "Open.elo");
    assert_eq!(
        renamed
            .iter()
            .map(|d| (d.code, d.right.as_str()))
            .collect::<Vec<_>>(),
        vec![("file_name", "20030201_Open.ELO")]
    );
    let other_day = elo::strict_check(head.as_bytes(), "20030202a_Open.ELO");
    assert_eq!(
        other_day
            .iter()
            .map(|d| (d.code, d.right.as_str()))
            .collect::<Vec<_>>(),
        vec![("file_name", "20030201a_Open.ELO")]
    );
}

#[test]
fn folding() {
    for (text, folded) in [
        ("\u{e9}\u{f8}\u{df}\u{c6}\u{141}\u{11f}", "eossAELg"),
        ("Nguy\u{1ec5}n", "Nguyen"),
        ("\u{201c}O\u{2019}Neil\u{201d}\tx\u{a0}y", "\"O'Neil\" x y"),
        ("\u{fb01}n \u{2116}", "fin No"),
    ] {
        let found = fold_ascii(text);
        assert_eq!(
            (found.text.as_str(), found.lost.len()),
            (folded, 0),
            "{text}"
        );
    }
    assert_eq!(fold_ascii("A\u{4f50}\u{85e4}").text, "A??");
}

prop_compose! {
    fn any_submission()(
        names in proptest::collection::vec(("[A-Za-z\u{e9}\u{f8}\u{df}][A-Za-z \u{e9},']{0,20}", "[A-Z\u{f6}a-z-]{0,12}", 0u32..40, 0u32..1500, proptest::option::of(-2000i32..3000), any::<bool>()), 2..12),
        title in "[A-Za-z0-9\u{e9} #:-]{0,60}[A-Z]",
        rounds in proptest::collection::vec(proptest::collection::vec((0usize..12, 0usize..12, 0u8..=64, 0u8..4), 0..6), 0..6),
        letter in proptest::option::of(proptest::char::range('a', 'z')),
        date in (1977u16..2100, 1u8..=12, 1u8..=28),
    ) -> Submission {
        let players: Vec<SubmittedPlayer> = names.iter().enumerate().map(|(index, (surname, first, points, discs, rating, is_new))| SubmittedPlayer {
            id: 100 + u32::try_from(index).unwrap() * 7919,
            is_new: *is_new,
            surname: surname.clone(),
            first_names: first.clone(),
            country: "ABC".to_owned(),
            half_points: *points,
            half_discs: *discs,
            rating: *rating,
        }).collect();
        let id = |index: usize| players[index % players.len()].id;
        let results = rounds.iter().map(|round| round.iter().filter(|game| id(game.0) != id(game.1)).map(|&(a, b, discs, kind)| match kind {
            0 => TableResult::Bye { player: id(a) },
            1 => TableResult::Walkover { winner: id(a), absent: id(b) },
            _ => TableResult::Played(SubmittedGame {
                black: id(a), white: id(b), black_discs: discs, white_discs: 64 - discs,
                outcome: Outcome::of_discs(discs.into(), u16::from(64 - discs)),
            }),
        }).collect()).collect::<Vec<Vec<_>>>();
        Submission {
            tournament: title, country: "Utopia".to_owned(), first_day: day(date.0, date.1, date.2), same_day_letter: letter,
            sender: "Nobody".to_owned(), creator: elo::creator_line("1.2.3"),
            created: CreationTime { day: day(date.0, date.1, date.2), hour: 0, minute: 59 },
            players, rounds: results.clone(), added: results.into_iter().next().unwrap_or_default(),
        }
    }
}

proptest! {
    #![proptest_config(crate::property::cases(256))]

    #[test]
    fn what_is_written_is_strict_and_reads_back(submission in any_submission()) {
        let written = elo::write(&submission).unwrap();
        let name = submission.file_name();
        prop_assert!(name.len() <= 44);
        prop_assert_eq!(elo::strict_check(written.as_bytes(), &name), vec![]);
        let back = submission_of(written.as_bytes());
        let games = |results: &[TableResult]| results.iter().filter(|r| matches!(r, TableResult::Played(_))).copied().collect::<Vec<_>>();
        prop_assert_eq!(back.rounds, submission.rounds.iter().map(|round| games(round)).collect::<Vec<_>>());
        prop_assert_eq!(back.added, games(&submission.added));
        prop_assert_eq!(back.first_day, submission.first_day);
        prop_assert_eq!(back.created, submission.created);
        for (read, given) in back.players.iter().zip(&submission.players) {
            prop_assert_eq!((read.id, read.is_new, read.half_points, read.half_discs, read.rating), (given.id, given.is_new, given.half_points, given.half_discs, Some(given.rating.unwrap_or(0))));
        }
        prop_assert_eq!(back.players.len(), submission.players.len());
        let rewritten = elo::rewrite(written.as_bytes(), &name);
        prop_assert_eq!(rewritten.text, written);
    }
}
