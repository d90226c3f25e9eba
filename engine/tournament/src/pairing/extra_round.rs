//! Extra rounds while more than one perfect score stands (MSO, "Perfect Scores Policy").

use crate::draw::Seed;
use crate::half_points::HalfPoints;
use crate::pairing::{PairingRequest, PairingRules};
use crate::swiss::{PairingError, PairingLevel, SwissPairing, pair_round};
use crate::table::{PlayerRound, ResultTable};

/// The players with a perfect score: every round won, a bye counting as won. A round in which a player
/// scored less only for want of an opponent is named in `no_opponent` as (player, round from 1) and
/// counts as won too. A player who withdrew has none.
///
/// # Errors
/// A contradictory table.
pub fn perfect_scores(
    table: &ResultTable,
    no_opponent: &[(usize, u32)],
) -> Result<Vec<usize>, PairingError> {
    let rows = table.by_player()?;
    let perfect = rows.iter().enumerate().filter(|(player, row)| {
        let withdrew = table
            .players
            .get(*player)
            .is_none_or(|player| player.withdrew);
        !withdrew
            && (1_u32..).zip(row.iter()).all(|(round, cell)| match cell {
                PlayerRound::Bye | PlayerRound::NotMissed => true,
                PlayerRound::Game { colour, result, .. } => {
                    result.is_some_and(|result| result.half_points(*colour) == HalfPoints::WIN)
                }
                PlayerRound::Unplayed | PlayerRound::Granted { .. } => {
                    no_opponent.contains(&(*player, round))
                }
            })
    });
    Ok(perfect.map(|(player, _)| player).collect())
}

/// Pairs an extra round: the perfect scores among themselves, by the levels; of an odd number the
/// lowest-ranked who can meets the next-ranked other player whom he has not met, or if all have met
/// somebody everywhere, simply the next-ranked. `ranking` are the players still in, best first.
///
/// With fewer than two perfect scores there is no extra round: `None`.
///
/// # Errors
/// See [`PairingError`].
pub fn extra_round(
    table: &ResultTable,
    ranking: &[usize],
    perfect: &[usize],
    seed: &Seed,
) -> Result<Option<SwissPairing>, PairingError> {
    let mut players: Vec<usize> = ranking
        .iter()
        .copied()
        .filter(|player| perfect.contains(player))
        .collect();
    if players.len() < 2 {
        return Ok(None);
    }
    let rules = PairingRules::by_levels(&PairingLevel::UNMODIFIED);
    let pair = |players: &[usize]| pair_round(&PairingRequest::new(table, players, &rules, seed));
    if players.len().is_multiple_of(2) {
        return pair(&players).map(Some);
    }
    let others = || {
        let not_perfect = |player: &usize| !perfect.contains(player);
        ranking.iter().copied().filter(not_perfect)
    };
    let rows = table.by_player()?;
    let met = |one: usize, two: usize| {
        rows.get(one).is_some_and(|row| {
            row.iter().any(|cell| {
                matches!(cell, PlayerRound::Game { opponent, result, .. }
                    if *opponent == two && result.is_none_or(|result| result.counts().meeting))
            })
        })
    };
    let fresh = players.iter().rev().find_map(|&odd| {
        let opponent = others().find(|&other| !met(odd, other))?;
        Some((odd, opponent))
    });
    let next = || Some((players.last().copied()?, others().next()?));
    let Some((odd, opponent)) = fresh.or_else(next) else {
        // Nobody else is left: one of them has a bye.
        return pair(&players).map(Some);
    };
    players.retain(|&player| player != odd);
    let mut pairing = pair(&players)?;
    let last = pair(&[odd, opponent])?;
    pairing.pairs.extend(last.pairs);
    for (level, cost) in last.cost {
        let sum = pairing.cost.entry(level).or_insert(0);
        *sum = sum.saturating_add(cost);
    }
    Ok(Some(pairing))
}
