//! The penalty of every pair.

use serde::Serialize;

use super::history::{Float, History};
use super::penalties::{PAPP_MAXIMUM, PappPenalties, at, bounded};
use crate::table::{Colour, ResultTable};

/// What makes up the penalty of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct PappParts {
    /// Colours.
    pub colour: i64,
    /// The difference of the scores and the players' last floats.
    pub float: i64,
    /// Earlier games of the pair, or earlier byes.
    pub repeat: i64,
    /// One country.
    pub country: i64,
    /// Scores at the top of the table.
    pub elitism: i64,
}

impl PappParts {
    /// The penalty, from 0 to [`PAPP_MAXIMUM`].
    #[must_use]
    pub fn sum(&self) -> i64 {
        [
            self.colour,
            self.float,
            self.repeat,
            self.country,
            self.elitism,
        ]
        .into_iter()
        .fold(0, i64::saturating_add)
        .clamp(0, PAPP_MAXIMUM)
    }
}

/// The players of a table, their pasts and the penalties of the round to be paired.
pub(crate) struct Model<'a> {
    table: &'a ResultTable,
    penalties: &'a PappPenalties,
    histories: Vec<History>,
    /// Lowest score of the players present.
    lowest: i64,
}

impl<'a> Model<'a> {
    pub fn new(
        table: &'a ResultTable,
        penalties: &'a PappPenalties,
        histories: Vec<History>,
        present: &[usize],
    ) -> Self {
        let lowest = present
            .iter()
            .filter_map(|&player| histories.get(player))
            .map(|history| history.score)
            .min();
        Self {
            table,
            penalties,
            histories,
            lowest: lowest.unwrap_or(0),
        }
    }

    pub fn history(&self, player: usize) -> &History {
        &self.histories[player]
    }

    /// The penalty of the pair with the colours as given, from 0 to [`PAPP_MAXIMUM`].
    pub fn directed(&self, black: usize, white: usize) -> i64 {
        self.pair_parts(black, white).sum()
    }

    /// The penalty of the pair in its cheaper direction.
    pub fn pair(&self, one: usize, two: usize) -> i64 {
        self.directed(one, two).min(self.directed(two, one))
    }

    /// The penalty of the bye for that player, from 0 to [`PAPP_MAXIMUM`].
    pub fn bye(&self, player: usize) -> i64 {
        self.bye_parts(player).sum()
    }

    /// What makes up the penalty of the pair.
    pub fn pair_parts(&self, black: usize, white: usize) -> PappParts {
        let (one, two) = (self.history(black), self.history(white));
        let direction = one.score.saturating_sub(two.score).signum();
        PappParts {
            colour: self.colour(one, Colour::Black) + self.colour(two, Colour::White),
            float: self.float_step(one.score, two.score)
                + self.float_habit(one, direction)
                + self.float_habit(two, -direction),
            repeat: self.repeats(black, white),
            country: if self.same_country(black, white) {
                at(&self.penalties.country, self.round())
            } else {
                0
            },
            elitism: self.elitism(one.score, two.score),
        }
    }

    /// What makes up the penalty of the bye for that player: a game against a virtual opponent half a
    /// point below the lowest player present.
    pub fn bye_parts(&self, player: usize) -> PappParts {
        let history = self.history(player);
        let opponent = self.lowest.saturating_sub(1);
        let again = bounded(self.penalties.repeat_bye.saturating_mul(history.byes));
        let at_once = if history.bye_last {
            bounded(self.penalties.repeat_at_once)
        } else {
            0
        };
        PappParts {
            colour: at(&self.penalties.colour, history.balance.saturating_abs()),
            float: self.float_step(history.score, opponent) + self.float_habit(history, 1),
            repeat: again + at_once,
            country: 0,
            elitism: self.elitism(history.score, opponent),
        }
    }

    fn round(&self) -> i64 {
        i64::try_from(self.table.rounds.len()).unwrap_or(i64::MAX)
    }

    fn colour(&self, history: &History, colour: Colour) -> i64 {
        let after = match colour {
            Colour::Black => history.balance + 1,
            Colour::White => history.balance - 1,
        };
        let penalty = at(&self.penalties.colour, after.saturating_abs());
        if history.last_colour() == Some(colour) {
            return penalty + bounded(self.penalties.same_colour);
        }
        penalty
    }

    fn float_step(&self, one: i64, two: i64) -> i64 {
        at(
            &self.penalties.float,
            one.saturating_sub(two).saturating_abs(),
        )
    }

    /// What the player's last float adds to, or takes off, a float in that direction.
    fn float_habit(&self, history: &History, direction: i64) -> i64 {
        let Float {
            direction: last,
            as_expected,
        } = history.float;
        let counts = self.round() + 1 >= i64::from(self.penalties.opposite_float_from_round);
        match direction * last {
            1 => bounded(self.penalties.same_float),
            -1 if as_expected && counts => -bounded(self.penalties.opposite_float),
            _ => 0,
        }
    }

    fn elitism(&self, one: i64, two: i64) -> i64 {
        if one == two || one < 0 || two < 0 {
            return 0;
        }
        let sum = one.saturating_add(two);
        let difference = one.saturating_sub(two).saturating_abs();
        let product = at(&self.penalties.elitism, self.round())
            .saturating_mul(sum)
            .saturating_mul(difference);
        bounded(product / 2)
    }

    fn repeats(&self, black: usize, white: usize) -> i64 {
        let history = self.history(black);
        let mut penalty: i64 = 0;
        for (opponent, colour) in history.opponents.iter().zip(&history.colours) {
            if *opponent == Some(white) {
                penalty = penalty.saturating_add(match colour {
                    Some(Colour::Black) => self.penalties.repeat_same_colours,
                    _ => self.penalties.repeat_opposite_colours,
                });
            }
        }
        if history.opponents.last() == Some(&Some(white)) {
            penalty = penalty.saturating_add(self.penalties.repeat_at_once);
        }
        bounded(penalty)
    }

    fn same_country(&self, one: usize, two: usize) -> bool {
        let country = |player: usize| {
            let player = self.table.players.get(player)?;
            player.country.as_deref().filter(|code| !code.is_empty())
        };
        country(one)
            .is_some_and(|own| country(two).is_some_and(|other| own.eq_ignore_ascii_case(other)))
    }
}
