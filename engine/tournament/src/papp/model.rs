//! The penalty of every pair.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::history::{Float, History, histories};
use super::penalties::{PAPP_MAXIMUM, PappPenalties, at, bounded};
use crate::half_points::HalfPoints;
use crate::pairing::{PairingRequest, VirtualPoints};
use crate::player_index::PlayerIndex;
use crate::table::{Colour, ResultTable, TableProblem};

/// What makes up the penalty of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct PappParts {
    /// Colours.
    colour: i64,
    /// The difference of the scores and the players' last floats.
    float: i64,
    /// Earlier games of the pair, or earlier byes.
    repeat: i64,
    /// One country.
    country: i64,
    /// Scores at the top of the table.
    elitism: i64,
}

impl PappParts {
    /// The penalty, from 0 to [`PAPP_MAXIMUM`].
    fn sum(&self) -> i64 {
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
    penalties: &'a PappPenalties,
    histories: Vec<History>,
    /// What does not depend on the opponent, by player.
    own: Vec<OwnPenalties>,
    /// Of a pair of one country, this round.
    country: i64,
    /// This round's, before the scores.
    elitism: i64,
    /// Lowest score of the players present.
    lowest: HalfPoints,
}

/// What a player's past costs whoever the opponent is.
struct OwnPenalties {
    black: i64,
    white: i64,
    /// Floating up, not at all, and down.
    habit: [i64; 3],
    /// The country's number.
    country: Option<usize>,
}

impl<'a> Model<'a> {
    pub fn of(
        request: &PairingRequest<'_>,
        penalties: &'a PappPenalties,
        virtual_points: &VirtualPoints,
    ) -> Result<Self, TableProblem> {
        let table = request.table;
        let mut histories = histories(request, virtual_points)?;
        for (player, history) in histories.iter_mut().enumerate() {
            history.score += virtual_points.in_round(PlayerIndex(player), request.round());
        }
        let lowest = request
            .present
            .iter()
            .filter_map(|&player| histories.get(player))
            .map(|history| history.score)
            .min();
        let round = i64::try_from(table.rounds.len()).unwrap_or(i64::MAX);
        let own = histories
            .iter()
            .zip(countries(table))
            .map(|(history, country)| OwnPenalties {
                country,
                black: colour_penalty(penalties, history, Colour::Black),
                white: colour_penalty(penalties, history, Colour::White),
                habit: [-1, 0, 1]
                    .map(|direction| float_habit(penalties, round, history, direction)),
            })
            .collect();
        Ok(Self {
            penalties,
            own,
            country: at(&penalties.country, round),
            elitism: at(&penalties.elitism, round),
            lowest: lowest.unwrap_or_default(),
            histories,
        })
    }

    fn history(&self, player: PlayerIndex) -> &History {
        &self.histories[player.0]
    }

    /// The penalty of the pair with the colours as given, from 0 to [`PAPP_MAXIMUM`].
    pub fn directed(&self, black: PlayerIndex, white: PlayerIndex) -> i64 {
        self.pair_parts(black, white).sum()
    }

    /// The penalty of the pair in its cheaper direction.
    pub fn pair(&self, one: PlayerIndex, two: PlayerIndex) -> i64 {
        let met = self.history(one).opponents.contains(&Some(two));
        let repeat = |black, white| if met { self.repeats(black, white) } else { 0 };
        let parts = PappParts {
            repeat: repeat(one, two),
            ..self.parts_but_repeats(one, two)
        };
        let turned = PappParts {
            colour: self.colours(two, one),
            repeat: repeat(two, one),
            ..parts
        };
        parts.sum().min(turned.sum())
    }

    /// The penalty of the bye for that player, from 0 to [`PAPP_MAXIMUM`].
    pub fn bye(&self, player: PlayerIndex) -> i64 {
        self.bye_parts(player).sum()
    }

    /// What makes up the penalty of the pair.
    fn pair_parts(&self, black: PlayerIndex, white: PlayerIndex) -> PappParts {
        PappParts {
            repeat: self.repeats(black, white),
            ..self.parts_but_repeats(black, white)
        }
    }

    fn parts_but_repeats(&self, black: PlayerIndex, white: PlayerIndex) -> PappParts {
        let (one, two) = (self.history(black).score, self.history(white).score);
        let (own, other) = (&self.own[black.0], &self.own[white.0]);
        let same_country = own.country.is_some() && own.country == other.country;
        PappParts {
            colour: self.colours(black, white),
            float: self.float_step(one, two)
                + self.habit(black, one.cmp(&two))
                + self.habit(white, two.cmp(&one)),
            repeat: 0,
            country: if same_country { self.country } else { 0 },
            elitism: self.elitism(one, two),
        }
    }

    /// What makes up the penalty of the bye for that player: a game against a virtual opponent half a
    /// point below the lowest player present.
    fn bye_parts(&self, player: PlayerIndex) -> PappParts {
        let history = self.history(player);
        let opponent = self.lowest - HalfPoints(1);
        let again = bounded(self.penalties.repeat_bye.saturating_mul(history.byes));
        let at_once = if history.bye_last {
            bounded(self.penalties.repeat_at_once)
        } else {
            0
        };
        PappParts {
            colour: at(&self.penalties.colour, history.balance.saturating_abs()),
            float: self.float_step(history.score, opponent) + self.habit(player, Ordering::Greater),
            repeat: again + at_once,
            country: 0,
            elitism: self.elitism(history.score, opponent),
        }
    }

    fn colours(&self, black: PlayerIndex, white: PlayerIndex) -> i64 {
        self.own[black.0].black + self.own[white.0].white
    }

    fn habit(&self, player: PlayerIndex, to_opponent: Ordering) -> i64 {
        let [up, even, down] = self.own[player.0].habit;
        match to_opponent {
            Ordering::Less => up,
            Ordering::Equal => even,
            Ordering::Greater => down,
        }
    }

    fn float_step(&self, one: HalfPoints, two: HalfPoints) -> i64 {
        at(&self.penalties.float, one.apart(two).0)
    }

    fn elitism(&self, one: HalfPoints, two: HalfPoints) -> i64 {
        if one == two || one < HalfPoints::ZERO || two < HalfPoints::ZERO {
            return 0;
        }
        let (sum, difference) = ((one + two).0, one.apart(two).0);
        let product = self.elitism.saturating_mul(sum).saturating_mul(difference);
        bounded(product / 2)
    }

    fn repeats(&self, black: PlayerIndex, white: PlayerIndex) -> i64 {
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
}

/// The number of each player's country; codes count alike in either case.
fn countries(table: &ResultTable) -> impl Iterator<Item = Option<usize>> {
    let mut numbers = BTreeMap::new();
    table.players.iter().map(move |player| {
        let code = player.country.as_deref().filter(|code| !code.is_empty())?;
        let next = numbers.len();
        Some(*numbers.entry(code.to_ascii_uppercase()).or_insert(next))
    })
}

fn colour_penalty(penalties: &PappPenalties, history: &History, colour: Colour) -> i64 {
    let after = match colour {
        Colour::Black => history.balance + 1,
        Colour::White => history.balance - 1,
    };
    let penalty = at(&penalties.colour, after.saturating_abs());
    if history.last_colour() == Some(colour) {
        return penalty + bounded(penalties.same_colour);
    }
    penalty
}

/// What the player's last float adds to, or takes off, a float in that direction after so many rounds.
fn float_habit(penalties: &PappPenalties, rounds: i64, history: &History, direction: i64) -> i64 {
    let Float {
        direction: last,
        as_expected,
    } = history.float;
    let counts = rounds.saturating_add(1) >= i64::from(penalties.opposite_float_from_round);
    match direction * last {
        1 => bounded(penalties.same_float),
        -1 if as_expected && counts => -bounded(penalties.opposite_float),
        _ => 0,
    }
}
