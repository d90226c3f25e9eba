//! What happens at tables without anybody's command: starts, flags, time given back.

use std::{
    collections::BTreeSet,
    sync::{Arc, PoisonError, atomic::Ordering},
    time::Duration,
};

use futures_util::{StreamExt as _, stream};
use outflank_access::{Problem, Role};
use outflank_journal::Deadline;
use outflank_othello::{Code, Command, CreditCause, DeadlineKind, Moment, deadline};
use tokio::time::{Instant, MissedTickBehavior, timeout};

use super::{
    Play,
    confirmation::awaits_countersignature,
    credit, refusal,
    tables::{Acted, DEADLINES, Failed, STREAM, Step},
    time::{BEAT, UNCERTAINTY_MS},
};

/// Games looked at in one go.
const BATCH: u32 = 512;
/// What an instance took on and did not do is given out anew after so long.
const CLAIM: Duration = Duration::from_millis(500);
/// Games worked on at the same time, so that they share commits.
const AT_ONCE: usize = 64;
/// The sweeper looks at least this often, in ms: clocks may be set, wake-ups lost.
const LONGEST_REST_MS: i64 = 1_000;
const LONGEST_REST: Duration = Duration::from_millis(LONGEST_REST_MS.unsigned_abs());
/// The journal is asked again after so many times what its answer took, the longest rest at most: under a long dump it
/// is slow, since the database cannot sweep out what deadlines were before.
const REST_PER_LOOK: u32 = 4;
/// Rest after a look that left something due, in ms.
const SHORTEST_REST_MS: i64 = 50;

/// Rest after a look at which nothing but failures is left, in ms: other games' flags are settled so much later.
const REST_AFTER_FAILURE_MS: i64 = 150;

/// Credits given to one game in one go.
const MOST_CREDITS: u32 = 64;

impl Play {
    /// Starts games and settles flags until told to stop.
    pub(crate) async fn keep_sweeping(self: Arc<Self>) {
        while !self.stop.is_cancelled() {
            let now_ms = self.tables.clock.now_ms();
            self.notice_fault(now_ms).await;
            // Whatever is committed from here on and falls due before that wakes us.
            let latest_ms = now_ms.saturating_add(LONGEST_REST_MS);
            let next_look_ms = &self.tables.next_look_ms;
            next_look_ms.store(latest_ms, Ordering::Release);
            let begun = Instant::now();
            let found = self.tables.journal.deadlines_until(latest_ms, BATCH).await;
            let took = begun.elapsed();
            let next_ms = match found {
                Ok(found) => self.settle_due(found, now_ms).await.min(latest_ms),
                Err(error) => {
                    tracing::error!(%error, "the journal does not tell what is due");
                    latest_ms
                }
            };
            next_look_ms.store(next_ms, Ordering::Release);
            let least = took.saturating_mul(REST_PER_LOOK).min(LONGEST_REST);
            let ahead_ms = next_ms.saturating_sub(self.tables.clock.now_ms());
            let rest = Duration::from_millis(ahead_ms.max(0).unsigned_abs());
            let woken = async {
                tokio::time::sleep(least).await;
                let _ = timeout(rest.saturating_sub(least), self.tables.earlier.notified()).await;
            };
            tokio::select! {
                () = self.stop.cancelled() => {}
                () = woken => {}
            }
        }
    }

    /// Sees to what is due of the deadlines found; answers when to look again, cluster time in ms.
    async fn settle_due(&self, found: Vec<Deadline>, now_ms: i64) -> i64 {
        let is_due = |found: &&Deadline| found.at_ms <= now_ms;
        // The instant itself is in time; the first one after it is not.
        let next = found.iter().find(|found| !is_due(found));
        let more_ms = if found.len() < BATCH as usize {
            i64::MAX
        } else {
            now_ms
        };
        let next_ms = next.map_or(more_ms, |next| next.at_ms.saturating_add(1));
        let due = found.iter().filter(is_due).map(|due| &due.stream);
        let due = due.filter(|stream| stream.kind == STREAM);
        let due: BTreeSet<String> = due.map(|stream| stream.id.clone()).collect();
        let left = self.sweep_all(due, now_ms).await.unwrap_or_else(|problem| {
            tracing::error!(%problem, "what is due cannot be seen to");
            Some(LONGEST_REST_MS)
        });
        left.map_or(next_ms, |rest_ms| {
            self.tables.clock.now_ms().saturating_add(rest_ms)
        })
    }

    /// Looks at everything that is due; answers how soon to look again at what stays due, in ms.
    async fn sweep_all(&self, due: BTreeSet<String>, now_ms: i64) -> Result<Option<i64>, Problem> {
        let all = due.len();
        let ours = self.ours_of(due, now_ms).await?;
        let mut rest_ms = (ours.len() < all).then_some(SHORTEST_REST_MS);
        let looks = ours.into_iter().map(|game| async move {
            let done = self.sweep(&game).await;
            (game, done)
        });
        let mut looks = stream::iter(looks).buffer_unordered(AT_ONCE);
        // To the end, whatever comes: a look that is dropped half-way would commit without publishing.
        while let Some((game, done)) = looks.next().await {
            match done {
                Ok(true) => {}
                Ok(false) => rest_ms = Some(SHORTEST_REST_MS),
                Err(problem) => {
                    tracing::error!(game, %problem, "cannot settle what is due");
                    rest_ms = rest_ms.or(Some(REST_AFTER_FAILURE_MS));
                }
            }
        }
        Ok(rest_ms)
    }

    /// What of all that is due this instance sees to: what it is given by the hints in live state, so that instances
    /// do not race for it, and what was due at the last look already. Without live state it sees to everything.
    async fn ours_of(
        &self,
        due: BTreeSet<String>,
        now_ms: i64,
    ) -> Result<BTreeSet<String>, Problem> {
        let most = usize::try_from(BATCH).unwrap_or(usize::MAX);
        let live = &self.tables.live;
        let Ok(claimed) = live.claim_due(DEADLINES, now_ms, CLAIM, most).await else {
            return Ok(due);
        };
        for game in claimed.iter().filter(|game| !due.contains(*game)) {
            // The hint is an old one, or more is due than one look takes.
            if let Some(game) = self.tables.find(game).await? {
                self.tables.note_deadline(&game);
            }
        }
        let mut before = self
            .tables
            .left_to_others
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let (ours, others) = due
            .into_iter()
            .partition(|game| claimed.contains(game) || before.contains(game));
        *before = others;
        Ok(ours)
    }

    /// Does what is due at one table; answers whether anything was done.
    pub(crate) async fn sweep(&self, game_id: &str) -> Result<bool, Problem> {
        self.credit_faults(game_id).await?;
        let acted = self.tables.act(game_id, |game, now_ms| {
            if awaits_countersignature(&game.state) {
                return Some(self.signer.sign(game, now_ms));
            }
            let due = deadline(&game.state)?;
            let (command, command_id) = match due.kind {
                DeadlineKind::Start if now_ms >= due.look_at_ms => {
                    (Command::Start, format!("start-{}", game.seq))
                }
                DeadlineKind::Flag
                    if now_ms >= due.look_at_ms.saturating_add(UNCERTAINTY_MS)
                        && self.faults.waits_until(game, now_ms).is_none()
                        && self.faults.owed(game, now_ms).is_none() =>
                {
                    (Command::SettleFlag, format!("flag-{}", game.seq))
                }
                DeadlineKind::Absence
                    if now_ms >= due.look_at_ms.saturating_add(UNCERTAINTY_MS)
                        && self.faults.waits_until(game, now_ms).is_none()
                        && self.faults.owed(game, now_ms).is_none() =>
                {
                    (Command::SettleDeadline, format!("due-{}", game.seq))
                }
                DeadlineKind::Call
                | DeadlineKind::Pause
                | DeadlineKind::Adjournment
                | DeadlineKind::Confirmation
                    if now_ms >= due.look_at_ms =>
                {
                    (Command::SettleDeadline, format!("due-{}", game.seq))
                }
                _ => return None,
            };
            Some(Step::new(
                &Role::Play.actor(),
                &command_id,
                command,
                Moment {
                    uncertainty_ms: UNCERTAINTY_MS,
                    ..Moment::at(now_ms)
                },
            ))
        });
        match acted.await {
            Ok(Acted::Nothing) => Ok(false),
            Ok(_) => Ok(true),
            Err(failed) => Err(failed.into_problem()),
        }
    }

    /// Gives the running clock of a game what server faults took from it, as far as that can be said.
    pub(crate) async fn credit_faults(&self, game_id: &str) -> Result<(), Problem> {
        if self.faults.of_late().is_none() {
            return Ok(());
        }
        // Each credit moves on what is owed; more than these were never due at once.
        for _ in 0..MOST_CREDITS {
            let acted = self.tables.act(game_id, |game, now_ms| {
                let owed = self.faults.owed(game, now_ms)?;
                // Dated at the end of what it makes good, or in a pause after what is there already.
                let at_ms = owed.until_ms.max(game.at_ms);
                Some(credit(
                    owed.color,
                    owed.ms,
                    CreditCause::ServerFault,
                    &owed.fault_id,
                    (owed.until_ms, at_ms),
                ))
            });
            match acted.await {
                Ok(Acted::Nothing) => return Ok(()),
                Ok(_) => {}
                // Another process was quicker.
                Err(Failed::Refused(refused, _)) if refused.code == Code::AlreadyCredited => {
                    return Ok(());
                }
                Err(Failed::Refused(refused, _)) => {
                    tracing::error!(
                        game = game_id,
                        code = refused.code.as_str(),
                        "a credit is refused"
                    );
                    return Ok(());
                }
                Err(failed) => return Err(failed.into_problem()),
            }
        }
        Err(Problem::internal(format!(
            "credits of game {game_id} come to no end"
        )))
    }

    /// Gives every running clock what it is owed.
    pub(crate) async fn credit_all_faults(&self) -> Result<(), Problem> {
        self.save_faults().await?;
        let Some(declared) = self.faults.of_late() else {
            return Ok(());
        };
        let open = self.tables.journal.open_streams(STREAM).await;
        let open = open.map_err(|error| refusal::journal(&error))?;
        stream::iter(open)
            .map(|game| async move { self.credit_faults(&game.stream.id).await })
            .buffer_unordered(AT_ONCE)
            .fold(Ok(()), |all, one| async move { all.and(one) })
            .await?;
        self.faults.looked_at(declared);
        Ok(())
    }

    /// Makes good what did not run: at once when something is noticed, and every second while there is
    /// somebody who may still be waited for.
    pub(crate) async fn keep_crediting(self: Arc<Self>) {
        while !self.stop.is_cancelled() {
            if let Err(problem) = self.credit_all_faults().await {
                tracing::error!(%problem, "server faults are not all credited yet");
            }
            tokio::select! {
                () = self.stop.cancelled() => {}
                () = self.fault_news.notified() => {}
                () = tokio::time::sleep(BEAT) => {}
            }
        }
    }

    /// Shows every second that this process runs.
    pub(crate) async fn keep_beating(self: Arc<Self>) {
        let journal = &self.tables.journal;
        let mut ticks = tokio::time::interval(BEAT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // No last beat: a planned end is made good like any other.
                () = self.stop.cancelled() => break,
                _ = ticks.tick() => {}
            }
            if let Some(now_ms) = self.look_around().await
                && let Err(error) = journal.beat(self.instance.name(), now_ms).await
            {
                tracing::error!(%error, "the heartbeat was not written");
            }
        }
        self.instance.end();
    }
}
