//! Round robins: the games of a round by chair, and players in their chairs.
//!
//! Chairs are numbered from 0. In every table nobody is ever more than two games out of balance, one
//! after a whole cycle of an even number of players and none after one of an odd number.

mod tables;

use crate::pairing::RoundRobinTable;
use crate::plan::{MAX_ENTRANTS, full_round_robin};

/// The games of one round, by chair.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoundRobinRound {
    /// (black's chair, white's chair) of each table.
    pub pairs: Vec<(u32, u32)>,
    /// The chair that has the bye, if the number of players is odd.
    pub bye: Option<u32>,
}

/// The games of round `round` (from 1) of a table among `players` chairs. Later cycles repeat the first, every
/// second one with colours swapped (EGP II.2). No games in round 0, for fewer than 2 players or for more
/// than [`MAX_ENTRANTS`].
#[must_use]
pub fn round_robin_round(table: RoundRobinTable, players: u32, round: u32) -> RoundRobinRound {
    let cycle_rounds = full_round_robin(players);
    if cycle_rounds == 0 || round == 0 || players > MAX_ENTRANTS {
        return RoundRobinRound::default();
    }
    let cycle = (round - 1) / cycle_rounds;
    let step = (round - 1) % cycle_rounds;
    let mut found = match table {
        RoundRobinTable::Circle => tables::circle(players, step),
        RoundRobinTable::Papp => tables::papp(players, step),
        RoundRobinTable::Berger => tables::berger(players, step),
    };
    if cycle % 2 == 1 {
        for pair in &mut found.pairs {
            *pair = (pair.1, pair.0);
        }
    }
    found
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
pub fn seat_round_robin<T: Clone>(
    table: RoundRobinTable,
    chairs: &[Option<T>],
    round: u32,
) -> SeatedRound<T> {
    let players = u32::try_from(chairs.len()).unwrap_or(u32::MAX);
    let plan = round_robin_round(table, players, round);
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
pub fn chairs_from_first_round(
    table: RoundRobinTable,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Option<Vec<usize>> {
    let players = u32::try_from(pairs.len().checked_mul(2)?)
        .ok()?
        .checked_add(u32::from(bye.is_some()))?;
    let round = round_robin_round(table, players, 1);
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
