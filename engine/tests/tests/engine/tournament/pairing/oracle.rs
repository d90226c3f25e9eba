//! Costs of pairings counted a second time, independently of the engine.

use outflank_tournament::*;

/// What the oracle reads off the table for one player.
#[derive(Clone, Default)]
struct Past {
    points: i64,
    blacks: i64,
    whites: i64,
    opponents: Vec<usize>,
    byes: i64,
    /// +1 floated up, -1 floated down.
    float: i64,
    last: Option<Colour>,
}

fn pasts(table: &ResultTable) -> Vec<Past> {
    let mut pasts = vec![Past::default(); table.players.len()];
    for round in &table.rounds {
        let before: Vec<i64> = pasts.iter().map(|past| past.points).collect();
        for past in &mut pasts {
            past.last = None;
        }
        for &player in &round.byes {
            pasts[player].points += 2;
            pasts[player].byes += 1;
            pasts[player].float = -1;
        }
        for game in &round.games {
            let result = game.result.unwrap();
            let sides = [
                (game.black, game.white, Colour::Black),
                (game.white, game.black, Colour::White),
            ];
            for (own, other, colour) in sides {
                pasts[own].points += match result.winner {
                    Some(winner) => 2 * i64::from(winner == colour),
                    None => i64::from(!(result.black_absent && result.white_absent)),
                };
                if result.black_absent || result.white_absent {
                    continue;
                }
                pasts[own].opponents.push(other);
                pasts[own].last = Some(colour);
                if colour == Colour::Black {
                    pasts[own].blacks += 1;
                } else {
                    pasts[own].whites += 1;
                }
                if before[own] != before[other] {
                    pasts[own].float = (before[other] - before[own]).signum();
                }
            }
        }
    }
    pasts
}

/// Costs counted from the rulebook's words on the bare table.
pub struct Oracle<'a> {
    table: &'a ResultTable,
    pasts: Vec<Past>,
    levels: &'a [PairingLevel],
    lowest: i64,
}

impl<'a> Oracle<'a> {
    pub fn new(table: &'a ResultTable, present: &[usize], levels: &'a [PairingLevel]) -> Self {
        let pasts = pasts(table);
        let lowest = present
            .iter()
            .map(|&player| pasts[player].points)
            .min()
            .unwrap();
        Self {
            table,
            pasts,
            levels,
            lowest,
        }
    }

    pub fn pair(&self, black: usize, white: usize) -> Vec<i64> {
        let (b, w) = (&self.pasts[black], &self.pasts[white]);
        let met = b.opponents.iter().filter(|&&other| other == white).count();
        let difference = (b.points - w.points).abs();
        let floats = |past: &Past, towards: i64| past.float * towards.signum();
        self.levels
            .iter()
            .map(|level| match level {
                PairingLevel::ThirdMeetings => i64::from(met >= 2),
                PairingLevel::Repeats => i64::from(met >= 1),
                PairingLevel::Difference => difference,
                PairingLevel::DifferenceSquares => difference * difference,
                PairingLevel::Colour => {
                    (b.blacks + 1 - b.whites).pow(2) + (w.blacks - w.whites - 1).pow(2)
                }
                PairingLevel::Floats => {
                    floats(b, w.points - b.points) + floats(w, b.points - w.points)
                }
                PairingLevel::Alternation => {
                    i64::from(b.last == Some(Colour::Black))
                        + i64::from(w.last == Some(Colour::White))
                }
                PairingLevel::Country => {
                    let country = |player: usize| {
                        self.table.players[player]
                            .country
                            .as_ref()
                            .map(|code| code.to_lowercase())
                    };
                    i64::from(
                        !self.table.rounds.is_empty()
                            && country(black).is_some()
                            && country(black) == country(white),
                    )
                }
                PairingLevel::FirstRound | PairingLevel::Penalties => unreachable!(),
            })
            .collect()
    }

    pub fn bye(&self, player: usize) -> Vec<i64> {
        let past = &self.pasts[player];
        let difference = past.points - (self.lowest - 1);
        let modified = self.levels.contains(&PairingLevel::ThirdMeetings);
        self.levels
            .iter()
            .map(|level| match level {
                PairingLevel::ThirdMeetings => i64::from(past.byes >= 1),
                PairingLevel::Repeats => i64::from(past.byes >= 1 && !modified),
                PairingLevel::Difference => difference,
                PairingLevel::DifferenceSquares => difference * difference,
                PairingLevel::Colour => (past.blacks - past.whites).pow(2),
                PairingLevel::Floats => -past.float,
                PairingLevel::Alternation | PairingLevel::Country => 0,
                PairingLevel::FirstRound | PairingLevel::Penalties => unreachable!(),
            })
            .collect()
    }

    pub fn cost(&self, pairs: &[(usize, usize)], bye: Option<usize>) -> Vec<i64> {
        let mut sum = vec![0; self.levels.len()];
        for &(black, white) in pairs {
            add(&mut sum, &self.pair(black, white));
        }
        if let Some(player) = bye {
            add(&mut sum, &self.bye(player));
        }
        sum
    }

    /// The least cost over every complete pairing and both colours of every pair.
    pub fn optimum(&self, left: &[usize], bye_left: bool) -> Vec<i64> {
        let Some((&first, rest)) = left.split_first() else {
            return vec![0; self.levels.len()];
        };
        let mut best: Option<Vec<i64>> = None;
        let mut keep = |cost: Vec<i64>| {
            if best.as_ref().is_none_or(|best| cost < *best) {
                best = Some(cost);
            }
        };
        if bye_left {
            let mut cost = self.optimum(rest, false);
            add(&mut cost, &self.bye(first));
            keep(cost);
        }
        for index in 0..rest.len() {
            let mut others = rest.to_vec();
            let second = others.remove(index);
            let tail = self.optimum(&others, bye_left);
            for pair in [self.pair(first, second), self.pair(second, first)] {
                let mut cost = tail.clone();
                add(&mut cost, &pair);
                keep(cost);
            }
        }
        best.unwrap()
    }
}

pub fn add(sum: &mut [i64], more: &[i64]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}
