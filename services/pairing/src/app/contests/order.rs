//! What moderators do in contests that somebody else founded.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_casual::{Act, Contest, ContestCommand};
use outflank_journal::JournalError;

use super::{
    super::{
        App,
        moderation::{NewAct, Wanted},
        problems,
    },
    KnownContest,
    acts::decided,
    contended,
};

impl App {
    /// Has the log say what a moderator does in a contest and why, and then does it; a command given before has its first
    /// answer.
    ///
    /// The log and the contest are two streams, written one after the other. Where the process falls between them, the same
    /// command sent again completes it: it stands in the log already, and is carried out in the contest. What ends or changes
    /// the contest between the two, in another process or by time, leaves an act in the log that came too late.
    ///
    /// # Errors
    /// `unknown_contest`, `bad_reason`, `moderators_only`, and what the engine refuses.
    pub(super) async fn keep_order_in_contest(
        self: &Arc<Self>,
        id: &str,
        by: (&str, &str),
        (command, act, reason): (&ContestCommand, Act, &str),
    ) -> Result<(), Problem> {
        // Nobody else in this process acts there between the two.
        let _turn = self.contest_turns.take(id).await?;
        let stood = self.contest(id).await?;
        let now_ms = self.clock.now_ms().max(stood.at_ms);
        // What is refused already stands in no log.
        if let Err(refused) = decided(stood.state.contest(), command, now_ms) {
            let given = self.was_given::<KnownContest>(id, by).await?;
            return if given { Ok(()) } else { Err(refused) };
        }
        let new = NewAct {
            by: by.0.to_owned(),
            command_id: by.1.to_owned(),
            reason: reason.to_owned(),
            report_id: String::new(),
        };
        self.keep_order(&new, &Wanted::Act(act)).await?;
        let decide = |contest: &Contest, now_ms: i64| decided(contest, command, now_ms);
        let done = self.write_to_contest(id, by, decide).await;
        self.contest_heads.forget(id);
        match done {
            // It stands in the log: only the same command completes it.
            Err(problem) if problem.code == contended().code => {
                Err(problems::not_appended(JournalError::OutcomeUnknown))
            }
            done => done,
        }
    }
}

/// What the log says of a command; nothing of whoever founded the contest, moderator or not, and of who is none.
pub(super) fn act_of_moderator(
    id: &str,
    contest: &Contest,
    command: &ContestCommand,
) -> Option<Act> {
    let founder = &contest.founding()?.founder;
    match command {
        ContestCommand::End {
            by,
            by_moderator: true,
        } if by != founder => Some(Act::EndContest {
            contest: id.to_owned(),
            founder: founder.clone(),
        }),
        ContestCommand::Remove {
            account,
            by,
            by_moderator: true,
        } if by != founder => Some(Act::RemoveContestEntrant {
            contest: id.to_owned(),
            account: account.clone(),
            programs: contest
                .removed_with(account)
                .skip(1)
                .map(str::to_owned)
                .collect(),
        }),
        _ => None,
    }
}
