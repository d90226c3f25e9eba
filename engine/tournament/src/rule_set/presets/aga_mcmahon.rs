//! The preset `aga-mcmahon`: American Go Association tournament rules, Swiss-McMahon system.

use super::super::RuleSet;
use super::aga_swiss::aga;
use super::{Preset, house_defaults};
use crate::half_points::HalfPoints;
use crate::pairing::{McMahonBand, PairingRules, StartingScores};
use crate::rule_set::reading_texts::MCMAHON_READINGS;

const NAME: &str = "aga-mcmahon";

/// The lowest band with a point of its own, on the rating list's scale.
const FIRST_BAND: i32 = 1200;
const BAND_WIDTH: i32 = 200;
const BANDS: i32 = 5;

pub(super) const PRESET: Preset = Preset {
    name: NAME,
    title: "AGA, McMahon",
    rule_set,
    readings: MCMAHON_READINGS,
};

fn rule_set() -> RuleSet {
    let bands = (0..BANDS).map(|band| McMahonBand {
        from_rating: FIRST_BAND + band * BAND_WIDTH,
        half_points: HalfPoints(i64::from(2 * (band + 1))),
    });
    let mut rules = RuleSet {
        pairing: PairingRules {
            start: StartingScores::McMahon {
                bands: bands.collect(),
                bar: Some(FIRST_BAND + (BANDS - 1) * BAND_WIDTH),
            },
            ..house_defaults(NAME).pairing
        },
        ..aga(NAME)
    };
    let rule = "AGA IV.A".to_owned();
    rules.sources.insert("pairing.start".to_owned(), rule);
    let rule = "AGA V.A.3.b".to_owned();
    rules.sources.insert("variant.handicaps".to_owned(), rule);
    rules
}
