//! What an annulment and an early end leave of the event.

use crate::stream::{AnnulledRound, EarlyEnd, RecordedEarlyEnd, RulingStatus, TournamentState};

impl TournamentState {
    /// A round that counts as if it had never been published.
    pub(in crate::stream) fn annul(&mut self, number: u32, reason: &str, at_ms: i64) {
        let Some(index) = self.rounds.iter().position(|known| known.number == number) else {
            return;
        };
        let round = self.rounds.remove(index);
        self.presence.check_ins.remove(&number);
        self.forget_held_back(number);
        self.take_back_rules(number);
        self.finals.published_announcement = None;
        // What was imposed for a game of it was imposed for none.
        for ruling in &mut self.rulings.list {
            let board = ruling.act.penalty.board();
            let of_round = board.is_some_and(|board| board.round == number);
            let stands = matches!(
                ruling.status,
                RulingStatus::InForce | RulingStatus::Proposed
            );
            if of_round && stands {
                ruling.status = RulingStatus::Annulled;
                self.appeals.fall(&ruling.act.ruling);
            }
        }
        self.early_ends.annulled.push(AnnulledRound {
            round,
            reason: reason.to_owned(),
            at_ms,
            draws: self.lots.draws_revealed,
        });
    }

    pub(in crate::stream) fn end_early(&mut self, act: &EarlyEnd, at_ms: i64) {
        self.deviate(&act.deviations);
        self.early_ends.rounds = Some(act.rounds);
        self.early_ends.acts.push(RecordedEarlyEnd {
            act: act.clone(),
            at_ms,
        });
        let next = self.next_round();
        let stopped = self.early_ends.stop().is_some();
        if stopped || act.without_finals {
            self.finals.announced = None;
        }
        // Nobody checks in for a round that is not played.
        if stopped || next > act.rounds {
            self.presence.check_ins.retain(|round, _| *round < next);
        }
    }
}
