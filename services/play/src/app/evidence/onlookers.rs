//! Who else was shown positions while players' lines left them unread: told to officials on the clock sheet.

use outflank_access::Problem;
use outflank_othello::Color;

use super::observation::Onlooker;
use crate::app::{Play, clock_sheet::ClockSheet, game::Game};

impl Play {
    /// Writes who looked on into a clock sheet.
    pub(crate) async fn tell_onlookers(
        &self,
        game: &Game,
        sheet: &mut ClockSheet,
    ) -> Result<(), Problem> {
        let (from_ms, _) = self.span_of(game);
        let accounts = self.accounts_of(game).await?;
        for color in Color::BOTH {
            let mut known = Vec::new();
            for account in accounts.get(color) {
                known.extend(self.evidence.onlookers(account, &game.id, from_ms).await?);
            }
            let plies = sheet.plies.iter_mut().filter(|ply| ply.color == color);
            for ply in plies {
                let of_this = |(_, of): &(i64, Onlooker)| of.ply == ply.ply && of.seq < ply.seq;
                let found: Vec<_> = known.extract_if(.., |one| of_this(one)).collect();
                let first = found
                    .iter()
                    .min_by_key(|(at_ms, of)| (!of.same_program, *at_ms));
                ply.onlooker = first.copied();
            }
        }
        Ok(())
    }
}
