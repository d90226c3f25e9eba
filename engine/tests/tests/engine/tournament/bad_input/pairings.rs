//! Contradictory tables and odd requests through everything that pairs.

use std::collections::BTreeMap;

use outflank_tournament::*;

use crate::tournament::bad_input::mutation::{extreme_u32, spoiled};
use crate::tournament::bad_input::tables::odd_table;
use crate::tournament::bad_input::watch;
use crate::tournament::penalties::*;
use crate::tournament::support::{Numbers, seed};

const EVERY_LEVEL: [PairingLevel; 10] = [
    PairingLevel::FirstRound,
    PairingLevel::Penalties,
    PairingLevel::ThirdMeetings,
    PairingLevel::Repeats,
    PairingLevel::Difference,
    PairingLevel::DifferenceSquares,
    PairingLevel::Colour,
    PairingLevel::Floats,
    PairingLevel::Alternation,
    PairingLevel::Country,
];

/// Mostly everybody once; at times nobody, somebody twice or somebody unknown.
fn odd_presence(numbers: &mut Numbers, players: usize) -> Vec<usize> {
    let mut present: Vec<usize> = (0..players).collect();
    numbers.shuffle(&mut present);
    match numbers.below(12) {
        0 => present.clear(),
        1 => present.push(numbers.index(players + 2)),
        2 => present.push(usize::MAX),
        3..=6 => present.truncate(numbers.index(players + 1)),
        _ => {}
    }
    present
}

fn odd_constraints(numbers: &mut Numbers, players: usize) -> PairingConstraints {
    if numbers.below(3) > 0 {
        return PairingConstraints::default();
    }
    let player = |numbers: &mut Numbers| match numbers.below(25) {
        0 => usize::MAX,
        1 => players,
        _ => numbers.index(players.max(1)),
    };
    let mut constraints = PairingConstraints::default();
    for _ in 0..numbers.below(3) {
        let (one, two) = (player(numbers), player(numbers));
        let black = match numbers.below(4) {
            0 => Some(one),
            1 => Some(player(numbers)),
            _ => None,
        };
        constraints.locked.push(LockedPair { one, two, black });
    }
    for _ in 0..numbers.below(4) {
        constraints
            .forbidden
            .push((player(numbers), player(numbers)));
    }
    if numbers.below(4) == 0 {
        constraints.bye = Some(player(numbers));
    }
    if numbers.below(4) == 0 {
        constraints.no_bye.push(player(numbers));
    }
    constraints
}

fn odd_penalties(numbers: &mut Numbers) -> PappPenalties {
    let plain = match numbers.below(3) {
        0 => PappPenalties::none(),
        1 => PappPenalties::built_in(),
        _ => PappPenalties::default(),
    };
    spoiled(&plain, numbers).unwrap_or(plain)
}

fn odd_pairing_rules(numbers: &mut Numbers) -> PairingRules {
    let names = RuleSet::preset_names();
    let mut rules = RuleSet::preset(names[numbers.index(names.len())])
        .unwrap()
        .pairing;
    rules.first_round = [
        FirstRound::Random,
        FirstRound::WocGroups,
        FirstRound::RatedSlide,
        FirstRound::RatedFold,
        FirstRound::RatedAdjacent,
        FirstRound::Manual,
    ][numbers.index(6)];
    if numbers.below(3) == 0 {
        rules.start = StartingScores::Accelerated(Acceleration {
            groups: extreme_u32(numbers),
            step_half_points: extreme_u32(numbers).into(),
            rounds: extreme_u32(numbers),
        });
    }
    spoiled(&rules, numbers).unwrap_or(rules)
}

/// An answer has everyone present in it once.
fn complete(present: &[usize], pairs: &[(usize, usize)], bye: Option<usize>) {
    let mut seated: Vec<usize> = pairs.iter().flat_map(|&(b, w)| [b, w]).chain(bye).collect();
    let mut expected = present.to_vec();
    seated.sort_unstable();
    expected.sort_unstable();
    assert_eq!(seated, expected);
}

/// A pairing made by hand, not always of those present.
fn by_hand(numbers: &mut Numbers, present: &[usize]) -> (Vec<(usize, usize)>, Option<usize>) {
    let mut order = present.to_vec();
    numbers.shuffle(&mut order);
    if numbers.below(8) == 0 {
        order.push(numbers.index(9));
    }
    let pairs = order.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    let rest = order.chunks_exact(2).remainder().first().copied();
    (pairs.collect(), rest.filter(|_| numbers.below(8) > 0))
}

fn swiss(run: u32) {
    let mut numbers = Numbers::new("odd swiss", run);
    let table = odd_table(&mut numbers);
    let players = table.players.len();
    let present = odd_presence(&mut numbers, players);
    let constraints = odd_constraints(&mut numbers, players);
    let mut levels: Vec<PairingLevel> = (0..numbers.index(9))
        .map(|_| EVERY_LEVEL[numbers.index(EVERY_LEVEL.len())])
        .collect();
    if numbers.below(2) == 0 {
        levels = PairingLevel::MODIFIED.to_vec();
    }
    let group_a = [numbers.index(players + 2), numbers.index(players + 2)];
    let draw = seed(run);
    let rules = PairingRules {
        first_round: FirstRound::WocGroups,
        start: StartingScores::Accelerated(Acceleration {
            groups: extreme_u32(&mut numbers),
            step_half_points: extreme_u32(&mut numbers).into(),
            rounds: extreme_u32(&mut numbers),
        }),
        ..PairingRules::by_levels(&levels)
    };
    let request = PairingRequest {
        constraints: &constraints,
        since_round: extreme_u32(&mut numbers),
        reverse_colours_before: extreme_u32(&mut numbers),
        bye_half_points: extreme_u32(&mut numbers).into(),
        group_a: &group_a,
        ..PairingRequest::new(&table, &present, &rules, &draw)
    };
    if let Ok(pairing) = pair_round(&request) {
        complete(&present, &pairing.pairs, pairing.bye);
        let _ = explain_round(&request);
    }
    let (pairs, bye) = by_hand(&mut numbers, &present);
    let _ = pairing_cost(&request, &pairs, bye);
    let _ = judge_pairing(&request, &pairs, bye, &BTreeMap::new());
    for board in odd_boards(&mut numbers, players) {
        let _ = explain_board(&request, board);
    }
}

fn odd_boards(numbers: &mut Numbers, players: usize) -> [BoardOf; 3] {
    let mut player = || numbers.index(players + 2);
    let alone = player();
    [
        BoardOf::Pair(player(), player()),
        BoardOf::Pair(alone, alone),
        BoardOf::Bye(player()),
    ]
}

fn papp(run: u32) {
    let mut numbers = Numbers::new("odd papp", run);
    let table = odd_table(&mut numbers);
    let players = table.players.len();
    let present = odd_presence(&mut numbers, players);
    let constraints = odd_constraints(&mut numbers, players);
    let penalties = odd_penalties(&mut numbers);
    let _ = penalties.check();
    let request = PappRequest {
        constraints: &constraints,
        bye_half_points: extreme_u32(&mut numbers).into(),
        ..PappRequest::new(&table, &present, &penalties)
    };
    if let Ok(pairing) = pair_papp(&request, &seed(run)) {
        complete(&present, &pairing.pairs, pairing.bye);
        let _ = explain_papp(&request, &seed(run));
    }
    let (pairs, bye) = by_hand(&mut numbers, &present);
    let _ = papp_cost(&request, &pairs, bye);
    let _ = papp_bye(extreme_u32(&mut numbers), extreme_u32(&mut numbers));
}

fn by_rule_set(run: u32) {
    let mut numbers = Numbers::new("odd rounds", run);
    let mut table = odd_table(&mut numbers);
    if numbers.below(3) == 0 {
        table.rounds.clear();
    }
    let players = table.players.len();
    let present = odd_presence(&mut numbers, players);
    let constraints = odd_constraints(&mut numbers, players);
    let rules = odd_pairing_rules(&mut numbers);
    let ratings: Vec<Option<i32>> = table.players.iter().map(|player| player.rating).collect();
    let starts = starting_scores(&rules.start, &ratings);
    assert_eq!(starts.len(), players);
    if numbers.below(2) == 0 {
        for (player, start) in table.players.iter_mut().zip(starts) {
            player.starting_half_points = start;
        }
    }
    let group_a = [numbers.index(players + 2), 0, 0];
    let draw = seed(run);
    let request = PairingRequest {
        modified: numbers.below(2) == 0,
        constraints: &constraints,
        since_round: extreme_u32(&mut numbers),
        reverse_colours_before: extreme_u32(&mut numbers),
        bye_half_points: extreme_u32(&mut numbers).into(),
        group_a: &group_a,
        ..PairingRequest::new(&table, &present, &rules, &draw)
    };
    if let Ok(pairing) = pair_round(&request) {
        complete(&present, &pairing.pairs, pairing.bye);
        let _ = explain_round(&request);
    }
    let (pairs, bye) = by_hand(&mut numbers, &present);
    let _ = judge_pairing(&request, &pairs, bye, &BTreeMap::new());
    for board in odd_boards(&mut numbers, players) {
        let _ = explain_board(&request, board);
    }
    if let StartingScores::Accelerated(acceleration) = &rules.start {
        assert_eq!(virtual_scores(acceleration, &table).len(), players);
    }
    let missed: Vec<(usize, u32)> = (0..numbers.index(4))
        .map(|_| (numbers.index(players + 2), extreme_u32(&mut numbers)))
        .collect();
    if let Ok(perfect) = perfect_scores(&table, &missed) {
        let ranking = odd_presence(&mut numbers, players);
        let _ = extra_round(&table, &ranking, &perfect, &draw);
        let _ = extra_round(&table, &ranking, &present, &draw);
    }
}

fn round_robin(run: u32) {
    let mut numbers = Numbers::new("odd round robins", run);
    for kind in [
        RoundRobinTable::Circle,
        RoundRobinTable::Papp,
        RoundRobinTable::Berger,
    ] {
        let players = extreme_u32(&mut numbers);
        let round = round_robin_round(kind, players, extreme_u32(&mut numbers));
        for &(black, white) in &round.pairs {
            assert!(black < players && white < players && black != white);
        }
        let chairs: Vec<Option<u32>> = (0..numbers.below(12))
            .map(|chair| (numbers.below(3) > 0).then_some(chair))
            .collect();
        let seated = seat_round_robin(kind, &chairs, extreme_u32(&mut numbers));
        assert!(seated.games.len() <= chairs.len() / 2);
        let pairs: Vec<(usize, usize)> = (0..numbers.index(6))
            .map(|_| (numbers.index(8), numbers.index(8)))
            .collect();
        let bye = (numbers.below(2) == 0).then_some(numbers.index(8));
        if let Some(chairs) = chairs_from_first_round(kind, &pairs, bye) {
            assert_eq!(chairs.len(), pairs.len() * 2 + usize::from(bye.is_some()));
        }
    }
}

#[test]
fn odd_swiss_rounds_are_paired_or_refused() {
    watch::cases("odd swiss", 1_500, swiss);
}

#[test]
fn odd_rounds_of_papp_are_paired_or_refused() {
    watch::cases("odd papp", 1_500, papp);
}

#[test]
fn odd_rounds_by_rule_set_are_paired_or_refused() {
    watch::cases("odd rounds", 1_500, by_rule_set);
}

#[test]
fn odd_round_robins_have_no_games_against_nobody() {
    watch::cases("odd round robins", 1_500, round_robin);
}

#[test]
#[ignore = "takes OUTFLANK_SLOW_SECONDS: make slow-tests"]
fn slow_odd_pairings() {
    watch::budget("odd pairings", |run| match run % 4 {
        0 => swiss(run),
        1 => papp(run),
        2 => by_rule_set(run),
        _ => round_robin(run),
    });
}
