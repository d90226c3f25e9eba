//! What the director can do now, derived from the state.

use crate::finals::FinalsSession;
use crate::pairing::FirstRound;
use crate::plan::{PlannedStage, StagePlan, stage_plan};
use crate::stream::{Phase, RoundState, TournamentState};
use crate::table::TableProblem;

/// The least time to choose colours in, where the director gives no start.
const CHOOSING_MS: i64 = 5 * 60_000;

/// The next act in the course of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextAct {
    /// There is no tournament yet.
    Create,
    /// Name group A of the first round; nobody is an answer.
    NameGroupA,
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
            Phase::Registration if self.group_a_wanted() => return Ok(NextAct::NameGroupA),
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

    /// True while round 1 waits for the members of group A (WOC II.6.1): a Swiss system begins with them, and no
    /// director has named them.
    #[must_use]
    pub fn group_a_wanted(&self) -> bool {
        let Some(rules) = self.rule_set.as_ref() else {
            return false;
        };
        if self.seeding.group_a_named || self.plan.is_some() {
            return false;
        }
        let plan = stage_plan(rules, self.entrant_count());
        let swiss =
            |plan: StagePlan| matches!(plan.stages.first(), Some(PlannedStage::Swiss { .. }));
        rules.pairing.first_round == FirstRound::WocGroups && plan.is_ok_and(swiss)
    }

    /// How long after its announcement or publication the next round starts unless the director says otherwise, in ms:
    /// the notice of the rules; where colours are chosen (WOC IV.9) five minutes at least to choose them, before they are
    /// announced.
    ///
    /// # Errors
    /// A [`TableProblem`] if the stream held contradictory rounds.
    pub fn default_notice_ms(&self) -> Result<i64, TableProblem> {
        let notice = self
            .rule_set
            .as_ref()
            .map_or(0, |rules| rules.round_notice_ms);
        Ok(match self.next_act()? {
            NextAct::AnnounceFinals { .. } => {
                let after = self
                    .plan
                    .as_ref()
                    .map_or(0, |plan| plan.finals.choice_notice_ms);
                notice.max(CHOOSING_MS).saturating_add(after)
            }
            _ => notice,
        })
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
            .finals
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
