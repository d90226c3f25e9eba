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
    /// Another text of the same act.
    beside: Option<Box<Reason>>,
}

impl Writing {
    pub(super) fn record(&self) -> Record {
        let first = self.record.clone();
        match &self.beside {
            None => Record::Reason(first),
            Some(beside) => Record::Reasons(vec![first, (**beside).clone()]),
        }
    }

    /// The same with another text of the act.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            beside: Some(Box::new(other.record)),
            ..self
        }
    }

    pub(super) fn into_reason(self) -> Reason {
        self.record
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
        self.writing_of("reason", tournament_id, text, board)
    }

    /// The same where an act comes with several texts, each of its kind.
    pub(crate) fn writing_of(
        &self,
        kind: &str,
        tournament_id: &str,
        text: &str,
        board: (u32, u32),
    ) -> Result<Writing, Problem> {
        let id = self.made(kind, tournament_id);
        let record = Reason {
            reason_id: id.clone(),
            account_id: self.actor.clone(),
            round: board.0,
            board: board.1,
            reason: check::reason(text)?,
        };
        Ok(Writing {
            id,
            record,
            beside: None,
        })
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
        Ok(Writing {
            id,
            record,
            beside: None,
        })
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
