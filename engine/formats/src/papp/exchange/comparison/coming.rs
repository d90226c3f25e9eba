//! The rounds that PAPP held after the last one here.

use std::collections::{BTreeMap, BTreeSet};

use outflank_tournament::{EntrantId, EntrantState};

use super::Comparing;
use crate::event::ToldRound;
use crate::papp::exchange::here::planned_rounds;
use crate::papp::exchange::{ExchangeFinding, ExchangeStep};

/// Who is away as the rounds come.
struct Away {
    /// Rounds for which an absence is announced.
    absences: BTreeMap<EntrantId, BTreeSet<u32>>,
    /// Who has withdrawn by a step.
    withdrawn: BTreeSet<u32>,
}

impl Comparing<'_> {
    /// Publishes what PAPP paired, one round after another, as far as this event has such rounds.
    pub(super) fn coming_rounds(&mut self, known: usize) {
        // Without a plan the publication itself is refused.
        let planned = planned_rounds(self.event.state).unwrap_or(u32::MAX);
        let gone = self.gone();
        let mut away = Away {
            absences: BTreeMap::new(),
            withdrawn: BTreeSet::new(),
        };
        for entrant in &self.event.state.entrants {
            let rounds = entrant.absences.keys().copied().collect();
            away.absences.insert(entrant.id.clone(), rounds);
        }
        let all = self.theirs.rounds.iter().enumerate().skip(known);
        let mut number = self.event.state.next_round();
        for (place, round) in all {
            if number > planned {
                let not_planned = ExchangeFinding::NotPlanned {
                    round: number,
                    planned,
                };
                self.found.findings.push(not_planned);
                return;
            }
            let later = self.theirs.rounds.iter().skip(place.saturating_add(1));
            let plays_on: BTreeSet<u32> = later.flat_map(players).collect();
            let leaving = gone.difference(&plays_on).copied().collect();
            if !self.coming_round(number, round, (&mut away, &leaving)) {
                return;
            }
            number = number.saturating_add(1);
        }
        if self.theirs.rounds.len() < known || number > planned {
            return;
        }
        for player in gone.difference(&away.withdrawn) {
            let withdrawal = self.id(*player).map(|entrant| ExchangeStep::Withdrawal {
                entrant,
                from_round: number,
            });
            self.found.steps.extend(withdrawal);
        }
    }

    /// False where nothing that comes after it can be told.
    fn coming_round(
        &mut self,
        number: u32,
        round: &ToldRound,
        (away, leaving): (&mut Away, &BTreeSet<u32>),
    ) -> bool {
        let findings = self.found.findings.len();
        let playing = players(round);
        let Some((pairs, byes)) = self.seats(round) else {
            // Whoever is unknown is found already.
            return false;
        };
        if byes.len() > 1 {
            let players = round.byes.iter().map(|bye| self.player(*bye)).collect();
            let several = ExchangeFinding::SeveralByes {
                round: number,
                players,
            };
            self.found.findings.push(several);
        }
        self.presence(number, &playing, (away, leaving));
        self.found.steps.push(ExchangeStep::Publish {
            round: number,
            pairs: pairs.clone(),
            bye: byes.into_iter().next(),
        });
        self.results(number, round, &pairs);
        self.found.findings.len() == findings
    }

    /// Who plays whom, and who has the bye; none where somebody is nobody's entrant.
    #[expect(clippy::type_complexity, reason = "pairs, and byes")]
    fn seats(&self, round: &ToldRound) -> Option<(Vec<(EntrantId, EntrantId)>, Vec<EntrantId>)> {
        let games = round.games.iter();
        let pairs = games.map(|game| Some((self.id(game.black)?, self.id(game.white)?)));
        let byes = round.byes.iter().map(|bye| self.id(*bye));
        Some((pairs.collect::<Option<_>>()?, byes.collect::<Option<_>>()?))
    }

    /// Has everybody there who plays in PAPP, and nobody else.
    fn presence(
        &mut self,
        number: u32,
        playing: &BTreeSet<u32>,
        (away, leaving): (&mut Away, &BTreeSet<u32>),
    ) {
        let state = self.event.state;
        let check_in = state.presence.check_ins.get(&number);
        let wanted = check_in.is_some() || state.check_in_wanted(number);
        let in_time = |entrant: &EntrantState| {
            check_in.is_some_and(|list| list.checked_in.contains(&entrant.id))
        };
        let mut late = Vec::new();
        for entrant in &state.entrants {
            let player = self.event.number(&entrant.id);
            let own = away.absences.entry(entrant.id.clone()).or_default();
            let out = entrant.from_round > number
                || entrant.withdrawn_from.is_some_and(|from| from <= number)
                || away.withdrawn.contains(&player);
            match (playing.contains(&player), out) {
                (true, true) => {
                    let found = ExchangeFinding::NotInRound {
                        round: number,
                        player: self.player(player),
                    };
                    self.found.findings.push(found);
                }
                (true, false) => {
                    if own.contains(&number) {
                        self.found.steps.extend(returned(&entrant.id, number, own));
                    }
                    if wanted && !in_time(entrant) {
                        late.push(entrant.id.clone());
                    }
                }
                (false, true) => {}
                (false, false) if leaving.contains(&player) => {
                    away.withdrawn.insert(player);
                    self.found.steps.push(ExchangeStep::Withdrawal {
                        entrant: entrant.id.clone(),
                        from_round: number,
                    });
                }
                (false, false) => {
                    let there = !wanted || in_time(entrant);
                    if there && own.insert(number) {
                        self.found.steps.push(ExchangeStep::Absence {
                            entrant: entrant.id.clone(),
                            rounds: vec![number],
                        });
                    }
                }
            }
        }
        let open = check_in.is_some_and(|list| list.open);
        if wanted && (open || check_in.is_none() || !late.is_empty()) {
            self.found.steps.push(ExchangeStep::CheckIn {
                round: number,
                opens: !open,
                entrants: late,
            });
        }
    }

    /// The results of a round that is published by a step, and its end.
    fn results(&mut self, number: u32, round: &ToldRound, pairs: &[(EntrantId, EntrantId)]) {
        let state = self.event.state;
        let by_clock = state
            .rule_set
            .as_ref()
            .is_none_or(|rules| !rules.over_the_board);
        let mut complete = true;
        for ((game, (black, white)), table) in round.games.iter().zip(pairs).zip(1_u32..) {
            let Some(result) = game.result else {
                complete = false;
                if round.over {
                    let found = ExchangeFinding::NoResult {
                        round: number,
                        pair: self.pair((game.black, game.white)),
                    };
                    self.found.findings.push(found);
                }
                continue;
            };
            self.found.steps.push(ExchangeStep::Result {
                round: number,
                table,
                black: black.clone(),
                white: white.clone(),
                black_discs: result.black_discs,
            });
        }
        if round.over {
            self.found
                .steps
                .push(ExchangeStep::Finish { round: number });
        } else if !complete && by_clock {
            let under_way = ExchangeFinding::UnderWay { round: number };
            self.found.findings.push(under_way);
        }
    }
}

/// Ends an announced absence; what it says of later rounds is announced again.
fn returned(entrant: &EntrantId, number: u32, own: &mut BTreeSet<u32>) -> Vec<ExchangeStep> {
    own.remove(&number);
    let later: Vec<u32> = own.range(number..).copied().collect();
    let ended = ExchangeStep::Return {
        entrant: entrant.clone(),
        round: number,
    };
    let again = ExchangeStep::Absence {
        entrant: entrant.clone(),
        rounds: later.clone(),
    };
    let again = (!later.is_empty()).then_some(again);
    [ended].into_iter().chain(again).collect()
}

/// Who plays in a round or has the bye.
fn players(round: &ToldRound) -> BTreeSet<u32> {
    let games = round.games.iter();
    let paired = games.flat_map(|game| [game.black, game.white]);
    paired.chain(round.byes.iter().copied()).collect()
}
