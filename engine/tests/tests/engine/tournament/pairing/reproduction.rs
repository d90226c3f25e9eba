//! The same round gives the same bytes, whatever the order of what goes in.

use outflank_tournament::*;

use crate::tournament::pairing::plain::*;
use crate::tournament::support::*;

/// A round that a rule set of any kind may have to pair.
struct Case {
    table: ResultTable,
    present: Vec<usize>,
    rules: PairingRules,
    constraints: PairingConstraints,
    group_a: Vec<usize>,
    modified: bool,
    since_round: u32,
}

impl Case {
    fn random(run: u32) -> Self {
        let mut numbers = Numbers::new("reproduction", run);
        let size = 6 + numbers.index(16);
        let rounds = numbers.index(6);
        let mut table = random_table(&mut numbers, size, rounds);
        for player in &mut table.players {
            player.rating = (numbers.below(5) > 0)
                .then(|| [1_000, 1_100, 1_200, 1_300, 1_400][numbers.index(5)]);
        }
        let first_round = [
            FirstRound::Random,
            FirstRound::WocGroups,
            FirstRound::RatedSlide,
            FirstRound::RatedFold,
            FirstRound::RatedAdjacent,
        ][numbers.index(5)];
        let mut rules = rules(first_round);
        if numbers.below(3) == 0 {
            rules.model = PairingModel::Papp(PappPenalties::default());
        }
        if numbers.below(3) == 0 {
            rules.start = StartingScores::Accelerated(Acceleration {
                groups: 3,
                step_half_points: HalfPoints(2),
                rounds: 2,
            });
        }
        let mut order: Vec<usize> = (0..size).collect();
        numbers.shuffle(&mut order);
        let mut constraints = PairingConstraints::default();
        if numbers.below(2) == 0 {
            constraints.locked.push(LockedPair {
                one: order[0],
                two: order[1],
                black: None,
            });
            constraints.forbidden.push((order[2], order[3]));
            constraints.no_bye.push(order[4]);
        }
        Self {
            group_a: order.iter().copied().take(numbers.index(size)).collect(),
            present: order,
            table,
            rules,
            constraints,
            modified: numbers.below(2) == 0,
            since_round: 1 + numbers.below(3),
        }
    }

    fn pair(&self, seed: &Seed) -> SwissPairing {
        pair_round(&PairingRequest {
            modified: self.modified,
            constraints: &self.constraints,
            since_round: self.since_round,
            reverse_colours_before: self.since_round,
            group_a: &self.group_a,
            ..PairingRequest::new(&self.table, &self.present, &self.rules, seed)
        })
        .unwrap()
    }

    /// The same round with the players and everything else in another order.
    fn shuffled(&self, to_new: &[usize], numbers: &mut Numbers) -> Self {
        let mut table = self.table.clone();
        for (old, &new) in to_new.iter().enumerate() {
            table.players[new] = self.table.players[old].clone();
        }
        for round in &mut table.rounds {
            for game in &mut round.games {
                (game.black, game.white) = (to_new[game.black], to_new[game.white]);
            }
            for player in &mut round.byes {
                *player = to_new[*player];
            }
            numbers.shuffle(&mut round.games);
        }
        let list = |list: &[usize], numbers: &mut Numbers| {
            let mut moved: Vec<usize> = list.iter().map(|&player| to_new[player]).collect();
            numbers.shuffle(&mut moved);
            moved
        };
        let constraints = &self.constraints;
        let locked = constraints.locked.iter().map(|pair| LockedPair {
            one: to_new[pair.two],
            two: to_new[pair.one],
            black: None,
        });
        let forbidden = constraints.forbidden.iter();
        Self {
            present: list(&self.present, numbers),
            group_a: list(&self.group_a, numbers),
            constraints: PairingConstraints {
                locked: locked.collect(),
                forbidden: forbidden
                    .map(|&(one, two)| (to_new[two], to_new[one]))
                    .collect(),
                bye: None,
                no_bye: list(&constraints.no_bye, numbers),
            },
            table,
            rules: self.rules.clone(),
            ..*self
        }
    }
}

#[test]
fn the_order_of_what_goes_in_has_no_say_under_any_policy() {
    for run in 0..600 {
        let case = Case::random(run);
        let mut numbers = Numbers::new("shuffled", run);
        let mut to_new: Vec<usize> = (0..case.table.players.len()).collect();
        numbers.shuffle(&mut to_new);
        let other = case.shuffled(&to_new, &mut numbers);
        let seed = seed(run);
        let (one, two) = (case.pair(&seed), other.pair(&seed));
        let renamed: Vec<_> = one
            .pairs
            .iter()
            .map(|&(black, white)| (to_new[black], to_new[white]))
            .collect();
        assert_eq!(renamed, two.pairs, "run {run}");
        assert_eq!(one.bye.map(|player| to_new[player]), two.bye, "run {run}");
        assert_eq!(one.cost, two.cost, "run {run}");
        assert_eq!(one, case.pair(&seed), "run {run}");
    }
}

/// Nine players after three rounds.
fn past_event() -> ResultTable {
    let rounds = [
        ([(0, 1, 40), (2, 3, 28), (4, 5, 32), (6, 7, 51)], 8),
        ([(8, 0, 20), (3, 6, 37), (5, 2, 30), (1, 4, 44)], 7),
        ([(0, 3, 33), (6, 8, 46), (7, 5, 25), (2, 1, 39)], 4),
    ];
    let mut table = rated(&[1900, 1850, 1700, 1650, 1500, 1500, 1400, 1200, 0]);
    for (games, bye) in rounds {
        let games = games.map(|(black, white, discs)| game(black, white, discs));
        table.rounds.push(TableRound {
            games: games.to_vec(),
            byes: vec![bye],
            ..TableRound::default()
        });
    }
    table
}

/// A pairing of a past event is checked with the programs of later years: these must never change.
#[test]
fn a_seed_gives_the_same_pairing_for_ever() {
    let opening = ResultTable {
        rounds: Vec::new(),
        ..past_event()
    };
    let papp = PairingRules {
        model: PairingModel::Papp(PappPenalties::default()),
        ..rules(FirstRound::Random)
    };
    let bytes = |table: &ResultTable, rules: &PairingRules| {
        let (seed, present) = (seed(5), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let found = pair_round(&PairingRequest::new(table, &present, rules, &seed)).unwrap();
        serde_json::to_string(&(found.pairs, found.bye, found.cost)).unwrap()
    };
    let calls = [
        (
            bytes(&opening, &rules(FirstRound::Random)),
            concat!(
                r#"[[[2,5],[3,7],[6,1],[4,0]],8,"#,
                r#"{"repeats":0,"difference":1,"difference_squares":1,"colour":8,"floats":0,"alternation":0}]"#
            ),
        ),
        (
            bytes(&opening, &rules(FirstRound::RatedSlide)),
            concat!(
                r#"[[[0,5],[2,6],[3,7],[4,1]],8,"#,
                r#"{"first_round":0,"repeats":0,"difference":1,"difference_squares":1,"colour":8,"floats":0,"alternation":0}]"#
            ),
        ),
        (
            bytes(&past_event(), &rules(FirstRound::Random)),
            concat!(
                r#"[[[0,2],[5,6],[3,4],[8,7]],1,"#,
                r#"{"repeats":0,"difference":5,"difference_squares":7,"colour":8,"floats":0,"alternation":1}]"#
            ),
        ),
        (
            bytes(&past_event(), &papp),
            concat!(
                r#"[[[0,2],[5,6],[3,4],[8,7]],1,"#,
                r#"{"penalties":104513}]"#
            ),
        ),
    ];
    for (ours, then) in calls {
        assert_eq!(ours, then);
    }
}
