//! The waiting list through a whole event, against a model of its own: nobody waits while there is a place for him, nobody
//! is in twice, and who came first moves up first.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

const CAPACITY: usize = 8;
const LAST_LATE_ROUND: u32 = 3;

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Somebody new comes.
    Come,
    /// Somebody who came before comes again.
    ComeAgain(usize),
    /// Whoever waits gives it up.
    LeaveQueue(usize),
    /// Taken off the list, before round 1.
    Remove(usize),
    Withdraw(usize),
    Expel(usize),
    NoShow(usize),
    /// More places, before round 1.
    Enlarge,
    NextRound,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => Just(Step::Come),
        1 => any::<usize>().prop_map(Step::ComeAgain),
        1 => any::<usize>().prop_map(Step::LeaveQueue),
        2 => any::<usize>().prop_map(Step::Remove),
        2 => any::<usize>().prop_map(Step::Withdraw),
        2 => any::<usize>().prop_map(Step::Expel),
        2 => any::<usize>().prop_map(Step::NoShow),
        1 => Just(Step::Enlarge),
        1 => Just(Step::NextRound),
    ];
    proptest::collection::vec(step, 1..60)
}

/// Numbers of entrants: in the order in which they came.
struct Model {
    places: usize,
    present: Vec<usize>,
    queue: Vec<usize>,
    came: usize,
    moved_up: Vec<usize>,
}

impl Model {
    /// Places are filled from the head of the queue while the list takes anybody.
    fn fill(&mut self, open: bool) {
        while open && self.present.len() < self.places && !self.queue.is_empty() {
            let next = self.queue.remove(0);
            self.present.push(next);
            self.moved_up.push(next);
        }
    }
}

struct Event8 {
    stream: Stream,
    model: Model,
}

impl Event8 {
    fn new() -> Self {
        let stream = with_entrants(CAPACITY, |rules| {
            rules.entry.capacity = u32::try_from(CAPACITY).ok();
            rules.entry.waiting_list = true;
            rules.entry.late_entry_until_round = LAST_LATE_ROUND;
            rules.entry.no_shows_until_withdrawn = Some(1);
            rules.absence_policy = AbsencePolicy::Limit { after_ms: 1 };
            let row = rules.formats[0].clone();
            rules.formats = vec![FormatRow {
                from_entrants: 2,
                to_entrants: None,
                stages: vec![StageFormat::Swiss {
                    rounds: 6,
                    modified: false,
                    continues: false,
                }],
                finals: FinalsFormat::none(),
                ..row
            }];
        });
        let model = Model {
            places: CAPACITY,
            present: (0..CAPACITY).collect(),
            queue: Vec::new(),
            came: CAPACITY,
            moved_up: Vec::new(),
        };
        Self { stream, model }
    }

    fn started(&self) -> bool {
        self.stream.state.phase() == Phase::Running
    }

    /// The list takes somebody: before round 1, and later for the rounds of late entry.
    fn open(&self) -> bool {
        !self.started() || self.stream.state.next_round() <= LAST_LATE_ROUND
    }

    fn gone(&mut self, number: usize) {
        self.model.present.retain(|&known| known != number);
        let open = self.open();
        self.model.fill(open);
    }

    fn take(&mut self, step: Step) {
        let some = |of: &[usize], index: usize| (!of.is_empty()).then(|| of[index % of.len()]);
        match step {
            Step::Come => {
                let number = self.model.came;
                let asked = Command::RegisterEntrant(entry(number));
                let open = self.open();
                assert_eq!(self.stream.give(&asked).is_ok(), open);
                if open {
                    self.model.came += 1;
                    self.model.queue.push(number);
                    self.model.fill(true);
                    self.model.moved_up.retain(|&known| known != number);
                }
            }
            Step::ComeAgain(index) => {
                let again = Command::RegisterEntrant(entry(index % self.model.came));
                let known = self.known();
                let given = self.stream.give(&again);
                // Who was taken off, or left the queue, comes as somebody new.
                let number = index % self.model.came;
                if known.contains(&number) || !self.open() {
                    given.unwrap_err();
                } else {
                    given.unwrap();
                    self.model.queue.push(number);
                    self.model.fill(true);
                }
            }
            Step::LeaveQueue(index) => {
                if let Some(number) = some(&self.model.queue, index) {
                    let entrant = entrant(number);
                    self.stream
                        .give(&Command::RemoveEntrant { entrant })
                        .unwrap();
                    self.model.queue.retain(|&known| known != number);
                }
            }
            Step::Remove(index) => {
                if let Some(number) = some(&self.model.present, index).filter(|_| !self.started()) {
                    let entrant = entrant(number);
                    self.stream
                        .give(&Command::RemoveEntrant { entrant })
                        .unwrap();
                    self.gone(number);
                }
            }
            Step::Withdraw(index) => {
                if let Some(number) = some(&self.model.present, index).filter(|_| self.started()) {
                    let entrant = entrant(number);
                    self.stream
                        .give(&Command::WithdrawEntrant { entrant })
                        .unwrap();
                    self.gone(number);
                }
            }
            Step::Expel(index) => {
                if let Some(number) = some(&self.model.present, index).filter(|_| self.started()) {
                    let id = format!("r{}", self.stream.events.len());
                    let act = penalty(&id, &entrant(number), Penalty::Expulsion);
                    self.stream.give(&Command::ImposePenalty(act)).unwrap();
                    self.gone(number);
                }
            }
            Step::NoShow(index) => self.no_show(index),
            Step::Enlarge => {
                if !self.started() && self.model.places < CAPACITY + 3 {
                    self.model.places += 1;
                    let mut rule_set = self.stream.state.rule_set.clone().unwrap();
                    rule_set.entry.capacity = u32::try_from(self.model.places).ok();
                    let change = Command::ChangeRuleSet {
                        origin: None,
                        rule_set,
                        accept_deviations: true,
                    };
                    self.stream.give(&change).unwrap();
                    self.model.fill(true);
                }
            }
            Step::NextRound => self.next_round(),
        }
    }

    /// Black of an open table does not come, and has withdrawn.
    fn no_show(&mut self, index: usize) {
        let Some(round) = self.stream.state.rounds.last() else {
            return;
        };
        let open: Vec<_> = round
            .boards
            .iter()
            .filter(|board| board.result().is_none())
            .map(|board| (board.pairing.table, board.pairing.black.clone()))
            .collect();
        if open.is_empty() {
            return;
        }
        let (table, black) = open[index % open.len()].clone();
        let number = (0..self.model.came)
            .find(|&number| entrant(number) == black)
            .unwrap();
        let there = self.model.present.contains(&number);
        let (round, starts_at_ms) = (round.number, round.starts_at_ms);
        self.stream.now_ms = self.stream.now_ms.max(starts_at_ms + 1);
        self.stream
            .give(&Command::RecordNoShow {
                round,
                table,
                absent: Absence::Black,
            })
            .unwrap();
        if there {
            self.gone(number);
        }
    }

    fn next_round(&mut self) {
        if !self.stream.state.rounds.is_empty() {
            let round = self.stream.state.next_round() - 1;
            let open: Vec<u32> = self
                .stream
                .state
                .round(round)
                .unwrap()
                .open_tables()
                .collect();
            for table in open {
                record(&mut self.stream, round, table, played(40));
            }
            if self.stream.state.round(round).unwrap().state() != RoundState::Finished {
                self.stream.finish();
            }
        }
        let publication = self.stream.publication();
        // Too few may be left, or they have all met, or the rounds are played.
        let _ = self.stream.give(&publication);
    }

    /// On the list, withdrawn or not, or waiting.
    fn known(&self) -> BTreeSet<usize> {
        let state = &self.stream.state;
        let listed = state.entrants.iter().map(|known| &known.id);
        let waiting = state.entry.waiting.iter().map(|known| &known.entrant);
        let ids: Vec<&EntrantId> = listed.chain(waiting).collect();
        let known: BTreeSet<usize> = (0..self.model.came)
            .filter(|&number| ids.contains(&&entrant(number)))
            .collect();
        assert_eq!(known.len(), ids.len(), "nobody is in twice");
        known
    }

    fn check(&self) {
        let state = &self.stream.state;
        let present: BTreeSet<EntrantId> = state.present().map(|one| one.id.clone()).collect();
        let expected: BTreeSet<EntrantId> =
            self.model.present.iter().map(|&n| entrant(n)).collect();
        assert_eq!(present, expected);
        let waiting: Vec<EntrantId> = state
            .entry
            .waiting
            .iter()
            .map(|one| one.entrant.clone())
            .collect();
        let queue: Vec<EntrantId> = self.model.queue.iter().map(|&n| entrant(n)).collect();
        assert_eq!(waiting, queue);
        self.known();
        let free = present.len() < self.model.places && self.open();
        assert!(
            !free || waiting.is_empty(),
            "somebody waits beside a free place"
        );
    }
}

proptest! {
    #![proptest_config(crate::property::cases(96))]

    /// Waiting list, withdrawal, expulsion, no-show and late entry in any order.
    #[test]
    fn nobody_waits_while_a_place_is_free_and_first_come_is_first_served(steps in steps()) {
        let mut event = Event8::new();
        for step in steps {
            event.take(step);
            event.check();
        }
    }
}

/// A round robin takes nobody late; the Swiss system behind it does, and then the first who waits comes first.
#[test]
fn nobody_overtakes_who_waited_while_the_list_was_shut() {
    let mut stream = with_entrants(8, |rules| {
        rules.entry.capacity = Some(8);
        rules.entry.waiting_list = true;
        rules.entry.late_entry_until_round = 9;
    });
    stream.give(&Command::RegisterEntrant(entry(20))).unwrap();
    publish(&mut stream);
    let withdraw = Command::WithdrawEntrant {
        entrant: entrant(0),
    };
    stream.give(&withdraw).unwrap();
    assert_eq!(stream.state.entry.waiting.len(), 1, "chairs are drawn");
    while stream.state.next_round() <= 7 {
        play(&mut stream);
        publish(&mut stream);
    }
    let entered = |stream: &Stream, number| stream.state.entrant(&entrant(number)).is_some();
    assert!(
        entered(&stream, 20),
        "the next round is one of the Swiss system"
    );
    stream.give(&Command::RegisterEntrant(entry(21))).unwrap();
    assert!(!entered(&stream, 21));
}

/// What lets somebody who waits stand on the list brings him up at once.
#[test]
fn a_late_permission_brings_up_who_waits_beside_a_free_place() {
    let mut stream = under(|rules| {
        *rules = RuleSet::preset("woc-2024").unwrap();
        rules.entry.capacity = Some(2);
        rules.entry.waiting_list = true;
    });
    for country in ["XAA", "XBB"] {
        stream
            .give(&Command::EnterNation(Nation {
                country: country.to_owned(),
                kind: NationKind::Federation,
                host: false,
                application: None,
            }))
            .unwrap();
    }
    let player = |number, country: &str| {
        Command::RegisterEntrant(Registration {
            country: Some(country.to_owned()),
            declared: citizen(),
            ..entry(number)
        })
    };
    stream.now_ms = 1_770_000_000_000;
    for (number, country) in [(0, "XAA"), (1, "XAA"), (2, "XBB")] {
        stream.give(&player(number, country)).unwrap();
    }
    // Two weeks before the event no team changes without permission.
    stream.now_ms = 1_777_000_000_000;
    let permit = |country: &str| {
        Command::PermitLateChange(LateChangePermission {
            ruling: format!("permission of {country}"),
            country: country.to_owned(),
            reason: "illness".to_owned(),
            by: account("director"),
        })
    };
    stream.give(&permit("XAA")).unwrap();
    let leaves = Command::RemoveEntrant {
        entrant: entrant(0),
    };
    stream.give(&leaves).unwrap();
    assert_eq!(stream.state.entry.waiting.len(), 1, "no permission yet");
    stream.give(&permit("XBB")).unwrap();
    assert!(stream.state.entrant(&entrant(2)).is_some());
    assert!(stream.state.entry.waiting.is_empty());
}

/// What the rules ask for since he came, who waits declares before he moves up, and is asked for no more than who comes now.
#[test]
fn who_waits_declares_what_is_asked_since() {
    let mut stream = under(|rules| {
        rules.entry.capacity = Some(4);
        rules.entry.waiting_list = true;
    });
    for number in 0..7 {
        stream
            .give(&Command::RegisterEntrant(entry(number)))
            .unwrap();
    }
    let waiting = |stream: &Stream| {
        let waiting = stream.state.entry.waiting.iter();
        waiting
            .map(|waits| waits.entrant.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(waiting(&stream), [4, 5, 6].map(entrant));
    let mut rule_set = stream.state.rule_set.clone().unwrap();
    rule_set.entry.acceptance = RulesAcceptance::Asked;
    stream
        .give(&Command::ChangeRuleSet {
            rule_set,
            origin: None,
            accept_deviations: true,
        })
        .unwrap();
    let accepts = |number| Command::DeclareEntry {
        entrant: entrant(number),
        declared: Declared {
            acceptance: Some(AcceptedRules::asked(
                account("director"),
                Some("word".to_owned()),
            )),
            ..Declared::default()
        },
        by: account("director"),
    };
    stream.give(&accepts(5)).unwrap();
    assert_eq!(waiting(&stream), [4, 5, 6].map(entrant));
    for number in [0, 1] {
        stream
            .give(&Command::RemoveEntrant {
                entrant: entrant(number),
            })
            .unwrap();
    }
    // The first place went to the one who accepted; the second stays until somebody does.
    assert_eq!(waiting(&stream), [4, 6].map(entrant));
    assert_eq!(stream.state.entrants.len(), 3);
    stream.give(&accepts(6)).unwrap();
    assert_eq!(waiting(&stream), [4].map(entrant));
    let accepted = |number| {
        let known = stream.state.entrant(&entrant(number)).unwrap();
        known.entry.declared.acceptance.is_some()
    };
    assert!(accepted(5) && accepted(6));
}

/// Whose invitation is taken back moves up no more.
#[test]
fn who_is_invited_no_more_does_not_move_up() {
    let mut stream = under(|rules| {
        rules.entry.capacity = Some(2);
        rules.entry.waiting_list = true;
        rules.entry.mode = EntryMode::Invited;
    });
    for number in 0..4 {
        let entrant = entrant(number);
        stream
            .give(&Command::InviteEntrant {
                entrant,
                account: None,
            })
            .unwrap();
        let registration = Registration {
            self_entry: true,
            ..entry(number)
        };
        stream
            .give(&Command::RegisterEntrant(registration))
            .unwrap();
    }
    let (uninvited, gone) = (entrant(2), entrant(0));
    stream
        .give(&Command::RevokeInvitation { entrant: uninvited })
        .unwrap();
    stream
        .give(&Command::RemoveEntrant { entrant: gone })
        .unwrap();
    assert!(stream.state.entrant(&entrant(2)).is_none());
    assert!(stream.state.entrant(&entrant(3)).is_some());
}
