//! Time penalties at the tables: taken and given, or neither and the directors are alerted.

use outflank_access::{Problem, identifier::derived_id};
use outflank_othello::{Authority, Code, OfficialAct};
use outflank_tournament::PenaltyRuling;
use serde_json::json;

use super::{
    evidence::Alert,
    from_pairing::FromPairing,
    game::Game,
    officiate::{is_open, seat_of_entrant},
    refusal,
    rulings::step,
    stall,
    tables::Failed,
};

const NOT_APPLIED: &str = "penalty_not_applied";

/// A ruling that takes time from an entrant's clock, gives it to the opponent's, or both.
pub(super) struct TimePenalty<'a> {
    pub ruling: &'a PenaltyRuling,
    pub entrant: &'a str,
    pub round: u32,
    pub table: u32,
    pub taken_ms: i64,
    pub given_ms: i64,
    pub empties_clock: bool,
}

impl TimePenalty<'_> {
    fn act(&self, game: &Game) -> Option<OfficialAct> {
        Some(OfficialAct::Penalise {
            color: seat_of_entrant(game, self.entrant)?,
            taken_ms: self.taken_ms,
            given_ms: self.given_ms,
            empties_clock: self.empties_clock,
        })
    }

    fn authority(&self) -> Authority {
        Authority {
            official: self.ruling.by.as_str().to_owned(),
            paragraph: self.ruling.paragraph.clone(),
            reason_id: Some(self.ruling.reason.clone()),
            ..Authority::default()
        }
    }

    /// Whether a game has it already: what is told again changes nothing.
    fn stands_at(&self, game: &Game) -> bool {
        let reason = Some(self.ruling.reason.as_str());
        let rests_on_it =
            |ruled: &super::game::Ruled| ruled.authority.reason_id.as_deref() == reason;
        game.rulings.iter().any(rests_on_it)
    }
}

impl FromPairing {
    /// Takes and gives the time at the open game of its board.
    pub(super) async fn penalise_clock(
        &self,
        fact_id: &str,
        tournament: &str,
        penalty: &TimePenalty<'_>,
    ) -> Result<(), Problem> {
        let games = self
            .records
            .games_at(tournament, penalty.round, penalty.table)
            .await?;
        // What earlier releases took was one act, what they gave another: told again, neither is done twice.
        let command_id = format!("{fact_id}-taken");
        let mut why = None;
        for game_id in &games {
            let known = self.tables.find(game_id).await?;
            if known.is_some_and(|game| penalty.stands_at(&game)) {
                return Ok(());
            }
            let acted = self.tables.act(game_id, |game, now_ms| {
                let act = penalty.act(game).filter(|_| is_open(game))?;
                Some(step(&command_id, act, penalty.authority(), now_ms))
            });
            match acted.await {
                Ok(super::tables::Acted::Nothing) => {}
                Ok(_) => return Ok(()),
                Err(Failed::Refused(refused, _)) => match refused.code {
                    // The game goes on elsewhere, and there it is told.
                    Code::Repeated | Code::MovedAway | Code::NotMovedAway => return Ok(()),
                    // Whether a flag fell shows in a moment: it is told again.
                    Code::FlagPending => return Err(refusal::by_rules(&refused)),
                    _ => why = Some((refused.code.as_str(), refused.detail())),
                },
                Err(failed) => return Err(failed.into_problem()),
            }
        }
        if games.is_empty() {
            return Ok(());
        }
        let (code, detail) =
            why.unwrap_or_else(|| (Code::GameOver.as_str(), "The game is over.".to_owned()));
        self.tell_not_applied((fact_id, tournament), penalty, (&games, code, &detail))
            .await
    }

    /// Nothing was taken or given: the directors are told at once, and find it with the round's alerts.
    async fn tell_not_applied(
        &self,
        (fact_id, tournament): (&str, &str),
        penalty: &TimePenalty<'_>,
        (games, code, detail): (&[String], &str, &str),
    ) -> Result<(), Problem> {
        let at_ms = self.tables.clock.now_ms();
        let alert = Alert {
            id: derived_id(&[NOT_APPLIED, fact_id]),
            tournament: tournament.to_owned(),
            round: penalty.round,
            at_ms,
            code: NOT_APPLIED.to_owned(),
            text: format!(
                "The time penalty at table {} of round {} was not applied: no time was taken and none given. {detail}",
                penalty.table, penalty.round
            ),
            parameters: json!({
                "round": penalty.round,
                "table": penalty.table,
                "entrant_id": penalty.entrant,
                "ruling_id": penalty.ruling.ruling,
                "refusal": code,
            }),
            games: games.to_vec(),
        };
        if self.evidence.save_alert(&alert, at_ms).await? {
            self.refused.note(format!("{detail} ({code})"));
            stall::tell(&self.tables.live, &alert).await;
        }
        Ok(())
    }
}
