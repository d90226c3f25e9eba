//! Answers as a person reads them, made of the same values as the JSON.

use crate::run::{outflank, write};

const HEAD: &str = "%%Tournament: Open\n%%Country: Utopia\n%%Date: 01/02/2003\n%%Sender: X\n\n";
const PLAYERS: &str = "%_%  1, BERG, Ann, NOR, 0, 0, 0\n%_%  2, LEADER, Bob, GBR, 0, 0, 0\n\
     %_%  3, TASTET, Cleo, FRA, 0, 0, 0\n%_%  4, BOE, Dan, NOR, 0, 0, 0\n";
const ROUND: &str = "%Round: 1\n 1 (40)>(24) 2 B\n 3 (33)>(31) 4 B\n";

/// What a tool says on a file of an event when asked for text.
fn text(tool: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "open.ELO", format!("{HEAD}{PLAYERS}{ROUND}"));
    let ran = outflank([&[tool, &file, "--format", "text"], more].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    ran.stdout
}

fn lines(wanted: &[&str]) -> String {
    format!("{}\n", wanted.join("\n"))
}

#[test]
fn a_record_is_a_block_of_names_and_values() {
    assert_eq!(
        outflank(["perft", "3", "--format", "text"]).stdout,
        lines(&["leaves      56", "with ended  56"])
    );
}

#[test]
fn a_list_is_a_table_with_numbers_to_the_right() {
    let wanted = lines(&[
        "rank  id  name          country  points  bq  discs",
        "   1   1  BERG, Ann     NOR           1  40     40",
        "   2   3  TASTET, Cleo  FRA           1  33     33",
        "   3   4  BOE, Dan      NOR           0  37     31",
        "   4   2  LEADER, Bob   GBR           0  30     24",
    ]);
    assert_eq!(text("standings", &[]), wanted);
}

#[test]
fn what_is_too_long_for_a_cell_stands_under_its_line() {
    let said = text("standings", &["--explain"]);
    let wanted = lines(&[
        "rank  id  name          country  points  bq  discs  BQ",
        "   1   1  BERG, Ann     NOR           1  40     40  40",
        "   2   3  TASTET, Cleo  FRA           1  33     33  33",
        "    decided  BERG, Ann is ahead of TASTET, Cleo on BQ, 40.0 against 33.0.",
        "   3   4  BOE, Dan      NOR           0  37     31  37",
        "    decided  TASTET, Cleo is ahead of BOE, Dan on points, 1 against 0.",
    ]);
    assert!(said.starts_with(&wanted), "{said}");
}

#[test]
fn a_round_names_its_players() {
    let wanted = lines(&[
        "round  2",
        "pairings",
        "  table  black          white",
        "      1  4 BOE, Dan     1 BERG, Ann",
        "      2  2 LEADER, Bob  3 TASTET, Cleo",
        "bye    –",
        "cost   –",
    ]);
    assert_eq!(text("pair", &["--rule-set", "papp"]), wanted);
}

#[test]
fn what_has_parts_stands_further_right() {
    let said = text("teams", &[]);
    let wanted = lines(&[
        "rank  team  points  internal games",
        "   1  NOR        1               0",
        "    members",
        "      id           points  counts",
        "      1 BERG, Ann       1  yes",
        "      4 BOE, Dan        0  yes",
        "    explanation  1 + 0 = 1; first of 2 teams with as much by the best member's place.",
    ]);
    assert!(said.starts_with(&wanted), "{said}");
}

#[test]
fn what_commands_a_terminal_is_written_out() {
    for (text, safe) in [
        ("Ålborg Open – 第3回", "Ålborg Open – 第3回"),
        (
            "Open\u{1b}]0;mine\u{7}\u{1b}[2J",
            r"Open\u{1b}]0;mine\u{7}\u{1b}[2J",
        ),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\u{9b}31m\u{7f}", r"\u{9b}31m\u{7f}"),
        ("genuine\u{202e}ton", r"genuine\u{202e}ton"),
    ] {
        assert_eq!(outflank_offline::output::printable(text), safe);
    }
}
