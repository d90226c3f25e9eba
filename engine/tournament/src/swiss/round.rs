//! One round: its players, conditions and search.

use super::conditions::Conditions;
use super::error::{MAX_SWISS_PLAYERS, PairingError};
use super::field::Field;
use super::history::Histories;
use super::levels::{Cost, PairingLevel};
use super::matching::{Matched, Search};
use crate::draw::Lottery;
use crate::first_round::FirstRoundPolicy;
use crate::pairing::PairingRequest;
use crate::papp::Model;
use crate::player_index::PlayerIndex;
use crate::table::{Colour, ResultTable};

/// A paired Swiss round. Indexes are those of the table's players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwissPairing {
    /// (black, white) by table; the highest scores sit at the first tables.
    pub pairs: Vec<(usize, usize)>,
    /// Who has the bye, if the number of players present is odd.
    pub bye: Option<usize>,
    /// Cost on each of the request's levels.
    pub cost: Cost,
}

/// A round about to be paired.
pub(super) struct Round<'a> {
    pub table: &'a ResultTable,
    pub field: Field<'a>,
    pub conditions: Conditions,
    /// All players present, in the order drawn.
    order: Vec<PlayerIndex>,
    pub search: Search,
    draw: Lottery,
}

impl<'a> Round<'a> {
    pub fn new(request: &PairingRequest<'a>) -> Result<Self, PairingError> {
        let mut field = field_of(request)?;
        let mut draw = Lottery::new(request.seed, "swiss");
        let mut present = request.present.to_vec();
        present.sort_unstable();
        let in_order = request.table.canonical_order().into_iter();
        let present_in_order = in_order.filter(|player| present.binary_search(player).is_ok());
        let mut order: Vec<PlayerIndex> = present_in_order.map(PlayerIndex).collect();
        draw.shuffle(&mut order);
        let conditions = Conditions::of(request.table, request.constraints, &order)?;
        if field.levels.contains(&PairingLevel::FirstRound) {
            field.first_round = Some(FirstRoundPolicy::new(
                request.table,
                request.rules.first_round,
                request.group_a,
                &conditions.free,
                |player| conditions.bye_forbidden(player),
            ));
        }
        let search = Search::new(&field, &conditions, conditions.free.clone(), &mut draw)?;
        Ok(Self {
            table: request.table,
            field,
            conditions,
            order,
            search,
            draw,
        })
    }

    /// The best pairing.
    pub fn own_pairing(&self) -> Result<SwissPairing, PairingError> {
        let matched = self.search.solve();
        let (pairs, bye) = self
            .conditions
            .broken_by(self.table, &matched.pairs, matched.bye);
        if !pairs.is_empty() || bye.is_some() {
            return Err(PairingError::Infeasible { pairs, bye });
        }
        Ok(self.coloured(matched))
    }

    /// The pairing with the locked pairs, colours and the order of the tables.
    pub fn coloured(&self, matched: Matched) -> SwissPairing {
        let mut draw = self.draw.clone();
        let mut place = vec![0; self.table.players.len()];
        for (index, &player) in self.order.iter().enumerate() {
            if let Some(slot) = place.get_mut(player.0) {
                *slot = index;
            }
        }
        let at = |player: PlayerIndex| place.get(player.0).copied().unwrap_or(0);
        let mut made: Vec<(PlayerIndex, PlayerIndex, Option<PlayerIndex>)> = matched
            .pairs
            .into_iter()
            .map(|(one, two)| (one, two, None))
            .chain(self.conditions.locked.iter().map(|pair| {
                let black = pair.black.map(PlayerIndex);
                (PlayerIndex(pair.one), PlayerIndex(pair.two), black)
            }))
            .map(|(one, two, black)| {
                if at(one) < at(two) {
                    (one, two, black)
                } else {
                    (two, one, black)
                }
            })
            .collect();
        made.sort_by_key(|&(one, _, _)| at(one));
        let of_group_a = |one: PlayerIndex, two: PlayerIndex| {
            let first_round = self.field.first_round.as_ref()?;
            first_round.one_of_group_a(one, two)
        };
        made.sort_by_key(|&(one, two, _)| of_group_a(one, two).is_none());
        let mut next = Colour::Black;
        let mut pairs: Vec<(PlayerIndex, PlayerIndex)> = made
            .into_iter()
            .map(|(one, two, black)| match (black, of_group_a(one, two)) {
                (Some(black), _) if black == one => (one, two),
                (Some(_), _) => (two, one),
                (None, Some(member)) => {
                    // WOC II.6.1: group A has black and white in turn.
                    let other = if member == one { two } else { one };
                    let colour = next;
                    next = next.other();
                    match colour {
                        Colour::Black => (member, other),
                        Colour::White => (other, member),
                    }
                }
                (None, None) => self.field.assign(one, two, &mut draw),
            })
            .collect();
        let bye = self.conditions.bye.or(matched.bye);
        self.field.order_tables(&mut pairs);
        let cost = self.field.cost(&pairs, bye);
        SwissPairing {
            pairs: pairs
                .into_iter()
                .map(|(black, white)| (black.0, white.0))
                .collect(),
            bye: bye.map(|player| player.0),
            cost,
        }
    }
}

/// The players present, after a look at the request.
pub(super) fn field_of<'a>(request: &PairingRequest<'a>) -> Result<Field<'a>, PairingError> {
    let present = request.present.len();
    if present < 2 {
        return Err(PairingError::TooFewPlayers { present });
    }
    if present > MAX_SWISS_PLAYERS {
        return Err(PairingError::TooManyPlayers { present });
    }
    let mut seen = vec![false; request.table.players.len()];
    for &index in request.present {
        match seen.get_mut(index) {
            Some(slot) if !*slot => *slot = true,
            _ => return Err(PairingError::WrongPresence { index }),
        }
    }
    let more = request.virtual_points();
    let histories = Histories::of(request, &more)?;
    let levels = request.levels().into_owned();
    let present = request.present.iter().copied().map(PlayerIndex).collect();
    let mut field = Field::new(request.table, histories, present, levels);
    if let Some(penalties) = request.penalties() {
        field.penalties = Some(Model::of(request, penalties, &more)?);
    }
    Ok(field)
}
