use super::world::*;
use outflank_tournament::*;

fn program(number: usize, operator: Option<&str>) -> Command {
    Command::RegisterEntrant(Registration {
        computer: true,
        operator: operator.map(str::to_owned),
        ..entry(number)
    })
}

fn aga(rules: &mut RuleSet) {
    rules.entry.computers = ComputerRules {
        operator_required: true,
        may_be_refused: true,
        ..ComputerRules::default()
    };
    let source = ("entry.computers".to_owned(), "AGA".to_owned());
    rules.sources.extend([source]);
}

#[test]
fn a_program_enters_with_its_operator_unless_banned() {
    let mut stream = under(aga);
    refused(
        &mut stream,
        &program(1, None),
        "operator_missing",
        Some("AGA"),
    );
    stream.give(&program(1, Some("person-7"))).unwrap();
    assert_eq!(
        stream
            .state
            .entrant(&entrant(1))
            .unwrap()
            .operator
            .as_deref(),
        Some("person-7")
    );
    let human = Command::RegisterEntrant(Registration {
        operator: Some("person-7".to_owned()),
        ..entry(2)
    });
    refused(&mut stream, &human, "operator_of_human", None);
    let mut banned = under(|rules| rules.entry.computers.banned = true);
    refused(
        &mut banned,
        &program(1, Some("p")),
        "computers_banned",
        None,
    );
}

#[test]
fn a_human_who_refuses_meets_no_program() {
    let mut stream = with_entrants(13, aga);
    stream.give(&program(13, Some("person-7"))).unwrap();
    let refuse = |number| Command::RefuseComputers {
        entrant: entrant(number),
        rather_than_bye: false,
    };
    for number in 1..13 {
        stream.give(&refuse(number)).unwrap();
    }
    refused(&mut stream, &refuse(1), "computers_refused_already", None);
    refused(&mut stream, &refuse(13), "entrant_is_computer", Some("AGA"));
    assert_eq!(stream.state.forbidden_pairs().len(), 12);
    publish(&mut stream);
    let board = stream
        .state
        .round(1)
        .unwrap()
        .boards
        .iter()
        .find(|board| [&board.pairing.black, &board.pairing.white].contains(&&entrant(13)));
    let pairing = &board.unwrap().pairing;
    assert!([&pairing.black, &pairing.white].contains(&&entrant(0)));
    let accept = Command::AcceptComputers {
        entrant: entrant(1),
    };
    stream.give(&accept).unwrap();
    refused(&mut stream, &accept, "computers_not_refused", None);
    assert_eq!(stream.state.forbidden_pairs().len(), 11);
    let mut othello = with_entrants(3, |_| {});
    refused(&mut othello, &refuse(1), "computers_not_refusable", None);
}

#[test]
fn a_round_by_hand_over_a_refusal_names_it() {
    let mut stream = with_entrants(13, aga);
    stream.give(&program(13, Some("person-7"))).unwrap();
    stream
        .give(&Command::RefuseComputers {
            entrant: entrant(12),
            rather_than_bye: false,
        })
        .unwrap();
    let mut publication = stream.publication();
    if let Command::PublishRound { manual, .. } = &mut publication {
        let pairs = (0..7).map(|table| ManualPair {
            black: entrant(2 * table),
            white: entrant(2 * table + 1),
        });
        *manual = Some(ManualPairing {
            pairs: pairs.collect(),
            byes: vec![],
        });
    }
    stream.give(&publication).unwrap();
    let overridden: Vec<&Deviation> = stream
        .state
        .deviations
        .iter()
        .filter(|deviation| deviation.value == "entry.computers")
        .collect();
    assert_eq!(overridden.len(), 1, "{overridden:?}");
    assert_eq!(overridden[0].rule.as_deref(), Some("AGA"));
    assert!(
        overridden[0]
            .detail
            .contains("e012 plays the computer program e013")
    );
}

#[test]
fn rather_than_have_the_bye_he_plays_the_program() {
    let mut stream = with_entrants(13, aga);
    stream.give(&program(13, Some("person-7"))).unwrap();
    stream.give(&program(14, Some("person-8"))).unwrap();
    for number in 0..13 {
        stream
            .give(&Command::RefuseComputers {
                entrant: entrant(number),
                rather_than_bye: true,
            })
            .unwrap();
    }
    let against = stream.state.forbidden_pairs_against_bye(&entrant(4));
    assert_eq!(against.len(), 24);
    assert!(against.iter().all(|(human, _)| *human != entrant(4)));
    assert!(
        stream
            .state
            .forbidden_pairs_against_bye(&entrant(13))
            .is_empty()
    );
    publish(&mut stream);
    let round = stream.state.round(1).unwrap();
    assert_eq!((round.boards.len(), round.byes.len()), (7, 1));
}

#[test]
fn parameters_change_between_rounds_only() {
    let mut stream = with_entrants(13, aga);
    stream.give(&program(13, Some("person-7"))).unwrap();
    let set = |number, id: &str| Command::SetComputerParameters {
        entrant: entrant(number),
        parameters: id.to_owned(),
    };
    stream.give(&set(13, "v1")).unwrap();
    refused(&mut stream, &set(1, "v1"), "not_a_computer", None);
    publish(&mut stream);
    refused(&mut stream, &set(13, "v2"), "computer_playing", Some("AGA"));
    play(&mut stream);
    stream.give(&set(13, "v2")).unwrap();
    let known = stream.state.entrant(&entrant(13)).unwrap();
    assert_eq!(known.parameters.as_deref(), Some("v2"));
}
