//! What an event refuses, it refuses by its own rules: a club's event quotes no championship.

use super::support::Stream;
use outflank_tournament::*;

const OTHER_TEXTS: [&str; 5] = ["EGP", "WOC", "MSO", "AGA", "house"];

fn quotes_another_text(told: &str) -> bool {
    OTHER_TEXTS.iter().any(|text| told.contains(text))
}

#[test]
fn no_refusal_carries_a_paragraph_or_the_name_of_a_text() {
    for (_, codes) in Refusal::CODES {
        for known in *codes {
            assert_eq!(known.paragraph, None, "{known:?}");
            assert!(!quotes_another_text(known.sentence), "{known:?}");
        }
    }
}

fn club(entrants: usize, change: impl FnOnce(&mut RuleSet)) -> Stream {
    let mut rules = RuleSet::preset("club").unwrap();
    change(&mut rules);
    Stream::with_entrants(3, rules, entrants)
}

fn told(stream: &mut Stream, command: &Command, code: &str) {
    let refusal = stream.refused(command);
    assert_eq!((refusal.code(), refusal.rule()), (code, None));
    assert!(!quotes_another_text(&refusal.detail()), "{refusal}");
}

fn named(entrants: Vec<EntrantId>) -> Command {
    Command::NameGroupA { entrants }
}

#[test]
fn a_club_quotes_no_other_text() {
    let mut stream = club(4, |_| {});
    stream.give(&named(vec![])).unwrap();
    told(&mut stream, &named(vec![]), "group_a_unchanged");
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    let draw = Command::DrawLots {
        seed: stream.next_seed(),
    };
    told(&mut stream, &draw, "rounds_left");
    let board = stream.state.rounds[0].boards[0].pairing.table;
    let wrong = ResultRecord {
        black_discs: 64,
        white_discs: 64,
        winner: None,
        kind: ResultKind::Played,
        absent: Absence::Nobody,
        game: None,
        unplayed: false,
    };
    let record = Command::RecordResult {
        round: 1,
        table: board,
        result: wrong,
    };
    told(&mut stream, &record, "result_inconsistent");
    let early = Command::ConfirmTournament {
        without_finals: true,
    };
    told(&mut stream, &early, "rounds_left");
    let announce = Command::AnnounceFinalsRound {
        starts_at_ms: 0,
        accept_deviations: true,
    };
    told(&mut stream, &announce, "no_finals_due");
}

#[test]
fn a_club_is_told_by_no_paragraph_that_too_few_are_there() {
    let mut stream = club(3, |_| {});
    for entrant in ["e000", "e001"] {
        stream
            .give(&Command::AnnounceAbsence {
                entrant: EntrantId::from(entrant),
                rounds: vec![1],
            })
            .unwrap();
    }
    let publication = stream.publication();
    told(&mut stream, &publication, "too_few_present");
}

#[test]
fn a_clubs_number_of_rounds_is_refused_without_a_paragraph() {
    let mut stream = club(6, |rules| rules.rounds = Some(7));
    let publication = stream.publication();
    told(&mut stream, &publication, "rounds_not_whole_cycles");
}
