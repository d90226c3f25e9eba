//! What founders, entrants and moderators do in contests, and the games that count.

use std::sync::Arc;

use outflank_access::{Kind, Problem, Role, identifier, problem};
use outflank_casual::{
    Booking, Contest, ContestCommand, ContestEvent, ContestGame, ContestRules, Founding,
    MOST_CONTESTS, MOST_CONTESTS_A_DAY,
};
use outflank_othello::PerColor;

use super::{
    super::{App, Stood, casual, casual::GameOver, check, streams::Written},
    KnownContest,
    order::act_of_moderator,
};
use crate::records::keep_contest;

/// What is over counts for so long still among what its founder has, ms.
const DAY_MS: i64 = 24 * 3_600_000;

/// A contest that somebody founds.
#[derive(Debug, Clone)]
pub(crate) struct NewContest {
    pub founder: String,
    pub command_id: String,
    pub title: String,
    pub rules: ContestRules,
    /// When it begins, ms of cluster time; at once without.
    pub starts_at_ms: Option<i64>,
}

impl App {
    /// Founds a contest; a command given before has its first answer. Answers with its id.
    ///
    /// # Errors
    /// `bad_title`, `barred`, `too_many_contests`, `founded_too_often`, and what the engine refuses.
    pub(crate) async fn found_contest(
        self: &Arc<Self>,
        new: &NewContest,
    ) -> Result<String, Problem> {
        check::command_id(&new.command_id)?;
        let id = identifier::derived_id(&["contest", &new.founder, &new.command_id]);
        if self.records.contest(&id).await?.is_some() {
            return Ok(id);
        }
        let title = check::contest_title(&new.title)?;
        let rules = new.rules.check();
        rules.map_err(|refusal| casual::refused(&refusal))?;
        self.check_may_play(&new.founder).await?;
        let _own = self.contest_turns.take(&new.founder).await?;
        self.check_contests_of(&new.founder).await?;
        let decide = |contest: &Contest, now_ms: i64| {
            let command = ContestCommand::Found(Founding {
                founder: new.founder.clone(),
                title: title.clone(),
                rules: new.rules.clone(),
                starts_at_ms: new.starts_at_ms.unwrap_or(now_ms),
            });
            decided(contest, &command, now_ms)
        };
        self.append_to_contest(&id, (&new.founder, &new.command_id), decide)
            .await?;
        Ok(id)
    }

    /// Whoever ends what he has founded makes room for the next at once, but each stays for good: of those a day has its
    /// bound as well.
    async fn check_contests_of(&self, founder: &str) -> Result<(), Problem> {
        let now_ms = self.clock.now_ms();
        let is_full = |count: i64, most: usize| usize::try_from(count).is_ok_and(|of| of >= most);
        let open = self.records.contests_of(founder, now_ms).await?;
        if is_full(open, MOST_CONTESTS) {
            return Err(too_many());
        }
        let lately_ms = now_ms.saturating_sub(DAY_MS);
        let lately = self.records.contests_of(founder, lately_ms).await?;
        if is_full(lately, MOST_CONTESTS_A_DAY) {
            return Err(too_often());
        }
        Ok(())
    }

    /// Carries out what somebody wants of a contest that there is; a command given before has its first answer. `reason`: why
    /// a moderator does it in somebody else's; what others say is checked, and kept nowhere.
    ///
    /// # Errors
    /// `unknown_contest`, `bad_reason`, and what the engine refuses.
    pub(crate) async fn act_in_contest(
        self: &Arc<Self>,
        id: &str,
        by: (&str, &str),
        (command, reason): (&ContestCommand, &str),
    ) -> Result<(), Problem> {
        if !reason.is_empty() {
            check::reason(reason)?;
        }
        let stood = self.contest(id).await?;
        // Who sends an act again takes nobody's turn.
        if self.was_given::<KnownContest>(id, by).await? {
            return Ok(());
        }
        let act = act_of_moderator(id, stood.state.contest(), command);
        // Whom one has blocked counts for nothing in contests.
        if let ContestCommand::Join { account, .. }
        | ContestCommand::Challenge {
            challenger: account,
            ..
        } = command
        {
            self.check_may_play(account).await?;
        }
        // What is refused as things stand takes nobody's turn.
        let now_ms = self.clock.now_ms().max(stood.at_ms);
        decided(stood.state.contest(), command, now_ms)?;
        if let Some(act) = act {
            return self
                .keep_order_in_contest(id, by, (command, act, reason))
                .await;
        }
        let decide = |contest: &Contest, now_ms: i64| decided(contest, command, now_ms);
        self.append_to_contest(id, by, decide).await?;
        self.contest_heads.forget(id);
        Ok(())
    }

    /// A game that is over counts in its contest, once however often it is told.
    pub(in crate::app) async fn count_in_contest(
        self: &Arc<Self>,
        booking: &Booking,
        over: &GameOver,
    ) -> Result<(), Problem> {
        let Some(of) = &booking.contest else {
            return Ok(());
        };
        let id = &of.id;
        // Nothing came of it.
        if !over.outcome.counts && over.outcome.winner.is_none() {
            return Ok(());
        }
        let stood: Stood<KnownContest> = self.stood(id).await?;
        // The store went back to before it was founded.
        if stood.state.contest().founding().is_none() {
            return Ok(());
        }
        let players = &booking.players;
        let game = ContestGame {
            game: over.game_id.clone(),
            players: PerColor::new(players.black.account.clone(), players.white.account.clone()),
            discs: over.outcome.discs,
            winner: over.outcome.winner,
            begun: over.outcome.counts,
            by_key: PerColor::new(
                over.by_key.black || players.black.by_key,
                over.by_key.white || players.white.by_key,
            ),
            challenged_at_ms: of.challenged_at_ms,
        };
        let decide = |_: &Contest, _: i64| Ok(vec![ContestEvent::Played(game.clone())]);
        let actor = Role::Pairing.actor();
        // It stands in no line: its players, and every fact behind it, would wait for whoever acts in this contest.
        self.write_to_contest(id, (&actor, &over.game_id), decide)
            .await
    }

    pub(super) async fn append_to_contest(
        self: &Arc<Self>,
        id: &str,
        by: (&str, &str),
        decide: impl Fn(&Contest, i64) -> Result<Vec<ContestEvent>, Problem> + Send + Sync,
    ) -> Result<(), Problem> {
        // In this process one comes after another, so that a game that is over races one of them at a time.
        let _turn = self.contest_turns.take(id).await?;
        self.write_to_contest(id, by, decide).await
    }

    /// Appends what is decided, for whoever has his turn in the contest; a command given before changes nothing.
    pub(super) async fn write_to_contest(
        self: &Arc<Self>,
        id: &str,
        by: (&str, &str),
        decide: impl Fn(&Contest, i64) -> Result<Vec<ContestEvent>, Problem> + Send + Sync,
    ) -> Result<(), Problem> {
        let write = |stood: &Stood<KnownContest>, now_ms: i64| {
            let contest = stood.state.contest();
            let events = decide(contest, now_ms)?;
            let mut records = Vec::new();
            for event in &events {
                records.extend(keep_contest(id, (contest, event), now_ms)?);
            }
            Ok(Written {
                records,
                facts: Vec::new(),
                events,
            })
        };
        self.write::<KnownContest, _>(id, by, write).await.map(drop)
    }
}

pub(super) fn decided(
    contest: &Contest,
    command: &ContestCommand,
    now_ms: i64,
) -> Result<Vec<ContestEvent>, Problem> {
    let decided = contest.decide(command, now_ms);
    let event = decided.map_err(|refusal| casual::refused(&refusal))?;
    Ok(vec![event])
}

fn too_many() -> Problem {
    problem!(
        Kind::TooMany,
        "too_many_contests",
        "You have {most} contests that are not over, as many as one may; end one first.",
        most = MOST_CONTESTS,
    )
}

fn too_often() -> Problem {
    problem!(
        Kind::TooMany,
        "founded_too_often",
        "You have {most} contests that went on within the last 24 hours, as many as one may; found the next when one of them \
         has been over for a day.",
        most = MOST_CONTESTS_A_DAY,
    )
}
