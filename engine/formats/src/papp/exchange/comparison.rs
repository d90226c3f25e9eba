use std::collections::{BTreeMap, BTreeSet};

use outflank_tournament::{EntrantId, EntrantState, GameResult};

use super::here::plays_for_64;
use super::{EventHere, ExchangeFinding, ExchangeStep, NumberedPair, NumberedPlayer};
use crate::event::{ToldEntrant, ToldEvent, ToldGame, ToldRound};
use crate::papp::folder::{FolderProblem, ReadFolder, course, course_round, rounds};
use crate::papp::work_file::WORK_FILE;

mod coming;

/// What PAPP's files hold beside the event here.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Comparison {
    /// The rounds that both have alike, with all that PAPP has of them.
    pub agreed: Vec<u32>,
    /// What brings the event where PAPP left it, in this order; of no use while anything is found.
    pub steps: Vec<ExchangeStep>,
    /// What stands in the way.
    pub findings: Vec<ExchangeFinding>,
}

/// Problems of the work file that take nothing away: the lists are here, and what has no score or no opponent is found by
/// its round.
const HARMLESS: [&str; 3] = ["unlisted_player", "no_score", "several_byes"];

/// Compares what PAPP held with the event here. The same files after their steps were taken come to no steps.
#[must_use]
pub fn compare(event: EventHere<'_>, read: &ReadFolder) -> Comparison {
    let problems = read.problems.iter();
    let problems = problems
        .filter(|found| found.file == WORK_FILE && !HARMLESS.contains(&found.problem.code))
        .map(|found| ExchangeFinding::File(FolderProblem::clone(found)));
    let mut comparing = Comparing {
        event,
        numbers: numbers(event),
        theirs: &read.event,
        found: Comparison {
            findings: problems.collect(),
            ..Comparison::default()
        },
    };
    if !plays_for_64(&event.state.variant()) {
        comparing.found.findings.push(ExchangeFinding::OtherGame);
        return comparing.found;
    }
    comparing.unknown_players();
    let held = comparing.held();
    for ((round, ours), theirs) in held.iter().zip(&read.event.rounds) {
        comparing.same_round(*round, ours, theirs);
    }
    comparing.coming_rounds(held.len());
    comparing.found
}

/// The entrants by their numbers in PAPP.
fn numbers(event: EventHere<'_>) -> BTreeMap<u32, &EntrantState> {
    let entrants = event.state.entrants.iter();
    entrants
        .map(|entrant| (event.number(&entrant.id), entrant))
        .filter(|(number, _)| *number > 0)
        .collect()
}

struct Comparing<'a> {
    event: EventHere<'a>,
    numbers: BTreeMap<u32, &'a EntrantState>,
    theirs: &'a ToldEvent,
    found: Comparison,
}

impl Comparing<'_> {
    /// The rounds that PAPP would hold had nothing happened, by their numbers here.
    fn held(&self) -> Vec<(u32, ToldRound)> {
        let told = self.event.told();
        let mut untold = Vec::new();
        let course = course(&told, &self.event.settings(&told), &mut untold);
        let known = self.event.list_rounds().zip(&told.rounds);
        let known = known
            .filter(|(round, told)| {
                let told = course_round(told, round.number, &mut untold);
                !told.pairs.is_empty()
            })
            .map(|(round, _)| round.number);
        known.zip(rounds(&course, &mut Vec::new())).collect()
    }

    fn player(&self, number: u32) -> NumberedPlayer {
        let name = match self.numbers.get(&number) {
            Some(here) => self.event.entrant(here).name(),
            None => self
                .theirs
                .entrant(number)
                .map_or_else(|| number.to_string(), ToldEntrant::name),
        };
        NumberedPlayer { number, name }
    }

    fn pair(&self, (black, white): (u32, u32)) -> NumberedPair {
        NumberedPair {
            black: self.player(black),
            white: self.player(white),
        }
    }

    fn id(&self, number: u32) -> Option<EntrantId> {
        self.numbers.get(&number).map(|entrant| entrant.id.clone())
    }

    fn unknown_players(&mut self) {
        let unknown = self.theirs.entrants.iter();
        let unknown = unknown.filter(|told| !self.numbers.contains_key(&told.number));
        let found: Vec<_> = unknown
            .map(|told| ExchangeFinding::UnknownPlayer(self.player(told.number)))
            .collect();
        self.found.findings.extend(found);
    }

    /// A round that stands here and in PAPP: what PAPP knows more of it, and where they differ.
    fn same_round(&mut self, round: u32, ours: &ToldRound, theirs: &ToldRound) {
        let before = (self.found.steps.len(), self.found.findings.len());
        let (here, there) = (by_pair(ours), by_pair(theirs));
        let only = |one: &Pairs<'_>, other: &Pairs<'_>| -> Vec<NumberedPair> {
            let pairs = one.keys().filter(|pair| !other.contains_key(pair));
            pairs.map(|pair| self.pair(*pair)).collect()
        };
        let (only_here, only_there) = (only(&here, &there), only(&there, &here));
        if !only_here.is_empty() || !only_there.is_empty() {
            self.found.findings.push(ExchangeFinding::PairingDiffers {
                round,
                here: only_here,
                there: only_there,
            });
            return;
        }
        let byes = |of: &ToldRound| of.byes.iter().copied().collect::<BTreeSet<u32>>();
        if byes(ours) != byes(theirs) {
            let named = |of: &ToldRound| byes(of).into_iter().map(|one| self.player(one)).collect();
            let (here, there) = (named(ours), named(theirs));
            let differs = ExchangeFinding::ByeDiffers { round, here, there };
            self.found.findings.push(differs);
        }
        for (pair, game) in &there {
            let known = here.get(pair).and_then(|known| known.result);
            self.same_game(round, *pair, (known, game.result), theirs.over);
        }
        let complete = self.found.findings.len() == before.1;
        if theirs.over && !ours.over && complete {
            self.found.steps.push(ExchangeStep::Finish { round });
        }
        if complete && self.found.steps.len() == before.0 {
            self.found.agreed.push(round);
        }
    }

    fn same_game(
        &mut self,
        round: u32,
        pair: (u32, u32),
        (here, there): (Option<GameResult>, Option<GameResult>),
        over: bool,
    ) {
        let found = match (here, there) {
            (Some(here), Some(there)) if here.black_discs != there.black_discs => {
                let discs = |result: GameResult| (result.black_discs, result.white_discs);
                ExchangeFinding::ResultDiffers {
                    round,
                    pair: self.pair(pair),
                    here: discs(here),
                    there: discs(there),
                }
            }
            (None, None) if over => ExchangeFinding::NoResult {
                round,
                pair: self.pair(pair),
            },
            (None, Some(there)) => {
                let entered = self.entered(round, pair, there.black_discs);
                self.found.steps.extend(entered);
                return;
            }
            _ => return,
        };
        self.found.findings.push(found);
    }

    /// The result of a board that stands here.
    fn entered(&self, round: u32, pair: (u32, u32), black_discs: u32) -> Option<ExchangeStep> {
        let (black, white) = (self.id(pair.0)?, self.id(pair.1)?);
        let mut boards = self.event.state.round(round)?.boards.iter();
        let board = boards.find(|board| {
            let pairing = &board.pairing;
            (&pairing.black, &pairing.white) == (&black, &white) && pairing.purpose.counts_in_list()
        })?;
        Some(ExchangeStep::Result {
            round,
            table: board.pairing.table,
            black,
            white,
            black_discs,
        })
    }

    /// Who plays no more in PAPP after its last round. While a round is open, who is not there may only sit it out.
    fn gone(&self) -> BTreeSet<u32> {
        if self.theirs.rounds.last().is_none_or(|last| !last.over) {
            return BTreeSet::new();
        }
        let gone = self.theirs.entrants.iter().filter(|told| told.left);
        // Whoever sits the open round out stands as not there in the files that we wrote: of him PAPP knows nothing more.
        let open = self
            .event
            .state
            .rounds
            .last()
            .filter(|round| !round.finished);
        let open = open.filter(|_| self.theirs.rounds.len() == self.event.list_rounds().count());
        let gone = gone.filter(|told| {
            let here = self.numbers.get(&told.number);
            here.is_some_and(|entrant| {
                let sits_out =
                    open.is_some_and(|round| !round.entrants().any(|one| *one == entrant.id));
                entrant.withdrawn_from.is_none() && !sits_out
            })
        });
        gone.map(|told| told.number).collect()
    }
}

type Pairs<'a> = BTreeMap<(u32, u32), &'a ToldGame>;

fn by_pair(round: &ToldRound) -> Pairs<'_> {
    let games = round.games.iter();
    games.map(|game| ((game.black, game.white), game)).collect()
}
