//! The players of a round, and what each pair costs on its levels.

use std::cmp::Ordering;

use super::colour;
use super::history::{Float, Histories, History};
use super::levels::{Cost, PairingLevel};
use crate::draw::Lottery;
use crate::first_round::FirstRoundPolicy;
use crate::half_points::HalfPoints;
use crate::papp::Model;
use crate::player_index::PlayerIndex;
use crate::table::{Colour, ResultTable};

/// The players present and their pasts.
pub(super) struct Field<'a> {
    table: &'a ResultTable,
    histories: Histories,
    present: Vec<PlayerIndex>,
    /// The levels that count, in order.
    pub levels: Vec<PairingLevel>,
    /// Points of the virtual opponent of the bye.
    bye_points: HalfPoints,
    /// The penalties, where they are a level.
    pub penalties: Option<Model<'a>>,
    /// The policy of the first round, where it is a level.
    pub first_round: Option<FirstRoundPolicy>,
}

impl<'a> Field<'a> {
    pub fn new(
        table: &'a ResultTable,
        histories: Histories,
        present: Vec<PlayerIndex>,
        levels: Vec<PairingLevel>,
    ) -> Self {
        let lowest = present
            .iter()
            .map(|&player| histories.get(player).points)
            .min();
        Self {
            table,
            present,
            levels,
            bye_points: lowest.unwrap_or_default() - HalfPoints(1),
            histories,
            penalties: None,
            first_round: None,
        }
    }

    #[inline]
    pub fn history(&self, player: PlayerIndex) -> &History {
        self.histories.get(player)
    }

    /// What the pair costs on a level, whichever way the colours go; sums over a pairing differ from
    /// the level's value by an amount that all complete pairings share.
    #[inline]
    pub fn pair_cost(&self, level: PairingLevel, one: PlayerIndex, two: PlayerIndex) -> i64 {
        let (a, b) = (self.history(one), self.history(two));
        match level {
            PairingLevel::FirstRound => {
                let first_round = self.first_round.as_ref();
                first_round.map_or(0, |first_round| first_round.pair_cost(one, two))
            }
            PairingLevel::Penalties => {
                let model = self.penalties.as_ref();
                model.map_or(0, |model| match a.forced_colour(two) {
                    Some(Colour::Black) => model.directed(one, two),
                    Some(Colour::White) => model.directed(two, one),
                    None => model.pair(one, two),
                })
            }
            PairingLevel::Colour => colour::best(a, (two, b)).0,
            PairingLevel::Alternation => colour::best(a, (two, b)).1,
            PairingLevel::ThirdMeetings => i64::from(a.meetings(two) >= 2),
            PairingLevel::Repeats => i64::from(a.meetings(two) >= 1),
            PairingLevel::Difference => a.points.apart(b.points).0,
            PairingLevel::DifferenceSquares => squared(a.points.apart(b.points).0),
            PairingLevel::Floats => {
                float_cost(a, a.points.cmp(&b.points)) + float_cost(b, b.points.cmp(&a.points))
            }
            PairingLevel::Country => i64::from(self.same_country(one, two)),
        }
    }

    /// What the bye costs on a level if that player takes it.
    pub fn bye_cost(&self, level: PairingLevel, player: PlayerIndex) -> i64 {
        let history = self.history(player);
        let difference = history.points.apart(self.bye_points).0;
        match level {
            PairingLevel::FirstRound => {
                let first_round = self.first_round.as_ref();
                first_round.map_or(0, |first_round| first_round.bye_cost(player))
            }
            PairingLevel::Penalties => {
                let model = self.penalties.as_ref();
                model.map_or(0, |model| model.bye(player))
            }
            PairingLevel::ThirdMeetings => i64::from(history.byes > 0),
            PairingLevel::Repeats => {
                let elsewhere = self.levels.contains(&PairingLevel::ThirdMeetings);
                i64::from(history.byes > 0 && !elsewhere)
            }
            PairingLevel::Difference => difference,
            PairingLevel::DifferenceSquares => squared(difference),
            PairingLevel::Floats => float_cost(history, Ordering::Greater),
            PairingLevel::Colour | PairingLevel::Alternation | PairingLevel::Country => 0,
        }
    }

    /// What a board costs on a level with its colours as given.
    pub fn board_cost(&self, level: PairingLevel, black: PlayerIndex, white: PlayerIndex) -> i64 {
        let (one, two) = (self.history(black), self.history(white));
        match level {
            PairingLevel::Penalties => {
                let model = self.penalties.as_ref();
                model.map_or(0, |model| model.directed(black, white))
            }
            PairingLevel::Colour => colour::balance_cost(one, two),
            PairingLevel::Alternation => colour::alternation_cost(one, two),
            _ => self.pair_cost(level, black, white),
        }
    }

    /// The pair as (black, white).
    pub fn assign(
        &self,
        one: PlayerIndex,
        two: PlayerIndex,
        draw: &mut Lottery,
    ) -> (PlayerIndex, PlayerIndex) {
        let one_is_black = self
            .one_is_black(one, two)
            .unwrap_or_else(|| draw.below(2) == 0);
        if one_is_black { (one, two) } else { (two, one) }
    }

    /// Whether the first of the pair has black; `None` where the draw decides.
    pub fn one_is_black(&self, one: PlayerIndex, two: PlayerIndex) -> Option<bool> {
        let (a, b) = (self.history(one), self.history(two));
        if let Some(colour) = a.forced_colour(two) {
            return Some(colour == Colour::Black);
        }
        match self.direction(one, two) {
            Ordering::Less => Some(true),
            Ordering::Greater => Some(false),
            Ordering::Equal => colour::reversed_difference(a, b),
        }
    }

    /// How the pair's cost with the first having black compares with the other direction's.
    fn direction(&self, one: PlayerIndex, two: PlayerIndex) -> Ordering {
        let (a, b) = (self.history(one), self.history(two));
        match &self.penalties {
            Some(model) => model.directed(one, two).cmp(&model.directed(two, one)),
            None => colour::cost(a, b).cmp(&colour::cost(b, a)),
        }
    }

    /// The cost of a complete pairing on each level, colours as given.
    pub fn cost(&self, pairs: &[(PlayerIndex, PlayerIndex)], bye: Option<PlayerIndex>) -> Cost {
        let base: i64 = self
            .present
            .iter()
            .map(|&player| self.history(player).balance.pow(2))
            .sum();
        let mut cost = Cost::new();
        for &level in &self.levels {
            let mut sum: i64 = pairs
                .iter()
                .map(|&(black, white)| self.board_cost(level, black, white))
                .fold(0, i64::saturating_add);
            if let Some(player) = bye {
                sum = sum.saturating_add(self.bye_cost(level, player));
            }
            if level == PairingLevel::Colour {
                sum = sum.saturating_add(base);
            }
            cost.insert(level, sum);
        }
        cost
    }

    /// Puts the tables in order: the highest score first, then the higher sum; the order so far decides
    /// among equals.
    pub fn order_tables(&self, pairs: &mut [(PlayerIndex, PlayerIndex)]) {
        pairs.sort_by_key(|&(black, white)| std::cmp::Reverse(self.table_key(black, white)));
    }

    /// What a board's place among the tables goes by: the higher score, then the sum.
    pub fn table_key(&self, black: PlayerIndex, white: PlayerIndex) -> (HalfPoints, HalfPoints) {
        let (a, b) = (self.history(black).points, self.history(white).points);
        (a.max(b), a + b)
    }

    #[inline]
    fn same_country(&self, one: PlayerIndex, two: PlayerIndex) -> bool {
        let country = |player: PlayerIndex| self.table.players[player.0].country.as_deref();
        self.histories.rounds > 0
            && country(one).is_some_and(|own| {
                country(two).is_some_and(|other| own.eq_ignore_ascii_case(other))
            })
    }
}

/// +1 for a float in the direction of the last one, -1 against it, 0 without a float now or before.
#[inline]
fn float_cost(history: &History, to_opponent: Ordering) -> i64 {
    let Some(now) = Float::against(to_opponent) else {
        return 0;
    };
    match history.float {
        None => 0,
        Some(last) if last == now => 1,
        Some(_) => -1,
    }
}

#[inline]
fn squared(difference: i64) -> i64 {
    difference.saturating_mul(difference)
}
