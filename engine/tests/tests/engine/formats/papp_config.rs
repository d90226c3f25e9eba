//! PAPP's configuration: every statement, its rules of sanity, and that it is written as it was read.

use outflank_formats::Problem;
use outflank_formats::papp::config::{
    ByeScore, ConfigObstacle, PappConfig, Setting, SettingKey, SettingValue, Zone, read_config,
    write_config,
};
use outflank_tournament::{PAPP_MAXIMUM, PappPenalties};

const CONFIG: &str = r#"
# Le pays par defaut
    Pays = "FRA";
    Score-bip = 24/64;
    dossier "tournois";
    XML "sortie";
    Fichier appariements "rondes.txt";
    Fichier résultats "res.txt";
    Fichier classement = "class.txt";
    Fichier tableau-croise "tab.html";
    Fichier equipes "eq.txt";
    Sauvegarde différée;
    Impression 2;
    Couleurs "noir" "blanc";
    Affichage-pions relatif;
    zone-insertion "FRA" = 50000-59999;
    zone-insertion "GBR" = 100000-109999;
    Penalites {
        Couleur { difference 1 = 20; difference 2+ = 105; de-suite = 15; }
        Flottement { difference 1 = 20000; difference 2+ = 40588; de-suite = 25; minoration = 10; };
        Repetition { couleurs-identiques = INFINI; couleurs-opposees = 5000000; bip = infini; de-suite = 1; };
        Chauvinisme { ronde 1+ = 2; ronde 12+ = INFINI; };
        Elitisme { ronde 1+ = 100; ronde 4 = 200; };
    };
"#;

fn codes(problems: &[Problem]) -> Vec<(u32, &'static str)> {
    problems
        .iter()
        .map(|problem| (problem.line, problem.code))
        .collect()
}

#[test]
fn every_statement_is_read() {
    let read = read_config(CONFIG.as_bytes());
    assert_eq!(read.problems, []);
    let config = read.value;
    assert_eq!(config.country.as_deref(), Some("FRA"));
    assert_eq!(config.bye, ByeScore::new(24, 64));
    let zone = |country: &str, numbers| Zone {
        country: country.to_owned(),
        numbers,
    };
    assert_eq!(
        config.zones,
        [zone("FRA", 50_000..=59_999), zone("GBR", 100_000..=109_999)]
    );
    let keys: Vec<SettingKey> = config.settings.iter().map(|setting| setting.key).collect();
    assert_eq!(keys, SettingKey::ALL.map(|(key, _)| key));
    assert_eq!(
        config.settings[9],
        Setting {
            key: SettingKey::Colours,
            assigned: false,
            values: ["noir", "blanc"]
                .map(|text| SettingValue::Text(text.to_owned()))
                .to_vec(),
        }
    );
    let penalties = config.penalties.unwrap();
    let mut country = vec![2; 11];
    country.push(PAPP_MAXIMUM);
    assert_eq!(
        penalties,
        PappPenalties {
            colour: vec![0, 20, 105],
            same_colour: 15,
            float: vec![0, 20_000, 40_588],
            same_float: 25,
            opposite_float: 10,
            opposite_float_from_round: 3,
            repeat_same_colours: PAPP_MAXIMUM,
            repeat_opposite_colours: 5_000_000,
            repeat_bye: PAPP_MAXIMUM,
            repeat_at_once: 1,
            country,
            elitism: vec![100, 100, 100, 200, 100],
        }
    );
}

#[test]
fn what_is_written_is_read_alike() {
    let config = read_config(CONFIG.as_bytes()).value;
    let text = write_config(&config).unwrap();
    let again = read_config(text.as_bytes());
    assert_eq!(again.problems, []);
    assert_eq!(again.value, config);
    for penalties in [
        PappPenalties::default(),
        PappPenalties::built_in(),
        PappPenalties::none(),
    ] {
        let config = PappConfig {
            penalties: Some(penalties),
            ..PappConfig::default()
        };
        let text = write_config(&config).unwrap();
        assert_eq!(read_config(text.as_bytes()).value, config, "{text}");
        assert!(!text.contains("10000000"), "INFINI is the word for it");
    }
}

/// A block names what it names, and everything else is zero.
#[test]
fn a_block_makes_the_penalties_that_it_leaves_out_zero() {
    let read = read_config(b"Penalites { Chauvinisme { ronde 1+ = 2; }; };");
    assert_eq!(read.problems, []);
    let wanted = PappPenalties {
        country: vec![2],
        ..PappPenalties::none()
    };
    assert_eq!(read.value.penalties, Some(wanted));
    assert_eq!(read_config(b"Pays = FRA;").value.penalties, None);
}

#[test]
fn what_papp_refuses_is_a_problem_and_sets_nothing() {
    for (text, code) in [
        ("Score-bip = 40/64;", "bye_score"),
        ("Score-bip = 0/0;", "bye_score"),
        ("Score-bip = 24;", "statement_form"),
        ("zone-insertion \"FRA\" = 59999-50000;", "zone"),
        ("zone-insertion \"FRA\" = 0-5;", "zone"),
        ("zone-insertion = 1-5;", "statement_form"),
        ("Sauvegarde parfois;", "statement_form"),
        ("Affichage-pions;", "statement_form"),
        ("Pays FRA;", "statement_form"),
        ("Pays = \"FRA\"", "no_semicolon"),
        ("Penalties { };", "unknown_statement"),
        ("Penalites { Couleur { difference 1 = 20; }", "open_block"),
        (
            "Penalites { Couleur { difference 1 20; }; };",
            "penalty_form",
        ),
        ("Penalites { Amitie { ronde 1 = 2; }; };", "unknown_penalty"),
        ("Penalites = 5;", "statement_form"),
        // Penalties of colours fall; two opposite floats outweigh the float.
        (
            "Penalites { Couleur { difference 1 = 20; difference 2 = 10; }; };",
            "penalties",
        ),
        (
            "Penalites { Flottement { difference 1+ = 19; minoration = 10; }; };",
            "penalties",
        ),
    ] {
        let read = read_config(text.as_bytes());
        assert_eq!(
            codes(&read.problems)[0],
            (1, code),
            "{text}: {:?}",
            read.problems
        );
        assert_eq!(read.value, PappConfig::default(), "{text}");
    }
}

#[test]
fn a_penalty_that_papp_changes_is_named_and_changed() {
    let text = "Penalites {\nChauvinisme {\nronde 1 = -5;\nronde 2 = 10000001;\nronde 0 = 5;\nronde 129 = 5;\nronde 3 = 99999999999999999999;\n};\nRepetition {\namis = 3;\n};\n};";
    let read = read_config(text.as_bytes());
    assert_eq!(
        codes(&read.problems),
        [
            (3, "negative_penalty"),
            (4, "penalty_truncated"),
            (5, "penalty_of_nothing"),
            (6, "penalty_too_far"),
            (7, "penalty_truncated"),
            (10, "unknown_penalty"),
        ]
    );
    let country = read.value.penalties.unwrap().country;
    assert_eq!(country, [0, PAPP_MAXIMUM, PAPP_MAXIMUM, 0]);
}

#[test]
fn zones_do_not_overlap_and_a_broken_statement_takes_no_other_with_it() {
    let text = "zone-insertion \"FRA\" = 50000-59999;\nzone-insertion \"GBR\" = 59999-60001;\nScore-bip = x\nPays = \"GBR\";";
    let read = read_config(text.as_bytes());
    assert_eq!(
        codes(&read.problems),
        [(2, "zones_overlap"), (3, "statement_form")]
    );
    assert_eq!(read.value.zones.len(), 1);
    assert_eq!(read.value.country.as_deref(), Some("GBR"));
}

#[test]
fn what_papp_has_no_word_for_is_not_written() {
    let with = |penalties: PappPenalties| {
        write_config(&PappConfig {
            penalties: Some(penalties),
            ..PappConfig::default()
        })
    };
    let all = PappPenalties::default;
    assert_eq!(
        with(PappPenalties {
            colour: vec![5, 20],
            ..all()
        }),
        Err(ConfigObstacle::OfNothing("Couleur"))
    );
    assert_eq!(
        with(PappPenalties {
            colour: (0..7).collect(),
            ..all()
        }),
        Err(ConfigObstacle::TooLong {
            list: "Couleur",
            number: 7,
            most: 6
        })
    );
    assert_eq!(
        with(PappPenalties {
            opposite_float_from_round: 4,
            ..all()
        }),
        Err(ConfigObstacle::OppositeFloats(4))
    );
    assert!(matches!(
        with(PappPenalties {
            same_float: -1,
            ..all()
        }),
        Err(ConfigObstacle::Refused(_))
    ));
}
