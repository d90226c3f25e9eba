//! The levels of a Swiss pairing and what each pair costs on them.

use serde::{Deserialize, Serialize};

use super::Cost;
use super::colour;
use super::history::{Float, Histories, History};
use crate::table::{Colour, ResultTable};

/// A level of a Swiss pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairingLevel {
    /// Pairs that met at least twice, and a second bye (modified Swiss).
    ThirdMeetings,
    /// Pairs that met before and, where `third_meetings` is no level, a second bye.
    Repeats,
    /// Sum of the differences in half-points; the bye stands one half-point below the lowest player.
    Difference,
    /// Sum of the squares of those differences.
    DifferenceSquares,
    /// Sum over the players of (blacks - whites) squared after the round.
    Colour,
    /// Players floating in the direction of their last float, minus players floating against it.
    Floats,
    /// Players who have the colour of their immediately preceding round again.
    Alternation,
    /// Pairs from one country, except in round 1.
    Country,
}

/// The players present and their pasts.
pub(super) struct Field<'a> {
    table: &'a ResultTable,
    histories: Histories,
    present: Vec<usize>,
    /// The levels that count, in order.
    pub levels: &'a [PairingLevel],
    /// Points of the virtual opponent of the bye.
    bye_points: i64,
}

impl<'a> Field<'a> {
    pub fn new(
        table: &'a ResultTable,
        histories: Histories,
        present: &[usize],
        levels: &'a [PairingLevel],
    ) -> Self {
        let lowest = present
            .iter()
            .map(|&player| histories.get(player).points)
            .min();
        Self {
            table,
            present: present.to_vec(),
            levels,
            bye_points: lowest.unwrap_or(0) - 1,
            histories,
        }
    }

    pub fn history(&self, player: usize) -> &History {
        self.histories.get(player)
    }

    /// What the pair costs on a level, whichever way the colours go; sums over a pairing differ from
    /// the level's value by an amount that all complete pairings share.
    pub fn pair_cost(&self, level: PairingLevel, one: usize, two: usize) -> i64 {
        let (a, b) = (self.history(one), self.history(two));
        match level {
            PairingLevel::Colour => colour::best(a, b).0,
            PairingLevel::Alternation => colour::best(a, b).1,
            PairingLevel::ThirdMeetings => i64::from(a.meetings(two) >= 2),
            PairingLevel::Repeats => i64::from(a.meetings(two) >= 1),
            PairingLevel::Difference => (a.points - b.points).abs(),
            PairingLevel::DifferenceSquares => (a.points - b.points).pow(2),
            PairingLevel::Floats => {
                float_cost(a, a.points - b.points) + float_cost(b, b.points - a.points)
            }
            PairingLevel::Country => i64::from(self.same_country(one, two)),
        }
    }

    /// What the bye costs on a level if that player takes it.
    pub fn bye_cost(&self, level: PairingLevel, player: usize) -> i64 {
        let history = self.history(player);
        let difference = history.points - self.bye_points;
        match level {
            PairingLevel::ThirdMeetings => i64::from(history.byes > 0),
            PairingLevel::Repeats => {
                let elsewhere = self.levels.contains(&PairingLevel::ThirdMeetings);
                i64::from(history.byes > 0 && !elsewhere)
            }
            PairingLevel::Difference => difference,
            PairingLevel::DifferenceSquares => difference.pow(2),
            PairingLevel::Floats => float_cost(history, 1),
            PairingLevel::Colour | PairingLevel::Alternation | PairingLevel::Country => 0,
        }
    }

    /// The cost of a complete pairing on each level, colours as given.
    pub fn cost(&self, pairs: &[(usize, usize)], bye: Option<usize>) -> Cost {
        let base: i64 = self
            .present
            .iter()
            .map(|&player| self.history(player).balance.pow(2))
            .sum();
        let mut cost = Cost::new();
        for &level in self.levels {
            let mut sum: i64 = pairs
                .iter()
                .map(|&(black, white)| match level {
                    PairingLevel::Colour => {
                        colour::balance_cost(self.history(black), self.history(white))
                    }
                    PairingLevel::Alternation => {
                        colour::alternation_cost(self.history(black), self.history(white))
                    }
                    _ => self.pair_cost(level, black, white),
                })
                .sum();
            if let Some(player) = bye {
                sum += self.bye_cost(level, player);
            }
            if level == PairingLevel::Colour {
                sum += base;
            }
            cost.insert(level, sum);
        }
        cost
    }

    /// Puts the tables in order: the highest score first, then the higher sum; the order so far decides
    /// among equals.
    pub fn order_tables(&self, pairs: &mut [(usize, usize)]) {
        pairs.sort_by_key(|&(black, white)| {
            let (a, b) = (self.history(black).points, self.history(white).points);
            std::cmp::Reverse((a.max(b), a + b))
        });
    }

    fn same_country(&self, one: usize, two: usize) -> bool {
        let country = |player: usize| self.table.players[player].country.as_deref();
        self.histories.rounds > 0
            && country(one).is_some_and(|own| {
                country(two).is_some_and(|other| own.eq_ignore_ascii_case(other))
            })
    }
}

/// +1 for a float in the direction of the last one, -1 against it, 0 without a float now or before.
fn float_cost(history: &History, difference: i64) -> i64 {
    let now = match difference {
        0 => return 0,
        ahead if ahead > 0 => Float::Down,
        _ => Float::Up,
    };
    match history.float {
        None => 0,
        Some(last) if last == now => 1,
        Some(_) => -1,
    }
}

/// Black counts +1 in a player's balance, white -1.
pub(super) fn sign(colour: Colour) -> i64 {
    match colour {
        Colour::Black => 1,
        Colour::White => -1,
    }
}
