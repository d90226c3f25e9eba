//! What a director sets before a round is paired.

use outflank_tournament::*;

use crate::tournament::pairing::plain::*;
use crate::tournament::support::*;

#[test]
fn conditions_are_met_at_the_least_cost() {
    let (mut met, mut clashes) = (0, 0);
    for run in 0..300 {
        let mut numbers = Numbers::new("conditions", run);
        let size = 4 + numbers.index(4);
        let table_rounds = numbers.index(5);
        let table = random_table(&mut numbers, size, table_rounds);
        let present: Vec<usize> = (0..size).collect();
        let mut order = present.clone();
        numbers.shuffle(&mut order);
        let mut constraints = PairingConstraints::default();
        if numbers.below(2) == 0 {
            let (one, two) = (order[0], order[1]);
            let black = (numbers.below(2) == 0).then_some(two);
            constraints.locked.push(LockedPair { one, two, black });
        }
        for _ in 0..numbers.below(6) {
            let (one, two) = (order[numbers.index(size)], order[numbers.index(size)]);
            if one != two && ![one, two].iter().all(|p| order[..2].contains(p)) {
                constraints.forbidden.push((one, two));
            }
        }
        if size % 2 == 1 {
            constraints.no_bye.push(order[2]);
            if numbers.below(3) == 0 {
                constraints.bye = Some(order[3]);
            }
        }
        let seed = seed(run);
        let free = PairingRequest::new(&table, &present, by_levels(&MODIFIED_LEVELS), &seed);
        let request = PairingRequest {
            constraints: &constraints,
            ..free
        };
        let allowed = |(pairs, bye): &Plain| {
            let has = |one: usize, two: usize| pairs.contains(&(one.min(two), one.max(two)));
            constraints
                .locked
                .iter()
                .all(|pair| has(pair.one, pair.two))
                && !constraints
                    .forbidden
                    .iter()
                    .any(|&(one, two)| has(one, two))
                && !bye.is_some_and(|player| constraints.no_bye.contains(&player))
                && (constraints.bye.is_none() || *bye == constraints.bye)
        };
        let best = complete_pairings(&present, size % 2 == 1)
            .into_iter()
            .map(|(pairs, bye)| plain(&pairs, bye))
            .filter(|pairing| allowed(pairing))
            .map(|pairing| least_cost(&free, &pairing))
            .min();
        match (pair_round(&request), best) {
            (Ok(found), Some(best)) => {
                assert!(allowed(&plain(&found.pairs, found.bye)), "run {run}");
                let colours_free = constraints.locked.iter().all(|pair| pair.black.is_none());
                if colours_free {
                    assert_eq!(values(&found.cost, &MODIFIED_LEVELS), best, "run {run}");
                }
                for pair in &constraints.locked {
                    let black = pair.black;
                    assert!(black.is_none_or(|b| found.pairs.iter().any(|&(x, _)| x == b)));
                }
                met += 1;
            }
            (Err(PairingError::Infeasible { pairs, bye }), None) => {
                assert!(!pairs.is_empty() || bye.is_some());
                clashes += 1;
            }
            (found, best) => panic!("run {run}: {found:?}, {best:?}"),
        }
    }
    assert!(met > 100 && clashes > 5, "{met} met, {clashes} infeasible");
}

#[test]
fn clashing_conditions_are_named() {
    let table = rated(&[1, 2, 3, 4]);
    let seed = seed(1);
    let refused = |constraints: &PairingConstraints| {
        let present = [0, 1, 2, 3];
        let request = PairingRequest {
            constraints,
            ..PairingRequest::new(&table, &present, by_levels(&LEVELS), &seed)
        };
        pair_round(&request).unwrap_err()
    };
    let lock = |one, two| LockedPair {
        one,
        two,
        black: None,
    };
    let locked = |pairs: &[LockedPair]| PairingConstraints {
        locked: pairs.to_vec(),
        ..PairingConstraints::default()
    };
    let id = |number: usize| table.players[number].id.clone();
    assert_eq!(
        refused(&locked(&[lock(0, 1), lock(1, 2)])),
        PairingError::TwoPlaces { player: id(1) }
    );
    assert_eq!(
        refused(&locked(&[lock(0, 0)])),
        PairingError::TwoPlaces { player: id(0) }
    );
    assert!(matches!(
        refused(&locked(&[lock(0, 9)])),
        PairingError::NotPresent { .. }
    ));
    let black = Some(3);
    assert!(matches!(
        refused(&locked(&[LockedPair {
            one: 0,
            two: 1,
            black
        }])),
        PairingError::WrongBlack { .. }
    ));
    assert_eq!(
        refused(&PairingConstraints {
            forbidden: vec![(1, 0)],
            ..locked(&[lock(0, 1)])
        }),
        PairingError::LockedAndForbidden {
            one: id(0),
            two: id(1)
        }
    );
    assert_eq!(
        refused(&PairingConstraints {
            bye: Some(0),
            ..PairingConstraints::default()
        }),
        PairingError::NoBye {
            player: id(0),
            present: 4
        }
    );
    let alone = PairingConstraints {
        forbidden: vec![(0, 1), (2, 0), (0, 3)],
        ..PairingConstraints::default()
    };
    let said = refused(&alone).to_string();
    assert!(said.contains("p000"), "{said}");
}
