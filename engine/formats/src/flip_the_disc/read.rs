use std::collections::{BTreeMap, BTreeSet};

use super::FlipTheDisc;
use super::game::{Pairing, entrant, pairing};
use super::info::{Members, info, member};
use super::node::{Document, Node};
use super::rounds::{Pairings, rounds};
use crate::event::{ToldEntrant, ToldRound};
use crate::findings::Findings;
use crate::problem::Parsed;
use crate::text::{Encoding, decode};

/// Finals have numbers from here on.
const FINALS_FROM: u32 = 100;

/// Reads a document. Never fails; what makes no sense is left out and is a problem with its line and its place in the
/// document, such as `pairing[2][0][1].id`.
#[must_use]
pub fn read(bytes: &[u8]) -> Parsed<FlipTheDisc> {
    let (text, encoding) = decode(bytes);
    let mut findings = Findings::default();
    if encoding == Encoding::Latin1 {
        let what = "the document is no UTF-8, as JSON is; it is read as Latin-1";
        findings.add(1, "encoding", what);
    }
    let document = Document::new(&text);
    let mut reader = Reader {
        told: FlipTheDisc::default(),
        places: BTreeMap::new(),
        left_after: BTreeMap::new(),
        findings,
    };
    if let Some(root) = document.root(&mut reader.findings) {
        reader.document(&root);
    }
    reader.finish()
}

struct Reader {
    told: FlipTheDisc,
    /// Places of the entrants by number.
    places: BTreeMap<u32, usize>,
    /// After which round the list says that a player left.
    left_after: BTreeMap<u32, i64>,
    findings: Findings,
}

impl Reader {
    fn document(&mut self, root: &Node<'_>) {
        let Some(members) = root.members() else {
            // Pairings alone.
            let found = rounds(root, &mut self.findings);
            return self.rounds(&found);
        };
        match member(&members, "info") {
            None => info(&members, &mut self.told, &mut self.findings),
            Some(node) => match node.members() {
                Some(inner) => info(&inner, &mut self.told, &mut self.findings),
                None => node.finding(&mut self.findings, "info", "info is an object"),
            },
        }
        if let Some(list) = member(&members, "standings") {
            self.standings(list);
        }
        let named = ["pairing", "pairings", "games", "rounds"].into_iter();
        let mut named = named.filter_map(|name| member(&members, name));
        let held = named.find(|node| node.items().is_some() || node.members().is_some());
        match held {
            Some(node) => {
                let found = rounds(node, &mut self.findings);
                self.rounds(&found);
            }
            None => root.finding(&mut self.findings, "no_pairings", "there are no pairings"),
        }
    }

    fn standings(&mut self, list: &Node<'_>) {
        let Some(lines) = list.items() else {
            return list.finding(&mut self.findings, "standings", "standings are a list");
        };
        for line in lines {
            let members = line.members();
            let id = members
                .as_ref()
                .and_then(|members| member(members, "player_id"));
            let number = id
                .and_then(Node::whole)
                .and_then(|number| u32::try_from(number).ok());
            let (Some(members), Some(number)) = (&members, number.filter(|number| *number > 0))
            else {
                line.finding(
                    &mut self.findings,
                    "player_number",
                    "a line of the list has a player_id above 0",
                );
                continue;
            };
            self.enter(entrant(number, members));
            self.left(number, members);
        }
    }

    fn left(&mut self, number: u32, members: &Members<'_>) {
        if let Some(round) = member(members, "left_after_round").and_then(Node::whole)
            && round > 0
        {
            self.left_after.insert(number, round);
        }
    }

    /// Enters a player, or adds what was not known of him; that he left is what was said last.
    fn enter(&mut self, new: ToldEntrant) {
        let next = self.told.event.entrants.len();
        let place = *self.places.entry(new.number).or_insert(next);
        let Some(known) = self.told.event.entrants.get_mut(place) else {
            self.told.event.entrants.push(new);
            return;
        };
        known.left = new.left;
        if known.surname.is_empty() {
            known.surname = new.surname;
            known.first_names = new.first_names;
        }
        known.country = known.country.take().or(new.country);
        known.rating = known.rating.or(new.rating);
    }

    fn rounds(&mut self, rounds: &[Pairings<'_>]) {
        let mut expected = 1;
        for round in rounds {
            if round.number >= FINALS_FROM {
                let told = self.round(round);
                self.told.event.added.extend(told.games);
                continue;
            }
            if round.number < expected {
                let what = format!("round {} stands twice; the first counts", round.number);
                round.node.finding(&mut self.findings, "round_twice", &what);
                continue;
            }
            if round.number > expected {
                let what = format!(
                    "round {} is missing; round {} takes its place",
                    expected, round.number
                );
                round
                    .node
                    .finding(&mut self.findings, "round_missing", &what);
            }
            expected = round.number.saturating_add(1);
            let told = self.round(round);
            if !told.games.is_empty() || !told.byes.is_empty() {
                self.told.event.rounds.push(told);
            }
        }
    }

    fn round(&mut self, round: &Pairings<'_>) -> ToldRound {
        let mut told = ToldRound::default();
        let mut seen = BTreeSet::new();
        for node in &round.pairings {
            let Some((paired, entrants)) = pairing(node, &mut self.findings) else {
                continue;
            };
            // Matches of finals are several games of the same two.
            let again = entrants
                .iter()
                .find(|entrant| seen.contains(&entrant.number));
            if let Some(again) = again.filter(|_| round.number < FINALS_FROM) {
                let what = format!(
                    "player {} has a pairing in round {} already; this one is left out",
                    again.number, round.number
                );
                node.finding(&mut self.findings, "paired_twice", &what);
                continue;
            }
            seen.extend(entrants.iter().map(|entrant| entrant.number));
            for entrant in entrants {
                self.enter(entrant);
            }
            match paired {
                Pairing::Game(game) => told.games.push(game),
                Pairing::Bye(player) => told.byes.push(player),
            }
        }
        told.over = told.games.iter().all(|game| game.result.is_some());
        told
    }

    fn finish(mut self) -> Parsed<FlipTheDisc> {
        let event = &mut self.told.event;
        let played = i64::try_from(event.rounds.len()).unwrap_or(i64::MAX);
        for entrant in &mut event.entrants {
            if let Some(round) = self.left_after.get(&entrant.number) {
                entrant.left = *round <= played;
            }
        }
        Parsed {
            value: self.told,
            problems: self.findings.told(),
        }
    }
}
