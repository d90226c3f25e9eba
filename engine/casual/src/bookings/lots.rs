//! What the lot decides: everything follows from a seed.

use outflank_othello::{Color, DrawnOpening, Position, Square};

use super::Drawn;
use crate::Variant;

/// One number for each draw (`SplitMix64`).
pub(super) struct Lots(pub(super) u64);

impl Lots {
    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of so many, from 0.
    fn below(&mut self, count: u64) -> u64 {
        self.next().checked_rem(count).unwrap_or_default()
    }
}

/// The colour of one of two by lot.
pub(super) const fn color(seed: u64) -> Color {
    if seed.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

/// So many draws at most: few run into a pass.
const ATTEMPTS: u32 = 64;

/// The opening of a game: that of the game before, where this is the second of two, or a new one where the variant has
/// one drawn, eight plies, each move of whoever has the turn as likely as any other.
pub(super) fn drawn(variant: Variant, before: Option<DrawnOpening>, seed: u64) -> Option<Drawn> {
    let second = before.is_some();
    if !second && !variant.draws_opening() {
        return None;
    }
    let mut lots = Lots(seed);
    let new = || (0..ATTEMPTS).find_map(|_| draw_opening(&mut lots));
    let opening = before.or_else(new)?;
    Some(Drawn { opening, second })
}

fn draw_opening(lots: &mut Lots) -> Option<DrawnOpening> {
    let mut position = Position::START;
    let mut plies = Vec::with_capacity(DrawnOpening::PLIES);
    while plies.len() < DrawnOpening::PLIES {
        let moves: Vec<Square> = position.legal_moves().iter().collect();
        let count = u64::try_from(moves.len()).ok()?;
        let at = usize::try_from(lots.below(count)).ok()?;
        let square = *moves.get(at)?;
        position = position.play(square)?;
        plies.push(square);
    }
    DrawnOpening::new(plies.try_into().ok()?).ok()
}
