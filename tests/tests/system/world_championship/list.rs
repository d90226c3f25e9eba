//! The lists of a World Championship, folded from nothing but who met whom, who had the bye, who withdrew and the discs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// The constant of the Brightwell Quotient (WOC A.1).
const CONSTANT: i64 = 6;
const SQUARES: i64 = 64;
/// Discs of a bye in the disc-count.
const BYE_DISCS: i64 = 40;
const QUALIFYING_ROUNDS: u64 = 13;

/// One line of the list, in half-points, half-units and discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) half_points: i64,
    pub(super) bq_half_units: i64,
    pub(super) discs: i64,
}

/// What one player did in one round.
enum Done {
    /// Met somebody, and had so many discs.
    Met(String, i64),
    Bye,
    Nothing,
}

/// The list after the qualification, by entrant, from the tournament as it is shown.
pub(super) fn qualifying(tournament: &Value) -> BTreeMap<String, Line> {
    let entrants: Vec<String> = listed(&tournament["entrants"])
        .map(|entrant| text(&entrant["id"]))
        .collect();
    let gone: BTreeSet<String> = listed(&tournament["entrants"])
        .filter(|entrant| entrant["withdrawn_from_round"].as_u64() != Some(0))
        .map(|entrant| text(&entrant["id"]))
        .collect();
    let rounds: Vec<&Value> = listed(&tournament["rounds"])
        .filter(|round| round["number"].as_u64() <= Some(QUALIFYING_ROUNDS))
        .collect();
    let done: BTreeMap<&String, Vec<Done>> = entrants
        .iter()
        .map(|entrant| {
            let each = rounds.iter().map(|round| done_in(round, entrant));
            (entrant, each.collect())
        })
        .collect();
    let points: BTreeMap<&String, i64> = done
        .iter()
        .map(|(entrant, rounds)| (*entrant, rounds.iter().map(half_points).sum()))
        .collect();
    done.iter()
        .map(|(entrant, rounds)| {
            let own = points[*entrant];
            let unmet = SQUARES + CONSTANT * own;
            let bq = rounds.iter().map(|round| match round {
                Done::Met(opponent, discs) if !gone.contains(opponent) => {
                    2 * discs + CONSTANT * points[opponent]
                }
                Done::Met(..) | Done::Bye | Done::Nothing => unmet,
            });
            let discs = rounds.iter().map(|round| match round {
                Done::Met(_, discs) => *discs,
                Done::Bye => BYE_DISCS,
                Done::Nothing => 0,
            });
            let line = Line {
                half_points: own,
                bq_half_units: bq.sum(),
                discs: discs.sum(),
            };
            ((*entrant).clone(), line)
        })
        .collect()
}

/// The half-points of each team: its three best, without the host's additional player where three others are there.
pub(super) fn teams(tournament: &Value, list: &BTreeMap<String, Line>) -> BTreeMap<String, i64> {
    let mut members: BTreeMap<String, Vec<(bool, i64)>> = BTreeMap::new();
    for entrant in listed(&tournament["entrants"]) {
        let points = list[&text(&entrant["id"])].half_points;
        let is_additional = entrant["additional"] == true;
        let of_team = members.entry(text(&entrant["country"])).or_default();
        of_team.push((is_additional, points));
    }
    members
        .into_iter()
        .map(|(team, members)| {
            let others = members.iter().filter(|(additional, _)| !additional).count();
            let mut counted: Vec<i64> = members
                .iter()
                .filter(|(additional, _)| !additional || others < 3)
                .map(|(_, points)| *points)
                .collect();
            counted.sort_unstable_by(|one, other| other.cmp(one));
            (team, counted.iter().take(3).sum())
        })
        .collect()
}

fn done_in(round: &Value, entrant: &str) -> Done {
    if listed(&round["bye_entrant_ids"]).any(|one| one == entrant) {
        return Done::Bye;
    }
    let sits = |side: &str, board: &Value| board[format!("{side}_entrant_id")] == entrant;
    let met = |side: &str, other: &str| {
        let board = listed(&round["boards"]).find(|board| sits(side, board))?;
        let discs = board["result"][format!("{side}_discs")].as_i64()?;
        Some(Done::Met(
            text(&board[format!("{other}_entrant_id")]),
            discs,
        ))
    };
    met("black", "white")
        .or_else(|| met("white", "black"))
        .unwrap_or(Done::Nothing)
}

const fn half_points(done: &Done) -> i64 {
    match done {
        Done::Met(_, discs) if 2 * *discs == SQUARES => 1,
        Done::Met(_, discs) if 2 * *discs < SQUARES => 0,
        Done::Met(..) | Done::Bye => 2,
        Done::Nothing => 0,
    }
}

pub(super) fn listed(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
