//! The names of openings.

use std::collections::BTreeSet;

use outflank_othello::{
    NamedOpening, Openings, Square, Symmetry, position_key, positions, transcript,
};
use proptest::prelude::*;

fn squares(moves: &str) -> Vec<Square> {
    let pairs = moves.as_bytes().chunks_exact(2);
    pairs
        .map(|pair| std::str::from_utf8(pair).unwrap().parse().unwrap())
        .collect()
}

fn named(moves: &str) -> Option<(&'static str, usize)> {
    let found = Openings::named().of(&squares(moves));
    found.map(|NamedOpening { name, ply }| (name, ply))
}

#[test]
fn every_opening_is_legal_and_another_position_than_any_other() {
    let (mut names, mut reached) = (BTreeSet::new(), BTreeSet::new());
    for (name, moves) in Openings::all() {
        let positions = positions(&moves);
        assert_eq!(positions.len(), moves.len() + 1, "{name}");
        assert!(
            reached.insert(position_key(positions.last().unwrap())),
            "{name}"
        );
        assert!(names.insert(name), "{name}");
    }
    assert!(names.len() > 70);
}

#[test]
fn a_game_has_the_last_that_it_came_to() {
    for (moves, opening) in [
        ("", None),
        ("f5", None),
        ("c4c5", Some(("Parallel", 2))),
        ("c4e3", Some(("Perpendicular", 2))),
        ("f5d6c3d3c4", Some(("Tiger", 5))),
        ("f5d6c3d3c4f4f6", Some(("Stephenson", 7))),
        ("f5d6c3d3c4f4f6f3", Some(("Comp'Oth", 8))),
        // Whatever follows.
        ("f5d6c3d3c4f4f6f3e6e7", Some(("Comp'Oth", 8))),
    ] {
        assert_eq!(named(moves), opening, "{moves}");
    }
}

/// Two moves of one player change places where both ways are legal and lead to one position: it has one name.
#[test]
fn whichever_way_leads_there() {
    let openings = Openings::named();
    let mut ways = 0;
    for (name, moves) in Openings::all() {
        let wanted = positions(&moves).last().map(position_key);
        for place in 0..moves.len().saturating_sub(2) {
            let mut way = moves.clone();
            way.swap(place, place + 2);
            let reached = positions(&way);
            if reached.len() > way.len() && reached.last().map(position_key) == wanted {
                ways += 1;
                let ply = way.len();
                assert_eq!(openings.of(&way), Some(NamedOpening { name, ply }));
            }
        }
    }
    assert!(ways > 10, "{ways}");
}

proptest! {
    #![proptest_config(crate::property::cases(200))]

    /// A game turned or mirrored has the same opening at the same ply.
    #[test]
    fn whichever_way_round_it_is_played(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..24)) {
        let mut moves: Vec<Square> = Vec::new();
        for choice in choices {
            let reached = positions(&moves);
            let legal: Vec<Square> = reached.last().unwrap().legal_moves().into_iter().collect();
            if legal.is_empty() {
                break;
            }
            moves.push(legal[choice.index(legal.len())]);
        }
        let openings = Openings::named();
        let found = openings.of(&moves);
        for symmetry in Symmetry::ALL {
            let turned: Vec<Square> = moves.iter().map(|square| symmetry.apply(*square)).collect();
            prop_assert_eq!(openings.of(&turned), found);
            let keys = |moves: &[Square]| positions(moves).iter().map(position_key).collect::<Vec<_>>();
            prop_assert_eq!(keys(&turned), keys(&moves));
        }
        prop_assert_eq!(openings.of(&transcript::canonical(&moves)), found);
    }
}
