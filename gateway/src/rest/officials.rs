//! Officials' acts at live tables: one table, or all open tables of a round.

use axum::{Json, extract::State};
use outflank_proto::play::v1::{self as play, official_act::Act};
use outflank_runtime::{Kind, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::{act::present, games::Acknowledged, responses, table::Color},
    state::Shared,
};

/// What both clocks are to show.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct SetTimes {
    /// Black's, in ms.
    pub black_ms: i64,
    /// White's, in ms.
    pub white_ms: i64,
}

impl From<SetTimes> for play::SetTimes {
    fn from(times: SetTimes) -> Self {
        Self {
            black_ms: times.black_ms,
            white_ms: times.white_ms,
        }
    }
}

/// What an official does at a table. Scores are decided in the tournament: enter a result there.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableAct {
    /// Stops both clocks.
    Pause {
        /// Until then, cluster time in ms; until somebody resumes play when absent.
        #[serde(default)]
        until_ms: Option<i64>,
    },
    /// Lets the clocks go on.
    Resume,
    /// Sets both clocks.
    SetClocks {
        /// What they show then.
        clocks: SetTimes,
    },
    /// Gives a clock time, or takes it.
    AdjustTime {
        /// Whose.
        color: Color,
        /// In ms; less than 0 takes.
        ms: i64,
    },
    /// Takes plies back.
    TakeBack {
        /// The last ply that stands; 0: none.
        to_ply: u32,
        /// What the clocks show then; as they were at that ply when absent.
        #[serde(default)]
        clocks: Option<SetTimes>,
    },
    /// The clock was faulty before the flag fell: the default does not count.
    UndoDefault,
    /// Tells both players that play is broken off.
    AnnounceAdjournment {
        /// When, cluster time in ms.
        at_ms: i64,
    },
    /// Opens the sealed move and goes on.
    ResumeAdjourned,
    /// What stands in place of a sealed move that is not legal.
    DecideSealed {
        /// The square; the turn is free again when absent.
        #[serde(default)]
        square: Option<String>,
    },
    /// Sends a player or a spectator from the room.
    Expel {
        /// The player's seat.
        #[serde(default)]
        seat: Option<Color>,
        /// The spectator's account.
        #[serde(default)]
        account_id: Option<String>,
        /// Until then, cluster time in ms; for good when absent.
        #[serde(default)]
        until_ms: Option<i64>,
    },
    /// Lets somebody in again.
    Readmit {
        /// The player's seat.
        #[serde(default)]
        seat: Option<Color>,
        /// The spectator's account.
        #[serde(default)]
        account_id: Option<String>,
    },
    /// Gives the table a judge.
    AssignTableJudge {
        /// The judge's account.
        account_id: String,
    },
    /// Enters a game that was played over the board.
    EnterTranscript {
        /// Its moves without passes, such as `f5d6c3`.
        moves: String,
        /// What the clocks show then; as they are when absent.
        #[serde(default)]
        clocks: Option<SetTimes>,
        /// The game ended there.
        #[serde(default)]
        is_final: bool,
    },
    /// Lets a finished game go on.
    Reopen {
        /// What the clocks show then; as they were at the end when absent.
        #[serde(default)]
        clocks: Option<SetTimes>,
    },
    /// Declares the game void.
    Annul,
    /// Plays again from the position after a ply.
    ReplayFrom {
        /// That ply; 0: from the start.
        ply: u32,
        /// What the clocks show then.
        clocks: SetTimes,
        /// When the clock starts, cluster time in ms.
        starts_at_ms: i64,
    },
    /// The director came to a table that called.
    AnswerCall,
}

/// An act with what stands behind it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TableActRequest {
    /// What is done.
    pub act: TableAct,
    /// The paragraph that is applied.
    #[serde(default)]
    #[schema(example = "EGP IV.7")]
    pub paragraph: Option<String>,
    /// Why; shown to both players.
    pub reason: String,
}

/// What became of an act at one table.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableOutcome {
    /// The game.
    pub game_id: String,
    /// Its table.
    pub table: u32,
    /// The entry that the act made; null where it was refused.
    #[schema(required)]
    pub seq: Option<u64>,
    /// Why it was refused, as a code.
    #[schema(required)]
    pub code: Option<String>,
    /// The same in a sentence.
    #[schema(required)]
    pub detail: Option<String>,
    /// The paragraph behind it.
    #[schema(required)]
    pub rule: Option<String>,
}

/// What became of an act at every open table of a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundOutcome {
    /// By table.
    pub tables: Vec<TableOutcome>,
}

/// A side as play's contract has it.
pub(super) fn color(color: Color) -> i32 {
    match color {
        Color::Black => play::Color::Black.into(),
        Color::White => play::Color::White.into(),
    }
}

fn nobody_named() -> Problem {
    Problem::new(
        Kind::Invalid,
        "invalid_body",
        "Name either a `seat` or an `account_id`.",
    )
}

impl TryFrom<TableAct> for play::OfficialAct {
    type Error = Problem;

    fn try_from(act: TableAct) -> Result<Self, Problem> {
        let times = |times: Option<SetTimes>| times.map(Into::into);
        let act = match act {
            TableAct::Pause { until_ms } => Act::Pause(play::PauseAct {
                until_ms: until_ms.unwrap_or_default(),
            }),
            TableAct::Resume => Act::Resume(play::ResumeAct {}),
            TableAct::SetClocks { clocks } => Act::SetClocks(play::SetClocksAct {
                clocks: Some(clocks.into()),
            }),
            TableAct::AdjustTime { color: side, ms } => Act::AdjustTime(play::AdjustTimeAct {
                color: color(side),
                ms,
            }),
            TableAct::TakeBack { to_ply, clocks } => Act::TakeBack(play::TakeBackAct {
                to_ply,
                clocks: times(clocks),
            }),
            TableAct::UndoDefault => Act::UndoDefault(play::UndoDefaultAct::default()),
            TableAct::AnnounceAdjournment { at_ms } => {
                Act::AnnounceAdjournment(play::AnnounceAdjournmentAct { at_ms })
            }
            TableAct::ResumeAdjourned => Act::ResumeAdjourned(play::ResumeAdjournedAct {}),
            TableAct::DecideSealed { square } => Act::DecideSealed(play::DecideSealedAct {
                square: square.unwrap_or_default(),
            }),
            TableAct::Expel {
                seat,
                account_id,
                until_ms,
            } => {
                use play::expel_act::Whom;
                let whom = match (seat, account_id) {
                    (Some(seat), None) => Whom::Seat(color(seat)),
                    (None, Some(account_id)) => Whom::AccountId(account_id),
                    _ => return Err(nobody_named()),
                };
                Act::Expel(play::ExpelAct {
                    whom: Some(whom),
                    until_ms: until_ms.unwrap_or_default(),
                })
            }
            TableAct::Readmit { seat, account_id } => {
                use play::readmit_act::Whom;
                let whom = match (seat, account_id) {
                    (Some(seat), None) => Whom::Seat(color(seat)),
                    (None, Some(account_id)) => Whom::AccountId(account_id),
                    _ => return Err(nobody_named()),
                };
                Act::Readmit(play::ReadmitAct { whom: Some(whom) })
            }
            TableAct::AssignTableJudge { account_id } => {
                Act::AssignTableJudge(play::AssignTableJudgeAct { account_id })
            }
            TableAct::EnterTranscript {
                moves,
                clocks,
                is_final,
            } => Act::EnterTranscript(play::EnterTranscriptAct {
                text: moves,
                clocks: times(clocks),
                r#final: is_final,
            }),
            TableAct::Reopen { clocks } => Act::Reopen(play::ReopenAct {
                clocks: times(clocks),
            }),
            TableAct::Annul => Act::Annul(play::AnnulAct {}),
            TableAct::ReplayFrom {
                ply,
                clocks,
                starts_at_ms,
            } => Act::ReplayFrom(play::ReplayFromAct {
                ply,
                clocks: Some(clocks.into()),
                starts_at_ms,
            }),
            TableAct::AnswerCall => Act::AnswerCall(play::AnswerCallAct {}),
        };
        Ok(Self { act: Some(act) })
    }
}

/// Acts at one table.
#[utoipa::path(post, path = "/games/{game_id}/acts", tag = "games", request_body = TableActRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn act_at_table(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(asked): JsonBody<TableActRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let request = bearer.ask(play::OfficiateRequest {
        command_id,
        game_id,
        act: Some(asked.act.try_into()?),
        paragraph: asked.paragraph.unwrap_or_default(),
        reason: asked.reason,
    });
    let answer = shared.services.play().officiate(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// Acts at every open table of a round: pauses it, resumes it, gives time, announces an adjournment.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/rounds/{round}/acts", tag = "games", request_body = TableActRequest,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("round" = u32, Path, description = "The round's number"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "What became of it at each table", body = RoundOutcome), responses::Acting))]
pub async fn act_at_round(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, round)): Route<(String, u32)>,
    JsonBody(asked): JsonBody<TableActRequest>,
) -> Result<Json<RoundOutcome>, ApiProblem> {
    let request = bearer.ask(play::OfficiateRoundRequest {
        command_id,
        tournament_id,
        round,
        act: Some(asked.act.try_into()?),
        paragraph: asked.paragraph.unwrap_or_default(),
        reason: asked.reason,
    });
    let answer = shared.services.play().officiate_round(request).await?;
    let shown = |outcome: play::TableOutcome| TableOutcome {
        game_id: outcome.game_id,
        table: outcome.table,
        seq: Some(outcome.seq).filter(|seq| *seq > 0),
        code: present(outcome.code),
        detail: present(outcome.detail),
        rule: present(outcome.rule),
    };
    let tables = answer.into_inner().tables.into_iter().map(shown).collect();
    Ok(Json(RoundOutcome { tables }))
}
