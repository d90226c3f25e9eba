//! What is kept of an entry: the rules accepted (WOC I.1, EGP I.1), the federation's agreement, the fee.

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn accepting(number: usize, acceptance: Option<AcceptedRules>, self_entry: bool) -> Command {
    Command::RegisterEntrant(Registration {
        declared: Declared {
            acceptance,
            ..Declared::default()
        },
        self_entry,
        ..entry(number)
    })
}

fn accepted(stream: &Stream, number: usize) -> Option<AcceptedRules> {
    let known = stream.state.entrant(&entrant(number)).unwrap();
    known.entry.declared.acceptance.clone()
}

#[test]
fn under_every_text_the_rules_are_accepted_tacitly() {
    for name in RuleSet::preset_names() {
        let rules = RuleSet::preset(name).unwrap();
        assert_eq!(rules.entry.acceptance, RulesAcceptance::Tacit, "{name}");
        let rule = match name {
            "woc-2024" => Some("WOC I.1"),
            "egp-2020" => Some("EGP I.1"),
            _ => None,
        };
        assert_eq!(rules.source("entry.acceptance"), rule, "{name}");
        let mut asking = rules;
        asking.entry.acceptance = RulesAcceptance::Asked;
        let departs = deviations(&asking)
            .iter()
            .any(|deviation| deviation.rule.as_deref() == rule && rule.is_some());
        assert_eq!(departs, rule.is_some(), "{name}: no text demands it");
    }
    let mut stream = under(|_| {});
    stream.give(&accepting(0, None, true)).unwrap();
    assert_eq!(accepted(&stream, 0), None);
}

#[test]
fn where_the_organiser_asks_entering_takes_the_acceptance() {
    let mut stream = under(|rules| {
        rules.name = "Harbour Cup".to_owned();
        rules.entry.acceptance = RulesAcceptance::Asked;
    });
    let rule = Some("EGP I.1");
    let code = "rules_not_accepted";
    refused(&mut stream, &accepting(0, None, true), code, rule);
    let own = AcceptedRules::asked(account("player"), None);
    stream.give(&accepting(0, Some(own.clone()), true)).unwrap();
    let expected = AcceptedRules {
        rule_set: "Harbour Cup".to_owned(),
        version: 7,
        edition: 2,
        at_ms: stream.now_ms,
        ..own
    };
    assert_eq!(accepted(&stream, 0), Some(expected));
}

#[test]
fn a_directors_entry_says_on_whose_word_the_rules_are_accepted() {
    let mut stream = under(|rules| rules.entry.acceptance = RulesAcceptance::Asked);
    let code = "rules_not_accepted";
    let rule = Some("EGP I.1");
    refused(&mut stream, &accepting(0, None, false), code, rule);
    let nobodys = AcceptedRules::asked(account("director"), None);
    refused(&mut stream, &accepting(0, Some(nobodys), false), code, rule);
    let word = AcceptedRules::asked(account("director"), Some("word-1".to_owned()));
    stream.give(&accepting(0, Some(word), false)).unwrap();
    let kept = accepted(&stream, 0).unwrap();
    assert_eq!(kept.on_word_of.as_deref(), Some("word-1"));
    assert_eq!(kept.by, account("director"));
}

/// Whoever accepted earlier rules is seen by the edition, and accepts the new ones by declaring it.
#[test]
fn an_acceptance_is_of_an_edition_of_the_rules() {
    let mut stream = under(|rules| rules.entry.acceptance = RulesAcceptance::Asked);
    let own = AcceptedRules::asked(account("player"), None);
    stream.give(&accepting(0, Some(own.clone()), true)).unwrap();
    assert_eq!(stream.state.rules_edition(), 2);
    let mut rule_set = stream.state.rule_set.clone().unwrap();
    rule_set.entry.fee = "EUR 20".to_owned();
    stream
        .give(&Command::ChangeRuleSet {
            origin: None,
            rule_set,
            accept_deviations: true,
        })
        .unwrap();
    assert_eq!(accepted(&stream, 0).unwrap().edition, 2);
    assert_eq!(stream.state.rules_edition(), 3);
    stream
        .give(&Command::AssignSeat {
            entrant: entrant(0),
            account: account("player"),
            operator: None,
        })
        .unwrap();
    let declared = Declared {
        acceptance: Some(own),
        ..Declared::default()
    };
    let of_another = Command::DeclareEntry {
        entrant: entrant(0),
        declared: declared.clone(),
        by: account("director"),
    };
    refused(
        &mut stream,
        &of_another,
        "rules_not_accepted",
        Some("EGP I.1"),
    );
    stream
        .give(&Command::DeclareEntry {
            entrant: entrant(0),
            declared,
            by: account("player"),
        })
        .unwrap();
    assert_eq!(accepted(&stream, 0).unwrap().edition, 3);
}

fn agree(number: usize, agrees: bool) -> Command {
    Command::NoteFederationAgreement {
        entrant: entrant(number),
        agreement: FederationAgreement {
            agrees,
            said_by: "the secretary".to_owned(),
            by: account("director"),
        },
    }
}

fn pay(number: usize, paid: bool) -> Command {
    Command::NoteFee {
        entrant: entrant(number),
        note: FeeNote {
            paid,
            by: account("director"),
        },
    }
}

/// Who was paired in the last round, byes included.
fn paired(stream: &Stream) -> Vec<usize> {
    let round = stream.state.rounds.last().unwrap();
    let seats = round.boards.iter().map(|board| &board.pairing);
    let seats = seats.flat_map(|one| [&one.black, &one.white]);
    let ids: Vec<&EntrantId> = seats.chain(&round.byes).collect();
    (0..14)
        .filter(|&number| ids.contains(&&entrant(number)))
        .collect()
}

#[test]
fn who_has_not_the_federations_agreement_is_not_paired() {
    let mut stream = with_entrants(14, |rules| rules.entry.federation_agreement = true);
    let publication = stream.publication();
    assert_eq!(stream.refused(&publication).code(), "too_few_present");
    for number in 0..14 {
        stream.give(&agree(number, number != 5)).unwrap();
    }
    let (known, at_ms) = stream
        .state
        .entrant(&entrant(5))
        .unwrap()
        .entry
        .agreement
        .clone()
        .unwrap();
    assert_eq!((known.agrees, at_ms > 0), (false, true));
    publish(&mut stream);
    let others: Vec<usize> = (0..14).filter(|&number| number != 5).collect();
    assert_eq!(paired(&stream), others);
    play(&mut stream);
    stream.give(&agree(5, true)).unwrap();
    publish(&mut stream);
    assert_eq!(paired(&stream).len(), 14);
    // Where nobody wants it, it is kept and holds nobody back.
    let mut plain = with_entrants(14, |_| {});
    plain.give(&agree(5, false)).unwrap();
    publish(&mut plain);
    assert_eq!(paired(&plain).len(), 14);
}

#[test]
fn fees_are_noted_and_hold_back_only_where_the_rules_say_so() {
    let mut free = with_entrants(4, |_| {});
    refused(&mut free, &pay(0, true), "no_fee", None);
    for held in [false, true] {
        let mut stream = with_entrants(14, |rules| {
            rules.entry.fee = "EUR 20".to_owned();
            rules.entry.paid_before_pairing = held;
        });
        refused(&mut stream, &pay(3, false), "fee_unchanged", None);
        for number in 0..13 {
            stream.give(&pay(number, true)).unwrap();
        }
        stream.give(&pay(3, false)).unwrap();
        let (note, at_ms) = stream
            .state
            .entrant(&entrant(3))
            .unwrap()
            .entry
            .fee
            .clone()
            .unwrap();
        assert_eq!(
            (note.paid, note.by, at_ms),
            (false, account("director"), stream.now_ms)
        );
        publish(&mut stream);
        let unpaid = [3, 13];
        let expected: Vec<usize> = (0..14)
            .filter(|number| !held || !unpaid.contains(number))
            .collect();
        assert_eq!(paired(&stream), expected);
    }
}

/// Who was held back missed the round for want of his own doing, not of an opponent: he has no perfect score (MSO).
#[test]
fn a_round_held_back_from_stays_missed_when_the_fee_is_paid() {
    let mut stream = with_entrants(13, |rules| {
        rules.entry.fee = "EUR 20".to_owned();
        rules.entry.paid_before_pairing = true;
    });
    for number in 1..13 {
        stream.give(&pay(number, true)).unwrap();
    }
    publish(&mut stream);
    stream.give(&pay(0, true)).unwrap();
    let known = stream.state.entrant(&entrant(0)).unwrap();
    assert!(!stream.state.plays(known, 1) && stream.state.plays(known, 2));
    let unpublish = Command::UnpublishRound {
        round: 1,
        reason: "he has paid".to_owned(),
    };
    stream.give(&unpublish).unwrap();
    publish(&mut stream);
    assert_eq!(paired(&stream).len(), 13);
}
