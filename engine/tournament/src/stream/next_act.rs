//! What the director can do now, derived from the state.

use super::round::RoundState;
use super::state::{Phase, TournamentState};
use crate::finals::FinalsSession;
use crate::table::TableProblem;

/// The next act in the course of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextAct {
    /// There is no tournament yet.
    Create,
    /// Publish that round.
    PublishRound {
        /// Round, from 1.
        round: u32,
        /// What is drawn by lot in it, where something is: the next link of the chain is needed.
        draw: Option<String>,
    },
    /// Wait for the results of these tables.
    AwaitResults {
        /// Round, from 1.
        round: u32,
        /// The open tables.
        tables: Vec<u32>,
    },
    /// Every board has its result: finish the round.
    FinishRound {
        /// Round, from 1.
        round: u32,
    },
    /// Draw lots for players who are equal on every criterion.
    DrawLots,
    /// Announce the next round of the finals, so that colours can be chosen.
    AnnounceFinals {
        /// Round, from 1.
        round: u32,
        /// What it holds.
        session: FinalsSession,
    },
    /// Confirm the event.
    Confirm,
    /// The event is over.
    Nothing,
}

impl TournamentState {
    /// What comes next in the course of the event.
    ///
    /// # Errors
    /// A [`TableProblem`] if the stream held contradictory rounds.
    pub fn next_act(&self) -> Result<NextAct, TableProblem> {
        match self.phase() {
            Phase::Absent => return Ok(NextAct::Create),
            Phase::Confirmed => return Ok(NextAct::Nothing),
            Phase::Registration => return Ok(self.publication()),
            Phase::Running => {}
        }
        if let Some(last) = self.rounds.last() {
            match last.state() {
                RoundState::Open => {
                    return Ok(NextAct::AwaitResults {
                        round: last.number,
                        tables: last.open_tables().collect(),
                    });
                }
                RoundState::Complete => return Ok(NextAct::FinishRound { round: last.number }),
                RoundState::Finished => {}
            }
        }
        if !self.qualification_over() {
            return Ok(self.publication());
        }
        self.after_qualification()
    }

    fn after_qualification(&self) -> Result<NextAct, TableProblem> {
        if self.perfect_scores()?.is_some() {
            return Ok(self.publication());
        }
        if !self.finals_begun() && self.lots_wanted()? {
            return Ok(NextAct::DrawLots);
        }
        let due = self.finals_progress()?.map(|found| found.due);
        let Some(session) = due.into_iter().flatten().next() else {
            return Ok(NextAct::Confirm);
        };
        let announced = self
            .announced
            .as_ref()
            .is_some_and(|announced| announced.session == session);
        if announced || session.games.iter().all(|due| due.chooser().is_none()) {
            return Ok(self.publication());
        }
        Ok(NextAct::AnnounceFinals {
            round: self.next_round(),
            session,
        })
    }

    fn publication(&self) -> NextAct {
        NextAct::PublishRound {
            round: self.next_round(),
            draw: self.next_draw(),
        }
    }
}
