//! PAPP's log of an event: its statements, what they come to, and that they are written as they were read.

use outflank_formats::papp::work_file::{
    Course, CoursePair, CourseRound, PairScore, WorkAct, WorkFile, WorkHeading, WorkPair, WorkStep,
    read_work_file, write_work_file,
};
use outflank_formats::{CivilDate, Problem, ToldConstant};

const LOG: &str = r#"#########################################
#_Nom-Tournoi   = "Sample Open" ;
#_Nombre-Rondes = 7 ;
#_BQ-double = 6.000000 ;
#_Date = "09/05/2026" ;
#########################################

& +000001 +000002 +000003 -000004;
raz-couplage;
(000001 000002);
(000001 40 000002 24);
ronde-suivante;

& +000004;
(000003 000001);
(4 31.5 2 32.5);
"#;

/// Lines and codes of problems.
type Told<'a> = &'a [(u32, &'a str)];

fn codes(problems: &[Problem]) -> Vec<(u32, &'static str)> {
    problems
        .iter()
        .map(|problem| (problem.line, problem.code))
        .collect()
}

fn pair(black: u32, white: u32, half_discs: Option<u8>) -> WorkPair {
    WorkPair {
        black,
        white,
        score: half_discs.and_then(PairScore::new),
    }
}

fn round(pairs: &[(u32, WorkPair)], byes: &[u32]) -> CourseRound {
    CourseRound {
        pairs: pairs
            .iter()
            .map(|&(line, pair)| CoursePair { line, pair })
            .collect(),
        byes: byes.to_vec(),
    }
}

fn course(log: &str) -> (Course, Vec<(u32, &'static str)>) {
    let read = read_work_file(log.as_bytes());
    let course = read.value.course();
    let mut found = codes(&read.problems);
    found.extend(codes(&course.problems));
    (course.value, found)
}

#[test]
fn a_log_comes_to_players_rounds_and_a_round_that_has_begun() {
    let (course, found) = course(LOG);
    assert_eq!(found, []);
    assert_eq!(
        course.heading,
        WorkHeading {
            name: Some("Sample Open".to_owned()),
            rounds: Some(7),
            constant: ToldConstant::of_whole(6),
            date: CivilDate::new(2026, 5, 9),
        }
    );
    assert_eq!(course.players, [(1, true), (2, true), (3, true), (4, true)]);
    assert_eq!(course.rounds, [round(&[(11, pair(1, 2, Some(80)))], &[3])]);
    let begun = [(15, pair(3, 1, None)), (16, pair(4, 2, Some(63)))];
    assert_eq!(course.current, Some(round(&begun, &[])));
}

#[test]
fn a_log_is_written_as_documented() {
    let file = read_work_file(LOG.as_bytes()).value;
    let text = write_work_file(&file);
    let wanted = LOG
        .replace("Nom-Tournoi   =", "Nom-Tournoi =")
        .replace("(4 31.5 2 32.5)", "(000004 31.5 000002 32.5)");
    assert_eq!(text, wanted);
}

#[test]
fn what_a_reader_forgives() {
    let log = "%_NOM-tournoi=\"A  B\";# a remark\n&+1-2 +3;;\nRaz-Couplage ; ( 1 64 3 0 ) ;\nround-robin-table [4] = { 1 2; 3 0 };\nRONDE-SUIVANTE;";
    let (course, found) = course(log);
    assert_eq!(found, []);
    assert_eq!(course.heading.name.as_deref(), Some("A B"));
    assert_eq!(course.players, [(1, true), (2, false), (3, true)]);
    assert_eq!(course.rounds, [round(&[(3, pair(1, 3, Some(128)))], &[])]);
}

#[test]
fn the_later_statement_holds() {
    // Paired anew, scores corrected and taken away, colours changed, partners changed.
    let cases: [(&str, &[WorkPair]); 5] = [
        ("(1 2); raz-couplage; (3 4);", &[pair(3, 4, None)]),
        ("(1 40 2 24); (1 24 2 40);", &[pair(1, 2, Some(48))]),
        ("(1 40 2 24); (1 2);", &[pair(1, 2, None)]),
        ("(1 2); (2 1);", &[pair(2, 1, None)]),
        ("(1 2); (3 4); (1 3);", &[pair(1, 3, None)]),
    ];
    for (log, wanted) in cases {
        let (course, found) = course(&format!("& +1 +2 +3 +4;\n{log}"));
        assert_eq!(found, [], "{log}");
        let current = course.current.unwrap_or_default();
        let pairs: Vec<WorkPair> = current.pairs.iter().map(|one| one.pair).collect();
        assert_eq!(pairs, wanted, "{log}");
    }
}

#[test]
fn what_makes_no_sense_is_named_by_its_line_and_says_nothing() {
    let cases: [(&str, Told, &[WorkPair]); 14] = [
        ("(1 40 2 25);", &[(2, "score")], &[pair(1, 2, None)]),
        ("(1 40.25 2 23.75);", &[(2, "score")], &[pair(1, 2, None)]),
        ("(1 400 2 -336);", &[(2, "not_a_pair")], &[]),
        ("(1 1);", &[(2, "self_pair")], &[]),
        ("(1 2 3);", &[(2, "not_a_pair")], &[]),
        ("(0 2);", &[(2, "player_number")], &[]),
        ("(1 99999999999);", &[(2, "player_number")], &[]),
        ("(1 2)\n(3 4);", &[(2, "no_semicolon")], &[pair(3, 4, None)]),
        (
            "& +1 2;\n(3 4);",
            &[(2, "no_semicolon")],
            &[pair(3, 4, None)],
        ),
        (
            "& +x;\n(3 4);",
            &[(2, "player_number")],
            &[pair(3, 4, None)],
        ),
        (
            "bonjour { 1; 2 } ; (1 2);",
            &[(2, "unknown_statement")],
            &[pair(1, 2, None)],
        ),
        (
            "\"abc; (1 2);\n(3 4);",
            &[(2, "not_a_statement")],
            &[pair(3, 4, None)],
        ),
        ("(1 9);", &[(2, "absent_player")], &[pair(1, 9, None)]),
        (
            "(1 40 2 24); (2 3);",
            &[(2, "paired_twice")],
            &[pair(2, 3, None)],
        ),
    ];
    for (log, wanted, pairs) in cases {
        let (course, found) = course(&format!("& +1 +2 +3 +4;\n{log}"));
        assert_eq!(found, wanted, "{log}");
        let current = course.current.unwrap_or_default();
        let told: Vec<WorkPair> = current.pairs.iter().map(|one| one.pair).collect();
        assert_eq!(told, pairs, "{log}");
    }
}

#[test]
fn headings_are_judged_one_by_one() {
    for (line, sound) in [
        ("#_Nombre-Rondes = 128 ;", true),
        ("#_Nombre-Rondes = 129 ;", false),
        ("#_Nombre-Rondes = 0 ;", false),
        ("#_Nombre-Rondes = \"7\" ;", false),
        ("#_BQ-double = 0 ;", true),
        ("#_BQ-double = 5.818 ;", true),
        ("#_BQ-double = 1001 ;", false),
        ("#_Date = \"31/02/2026\" ;", false),
        ("#_Date = \"2026-05-09\" ;", false),
        ("#_Nom-Tournoi = \"x ;", false),
        ("#_Nom-Tournoi \"x\" ;", false),
    ] {
        let read = read_work_file(line.as_bytes());
        let wanted: &[(u32, &str)] = if sound { &[] } else { &[(1, "heading")] };
        assert_eq!(codes(&read.problems), wanted, "{line}");
        assert_eq!(
            read.value.heading == WorkHeading::default(),
            !sound,
            "{line}"
        );
    }
}

#[test]
fn rounds_that_end_oddly() {
    let cases: [(&str, Told, usize); 3] = [
        ("& +1 +2; ronde-suivante;", &[(1, "empty_round")], 0),
        ("& +1 +2;\n(1 2);\nronde-suivante;", &[(2, "no_score")], 1),
        (
            "& +1 +2 +3 +4;\n(1 40 2 24);\nronde-suivante;",
            &[(3, "several_byes")],
            1,
        ),
    ];
    for (log, wanted, rounds) in cases {
        let (course, found) = course(log);
        assert_eq!(found, wanted, "{log}");
        assert_eq!(course.rounds.len(), rounds, "{log}");
    }
    let rounds = "(1 40 2 24); ronde-suivante;\n".repeat(129);
    let (course, found) = course(&format!("& +1 +2;\n{rounds}"));
    assert_eq!(
        (course.rounds.len(), found),
        (128, vec![(130, "too_many_rounds")])
    );
    let many: String = (1..=257).map(|number| format!(" +{number}")).collect();
    let (course, found) = self::course(&format!("&{many};"));
    assert_eq!(
        (course.players.len(), found),
        (256, vec![(1, "too_many_players")])
    );
}

#[test]
fn a_course_is_a_log_of_its_own() {
    let (course, _) = course(LOG);
    let log = WorkFile::of_course(&course);
    let presence = |told: &[(u32, bool)]| WorkAct::Presence(told.to_vec());
    let acts: Vec<WorkAct> = log
        .steps
        .into_iter()
        .map(|WorkStep { act, .. }| act)
        .collect();
    assert_eq!(
        acts,
        [
            presence(&[(1, true), (2, true), (3, true), (4, false)]),
            WorkAct::ClearPairs,
            WorkAct::Pair(pair(1, 2, Some(80))),
            WorkAct::NextRound,
            presence(&[(4, true)]),
            WorkAct::ClearPairs,
            WorkAct::Pair(pair(3, 1, None)),
            WorkAct::Pair(pair(4, 2, Some(63))),
        ]
    );
}
