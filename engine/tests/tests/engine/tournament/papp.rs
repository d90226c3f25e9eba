//! PAPP's pairings: each line of the penalty model, the optimum against a search over every complete
//! pairing, conditions, lots.

use crate::tournament::penalties::*;
use crate::tournament::support::*;
use outflank_tournament::*;

/// Penalties with one line only, the others 0.
fn only(change: impl FnOnce(&mut PappPenalties)) -> PappPenalties {
    let mut penalties = PappPenalties::none();
    change(&mut penalties);
    penalties
}

fn colour_only() -> PappPenalties {
    only(|penalties| {
        let defaults = PappPenalties::default();
        penalties.colour = defaults.colour;
        penalties.same_colour = defaults.same_colour;
    })
}

fn float_only() -> PappPenalties {
    only(|penalties| {
        let defaults = PappPenalties::default();
        penalties.float = defaults.float;
        penalties.same_float = defaults.same_float;
        penalties.opposite_float = defaults.opposite_float;
    })
}

fn repeat_only() -> PappPenalties {
    only(|penalties| {
        let defaults = PappPenalties::default();
        penalties.repeat_same_colours = defaults.repeat_same_colours;
        penalties.repeat_opposite_colours = defaults.repeat_opposite_colours;
        penalties.repeat_bye = defaults.repeat_bye;
        penalties.repeat_at_once = defaults.repeat_at_once;
    })
}

/// A round: games (black, white, black's discs) and byes.
type Played<'a> = (&'a [(usize, usize, u32)], &'a [usize]);

fn table(players: usize, rounds: &[Played<'_>]) -> ResultTable {
    ResultTable {
        players: (0..players).map(player).collect(),
        rounds: rounds
            .iter()
            .map(|(games, byes)| TableRound {
                games: games
                    .iter()
                    .map(|&(black, white, discs)| game(black, white, discs))
                    .collect(),
                byes: byes.to_vec(),
                granted: Vec::new(),
                beside: false,
            })
            .collect(),
    }
}

fn pair_cost(table: &ResultTable, penalties: &PappPenalties, black: usize, white: usize) -> i64 {
    let present = [black, white];
    papp_cost(
        &PappRequest::new(table, &present, penalties),
        &[(black, white)],
        None,
    )
    .unwrap()
}

/// What the bye costs a player, with players `lowest` also present in a pair that costs nothing.
fn bye_cost(
    table: &ResultTable,
    penalties: &PappPenalties,
    player: usize,
    others: (usize, usize),
) -> i64 {
    let present = [player, others.0, others.1];
    let request = PappRequest::new(table, &present, penalties);
    let pair = pair_cost(table, penalties, others.0, others.1);
    papp_cost(&request, &[others], Some(player)).unwrap() - pair
}

#[test]
fn colours_cost_by_the_difference_after_the_round() {
    // Player 0 had black n times, player 2 white n times, each against new opponents.
    for (blacks, expected) in [(0, 20), (1, 105), (2, 225), (3, 530), (4, 1075), (5, 1075)] {
        let games: Vec<Vec<(usize, usize, u32)>> =
            (0..blacks).map(|n| vec![(0, 4 + n, 32)]).collect();
        let rounds: Vec<Played<'_>> = games
            .iter()
            .map(|games| (games.as_slice(), [].as_slice()))
            .collect();
        let table = table(12, &rounds);
        let again = if blacks > 0 { 15 } else { 0 };
        let new = 20; // a player without games
        assert_eq!(
            pair_cost(&table, &colour_only(), 0, 2),
            expected + again + new,
            "{blacks} blacks, black"
        );
        let less: i64 = match blacks {
            0 => 20,
            1 => 0,
            2 => 20,
            3 => 105,
            4 => 225,
            _ => 530,
        };
        assert_eq!(
            pair_cost(&table, &colour_only(), 2, 0),
            less + new,
            "{blacks} blacks, white"
        );
    }
}

#[test]
fn the_same_colour_again_costs_only_right_after_the_round() {
    let penalties = only(|penalties| penalties.same_colour = 15);
    let played = table(6, &[(&[(0, 1, 40)], &[])]);
    assert_eq!(pair_cost(&played, &penalties, 0, 2), 15);
    assert_eq!(pair_cost(&played, &penalties, 2, 1), 15);
    assert_eq!(pair_cost(&played, &penalties, 0, 1), 30);
    assert_eq!(pair_cost(&played, &penalties, 1, 0), 0);
    let absent = table(6, &[(&[(0, 1, 40)], &[]), (&[(2, 3, 40)], &[1])]);
    assert_eq!(
        pair_cost(&absent, &penalties, 0, 1),
        0,
        "0 was absent, 1 had the bye"
    );
}

#[test]
fn floats_cost_by_half_points() {
    let wins = |number: usize| -> ResultTable {
        let mut table = table(30, &[]);
        table.players[0].starting_half_points = HalfPoints(i64::try_from(number).unwrap());
        table
    };
    let defaults = PappPenalties::default();
    assert_eq!(defaults.float.len(), 25);
    for (half_points, &expected) in defaults.float.iter().enumerate() {
        assert_eq!(pair_cost(&wins(half_points), &float_only(), 0, 1), expected);
    }
    assert_eq!(
        pair_cost(&wins(40), &float_only(), 0, 1),
        2_079_081,
        "24 or more"
    );
}

/// Player 0's last float, then a float in round `after + 2`; the opponents never floated.
fn habit(last: (i64, i64, u32), now: i64, idle_rounds: usize) -> i64 {
    let (own, other, discs) = last;
    let mut table = table(4, &[(&[(0, 1, discs)], &[])]);
    table.players[0].starting_half_points = HalfPoints(own);
    table.players[1].starting_half_points = HalfPoints(other);
    for _ in 0..idle_rounds {
        table.rounds.push(TableRound::default());
    }
    let points = own
        + if discs > 32 {
            2
        } else {
            i64::from(discs == 32)
        };
    table.players[2].starting_half_points = HalfPoints(points - now);
    pair_cost(&table, &float_only(), 0, 2) - 20_000
}

#[test]
fn a_float_in_the_same_direction_costs_and_one_against_it_pays() {
    let (up, down, even) = ((4, 6), (6, 4), (5, 5));
    let last = |(own, other): (i64, i64), discs| (own, other, discs);
    // now: +1 floats down, -1 up.
    assert_eq!(
        habit(last(up, 20), -1, 0),
        25,
        "up again, in round 2 already"
    );
    assert_eq!(
        habit(last(down, 40), 1, 1),
        25,
        "down again; an absence does not clear"
    );
    assert_eq!(habit(last(even, 40), 1, 1), 0, "an even game clears");
    assert_eq!(
        habit(last(up, 20), 1, 0),
        0,
        "against it, but before round 3"
    );
    assert_eq!(
        habit(last(up, 20), 1, 1),
        -10,
        "floated up and did not score"
    );
    assert_eq!(habit(last(up, 32), 1, 1), 0, "floated up and drew");
    assert_eq!(habit(last(up, 40), 1, 1), 0, "floated up and won");
    assert_eq!(habit(last(down, 40), -1, 1), -10, "floated down and won");
    assert_eq!(habit(last(down, 32), -1, 1), 0, "floated down and drew");
    assert_eq!(habit(last(down, 20), -1, 1), 0, "floated down and lost");
}

#[test]
fn an_even_game_after_a_float_clears_it() {
    // Round 1: 0 floats up to 1 and loses; round 2: an even game; round 3 is paired.
    let mut played = table(6, &[(&[(0, 1, 20)], &[]), (&[(0, 2, 20)], &[])]);
    played.players[1].starting_half_points = HalfPoints(2);
    played.players[3].starting_half_points = HalfPoints(1);
    assert_eq!(pair_cost(&played, &float_only(), 0, 3), 20_000);
    played.rounds.pop();
    // With either colour.
    assert_eq!(pair_cost(&played, &float_only(), 0, 3), 20_025);
    assert_eq!(pair_cost(&played, &float_only(), 3, 0), 20_025);
}

#[test]
fn a_bye_is_a_float_down_without_a_win() {
    let mut played = table(6, &[(&[], &[0]), (&[], &[])]);
    played.players[1].starting_half_points = HalfPoints(1);
    played.players[2].starting_half_points = HalfPoints(3);
    assert_eq!(
        pair_cost(&played, &float_only(), 0, 1),
        20_025,
        "down again"
    );
    assert_eq!(
        pair_cost(&played, &float_only(), 0, 2),
        20_000,
        "against it: no win, nothing taken off"
    );
}

#[test]
fn repeats_add_up_and_are_cut() {
    let none: &[usize] = &[];
    let first: &[(usize, usize, u32)] = &[(0, 1, 40)];
    let other: &[(usize, usize, u32)] = &[(2, 3, 40)];
    let back: &[(usize, usize, u32)] = &[(1, 0, 40)];
    let now = table(4, &[(first, none)]);
    assert_eq!(pair_cost(&now, &repeat_only(), 0, 1), PAPP_MAXIMUM, "cut");
    assert_eq!(pair_cost(&now, &repeat_only(), 1, 0), 5_000_001);
    let earlier = table(4, &[(first, none), (other, none)]);
    assert_eq!(pair_cost(&earlier, &repeat_only(), 1, 0), 5_000_000);
    let small = only(|penalties| {
        penalties.repeat_same_colours = 1000;
        penalties.repeat_opposite_colours = 100;
        penalties.repeat_at_once = 1;
    });
    let twice = table(4, &[(first, none), (back, none)]);
    assert_eq!(
        pair_cost(&twice, &small, 0, 1),
        1101,
        "each meeting for itself"
    );
    let thrice = table(
        4,
        &[(first, none), (back, none), (first, none), (other, none)],
    );
    assert_eq!(pair_cost(&thrice, &small, 1, 0), 1200);
}

#[test]
fn a_game_that_was_not_played_is_no_meeting() {
    let mut played = table(4, &[(&[(0, 1, 0)], &[])]);
    played.rounds[0].games[0]
        .result
        .as_mut()
        .unwrap()
        .black_absent = true;
    assert_eq!(pair_cost(&played, &repeat_only(), 0, 1), 0);
    assert_eq!(pair_cost(&played, &colour_only(), 0, 1), 40);
}

#[test]
fn countries_cost_in_the_rounds_that_have_a_penalty() {
    let mut played = table(4, &[]);
    played.players[0].country = Some("XAA".to_owned());
    played.players[1].country = Some("xaa".to_owned());
    let country = |table: &ResultTable, penalties: &PappPenalties| {
        let only = only(|new| new.country.clone_from(&penalties.country));
        pair_cost(table, &only, 0, 1)
    };
    let (with_file, without_file) = (PappPenalties::default(), PappPenalties::built_in());
    assert_eq!(country(&played, &with_file), 2);
    assert_eq!(country(&played, &without_file), 2);
    played.rounds.push(TableRound::default());
    assert_eq!(country(&played, &with_file), 2);
    assert_eq!(country(&played, &without_file), 0);
    let late = PappPenalties {
        country: vec![0, i64::MAX],
        ..PappPenalties::none()
    };
    assert_eq!(country(&played, &late), PAPP_MAXIMUM, "INFINI");
    played.players[1].country = None;
    assert_eq!(country(&played, &with_file), 0);
}

#[test]
fn elitism_pushes_floats_down_the_table() {
    let elitism = only(|penalties| penalties.elitism = PappPenalties::default().elitism);
    let cost = |one: i64, two: i64, rounds: usize| {
        let mut table = table(2, &[]);
        table.players[0].starting_half_points = HalfPoints(one);
        table.players[1].starting_half_points = HalfPoints(two);
        table.rounds.resize(rounds, TableRound::default());
        pair_cost(&table, &elitism, 0, 1)
    };
    assert_eq!(cost(4, 4, 0), 0);
    assert_eq!(cost(4, 3, 0), 100 * 7 / 2);
    assert_eq!(cost(4, 3, 3), 200 * 7 / 2);
    assert_eq!(cost(8, 4, 5), 300 * 12 * 4 / 2);
    assert_eq!(cost(8, 4, 9), 400 * 12 * 4 / 2);
    assert_eq!(cost(8, 4, 30), 400 * 12 * 4 / 2);
    assert_eq!(cost(3, -1, 0), 0, "only with scores from 0");
    let odd = only(|penalties| penalties.elitism = vec![3]);
    let mut halves = table(2, &[]);
    halves.players[0].starting_half_points = HalfPoints(1);
    assert_eq!(pair_cost(&halves, &odd, 0, 1), 1, "rounded down");
}

#[test]
fn the_bye_is_a_game_against_half_a_point_less_than_the_lowest() {
    let mut played = table(5, &[]);
    for (player, half_points) in [(0, 4), (1, 2), (2, 2)] {
        played.players[player].starting_half_points = HalfPoints(half_points);
    }
    assert_eq!(bye_cost(&played, &float_only(), 1, (0, 2)), 20_000);
    assert_eq!(bye_cost(&played, &float_only(), 0, (1, 2)), 62_785);
    let elitism = only(|penalties| penalties.elitism = vec![100]);
    assert_eq!(bye_cost(&played, &elitism, 0, (1, 2)), 100 * 5 * 3 / 2);
    played.players[2].starting_half_points = HalfPoints(0);
    assert_eq!(
        bye_cost(&played, &elitism, 0, (1, 2)),
        0,
        "the virtual opponent is below 0"
    );
    let repeat = repeat_only();
    let again = table(5, &[(&[], &[0])]);
    assert_eq!(bye_cost(&again, &repeat, 0, (1, 2)), PAPP_MAXIMUM);
    let small = only(|penalties| {
        penalties.repeat_bye = 100;
        penalties.repeat_at_once = 1;
    });
    assert_eq!(bye_cost(&again, &small, 0, (1, 2)), 101);
    let twice = table(5, &[(&[], &[0]), (&[], &[0]), (&[], &[])]);
    assert_eq!(bye_cost(&twice, &small, 0, (1, 2)), 200);
    let blacks = table(5, &[(&[(0, 3, 32)], &[]), (&[(0, 4, 32)], &[])]);
    assert_eq!(
        bye_cost(&blacks, &colour_only(), 0, (1, 2)),
        105,
        "the difference as it is"
    );
}

#[test]
fn a_bye_scored_24_of_64_is_a_point_and_40_discs() {
    assert_eq!(papp_bye(24, 64), (HalfPoints(2), 40));
    assert_eq!(papp_bye(32, 64), (HalfPoints(1), 32));
    assert_eq!(papp_bye(40, 64), (HalfPoints(0), 24));
    assert_eq!(papp_bye(99, 64), (HalfPoints(0), 0));
    let mut played = table(5, &[(&[], &[0])]);
    played.players[1].starting_half_points = HalfPoints(1);
    let penalties = float_only();
    let request = PappRequest {
        bye_half_points: HalfPoints(1),
        ..PappRequest::new(&played, &[0, 1], &penalties)
    };
    assert_eq!(papp_cost(&request, &[(0, 1)], None), Ok(0));
}

#[test]
fn penalties_are_judged_as_papp_judges_its_file() {
    assert_eq!(PappPenalties::default().check(), Ok(()));
    assert_eq!(PappPenalties::built_in().check(), Ok(()));
    assert_eq!(PappPenalties::none().check(), Ok(()));
    let wrong: [fn(&mut PappPenalties); 7] = [
        |penalties| penalties.colour[3] = 100,
        |penalties| penalties.float[24] = 0,
        |penalties| penalties.opposite_float = 10_001,
        |penalties| penalties.same_colour = -1,
        |penalties| penalties.country = vec![2, -2],
        |penalties| penalties.elitism = vec![1; 300],
        |penalties| penalties.repeat_bye = i64::MIN,
    ];
    for (number, change) in wrong.into_iter().enumerate() {
        let mut penalties = PappPenalties::default();
        change(&mut penalties);
        let refusal = penalties.check().unwrap_err();
        assert_eq!(refusal.code(), "wrong_penalties", "case {number}");
        assert!(refusal.detail().ends_with('.'), "{}", refusal.detail());
    }
    let half = PappPenalties {
        opposite_float: 10_000,
        ..PappPenalties::default()
    };
    assert_eq!(half.check(), Ok(()), "exactly half of a float");
}

#[test]
fn a_penalty_that_is_not_named_is_nothing() {
    let named: PappPenalties = serde_json::from_str(r#"{"same_colour": 15}"#).unwrap();
    assert_eq!(named, only(|penalties| penalties.same_colour = 15));
    let text = serde_json::to_string(&PappPenalties::default()).unwrap();
    assert_eq!(
        serde_json::from_str::<PappPenalties>(&text).unwrap(),
        PappPenalties::default()
    );
    assert!(serde_json::from_str::<PappPenalties>(r#"{"color": [1]}"#).is_err());
}

/// The least sum over every complete pairing and both colours of every pair.
fn least(
    request: &PappRequest<'_>,
    left: &[usize],
    made: &mut Vec<(usize, usize)>,
    bye: Option<usize>,
) -> i64 {
    let Some((&first, rest)) = left.split_first() else {
        return papp_cost(request, made, bye).unwrap();
    };
    let mut best = i64::MAX;
    if request.present.len() % 2 == 1 && bye.is_none() {
        best = least(request, rest, made, Some(first));
    }
    for index in 0..rest.len() {
        let mut others = rest.to_vec();
        let second = others.remove(index);
        for pair in [(first, second), (second, first)] {
            made.push(pair);
            best = best.min(least(request, &others, made, bye));
            made.pop();
        }
    }
    best
}

#[test]
fn no_complete_pairing_is_cheaper() {
    let mut sizes = [0_u32; 8];
    for run in 0..400 {
        let mut numbers = Numbers::new("papp brute force", run);
        let size = 2 + numbers.index(if run % 20 == 0 { 6 } else { 5 });
        let extra = numbers.index(3);
        let rounds = numbers.index(8);
        let table = random_table(&mut numbers, size + extra, rounds);
        let mut present: Vec<usize> = (0..size + extra).collect();
        numbers.shuffle(&mut present);
        present.truncate(size);
        let mut penalties = PappPenalties::default();
        if run % 3 == 0 {
            penalties.repeat_same_colours = 0;
        }
        let request = PappRequest::new(&table, &present, &penalties);
        let found = pair_papp(&request, &seed(run)).unwrap();
        assert_eq!(
            papp_cost(&request, &found.pairs, found.bye),
            Ok(found.cost),
            "run {run}"
        );
        let best = least(&request, &present, &mut Vec::new(), None);
        assert_eq!(found.cost, best, "run {run}");
        sizes[size] += 1;
    }
    assert!(sizes[2..7].iter().all(|&count| count > 20), "{sizes:?}");
}

#[test]
fn the_order_of_the_input_has_no_say() {
    for run in 0..60 {
        let mut numbers = Numbers::new("papp order", run);
        let players = 3 + numbers.index(20);
        let rounds = numbers.index(4);
        let table = random_table(&mut numbers, players, rounds);
        let mut order: Vec<usize> = (0..players).collect();
        numbers.shuffle(&mut order);
        let place = |player: usize| order.iter().position(|&old| old == player).unwrap();
        let moved = ResultTable {
            players: order
                .iter()
                .map(|&old| table.players[old].clone())
                .collect(),
            rounds: table
                .rounds
                .iter()
                .map(|round| TableRound {
                    games: round
                        .games
                        .iter()
                        .rev()
                        .map(|game| TableGame {
                            black: place(game.black),
                            white: place(game.white),
                            ..game.clone()
                        })
                        .collect(),
                    byes: round.byes.iter().map(|&player| place(player)).collect(),
                    granted: Vec::new(),
                    beside: false,
                })
                .collect(),
        };
        let present: Vec<usize> = (0..players).collect();
        let penalties = PappPenalties::default();
        let one = pair_papp(&PappRequest::new(&table, &present, &penalties), &seed(run)).unwrap();
        let two = pair_papp(&PappRequest::new(&moved, &present, &penalties), &seed(run)).unwrap();
        let back: Vec<_> = two
            .pairs
            .iter()
            .map(|&(b, w)| (order[b], order[w]))
            .collect();
        assert_eq!(one.pairs, back, "run {run}");
        assert_eq!(one.bye, two.bye.map(|player| order[player]), "run {run}");
    }
}

#[test]
fn every_optimum_can_come_out() {
    let table = table(6, &[]);
    let present: Vec<usize> = (0..6).collect();
    let penalties = PappPenalties::default();
    let request = PappRequest::new(&table, &present, &penalties);
    let mut seen = std::collections::BTreeMap::new();
    for number in 0..1500 {
        let mut pairs = pair_papp(&request, &seed(number)).unwrap().pairs;
        for pair in &mut pairs {
            *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
        }
        pairs.sort_unstable();
        *seen.entry(pairs).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 15);
    assert!(
        seen.values().all(|&count| (50..=160).contains(&count)),
        "{seen:?}"
    );
}

#[test]
fn every_board_is_explained_by_the_best_pairing_without_it() {
    for run in 0..40 {
        let mut numbers = Numbers::new("papp explain", run);
        let players = 4 + numbers.index(3);
        let rounds = numbers.index(5);
        let table = random_table(&mut numbers, players, rounds);
        let present: Vec<usize> = (0..players).collect();
        let penalties = PappPenalties::default();
        let request = PappRequest::new(&table, &present, &penalties);
        let own = pair_papp(&request, &seed(run)).unwrap();
        let explained = explain_papp(&request, &seed(run)).unwrap();
        assert_eq!(
            explained.len(),
            own.pairs.len() + usize::from(own.bye.is_some())
        );
        let costs = own.pairs.iter().map(|&(black, white)| {
            let both = [black, white];
            let board = PappRequest::new(&table, &both, &penalties);
            papp_cost(&board, &[(black, white)], None).unwrap()
        });
        // What the boards do not cost is what the bye costs.
        let rest = own.cost - costs.sum::<i64>();
        assert!(if own.bye.is_some() {
            (0..=PAPP_MAXIMUM).contains(&rest)
        } else {
            rest == 0
        });
        for board in explained {
            let constraints = match board.board {
                BoardOf::Pair(one, two) => PairingConstraints {
                    forbidden: vec![(one, two)],
                    ..PairingConstraints::default()
                },
                BoardOf::Bye(player) => PairingConstraints {
                    no_bye: vec![player],
                    ..PairingConstraints::default()
                },
            };
            let without = pair_papp(
                &PappRequest {
                    constraints: &constraints,
                    ..request
                },
                &seed(run),
            );
            let other = board.alternative.unwrap();
            assert_eq!(without.unwrap().cost, other.cost, "run {run}");
            assert!(other.cost >= own.cost, "{}", board.sentence);
            match board.board {
                BoardOf::Pair(black, white) => assert!(!other.pairs.contains(&(black, white))),
                BoardOf::Bye(player) => assert_ne!(other.bye, Some(player)),
            }
        }
    }
}

#[test]
fn conditions_are_met_or_refused() {
    let table = table(6, &[]);
    let penalties = PappPenalties::default();
    let pair = |present: &[usize], constraints: &PairingConstraints| {
        let request = PappRequest {
            constraints,
            ..PappRequest::new(&table, present, &penalties)
        };
        pair_papp(&request, &seed(3))
    };
    let locked = |one, two, black| LockedPair { one, two, black };
    let conditions = PairingConstraints {
        locked: vec![locked(4, 1, Some(1))],
        forbidden: vec![(0, 2), (2, 3)],
        bye: None,
        no_bye: vec![0, 3],
    };
    for _ in 0..20 {
        let round = pair(&[0, 1, 2, 3, 4], &conditions).unwrap();
        assert!(round.pairs.contains(&(1, 4)));
        assert_eq!(round.bye, Some(2));
    }
    let set = PairingConstraints {
        bye: Some(5),
        ..PairingConstraints::default()
    };
    assert_eq!(pair(&[1, 2, 5], &set).unwrap().bye, Some(5));
    let impossible = [
        (vec![1, 2, 3, 5], set.clone()),
        (vec![1, 2, 3], set),
        (
            vec![0, 1],
            PairingConstraints {
                forbidden: vec![(1, 0)],
                ..PairingConstraints::default()
            },
        ),
        (
            vec![0, 1, 2, 3],
            PairingConstraints {
                locked: vec![locked(0, 1, None), locked(1, 2, None)],
                ..PairingConstraints::default()
            },
        ),
        (
            vec![0, 1, 2, 3],
            PairingConstraints {
                locked: vec![locked(0, 5, None)],
                ..PairingConstraints::default()
            },
        ),
        (
            vec![0, 1, 2],
            PairingConstraints {
                no_bye: vec![0, 1, 2],
                ..PairingConstraints::default()
            },
        ),
    ];
    for (present, constraints) in impossible {
        assert!(pair(&present, &constraints).is_err(), "{constraints:?}");
    }
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    let table = table(4, &[]);
    let penalties = PappPenalties::default();
    let pair =
        |present: &[usize]| pair_papp(&PappRequest::new(&table, present, &penalties), &seed(1));
    assert_eq!(pair(&[2]), Err(PairingError::TooFewPlayers { present: 1 }));
    assert_eq!(pair(&[2, 2]), Err(PairingError::WrongPresence { index: 2 }));
    assert_eq!(pair(&[2, 9]), Err(PairingError::WrongPresence { index: 9 }));
    let request = PappRequest::new(&table, &[0, 1, 2], &penalties);
    assert_eq!(
        papp_cost(&request, &[(0, 1)], None),
        Err(PairingError::NotAPairing)
    );
    for run in 0..300 {
        let mut numbers = Numbers::new("papp nonsense", run);
        let wild = |numbers: &mut Numbers| match numbers.below(6) {
            0 => i64::MIN,
            1 => i64::MAX,
            2 => -1,
            _ => i64::from(numbers.below(1000)),
        };
        let players = 1 + numbers.index(9);
        let rounds = numbers.index(5);
        let mut table = random_table(&mut numbers, players, rounds);
        for player in &mut table.players {
            player.starting_half_points = HalfPoints(wild(&mut numbers));
            player.adjustment_half_points = HalfPoints(wild(&mut numbers));
        }
        let list = |numbers: &mut Numbers| (0..numbers.index(4)).map(|_| wild(numbers)).collect();
        let penalties = PappPenalties {
            colour: list(&mut numbers),
            float: list(&mut numbers),
            country: list(&mut numbers),
            elitism: list(&mut numbers),
            same_colour: wild(&mut numbers),
            same_float: wild(&mut numbers),
            opposite_float: wild(&mut numbers),
            opposite_float_from_round: numbers.below(4),
            repeat_same_colours: wild(&mut numbers),
            repeat_opposite_colours: wild(&mut numbers),
            repeat_bye: wild(&mut numbers),
            repeat_at_once: wild(&mut numbers),
        };
        let present: Vec<usize> = (0..players).collect();
        let request = PappRequest::new(&table, &present, &penalties);
        if let Ok(found) = pair_papp(&request, &seed(run)) {
            assert!(found.cost <= PAPP_MAXIMUM * 5, "run {run}");
        }
    }
}
