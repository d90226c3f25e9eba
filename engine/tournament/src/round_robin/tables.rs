//! The tables of a round robin: who meets whom in each round of one cycle, with colours.

use super::RoundRobinRound;
use crate::plan::full_round_robin;

/// The circle method with one fixed player (EGP II.4.2).
///
/// With an even number of players the last chair is the fixed one; with an odd number the bye sits
/// there. Round after round the others move on by one chair round the circle. Off the fixed player,
/// colours belong to the places of the circle, black and white in turn, so that each player alternates;
/// the fixed player alternates from round to round.
pub(super) fn circle(players: u32, step: u32) -> RoundRobinRound {
    let ring = full_round_robin(players);
    let fixed = ring;
    let chair_at = |place: u32| modulo(u64::from(place) + u64::from(step), ring);
    let opposite = chair_at(0);
    let mut round = RoundRobinRound::default();
    if players.is_multiple_of(2) {
        round.pairs.push(if step.is_multiple_of(2) {
            (fixed, opposite)
        } else {
            (opposite, fixed)
        });
    } else {
        round.bye = Some(opposite);
    }
    // Place k faces place ring - k. The ring is odd: one of the two is odd (black), the other even.
    for place in 1..=ring.saturating_sub(1) / 2 {
        let (near, far) = (chair_at(place), chair_at(ring - place));
        round.pairs.push(if place % 2 == 1 {
            (near, far)
        } else {
            (far, near)
        });
    }
    round
}

/// PAPP's table.
///
/// Twice n places stand round a table, n on top and n below, each facing another. The pivot sits at place 0;
/// the others move on by one place each round. Colours belong to the places, on top black and white in
/// turn, below the opposite ones; the pivot begins with black and alternates. With an odd number of
/// players the bye is the pivot, and the player of chair c sits at place c + 1 in the first round.
pub(super) fn papp(players: u32, step: u32) -> RoundRobinRound {
    let ring = full_round_robin(players);
    let half = ring.div_ceil(2);
    let odd = !players.is_multiple_of(2);
    // The places round the table without the pivot's, in the order in which players move down it.
    let place_on_ring = |index: u32| {
        if index < half - 1 {
            index + 1
        } else {
            // Below, from the right end to the left.
            ring - (index - (half - 1))
        }
    };
    let index_of_place = |place: u32| {
        if place < half {
            place - 1
        } else {
            half - 1 + (ring - place)
        }
    };
    let chair_at = |place: u32| {
        let from = modulo(u64::from(index_of_place(place)) + u64::from(step), ring);
        place_on_ring(from) - u32::from(odd)
    };
    let mut round = RoundRobinRound::default();
    let opposite = chair_at(half);
    if odd {
        round.bye = Some(opposite);
    } else {
        round.pairs.push(if step.is_multiple_of(2) {
            (0, opposite)
        } else {
            (opposite, 0)
        });
    }
    for place in 1..half {
        let (top, below) = (chair_at(place), chair_at(place + half));
        round.pairs.push(if place.is_multiple_of(2) {
            (top, below)
        } else {
            (below, top)
        });
    }
    round
}

/// The Berger table, the player named first having black.
///
/// With an even number N of players the last chair meets chair a, which moves on by N/2 of the others
/// each round; the others meet at equal distances from a. The last chair has black in even rounds. With
/// an odd number the last chair is the bye.
pub(super) fn berger(players: u32, step: u32) -> RoundRobinRound {
    let ring = full_round_robin(players);
    let half = ring.div_ceil(2);
    let fixed = ring;
    let facing = modulo(u64::from(step) * u64::from(half), ring);
    let mut round = RoundRobinRound::default();
    if players.is_multiple_of(2) {
        round.pairs.push(if step.is_multiple_of(2) {
            (facing, fixed)
        } else {
            (fixed, facing)
        });
    } else {
        round.bye = Some(facing);
    }
    for distance in 1..half {
        let after = modulo(u64::from(facing) + u64::from(distance), ring);
        let before = modulo(u64::from(facing) + u64::from(ring - distance), ring);
        round.pairs.push((after, before));
    }
    round
}

fn modulo(value: u64, ring: u32) -> u32 {
    u32::try_from(value % u64::from(ring.max(1))).unwrap_or_default()
}
