//! Places and printed ranks: who shares a rank, and who is dropped by a ruling.

use super::chain::Order;
use super::falls::fallen;
use super::rules::{SharedRanks, StandingsRules};
use super::sheet::Sheet;
use crate::half_points::HalfPoints;
use crate::table::ResultTable;

/// One line of the list before it is described.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked {
    /// Position in the order of the criteria.
    pub position: usize,
    pub player: usize,
    pub rank: u32,
    /// A ruling parts this line from the one above; they share nothing.
    pub apart: bool,
}

/// The lines in their final order, positions dropped by rulings included.
pub(super) fn ranks(
    table: &ResultTable,
    sheets: &[Sheet],
    rules: &StandingsRules,
    order: &Order,
) -> Vec<Ranked> {
    let mut lines: Vec<Ranked> = (0..)
        .zip(&order.players)
        .map(|(position, &player)| Ranked {
            position,
            player,
            rank: 0,
            apart: false,
        })
        .collect();
    number(table, sheets, rules, order, &mut lines);
    if table.players.iter().any(|player| player.fall.falls()) {
        lines = dropped(table, lines);
        number(table, sheets, rules, order, &mut lines);
    }
    lines
}

fn number(
    table: &ResultTable,
    sheets: &[Sheet],
    rules: &StandingsRules,
    order: &Order,
    lines: &mut [Ranked],
) {
    match rules.ranking.shared_ranks {
        SharedRanks::EqualPoints => share_by_points(table, sheets, rules, order, lines),
        SharedRanks::BelowMedals { medals } => {
            share_below_medals(table, sheets, rules, order, lines, medals);
        }
        SharedRanks::OnlyUnbroken => {
            for index in 0..lines.len() {
                lines[index].rank = own_rank(order, lines, index);
            }
        }
    }
}

/// The rank of a line whose ties are broken: its place, or that of the equal line above.
fn own_rank(order: &Order, lines: &[Ranked], index: usize) -> u32 {
    match index.checked_sub(1).map(|above| lines[above]) {
        Some(above) if unparted(order, &above, &lines[index]) => above.rank,
        _ => place(index),
    }
}

/// Equal on every criterion, and no ruling between them.
pub(super) fn unparted(order: &Order, above: &Ranked, below: &Ranked) -> bool {
    !below.apart
        && above.position < below.position
        && order.parted(above.position, below.position).is_none()
}

pub(super) fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1)
}

/// Ranks are strict for the first `qualifiers` who have not withdrawn, shared by points for the others.
/// Who is equal on every criterion shares a rank everywhere: only lots could tell them apart.
fn share_by_points(
    table: &ResultTable,
    sheets: &[Sheet],
    rules: &StandingsRules,
    order: &Order,
    lines: &mut [Ranked],
) {
    let mut qualified = 0;
    let mut shared: Option<(HalfPoints, u32)> = None;
    for index in 0..lines.len() {
        let player = lines[index].player;
        let own = own_rank(order, lines, index);
        if lines[index].apart {
            shared = None;
        }
        if qualified < rules.qualifiers && !table.players[player].withdrew {
            qualified += 1;
            lines[index].rank = own;
            continue;
        }
        let points = sheets[player].half_points;
        let rank = match shared {
            Some((equal, rank)) if equal == points => rank,
            _ => own,
        };
        shared = Some((points, rank));
        lines[index].rank = rank;
    }
}

/// Only a tie on points that reaches a medal or a place in the finals is broken.
fn share_below_medals(
    table: &ResultTable,
    sheets: &[Sheet],
    rules: &StandingsRules,
    order: &Order,
    lines: &mut [Ranked],
    medals: u32,
) {
    let mut qualified = 0;
    let mut first = 0;
    while first < lines.len() {
        let points = sheets[lines[first].player].half_points;
        let equal = lines[first + 1..]
            .iter()
            .take_while(|line| !line.apart && sheets[line.player].half_points == points)
            .count();
        let broken = place(first) <= medals || qualified < rules.qualifiers;
        for index in first..=first + equal {
            if !table.players[lines[index].player].withdrew {
                qualified += 1;
            }
            lines[index].rank = if broken {
                own_rank(order, lines, index)
            } else {
                place(first)
            };
        }
        first += equal + 1;
    }
}

/// Moves the players whom rulings drop.
fn dropped(table: &ResultTable, lines: Vec<Ranked>) -> Vec<Ranked> {
    let fall = |line: &Ranked| table.players[line.player].fall;
    let mut groups = fallen(lines, |line| line.rank, fall);
    for pair in 1..groups.len() {
        let near_a_ruling = |group: &[Ranked]| group.iter().any(|line| fall(line).falls());
        if (near_a_ruling(&groups[pair - 1]) || near_a_ruling(&groups[pair]))
            && let Some(line) = groups[pair].first_mut()
        {
            line.apart = true;
        }
    }
    groups.into_iter().flatten().collect()
}
