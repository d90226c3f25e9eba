//! Who has a place: rulings that overlap, withdrawals, no-shows, and the waiting list behind them.

use std::collections::{BTreeMap, BTreeSet};

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

const CAPACITY: usize = 14;

/// Any round takes late entrants, rulings apply at once and the organiser hears appeals, a no-show has withdrawn.
fn rules(rules: &mut RuleSet) {
    rules.penalties = PenaltyRules::mind_sports();
    rules.penalties.reviewed.clear();
    rules.entry.capacity = u32::try_from(CAPACITY).ok();
    rules.entry.waiting_list = true;
    rules.entry.late_entry_until_round = 100;
    rules.entry.no_shows_until_withdrawn = Some(1);
    rules.absence_policy = AbsencePolicy::Limit { after_ms: 0 };
}

fn impose(id: &str, whom: &EntrantId, act: Penalty) -> Command {
    Command::ImposePenalty(penalty(id, whom, act))
}

/// The ruling is appealed by the entrant and falls.
fn annul(stream: &mut Stream, ruling: &str, whom: &EntrantId) {
    let appeal = format!("against {ruling}");
    stream
        .give(&Command::FileAppeal(AppealFiling {
            appeal: appeal.clone(),
            against: Appealed::Ruling {
                ruling: ruling.to_owned(),
            },
            entrant: Some(whom.clone()),
            reason: "why".to_owned(),
            by: account("player"),
        }))
        .unwrap();
    stream
        .give(&Command::DecideAppeal(AppealDecision {
            appeal,
            upheld: true,
            effect: AppealEffect::Annul,
            decision: "written".to_owned(),
            by: account("arbiter"),
        }))
        .unwrap();
}

fn out(stream: &Stream, whom: &EntrantId) -> bool {
    let known = stream.state.entrant(whom).unwrap();
    known.withdrawn_from.is_some()
}

fn world() -> Stream {
    let mut stream = with_entrants(CAPACITY, rules);
    appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
    stream
}

#[test]
fn whom_two_rulings_put_out_is_in_again_when_both_fell() {
    for (first, second) in [("r1", "r2"), ("r2", "r1")] {
        let mut stream = world();
        publish(&mut stream);
        let whom = entrant(3);
        stream
            .give(&impose("r1", &whom, Penalty::Expulsion))
            .unwrap();
        stream
            .give(&impose("r2", &whom, Penalty::Disqualification))
            .unwrap();
        annul(&mut stream, first, &whom);
        assert!(out(&stream, &whom), "{second} still holds");
        annul(&mut stream, second, &whom);
        assert!(!out(&stream, &whom), "nothing holds any more");
    }
}

#[test]
fn who_withdrew_himself_is_not_brought_back_by_an_appeal() {
    let mut stream = world();
    publish(&mut stream);
    let whom = entrant(3);
    let withdraw = Command::WithdrawEntrant {
        entrant: whom.clone(),
    };
    stream.give(&withdraw).unwrap();
    stream
        .give(&impose("r1", &whom, Penalty::Disqualification))
        .unwrap();
    stream
        .give(&impose("r2", &whom, Penalty::Disqualification))
        .unwrap();
    annul(&mut stream, "r1", &whom);
    annul(&mut stream, "r2", &whom);
    assert!(out(&stream, &whom));
}

#[test]
fn an_expulsion_and_a_no_show_give_their_places_to_who_waits() {
    let mut stream = world();
    for number in [20, 21] {
        stream
            .give(&Command::RegisterEntrant(entry(number)))
            .unwrap();
    }
    publish(&mut stream);
    let (black, white) = first_table(&stream);
    let events = stream
        .give(&impose("r1", &black, Penalty::Expulsion))
        .unwrap();
    assert!(
        matches!(&events[..], [Event::PenaltyImposed(_), Event::EntrantWithdrawn { .. }, Event::EntrantRegistered(up)] if up.entrant == entrant(20)),
        "{events:?}"
    );
    stream.now_ms = stream.state.round(1).unwrap().starts_at_ms;
    let missing = Command::RecordNoShow {
        round: 1,
        table: 1,
        absent: Absence::White,
    };
    let events = stream.give(&missing).unwrap();
    assert!(out(&stream, &white));
    assert!(
        matches!(events.last(), Some(Event::EntrantRegistered(up)) if up.entrant == entrant(21)),
        "{events:?}"
    );
    assert!(stream.state.entry.waiting.is_empty());
}

/// MSO, "Perfect Scores Policy": whom a ruling that fell kept from a round had no opponent in it.
#[test]
fn who_scores_less_only_for_want_of_an_opponent_has_a_perfect_score() {
    let mut stream = with_entrants(8, |rule_set| {
        rules(rule_set);
        rule_set.extra_rounds = ExtraRounds::WhilePerfectScores;
        let row = rule_set.formats[0].clone();
        rule_set.formats = vec![FormatRow {
            from_entrants: 2,
            to_entrants: None,
            stages: vec![StageFormat::Swiss {
                rounds: 2,
                modified: false,
                continues: false,
            }],
            finals: FinalsFormat::none(),
            ..row
        }];
    });
    appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
    publish(&mut stream);
    let (black, _) = first_table(&stream);
    play(&mut stream);
    stream
        .give(&impose("r1", &black, Penalty::Expulsion))
        .unwrap();
    publish(&mut stream);
    annul(&mut stream, "r1", &black);
    play(&mut stream);
    let perfect = stream.state.perfect_scores().unwrap().unwrap();
    let ids: Vec<&EntrantId> = perfect
        .iter()
        .map(|&player| &stream.state.entrants[player].id)
        .collect();
    assert!(ids.contains(&&black), "{ids:?}");
    assert_eq!(
        scores(&stream, &black),
        2,
        "he has won the only game he had"
    );
}

/// What is to come of it: who gave up his place himself, which rulings hold, who waits.
#[derive(Default)]
struct Model {
    entered: BTreeSet<EntrantId>,
    withdrew: BTreeSet<EntrantId>,
    rulings: BTreeMap<String, EntrantId>,
    waiting: Vec<EntrantId>,
}

impl Model {
    fn put_out(&self, whom: &EntrantId) -> bool {
        self.rulings.values().any(|known| known == whom)
    }

    fn present(&self) -> Vec<EntrantId> {
        let stays = |whom: &&EntrantId| !self.withdrew.contains(*whom) && !self.put_out(whom);
        self.entered.iter().filter(stays).cloned().collect()
    }

    /// Places are given when one is freed, not when somebody comes back.
    fn advance(&mut self) {
        while self.present().len() < CAPACITY && !self.waiting.is_empty() {
            let next = self.waiting.remove(0);
            self.entered.insert(next);
        }
    }
}

fn step(stream: &mut Stream, model: &mut Model, numbers: &mut Numbers, number: usize) {
    let entered: Vec<EntrantId> = model.entered.iter().cloned().collect();
    let whom = entered[numbers.index(entered.len())].clone();
    let there = model.present().contains(&whom);
    match numbers.below(6) {
        0 => {
            let new = entry(100 + number);
            stream.give(&Command::RegisterEntrant(new.clone())).unwrap();
            if model.present().len() < CAPACITY {
                model.entered.insert(new.entrant);
            } else {
                model.waiting.push(new.entrant);
            }
        }
        1 => {
            let withdraw = Command::WithdrawEntrant {
                entrant: whom.clone(),
            };
            assert_eq!(stream.give(&withdraw).is_ok(), there);
            if there {
                model.withdrew.insert(whom);
                model.advance();
            }
        }
        2 => {
            let id = format!("expulsion {number}");
            let given = stream.give(&impose(&id, &whom, Penalty::Expulsion));
            assert_eq!(given.is_ok(), there);
            if there {
                model.rulings.insert(id, whom);
                model.advance();
            }
        }
        3 => {
            let id = format!("disqualification {number}");
            stream
                .give(&impose(&id, &whom, Penalty::Disqualification))
                .unwrap();
            model.rulings.insert(id, whom);
            if there {
                model.advance();
            }
        }
        _ if model.rulings.is_empty() => {}
        _ => {
            let ids: Vec<String> = model.rulings.keys().cloned().collect();
            let id = &ids[numbers.index(ids.len())];
            let whom = model.rulings.remove(id).unwrap();
            annul(stream, id, &whom);
        }
    }
}

#[test]
fn who_is_in_follows_from_the_rulings_in_force_and_the_waiting_list() {
    let (mut reinstated, mut moved_up) = (0, 0);
    for run in 0..40 {
        let mut numbers = Numbers::new("places", run);
        let mut stream = world();
        publish(&mut stream);
        let mut model = Model {
            entered: (0..CAPACITY).map(entrant).collect(),
            ..Model::default()
        };
        for number in 0..60 {
            step(&mut stream, &mut model, &mut numbers, number);
            let there: BTreeSet<EntrantId> = stream
                .state
                .present()
                .map(|known| known.id.clone())
                .collect();
            let expected: BTreeSet<EntrantId> = model.present().into_iter().collect();
            assert_eq!(there, expected, "run {run}, step {number}");
            let waiting: Vec<EntrantId> = stream
                .state
                .entry
                .waiting
                .iter()
                .map(|waits| waits.entrant.clone())
                .collect();
            assert_eq!(waiting, model.waiting, "run {run}, step {number}");
        }
        let happened = |wanted: fn(&Event) -> bool| {
            stream
                .events
                .iter()
                .filter(|(_, event)| wanted(event))
                .count()
        };
        reinstated += happened(|event| matches!(event, Event::EntrantReinstated { .. }));
        moved_up += happened(|event| matches!(event, Event::EntrantRegistered(_))) - CAPACITY;
    }
    assert!(reinstated > 40 && moved_up > 100, "{reinstated} {moved_up}");
}
