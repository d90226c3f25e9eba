//! One round: its players, conditions, search and colours.

use super::history::History;
use super::matching::{Matched, Search};
use super::model::Model;
use super::{Conditions, PairingError, PappPairing, PappRequest, model_of, sum};
use crate::draw::{Draw, Seed};
use crate::table::{Colour, ResultTable};

/// A round about to be paired.
pub(super) struct Round<'a> {
    pub table: &'a ResultTable,
    pub model: Model<'a>,
    pub conditions: Conditions,
    pub search: Search,
    draw: Draw,
}

impl<'a> Round<'a> {
    pub fn new(request: &PappRequest<'a>, seed: &Seed) -> Result<Self, PairingError> {
        let model = model_of(request)?;
        let mut draw = Draw::new(seed, "papp");
        let mut present = request.present.to_vec();
        present.sort_unstable();
        let mut order = request.table.canonical_order();
        order.retain(|player| present.binary_search(player).is_ok());
        draw.shuffle(&mut order);
        let conditions = Conditions::of(request.table, request.constraints, &order)?;
        let search = Search::new(&model, &conditions, conditions.free.clone(), &mut draw);
        Ok(Self {
            table: request.table,
            model,
            conditions,
            search,
            draw,
        })
    }

    /// The cheapest pairing.
    pub fn own_pairing(&self) -> Result<PappPairing, PairingError> {
        let matched = self.search.solve();
        let (pairs, bye) = self
            .conditions
            .broken_by(self.table, &matched.pairs, matched.bye);
        if !pairs.is_empty() || bye.is_some() {
            return Err(PairingError::Infeasible { pairs, bye });
        }
        Ok(self.complete(&matched))
    }

    /// The pairing with the locked pairs, colours and the order of the tables.
    pub fn complete(&self, matched: &Matched) -> PappPairing {
        let mut draw = self.draw.clone();
        let mut pairs: Vec<(usize, usize)> = matched
            .pairs
            .iter()
            .map(|&(one, two)| self.coloured(one, two, &mut draw))
            .collect();
        for pair in &self.conditions.locked {
            pairs.push(match pair.black {
                Some(black) if black == pair.one => (pair.one, pair.two),
                Some(_) => (pair.two, pair.one),
                None => self.coloured(pair.one, pair.two, &mut draw),
            });
        }
        pairs.sort_by_key(|&(black, white)| {
            let score = |player: usize| self.model.history(player).score;
            let (a, b) = (score(black), score(white));
            std::cmp::Reverse((a.max(b), a.saturating_add(b)))
        });
        let bye = self.conditions.bye.or(matched.bye);
        let cost = sum(&self.model, &pairs, bye);
        PappPairing { pairs, bye, cost }
    }

    /// The pair as (black, white): the cheaper direction; then the latest round in which their colours
    /// differed, swapped, a bye or an absence differing from any colour; then by lot.
    fn coloured(&self, one: usize, two: usize, draw: &mut Draw) -> (usize, usize) {
        let model = &self.model;
        let one_is_black = match model.directed(one, two).cmp(&model.directed(two, one)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => swapped(model.history(one), model.history(two))
                .unwrap_or_else(|| draw.below(2) == 0),
        };
        if one_is_black { (one, two) } else { (two, one) }
    }
}

/// Whether the first player gets black because of the latest round in which their colours differed.
fn swapped(one: &History, two: &History) -> Option<bool> {
    let differing = one
        .colours
        .iter()
        .zip(&two.colours)
        .rev()
        .find(|(a, b)| a != b)?;
    match differing {
        (Some(colour), _) => Some(*colour == Colour::White),
        (None, Some(colour)) => Some(*colour == Colour::Black),
        (None, None) => None,
    }
}
