use outflank_othello::Color;

use super::Booking;

/// One player's side of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Booked<'a> {
    /// The player's colour.
    pub color: Color,
    /// The opponent's account.
    pub opponent: &'a str,
}

impl Booking {
    /// What it is to an account; `None` where it does not play.
    #[must_use]
    pub fn to(&self, account: &str) -> Option<Booked<'_>> {
        let color = Color::BOTH
            .into_iter()
            .find(|color| self.players.get(*color).account == account)?;
        let opponent = self.players.get(color.opponent());
        Some(Booked {
            color,
            opponent: &opponent.account,
        })
    }
}
