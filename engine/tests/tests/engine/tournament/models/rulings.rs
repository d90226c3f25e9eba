//! Overlapping rulings: imposed, proposed, reviewed, appealed, replaced. The model says who is in.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use crate::tournament::people::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

const ENTRANTS: usize = 12;

#[derive(Clone, Debug)]
enum Step {
    /// An expulsion applies at once.
    Expel(usize),
    /// A disqualification waits for its review.
    Propose(usize),
    Review(usize, bool),
    Annul(usize),
    /// On appeal a warning takes the ruling's place.
    Soften(usize),
    /// On appeal another expulsion takes its place.
    Harden(usize),
    Withdraw(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let who = || 0..4_usize;
    let which = || 0..40_usize;
    let step = prop_oneof![
        3 => who().prop_map(Step::Expel),
        3 => who().prop_map(Step::Propose),
        4 => (which(), any::<bool>()).prop_map(|(ruling, holds)| Step::Review(ruling, holds)),
        4 => which().prop_map(Step::Annul),
        1 => which().prop_map(Step::Soften),
        1 => which().prop_map(Step::Harden),
        1 => who().prop_map(Step::Withdraw),
    ];
    proptest::collection::vec(step, 10..60)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Status {
    Proposed,
    InForce,
    Fallen,
}

/// Rulings that put somebody out, and who went by himself.
#[derive(Default, Debug)]
struct Model {
    rulings: BTreeMap<String, (EntrantId, Status)>,
    withdrew: BTreeSet<EntrantId>,
}

impl Model {
    fn is_in(&self, whom: &EntrantId) -> bool {
        let holds = |(of, status): &(EntrantId, Status)| of == whom && *status == Status::InForce;
        !self.withdrew.contains(whom) && !self.rulings.values().any(holds)
    }

    fn pick(&self, number: usize, status: Status) -> Option<(String, EntrantId)> {
        let known: Vec<_> = self
            .rulings
            .iter()
            .filter(|(_, known)| known.1 == status)
            .collect();
        let (id, (whom, _)) = known.get(number % known.len().max(1))?;
        Some(((*id).clone(), whom.clone()))
    }

    fn set(&mut self, id: &str, status: Status) {
        self.rulings.get_mut(id).unwrap().1 = status;
    }
}

fn decider(stream: &Stream, ruling: &str) -> AccountId {
    let by_arbiter = stream.state.ruling(ruling).unwrap().act.by == account("arbiter");
    account(if by_arbiter { "organiser" } else { "arbiter" })
}

/// Nobody decides an appeal against a ruling of his own: the organiser hears those against the arbiter's.
fn decided(
    stream: &mut Stream,
    number: usize,
    (ruling, whom): (&str, &EntrantId),
    effect: AppealEffect,
) {
    let appeal = format!("appeal {number}");
    let by = decider(stream, ruling);
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
            effect,
            decision: "written".to_owned(),
            by,
        }))
        .unwrap();
}

fn step(stream: &mut Stream, model: &mut Model, number: usize, step: &Step) {
    let id = format!("ruling {number}");
    match step {
        Step::Expel(who) => {
            let whom = entrant(*who);
            let given = stream.give(&Command::ImposePenalty(penalty(
                &id,
                &whom,
                Penalty::Expulsion,
            )));
            assert_eq!(given.is_ok(), model.is_in(&whom));
            if given.is_ok() {
                model.rulings.insert(id, (whom, Status::InForce));
            }
        }
        Step::Propose(who) => {
            let whom = entrant(*who);
            stream
                .give(&Command::ImposePenalty(penalty(
                    &id,
                    &whom,
                    Penalty::Disqualification,
                )))
                .unwrap();
            model.rulings.insert(id, (whom, Status::Proposed));
        }
        Step::Review(which, confirmed) => {
            let Some((ruling, _)) = model.pick(*which, Status::Proposed) else {
                return;
            };
            let review = Command::ReviewPenalty {
                ruling: ruling.clone(),
                confirmed: *confirmed,
                by: account("organiser"),
            };
            stream.give(&review).unwrap();
            model.set(
                &ruling,
                if *confirmed {
                    Status::InForce
                } else {
                    Status::Fallen
                },
            );
        }
        Step::Annul(which) => {
            let Some((ruling, whom)) = model.pick(*which, Status::InForce) else {
                return;
            };
            decided(stream, number, (&ruling, &whom), AppealEffect::Annul);
            model.set(&ruling, Status::Fallen);
        }
        Step::Soften(which) => {
            let Some((ruling, whom)) = model.pick(*which, Status::InForce) else {
                return;
            };
            let warning = PenaltyRuling {
                by: decider(stream, &ruling),
                ..penalty(&id, &whom, Penalty::Warning)
            };
            decided(
                stream,
                number,
                (&ruling, &whom),
                AppealEffect::Replace { ruling: warning },
            );
            model.set(&ruling, Status::Fallen);
        }
        Step::Harden(which) => {
            let Some((ruling, whom)) = model.pick(*which, Status::InForce) else {
                return;
            };
            let another = PenaltyRuling {
                by: decider(stream, &ruling),
                ..penalty(&id, &whom, Penalty::Disqualification)
            };
            decided(
                stream,
                number,
                (&ruling, &whom),
                AppealEffect::Replace { ruling: another },
            );
            model.set(&ruling, Status::Fallen);
            model.rulings.insert(id, (whom, Status::InForce));
        }
        Step::Withdraw(who) => {
            let whom = entrant(*who);
            let given = stream.give(&Command::WithdrawEntrant {
                entrant: whom.clone(),
            });
            assert_eq!(given.is_ok(), model.is_in(&whom));
            if given.is_ok() {
                model.withdrew.insert(whom);
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::property::cases(200))]

    #[test]
    fn who_is_in_follows_from_the_rulings_that_hold(steps in steps()) {
        let mut stream = with_entrants(ENTRANTS, |rules| {
            rules.penalties = PenaltyRules::mind_sports();
            rules.penalties.reviewed = vec![PenaltyKind::Disqualification];
        });
        appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
        appoint(&mut stream, "organiser", OfficialRole::Organiser);
        publish(&mut stream);
        let mut model = Model::default();
        for (number, what) in steps.iter().enumerate() {
            step(&mut stream, &mut model, number, what);
            for who in (0..ENTRANTS).map(entrant) {
                let known = stream.state.entrant(&who).unwrap();
                prop_assert_eq!(known.withdrawn_from.is_none(), model.is_in(&who), "{:?} after {:?}", who, what);
            }
        }
        // Whoever is in is paired, and nobody else.
        play(&mut stream);
        publish(&mut stream);
        let last = stream.state.rounds.last().unwrap();
        let paired: BTreeSet<&EntrantId> = last.boards.iter().flat_map(|board| [&board.pairing.black, &board.pairing.white]).chain(&last.byes).collect();
        let all: Vec<EntrantId> = (0..ENTRANTS).map(entrant).collect();
        let expected: BTreeSet<&EntrantId> = all.iter().filter(|who| model.is_in(who)).collect();
        prop_assert_eq!(paired, expected);
    }
}
