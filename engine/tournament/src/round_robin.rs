//! Round robin by the circle method with one fixed player (EGP II.4.2).
//!
//! Chairs are numbered from 0. With an even number of players the last chair is the fixed one; with an
//! odd number the bye sits there. Round after round the others move on by one chair round the circle.
//! Off the fixed player, colours belong to the places of the circle, black and white in turn, so that
//! each player alternates; the fixed player alternates from round to round. Nobody is ever more than
//! one game out of balance.

use crate::plan::{MAX_ENTRANTS, full_round_robin};

/// The games of one round, by chair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundRobinRound {
    /// (black's chair, white's chair) of each table.
    pub pairs: Vec<(u32, u32)>,
    /// The chair that has the bye, if the number of players is odd.
    pub bye: Option<u32>,
}

/// The games of round `round` (from 1) among `players` chairs. Later cycles repeat the first, every
/// second one with colours swapped (EGP II.2). No games in round 0, for fewer than 2 players or for more
/// than [`MAX_ENTRANTS`].
#[must_use]
pub fn round_robin_round(players: u32, round: u32) -> RoundRobinRound {
    let cycle_rounds = full_round_robin(players);
    if cycle_rounds == 0 || round == 0 || players > MAX_ENTRANTS {
        return RoundRobinRound {
            pairs: Vec::new(),
            bye: None,
        };
    }
    let cycle = (round - 1) / cycle_rounds;
    let step = (round - 1) % cycle_rounds;
    let mut found = first_cycle(players, step);
    if cycle % 2 == 1 {
        for pair in &mut found.pairs {
            *pair = (pair.1, pair.0);
        }
    }
    found
}

fn first_cycle(players: u32, step: u32) -> RoundRobinRound {
    // All but the fixed chair, which comes after them; with an odd number the bye sits there.
    let circle = full_round_robin(players);
    let fixed = circle;
    let chair_at = |place: u64| {
        u32::try_from((place + u64::from(step)) % u64::from(circle)).unwrap_or_default()
    };
    let opposite = chair_at(0);
    let mut pairs = Vec::new();
    let bye = if players.is_multiple_of(2) {
        pairs.push(if step.is_multiple_of(2) {
            (fixed, opposite)
        } else {
            (opposite, fixed)
        });
        None
    } else {
        Some(opposite)
    };
    for (odd, even) in places(circle) {
        pairs.push((chair_at(odd), chair_at(even)));
    }
    RoundRobinRound { pairs, bye }
}

/// The pairs of places that face each other off the fixed chair: k and circle - k. The circle is odd, so
/// one place of the two is odd (black) and the other even (white).
fn places(circle: u32) -> impl Iterator<Item = (u64, u64)> {
    let circle = u64::from(circle);
    (1..=circle.saturating_sub(1) / 2).map(move |place| {
        if place % 2 == 1 {
            (place, circle - place)
        } else {
            (circle - place, place)
        }
    })
}

/// A round with its players in their chairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatedRound<T> {
    /// (black, white) by table.
    pub games: Vec<(T, T)>,
    /// Who has a bye: several where more than one chair is empty.
    pub byes: Vec<T>,
}

/// The games of round `round` (from 1) for the players in these chairs. The chair of a player who has
/// withdrawn is `None` and counts as the bye (EGP II.6).
#[must_use]
pub fn seat_round_robin<T: Clone>(chairs: &[Option<T>], round: u32) -> SeatedRound<T> {
    let players = u32::try_from(chairs.len()).unwrap_or(u32::MAX);
    let plan = round_robin_round(players, round);
    let seated = |chair: u32| chairs.get(chair as usize).cloned().flatten();
    let mut games = Vec::with_capacity(plan.pairs.len());
    let mut byes: Vec<T> = plan.bye.and_then(seated).into_iter().collect();
    for &(black, white) in &plan.pairs {
        match (seated(black), seated(white)) {
            (Some(black), Some(white)) => games.push((black, white)),
            (Some(alone), None) | (None, Some(alone)) => byes.push(alone),
            (None, None) => {}
        }
    }
    SeatedRound { games, byes }
}

/// The chairs that make a given first round: `pairs` as (black, white) table by table, and the bye.
/// Chair `n` of the answer holds the player; `None` if those games are not a round of all of them.
#[must_use]
pub fn chairs_from_first_round(pairs: &[(usize, usize)], bye: Option<usize>) -> Option<Vec<usize>> {
    let players = u32::try_from(pairs.len().checked_mul(2)?)
        .ok()?
        .checked_add(u32::from(bye.is_some()))?;
    let round = round_robin_round(players, 1);
    let mut chairs: Vec<Option<usize>> = vec![None; players as usize];
    let mut seat = |chair: u32, player: usize| {
        if let Some(slot) = chairs.get_mut(chair as usize) {
            *slot = Some(player);
        }
    };
    for (&(black_chair, white_chair), &(black, white)) in round.pairs.iter().zip(pairs) {
        seat(black_chair, black);
        seat(white_chair, white);
    }
    if let (Some(chair), Some(player)) = (round.bye, bye) {
        seat(chair, player);
    }
    let chairs: Vec<usize> = chairs.into_iter().collect::<Option<_>>()?;
    let mut sorted = chairs.clone();
    sorted.sort_unstable();
    sorted.dedup();
    (sorted.len() == chairs.len()).then_some(chairs)
}
