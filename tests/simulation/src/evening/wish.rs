//! What somebody wants to play.

use outflank_proto::{pairing::v1 as pairing, play::v1::Color};

use crate::chance::Chance;

/// What is played, by the names of the journal, and how long: for the player, and what a move adds, ms.
pub type Terms = (&'static str, i64, i64);

/// Few, so that many fit each other.
const TERMS: [Terms; 3] = [
    ("othello", 60_000, 0),
    ("othello", 180_000, 2_000),
    ("anti_reversi", 60_000, 0),
];
/// Of a thousand: those of the first terms, and of the second.
const OFTEN: (usize, usize) = (600, 850);
/// Ranges of opponents' ratings, in points, 0 being no bound: most include beginners.
const RANGES: [(i64, i64); 4] = [(1_000, 2_000), (1_400, 0), (0, 1_550), (1_600, 1_800)];
/// Seeks with a range, in a thousand.
const RANGED: u64 = 250;

/// A game that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// What, and how long.
    pub terms: Terms,
    /// Whether black; `None`: any colour.
    pub black: Option<bool>,
    /// The lowest and the highest rating of an opponent, in points; 0: no bound.
    pub range: (i64, i64),
    /// The contest that it is to be a game of; `None`: of none.
    pub contest: Option<String>,
}

impl Wish {
    /// One that is drawn.
    #[must_use]
    pub fn drawn(chance: &Chance) -> Self {
        let place = match chance.below(1_000) {
            of if of < OFTEN.0 => 0,
            of if of < OFTEN.1 => 1,
            _ => 2,
        };
        let black = match chance.below(1_000) {
            0..150 => Some(true),
            150..300 => Some(false),
            _ => None,
        };
        let ranged = chance.in_thousand(RANGED);
        let range = chance.one_of(&RANGES).copied().filter(|_| ranged);
        Self {
            terms: TERMS[place],
            black,
            range: range.unwrap_or_default(),
            contest: None,
        }
    }

    /// A game of a contest: its terms hold, and whoever has entered may be the opponent.
    #[must_use]
    pub fn of_contest(id: &str, terms: Terms) -> Self {
        Self {
            terms,
            black: None,
            range: (0, 0),
            contest: Some(id.to_owned()),
        }
    }

    /// The terms for the wire.
    #[must_use]
    pub fn wire_terms(&self) -> pairing::CasualTerms {
        let (variant, main_ms, increment_ms) = self.terms;
        let variant = match variant {
            "anti_reversi" => pairing::CasualVariant::AntiReversi,
            _ => pairing::CasualVariant::Othello,
        };
        pairing::CasualTerms {
            variant: variant.into(),
            main_ms,
            increment_ms,
        }
    }

    /// The colour for the wire.
    #[must_use]
    pub fn wire_color(&self) -> i32 {
        let color = match self.black {
            Some(true) => Color::Black,
            Some(false) => Color::White,
            None => Color::Unspecified,
        };
        color.into()
    }
}
