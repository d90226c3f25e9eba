//! Delays: what the server took too long for, given back to the running clock, up to a cap that everybody knows.
//!
//! A fault of the whole server is told from heartbeats and made good without a cap ([`super::faults`]). A delay is
//! told from one command alone, so what it may give is bounded: whoever found a way to slow their own commands
//! down would gain no more than this.

use outflank_access::identifier::derived_id;
use outflank_othello::{Color, CreditCause, MAX_DELIVERY_MS, PerColor};

use super::{Play, commands::PlayerCommand, credit, game::Game};

/// Most that delays give back to one ply, in ms.
pub(crate) const MOST_PER_PLY_MS: i64 = 10_000;
/// Most that delays give back to one player in one game, in ms.
pub(crate) const MOST_PER_GAME_MS: i64 = 60_000;

/// What delays have given back in a game so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Given {
    /// To each player, in ms.
    all_ms: PerColor<i64>,
    /// The ply that was last given some, and how much, in ms.
    ply: (u32, i64),
    /// Up to when the last of them reached, ms of cluster time.
    until_ms: Option<i64>,
}

impl Given {
    pub fn add(&mut self, color: Color, ply: u32, ms: i64, until_ms: i64) {
        self.until_ms = Some(until_ms);
        let all_ms = self.all_ms.get_mut(color);
        *all_ms = all_ms.saturating_add(ms);
        let before_ms = if self.ply.0 == ply { self.ply.1 } else { 0 };
        self.ply = (ply, before_ms.saturating_add(ms));
    }

    /// How much a player's ply may still be given, in ms.
    fn allowed_ms(&self, color: Color, ply: u32) -> i64 {
        let ply_ms = if self.ply.0 == ply { self.ply.1 } else { 0 };
        let by_ply = MOST_PER_PLY_MS.saturating_sub(ply_ms);
        let by_game = MOST_PER_GAME_MS.saturating_sub(*self.all_ms.get(color));
        by_ply.min(by_game).max(0)
    }
}

impl Play {
    /// A command that grew old on its way from the gateway to here: that time is the server's, but for what it
    /// waited behind frames of its own sender. Where its seat had other commands under way meanwhile, they may have
    /// held it up, and nothing is given. What was received before the last delay was given is of the same stall.
    pub(super) async fn credit_stale_command(&self, command: &PlayerCommand) {
        let Some(stamps) = command.stamps else {
            return;
        };
        let seat = (command.game_id.as_str(), command.color);
        let command_id = Some(command.command_id.as_str());
        if (self.under_way).has_others(seat, command_id, stamps.received_at_ms) {
            return;
        }
        let received = stamps.received_at_ms.to_string();
        let parts = ["stale", &command.account, &command.command_id, &received];
        let fault_id = format!("stale-{}", derived_id(&parts));
        let since_ms = stamps.received_at_ms.saturating_add(command.queued_ms);
        self.credit_delay(&command.game_id, &fault_id, |game| {
            let turn = game.state.turn()?;
            let is_given = game.delays.until_ms.is_some_and(|at_ms| since_ms < at_ms);
            (turn.seat() == command.color && !is_given).then_some(since_ms.max(turn.from_ms))
        })
        .await;
    }

    /// A commit that took longer than a delivery may: the rest is the server's, not the next player's, unless that
    /// player had commands under way meanwhile.
    pub(super) async fn credit_slow_commit(&self, committed: &Game) {
        let Some(turn) = committed.state.turn() else {
            return;
        };
        let free_until_ms = turn.from_ms.saturating_add(MAX_DELIVERY_MS);
        if self.tables.clock.now_ms() <= free_until_ms {
            return;
        }
        let seat = (committed.id.as_str(), turn.seat());
        if self.under_way.has_others(seat, None, turn.from_ms) {
            return;
        }
        self.notice_fault(self.tables.clock.now_ms()).await;
        let fault_id = format!("slow-commit-{}", committed.seq);
        self.credit_delay(&committed.id, &fault_id, |game| {
            (game.seq == committed.seq).then_some(free_until_ms)
        })
        .await;
    }

    /// Credits the running clock from the moment that `since` tells until now, as far as the caps allow.
    async fn credit_delay(
        &self,
        game_id: &str,
        fault_id: &str,
        since: impl Fn(&Game) -> Option<i64> + Send + Sync,
    ) {
        if let Err(problem) = self.credit_faults(game_id).await {
            tracing::error!(game = game_id, %problem, "a server fault was not credited");
        }
        let credited = self.tables.act(game_id, |game, now_ms| {
            let turn = game.state.turn()?;
            let from_ms = since(game)?.max(game.credited_until_ms.unwrap_or(i64::MIN));
            let allowed_ms = game.delays.allowed_ms(turn.seat(), game.state.next_ply());
            let ms = now_ms.saturating_sub(from_ms).min(allowed_ms);
            (ms > 0).then(|| {
                credit(
                    turn.seat(),
                    ms,
                    CreditCause::Delay,
                    fault_id,
                    (now_ms, now_ms),
                )
            })
        });
        if let Err(failed) = credited.await {
            let problem = failed.into_problem();
            tracing::error!(game = game_id, %problem, "a delay was not credited");
        }
    }
}
