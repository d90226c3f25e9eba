//! The lists: IFRL and WFRL after the playoffs, and the final ranking (WOC II.3.3, II.5.3, III; EGP II.2,
//! II.3).

use serde::{Deserialize, Serialize};

use super::input::Bracket;
use crate::ids::EntrantId;

/// One line of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalRank {
    /// The entrant.
    pub entrant: EntrantId,
    /// Place in strict order, from 1, no two alike.
    pub place: u32,
    /// Rank as printed; equal ranks share it.
    pub rank: u32,
    /// Half-points by which the line is ranked: the qualification's, with the side Swiss where it was
    /// played. Games of matches count in no list.
    pub half_points: i64,
}

/// First the head in its strict order, then the rest: in their order, equal points being equal ranks where
/// the rule set shares them.
pub(super) fn ranking(
    bracket: &Bracket<'_>,
    head: &[usize],
    rest: &[(usize, i64)],
) -> Vec<FinalRank> {
    let mut list: Vec<FinalRank> = Vec::with_capacity(head.len() + rest.len());
    for &player in head {
        let place = place_after(&list);
        list.push(FinalRank {
            entrant: bracket.id(player),
            place,
            rank: place,
            half_points: bracket.half_points(player),
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
    list
}

fn place_after(list: &[FinalRank]) -> u32 {
    u32::try_from(list.len()).map_or(u32::MAX, |length| length.saturating_add(1))
}

/// The players outside the head, in the order of the provisional list.
pub(super) fn rest_of_list(bracket: &Bracket<'_>, head: &[usize]) -> Vec<(usize, i64)> {
    (0..bracket.players.len())
        .filter(|player| !head.contains(player))
        .map(|player| (player, bracket.half_points(player)))
        .collect()
}

/// The players outside the head, in the order of the list after the side Swiss; who is missing there
/// follows in the order of the provisional list.
pub(super) fn rest_after_side_swiss(bracket: &Bracket<'_>, head: &[usize]) -> Vec<(usize, i64)> {
    let mut rest: Vec<(usize, i64)> = Vec::new();
    for (entrant, half_points) in bracket.input.side_swiss.list {
        if let Some(player) = bracket.index(entrant)
            && !head.contains(&player)
            && !rest.iter().any(|(other, _)| *other == player)
        {
            rest.push((player, *half_points));
        }
    }
    for (player, half_points) in rest_of_list(bracket, head) {
        if !rest.iter().any(|(other, _)| *other == player) {
            rest.push((player, half_points));
        }
    }
    rest
}
