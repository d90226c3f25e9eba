//! `outflank standings`.

use std::collections::BTreeMap;

use crate::run::{corpus, outflank, text, write};
use serde_json::Value;

const NORWAY: &str = "elo/EGP_NORWAY.ELO";
const POZNAN: &str = "elo/20260314_Poznanskie_Rozgrywki.ELO";

/// Score and discs that the file's player lines give, by number.
fn written(path: &str) -> BTreeMap<u64, (f64, i64)> {
    let bytes = std::fs::read(corpus(path)).unwrap();
    let lines = String::from_utf8(bytes).unwrap();
    let lines = lines.lines().filter_map(|line| line.strip_prefix("%_%"));
    lines
        .filter_map(|line| {
            let fields: Vec<&str> = line
                .split(',')
                .map(|field| field.trim().trim_start_matches('+'))
                .collect();
            Some((
                fields.first()?.parse().ok()?,
                (fields.get(4)?.parse().ok()?, fields.get(5)?.parse().ok()?),
            ))
        })
        .collect()
}

fn list(answer: &Value) -> BTreeMap<u64, (f64, i64)> {
    let lines = answer.as_array().unwrap().iter();
    lines
        .map(|line| {
            (
                line["id"].as_u64().unwrap(),
                (
                    line["points"].as_f64().unwrap(),
                    line["discs"].as_i64().unwrap(),
                ),
            )
        })
        .collect()
}

#[test]
fn the_points_and_discs_written_in_the_files_come_out() {
    for (path, creator, discs) in [(NORWAY, "PAPP 1.37.1", 40), (POZNAN, "FlipTheDisc.com", 32)] {
        let ran = outflank(["standings", &text(&corpus(path))]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(list(&ran.json()), written(path), "{path}");
        let said = format!(
            "outflank: a bye counts {discs} discs, as the file's creator is {creator}; --bye-discs sets another number\n"
        );
        assert_eq!(ran.stderr, said);
    }
}

/// The BQ reckoned here, from the game lines alone: discs + C x opponent's points, 32 + C x own for a
/// round without a game.
fn bq(path: &str, constant: f64, rounds: usize) -> BTreeMap<u64, f64> {
    let points: BTreeMap<u64, f64> = written(path)
        .into_iter()
        .map(|(id, (points, _))| (id, points))
        .collect();
    let mut bq: BTreeMap<u64, f64> = points.keys().map(|id| (*id, 0.0)).collect();
    let mut played: BTreeMap<u64, usize> = BTreeMap::new();
    let text = std::fs::read_to_string(corpus(path)).unwrap();
    let games = text
        .lines()
        .take_while(|line| !line.starts_with("%%Added"))
        .filter(|line| !line.starts_with('%'));
    for line in games {
        let words: Vec<u64> = line
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        let [black, black_discs, white_discs, white] = words[..] else {
            continue;
        };
        for (own, discs, opponent) in [(black, black_discs, white), (white, white_discs, black)] {
            *bq.get_mut(&own).unwrap() += discs as f64 + constant * points[&opponent];
            *played.entry(own).or_default() += 1;
        }
    }
    for (id, value) in &mut bq {
        *value += (rounds - played[id]) as f64 * (32.0 + constant * points[id]);
    }
    bq
}

#[test]
fn the_bq_follows_the_rule_set_or_the_given_constant() {
    for (path, rounds) in [(NORWAY, 11), (POZNAN, 7)] {
        for (option, constant) in [(None, 6.0), (Some("0"), 0.0), (Some("5"), 5.0)] {
            let mut arguments = vec!["standings".to_owned(), text(&corpus(path))];
            arguments.extend(
                option
                    .into_iter()
                    .flat_map(|value| ["--constant".to_owned(), value.to_owned()]),
            );
            let answer = outflank(arguments).json();
            let lines = answer.as_array().unwrap();
            let found: BTreeMap<u64, f64> = lines
                .iter()
                .map(|line| (line["id"].as_u64().unwrap(), line["bq"].as_f64().unwrap()))
                .collect();
            assert_eq!(found, bq(path, constant, rounds), "{path} {constant}");
            let key = |line: &Value| {
                (
                    line["points"].as_f64().unwrap(),
                    line["bq"].as_f64().unwrap(),
                    line["discs"].as_f64().unwrap(),
                )
            };
            assert!(
                lines.windows(2).all(|pair| key(&pair[0]) >= key(&pair[1])),
                "{path} is not in order"
            );
        }
    }
}

const HEAD: &str = "%%Tournament: Open\n%%Country: Utopia\n%%Date: 01/02/2003\n%%Sender: X\n\n";

/// Three entrants, two rounds, the glyph against the score in the second.
fn small() -> String {
    format!(
        "{HEAD}%_%  1, ONE, Ann, XXX, 2, 0, 0\n%_%  2, TWO, Bob, XXX, 1, 0, 0\n%_%  3, THREE,, XXX, 1, 0, 0\n\
         %Round: 1\n 1 (40)>(24) 2 B\n%Round: 2\n 2 (30)>(34) 3 B\n%%Added results\n 3 (64)>(00) 1 B\n"
    )
}

#[test]
fn byes_withdrawals_and_the_shape_of_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "small.ELO", small());
    let ran = outflank(["standings", &file]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    // 1: 40 + 6x1 against 2, the bye 32 + 6x2. 2: 24 + 6x2, 30 + 6x1. 3: the bye 32 + 6x1, 34 + 6x1.
    let line = |rank: u32, id: u32, name: &str, points: u32, bq: u32, discs: u32| serde_json::json!({"rank": rank, "id": id, "name": name, "country": "XXX", "points": points, "bq": bq, "discs": discs});
    let expected = vec![
        line(1, 1, "ONE, Ann", 2, 90, 80),
        line(2, 3, "THREE", 1, 78, 74),
        line(3, 2, "TWO, Bob", 1, 72, 54),
    ];
    assert_eq!(ran.json(), Value::from(expected));
    assert!(
        ran.stderr.contains("the file names no creator"),
        "{}",
        ran.stderr
    );

    let ran = outflank(["standings", &file, "--bye-discs", "33", "--withdrawn", "2"]);
    // Games against 2 count 32 + 6 x own points.
    let expected = vec![
        line(1, 1, "ONE, Ann", 2, 88, 73),
        line(2, 3, "THREE", 1, 76, 67),
        line(3, 2, "TWO, Bob", 1, 72, 54),
    ];
    assert_eq!((ran.code, ran.json()), (0, Value::from(expected)));
    assert_eq!(ran.stderr, "");
}

#[test]
fn what_cannot_be_ranked_is_refused_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        (
            "twice",
            format!("{HEAD}%Round: 1\n 1 (40)>(24) 2 B\n 1 (40)>(24) 3 B\n"),
            ":8: player 1 has a second game in round 1",
        ),
        (
            "none",
            format!("{HEAD} 1 (40)>(24) 2 B\n"),
            " has no round comments",
        ),
        (
            "gap",
            format!("{HEAD}%Round: 1\n 1 (40)>(24) 2 B\n%Round: 3\n 1 (40)>(24) 2 B\n"),
            " has no round 2, but a round 3",
        ),
    ];
    for (name, contents, message) in cases {
        let file = write(folder.path(), name, contents);
        let ran = outflank(["standings", &file]);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (1, ""),
            "{name}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains(&format!("{file}{message}")),
            "{name}: {}",
            ran.stderr
        );
    }
    let file = write(folder.path(), "small.ELO", small());
    let ran = outflank(["standings", &file, "--rule-set", "none"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("egp-2020"), "{}", ran.stderr);
    let ran = outflank(["standings", &file, "--rule-set", "papp"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.json().as_array().unwrap().len(), 3);
    let ran = outflank(["standings", &file, "--withdrawn", "1,9"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("has no player 9"), "{}", ran.stderr);
}

#[test]
fn unreadable_parts_are_findings_beside_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let contents = small().replace("%Round: 2\n", "%Round: 2\n ?????? (30)>(34) 3\n");
    let file = write(folder.path(), "small.ELO", contents);
    let ran = outflank(["standings", &file]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.json().as_array().unwrap().len(), 3);
    assert!(
        ran.stderr
            .contains(&format!("{file}:12: a player is given as ?")),
        "{}",
        ran.stderr
    );
}
