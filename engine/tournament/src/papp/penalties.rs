//! PAPP's penalties as data.

use serde::{Deserialize, Serialize};

use crate::half_points::HalfPoints;
use crate::refusals::{Refusal, RuleSetRefusal};

/// The highest penalty of a pair; whatever adds up to more counts as this much.
pub const PAPP_MAXIMUM: i64 = 10_000_000;

/// Most entries of one of the lists of [`PappPenalties`].
const LONGEST_LIST: usize = 256;

/// The penalties of PAPP's pairing model (`papp.cfg`, block `Penalites`). Every penalty is an integer from 0;
/// one above [`PAPP_MAXIMUM`] (`INFINI`) counts as that. A list's last entry also stands for everything
/// beyond it, and an empty list for 0.
///
/// A penalty that serialised data does not name is 0, as in `papp.cfg`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default = "PappPenalties::none", deny_unknown_fields)]
pub struct PappPenalties {
    /// For a player whose blacks and whites would differ by 0, 1, 2 ... after the round.
    pub colour: Vec<i64>,
    /// For a player who has the colour of the immediately preceding round again.
    pub same_colour: i64,
    /// For a pair whose scores differ by 0, 1, 2 ... half-points.
    pub float: Vec<i64>,
    /// For a player who floats in the direction of the last float again (`de-suite`).
    pub same_float: i64,
    /// Taken off for a player who floats against the direction of a last float that brought what was to be
    /// expected: no points from a stronger player, a win over a weaker one (`minoration`).
    pub opposite_float: i64,
    /// The first round in which `opposite_float` counts.
    pub opposite_float_from_round: u32,
    /// For each earlier game of the pair with the same colours.
    pub repeat_same_colours: i64,
    /// For each earlier game of the pair with opposite colours.
    pub repeat_opposite_colours: i64,
    /// For each earlier bye of the player who gets the bye.
    pub repeat_bye: i64,
    /// Added when the pair met, or the player had the bye, in the immediately preceding round.
    pub repeat_at_once: i64,
    /// For a pair of one country, by round from 1 (`Chauvinisme`).
    pub country: Vec<i64>,
    /// By round from 1: times the sum of the scores, times half their difference (`Elitisme`).
    pub elitism: Vec<i64>,
}

impl Default for PappPenalties {
    /// The values of PAPP's own `papp.cfg`.
    fn default() -> Self {
        Self {
            colour: vec![0, 20, 105, 225, 530, 1075],
            same_colour: 15,
            float: vec![
                0, 20_000, 40_588, 62_785, 87_119, 114_041, 143_998, 177_453, 214_908, 256_910,
                304_062, 357_037, 416_582, 483_534, 558_828, 643_514, 738_767, 845_906, 966_413,
                1_101_949, 1_254_381, 1_425_805, 1_618_578, 1_835_345, 2_079_081,
            ],
            same_float: 25,
            opposite_float: 10,
            opposite_float_from_round: 3,
            repeat_same_colours: 10_000_000,
            repeat_opposite_colours: 5_000_000,
            repeat_bye: 10_000_000,
            repeat_at_once: 1,
            country: vec![2],
            elitism: vec![100, 100, 100, 200, 200, 300, 300, 300, 300, 400],
        }
    }
}

impl PappPenalties {
    /// No penalty at all: what an empty block of penalties means.
    #[must_use]
    pub fn none() -> Self {
        Self {
            colour: Vec::new(),
            same_colour: 0,
            float: Vec::new(),
            same_float: 0,
            opposite_float: 0,
            opposite_float_from_round: 3,
            repeat_same_colours: 0,
            repeat_opposite_colours: 0,
            repeat_bye: 0,
            repeat_at_once: 0,
            country: Vec::new(),
            elitism: Vec::new(),
        }
    }

    /// The values of PAPP without any `papp.cfg`: the defaults, countries kept apart in round 1 only.
    #[must_use]
    pub fn built_in() -> Self {
        Self {
            country: vec![2, 0],
            ..Self::default()
        }
    }

    /// Judges the penalties as PAPP judges a `papp.cfg`.
    ///
    /// # Errors
    /// `wrong_penalties`, with the first fault, when a penalty is negative, a list is too long, the
    /// penalties of colours or floats fall along their list, or two opposite floats outweigh the float.
    pub fn check(&self) -> Result<(), Refusal> {
        for (name, list) in [
            ("colour", &self.colour),
            ("float", &self.float),
            ("country", &self.country),
            ("elitism", &self.elitism),
        ] {
            if list.len() > LONGEST_LIST {
                return Err(RuleSetRefusal::PenaltyListTooLong {
                    list: name.to_owned(),
                    number: list.len(),
                    most: LONGEST_LIST,
                }
                .into());
            }
            for (place, &value) in list.iter().enumerate() {
                not_negative(&format!("{name}[{place}]"), value)?;
            }
        }
        for (name, value) in self.single_values() {
            not_negative(name, value)?;
        }
        for (name, list) in [("colour", &self.colour), ("float", &self.float)] {
            if let Some(place) = list.windows(2).position(|pair| pair[0] > pair[1]) {
                return Err(RuleSetRefusal::PenaltiesFall {
                    list: name.to_owned(),
                    place: place + 1,
                }
                .into());
            }
        }
        let float = at(&self.float, 1);
        if self.opposite_float.saturating_mul(2) > float {
            return Err(RuleSetRefusal::OppositeFloatsOutweigh { float }.into());
        }
        Ok(())
    }

    fn single_values(&self) -> [(&'static str, i64); 7] {
        [
            ("same_colour", self.same_colour),
            ("same_float", self.same_float),
            ("opposite_float", self.opposite_float),
            ("repeat_same_colours", self.repeat_same_colours),
            ("repeat_opposite_colours", self.repeat_opposite_colours),
            ("repeat_bye", self.repeat_bye),
            ("repeat_at_once", self.repeat_at_once),
        ]
    }
}

/// The entry of a list, its last one beyond its end, 0 of an empty one.
pub(super) fn at(list: &[i64], place: i64) -> i64 {
    let place = usize::try_from(place).unwrap_or(0);
    let value = list.get(place).or(list.last()).copied().unwrap_or(0);
    bounded(value)
}

/// The value, no more than the maximum either way.
pub(super) fn bounded(value: i64) -> i64 {
    value.clamp(-PAPP_MAXIMUM, PAPP_MAXIMUM)
}

fn not_negative(name: &str, value: i64) -> Result<(), Refusal> {
    if value < 0 {
        return Err(RuleSetRefusal::PenaltyNegative {
            name: name.to_owned(),
            value,
        }
        .into());
    }
    Ok(())
}

/// What a bye scores in PAPP when its virtual opponent scores `bye_score` of `discs` (`Score-bip = 24/64`):
/// the player's points and discs.
#[must_use]
pub fn papp_bye(bye_score: u32, discs: u32) -> (HalfPoints, u32) {
    let own = discs.saturating_sub(bye_score);
    let half_points = match own.cmp(&bye_score) {
        std::cmp::Ordering::Greater => HalfPoints::WIN,
        std::cmp::Ordering::Equal => HalfPoints::DRAW,
        std::cmp::Ordering::Less => HalfPoints::ZERO,
    };
    (half_points, own)
}
