//! Games that end because an official entered the result at the desk.

use outflank_access::{Problem, Role};
use outflank_othello::{Command, Moment};
use outflank_tournament::ResultRecord;

use super::{
    from_pairing::FromPairing, game_rules::at_the_table, officiate::is_open, tables::Step,
};

impl FromPairing {
    /// Ends what is still open at a table whose result an official has entered. A game that is over keeps
    /// the score it was played to.
    pub(super) async fn close(
        &self,
        fact_id: &str,
        (tournament, round, table): (&str, u32, u32),
        result: &ResultRecord,
    ) -> Result<(), Problem> {
        let score = (result.black_discs, result.white_discs);
        let (Ok(black_discs), Ok(white_discs)) = (score.0.try_into(), score.1.try_into()) else {
            self.refused.note(format!(
                "table {table} of round {round}: no board has {} and {} discs",
                score.0, score.1
            ));
            return Ok(());
        };
        let close = Command::Close {
            black_discs,
            white_discs,
            winner: result.winner.map(at_the_table),
        };
        let games = self.records.games_at(tournament, round, table).await?;
        self.close_games(fact_id, &games, &close).await
    }

    /// Calls the open games of a round off that was taken back before its start, or annulled, and forgets
    /// that the round had them.
    pub(super) async fn call_off(
        &self,
        fact_id: &str,
        tournament: &str,
        round: u32,
    ) -> Result<(), Problem> {
        let games = self.records.games(tournament, round).await?;
        self.close_games(fact_id, &games, &Command::CallOff).await?;
        self.records.forget_games(&games).await
    }

    async fn close_games(
        &self,
        fact_id: &str,
        games: &[String],
        close: &Command,
    ) -> Result<(), Problem> {
        for game_id in games {
            let closed = self.tables.act(game_id, |game, now_ms| {
                is_open(game).then(|| {
                    Step::new(
                        &Role::Play.actor(),
                        fact_id,
                        close.clone(),
                        Moment::at(now_ms),
                    )
                })
            });
            self.refused.taken_in(game_id, closed.await)?;
        }
        Ok(())
    }
}
