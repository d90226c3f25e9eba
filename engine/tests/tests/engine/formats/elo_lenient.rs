//! Every variation of rating files a reader must take, one by one.

use outflank_formats::elo::{self, FirstColour, Game, Outcome, SectionKind};
use proptest::prelude::*;

const HEAD: &str = "%%Tournament: Open\n%%Country: Utopia\n%%Date: 01/02/2003\n%%Sender: X\n";

type GameFacts = (u32, u32, Outcome, Option<(u16, u16)>, FirstColour);

fn games(body: &str) -> Vec<GameFacts> {
    let text = format!("{HEAD}{body}\n");
    let parsed = elo::read(text.as_bytes());
    parsed
        .value
        .games()
        .map(|g: &Game| (g.first, g.second, g.outcome, g.discs, g.colour))
        .collect()
}

#[test]
fn game_lines_of_every_shape() {
    use FirstColour::{Black, Unknown, White};
    use Outcome::{Drawn, FirstWon, SecondWon};
    let cases = [
        (
            "  3752 (42)>(22)   1024 B",
            (3752, 1024, FirstWon, Some((42, 22)), Black),
        ),
        (
            "  3752 (42)>(22)   1024  B",
            (3752, 1024, FirstWon, Some((42, 22)), Black),
        ),
        (
            " 50070 (15)<(49)   3384  B ",
            (50070, 3384, SecondWon, Some((15, 49)), Black),
        ),
        (
            "250007 (17)<(47)   5512  w",
            (250_007, 5512, SecondWon, Some((17, 47)), White),
        ),
        ("  45 < 1019", (45, 1019, SecondWon, None, Unknown)),
        ("73<2", (73, 2, SecondWon, None, Unknown)),
        ("3001<2830\t", (3001, 2830, SecondWon, None, Unknown)),
        ("  7129 <   4097   B", (7129, 4097, SecondWon, None, Black)),
        (
            "190004\t(24) < (40) \t190000",
            (190_004, 190_000, SecondWon, Some((24, 40)), Unknown),
        ),
        (
            "320023 (0) <(64) 320000 W",
            (320_023, 320_000, SecondWon, Some((0, 64)), White),
        ),
        (
            "1868 (27) < (37)1878",
            (1868, 1878, SecondWon, Some((27, 37)), Unknown),
        ),
        (
            "177(45) > (19) 11223",
            (177, 11223, FirstWon, Some((45, 19)), Unknown),
        ),
        (
            "  2047 (32)=(32)   4019 B % verified",
            (2047, 4019, Drawn, Some((32, 32)), Black),
        ),
        // The glyph is the result, whatever the score.
        (
            "  2047 (32)>(32)   4019 B",
            (2047, 4019, FirstWon, Some((32, 32)), Black),
        ),
        (
            "  2047 (09)>(55)   4019 B",
            (2047, 4019, FirstWon, Some((9, 55)), Black),
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(games(line), vec![expected], "{line:?}");
        assert_eq!(
            games(&format!("{line}\r")),
            vec![expected],
            "{line:?} with a carriage return"
        );
    }
}

#[test]
fn several_games_on_a_line_are_all_read() {
    let read = games("  6444 (51)>(13)   4008  180011 (20)<(44) 180006  ");
    assert_eq!(
        read.iter().map(|game| (game.0, game.1)).collect::<Vec<_>>(),
        vec![(6444, 4008), (180_011, 180_006)]
    );
}

#[test]
fn lines_that_are_no_games_become_problems_with_their_line() {
    let cases = [
        (" ?????? (56)>(08)    8011 ", "unknown_player"),
        ("190128 >      0", "player_zero"),
        ("wrapped name of a tournament", "not_a_game"),
        ("  3752 (42)>22   1024 B", "not_a_game"),
        ("  3752 (42)>(22)", "not_a_game"),
        ("99999999999 > 12", "not_a_game"),
        ("  12 (40)>(24)   12 B", "self_game"),
    ];
    for (line, code) in cases {
        let parsed = elo::read(format!("{HEAD}\n{line}\n").as_bytes());
        let found: Vec<_> = parsed
            .problems
            .iter()
            .map(|problem| (problem.line, problem.code))
            .collect();
        assert_eq!(found, vec![(6, code)], "{line:?}");
    }
}

#[test]
fn round_labels_of_every_shape() {
    use SectionKind::{Added, Finals, Round};
    let cases = [
        ("%Round: 7", Some(Round(7))),
        ("%Round 7", Some(Round(7))),
        ("%%Round: 7", Some(Round(7))),
        ("% Round 7", Some(Round(7))),
        ("%round7", Some(Round(7))),
        ("%round7:", Some(Round(7))),
        ("%Ronde 7", Some(Round(7))),
        (" %Round: 6", Some(Round(6))),
        ("%1 rodada", Some(Round(1))),
        ("%2nd round", Some(Round(2))),
        ("%Third Round", Some(Round(3))),
        ("%R4", Some(Round(4))),
        ("%Day 2 - division 1 - round 3", Some(Round(3))),
        ("%Round 1 (day 1)", Some(Round(1))),
        ("%%Added results", Some(Added)),
        ("%Added results: Finals", Some(Added)),
        ("%Finals", Some(Finals)),
        ("%Round SF1", Some(Finals)),
        ("%Round PO", Some(Finals)),
        ("%Round: 6 (Semifinals)", Some(Finals)),
        ("%%Match 3/4", Some(Finals)),
        ("%3/4 playoff", Some(Finals)),
        ("%% Demi-finales", Some(Finals)),
        ("% 1234 had a bye", None),
        ("% 1234 (40)=(24) BYE B", None),
        ("% 7 Rounds Round Robin Results", None),
        ("%  3518 (27)<(37)     45 B", None),
        ("% B     % W", None),
    ];
    for (label, expected) in cases {
        let parsed = elo::read(format!("{HEAD}{label}\n").as_bytes());
        let kind = parsed.value.sections.first().map(|section| section.kind);
        assert_eq!(kind, expected, "{label:?}");
        assert_eq!(parsed.problems, vec![], "{label:?}");
    }
}

#[test]
fn player_lines_of_every_shape() {
    type Expected<'a> = (
        Option<u32>,
        bool,
        &'a str,
        &'a str,
        Option<&'a str>,
        Option<u32>,
        Option<u32>,
        Option<i32>,
    );
    let cases: [(&str, Expected); 11] = [
        (
            "%_%  150016, FJALLRYD, Ossian, SWE,  8.5, 429, 2140",
            (
                Some(150_016),
                false,
                "FJALLRYD",
                "Ossian",
                Some("SWE"),
                Some(17),
                Some(858),
                Some(2140),
            ),
        ),
        (
            "%_%  +130080, dressler, Marek, POL, 4, 198, -",
            (
                Some(130_080),
                true,
                "dressler",
                "Marek",
                Some("POL"),
                Some(8),
                Some(396),
                None,
            ),
        ),
        (
            "%_% + 50073, LIN, Laurent, FRA,  2, 147.5, 0",
            (
                Some(50_073),
                true,
                "LIN",
                "Laurent",
                Some("FRA"),
                Some(4),
                Some(295),
                Some(0),
            ),
        ),
        (
            "%_%  3037, DI MATTEI, Alessandro,  6, 293",
            (
                Some(3037),
                false,
                "DI MATTEI",
                "Alessandro",
                None,
                Some(12),
                Some(586),
                None,
            ),
        ),
        (
            "%_% 3024, BORASSI, Michele",
            (
                Some(3024),
                false,
                "BORASSI",
                "Michele",
                None,
                None,
                None,
                None,
            ),
        ),
        (
            "% 3024, BORASSI, Michele",
            (
                Some(3024),
                false,
                "BORASSI",
                "Michele",
                None,
                None,
                None,
                None,
            ),
        ),
        (
            "%_% +40005, FERRARI, Tommaso,     {I}",
            (
                Some(40_005),
                true,
                "FERRARI",
                "Tommaso",
                Some("I"),
                None,
                None,
                None,
            ),
        ),
        (
            "%_%  10822, DAITO, KENGO, , J, 0.0, 67",
            (
                Some(10_822),
                false,
                "DAITO",
                "KENGO",
                Some("J"),
                Some(0),
                Some(134),
                None,
            ),
        ),
        (
            "%_% ??????, NOBODY, , JPN, 4.0, 57",
            (
                None,
                false,
                "NOBODY",
                "",
                Some("JPN"),
                Some(8),
                Some(114),
                None,
            ),
        ),
        (
            "%_% +40103, GUECI, Riccardo, ITA,  3,,",
            (
                Some(40_103),
                true,
                "GUECI",
                "Riccardo",
                Some("ITA"),
                Some(6),
                None,
                None,
            ),
        ),
        (
            "%_%  120016, KUPERUS, Jorrit, NL, 2+1, 150",
            (
                Some(120_016),
                false,
                "KUPERUS",
                "Jorrit",
                Some("NL"),
                None,
                Some(300),
                None,
            ),
        ),
    ];
    for (line, expected) in cases {
        let parsed = elo::read(format!("{HEAD}{line}\n").as_bytes());
        let player = parsed
            .value
            .players
            .first()
            .unwrap_or_else(|| panic!("{line:?} gave no player"));
        let country = player.country.as_deref();
        let found: Expected = (
            player.id,
            player.is_new,
            &player.surname,
            &player.first_names,
            country,
            player.half_points,
            player.half_discs,
            player.rating,
        );
        assert_eq!(found, expected, "{line:?}");
    }
}

#[test]
fn headers_dates_and_encodings() {
    let text =
        "%%Tournament: Caf\u{e9}\n%%Country: X\n%%Date: 30/04/2011 - 01/05/2011\n%%Sender: Y\n";
    let latin1: Vec<u8> = text
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();
    for bytes in [text.as_bytes().to_vec(), latin1] {
        let file = elo::read(&bytes).value;
        assert_eq!(file.tournament, "Caf\u{e9}");
        assert_eq!(
            file.first_day.map(|day| day.to_string()).as_deref(),
            Some("2011-04-30")
        );
        assert_eq!(
            file.last_day.map(|day| day.to_string()).as_deref(),
            Some("2011-05-01")
        );
    }
    let problems = elo::read(b"%%Tournament: A\n%%Date: 31/02/2011\n").problems;
    let codes: Vec<_> = problems
        .iter()
        .map(|problem| (problem.line, problem.code))
        .collect();
    assert_eq!(
        codes,
        vec![
            (1, "header_missing"),
            (1, "header_missing"),
            (2, "bad_date")
        ]
    );
}

proptest! {
    #![proptest_config(crate::property::cases(256))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let _ = elo::read(&bytes);
        let _ = elo::strict_check(&bytes, "20200101_X.ELO");
        let _ = elo::rewrite(&bytes, "x");
    }

    #[test]
    fn no_text_of_the_formats_alphabet_makes_a_reader_panic(text in "[%_:,+?<>=()0-9A-Zroundé \n\r\t/.-]{0,400}") {
        let bytes = text.as_bytes();
        let _ = elo::read(bytes);
        let rewritten = elo::rewrite(bytes, &text);
        prop_assert!(rewritten.text.is_ascii());
    }
}
