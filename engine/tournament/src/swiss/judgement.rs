//! A pairing made by hand against the engine's own: its cost, and the rules that it breaks.

use std::collections::{BTreeMap, BTreeSet};

use super::conditions::id_of;
use super::error::PairingError;
use super::field::Field;
use super::levels::{Cost, PairingLevel};
use super::pairing_cost;
use super::round::{Round, SwissPairing};
use crate::pairing::PairingRequest;
use crate::player_index::PlayerIndex;
use crate::table::{Colour, ResultTable};

/// A rule that a pairing breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingBreach {
    /// The level of the pairing that says so.
    pub level: PairingLevel,
    /// The paragraph, where the rule set names one.
    pub rule: Option<String>,
    /// One sentence: on which boards, and by how much.
    pub detail: String,
}

/// What is to be said of a pairing made by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingJudgement {
    /// Its cost by level.
    pub cost: Cost,
    /// The engine's own pairing of the round.
    pub own: SwissPairing,
    /// What the pairing costs more than the engine's own, by level; negative where less.
    pub difference: Cost,
    /// The levels on which it costs more, the first one first; the first decides.
    pub breaches: Vec<PairingBreach>,
}

/// How many boards a sentence names.
const BOARDS_NAMED: usize = 4;

/// Judges a pairing of the players present against the engine's own of the request, whose conditions are
/// those that hold whatever the director wants. `sources` are the rule set's paragraphs by field: that of a
/// level is found under `pairing.LEVEL`, else under `pairing.model` or `pairing`.
///
/// # Errors
/// See [`PairingError`].
pub fn judge_pairing(
    request: &PairingRequest<'_>,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
    sources: &BTreeMap<String, String>,
) -> Result<PairingJudgement, PairingError> {
    let cost = pairing_cost(request, pairs, bye)?;
    let round = Round::new(request)?;
    let own = round.own_pairing()?;
    let difference: Cost = cost
        .iter()
        .map(|(&level, &cost)| {
            let ours = own.cost.get(&level).copied().unwrap_or(0);
            (level, cost.saturating_sub(ours))
        })
        .collect();
    let rule = |level: PairingLevel| {
        let own = format!("pairing.{}", level.name());
        [own.as_str(), "pairing.model", "pairing"]
            .iter()
            .find_map(|&field| sources.get(field).cloned())
    };
    let mut breaches: Vec<PairingBreach> = reversals(&round, pairs)
        .map(|detail| PairingBreach {
            level: PairingLevel::Colour,
            rule: rule(PairingLevel::Colour),
            detail,
        })
        .collect();
    for &level in &round.field.levels {
        let more = difference.get(&level).copied().unwrap_or(0);
        if more > 0 {
            let boards = boards(&round, &own, level, pairs, bye);
            breaches.push(PairingBreach {
                level,
                rule: rule(level),
                detail: detail(level, more, &boards),
            });
        }
    }
    Ok(PairingJudgement {
        cost,
        own,
        difference,
        breaches,
    })
}

fn detail(level: PairingLevel, more: i64, boards: &[String]) -> String {
    let mut on = String::new();
    if !boards.is_empty() {
        let shown = boards.iter().take(BOARDS_NAMED).cloned();
        on = format!(", on {}", shown.collect::<Vec<_>>().join(", "));
        let rest = boards.len().saturating_sub(BOARDS_NAMED);
        if rest > 0 {
            on.push_str(&format!(" and {rest} more"));
        }
    }
    format!(
        "It costs {more} more on {} ({}) than the pairing by the rules{on}.",
        level.name(),
        level.meaning()
    )
}

/// The boards that are not the engine's own and cost something on the level.
fn boards(
    round: &Round<'_>,
    own: &SwissPairing,
    level: PairingLevel,
    pairs: &[(usize, usize)],
    bye: Option<usize>,
) -> Vec<String> {
    let ours: BTreeSet<(usize, usize)> = own.pairs.iter().copied().collect();
    let id = |player: PlayerIndex| id_of(round.table, player);
    let made = pairs
        .iter()
        .filter(|pair| !ours.contains(pair))
        .copied()
        .map(PlayerIndex::pair)
        .filter(|&(black, white)| round.field.board_cost(level, black, white) > 0)
        .map(|(black, white)| format!("{} - {}", id(black), id(white)));
    let bye = bye
        .filter(|&player| own.bye != Some(player))
        .map(PlayerIndex)
        .filter(|&player| round.field.bye_cost(level, player) > 0)
        .map(|player| format!("the bye of {}", id(player)));
    made.chain(bye).collect()
}

/// A sentence for each pair that had to reverse the colours of an earlier meeting and does not.
fn reversals(round: &Round<'_>, pairs: &[(usize, usize)]) -> impl Iterator<Item = String> {
    let field: &Field<'_> = &round.field;
    let table: &ResultTable = round.table;
    let kept = move |&(black, white): &(PlayerIndex, PlayerIndex)| {
        field.history(black).forced_colour(white) == Some(Colour::White)
    };
    let pairs = pairs.iter().copied().map(PlayerIndex::pair);
    pairs.filter(kept).map(move |(black, white)| {
        format!(
            "{} - {} met in the earlier part with the same colours; they are to be reversed.",
            id_of(table, black),
            id_of(table, white)
        )
    })
}
