//! In which shape the pairings of rounds are given.

use super::info::member;
use super::node::Node;
use crate::findings::Findings;

/// Names of a round's pairings within an object.
const PAIRINGS: [&str; 3] = ["pairing", "pairings", "games"];
/// No round has a larger number.
const LARGEST: i64 = 1_000;

/// The pairings of a round.
pub(super) struct Pairings<'a> {
    pub number: u32,
    pub pairings: Vec<Node<'a>>,
    /// What holds them.
    pub node: Node<'a>,
}

/// The rounds by number.
pub(super) fn rounds<'a>(node: &Node<'a>, findings: &mut Findings) -> Vec<Pairings<'a>> {
    let mut found = Vec::new();
    if let Some(items) = node.items() {
        if items.first().is_some_and(is_pairing) {
            found.extend(round(node, 1, findings));
        } else {
            for (item, place) in items.iter().zip(1_u32..) {
                found.extend(listed(item, place, findings));
            }
        }
    } else if let Some(members) = node.members() {
        for (key, inner) in &members {
            match key.trim().parse::<i64>().ok().and_then(number) {
                Some(number) => found.extend(round(inner, number, findings)),
                None => inner.finding(
                    findings,
                    "round_number",
                    "rounds are named by their numbers",
                ),
            }
        }
    } else {
        node.finding(
            findings,
            "rounds",
            "pairings are a list, or an object by rounds",
        );
    }
    found.sort_by_key(|round| round.number);
    found
}

fn number(number: i64) -> Option<u32> {
    u32::try_from(number)
        .ok()
        .filter(|_| (1..=LARGEST).contains(&number))
}

/// A round of a list: its pairings, or an object that has its number beside them.
fn listed<'a>(item: &Node<'a>, place: u32, findings: &mut Findings) -> Option<Pairings<'a>> {
    let Some(members) = item.members() else {
        return round(item, place, findings);
    };
    let own = ["round", "number"].into_iter();
    let own = own.filter_map(|name| member(&members, name)).next();
    let number = match own {
        None => Some(place),
        Some(node) => node.whole().and_then(number),
    };
    let pairings = PAIRINGS.into_iter().find_map(|name| member(&members, name));
    match (number, pairings) {
        (Some(number), Some(pairings)) => round(pairings, number, findings),
        _ => {
            item.finding(findings, "round", "a round has its number and its pairing");
            None
        }
    }
}

fn round<'a>(node: &Node<'a>, number: u32, findings: &mut Findings) -> Option<Pairings<'a>> {
    let Some(pairings) = node.items() else {
        node.finding(findings, "round", "the pairings of a round are a list");
        return None;
    };
    Some(Pairings {
        number,
        pairings,
        node: node.clone(),
    })
}

/// A list of players.
fn is_pairing(node: &Node<'_>) -> bool {
    let players = node.items().unwrap_or_default();
    let mut players = players.iter();
    players.next().is_some_and(|player| {
        player
            .members()
            .is_some_and(|members| members.contains_key("id"))
    })
}
