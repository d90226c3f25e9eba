//! The lists: IFRL and WFRL after the playoffs, and the final ranking (WOC II.3.3, II.5.3, III; EGP II.2,
//! II.3).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::input::Bracket;
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::standings::fallen;
use crate::table::Fall;

/// One line of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalRank {
    /// The entrant.
    pub entrant: EntrantId,
    /// Place in strict order, from 1, no two alike.
    pub place: u32,
    /// Rank as printed; equal ranks share it.
    pub rank: u32,
    /// Points by which the line is ranked: the qualification's, with the side Swiss where it was
    /// played. Games of matches count in no list.
    pub half_points: HalfPoints,
}

/// First the head in its strict order, then the rest: in their order, equal points being equal ranks where
/// the rule set shares them.
pub(super) fn ranking(
    bracket: &Bracket<'_>,
    head: &[usize],
    rest: &[(usize, HalfPoints)],
) -> Vec<FinalRank> {
    let mut list: Vec<FinalRank> = Vec::with_capacity(head.len() + rest.len());
    for &player in head {
        let place = place_after(&list);
        list.push(FinalRank {
            entrant: bracket.id(player),
            place,
            rank: place,
            half_points: bracket.corrected_half_points(player),
        });
    }
    for &(player, half_points) in rest {
        let place = place_after(&list);
        let rank = match list.get(head.len()..).and_then(<[FinalRank]>::last) {
            Some(above)
                if bracket.input.equal_points_share_rank && above.half_points == half_points =>
            {
                above.rank
            }
            _ => place,
        };
        list.push(FinalRank {
            entrant: bracket.id(player),
            place,
            rank,
            half_points,
        });
    }
    fallen_in(bracket, list)
}

/// The list once those whom rulings put back stand where they fall to.
fn fallen_in(bracket: &Bracket<'_>, list: Vec<FinalRank>) -> Vec<FinalRank> {
    let falls = bracket.input.falls;
    if falls.is_empty() {
        return list;
    }
    let fall = |line: &FinalRank| {
        let known = falls.iter().find(|(entrant, _)| *entrant == line.entrant);
        known.map_or_else(Fall::default, |(_, fall)| *fall)
    };
    let mut fallen_list = Vec::with_capacity(list.len());
    for group in fallen(list, |line| line.rank, fall) {
        let rank = place_after(&fallen_list);
        for line in group {
            let place = place_after(&fallen_list);
            fallen_list.push(FinalRank {
                place,
                rank,
                ..line
            });
        }
    }
    fallen_list
}

fn place_after(list: &[FinalRank]) -> u32 {
    u32::try_from(list.len()).map_or(u32::MAX, |length| length.saturating_add(1))
}

/// The players outside the head, in the order of the list as the results stand now.
pub(super) fn rest_of_list(bracket: &Bracket<'_>, head: &[usize]) -> Vec<(usize, HalfPoints)> {
    rest_by(bracket, head, &[bracket.input.corrected])
}

/// The players outside the head, in the order of the list after the side Swiss; who is missing there follows.
pub(super) fn rest_after_side_swiss(
    bracket: &Bracket<'_>,
    head: &[usize],
) -> Vec<(usize, HalfPoints)> {
    let input = bracket.input;
    rest_by(bracket, head, &[input.side_swiss.list, input.corrected])
}

/// The players outside the head, each where the first of the lists has him; who is in none follows as the finals' list
/// has him.
fn rest_by(
    bracket: &Bracket<'_>,
    head: &[usize],
    lists: &[&[(EntrantId, HalfPoints)]],
) -> Vec<(usize, HalfPoints)> {
    let mut seen: BTreeSet<usize> = head.iter().copied().collect();
    let listed = lists
        .iter()
        .flat_map(|list| list.iter())
        .filter_map(|(entrant, half_points)| Some((bracket.index(entrant)?, *half_points)));
    let fixed = (0..bracket.players.len()).map(|player| (player, bracket.half_points(player)));
    let mut rest: Vec<(usize, HalfPoints)> = Vec::new();
    rest.extend(
        listed
            .chain(fixed)
            .filter(|(player, _)| seen.insert(*player)),
    );
    rest
}
