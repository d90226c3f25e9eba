//! Rounds: publishing, finishing, and the confirmation of the event.

use std::sync::Arc;

use outflank_runtime::{Problem, identifier};
use outflank_tournament::{Board, Command, Event, Round};

use super::{
    App, check,
    execute::{Act, Decision, Done, decide_all},
    problems,
    tournament::Tournament,
};
use crate::records::DrawSecret;

impl App {
    /// Pairs and publishes the next round. Answers its number. `starts_at_ms` 0 = now.
    pub(crate) async fn publish(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        starts_at_ms: i64,
    ) -> Result<(u32, Done), Problem> {
        // Only a tournament that exists has a secret, and only an official learns that it has none.
        self.tournament(tournament_id).await?;
        let secret = self.records.draw_secret(tournament_id).await?;
        let done = self
            .execute(tournament_id, act, move |tournament, now_ms| {
                let command = Command::PublishRound {
                    starts_at_ms: check::start(starts_at_ms, now_ms)?,
                    seed: next_seed(tournament, &secret),
                    // Only a number of rounds that the director set can depart from the text here.
                    accept_departures: true,
                    manual: None,
                    constraints: outflank_tournament::RoundConstraints::default(),
                };
                Ok(Decision {
                    events: decide_all(tournament, &[command], now_ms)?,
                    record: None,
                })
            })
            .await?;
        let published = done.events.iter().find_map(|event| match event {
            Event::RoundPublished { round, .. } => Some(*round),
            _ => None,
        });
        let number = published.ok_or_else(problems::command_id_reused)?;
        Ok((number, done))
    }

    /// Closes a round.
    pub(crate) async fn finish(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        round: u32,
    ) -> Result<Done, Problem> {
        self.execute_one(tournament_id, act, Command::FinishRound { round })
            .await
    }

    /// Confirms the event; lots for ties that nothing else breaks are drawn in the same entry.
    pub(crate) async fn confirm(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
    ) -> Result<Done, Problem> {
        self.tournament(tournament_id).await?;
        let secret = self.records.draw_secret(tournament_id).await?;
        self.execute(tournament_id, act, move |tournament, now_ms| {
            // Finals cannot be run yet, so the event ends with its list, which the entry records.
            let confirm = Command::ConfirmTournament {
                without_finals: true,
            };
            let events = match decide_all(tournament, std::slice::from_ref(&confirm), now_ms) {
                Err(problem) if problem.code == "lots_not_drawn" => {
                    let seed = next_seed(tournament, &secret)
                        .ok_or_else(|| Problem::internal("the hash chain is used up"))?;
                    decide_all(tournament, &[Command::DrawLots { seed }, confirm], now_ms)?
                }
                decided => decided?,
            };
            Ok(Decision {
                events,
                record: None,
            })
        })
        .await
    }
}

/// The seed of the draw that comes next.
fn next_seed(tournament: &Tournament, secret: &DrawSecret) -> Option<outflank_tournament::Seed> {
    secret.link(tournament.state.draws_revealed.checked_add(1)?)
}

/// The id of the game on a board.
pub(crate) fn game_id(tournament_id: &str, round: &Round, board: &Board) -> String {
    identifier::game_id(
        tournament_id,
        round.seq,
        round.number,
        board.pairing.table,
        identifier::GAME_NUMBER,
    )
}
