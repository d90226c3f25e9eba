//! Rounds: published, seen to while they are played, finished.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_proto::pairing::v1 as pairing;
use outflank_stillness::rest;
use tokio::task::JoinSet;

use super::{Director, LONGEST_ROUND_MS, account};
use crate::{asked::Asked, player::Player};

impl Director {
    pub(super) async fn publish(
        &self,
        id: &str,
        entrants: &[String],
        round: u32,
    ) -> Result<pairing::Round, Problem> {
        // By hand, since the draw's secret is the one thing that does not come from the seed.
        let turned = usize::try_from(round).unwrap_or(1) % entrants.len().max(1);
        let mut order = entrants.to_vec();
        order.rotate_left(turned);
        let pairs: Vec<pairing::ManualPair> = order
            .chunks(2)
            .map(|pair| pairing::ManualPair {
                black_entrant_id: pair[0].clone(),
                white_entrant_id: pair[1].clone(),
            })
            .collect();
        self.give(
            ("tournament", id),
            Asked::Direct("publish"),
            async |command_id| {
                let request = pairing::PublishRoundRequest {
                    command_id: command_id.clone(),
                    tournament_id: id.to_owned(),
                    accept_deviations: true,
                    manual: Some(pairing::ManualPairing {
                        pairs: pairs.clone(),
                        bye_entrant_ids: Vec::new(),
                    }),
                    ..Default::default()
                };
                let answer = self
                    .pairing
                    .clone()
                    .publish_round(self.commanding("PublishRound", &command_id, request))
                    .await?;
                let answer = answer.into_inner();
                Ok((answer.round.unwrap_or_default(), answer.seq))
            },
        )
        .await
    }

    /// The players sit down.
    pub(super) fn seat(
        &self,
        round: &pairing::Round,
        entrants: &[String],
        tasks: &mut JoinSet<()>,
    ) {
        let mut accounts = Vec::new();
        for board in &round.boards {
            tokio::spawn(Arc::clone(&self.gateway).listen(board.game_id.clone()));
            for (black, entrant) in [
                (true, &board.black_entrant_id),
                (false, &board.white_entrant_id),
            ] {
                let number = entrants.iter().position(|known| known == entrant);
                let account = account(number.unwrap_or(usize::MAX));
                accounts.push(account.clone());
                let player = Player {
                    wiring: Arc::clone(&self.wiring),
                    gateway: Arc::clone(&self.gateway),
                    chance: self
                        .chance
                        .other(&format!("{account} in round {}", round.number)),
                    account,
                    game: board.game_id.clone(),
                    black,
                    round: round.number,
                    look_every_ms: self.look_every_ms,
                    longest_thought_ms: self.longest_thought_ms,
                    gives_up_at: None,
                };
                tasks.spawn(player.play());
            }
        }
        let gateway = Arc::clone(&self.gateway);
        tokio::spawn(async move { gateway.report(&accounts).await });
    }

    pub(super) async fn tournament(&self, id: &str) -> Option<pairing::Tournament> {
        let request = pairing::GetTournamentRequest {
            tournament_id: id.to_owned(),
        };
        let answer = self.pairing.clone().get_tournament(request).await;
        answer.ok()?.into_inner().tournament
    }

    /// Sees to a round until it is closed.
    pub(super) async fn watch(&self, id: &str, published: &pairing::Round) -> Result<(), String> {
        let began_ms = self.wiring.clock.now_ms();
        loop {
            rest(self.chance.between(700, 3_000)).await;
            let waited_ms = self.wiring.clock.now_ms() - began_ms;
            if waited_ms > LONGEST_ROUND_MS {
                let open = self.wiring.play_memory.open();
                return Err(format!(
                    "round {} of {id} does not come to an end; open at the tables: {open:?}; boards: {:?}",
                    published.number,
                    self.tournament(id)
                        .await
                        .map(|tournament| tournament.rounds)
                ));
            }
            let Some(tournament) = self.tournament(id).await else {
                continue;
            };
            let mut rounds = tournament.rounds.into_iter();
            let round = rounds.find(|round| round.number == published.number);
            let boards = round.unwrap_or_default().boards;
            if let Some(programme) = &self.programme
                && Box::pin(self.go_on(programme, (id, published.number), &boards, waited_ms)).await
            {
                return Ok(());
            }
            for board in boards.iter().filter(|board| board.disputed) {
                self.settle(id, published.number, board.table).await;
            }
            let open: Vec<_> = boards
                .iter()
                .filter(|board| board.result.is_none())
                .collect();
            if open.is_empty() && !boards.is_empty() && self.finish(id, published.number).await {
                if let Some(programme) = &self.programme {
                    Box::pin(self.after_round(programme, (id, published.number))).await;
                }
                return Ok(());
            }
            if let Some(board) = self.chance.one_of(&open)
                && waited_ms < LONGEST_ROUND_MS / 2
            {
                Box::pin(self.act(id, published.number, board)).await;
            }
        }
    }

    async fn settle(&self, id: &str, round: u32, table: u32) {
        let settled = self.give(
            ("tournament", id),
            Asked::Direct("settle"),
            async |command_id| {
                let request = pairing::SettleDisputeRequest {
                    command_id: command_id.clone(),
                    tournament_id: id.to_owned(),
                    round,
                    table,
                    reason: "The record is clear.".to_owned(),
                };
                let answer = self
                    .pairing
                    .clone()
                    .settle_dispute(self.commanding("SettleDispute", &command_id, request))
                    .await?;
                Ok(((), answer.into_inner().seq))
            },
        );
        // Somebody else may have been first; the next look tells.
        let _refused = settled.await;
    }

    async fn finish(&self, id: &str, round: u32) -> bool {
        let finished = self.give(
            ("tournament", id),
            Asked::Direct("finish"),
            async |command_id| {
                let request = pairing::FinishRoundRequest {
                    command_id: command_id.clone(),
                    tournament_id: id.to_owned(),
                    round,
                };
                let answer = self
                    .pairing
                    .clone()
                    .finish_round(self.commanding("FinishRound", &command_id, request))
                    .await?;
                Ok(((), answer.into_inner().seq))
            },
        );
        finished.await.is_ok()
    }
}
