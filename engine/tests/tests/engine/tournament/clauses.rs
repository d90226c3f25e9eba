//! Single clauses of the rules, each by the figures of one small table.

use crate::tournament::penalties::*;
use crate::tournament::support::*;
use outflank_tournament::*;

fn table(players: usize, rounds: Vec<(Vec<TableGame>, Vec<usize>)>) -> ResultTable {
    ResultTable {
        players: (0..players).map(player).collect(),
        rounds: rounds
            .into_iter()
            .map(|(games, byes)| TableRound {
                games,
                byes,
                ..TableRound::default()
            })
            .collect(),
    }
}

fn cost(
    table: &ResultTable,
    levels: &[PairingLevel],
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Cost {
    let present: Vec<usize> = (0..table.players.len()).collect();
    let seed = seed(1);
    let request = PairingRequest::new(table, &present, by_levels(levels), &seed);
    pairing_cost(&request, pairs, bye).unwrap()
}

/// WOC II.6.2 a, EGP II.4.1 a: pairs that met, and a second bye.
#[test]
fn repeats_are_pairs_that_met_and_a_second_bye() {
    let table = table(
        5,
        vec![
            (vec![game(0, 1, 40), game(2, 3, 40)], vec![4]),
            (vec![game(1, 0, 40), game(4, 2, 40)], vec![3]),
        ],
    );
    let repeats =
        |pairs: &[(usize, usize)], bye| cost(&table, &LEVELS, pairs, bye)[&PairingLevel::Repeats];
    assert_eq!(repeats(&[(0, 2), (1, 3)], Some(4)), 1, "a second bye");
    assert_eq!(repeats(&[(0, 1), (2, 3)], Some(4)), 3);
    assert_eq!(repeats(&[(0, 3), (1, 4)], Some(2)), 0);
    let third = |pairs: &[(usize, usize)], bye| {
        let cost = cost(&table, &MODIFIED_LEVELS, pairs, bye);
        (
            cost[&PairingLevel::ThirdMeetings],
            cost[&PairingLevel::Repeats],
        )
    };
    assert_eq!(third(&[(0, 1), (2, 3)], Some(4)), (2, 2));
    assert_eq!(third(&[(2, 3), (0, 4)], Some(1)), (0, 1));
}

/// WOC II.6.2 b, EGP II.4.1 b: half-points apart and their squares; the bye is one half-point below the
/// lowest present.
#[test]
fn differences_are_in_half_points_and_the_bye_is_below_the_lowest() {
    // Half-points after the round: 0 and 2 have 2; 1 and 3 have 0; 4 has the bye's 2.
    let table = table(5, vec![(vec![game(0, 1, 40), game(2, 3, 40)], vec![4])]);
    let differences = |pairs: &[(usize, usize)], bye| {
        let cost = cost(&table, &LEVELS, pairs, bye);
        (
            cost[&PairingLevel::Difference],
            cost[&PairingLevel::DifferenceSquares],
        )
    };
    // 0-2: 0; 4-1: 2; the bye against 3: 0 - (-1) = 1.
    assert_eq!(differences(&[(0, 2), (4, 1)], Some(3)), (3, 5));
    // 0-1: 2; 2-3: 2; the bye against 4: 2 - (-1) = 3.
    assert_eq!(differences(&[(0, 1), (2, 3)], Some(4)), (7, 17));
}

/// WOC II.6.2 g: a pair of one country costs, whatever the case of the code; without one it does not.
#[test]
fn country_counts_pairs_of_one_country() {
    let mut table = table(4, vec![(vec![game(0, 2, 40), game(1, 3, 40)], vec![])]);
    for (player, country) in table.players.iter_mut().zip(["XAA", "xaa", "XBB"]) {
        player.country = Some(country.to_owned());
    }
    let country = |pairs: &[(usize, usize)]| {
        cost(&table, &MODIFIED_LEVELS, pairs, None)[&PairingLevel::Country]
    };
    assert_eq!(country(&[(0, 1), (2, 3)]), 1);
    assert_eq!(country(&[(0, 3), (1, 2)]), 0);
}

/// WOC II.6.2 d: squares of blacks less whites after the round; the bye changes nothing.
#[test]
fn colour_is_the_squares_of_blacks_less_whites() {
    let table = table(
        3,
        vec![
            (vec![game(0, 1, 40)], vec![2]),
            (vec![game(0, 2, 40)], vec![1]),
        ],
    );
    let colour =
        |pairs: &[(usize, usize)], bye| cost(&table, &LEVELS, pairs, bye)[&PairingLevel::Colour];
    // 1 and 2 each had white once, 0 black twice.
    assert_eq!(colour(&[(1, 2)], Some(0)), 4 + 4);
    assert_eq!(colour(&[(0, 1)], Some(2)), 9 + 4 + 1);
    assert_eq!(colour(&[(1, 0)], Some(2)), 1 + 1);
}

/// The colour of the preceding round again counts as the colours are given, not as they might be.
#[test]
fn alternation_is_counted_in_the_colours_given() {
    let table = table(4, vec![(vec![game(0, 2, 40), game(3, 1, 24)], vec![])]);
    let again =
        |pairs: &[(usize, usize)]| cost(&table, &LEVELS, pairs, None)[&PairingLevel::Alternation];
    assert_eq!(again(&[(0, 1), (2, 3)]), 2);
    assert_eq!(again(&[(1, 0), (3, 2)]), 2);
    assert_eq!(again(&[(0, 1), (3, 2)]), 4);
    assert_eq!(again(&[(1, 0), (2, 3)]), 0);
    // 0 and 3 both had black: whoever has white, one alternates.
    assert_eq!(again(&[(0, 3), (1, 2)]), 2);
}

/// As a level of a round the penalties are those of the colours given.
#[test]
fn penalties_are_counted_in_the_colours_given() {
    let table = table(2, vec![(vec![game(0, 1, 40)], vec![])]);
    let penalties = PappPenalties::default();
    let seed = seed(1);
    let request = PairingRequest::new(&table, &[0, 1], by_penalties(&penalties), &seed);
    let alone = PappRequest::new(&table, &[0, 1], &penalties);
    let cost = |pair| {
        let counted = pairing_cost(&request, &[pair], None).unwrap()[&PairingLevel::Penalties];
        assert_eq!(papp_cost(&alone, &[pair], None), Ok(counted));
        counted
    };
    // Meeting again costs 10,000,000 with the same colours, which is the maximum, else 5,000,000.
    assert_eq!(cost((0, 1)), PAPP_MAXIMUM);
    assert!(cost((1, 0)) < 6_000_000);
}

/// The highest score sits at the first table; of equal ones, the higher sum.
#[test]
fn the_tables_are_in_the_order_of_the_scores() {
    let mut table = table(8, vec![]);
    for (player, half_points) in [
        (0, 1),
        (1, 1),
        (2, 5),
        (3, 5),
        (4, 9),
        (5, 3),
        (6, 9),
        (7, 7),
    ] {
        table.players[player].starting_half_points = HalfPoints(half_points);
    }
    let present: Vec<usize> = (0..8).collect();
    // 4 cannot meet 6, and each has to take another: 4 - 7 comes before 6 - 2 or 6 - 3.
    let constraints = PairingConstraints {
        forbidden: vec![(4, 6), (6, 7)],
        ..PairingConstraints::default()
    };
    for run in 0..20 {
        let seed = seed(run);
        let request = PairingRequest {
            constraints: &constraints,
            ..PairingRequest::new(&table, &present, by_levels(&LEVELS), &seed)
        };
        let pairs = pair_round(&request).unwrap().pairs;
        let scores: Vec<(i64, i64)> = pairs
            .iter()
            .map(|&(black, white)| {
                let score = |player: usize| table.players[player].starting_half_points;
                let (one, two) = (score(black), score(white));
                (one.max(two).0, (one + two).0)
            })
            .collect();
        assert_eq!(scores, [(9, 16), (9, 14), (5, 8), (1, 2)]);
    }
}

/// A pair whose colours are to be reversed is weighed with those colours, not with the dearer ones.
#[test]
fn reversed_colours_are_weighed_as_they_will_be() {
    let played = vec![
        (vec![game(0, 1, 32)], vec![]),
        (vec![game(0, 2, 32), game(3, 1, 32)], vec![]),
    ];
    let table = table(4, played);
    let constraints = PairingConstraints {
        forbidden: vec![(0, 2)],
        ..PairingConstraints::default()
    };
    for run in 0..20 {
        let seed = seed(run);
        let request = PairingRequest {
            since_round: 3,
            reverse_colours_before: 3,
            constraints: &constraints,
            ..PairingRequest::new(
                &table,
                &[0, 1, 2, 3],
                by_levels(&[PairingLevel::Colour]),
                &seed,
            )
        };
        // 0 had black twice and 1 white twice: meeting again with reversed colours is best for both.
        let found = pair_round(&request).unwrap();
        assert!(found.pairs.contains(&(1, 0)), "{found:?}");
        assert_eq!(found.cost[&PairingLevel::Colour], 4 + 4 + 1 + 1 - 8);
    }
}

/// Weights far beyond 64 bits are still told apart.
#[test]
fn enormous_differences_are_told_apart() {
    let mut table = table(4, vec![]);
    for (player, half_points) in (0_i64..).step_by(10_000_000).take(4).enumerate() {
        table.players[player].starting_half_points = HalfPoints(half_points);
    }
    for run in 0..10 {
        let seed = seed(run);
        let request = PairingRequest::new(&table, &[0, 1, 2, 3], by_levels(&LEVELS), &seed);
        let found = pair_round(&request).unwrap();
        assert_eq!(found.cost[&PairingLevel::Difference], 20_000_000);
    }
}

/// Neither player present: 0-0, and an unplayed round for both, whose BQ is 32 + C x own points.
#[test]
fn neither_present_is_nothing_for_both() {
    let mut nobody = game(0, 1, 32);
    nobody.result = Some(GameResult {
        black_discs: 0,
        white_discs: 0,
        winner: None,
        kind: ResultKind::Played,
        black_absent: true,
        white_absent: true,
    });
    let table = table(
        4,
        vec![
            (vec![nobody, game(2, 3, 40)], vec![]),
            (vec![game(0, 2, 40), game(1, 3, 32)], vec![]),
        ],
    );
    let list = standings(&table, &StandingsRules::brightwell(6, 40), &[]).unwrap();
    let of = |player: usize| {
        let line = list.iter().find(|line| line.player == player).unwrap();
        (line.half_points.0, line.bq_halves, line.discs)
    };
    // 0: 32 + 6 x 1 for the absence, 40 + 6 x 1 against 2.
    assert_eq!(of(0), (2, 2 * (38 + 46), 40));
    // 1: 32 + 6 x .5 for the absence, 32 + 6 x .5 against 3.
    assert_eq!(of(1), (1, 2 * (35 + 35), 32));
}

/// EGP IV.1: 25 minutes in the qualification and the semi-finals, 30 in the final and for third place.
#[test]
fn time_limits_of_the_grand_prix() {
    let times = RuleSet::egp_2020().time_controls;
    let minutes = |control: TimeControl| control.main_ms() / 60_000;
    assert_eq!(minutes(times.qualification), 25);
    assert_eq!(minutes(times.semi_finals), 25);
    assert_eq!(minutes(times.third_place), 30);
    assert_eq!(minutes(times.final_match), 30);
}

fn rules(first_round: FirstRound, start: StartingScores) -> PairingRules {
    PairingRules {
        first_round,
        start,
        ..RuleSet::egp_2020().pairing
    }
}

/// What the director locks and forbids is kept; the rest is paired by the rules.
#[test]
fn a_directors_conditions_are_kept() {
    let table = table(5, vec![]);
    let present = [0, 1, 2, 3, 4];
    let rules = rules(FirstRound::Random, StartingScores::None);
    let constraints = PairingConstraints {
        locked: vec![LockedPair {
            one: 0,
            two: 1,
            black: Some(1),
        }],
        forbidden: vec![(2, 3)],
        no_bye: vec![4],
        bye: None,
    };
    let mut byes = std::collections::BTreeSet::new();
    for run in 0..40 {
        let seed = seed(run);
        let round = pair_round(&PairingRequest {
            constraints: &constraints,
            ..PairingRequest::new(&table, &present, &rules, &seed)
        })
        .unwrap();
        assert!(round.pairs.contains(&(1, 0)), "{round:?}");
        assert!(!round.pairs.contains(&(2, 3)) && !round.pairs.contains(&(3, 2)));
        byes.insert(round.bye);
    }
    assert_eq!(byes, [Some(2), Some(3)].into());
}

/// WOC II.6.1: one of group A against one of group B, A with black and white in turn; the rest by lot.
#[test]
fn first_round_of_the_world_championship() {
    let table = table(10, vec![]);
    let present: Vec<usize> = (0..10).collect();
    let rules = rules(FirstRound::WocGroups, StartingScores::None);
    for run in 0..40 {
        let seed = seed(run);
        let group_a = [1, 4, 7];
        let round = pair_round(&PairingRequest {
            group_a: &group_a,
            ..PairingRequest::new(&table, &present, &rules, &seed)
        })
        .unwrap();
        let in_a = |player: &usize| group_a.contains(player);
        let mixed: Vec<&(usize, usize)> = round
            .pairs
            .iter()
            .filter(|(black, white)| in_a(black) != in_a(white))
            .collect();
        assert_eq!(mixed.len(), 3, "{round:?}");
        let black = mixed.iter().filter(|(black, _)| in_a(black)).count();
        assert!((1..=2).contains(&black), "{round:?}");
    }
}

/// AGA: bands give the score before the first round, up to the bar's.
#[test]
fn mcmahon_bands_and_the_bar() {
    let band = |from_rating, half_points| McMahonBand {
        from_rating,
        half_points,
    };
    let start = StartingScores::McMahon {
        bands: vec![
            band(1_400, HalfPoints(2)),
            band(1_700, HalfPoints(4)),
            band(2_000, HalfPoints(6)),
        ],
        bar: Some(1_800),
    };
    let ratings = [None, Some(1_399), Some(1_400), Some(1_750), Some(2_300)];
    assert_eq!(
        starting_scores(&start, &ratings),
        [0, 0, 2, 4, 4].map(HalfPoints)
    );
    assert_eq!(
        starting_scores(&StartingScores::None, &ratings),
        [HalfPoints::ZERO; 5]
    );
}

/// Acceleration: in the first rounds the better-rated half meets itself.
#[test]
fn acceleration_pairs_the_better_rated_half_with_itself() {
    let mut table = table(8, vec![]);
    for (rating, player) in (0..).zip(&mut table.players) {
        player.rating = Some(1_000 + 100 * rating);
    }
    let acceleration = Acceleration {
        groups: 2,
        step_half_points: HalfPoints(2),
        rounds: 2,
    };
    let rules = rules(
        FirstRound::Random,
        StartingScores::Accelerated(acceleration),
    );
    let present: Vec<usize> = (0..8).collect();
    for run in 0..20 {
        let seed = seed(run);
        let round = pair_round(&PairingRequest::new(&table, &present, &rules, &seed)).unwrap();
        assert!(
            round.pairs.iter().all(|&(a, b)| (a < 4) == (b < 4)),
            "{round:?}"
        );
    }
}

/// First round by rating: slide 1-5, fold 1-8, adjacent 1-2.
#[test]
fn first_rounds_by_rating() {
    let mut table = table(8, vec![]);
    for (place, player) in (0..).zip(&mut table.players) {
        player.rating = Some(2_000 - 100 * place);
    }
    let present: Vec<usize> = (0..8).collect();
    let opponent_of_first = [
        (FirstRound::RatedSlide, [(0, 4), (1, 5), (2, 6), (3, 7)]),
        (FirstRound::RatedFold, [(0, 7), (1, 6), (2, 5), (3, 4)]),
        (FirstRound::RatedAdjacent, [(0, 1), (2, 3), (4, 5), (6, 7)]),
    ];
    for (first_round, expected) in opponent_of_first {
        let rules = rules(first_round, StartingScores::None);
        let seed = seed(3);
        let round = pair_round(&PairingRequest::new(&table, &present, &rules, &seed)).unwrap();
        let mut pairs: Vec<(usize, usize)> = round
            .pairs
            .iter()
            .map(|&(a, b)| (a.min(b), a.max(b)))
            .collect();
        pairs.sort_unstable();
        assert_eq!(pairs, expected, "{first_round:?}");
    }
}

/// EGP II.2, Part Two: what was met in Part One is no repeat, its colours are reversed.
#[test]
fn part_two_reverses_the_colours_of_part_one() {
    let table = table(2, vec![(vec![game(0, 1, 40)], vec![])]);
    let rules = rules(FirstRound::Random, StartingScores::None);
    let seed = seed(1);
    let round = pair_round(&PairingRequest {
        since_round: 2,
        reverse_colours_before: 2,
        ..PairingRequest::new(&table, &[0, 1], &rules, &seed)
    })
    .unwrap();
    assert_eq!(round.pairs, [(1, 0)]);
    assert_eq!(round.cost[&PairingLevel::Repeats], 0);
}

/// MSO: perfect scores meet in an extra round; an odd one meets the next-ranked whom he has not met.
#[test]
fn extra_rounds_are_for_perfect_scores() {
    let table = table(
        6,
        vec![(vec![game(0, 1, 40), game(2, 3, 40), game(4, 5, 40)], vec![])],
    );
    let perfect = perfect_scores(&table, &[]).unwrap();
    assert_eq!(perfect, [0, 2, 4]);
    let round = extra_round(&table, &[0, 2, 4, 5, 1, 3], &perfect, &seed(1))
        .unwrap()
        .unwrap();
    let mut pairs: Vec<(usize, usize)> = round
        .pairs
        .iter()
        .map(|&(a, b)| (a.min(b), a.max(b)))
        .collect();
    pairs.sort_unstable();
    // 4 is the lowest-ranked of the three; 5 he has met, 1 is next.
    assert_eq!(pairs, [(0, 2), (1, 4)]);
    assert!(
        extra_round(&table, &[0, 2, 4], &[0], &seed(1))
            .unwrap()
            .is_none()
    );
}
