//! Formats of finals as data: what they want, what is refused, how they are stored.

use outflank_tournament::*;

#[test]
fn qualifiers_by_format() {
    let two = FinalsFormat {
        third_place: None,
        ..FinalsFormat::final_and_third_place()
    };
    for (format, qualifiers, none) in [
        (FinalsFormat::none(), 0, true),
        (FinalsFormat::tie_playoffs_only(), 0, true),
        (two, 2, false),
        (FinalsFormat::final_and_third_place(), 4, false),
        (FinalsFormat::egp_with_semi_finals(), 4, false),
        (FinalsFormat::woc(), 4, false),
    ] {
        assert_eq!(format.qualifiers(), qualifiers);
        assert_eq!(format.is_none(), none);
        assert_eq!(check_finals_format(&format), Ok(()));
        let text = serde_json::to_string(&format).unwrap();
        assert_eq!(serde_json::from_str::<FinalsFormat>(&text).unwrap(), format);
    }
}

#[test]
fn formats_that_do_not_hold_together_are_refused() {
    let woc = FinalsFormat::woc();
    let side = |rounds| FinalsFormat {
        side_swiss: Some(SideSwiss { rounds }),
        ..woc
    };
    for (format, code) in [
        (
            FinalsFormat {
                semi_finals: Some(MatchFormat::of_games(4)),
                ..woc
            },
            "finals_out_of_range",
        ),
        (
            FinalsFormat {
                third_place: Some(MatchFormat::of_games(0)),
                ..woc
            },
            "finals_out_of_range",
        ),
        (side(0), "finals_out_of_range"),
        (side(17), "finals_out_of_range"),
        (
            FinalsFormat {
                choice_notice_ms: -1,
                ..woc
            },
            "finals_out_of_range",
        ),
        (
            FinalsFormat {
                final_match: None,
                ..woc
            },
            "finals_incomplete",
        ),
        (
            FinalsFormat {
                semi_finals: None,
                ..side(2)
            },
            "finals_incomplete",
        ),
    ] {
        assert_eq!(check_finals_format(&format).unwrap_err().code(), code);
    }
}

#[test]
fn the_words_of_earlier_rule_sets_are_read() {
    for (word, format) in [
        ("\"none\"", FinalsFormat::none()),
        (
            "\"final_and_third_place\"",
            FinalsFormat::final_and_third_place(),
        ),
        ("{}", FinalsFormat::none()),
    ] {
        assert_eq!(serde_json::from_str::<FinalsFormat>(word).unwrap(), format);
    }
    assert!(serde_json::from_str::<FinalsFormat>("\"playoffs\"").is_err());
}

#[test]
fn matches_are_stored_by_kind() {
    for (match_id, text) in [
        (MatchId::Final, r#"{"kind":"final"}"#),
        (
            MatchId::Playoff {
                better: 4,
                worse: 5,
            },
            r#"{"kind":"playoff","better":4,"worse":5}"#,
        ),
        (
            MatchId::TiePlayoff {
                better: "a".into(),
                worse: "b".into(),
            },
            r#"{"kind":"tie_playoff","better":"a","worse":"b"}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&match_id).unwrap(), text);
        assert_eq!(serde_json::from_str::<MatchId>(text).unwrap(), match_id);
    }
}
