//! Round robins of a rating file: who sits on which chair.

use std::collections::BTreeSet;

use outflank_formats::elo::FirstColour;
use outflank_tournament::{
    Cost, Lottery, RoundRobinTable, Seed, chairs_from_first_round, round_robin_round,
};

use super::event_file::EventFile;
use super::pair::Pairing;

/// The round of a round robin, its chairs told from round 1.
pub fn round_robin(
    event: &EventFile,
    table: RoundRobinTable,
    round: u32,
    within: u32,
    seed: &Seed,
) -> Result<Pairing, String> {
    let chairs = chairs(event, table, seed)?;
    let players = u32::try_from(chairs.len()).unwrap_or(u32::MAX);
    let at = |chair: u32| chairs.get(chair as usize).copied();
    let mut pairing = Pairing {
        round,
        pairs: Vec::new(),
        byes: Vec::new(),
        cost: Cost::new(),
    };
    let withdrew = |player: usize| {
        event
            .table
            .players
            .get(player)
            .is_none_or(|player| player.withdrew)
    };
    let seats = round_robin_round(table, players, within);
    pairing
        .byes
        .extend(seats.bye.and_then(at).filter(|player| !withdrew(*player)));
    for (black, white) in seats.pairs {
        let (Some(black), Some(white)) = (at(black), at(white)) else {
            continue;
        };
        match (withdrew(black), withdrew(white)) {
            (false, false) => pairing.pairs.push((black, white)),
            // The chair of a player who withdrew is a bye.
            (false, true) => pairing.byes.push(black),
            (true, false) => pairing.byes.push(white),
            (true, true) => {}
        }
    }
    Ok(pairing)
}

/// Who sits on which chair: by the order of round 1's lines, or by lot before it; refused if a later
/// round was played on other chairs.
fn chairs(event: &EventFile, seats: RoundRobinTable, seed: &Seed) -> Result<Vec<usize>, String> {
    let Some(first) = event.table.rounds.first() else {
        let mut chairs: Vec<usize> = (0..event.entrants.len()).collect();
        chairs.sort_by_key(|&player| event.entrants.get(player).map(|entrant| entrant.id));
        Lottery::new(seed, "chairs 0").shuffle(&mut chairs);
        return Ok(chairs);
    };
    let pairs: Vec<(usize, usize)> = first
        .games
        .iter()
        .map(|game| (game.black, game.white))
        .collect();
    let chairs = chairs_from_first_round(seats, &pairs, first.byes.first().copied())
        .filter(|chairs| chairs.len() == event.entrants.len())
        .ok_or(
            "round 1 does not pair every entrant, so the chairs of the round robin cannot be told",
        )?;
    for ((table, lines), number) in event.table.rounds.iter().zip(&event.rounds).zip(1_u32..) {
        let round = round_robin_round(
            seats,
            u32::try_from(chairs.len()).unwrap_or(u32::MAX),
            number,
        );
        let at = |chair: u32| chairs.get(chair as usize).copied();
        let expected: BTreeSet<_> = round
            .pairs
            .iter()
            .map(|&(black, white)| (at(black), at(white)))
            .collect();
        for (game, line) in table.games.iter().zip(lines) {
            let as_played = expected.contains(&(Some(game.black), Some(game.white)));
            let turned = expected.contains(&(Some(game.white), Some(game.black)));
            let unsaid = line.colour == FirstColour::Unknown;
            if !(as_played || turned && unsaid) {
                return Err(format!(
                    "line {}: round {number} was not paired by the round robin whose chairs round 1 gives ({} - {}); \
                     --rounds below a full round robin makes it a Swiss system",
                    line.line, line.first, line.second
                ));
            }
        }
    }
    Ok(chairs)
}
