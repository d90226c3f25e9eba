//! Facts of pairing that the rules of tables refuse.

use std::sync::{Mutex, PoisonError};

use outflank_access::Problem;
use outflank_othello::Code;
use outflank_transport::feed::NotTaken;

use super::tables::{Acted, Failed};

/// What is said against one fact. Each may be of another game: those that take it do.
#[derive(Default)]
pub(crate) struct Refusals(Mutex<Vec<String>>);

impl Refusals {
    pub(super) fn note(&self, why: String) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(why);
    }

    /// A fact that the rules of a table refuse stays refused there.
    pub(super) fn taken_in(
        &self,
        game_id: &str,
        acted: Result<Acted, Failed>,
    ) -> Result<(), Problem> {
        match acted {
            Ok(_) => Ok(()),
            Err(Failed::Refused(refused, _)) => {
                // What is told again finds the game gone on.
                let known = [Code::Repeated, Code::MovedAway, Code::NotMovedAway];
                if !known.contains(&refused.code) {
                    let (detail, code) = (refused.detail(), refused.code.as_str());
                    self.note(format!("game {game_id}: {detail} ({code})"));
                }
                Ok(())
            }
            Err(failed) => Err(failed.into_problem()),
        }
    }

    /// What the follower is told once everything was tried.
    pub(super) fn told(self) -> Result<(), NotTaken> {
        let refused = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        if refused.is_empty() {
            return Ok(());
        }
        Err(NotTaken::Refused(refused.join("; ")))
    }
}
