//! First rounds by policy, and scores before them.

use outflank_tournament::*;

use crate::tournament::pairing::plain::*;
use crate::tournament::support::*;

/// WOC II.6.1.
#[test]
fn group_a_meets_group_b_with_alternate_colours() {
    for run in 0..200 {
        let mut numbers = Numbers::new("groups", run);
        let size = 2 + numbers.index(20);
        let table = rated(&vec![0; size]);
        let mut present: Vec<usize> = (0..size).collect();
        numbers.shuffle(&mut present);
        let group_a = present[..numbers.index(size + 1)].to_vec();
        let (rules, seed) = (rules(FirstRound::WocGroups), seed(run));
        let request = PairingRequest {
            group_a: &group_a,
            ..PairingRequest::new(&table, &present, &rules, &seed)
        };
        let found = pair_round(&request).unwrap();
        let is_a = |player: usize| group_a.contains(&player);
        let mixed = group_a.len().min(size - group_a.len());
        for (number, &(black, white)) in found.pairs.iter().enumerate() {
            assert_eq!(is_a(black) != is_a(white), number < mixed, "run {run}");
            if number < mixed {
                assert_eq!(is_a(black), number % 2 == 0, "run {run}");
            }
        }
        assert_eq!(found.pairs.len(), size / 2);
    }
}

#[test]
fn first_rounds_by_rating_have_the_wanted_distances() {
    // Places by rating: 4, 1, 5, 0, 3, 2, and 6 last.
    let table = rated(&[1500, 1800, 1100, 1400, 2000, 1700, 1000]);
    let order = [4, 1, 5, 0, 3, 2];
    let wanted = |policy: FirstRound, pairs: [(usize, usize); 3]| {
        let rules = rules(policy);
        for run in 0..30 {
            let seed = seed(run);
            let present: Vec<usize> = (0..7).collect();
            let found = pair_round(&PairingRequest::new(&table, &present, &rules, &seed)).unwrap();
            let pairs = pairs.map(|(one, two)| (order[one], order[two]));
            assert_eq!(
                plain(&found.pairs, found.bye),
                plain(&pairs, Some(6)),
                "{policy:?}"
            );
            assert_eq!(found.cost[&PairingLevel::FirstRound], 0);
        }
    };
    wanted(FirstRound::RatedSlide, [(0, 3), (1, 4), (2, 5)]);
    wanted(FirstRound::RatedFold, [(0, 5), (1, 4), (2, 3)]);
    wanted(FirstRound::RatedAdjacent, [(0, 1), (2, 3), (4, 5)]);
    let (manual, seed) = (rules(FirstRound::Manual), seed(1));
    let missing = pair_round(&PairingRequest::new(&table, &[0, 1], &manual, &seed));
    assert_eq!(
        missing,
        Err(PairingError::ManualFirstRound { without_place: 2 })
    );
    let constraints = PairingConstraints {
        locked: vec![LockedPair {
            one: 0,
            two: 1,
            black: Some(1),
        }],
        ..PairingConstraints::default()
    };
    let made = pair_round(&PairingRequest {
        constraints: &constraints,
        ..PairingRequest::new(&table, &[0, 1], &manual, &seed)
    });
    assert_eq!(made.unwrap().pairs, [(1, 0)]);
}

#[test]
fn mcmahon_bands_stop_at_the_bar_and_acceleration_counts_for_pairing_only() {
    let band = |from_rating, half_points| McMahonBand {
        from_rating,
        half_points,
    };
    let start = StartingScores::McMahon {
        bands: vec![
            band(2000, HalfPoints(6)),
            band(1000, HalfPoints(2)),
            band(1500, HalfPoints(4)),
        ],
        bar: Some(1600),
    };
    let ratings = [
        Some(2400),
        Some(1600),
        Some(1499),
        Some(1000),
        Some(999),
        None,
    ];
    assert_eq!(
        starting_scores(&start, &ratings),
        [4, 4, 2, 2, 0, 0].map(HalfPoints)
    );
    assert_eq!(
        starting_scores(&StartingScores::None, &ratings),
        [HalfPoints::ZERO; 6]
    );

    let acceleration = Acceleration {
        groups: 2,
        step_half_points: HalfPoints(2),
        rounds: 2,
    };
    let mut table = rated(&[1800, 1700, 1600, 1500]);
    assert_eq!(
        virtual_scores(&acceleration, &table),
        [2, 2, 0, 0].map(HalfPoints)
    );
    let rules = PairingRules {
        start: StartingScores::Accelerated(acceleration),
        ..rules(FirstRound::Random)
    };
    let present = [0, 1, 2, 3];
    for run in 0..20 {
        let seed = seed(run);
        let found = pair_round(&PairingRequest::new(&table, &present, &rules, &seed)).unwrap();
        assert_eq!(plain(&found.pairs, None).0, [(0, 1), (2, 3)]);
    }
    // After two rounds nothing is virtual any more: equal points meet.
    table.rounds = vec![TableRound::default(), TableRound::default()];
    let seed = seed(1);
    let found = pair_round(&PairingRequest::new(&table, &present, &rules, &seed)).unwrap();
    assert_eq!(found.cost[&PairingLevel::Difference], 0);
}
