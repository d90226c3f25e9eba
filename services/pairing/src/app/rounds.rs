//! Rounds: publishing, finishing, and the confirmation of the event.

use std::sync::Arc;

use outflank_access::{Problem, identifier};
use outflank_tournament::{
    Abandonment, AccountId, Board, Command, Event, Handicap, ManualPairing, PlayerClock,
    ResultAmendment, Round, RoundConstraints, Seed, TournamentState,
};

use super::{
    App, Writing, check,
    execute::{Act, Decision, Done, decide_all},
    problems,
    tournament::Tournament,
};
use crate::records::DrawSecret;

/// A round as a director asks for it.
#[derive(Debug, Clone)]
pub(crate) struct NewRound {
    /// 0 = as the timetable says, or now.
    pub starts_at_ms: i64,
    /// It may start in a break of the timetable.
    pub into_break: bool,
    /// The second confirmation that deviations from the text need.
    pub accept_deviations: bool,
    /// The whole round by the director's hand.
    pub manual: Option<ManualPairing>,
    /// What the director fixes of it.
    pub constraints: RoundConstraints,
    /// Players with time controls of their own.
    pub clocks: Vec<PlayerClock>,
    /// Handicaps by the director's word.
    pub handicaps: Vec<Handicap>,
}

impl App {
    /// Pairs and publishes the next round. Answers its number.
    pub(crate) async fn publish(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        asked: NewRound,
    ) -> Result<(u32, Done), Problem> {
        // Only a tournament that exists has a secret, and only an official learns that it has none.
        self.tournament(tournament_id).await?;
        let secret = self.records.draw_secret(tournament_id).await?;
        let done = self
            .execute(tournament_id, act, move |tournament, now_ms| {
                let command = Command::PublishRound {
                    into_break: asked.into_break,
                    starts_at_ms: check::start(asked.starts_at_ms, now_ms)?,
                    seed: next_seed(&tournament.state, &secret),
                    accept_deviations: asked.accept_deviations,
                    manual: asked.manual.clone(),
                    constraints: asked.constraints.clone(),
                    clocks: asked.clocks.clone(),
                    handicaps: asked.handicaps.clone(),
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
        without_finals: bool,
    ) -> Result<Done, Problem> {
        self.tournament(tournament_id).await?;
        let secret = self.records.draw_secret(tournament_id).await?;
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let confirm = Command::ConfirmTournament { without_finals };
            let events = with_lots(tournament, &secret, |seed| match seed {
                None => decide_all(tournament, std::slice::from_ref(&confirm), now_ms),
                Some(seed) => {
                    let commands = [Command::DrawLots { seed }, confirm.clone()];
                    decide_all(tournament, &commands, now_ms)
                }
            })?;
            Ok(Decision {
                events,
                record: None,
            })
        })
        .await
    }

    /// Abandons the event; lots that a ranking to be confirmed wants are drawn with it.
    pub(crate) async fn abandon(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        abandonment: Abandonment,
        writing: Writing,
    ) -> Result<Done, Problem> {
        self.tournament(tournament_id).await?;
        let secret = self.records.draw_secret(tournament_id).await?;
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let abandon = |seed| {
                Command::AbandonTournament(Abandonment {
                    seed,
                    ..abandonment.clone()
                })
            };
            let events = with_lots(tournament, &secret, |seed| {
                decide_all(tournament, &[abandon(seed)], now_ms)
            })?;
            Ok(Decision {
                events,
                record: Some(writing.record()),
            })
        })
        .await
    }

    /// Draws lots for ties that nothing else breaks.
    pub(crate) async fn draw_lots(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
    ) -> Result<Done, Problem> {
        self.tournament(tournament_id).await?;
        let secret = self.records.draw_secret(tournament_id).await?;
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let seed = needed_seed(tournament, &secret)?;
            Ok(Decision {
                events: decide_all(tournament, &[Command::DrawLots { seed }], now_ms)?,
                record: None,
            })
        })
        .await
    }

    /// Corrects results of a confirmed event; lots that the new ranking wants are drawn with it.
    pub(crate) async fn amend(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        results: Vec<ResultAmendment>,
        reason: &str,
    ) -> Result<Done, Problem> {
        self.tournament(tournament_id).await?;
        let secret = self.records.draw_secret(tournament_id).await?;
        let writing = act.writing(tournament_id, reason, (0, 0))?;
        let by: AccountId = act.by();
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let amend = |seed| Command::AmendConfirmed {
                results: results.clone(),
                seed,
                reason: writing.id.clone(),
                by: by.clone(),
            };
            let events = with_lots(tournament, &secret, |seed| {
                decide_all(tournament, &[amend(seed)], now_ms)
            })?;
            Ok(Decision {
                events,
                record: Some(writing.record()),
            })
        })
        .await
    }
}

/// Decides without a draw, and again with the next seed where lots have to be drawn first.
fn with_lots(
    tournament: &Tournament,
    secret: &DrawSecret,
    decide: impl Fn(Option<Seed>) -> Result<Vec<Event>, Problem>,
) -> Result<Vec<Event>, Problem> {
    match decide(None) {
        Err(problem) if problem.code == "lots_not_drawn" => {
            decide(Some(needed_seed(tournament, secret)?))
        }
        decided => decided,
    }
}

fn needed_seed(tournament: &Tournament, secret: &DrawSecret) -> Result<Seed, Problem> {
    next_seed(&tournament.state, secret)
        .ok_or_else(|| Problem::internal("the hash chain is used up"))
}

/// The seed of the draw that comes next.
pub(super) fn next_seed(state: &TournamentState, secret: &DrawSecret) -> Option<Seed> {
    secret.link(state.lots.draws_revealed.checked_add(1)?)
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
