//! What this service takes in from others: claimed seats and finished games.

mod told;

use std::sync::Arc;

use outflank_access::{Kind, Problem, Role, identifier};
use outflank_journal::{Journal, feed};
use outflank_proto::feed::v1::{self as wire, Fact};
use outflank_transport::feed::{FactSink, NotTaken};

use crate::{
    app::{Act, App, Authority},
    records::stored,
};

use told::Told;

/// Takes facts into tournament streams, each once: the command id follows from the fact's.
pub(crate) struct FactIntake {
    app: Arc<App>,
    journal: Arc<dyn Journal>,
    /// Names this consumer's cursor.
    consumer: &'static str,
}

/// Whether this version can read a fact; nothing is done about it.
///
/// # Errors
/// [`NotTaken::Unreadable`].
pub(crate) fn check(fact: &Fact) -> Result<(), NotTaken> {
    Told::by(fact).map(drop)
}

impl FactIntake {
    pub(crate) fn new(app: &Arc<App>, consumer: &'static str) -> Arc<Self> {
        Arc::new(Self {
            app: Arc::clone(app),
            journal: Arc::clone(app.journal()),
            consumer,
        })
    }

    async fn take(&self, told: Told, fact: &Fact) -> Result<(), Problem> {
        let act = Act {
            actor: Role::Pairing.actor(),
            command_id: identifier::derived_id(&[self.consumer, &fact.id]),
            authority: Authority::Service,
        };
        match told {
            Told::SeatClaimed(claim) => {
                self.app.seat(&act, claim).await?;
            }
            Told::Finished(game) => {
                self.app.take_game(&act, &game, fact.at_ms).await?;
            }
            Told::Disputed {
                game,
                colour,
                reason,
            } => {
                match self.app.take_dispute(&act, &game, colour, reason).await {
                    // It came from here, or its board is disputed anyway: there is nothing to look at.
                    Err(problem) if problem.code == "already_disputed" => {}
                    taken => drop(taken?),
                }
            }
            Told::Reopened(game) => self.app.reopen_game(&act, &game, fact.at_ms).await?,
            Told::ConsentsUsed {
                tournament,
                consents,
            } => {
                self.app.end_consents(&tournament, &act, consents).await?;
            }
            Told::Noted(game, note) => self.app.note_board(&game, note, fact.at_ms).await?,
            Told::CasualOver(over) => self.app.free_players(&act.command_id, &over).await?,
            Told::Casual => {}
        }
        Ok(())
    }
}

/// What is refused now will be refused for ever.
fn is_final(problem: &Problem) -> bool {
    matches!(
        problem.kind,
        Kind::Invalid | Kind::NotFound | Kind::Refused | Kind::Forbidden
    )
}

#[tonic::async_trait]
impl FactSink for FactIntake {
    async fn cursor(&self) -> Result<wire::Cursor, Problem> {
        let cursor = feed::load_cursor(&*self.journal, self.consumer).await;
        cursor.map_err(stored)
    }

    async fn apply(&self, fact: &Fact, _epoch: &str) -> Result<(), NotTaken> {
        let told = Told::by(fact)?;
        match self.take(told, fact).await {
            // Its tables tell it again where the event goes on.
            Err(problem) if problem.code == "moved_away" => Ok(()),
            Err(problem) if is_final(&problem) => Err(NotTaken::refused_by(&problem)),
            taken => Ok(taken?),
        }
    }

    async fn save_cursor(&self, cursor: &wire::Cursor) -> Result<(), Problem> {
        let saved = feed::save_cursor(&*self.journal, self.consumer, cursor).await;
        saved.map_err(stored)
    }

    /// What was taken stands in the streams; read again, each fact finds its first answer.
    async fn start_over(&self) -> Result<(), Problem> {
        let forgotten = feed::forget_cursor(&*self.journal, self.consumer).await;
        forgotten.map_err(stored)
    }
}
