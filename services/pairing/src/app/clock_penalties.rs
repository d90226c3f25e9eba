//! Time penalties are told before they empty a clock: the table says what it has left.

use outflank_access::{Kind, Problem};
use outflank_proto::play::v1::{GetTableRequest, play_service_client::PlayServiceClient};
use outflank_tournament::{Event, Offender, Penalty};
use outflank_transport::Transport;

use super::{App, problems, rounds::game_id, tournament::Tournament};

impl App {
    /// Tables are asked over this transport, in the name of pairing, from here on.
    pub(crate) fn ask_tables(&self, play: Transport) {
        // Whoever follows play twice follows the same.
        let _ = self.play.set(play);
    }

    /// Whether the tables' clocks have what penalties take, or were said to be emptied.
    pub(super) async fn check_clocks(
        &self,
        tournament: &Tournament,
        events: &[Event],
    ) -> Result<(), Problem> {
        for event in events {
            let (Event::PenaltyImposed(ruling)
            | Event::AppealDecided(outflank_tournament::AppealDecision {
                effect: outflank_tournament::AppealEffect::Replace { ruling },
                ..
            })) = event
            else {
                continue;
            };
            let Offender::Entrant { entrant } = &ruling.whom else {
                continue;
            };
            let Penalty::Time { round, table, .. } = ruling.penalty else {
                continue;
            };
            if let Some(left_ms) = self
                .left_ms(tournament, (round, table), entrant.as_str())
                .await?
            {
                let checked = ruling.penalty.check_clock(left_ms);
                checked.map_err(|refusal| problems::refused(&refusal))?;
            }
        }
        Ok(())
    }

    /// What an entrant's clock has left at a board, ms; `None` where no clock is kept.
    async fn left_ms(
        &self,
        tournament: &Tournament,
        (round, table): (u32, u32),
        entrant: &str,
    ) -> Result<Option<i64>, Problem> {
        let (Some(play), Some(round)) = (self.play.get(), tournament.state.round(round)) else {
            return Ok(None);
        };
        let Some(board) = round.board(table) else {
            return Ok(None);
        };
        let asked = GetTableRequest {
            game_id: game_id(&tournament.id, round, board),
            ..GetTableRequest::default()
        };
        let answered = PlayServiceClient::new(play.clone()).get_table(asked).await;
        let shown = match answered.map_err(|status| Problem::from_status(&status)) {
            Ok(answer) => answer.into_inner().table.unwrap_or_default(),
            Err(problem) if problem.kind == Kind::NotFound => return Ok(None),
            Err(problem) => return Err(problem),
        };
        let clocks = shown.clocks.unwrap_or_default();
        Ok(if shown.black_entrant_id == entrant {
            Some(clocks.black_ms)
        } else {
            (shown.white_entrant_id == entrant).then_some(clocks.white_ms)
        })
    }
}
