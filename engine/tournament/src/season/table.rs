//! The final rankings of legs, and the table that is counted from them (EGP I.2.5).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::State;
use crate::half_points::HalfPoints;
use crate::ids::EntrantId;
use crate::lists::{Fraction, SeasonEvent, SeasonPlace, season_table};
use crate::people::Person;
use crate::refusals::{Refusal, SeasonRefusal};

/// The final ranking of a leg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegRanking {
    /// Which leg, from 1.
    pub leg: u32,
    /// The version of the ranking.
    pub version: u32,
    /// Its lines, best first.
    pub players: Vec<LegPlayer>,
}

/// One line of a leg's final ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegPlayer {
    /// Who the player is throughout the season: [`season_player`]. It is kept nowhere.
    pub player: String,
    /// The entrant of the event.
    pub entrant: EntrantId,
    /// Final rank.
    pub rank: u32,
    /// Points scored in the event.
    pub half_points: HalfPoints,
}

/// A final ranking that a season's table counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedRanking {
    /// Which leg, from 1.
    pub leg: u32,
    /// The version of its ranking.
    pub version: u32,
}

/// One line of a season's table. Its player is known by the entrants that he was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableLine {
    /// Rank; equal ranks are equal players.
    pub rank: u32,
    /// The sum of the results that count.
    pub points: Fraction,
    /// The sum of the results that break a tie.
    pub tie_points: Fraction,
    /// The results, by leg.
    pub results: Vec<TableResult>,
}

/// What a player scored in one leg.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableResult {
    /// Which leg, from 1.
    pub leg: u32,
    /// The entrant that the player was.
    pub entrant: EntrantId,
    /// Final rank there.
    pub rank: u32,
    /// Season points.
    pub points: Fraction,
    /// Among the results that count.
    pub counts: bool,
}

/// Who a player is throughout a season: the federation number, and name and nation for those without one.
#[must_use]
pub fn season_player(person: &Person<'_>) -> String {
    match person.federation_number {
        Some(number) if number > 0 => format!("{number:06}"),
        _ => {
            let name = format!("{} {}", person.given_names, person.surname);
            format!("{} ({})", name.trim(), person.country)
        }
    }
}

/// The season's table after those legs, best first.
///
/// # Errors
/// When a ranking is none, or the points cannot be added.
pub fn table_of(state: &State, rankings: &[LegRanking]) -> Result<Vec<TableLine>, Refusal> {
    let events: Vec<SeasonEvent> = rankings.iter().map(as_event).collect();
    let table = season_table(&events, &state.terms.points);
    let table = table.map_err(|problem| SeasonRefusal::Uncountable {
        problem: problem.to_string(),
    })?;
    let entrants: Vec<BTreeMap<&str, &EntrantId>> = rankings
        .iter()
        .map(|ranking| {
            let lines = ranking.players.iter();
            lines
                .map(|line| (line.player.as_str(), &line.entrant))
                .collect()
        })
        .collect();
    let lines = table.into_iter().map(|line| {
        let player = line.player.as_str();
        let results = line.results.iter().filter_map(|result| {
            let entrant = entrants.get(result.event)?.get(player)?;
            Some(TableResult {
                leg: rankings.get(result.event)?.leg,
                entrant: (*entrant).clone(),
                rank: result.rank,
                points: result.points,
                counts: result.counts,
            })
        });
        TableLine {
            rank: line.rank,
            points: line.points,
            tie_points: line.tie_points,
            results: results.collect(),
        }
    });
    Ok(lines.collect())
}

fn as_event(ranking: &LegRanking) -> SeasonEvent {
    let ranking_lines = ranking.players.iter().map(|line| SeasonPlace {
        player: line.player.clone(),
        rank: line.rank,
        half_points: line.half_points,
    });
    SeasonEvent {
        name: format!("Leg {}", ranking.leg),
        ranking: ranking_lines.collect(),
    }
}
