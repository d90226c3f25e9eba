//! Swiss pairings against a search over every complete pairing, with costs counted from the rulebook's
//! words on the bare table.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use outflank_tournament::*;
use support::*;

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

struct Oracle<'a> {
    table: &'a ResultTable,
    pasts: Vec<Past>,
    levels: &'a [PairingLevel],
    lowest: i64,
}

impl<'a> Oracle<'a> {
    fn new(table: &'a ResultTable, present: &[usize], levels: &'a [PairingLevel]) -> Self {
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

    fn pair(&self, black: usize, white: usize) -> Vec<i64> {
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

    fn bye(&self, player: usize) -> Vec<i64> {
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

    fn cost(&self, pairs: &[(usize, usize)], bye: Option<usize>) -> Vec<i64> {
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
    fn optimum(&self, left: &[usize], bye_left: bool) -> Vec<i64> {
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

fn add(sum: &mut [i64], more: &[i64]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

fn request<'a>(
    table: &'a ResultTable,
    present: &'a [usize],
    levels: &'a [PairingLevel],
    seed: &'a Seed,
) -> SwissRequest<'a> {
    SwissRequest::new(table, present, levels, seed)
}

#[test]
fn no_complete_pairing_is_better() {
    let mut states = [0_u32; 11];
    for run in 0..2600 {
        let mut numbers = Numbers::new("brute force", run);
        let size = if run % 26 == 0 {
            9 + numbers.index(2)
        } else {
            2 + numbers.index(7)
        };
        let extra = numbers.index(3);
        let rounds = numbers.index(8);
        let table = random_table(&mut numbers, size + extra, rounds);
        let mut present: Vec<usize> = (0..size + extra).collect();
        numbers.shuffle(&mut present);
        present.truncate(size);
        let levels: &[PairingLevel] = if run % 2 == 0 {
            &LEVELS
        } else {
            &MODIFIED_LEVELS
        };

        let seed = seed(run);
        let found = pair_swiss(&request(&table, &present, levels, &seed)).unwrap();
        let oracle = Oracle::new(&table, &present, levels);
        let best = oracle.optimum(&present, size % 2 == 1);
        assert_eq!(values(&found.cost, levels), best, "run {run}");
        assert_eq!(oracle.cost(&found.pairs, found.bye), best, "run {run}");
        let judged = pairing_cost(
            &request(&table, &present, levels, &seed),
            &found.pairs,
            found.bye,
        )
        .unwrap();
        assert_eq!(judged, found.cost, "run {run}");

        let mut seated: Vec<usize> = found
            .pairs
            .iter()
            .flat_map(|&(b, w)| [b, w])
            .chain(found.bye)
            .collect();
        seated.sort_unstable();
        present.sort_unstable();
        assert_eq!(seated, present, "run {run}");
        states[size] += 1;
    }
    assert!(states[2..=10].iter().all(|&count| count > 20), "{states:?}");
}

/// The rounds of real events: whatever was played, our pairing of the same round is at least as good.
#[test]
fn real_rounds_are_never_better_than_ours() {
    let text = corpus("papp/rounds.json");
    let events: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut rounds_paired = 0;
    for event in events.as_array().unwrap() {
        let ids: Vec<i64> = event["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| p[0].as_i64().unwrap())
            .collect();
        let index = |id: &serde_json::Value| {
            ids.iter()
                .position(|&known| known == id.as_i64().unwrap())
                .unwrap()
        };
        let mut table = ResultTable {
            players: ids
                .iter()
                .map(|id| TablePlayer {
                    id: id.to_string(),
                    country: None,
                    withdrew: false,
                    ..TablePlayer::default()
                })
                .collect(),
            rounds: Vec::new(),
        };
        for round in event["rounds"].as_array().unwrap() {
            let mut played = TableRound::default();
            for game in round["games"].as_array().unwrap() {
                let points = game[2].as_f64().unwrap();
                let discs = if points > 0.75 {
                    40
                } else if points < 0.25 {
                    24
                } else {
                    32
                };
                played
                    .games
                    .push(support::game(index(&game[0]), index(&game[1]), discs));
            }
            played.byes = round["bye"].as_array().unwrap().iter().map(index).collect();
            let pairs: Vec<_> = played
                .games
                .iter()
                .map(|game| (game.black, game.white))
                .collect();
            let present: Vec<usize> = pairs
                .iter()
                .flat_map(|&(b, w)| [b, w])
                .chain(played.byes.iter().copied())
                .collect();
            if played.byes.len() <= 1 {
                let seed = seed(rounds_paired);
                let request = request(&table, &present, &LEVELS, &seed);
                let ours = pair_swiss(&request).unwrap();
                let theirs = pairing_cost(&request, &pairs, played.byes.first().copied()).unwrap();
                assert!(
                    values(&ours.cost, &LEVELS) <= values(&theirs, &LEVELS),
                    "{}",
                    event["file"]
                );
                rounds_paired += 1;
            }
            table.rounds.push(played);
        }
    }
    assert!(rounds_paired > 1000, "{rounds_paired} rounds");
}
