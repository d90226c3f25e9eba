//! Acts at the tables.

use outflank_access::Problem;
use outflank_proto::{
    pairing::v1 as pairing,
    play::v1::{self as play, official_act::Act},
};
use outflank_stillness::rest;

use super::Director;
use crate::asked::{Asked, Entered};

impl Director {
    /// Does something at a board, or nothing.
    pub(super) async fn act(&self, id: &str, round: u32, board: &pairing::Board) {
        let whim = self.chance.below(1_000);
        let (name, act) = match whim {
            0..40 => ("pause", Act::Pause(play::PauseAct { until_ms: 0 })),
            40..70 => {
                let until_ms = self.wiring.clock.now_ms() + 2_500;
                ("pause", Act::Pause(play::PauseAct { until_ms }))
            }
            70..100 => {
                let clocks = play::SetTimes {
                    black_ms: i64::try_from(self.chance.between(3_000, 20_000)).unwrap_or(5_000),
                    white_ms: i64::try_from(self.chance.between(3_000, 20_000)).unwrap_or(5_000),
                };
                let clocks = Some(clocks);
                ("set_clocks", Act::SetClocks(play::SetClocksAct { clocks }))
            }
            100..130 => {
                let adjust = play::AdjustTimeAct {
                    color: if whim.is_multiple_of(2) { 1 } else { 2 },
                    ms: i64::try_from(self.chance.between(500, 4_000)).unwrap_or(1_000),
                };
                ("adjust_time", Act::AdjustTime(adjust))
            }
            130..145 => return self.enter(id, round, board).await,
            145..300 => ("answer_call", Act::AnswerCall(play::AnswerCallAct {})),
            300..700 => ("resume", Act::Resume(play::ResumeAct {})),
            _ => return,
        };
        if self.officiate(board, name, act).await.is_ok() && name == "pause" {
            rest(self.chance.between(200, 4_000)).await;
            // Refused where the pause is over by itself.
            let resume = Act::Resume(play::ResumeAct {});
            let _refused = self.officiate(board, "resume", resume).await;
        }
    }

    async fn officiate(
        &self,
        board: &pairing::Board,
        name: &'static str,
        act: Act,
    ) -> Result<(), Problem> {
        let game = board.game_id.as_str();
        self.give(("game", game), Asked::Officiate(name), async |command_id| {
            let request = play::OfficiateRequest {
                command_id,
                game_id: game.to_owned(),
                act: Some(play::OfficialAct {
                    act: Some(act.clone()),
                }),
                paragraph: String::new(),
                reason: "The clock was faulty.".to_owned(),
            };
            let answer = self.play.clone().officiate(self.by(request)).await?;
            Ok(((), answer.into_inner().seq))
        })
        .await
    }

    async fn enter(&self, id: &str, round: u32, board: &pairing::Board) {
        let table = board.table;
        let black_discs = u32::try_from(self.chance.between(0, 64)).unwrap_or(32);
        let asked = Asked::Enter {
            round,
            table,
            result: Entered {
                kind: "",
                black_discs: Some(black_discs),
                lost_by: "",
            },
        };
        let entered = self.give(("tournament", id), asked, async |command_id| {
            let request = pairing::EnterResultRequest {
                command_id: command_id.clone(),
                tournament_id: id.to_owned(),
                round,
                table,
                black_discs: Some(black_discs),
                reason: "They played on a board of wood.".to_owned(),
                ..pairing::EnterResultRequest::default()
            };
            let answer = self
                .pairing
                .clone()
                .enter_result(self.commanding("EnterResult", &command_id, request))
                .await?;
            Ok(((), answer.into_inner().seq))
        });
        let _refused = entered.await;
    }
}
