//! What would be help to somebody who plays: closed to them while a game of theirs is under way (AGA V.A.5, WOC I.4.2).

use outflank_access::Problem;
use outflank_othello::Phase;

use super::{Game, Play, refusal, viewers::Watcher};

/// Whether a game has begun and is not over, here: its clocks may stand, for a while or until an adjourned or a replayed
/// game is taken up again.
pub(crate) fn is_under_way(game: &Game) -> bool {
    let state = &game.state;
    let has_begun = match state.phase() {
        Phase::Live | Phase::Paused | Phase::Adjourned => true,
        Phase::Waiting => !state.record().is_empty(),
        Phase::Empty | Phase::Finished | Phase::Annulled => false,
    };
    has_begun && state.away().is_none()
}

impl Play {
    /// Refuses help to whoever has a game under way in any event: a seat of their own, of a program that they operate, or of
    /// a player whom they assist.
    pub(crate) async fn refuse_help_at_play(&self, watcher: &Watcher) -> Result<(), Problem> {
        let Some(account) = watcher.account.as_deref() else {
            return Ok(());
        };
        for game_id in self.records.games_played_by(account).await? {
            match self.tables.find(&game_id).await? {
                Some(game) if is_under_way(&game) => return Err(refusal::playing_now(&game_id)),
                Some(game) if Self::is_over(&game) => self.note_over(&game_id).await?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Notes that a game is over; one that was taken up again in that moment is not.
    pub(super) async fn note_over(&self, game_id: &str) -> Result<(), Problem> {
        self.records.note_over(game_id, true).await?;
        match self.tables.find(game_id).await? {
            Some(game) if !Self::is_over(&game) => self.records.note_over(game_id, false).await,
            _ => Ok(()),
        }
    }
}
