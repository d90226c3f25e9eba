//! What would be help to somebody who plays: closed to them while a game of theirs is under way (AGA V.A.5, WOC I.4.2).

use outflank_access::Problem;
use outflank_othello::Phase;

use super::{Play, refusal, viewers::Watcher};

impl Play {
    /// Refuses help to whoever has a game under way in any event: a seat of their own, of a program that they operate, or of
    /// a player whom they assist.
    pub(crate) async fn refuse_help_at_play(&self, watcher: &Watcher) -> Result<(), Problem> {
        let Some(account) = watcher.account.as_deref() else {
            return Ok(());
        };
        for game_id in self.records.games_played_by(account).await? {
            let Some(game) = self.tables.find(&game_id).await? else {
                continue;
            };
            match game.state.phase() {
                Phase::Live | Phase::Paused => return Err(refusal::playing_now(&game_id)),
                Phase::Finished | Phase::Annulled => self.note_over(&game_id).await?,
                Phase::Empty | Phase::Waiting | Phase::Adjourned => {}
            }
        }
        Ok(())
    }

    /// Notes that a game is over; one that was taken up again in that moment is not.
    async fn note_over(&self, game_id: &str) -> Result<(), Problem> {
        self.records.note_over(game_id, true).await?;
        match self.tables.find(game_id).await? {
            Some(game) if !Self::is_over(&game) => self.records.note_over(game_id, false).await,
            _ => Ok(()),
        }
    }
}
