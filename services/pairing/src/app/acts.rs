//! Acts that are one command of the engine, some with a written reason.

use std::sync::Arc;

use outflank_access::{Problem, identifier};
use outflank_tournament::{AccountId, Command};

use super::{
    App, check,
    execute::{Act, Decision, Done, decide_all},
    keeping::Record,
};
use crate::records::Reason;

/// A free text that goes with an act: a record under an id of its own.
#[derive(Debug, Clone)]
pub(crate) struct Writing {
    /// The id that the journal holds.
    pub id: String,
    record: Reason,
}

impl Writing {
    pub(super) fn record(&self) -> Record {
        Record::Reason(self.record.clone())
    }
}

impl Act {
    /// The id of something that this act makes. A repeated act makes the same.
    pub(crate) fn made(&self, kind: &str, tournament_id: &str) -> String {
        identifier::derived_id(&[kind, tournament_id, &self.actor, &self.command_id])
    }

    /// Takes down what goes with this act; `board` is its round and table, 0 for none.
    pub(crate) fn writing(
        &self,
        tournament_id: &str,
        text: &str,
        board: (u32, u32),
    ) -> Result<Writing, Problem> {
        let id = self.made("reason", tournament_id);
        let record = Reason {
            reason_id: id.clone(),
            account_id: self.actor.clone(),
            round: board.0,
            board: board.1,
            reason: check::reason(text)?,
        };
        Ok(Writing { id, record })
    }

    /// Takes down what this act announces.
    pub(crate) fn announced(&self, tournament_id: &str, text: &str) -> Result<Writing, Problem> {
        let id = self.made("announcement", tournament_id);
        let record = Reason {
            reason_id: id.clone(),
            account_id: self.actor.clone(),
            round: 0,
            board: 0,
            reason: check::announcement(text)?,
        };
        Ok(Writing { id, record })
    }

    /// Who acts, as the stream names them.
    pub(crate) fn by(&self) -> AccountId {
        AccountId(self.actor.clone())
    }
}

impl App {
    /// Decides one command and appends what it causes.
    pub(crate) async fn execute_one(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        command: Command,
    ) -> Result<Done, Problem> {
        self.execute_written(tournament_id, act, command, None)
            .await
    }

    /// The same with what was written about it.
    pub(crate) async fn execute_written(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        command: Command,
        writing: Option<Writing>,
    ) -> Result<Done, Problem> {
        self.execute(tournament_id, act, move |tournament, now_ms| {
            Ok(Decision {
                events: decide_all(tournament, std::slice::from_ref(&command), now_ms)?,
                record: writing.as_ref().map(Writing::record),
            })
        })
        .await
    }
}
