//! Early ends x results. The model counts rounds and points by itself.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::tournament::people::world::{account, played};
use crate::tournament::support::*;
use outflank_tournament::*;

const PLANNED: u32 = 7;
const ENTRANTS: usize = 10;

/// One thing that happens.
#[derive(Clone, Debug)]
enum Step {
    Publish,
    Record(u32),
    Finish,
    Start,
    Correct(u32, u32, u32),
    Shorten(u32),
    End(Option<RoundFate>),
    Abandon(Option<RoundFate>, bool),
    Cancel(bool),
}

fn fate() -> impl Strategy<Value = Option<RoundFate>> {
    prop_oneof![
        Just(None),
        Just(Some(RoundFate::Completed)),
        Just(Some(RoundFate::Adjudicated)),
        Just(Some(RoundFate::Annulled)),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => Just(Step::Publish),
        8 => (0..65_u32).prop_map(Step::Record),
        8 => Just(Step::Finish),
        3 => Just(Step::Start),
        3 => (1..8_u32, 1..6_u32, 0..65_u32).prop_map(|(round, table, discs)| Step::Correct(round, table, discs)),
        2 => (0..9_u32).prop_map(Step::Shorten),
        1 => fate().prop_map(Step::End),
        1 => (fate(), any::<bool>()).prop_map(|(fate, confirm)| Step::Abandon(fate, confirm)),
        1 => any::<bool>().prop_map(Step::Cancel),
    ];
    proptest::collection::vec(step, 10..70)
}

/// A round as the model knows it: black, white, black's discs.
#[derive(Clone, Debug, Default)]
struct Round {
    boards: Vec<(EntrantId, EntrantId, Option<u32>)>,
    byes: Vec<EntrantId>,
    started: bool,
    finished: bool,
}

#[derive(Debug)]
struct Model {
    rounds: Vec<Round>,
    planned: u32,
    stopped: Option<Phase>,
    ranked: bool,
    annulled: usize,
}

impl Model {
    fn published(&self) -> u32 {
        u32::try_from(self.rounds.len()).unwrap()
    }

    fn open(&self) -> bool {
        self.rounds.last().is_some_and(|last| !last.finished)
    }

    fn over(&self) -> bool {
        !self.open() && self.published() >= self.planned
    }

    fn points(&self) -> BTreeMap<EntrantId, i64> {
        let mut points = BTreeMap::new();
        for round in &self.rounds {
            for bye in &round.byes {
                *points.entry(bye.clone()).or_default() += 2;
            }
            for (black, white, discs) in &round.boards {
                let Some(discs) = discs else { continue };
                let won = match discs.cmp(&32) {
                    std::cmp::Ordering::Greater => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Less => 0,
                };
                *points.entry(black.clone()).or_default() += won;
                *points.entry(white.clone()).or_default() += 2 - won;
            }
        }
        points
    }

    /// Whether the fate fits the last round, and the finished rounds after it.
    fn settled(&self, fate: Option<RoundFate>) -> Option<u32> {
        match (self.open(), fate) {
            (false, None) | (true, Some(RoundFate::Completed)) => Some(self.published()),
            // Of a round that has not started nothing was played.
            (true, Some(RoundFate::Adjudicated)) => {
                let started = self.rounds.last().is_some_and(|last| last.started);
                started.then(|| self.published())
            }
            (true, Some(RoundFate::Annulled)) => Some(self.published() - 1),
            (false, Some(_)) | (true, None) => None,
        }
    }

    fn settle(&mut self, fate: Option<RoundFate>) {
        match fate {
            Some(RoundFate::Annulled) => {
                self.rounds.pop();
                self.annulled += 1;
            }
            Some(RoundFate::Adjudicated) => {
                let last = self.rounds.last_mut().unwrap();
                for (_, _, discs) in &mut last.boards {
                    discs.get_or_insert(33);
                }
                last.finished = true;
            }
            Some(RoundFate::Completed) | None => {}
        }
    }
}

fn chosen(fate: Option<RoundFate>, state: &TournamentState) -> Option<UnfinishedRound> {
    fate.map(|fate| match fate {
        RoundFate::Completed => UnfinishedRound::Completed,
        RoundFate::Annulled => UnfinishedRound::Annulled,
        RoundFate::Adjudicated => UnfinishedRound::Adjudicated {
            boards: state
                .rounds
                .last()
                .into_iter()
                .flat_map(|last| last.open_tables())
                .map(|table| AdjudicatedBoard {
                    table,
                    black_discs: 33,
                })
                .collect(),
        },
    })
}

/// What a step asks for; nothing where it only lets time go by.
fn command(step: &Step, stream: &Stream) -> Option<Command> {
    let state = &stream.state;
    let round = state.rounds.last().map_or(1, |last| last.number);
    let (reason, by) = ("why".to_owned(), account("director"));
    let command = match step {
        Step::Start => return None,
        Step::Publish => stream.publication(),
        Step::Record(discs) => Command::RecordResult {
            round,
            table: state
                .rounds
                .last()
                .and_then(|last| last.open_tables().next())
                .unwrap_or(1),
            result: played(*discs),
        },
        Step::Finish => Command::FinishRound { round },
        Step::Correct(round, table, discs) => Command::CorrectResult {
            round: *round,
            table: *table,
            result: played(*discs),
            reason,
        },
        Step::Shorten(rounds) => Command::ShortenQualification(Shortening {
            rounds: *rounds,
            reason,
            by,
            accept_deviations: false,
        }),
        Step::End(fate) => Command::EndEarly(EarlyFinish {
            unfinished: chosen(*fate, state),
            without_finals: false,
            reason,
            by,
            accept_deviations: false,
        }),
        Step::Abandon(fate, confirm) => Command::AbandonTournament(Abandonment {
            unfinished: chosen(*fate, state),
            confirm_ranking: *confirm,
            seed: Some(stream.next_seed()),
            reason,
            by,
            accept_deviations: false,
        }),
        Step::Cancel(annul) => Command::CancelTournament {
            annul_rounds: *annul,
            reason,
            by,
        },
    };
    Some(command)
}

/// What the model makes of a step; false: it is refused.
fn take(model: &mut Model, step: &Step, state: &TournamentState) -> bool {
    let stopped = model.stopped.is_some();
    match step {
        Step::Start => true,
        Step::Publish => {
            let goes = !stopped && !model.open() && !model.over();
            if goes {
                model.rounds.push(Round::default());
            }
            goes
        }
        Step::Record(discs) => {
            let board = model
                .rounds
                .last_mut()
                .filter(|_| !stopped)
                .and_then(|last| last.boards.iter_mut().find(|(_, _, known)| known.is_none()));
            board.map(|(_, _, known)| *known = Some(*discs)).is_some()
        }
        Step::Finish => {
            let last = model.rounds.last_mut().filter(|_| !stopped);
            let Some(last) = last
                .filter(|last| !last.finished && last.boards.iter().all(|board| board.2.is_some()))
            else {
                return false;
            };
            last.finished = true;
            true
        }
        Step::Correct(round, table, discs) => {
            if stopped && (model.stopped == Some(Phase::Cancelled) || model.ranked) {
                return false;
            }
            let round = model.rounds.get_mut(*round as usize - 1);
            let board = round.and_then(|round| round.boards.get_mut(*table as usize - 1));
            let Some((_, _, Some(known))) = board else {
                return false;
            };
            // Results are compared whole: an adjudicated score is another result than a played one.
            let same = state
                .round(match step {
                    Step::Correct(round, ..) => *round,
                    _ => 0,
                })
                .and_then(|round| round.board(*table))
                .and_then(Board::result)
                .is_some_and(|result| *result == played(*discs));
            *known = *discs;
            !same
        }
        Step::Shorten(rounds) => {
            let least = model.published().max(1);
            let goes = !stopped
                && !model.rounds.is_empty()
                && !model.over()
                && (least..model.planned).contains(rounds);
            if goes {
                model.planned = *rounds;
            }
            goes
        }
        Step::End(fate) => {
            let rounds = model
                .settled(*fate)
                .filter(|_| !stopped && !model.rounds.is_empty() && !model.over());
            let Some(rounds) = rounds.filter(|rounds| (1..model.planned).contains(rounds)) else {
                return false;
            };
            model.settle(*fate);
            model.planned = rounds;
            true
        }
        Step::Abandon(fate, confirm) => {
            let rounds = model
                .settled(*fate)
                .filter(|_| !stopped && !model.rounds.is_empty());
            if rounds.is_none_or(|rounds| rounds == 0) || *fate == Some(RoundFate::Completed) {
                return false;
            }
            model.settle(*fate);
            model.planned = model.planned.min(model.published());
            model.stopped = Some(Phase::Abandoned);
            model.ranked = *confirm;
            true
        }
        Step::Cancel(annul) => {
            let goes = !stopped && (model.rounds.is_empty() || *annul);
            if goes {
                model.annulled += model.rounds.len();
                model.rounds.clear();
                model.planned = 0;
                model.stopped = Some(Phase::Cancelled);
            }
            goes
        }
    }
}

fn agree(model: &Model, state: &TournamentState) {
    assert_eq!(state.rounds.len(), model.rounds.len());
    assert_eq!(state.early_ends.annulled.len(), model.annulled);
    assert_eq!(state.ranking.is_some(), model.ranked);
    if state.plan.is_some() {
        assert_eq!(state.planned_rounds(), model.planned);
    }
    let expected = model.stopped.unwrap_or(if state.plan.is_some() {
        Phase::Running
    } else {
        Phase::Registration
    });
    assert_eq!(state.phase(), expected);
    let points = model.points();
    for line in state.standings().unwrap() {
        let entrant = &state.entrants[line.player].id;
        assert_eq!(
            line.half_points,
            HalfPoints(points.get(entrant).copied().unwrap_or(0)),
            "{entrant}"
        );
    }
    for line in state.ranking.iter().flatten() {
        assert_eq!(
            line.half_points,
            HalfPoints(points.get(&line.entrant).copied().unwrap_or(0))
        );
        assert!(line.titles.is_empty());
    }
}

proptest! {
    #![proptest_config(crate::property::cases(120))]

    #[test]
    fn whatever_ends_early_counts_what_was_finished(steps in steps()) {
        let mut rules = RuleSet::preset("club").unwrap();
        rules.rounds = Some(PLANNED);
        let mut stream = Stream::with_entrants(1, rules, ENTRANTS);
        let mut model = Model { rounds: Vec::new(), planned: PLANNED, stopped: None, ranked: false, annulled: 0 };
        let constant = stream.state.standings_rules().unwrap().brightwell_constant;
        for step in &steps {
            let Some(command) = command(step, &stream) else {
                if let (Some(last), Some(known)) = (stream.state.rounds.last(), model.rounds.last_mut()) {
                    stream.now_ms = stream.now_ms.max(last.starts_at_ms);
                    known.started = true;
                }
                continue;
            };
            let before = stream.state.clone();
            let given = stream.give(&command).map_err(|refusal| refusal.code());
            let taken = take(&mut model, step, &before);
            assert_eq!(given.is_ok(), taken, "{step:?}: {given:?} in {model:?}");
            if matches!(step, Step::Publish) && taken {
                let last = stream.state.rounds.last().unwrap();
                let known = model.rounds.last_mut().unwrap();
                known.byes.clone_from(&last.byes);
                known.boards = last.boards.iter().map(|board| (board.pairing.black.clone(), board.pairing.white.clone(), None)).collect();
            }
            agree(&model, &stream.state);
            assert_eq!(stream.state.standings_rules().unwrap().brightwell_constant, constant);
        }
        for check in repeat_draws(&stream.events) {
            assert!(check.holds, "{check:?}");
        }
    }
}
