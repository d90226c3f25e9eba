//! PAPP's players list: the real one, and every quirk of the grammar.

use super::corpus;
use std::collections::BTreeSet;

use outflank_formats::papp::{PappPlayer, read_players};
use outflank_formats::read_transcripts;
use proptest::prelude::*;

#[test]
fn the_real_list_is_read_whole() {
    let bytes = corpus::read("papp/joueurs.txt");
    let parsed = read_players(&bytes);
    assert_eq!(parsed.problems, vec![]);
    let players = parsed.value.players;
    let text = String::from_utf8(bytes).unwrap();
    let begins_with_number =
        |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    assert_eq!(
        players.len(),
        text.lines().filter(begins_with_number).count()
    );
    let rated = players
        .iter()
        .filter(|player| player.rating.is_some())
        .count();
    assert_eq!(rated, text.matches("%_<").count());
    let countries: BTreeSet<_> = players
        .iter()
        .map(|player| player.country.clone().unwrap())
        .collect();
    assert_eq!(countries.len(), text.matches("pays = ").count());
    assert_eq!(
        (players.len(), rated, countries.len()),
        (15_613, 10_848, 71)
    );
    let leader = players.iter().find(|player| player.id == 79).unwrap();
    assert_eq!(
        (leader.surname.as_str(), leader.country.as_deref()),
        ("LEADER", Some("GBR"))
    );
    assert_eq!(
        players.iter().filter_map(|player| player.rating).min(),
        Some(-2702)
    );
}

fn player(
    id: u32,
    surname: &str,
    first_names: &str,
    country: &str,
    rating: Option<i32>,
) -> PappPlayer {
    PappPlayer {
        line: 0,
        id,
        surname: surname.to_owned(),
        first_names: first_names.to_owned(),
        country: Some(country.to_owned()),
        rating,
        comment: None,
    }
}

#[test]
fn every_form_of_a_player_line() {
    let cases = [
        (
            "   692 COLL, Pablo                          %_<1562>",
            player(692, "COLL", "Pablo", "ARG", Some(1562)),
        ),
        (
            "280091 AMBROSIUS, Karin                    ",
            player(280_091, "AMBROSIUS", "Karin", "ARG", None),
        ),
        (
            "   982 AIDA ()                              %_<2387>",
            player(982, "AIDA ()", "", "ARG", Some(2387)),
        ),
        (
            "   345 DUMBO (Duykers / De Haan)            %_<2419>",
            player(345, "DUMBO (Duykers / De Haan)", "", "ARG", Some(2419)),
        ),
        (
            "380050 ASIF,                               ",
            player(380_050, "ASIF", "", "ARG", None),
        ),
        (
            "120433 VAN 'T WESTENDE, Bas %_<-368>",
            player(120_433, "VAN 'T WESTENDE", "Bas", "ARG", Some(-368)),
        ),
        (
            "12 A, B {ZAF} <1200>",
            player(12, "A", "B", "ZAF", Some(1200)),
        ),
        ("12\tA, B\t{ZAF}", player(12, "A", "B", "ZAF", None)),
        ("12 A, B % was C", player(12, "A", "B", "ARG", None)),
        (
            "12 A, B <1> `moved",
            PappPlayer {
                comment: Some("moved".to_owned()),
                ..player(12, "A", "B", "ARG", Some(1))
            },
        ),
    ];
    for (line, expected) in cases {
        let parsed = read_players(format!("pays = ARG\n\n{line}\n").as_bytes());
        assert_eq!(parsed.problems, vec![], "{line}");
        assert_eq!(
            parsed.value.players,
            vec![PappPlayer {
                line: 3,
                ..expected
            }],
            "{line}"
        );
    }
}

#[test]
fn comments_countries_and_the_end() {
    let text = "% list\n# too\n\npays = FRA % France\n\n1 A, B\npays = \"ITA\"\n2 C, D\n__eof__\nrubbish\n3 E, F\n";
    let parsed = read_players(text.as_bytes());
    assert_eq!(parsed.problems, vec![]);
    let found: Vec<_> = parsed
        .value
        .players
        .iter()
        .map(|p| (p.id, p.country.as_deref()))
        .collect();
    assert_eq!(found, vec![(1, Some("FRA")), (2, Some("ITA"))]);
}

#[test]
fn problems_name_their_line() {
    let text = "1 A, B\npays = FRA\n2 C, D <12x>\n2 E, F\nrubbish\n0 G, H\n12\npays =\n3X, Y\n";
    let parsed = read_players(text.as_bytes());
    let found: Vec<_> = parsed
        .problems
        .iter()
        .map(|problem| (problem.line, problem.code))
        .collect();
    let expected = vec![
        (1, "country"),
        (3, "rating"),
        (4, "number_twice"),
        (5, "not_a_player"),
        (6, "not_a_player"),
        (7, "not_a_player"),
        (8, "country"),
        (9, "not_a_player"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn transcripts_one_a_line() {
    let text = "# comment\n\nf5d6c3\nF5 d6 -- C3\nf9\n12\n";
    let parsed = read_transcripts(text.as_bytes());
    let lines: Vec<_> = parsed
        .value
        .iter()
        .map(|game| (game.line, game.tokens.len()))
        .collect();
    assert_eq!(lines, vec![(3, 3), (4, 4)]);
    let problems: Vec<_> = parsed
        .problems
        .iter()
        .map(|problem| (problem.line, problem.code))
        .collect();
    assert_eq!(problems, vec![(5, "not_a_transcript"), (6, "no_moves")]);
}

proptest! {
    #![proptest_config(crate::property::cases(256))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), text in "[0-9A-Za-z ,{}<>%_#`=\n-]{0,300}") {
        let _ = read_players(&bytes);
        let _ = read_players(text.as_bytes());
        let _ = read_transcripts(&bytes);
        let _ = read_transcripts(text.as_bytes());
    }
}
